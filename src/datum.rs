//! PostgreSQL's values as bytes. All `unsafe` that reads or makes a datum is here.

#![allow(unsafe_code)]

use crate::error::{self, Result};
use pgrx::{FromDatum, pg_sys, varlena};
use std::ptr::NonNull;

/// The largest piece of memory that palloc gives, and so the largest value (MaxAllocSize).
const MAX_ALLOC: usize = 0x3fff_ffff;

/// Bytes of a varlena's length word.
const VARHDRSZ: usize = pg_sys::VARHDRSZ;

/// Names the SQL type of a Rust type.
macro_rules! sql_type {
    ($name:ident<$lifetime:lifetime>, $sql:literal) => {
        ::pgrx::impl_sql_translatable!($name<'_>, $sql);
    };
    ($name:ident, $sql:literal) => {
        ::pgrx::impl_sql_translatable!($name, $sql);
    };
}
pub(crate) use sql_type;

/// Declares the Rust type of an argument of an SQL type, made from its datum.
macro_rules! sql_argument {
    ($name:ident$(<$lifetime:lifetime>)?, $sql:literal, $datum:ident => $make:expr) => {
        impl$(<$lifetime>)? ::pgrx::FromDatum for $name$(<$lifetime>)? {
            #[inline]
            #[allow(unused_unsafe)]
            unsafe fn from_polymorphic_datum(
                $datum: ::pgrx::pg_sys::Datum,
                is_null: bool,
                _: ::pgrx::pg_sys::Oid,
            ) -> Option<Self> {
                // SAFETY: the SQL declaration of each function names the type whose datum this is.
                (!is_null).then(|| unsafe { $make })
            }
        }
        // SAFETY: the same.
        unsafe impl<'fcx$(, $lifetime)?> ::pgrx::callconv::ArgAbi<'fcx> for $name$(<$lifetime>)? {
            #[inline]
            unsafe fn unbox_arg_unchecked(arg: ::pgrx::callconv::Arg<'_, 'fcx>) -> Self {
                // SAFETY: the same.
                match unsafe { arg.unbox_arg_using_from_datum() } {
                    Some(argument) => argument,
                    None => ::pgrx::error!("null passed to a function that does not take it"),
                }
            }
        }
        $crate::datum::sql_type!($name$(<$lifetime>)?, $sql);
    };
}
pub(crate) use sql_argument;

/// Declares that a Rust type is returned as the datum that its `into_datum` makes.
macro_rules! sql_result {
    ($name:ident, $sql:literal) => {
        // SAFETY: the datum is a new value of that SQL type in the current memory context.
        unsafe impl ::pgrx::callconv::BoxRet for $name {
            unsafe fn box_into<'fcx>(
                self,
                fcinfo: &mut ::pgrx::callconv::FcInfo<'fcx>,
            ) -> ::pgrx::datum::Datum<'fcx> {
                // SAFETY: the same.
                unsafe { fcinfo.return_raw_datum(self.into_datum()) }
            }
        }
        ::pgrx::impl_sql_translatable!($name, $sql);
    };
}
pub(crate) use sql_result;

/// An argument as PostgreSQL passes it, not looked at yet.
#[derive(Debug, Clone, Copy)]
pub struct Raw(pub pg_sys::Datum);
sql_argument!(Raw, "internal", datum => Raw(datum));

/// Argument `number` of a call, `None` if it is NULL or there are not so many.
///
/// # Safety
/// The argument must be of the SQL type that `T` stands for.
#[inline]
pub unsafe fn argument<T: FromDatum>(fcinfo: pg_sys::FunctionCallInfo, number: usize) -> Option<T> {
    // SAFETY: PostgreSQL passes a valid fcinfo; the caller promises the type.
    unsafe {
        let count = (*fcinfo).nargs as usize;
        let argument = (*fcinfo).args.as_slice(count).get(number)?;
        T::from_datum(argument.value, argument.isnull)
    }
}

/// The bytes of a varlena value, read in place where it is stored plainly; a decompressed or fetched
/// copy is freed again.
#[derive(Debug)]
pub struct Varlena<'a> {
    bytes: &'a [u8],
    copy: Option<NonNull<pg_sys::varlena>>,
}

impl Varlena<'_> {
    /// Looks at a varlena.
    ///
    /// # Safety
    /// `datum` must point to a valid varlena that outlives the result.
    #[inline]
    pub unsafe fn new(datum: pg_sys::Datum) -> Self {
        let plain = datum.cast_mut_ptr::<pg_sys::varlena>();
        // SAFETY: the caller promises a varlena; its first byte tells its form.
        unsafe {
            let in_place = varlena::varatt_is_4b_u(plain)
                || (varlena::varatt_is_1b(plain) && !varlena::varatt_is_1b_e(plain));
            let whole = if in_place { plain } else { pg_sys::pg_detoast_datum_packed(plain) };
            let data = varlena::vardata_any(whole).cast();
            let bytes = std::slice::from_raw_parts(data, varlena::varsize_any_exhdr(whole));
            Self { bytes, copy: NonNull::new(whole).filter(|_| whole != plain) }
        }
    }

    /// The value's bytes.
    #[must_use]
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        self.bytes
    }
}

impl Drop for Varlena<'_> {
    fn drop(&mut self) {
        if let Some(copy) = self.copy {
            // SAFETY: `pg_detoast_datum_packed` allocated it, and nobody else has the pointer.
            unsafe { pg_sys::pfree(copy.as_ptr().cast()) }
        }
    }
}

/// The first `len` bytes of a varlena, fetching no more of it than that, and its whole length.
///
/// # Safety
/// `datum` must point to a valid varlena.
pub unsafe fn varlena_prefix(datum: pg_sys::Datum, len: usize) -> (Vec<u8>, usize) {
    // SAFETY: the caller promises a varlena; the slice is a palloc'd copy, or the value itself.
    unsafe {
        let slice = pg_sys::pg_detoast_datum_slice(datum.cast_mut_ptr(), 0, len as i32);
        let prefix = Varlena::new(pg_sys::Datum::from(slice)).bytes().to_vec();
        (prefix, pg_sys::toast_raw_datum_size(datum) - VARHDRSZ)
    }
}

/// A new varlena in the current memory context, to be returned.
#[derive(Debug)]
pub struct NewVarlena(NonNull<pg_sys::varlena>);

impl NewVarlena {
    /// One of `len` zero bytes.
    ///
    /// # Errors
    /// 54000 if PostgreSQL has no values of that size.
    pub fn zeroed(len: usize) -> Result<Self> {
        let total = len.saturating_add(VARHDRSZ);
        if total > MAX_ALLOC {
            return Err(error::too_large(total));
        }
        // SAFETY: palloc0 returns that much memory or raises an error.
        unsafe {
            let pointer = pg_sys::palloc0(total).cast::<pg_sys::varlena>();
            varlena::set_varsize_4b(pointer, total as i32);
            NonNull::new(pointer).map(Self).ok_or_else(|| error::too_large(total))
        }
    }

    /// One with these bytes.
    ///
    /// # Errors
    /// As [`NewVarlena::zeroed`].
    pub fn copy_of(bytes: &[u8]) -> Result<Self> {
        let mut new = Self::zeroed(bytes.len())?;
        new.bytes_mut().copy_from_slice(bytes);
        Ok(new)
    }

    /// Its bytes.
    #[must_use]
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        // SAFETY: made above with a four-byte header; only we have the pointer.
        unsafe { plain_varlena_mut(pg_sys::Datum::from(self.0.as_ptr())) }
    }

    /// Shortens it.
    pub fn truncate(&mut self, len: usize) {
        let total = self.bytes_mut().len().min(len) + VARHDRSZ;
        // SAFETY: the memory is at least that long.
        unsafe { varlena::set_varsize_4b(self.0.as_ptr(), total as i32) }
    }

    /// The datum to return.
    #[must_use]
    pub fn into_datum(self) -> pg_sys::Datum {
        pg_sys::Datum::from(self.0.as_ptr())
    }
}

/// Whether a varlena is stored plainly, with a four-byte header.
///
/// # Safety
/// `datum` must point to a varlena.
#[inline]
pub unsafe fn is_plain_varlena(datum: pg_sys::Datum) -> bool {
    // SAFETY: the caller promises a varlena.
    unsafe { varlena::varatt_is_4b_u(datum.cast_mut_ptr()) }
}

/// The bytes of a plain varlena.
///
/// # Safety
/// `datum` must point to a plain varlena that outlives the result.
#[inline]
pub unsafe fn plain_varlena<'a>(datum: pg_sys::Datum) -> &'a [u8] {
    let pointer = datum.cast_mut_ptr::<pg_sys::varlena>();
    // SAFETY: the caller promises a plain varlena.
    unsafe {
        std::slice::from_raw_parts(
            varlena::vardata_4b(pointer).cast(),
            varlena::varsize_4b(pointer) - VARHDRSZ,
        )
    }
}

/// The bytes of a plain varlena, to be changed in place.
///
/// # Safety
/// `datum` must point to a plain varlena that outlives the result and that nobody else reads meanwhile.
#[inline]
pub unsafe fn plain_varlena_mut<'a>(datum: pg_sys::Datum) -> &'a mut [u8] {
    let pointer = datum.cast_mut_ptr::<pg_sys::varlena>();
    // SAFETY: the caller promises a plain varlena of its own.
    unsafe {
        let len = varlena::varsize_4b(pointer) - VARHDRSZ;
        std::slice::from_raw_parts_mut(varlena::vardata_4b(pointer).cast_mut().cast(), len)
    }
}

/// An array: the type of its elements, the elements in storage order, and which of them are NULL.
///
/// # Safety
/// `datum` must be an array; the result lives as long as the current memory context.
pub unsafe fn array_elements<'a>(datum: pg_sys::Datum) -> (pg_sys::Oid, &'a [pg_sys::Datum], &'a [bool]) {
    // SAFETY: the caller promises an array; its header tells the type of its elements, and the catalog their form.
    unsafe {
        let array = pg_sys::pg_detoast_datum(datum.cast_mut_ptr()).cast::<pg_sys::ArrayType>();
        let of = (*array).elemtype;
        let (mut len, mut by_value, mut align) = (0, false, 0);
        pg_sys::get_typlenbyvalalign(of, &raw mut len, &raw mut by_value, &raw mut align);
        let (mut values, mut nulls, mut count) = (std::ptr::null_mut(), std::ptr::null_mut(), 0);
        pg_sys::deconstruct_array(
            array,
            of,
            len.into(),
            by_value,
            align,
            &raw mut values,
            &raw mut nulls,
            &raw mut count,
        );
        if count <= 0 {
            return (of, &[], &[]);
        }
        let count = count as usize;
        (of, std::slice::from_raw_parts(values, count), std::slice::from_raw_parts(nulls, count))
    }
}

/// A new value of a type of fixed length, in the current memory context, to be returned.
pub fn new_fixed<const N: usize>(bytes: [u8; N]) -> pg_sys::Datum {
    // SAFETY: palloc returns that much memory or raises an error.
    unsafe {
        let pointer = pg_sys::palloc(N).cast::<[u8; N]>();
        pointer.write(bytes);
        pg_sys::Datum::from(pointer)
    }
}

/// A zero-terminated string in the current memory context, to be returned.
#[derive(Debug)]
pub struct NewCString(NonNull<u8>);

impl NewCString {
    /// One of `len` bytes, written by `write`.
    ///
    /// # Errors
    /// 54000 if PostgreSQL has no values of that size.
    pub fn new(len: usize, write: impl FnOnce(&mut [u8])) -> Result<Self> {
        if len >= MAX_ALLOC {
            return Err(error::too_large(len));
        }
        // SAFETY: palloc0 returns that much zeroed memory or raises an error.
        unsafe {
            let pointer = pg_sys::palloc0(len + 1).cast::<u8>();
            write(std::slice::from_raw_parts_mut(pointer, len));
            NonNull::new(pointer).map(Self).ok_or_else(|| error::too_large(len))
        }
    }
}

/// The bytes of a message that a receive function has not read yet; they count as read afterwards.
///
/// # Safety
/// `raw` must be the `internal` argument of a receive function.
pub unsafe fn received<'a>(raw: Raw) -> &'a [u8] {
    // SAFETY: receive functions are called with a StringInfo.
    unsafe {
        let message = &mut *raw.0.cast_mut_ptr::<pg_sys::StringInfoData>();
        let rest = std::slice::from_raw_parts(
            message.data.add(message.cursor as usize).cast(),
            (message.len - message.cursor) as usize,
        );
        message.cursor = message.len;
        rest
    }
}

impl NewCString {
    fn into_datum(self) -> pg_sys::Datum {
        pg_sys::Datum::from(self.0.as_ptr())
    }
}
sql_result!(NewCString, "cstring");
sql_result!(NewVarlena, "bytea");

/// A result whose SQL type only the declaration tells: a state passed on, a row.
#[derive(Debug)]
pub struct Passed(pub pg_sys::Datum);
sql_result!(Passed, "internal");

impl Passed {
    fn into_datum(self) -> pg_sys::Datum {
        self.0
    }
}
