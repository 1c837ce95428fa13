//! Reads varlenas in every form in which PostgreSQL stores or passes them: plain, with a short header, compressed, out
//! of line, or as an expanded object.

use super::expanded;
use super::varlena::{self, NewVarlena, VARHDRSZ};
use crate::error::Result;
use pgrx::pg_sys::{self, Datum};
use pgrx::varlena as form;
use std::marker::PhantomData;
use std::ptr::NonNull;

/// A varlena that has not been read yet.
#[derive(Debug, Clone, Copy)]
pub struct VarlenaRef<'a>(Datum, PhantomData<&'a ()>);

impl<'a> VarlenaRef<'a> {
    /// Refers to the varlena of a datum.
    ///
    /// # Safety
    /// `datum` must point to a valid varlena that outlives the result.
    #[inline(always)]
    pub unsafe fn new(datum: Datum) -> Self {
        Self(datum, PhantomData)
    }

    #[inline(always)]
    pub fn datum(self) -> Datum {
        self.0
    }

    /// Returns the bytes of a varlena with a four-byte header, neither compressed nor stored out of line.
    #[inline(always)]
    pub fn plain(self) -> Option<&'a [u8]> {
        // SAFETY: the datum is a varlena that outlives the result.
        unsafe { varlena::is_plain(self.0).then(|| varlena::plain(self.0)) }
    }

    /// Returns the bytes of a varlena that is neither compressed nor stored out of line.
    #[inline(always)]
    pub fn in_place(self) -> Option<&'a [u8]> {
        let pointer = self.0.cast_mut_ptr::<pg_sys::varlena>();
        // SAFETY: the datum is a varlena that outlives the result; its first byte tells its form.
        unsafe {
            if form::varatt_is_1b_e(pointer) {
                expanded::bytes(self.0)
            } else if form::varatt_is_1b(pointer) {
                let len = form::varsize_1b(pointer) - pg_sys::VARHDRSZ_SHORT;
                Some(std::slice::from_raw_parts(form::vardata_1b(pointer).cast(), len))
            } else {
                self.plain()
            }
        }
    }

    /// Returns `len` bytes starting at `at`, or fewer if the value ends before. Fetches no other bytes.
    pub fn slice(self, at: usize, len: usize) -> Varlena<'a> {
        if let Some(bytes) = self.in_place() {
            let from = at.min(bytes.len());
            return Varlena::in_place(&bytes[from..from + len.min(bytes.len() - from)]);
        }
        // SAFETY: the datum is a varlena; a slice is a new varlena that belongs to us.
        unsafe {
            let copy = pg_sys::pg_detoast_datum_slice(self.0.cast_mut_ptr(), at as i32, len as i32);
            Varlena { bytes: varlena::plain(Datum::from(copy)), copy: NonNull::new(copy) }
        }
    }

    /// Returns the first `len` bytes and the length of the whole value. Fetches no other bytes.
    pub fn prefix(self, len: usize) -> (Vec<u8>, usize) {
        // SAFETY: the datum is a varlena.
        let whole = unsafe { pg_sys::toast_raw_datum_size(self.0) };
        (self.slice(0, len).bytes().to_vec(), whole - VARHDRSZ)
    }
}

/// The bytes of a varlena, read in place where possible; a copy that was decompressed or fetched is freed on drop.
#[derive(Debug)]
pub struct Varlena<'a> {
    bytes: &'a [u8],
    copy: Option<NonNull<pg_sys::varlena>>,
}

impl<'a> Varlena<'a> {
    /// Reads the varlena of a datum.
    ///
    /// # Safety
    /// `datum` must point to a valid varlena that outlives the result.
    #[inline(always)]
    pub unsafe fn new(datum: Datum) -> Self {
        // SAFETY: the caller guarantees it.
        unsafe { VarlenaRef::new(datum) }.into()
    }

    /// Wraps bytes of a varlena that are read in place.
    #[inline(always)]
    pub fn in_place(bytes: &'a [u8]) -> Self {
        Self { bytes, copy: None }
    }

    #[cold]
    #[inline(never)]
    fn fetched(value: VarlenaRef<'a>) -> Self {
        // SAFETY: the datum is a varlena; its copy belongs to us.
        unsafe {
            let copy = pg_sys::pg_detoast_datum_packed(value.0.cast_mut_ptr());
            let data = form::vardata_any(copy).cast();
            let bytes = std::slice::from_raw_parts(data, form::varsize_any_exhdr(copy));
            Self { bytes, copy: NonNull::new(copy) }
        }
    }

    #[must_use]
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        self.bytes
    }

    /// Returns the bytes as a new value in the memory of the call: the copy that was fetched, or one that is
    /// made.
    ///
    /// # Errors
    /// 54000 if PostgreSQL cannot store a value of that size.
    pub fn into_new(mut self) -> Result<NewVarlena> {
        // SAFETY: the copy belongs to us, and is in the current memory context.
        unsafe {
            match self.copy.take_if(|copy| varlena::is_plain(Datum::from(copy.as_ptr()))) {
                Some(copy) => Ok(NewVarlena::of(copy.as_ptr())),
                None => NewVarlena::copy_of(self.bytes),
            }
        }
    }
}

impl<'a> From<VarlenaRef<'a>> for Varlena<'a> {
    #[inline(always)]
    fn from(value: VarlenaRef<'a>) -> Self {
        match value.in_place() {
            Some(bytes) => Self::in_place(bytes),
            None => Self::fetched(value),
        }
    }
}

impl AsRef<[u8]> for Varlena<'_> {
    fn as_ref(&self) -> &[u8] {
        self.bytes
    }
}

impl Drop for Varlena<'_> {
    #[inline(always)]
    fn drop(&mut self) {
        if let Some(copy) = self.copy {
            // SAFETY: PostgreSQL allocated the copy for us, and nobody else has the pointer.
            unsafe { pg_sys::pfree(copy.as_ptr().cast()) }
        }
    }
}

/// Frees a plain varlena, or an expanded object with its memory context.
///
/// # Safety
/// `datum` must point to such an allocated varlena, which must not be used afterwards.
pub unsafe fn free(datum: Datum) {
    // SAFETY: the caller guarantees it.
    unsafe {
        if !expanded::delete(datum) {
            pg_sys::pfree(datum.cast_mut_ptr());
        }
    }
}
