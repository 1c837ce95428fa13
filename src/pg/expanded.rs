//! Values that a variable keeps between statements and functions change in place: expanded objects of a varlena, see
//! PostgreSQL's expandeddatum.h.

use super::memory::Memory;
use super::varlena;
use pgrx::pg_sys::{self, Datum};
use std::ffi::c_void;
use std::ptr::NonNull;

/// An expanded object: a plain varlena in a memory context of its own.
#[repr(C)]
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
/// As for [`bytes`]; nobody else reads them meanwhile.
pub unsafe fn bytes_mut<'a>(datum: Datum) -> Option<&'a mut [u8]> {
    // SAFETY: the same.
    unsafe {
        object(datum)
            .filter(|(_, may_change)| *may_change)
            .map(|(object, _)| varlena::plain_mut(object.as_ref().value))
    }
}

/// A new value of these bytes, in a context within the current one; whoever gets the datum may change it.
pub fn copy_of(bytes: &[u8]) -> Datum {
    // SAFETY: the functions return a context and memory, or raise an error; all of that is written.
    unsafe {
        let context = pg_sys::AllocSetContextCreateInternal(
            pg_sys::CurrentMemoryContext,
            c"bloom_rs filter".as_ptr(),
            pg_sys::ALLOCSET_SMALL_MINSIZE as usize,
            pg_sys::ALLOCSET_SMALL_INITSIZE as usize,
            pg_sys::ALLOCSET_DEFAULT_MAXSIZE as usize,
        );
        let object = Memory::of(context).zeroed::<Object>();
        pg_sys::EOH_init_header(object.cast(), &raw const METHODS, context);
        let total = bytes.len() + pg_sys::VARHDRSZ;
        let value = pg_sys::MemoryContextAlloc(context, total);
        pgrx::varlena::set_varsize_4b(value.cast(), total as i32);
        (*object).value = Datum::from(value);
        bloom_core::bytes::copy(varlena::plain_mut((*object).value), bytes);
        // EOHPGetRWDatum, which is a macro before 18.
        Datum::from((&raw const (*object).header.eoh_rw_ptr).cast_mut())
    }
}
