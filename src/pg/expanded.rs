//! Values that a variable or an aggregate keeps and functions change in place: expanded objects, see PostgreSQL's
//! expandeddatum.h. Most have a plain varlena.

use super::boundary::guard;
use super::memory::Memory;
use super::varlena::{self, NewVarlena};
use crate::error::Result;
use bloom_core::bytes;
use pgrx::pg_sys::{self, Datum};
use std::ffi::c_void;
use std::ptr::NonNull;

/// What an expanded object has. All its memory is of the object's context, with which it ends without being dropped.
pub trait Contents: Sized {
    /// Its methods: a static of its own, by which objects with such contents are known.
    fn methods() -> &'static Methods;

    /// Bytes of the flat value.
    fn flat_len(&self) -> usize;

    /// Writes the flat value to so many bytes.
    ///
    /// # Errors
    /// None but XX000.
    fn flatten(&self, out: &mut [u8]) -> Result<()>;
}

/// What PostgreSQL calls to make a flat value of an object.
#[derive(Debug)]
pub struct Methods(pg_sys::ExpandedObjectMethods);

impl Methods {
    /// Those of objects with such contents.
    pub const fn of<T: Contents>() -> Self {
        Self(pg_sys::ExpandedObjectMethods {
            get_flat_size: Some(flat_size::<T>),
            flatten_into: Some(flatten_into::<T>),
        })
    }
}

/// An expanded object: contents in a memory context of their own.
#[repr(C)]
#[derive(Debug)]
struct Object<T> {
    header: pg_sys::ExpandedObjectHeader,
    contents: T,
}

/// Bytes of the flat form, its header included.
unsafe extern "C-unwind" fn flat_size<T: Contents>(
    object: *mut pg_sys::ExpandedObjectHeader,
) -> pg_sys::Size {
    // SAFETY: PostgreSQL asks for the objects that have these methods.
    unsafe { guard(|| (*object.cast::<Object<T>>()).contents.flat_len() + pg_sys::VARHDRSZ) }
}

/// Writes the flat form.
unsafe extern "C-unwind" fn flatten_into<T: Contents>(
    object: *mut pg_sys::ExpandedObjectHeader,
    into: *mut c_void,
    size: pg_sys::Size,
) {
    // SAFETY: as above; there is room for as much as `flat_size` said. Errors and panics end in the guard.
    unsafe {
        guard(|| {
            let value = into.cast::<pg_sys::varlena>();
            pgrx::varlena::set_varsize_4b(value, size as i32);
            let out = varlena::plain_mut(Datum::from(value));
            if (*object.cast::<Object<T>>()).contents.flatten(out).is_err() {
                pgrx::error!("could not flatten a value of bloom_rs");
            }
        });
    }
}

/// An object with such contents that a datum points to, and whether this caller may change it.
///
/// # Safety
/// `datum` must point to a varlena.
unsafe fn object<T: Contents>(datum: Datum) -> Option<(NonNull<Object<T>>, bool)> {
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
        let ours = std::ptr::eq((*header).eoh_methods, &raw const T::methods().0);
        NonNull::new(header.cast()).filter(|_| ours).map(|object| (object, tag == VARTAG_EXPANDED_RW))
    }
}

/// The contents of an object that has such.
///
/// # Safety
/// `datum` must point to a varlena that outlives the result.
pub unsafe fn contents<'a, T: Contents + 'a>(datum: Datum) -> Option<&'a T> {
    // SAFETY: the caller promises it.
    unsafe { object::<T>(datum).map(|(object, _)| &(*object.as_ptr()).contents) }
}

/// The contents of an object that has such, if this caller may change them.
///
/// # Safety
/// As for [`contents`]; nobody else reads them meanwhile.
pub unsafe fn contents_mut<'a, T: Contents + 'a>(datum: Datum) -> Option<&'a mut T> {
    // SAFETY: the same.
    unsafe {
        let (object, may_change) = object::<T>(datum)?;
        may_change.then(|| &mut (*object.as_ptr()).contents)
    }
}

/// A plain varlena.
#[derive(Debug)]
pub struct Plain(Datum);

impl Plain {
    fn bytes(&self) -> &[u8] {
        // SAFETY: made of a plain varlena.
        unsafe { varlena::plain(self.0) }
    }
}

impl Contents for Plain {
    fn methods() -> &'static Methods {
        static METHODS: Methods = Methods::of::<Plain>();
        &METHODS
    }

    fn flat_len(&self) -> usize {
        self.bytes().len()
    }

    fn flatten(&self, out: &mut [u8]) -> Result<()> {
        bytes::copy(out, self.bytes());
        Ok(())
    }
}

/// The bytes of an object of a plain varlena.
///
/// # Safety
/// `datum` must point to a varlena that outlives the result.
#[cold]
pub unsafe fn bytes<'a>(datum: Datum) -> Option<&'a [u8]> {
    // SAFETY: the caller promises it.
    unsafe { contents::<Plain>(datum).map(Plain::bytes) }
}

/// The bytes of such a value, if this caller may change it.
///
/// # Safety
/// As for [`bytes()`]; nobody else reads them meanwhile.
pub unsafe fn bytes_mut<'a>(datum: Datum) -> Option<&'a mut [u8]> {
    // SAFETY: the same.
    unsafe { writable(datum).map(|value| varlena::plain_mut(value)) }
}

/// A new object, in a context within the current one; whoever gets the datum may change it.
#[derive(Debug)]
pub struct NewObject<T>(NonNull<Object<T>>);

/// A new object of a plain varlena.
pub type NewExpanded = NewObject<Plain>;

impl<T: Contents> NewObject<T> {
    /// One with the contents that are made in its context.
    ///
    /// # Errors
    /// Those of `make`.
    pub fn new(make: impl FnOnce(Memory) -> Result<T>) -> Result<Self> {
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
            let contents = make(memory)?;
            let object = memory.zeroed::<Object<T>>();
            pg_sys::EOH_init_header(object.cast(), &raw const T::methods().0, context);
            (&raw mut (*object).contents).write(contents);
            Ok(Self(NonNull::new_unchecked(object)))
        }
    }

    /// Its contents.
    pub fn contents_mut(&mut self) -> &mut T {
        // SAFETY: made above, and nobody else has the pointer.
        unsafe { &mut self.0.as_mut().contents }
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
        Self::new(|memory| Ok(Plain(NewVarlena::unwritten(memory, len)?.into_datum())))
    }

    /// Its bytes.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        // SAFETY: a plain varlena, and nobody else has the pointer.
        unsafe { varlena::plain_mut(self.contents_mut().0) }
    }
}

/// The plain varlena within such an object, if this caller may change it.
///
/// # Safety
/// As for [`bytes_mut`].
pub unsafe fn writable(datum: Datum) -> Option<Datum> {
    // SAFETY: the caller promises it.
    unsafe { contents_mut::<Plain>(datum).map(|plain| plain.0) }
}

/// Deletes such an object, if this caller may change it; whether it was one.
///
/// # Safety
/// As for [`bytes_mut`], and it is not used any more.
pub unsafe fn delete(datum: Datum) -> bool {
    // SAFETY: the caller promises it.
    unsafe {
        let object = object::<Plain>(datum).filter(|(_, may_change)| *may_change);
        if let Some((object, _)) = object {
            pg_sys::MemoryContextDelete(object.as_ref().header.eoh_context);
        }
        object.is_some()
    }
}
