//! Expanded objects (PostgreSQL's expandeddatum.h): values that a variable or an aggregate keeps and that functions
//! change in place. Most of them hold a plain varlena.

use super::boundary::guard;
use super::memory::Memory;
use super::unwritten::copy;
use super::varlena::{self, NewFixed, UnwrittenVarlena};
use crate::error::Result;
use pgrx::pg_sys::{self, Datum};
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr::NonNull;

/// Contents of an expanded object. All their memory is in the object's context and ends with it, without a drop.
pub trait Contents: Sized {
    /// Returns the methods of these contents: a static for each type, which identifies objects with such contents.
    fn methods() -> &'static Methods;

    /// Returns the length of the flat value in bytes.
    fn flat_len(&self) -> usize;

    /// Writes the flat value to all of `out`, which has that length.
    ///
    /// # Errors
    /// Only XX000.
    fn flatten(&self, out: &mut [MaybeUninit<u8>]) -> Result<()>;
}

/// The functions that PostgreSQL calls to make a flat value of an expanded object.
#[derive(Debug)]
pub struct Methods(pg_sys::ExpandedObjectMethods);

impl Methods {
    /// Returns the methods of objects whose contents are a `T`.
    pub const fn of<T: Contents>() -> Self {
        Self(pg_sys::ExpandedObjectMethods {
            get_flat_size: Some(flat_size::<T>),
            flatten_into: Some(flatten_into::<T>),
        })
    }
}

/// An expanded object, with its contents in a memory context of their own.
#[repr(C)]
#[derive(Debug)]
struct Object<T> {
    header: pg_sys::ExpandedObjectHeader,
    contents: T,
}

/// Returns the length of the flat form in bytes, including its header.
unsafe extern "C-unwind" fn flat_size<T: Contents>(
    object: *mut pg_sys::ExpandedObjectHeader,
) -> pg_sys::Size {
    // SAFETY: PostgreSQL calls this for objects that have these methods.
    unsafe { guard(|| (*object.cast::<Object<T>>()).contents.flat_len() + pg_sys::VARHDRSZ) }
}

/// Writes the flat form of an object.
unsafe extern "C-unwind" fn flatten_into<T: Contents>(
    object: *mut pg_sys::ExpandedObjectHeader,
    into: *mut c_void,
    size: pg_sys::Size,
) {
    // SAFETY: as above; `into` has the length that `flat_size` returned. Errors and panics end in the guard.
    unsafe {
        guard(|| {
            let value = into.cast::<pg_sys::varlena>();
            pgrx::varlena::set_varsize_4b(value, size as i32);
            let out = varlena::unwritten(value);
            if (*object.cast::<Object<T>>()).contents.flatten(out).is_err() {
                pgrx::error!("could not flatten a value of bloom_rs");
            }
        });
    }
}

/// Returns the object that a datum points to if its contents are a `T`, and whether this caller may change it.
///
/// # Safety
/// `datum` must point to a varlena.
unsafe fn object<T: Contents>(datum: Datum) -> Option<(NonNull<Object<T>>, bool)> {
    use pg_sys::vartag_external::{VARTAG_EXPANDED_RO, VARTAG_EXPANDED_RW};
    let pointer = datum.cast_mut_ptr::<pg_sys::varlena>();
    // SAFETY: the caller guarantees a varlena, whose tag says what follows it; all objects have methods.
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

/// Returns the contents of an object if they are a `T`.
///
/// # Safety
/// `datum` must point to a varlena that outlives the result.
pub unsafe fn contents<'a, T: Contents + 'a>(datum: Datum) -> Option<&'a T> {
    // SAFETY: the caller guarantees it.
    unsafe { object::<T>(datum).map(|(object, _)| &(*object.as_ptr()).contents) }
}

/// Returns the contents of an object if they are a `T` and this caller may change them.
///
/// # Safety
/// As for [`contents`]; nobody else may read the contents meanwhile.
pub unsafe fn contents_mut<'a, T: Contents + 'a>(datum: Datum) -> Option<&'a mut T> {
    // SAFETY: the caller guarantees the same.
    unsafe {
        let (object, may_change) = object::<T>(datum)?;
        may_change.then(|| &mut (*object.as_ptr()).contents)
    }
}

/// Contents that are a plain varlena, in the object's context or, of a [`read_only`] object, elsewhere.
#[derive(Debug)]
pub struct Plain(Datum);

impl Plain {
    fn bytes(&self) -> &[u8] {
        // SAFETY: this was made from a plain varlena.
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

    fn flatten(&self, out: &mut [MaybeUninit<u8>]) -> Result<()> {
        copy(out, self.bytes());
        Ok(())
    }
}

/// Returns the bytes of an expanded object that holds a plain varlena.
///
/// # Safety
/// `datum` must point to a varlena that outlives the result.
#[cold]
pub unsafe fn bytes<'a>(datum: Datum) -> Option<&'a [u8]> {
    // SAFETY: the caller guarantees it.
    unsafe { contents::<Plain>(datum).map(Plain::bytes) }
}

/// Returns the bytes of an expanded object that holds a plain varlena, if this caller may change it.
///
/// # Safety
/// As for [`bytes()`]; nobody else may read the bytes meanwhile.
pub unsafe fn bytes_mut<'a>(datum: Datum) -> Option<&'a mut [u8]> {
    // SAFETY: the caller guarantees the same.
    unsafe { writable(datum).map(|value| varlena::plain_mut(value)) }
}

/// A new object in a child of the current memory context; whoever gets the datum may change it.
#[derive(Debug)]
pub struct NewObject<T>(NonNull<Object<T>>);

/// A new object that holds a plain varlena.
pub type NewExpanded = NewObject<Plain>;

impl<T: Contents> NewObject<T> {
    /// Creates an object whose contents `make` makes in the object's context.
    ///
    /// # Errors
    /// The errors of `make`.
    pub fn new(make: impl FnOnce(Memory) -> Result<T>) -> Result<Self> {
        // SAFETY: the functions return a context and memory in it, or raise an error.
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

    pub fn contents_mut(&mut self) -> &mut T {
        // SAFETY: the object was made above, and nobody else has the pointer.
        unsafe { &mut self.0.as_mut().contents }
    }

    /// Returns the datum for the caller, which lives as long as the current memory context.
    pub fn into_datum(self) -> Datum {
        // This is EOHPGetRWDatum, which is a macro before PostgreSQL 18.
        // SAFETY: the object was made above.
        Datum::from(unsafe { &raw const (*self.0.as_ptr()).header.eoh_rw_ptr }.cast_mut())
    }

    /// Returns the datum for the caller, which lives as long as `memory`: an executor keeps it there without a copy.
    pub fn into_datum_of(self, memory: Memory) -> Datum {
        // SAFETY: the object was made above, and both contexts are alive.
        unsafe {
            pg_sys::MemoryContextSetParent((*self.0.as_ptr()).header.eoh_context, memory.context());
        }
        self.into_datum()
    }
}

impl NewExpanded {
    /// Creates an object of `len` zero bytes.
    ///
    /// # Errors
    /// 54000 if PostgreSQL cannot store a value of that size.
    pub fn zeroed(len: usize) -> Result<Self> {
        Self::new(|memory| Ok(Plain(UnwrittenVarlena::new(memory, len)?.zeroed().into_datum())))
    }

    /// Creates an object with a copy of these bytes.
    ///
    /// # Errors
    /// As [`NewExpanded::zeroed`].
    pub fn copy_of(from: &[u8]) -> Result<Self> {
        Self::new(|memory| Ok(Plain(UnwrittenVarlena::new(memory, from.len())?.copy_of(from).into_datum())))
    }

    pub fn bytes_mut(&mut self) -> &mut [u8] {
        // SAFETY: this is a plain varlena, and nobody else has the pointer.
        unsafe { varlena::plain_mut(self.contents_mut().0) }
    }
}

/// Returns the plain varlena in an expanded object.
///
/// # Safety
/// `datum` must point to a varlena.
pub unsafe fn plain(datum: Datum) -> Option<Datum> {
    // SAFETY: the caller guarantees a varlena.
    unsafe { contents::<Plain>(datum).map(|plain| plain.0) }
}

/// Returns the datum of a new read-only object that holds a plain varlena elsewhere. The datum is in the
/// current memory context itself: an executor copies the result of an aggregate that is not, before
/// PostgreSQL 16.
///
/// # Errors
/// None.
///
/// # Safety
/// `value` must point to a plain varlena that stays as it is as long as the current memory context.
pub unsafe fn read_only(value: Datum) -> Result<Datum> {
    let object = NewExpanded::new(|_| Ok(Plain(value)))?;
    // SAFETY: the object was made above. A pointer to it may be copied.
    let pointer = unsafe { object.0.as_ref().header.eoh_ro_ptr };
    Ok(NewFixed::new(pointer.map(|byte| byte as u8)).into_datum())
}

/// Returns the plain varlena in an expanded object, if this caller may change it.
///
/// # Safety
/// As for [`bytes_mut`].
pub unsafe fn writable(datum: Datum) -> Option<Datum> {
    // SAFETY: the caller guarantees it.
    unsafe { contents_mut::<Plain>(datum).map(|plain| plain.0) }
}

/// Deletes an expanded object that holds a plain varlena, if this caller may change it. Returns whether it did.
///
/// # Safety
/// As for [`bytes_mut`]; the object must not be used afterwards.
pub unsafe fn delete(datum: Datum) -> bool {
    // SAFETY: the caller guarantees it.
    unsafe {
        let object = object::<Plain>(datum).filter(|(_, may_change)| *may_change);
        if let Some((object, _)) = object {
            pg_sys::MemoryContextDelete(object.as_ref().header.eoh_context);
        }
        object.is_some()
    }
}
