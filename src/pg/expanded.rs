//! Values that a variable or an aggregate keeps and functions change in place: expanded objects of a varlena, see
//! PostgreSQL's expandeddatum.h.

use super::huge_pages;
use super::memory::Memory;
use super::varlena::{self, NewVarlena};
use crate::error::Result;
use bloom_core::bytes;
use pgrx::pg_sys::{self, Datum};
use std::ffi::c_void;
use std::ptr::NonNull;

/// An expanded object: a plain varlena in a memory context of its own.
#[repr(C)]
#[derive(Debug)]
struct Object {
    header: pg_sys::ExpandedObjectHeader,
    value: Datum,
}

static METHODS: pg_sys::ExpandedObjectMethods =
    pg_sys::ExpandedObjectMethods { get_flat_size: Some(flat_size), flatten_into: Some(flatten_into) };

/// Bytes of the flat form, its header included.
unsafe extern "C-unwind" fn flat_size(object: *mut pg_sys::ExpandedObjectHeader) -> pg_sys::Size {
    // SAFETY: PostgreSQL asks for the objects that have these methods.
    unsafe { varlena::plain((*object.cast::<Object>()).value).len() + pg_sys::VARHDRSZ }
}

/// Writes the flat form.
unsafe extern "C-unwind" fn flatten_into(
    object: *mut pg_sys::ExpandedObjectHeader,
    into: *mut c_void,
    size: pg_sys::Size,
) {
    // SAFETY: as above; there is room for as much as `flat_size` said.
    unsafe {
        let value = (*object.cast::<Object>()).value.cast_mut_ptr::<u8>();
        std::ptr::copy_nonoverlapping(value, into.cast(), size);
    }
}

/// An object of this kind that a datum points to, and whether this caller may change it.
///
/// # Safety
/// `datum` must point to a varlena.
unsafe fn object(datum: Datum) -> Option<(NonNull<Object>, bool)> {
    use pg_sys::vartag_external::{VARTAG_EXPANDED_RO, VARTAG_EXPANDED_RW};
    let pointer = datum.cast_mut_ptr::<pg_sys::varlena>();
    // SAFETY: the caller promises a varlena, whose tag says what follows it; all objects have methods.
    unsafe {
        if !pgrx::varlena::varatt_is_1b_e(pointer) {
            return None;
        }
        let tag = u32::from(pgrx::varlena::vartag_external(pointer));
        if tag != VARTAG_EXPANDED_RO && tag != VARTAG_EXPANDED_RW {
            return None;
        }
        let header = pg_sys::DatumGetEOHP(datum);
        let ours = std::ptr::eq((*header).eoh_methods, &raw const METHODS);
        NonNull::new(header.cast()).filter(|_| ours).map(|object| (object, tag == VARTAG_EXPANDED_RW))
    }
}

/// The bytes of such a value.
///
/// # Safety
/// `datum` must point to a varlena that outlives the result.
#[cold]
pub unsafe fn bytes<'a>(datum: Datum) -> Option<&'a [u8]> {
    // SAFETY: the caller promises it; an object of this kind has a plain varlena.
    unsafe { object(datum).map(|(object, _)| varlena::plain(object.as_ref().value)) }
}

/// The bytes of such a value, if this caller may change it.
///
/// # Safety
/// As for [`bytes()`]; nobody else reads them meanwhile.
pub unsafe fn bytes_mut<'a>(datum: Datum) -> Option<&'a mut [u8]> {
    // SAFETY: the same.
    unsafe { writable(datum).map(|value| varlena::plain_mut(value)) }
}

/// A new value, in a context within the current one; whoever gets the datum may change it.
#[derive(Debug)]
pub struct NewExpanded(NonNull<Object>);

impl NewExpanded {
    /// One of `len` zero bytes.
    ///
    /// # Errors
    /// 54000 if PostgreSQL has no values of that size.
    pub fn zeroed(len: usize) -> Result<Self> {
        let mut new = Self::unwritten(len)?;
        bytes::clear(new.bytes_mut());
        Ok(new)
    }

    /// One of these bytes.
    ///
    /// # Errors
    /// As [`NewExpanded::zeroed`].
    pub fn copy_of(from: &[u8]) -> Result<Self> {
        let mut new = Self::unwritten(from.len())?;
        bytes::copy(new.bytes_mut(), from);
        Ok(new)
    }

    fn unwritten(len: usize) -> Result<Self> {
        // SAFETY: the functions return a context and memory of it, or raise an error.
        unsafe {
            let context = pg_sys::AllocSetContextCreateInternal(
                pg_sys::CurrentMemoryContext,
                c"bloom_rs filter".as_ptr(),
                pg_sys::ALLOCSET_SMALL_MINSIZE as usize,
                pg_sys::ALLOCSET_SMALL_INITSIZE as usize,
                pg_sys::ALLOCSET_DEFAULT_MAXSIZE as usize,
            );
            let memory = Memory::of(context);
            let mut value = NewVarlena::unwritten(memory, len)?;
            huge_pages::advise(value.bytes_mut());
            let object = memory.zeroed::<Object>();
            pg_sys::EOH_init_header(object.cast(), &raw const METHODS, context);
            (*object).value = value.into_datum();
            Ok(Self(NonNull::new_unchecked(object)))
        }
    }

    /// Its bytes.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        // SAFETY: made above, and nobody else has the pointer.
        unsafe { varlena::plain_mut(self.0.as_ref().value) }
    }

    /// The datum to return, which lives as long as the current context.
    pub fn into_datum(self) -> Datum {
        // EOHPGetRWDatum, which is a macro before 18.
        // SAFETY: made above.
        Datum::from(unsafe { &raw const (*self.0.as_ptr()).header.eoh_rw_ptr }.cast_mut())
    }

    /// The datum to return, which lives as long as `memory`: an executor that finds it there keeps it as it is.
    pub fn into_datum_of(self, memory: Memory) -> Datum {
        // SAFETY: made above; both contexts are alive.
        unsafe {
            pg_sys::MemoryContextSetParent((*self.0.as_ptr()).header.eoh_context, memory.context());
        }
        self.into_datum()
    }
}

/// The plain varlena within such a value, if this caller may change it.
///
/// # Safety
/// As for [`bytes_mut`].
pub unsafe fn writable(datum: Datum) -> Option<Datum> {
    // SAFETY: the caller promises it.
    unsafe { object(datum).filter(|(_, may_change)| *may_change).map(|(object, _)| object.as_ref().value) }
}

/// Deletes such a value, if this caller may change it; whether it was one.
///
/// # Safety
/// As for [`bytes_mut`], and it is not used any more.
pub unsafe fn delete(datum: Datum) -> bool {
    // SAFETY: the caller promises it.
    unsafe {
        let object = object(datum).filter(|(_, may_change)| *may_change);
        if let Some((object, _)) = object {
            pg_sys::MemoryContextDelete(object.as_ref().header.eoh_context);
        }
        object.is_some()
    }
}
