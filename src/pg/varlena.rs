//! Values of variable length as bytes.

use super::expanded;
use super::huge_pages;
use super::memory::Memory;
use crate::error::{self, Result};
use bloom_core::bytes;
use pgrx::{pg_sys, varlena};
use std::ptr::NonNull;

/// The largest piece of memory that palloc gives, and so the largest value (MaxAllocSize).
const MAX_ALLOC: usize = 0x3fff_ffff;

/// Bytes of a varlena's length word.
const VARHDRSZ: usize = pg_sys::VARHDRSZ;

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
    #[inline(always)]
    pub unsafe fn new(datum: pg_sys::Datum) -> Self {
        // SAFETY: the caller promises a varlena.
        match unsafe { in_place(datum) } {
            Some(bytes) => Self { bytes, copy: None },
            // SAFETY: the same.
            None => unsafe { Self::fetched(datum) },
        }
    }

    /// # Safety
    /// As [`Varlena::new`].
    #[cold]
    #[inline(never)]
    unsafe fn fetched(datum: pg_sys::Datum) -> Self {
        // SAFETY: the caller promises a varlena, whose copy is ours.
        unsafe {
            let copy = pg_sys::pg_detoast_datum_packed(datum.cast_mut_ptr());
            let data = varlena::vardata_any(copy).cast();
            let bytes = std::slice::from_raw_parts(data, varlena::varsize_any_exhdr(copy));
            Self { bytes, copy: NonNull::new(copy) }
        }
    }

    /// Some bytes of a value, which need not be all.
    ///
    /// # Safety
    /// `datum` must point to a valid varlena.
    pub(super) unsafe fn slice(datum: pg_sys::Datum, at: usize, len: usize) -> Self {
        // SAFETY: the caller promises a varlena; a slice is a new one, and ours.
        unsafe {
            let copy = pg_sys::pg_detoast_datum_slice(datum.cast_mut_ptr(), at as i32, len as i32);
            let bytes = plain(pg_sys::Datum::from(copy));
            Self { bytes, copy: NonNull::new(copy) }
        }
    }

    /// The value's bytes.
    #[must_use]
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        self.bytes
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
            // SAFETY: `pg_detoast_datum_packed` allocated it, and nobody else has the pointer.
            unsafe { pg_sys::pfree(copy.as_ptr().cast()) }
        }
    }
}

/// The first `len` bytes of a varlena, fetching no more of it than that, and its whole length.
///
/// # Safety
/// `datum` must point to a valid varlena.
pub unsafe fn prefix(datum: pg_sys::Datum, len: usize) -> (Vec<u8>, usize) {
    // SAFETY: the caller promises a varlena.
    unsafe {
        let prefix = Varlena::slice(datum, 0, len).bytes().to_vec();
        (prefix, pg_sys::toast_raw_datum_size(datum) - VARHDRSZ)
    }
}

/// A new varlena in the current memory context, to be returned.
#[derive(Debug)]
pub struct NewVarlena(NonNull<pg_sys::varlena>);

impl NewVarlena {
    /// One of `len` bytes in `memory`, the value of which does not matter yet.
    pub(super) fn unwritten(memory: Memory, len: usize) -> Result<Self> {
        let total = len.saturating_add(VARHDRSZ);
        if total > MAX_ALLOC {
            return Err(error::too_large(total));
        }
        // SAFETY: returns that much memory or raises an error.
        unsafe {
            let pointer = pg_sys::MemoryContextAlloc(memory.context(), total).cast::<pg_sys::varlena>();
            varlena::set_varsize_4b(pointer, total as i32);
            huge_pages::advise(plain_mut(pg_sys::Datum::from(pointer)));
            NonNull::new(pointer).map(Self).ok_or_else(|| error::too_large(total))
        }
    }

    /// One of `len` zero bytes.
    ///
    /// # Errors
    /// 54000 if PostgreSQL has no values of that size.
    pub fn zeroed(len: usize) -> Result<Self> {
        let mut new = Self::unset(len)?;
        bytes::clear(new.bytes_mut());
        Ok(new)
    }

    /// One of `len` bytes, all of which the caller sets.
    ///
    /// # Errors
    /// As [`NewVarlena::zeroed`].
    pub fn unset(len: usize) -> Result<Self> {
        Self::unwritten(Memory::of_this_call(), len)
    }

    /// One with these bytes.
    ///
    /// # Errors
    /// As [`NewVarlena::zeroed`].
    pub fn copy_of(from: &[u8]) -> Result<Self> {
        let mut new = Self::unwritten(Memory::of_this_call(), from.len())?;
        bytes::copy(new.bytes_mut(), from);
        Ok(new)
    }

    /// Its bytes, to be read.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        // SAFETY: made above with a four-byte header.
        unsafe { plain(pg_sys::Datum::from(self.0.as_ptr())) }
    }

    /// Gives its memory back.
    pub fn free(self) {
        // SAFETY: made above, and nobody else has the pointer.
        unsafe { pg_sys::pfree(self.0.as_ptr().cast()) }
    }

    /// Its bytes.
    #[must_use]
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        // SAFETY: made above with a four-byte header; only we have the pointer.
        unsafe { plain_mut(pg_sys::Datum::from(self.0.as_ptr())) }
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

/// A plain varlena, moved to other memory.
///
/// # Safety
/// `datum` must point to a plain varlena that was allocated, and is not used any more; the memory must be alive.
pub unsafe fn moved(datum: pg_sys::Datum, memory: Memory) -> pg_sys::Datum {
    let from = datum.cast_mut_ptr::<pg_sys::varlena>();
    // SAFETY: the caller promises the varlena and the memory; what is allocated is as long.
    unsafe {
        let len = varlena::varsize_4b(from);
        let to = pg_sys::MemoryContextAlloc(memory.context(), len);
        std::ptr::copy_nonoverlapping(from.cast::<u8>(), to.cast::<u8>(), len);
        pg_sys::pfree(from.cast());
        pg_sys::Datum::from(to)
    }
}

/// Frees a plain varlena, or an expanded one with all that it has.
///
/// # Safety
/// `datum` must point to such a varlena that was allocated, and is not used any more.
pub unsafe fn free(datum: pg_sys::Datum) {
    // SAFETY: the caller promises it.
    unsafe {
        if !expanded::delete(datum) {
            pg_sys::pfree(datum.cast_mut_ptr());
        }
    }
}

/// Whether a varlena is stored plainly, with a four-byte header.
///
/// # Safety
/// `datum` must point to a varlena.
#[inline]
pub unsafe fn is_plain(datum: pg_sys::Datum) -> bool {
    // SAFETY: the caller promises a varlena.
    unsafe { varlena::varatt_is_4b_u(datum.cast_mut_ptr()) }
}

/// The bytes of a plain varlena.
///
/// # Safety
/// `datum` must point to a plain varlena that outlives the result.
#[inline]
pub unsafe fn plain<'a>(datum: pg_sys::Datum) -> &'a [u8] {
    let pointer = datum.cast_mut_ptr::<pg_sys::varlena>();
    // SAFETY: the caller promises a plain varlena.
    unsafe {
        let len = varlena::varsize_4b(pointer) - VARHDRSZ;
        std::slice::from_raw_parts(varlena::vardata_4b(pointer).cast(), len)
    }
}

/// The bytes of a varlena that is neither compressed nor stored in a table of its own.
///
/// # Safety
/// `datum` must point to a varlena that outlives the result.
#[inline(always)]
pub unsafe fn in_place<'a>(datum: pg_sys::Datum) -> Option<&'a [u8]> {
    let pointer = datum.cast_mut_ptr::<pg_sys::varlena>();
    // SAFETY: the caller promises a varlena; its first byte tells its form.
    unsafe {
        if varlena::varatt_is_1b_e(pointer) {
            expanded::bytes(datum)
        } else if varlena::varatt_is_1b(pointer) {
            let len = varlena::varsize_1b(pointer) - pg_sys::VARHDRSZ_SHORT;
            Some(std::slice::from_raw_parts(varlena::vardata_1b(pointer).cast(), len))
        } else {
            is_plain(datum).then(|| plain(datum))
        }
    }
}

/// The bytes of a plain varlena, to be changed in place.
///
/// # Safety
/// `datum` must point to a plain varlena that outlives the result and that nobody else reads meanwhile.
#[inline]
pub unsafe fn plain_mut<'a>(datum: pg_sys::Datum) -> &'a mut [u8] {
    let pointer = datum.cast_mut_ptr::<pg_sys::varlena>();
    // SAFETY: the caller promises a plain varlena of its own.
    unsafe {
        let len = varlena::varsize_4b(pointer) - VARHDRSZ;
        std::slice::from_raw_parts_mut(varlena::vardata_4b(pointer).cast_mut().cast(), len)
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
    /// One of `len` bytes, all of which `write` writes.
    ///
    /// # Errors
    /// 54000 if PostgreSQL has no values of that size.
    pub fn new(len: usize, write: impl FnOnce(&mut [u8])) -> Result<Self> {
        if len >= MAX_ALLOC {
            return Err(error::too_large(len));
        }
        // SAFETY: palloc returns that much memory or raises an error; bytes have no invalid values.
        unsafe {
            let pointer = pg_sys::palloc(len + 1).cast::<u8>();
            pointer.add(len).write(0);
            write(std::slice::from_raw_parts_mut(pointer, len));
            NonNull::new(pointer).map(Self).ok_or_else(|| error::too_large(len))
        }
    }

    /// The datum to return.
    pub fn into_datum(self) -> pg_sys::Datum {
        pg_sys::Datum::from(self.0.as_ptr())
    }
}

/// The bytes of a message that a receive function has not read yet; they count as read afterwards.
///
/// # Safety
/// `message` must be the argument of a receive function.
pub unsafe fn received<'a>(message: pg_sys::Datum) -> &'a [u8] {
    // SAFETY: receive functions are called with a StringInfo.
    unsafe {
        let message = &mut *message.cast_mut_ptr::<pg_sys::StringInfoData>();
        let rest = std::slice::from_raw_parts(
            message.data.add(message.cursor as usize).cast(),
            (message.len - message.cursor) as usize,
        );
        message.cursor = message.len;
        rest
    }
}
