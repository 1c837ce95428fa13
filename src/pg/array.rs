//! SQL arrays: reading one element by element, and building new ones.

use super::catalog::element_of;
use super::list::List;
use super::memory::Memory;
use super::typed::{Storage, TypedDatum};
use super::varlena::NewVarlena;
use crate::error::{self, Result};
use pgrx::pg_sys::{self, Datum, Oid};
use std::ffi::CStr;
use std::marker::PhantomData;

/// An array that is read in place.
#[derive(Debug)]
pub struct Array<'a> {
    array: *const pg_sys::ArrayType,
    storage: Storage,
    count: usize,
    lifetime: PhantomData<&'a ()>,
}

impl<'a> Array<'a> {
    /// Reads the header of an array. If it must be detoasted, the copy lives as long as the current memory context.
    ///
    /// # Safety
    /// `datum` must be an array that outlives the result.
    pub unsafe fn new(datum: Datum) -> Self {
        // SAFETY: the caller guarantees an array; its header tells the type of its elements, the catalog their storage.
        unsafe {
            let array = pg_sys::pg_detoast_datum(datum.cast_mut_ptr()).cast::<pg_sys::ArrayType>();
            let storage = Storage::new((*array).elemtype);
            let dimensions = std::slice::from_raw_parts(dimensions(array), (*array).ndim as usize);
            // No array has more elements than fit in an int.
            let count =
                if dimensions.is_empty() { 0 } else { dimensions.iter().map(|d| *d as usize).product() };
            Self { array, storage, count, lifetime: PhantomData }
        }
    }

    /// Returns the type of the elements.
    pub fn of(&self) -> Oid {
        self.storage.of
    }

    /// Returns the number of elements, NULLs included.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Iterates over the elements in storage order, `None` for NULL.
    pub fn iter(&self) -> Elements<'a> {
        let array = self.array;
        // SAFETY: this is an array, whose header says where its elements are and whether it has a NULL bitmap.
        unsafe {
            let ndim = (*array).ndim as usize;
            let nulls = if (*array).dataoffset == 0 {
                std::ptr::null()
            } else {
                dimensions(array).add(2 * ndim).cast::<u8>()
            };
            let header = size_of::<pg_sys::ArrayType>() + 2 * size_of::<i32>() * ndim;
            let start =
                if nulls.is_null() { header.next_multiple_of(8) } else { (*array).dataoffset as usize };
            let next = array.cast::<u8>().add(start);
            Elements { storage: self.storage, nulls, next, at: 0, count: self.count, lifetime: PhantomData }
        }
    }

    /// Returns the names in an array of `name`; `None` if it has NULLs or elements of another type.
    pub fn names(&self) -> Option<Vec<&'a CStr>> {
        // SAFETY: the elements are zero-terminated, and live as long as the array.
        let name =
            |name: Option<TypedDatum<'a>>| unsafe { Some(CStr::from_ptr(name?.datum().cast_mut_ptr())) };
        if self.of() == pg_sys::NAMEOID { self.iter().map(name).collect() } else { None }
    }

    /// Creates an array of booleans with the dimensions of this array, one boolean for each element.
    ///
    /// # Errors
    /// XX000 if the number of booleans differs from the number of elements.
    pub fn like(&self, answers: &[Option<bool>]) -> Result<NewVarlena> {
        if answers.len() != self.count {
            return Err(error::internal("the number of results differs from the number of array elements"));
        }
        let memory = Memory::of_this_call();
        let mut values = List::with_capacity(memory, self.count);
        let mut nulls = List::with_capacity(memory, self.count);
        for answer in answers {
            values.push(Datum::from(*answer == Some(true)));
            nulls.push(answer.is_none());
        }
        // SAFETY: there are as many values as the dimensions of this array say.
        unsafe {
            let ndim = (*self.array).ndim;
            let dimensions = dimensions(self.array).cast_mut();
            let made = pg_sys::construct_md_array(
                values.as_mut_ptr(),
                nulls.as_mut_ptr(),
                ndim,
                dimensions,
                dimensions.add(ndim as usize),
                pg_sys::BOOLOID,
                1,
                true,
                pg_sys::TYPALIGN_CHAR as std::ffi::c_char,
            );
            values.free();
            nulls.free();
            Ok(NewVarlena::of(made.cast()))
        }
    }
}

impl<'a> TypedDatum<'a> {
    /// Returns the array that the value is; `None` for a value that is none.
    pub fn as_array(self) -> Option<Array<'a>> {
        // SAFETY: the datum is an array.
        element_of(self.of()).map(|_| unsafe { Array::new(self.datum()) })
    }
}

/// Creates an array of values of one type, none of them NULL; `None` if there are no arrays of the type.
///
/// # Errors
/// XX000 if a value is of another type.
pub fn new_array<'a>(of: Oid, items: &[TypedDatum<'_>]) -> Result<Option<TypedDatum<'a>>> {
    let storage = Storage::new(of);
    let mut datums = items.iter().map(|item| storage.datum(*item)).collect::<Result<Vec<_>>>()?;
    // SAFETY: the vector has this many datums of this type, whose storage the catalog tells.
    unsafe {
        let array = pg_sys::get_array_type(of);
        let made = pg_sys::construct_array(
            datums.as_mut_ptr(),
            items.len() as i32,
            of,
            storage.len.into(),
            storage.by_value,
            storage.alignment(),
        );
        Ok((array != Oid::INVALID).then(|| TypedDatum::new(Datum::from(made), array)))
    }
}

pub fn new_bigints(items: &[i64]) -> NewVarlena {
    let mut datums = List::with_capacity(Memory::of_this_call(), items.len());
    items.iter().for_each(|item| datums.push(Datum::from(*item)));
    // SAFETY: the list has this many datums of this type.
    let made = unsafe {
        NewVarlena::of(
            pg_sys::construct_array(
                datums.as_mut_ptr(),
                items.len() as i32,
                pg_sys::INT8OID,
                size_of::<i64>() as i32,
                true,
                pg_sys::TYPALIGN_DOUBLE as std::ffi::c_char,
            )
            .cast(),
        )
    };
    datums.free();
    made
}

/// Returns the lengths of an array's dimensions, followed by their lower bounds.
///
/// # Safety
/// `array` must point to a plain array.
unsafe fn dimensions(array: *const pg_sys::ArrayType) -> *const i32 {
    // SAFETY: the dimensions follow the header.
    unsafe { array.add(1).cast() }
}

/// Iterator over the elements of an array.
#[derive(Debug)]
pub struct Elements<'a> {
    storage: Storage,
    /// The NULL bitmap: one bit for each element, 0 for NULL. A null pointer if the array has no bitmap.
    nulls: *const u8,
    next: *const u8,
    at: usize,
    count: usize,
    lifetime: PhantomData<&'a ()>,
}

impl<'a> Iterator for Elements<'a> {
    type Item = Option<TypedDatum<'a>>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.at == self.count {
            return None;
        }
        let at = self.at;
        self.at += 1;
        // SAFETY: the array has this element; its type or its first bytes say how long it is (tupmacs.h).
        unsafe {
            if !self.nulls.is_null() && *self.nulls.add(at / 8) >> (at % 8) & 1 == 0 {
                return Some(None);
            }
            let Storage { of, len, by_value, align } = self.storage;
            // A byte that is not zero cannot be padding: a varlena with a short header is not aligned.
            if len != -1 || *self.next == 0 {
                self.next = self.next.add(self.next.align_offset(align));
            }
            let element = self.next;
            let (datum, len) = match (len, by_value) {
                (1, true) => (Datum::from(*element.cast::<i8>()), 1),
                (2, true) => (Datum::from(element.cast::<i16>().read()), 2),
                (4, true) => (Datum::from(element.cast::<i32>().read()), 4),
                (_, true) => (Datum::from(element.cast::<i64>().read()), 8),
                (-1, false) => (Datum::from(element.cast_mut()), pgrx::varlena::varsize_any(element.cast())),
                (-2, false) => {
                    (Datum::from(element.cast_mut()), CStr::from_ptr(element.cast()).count_bytes() + 1)
                }
                (len, false) => (Datum::from(element.cast_mut()), len as usize),
            };
            self.next = element.add(len);
            Some(Some(TypedDatum::new(datum, of)))
        }
    }
}
