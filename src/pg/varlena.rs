//! Plain varlenas, new varlenas, and other new values. The module `detoast` reads varlenas in every form.

use super::huge_pages;
use super::memory::Memory;
use super::unwritten::{clear, copy};
use crate::error::{self, Result};
use pgrx::{pg_sys, varlena};
use std::mem::MaybeUninit;
use std::ptr::NonNull;

/// Largest size that palloc allocates, and so the largest value (MaxAllocSize).
const MAX_ALLOC: usize = 0x3fff_ffff;

/// Length of a varlena's length word in bytes.
pub(super) const VARHDRSZ: usize = pg_sys::VARHDRSZ;

/// A new varlena whose bytes have not been written yet.
#[derive(Debug)]
pub(super) struct UnwrittenVarlena(NonNull<pg_sys::varlena>);

impl UnwrittenVarlena {
    /// Allocates a varlena of `len` bytes in `memory`.
    ///
    /// # Errors
    /// 54000 if PostgreSQL cannot store a value of that size.
    pub fn new(memory: Memory, len: usize) -> Result<Self> {
        let total = len.saturating_add(VARHDRSZ);
        if total > MAX_ALLOC {
            return Err(error::too_large(total));
        }
        // SAFETY: the function returns that much memory or raises an error.
        let new = unsafe {
            let pointer = pg_sys::MemoryContextAlloc(memory.context(), total).cast::<pg_sys::varlena>();
            varlena::set_varsize_4b(pointer, total as i32);
            NonNull::new(pointer)
        };
        let mut new = new.map(Self).ok_or_else(|| error::too_large(total))?;
        huge_pages::advise(new.bytes_mut());
        Ok(new)
    }

    pub fn bytes_mut(&mut self) -> &mut [MaybeUninit<u8>] {
        // SAFETY: the varlena was made above; nobody else has the pointer.
        unsafe { unwritten(self.0.as_ptr()) }
    }

    /// Declares that the varlena is written.
    ///
    /// # Safety
    /// All bytes must have been written.
    pub unsafe fn assume_written(self) -> NewVarlena {
        NewVarlena(self.0)
    }

    /// Sets all bytes to zero.
    pub fn zeroed(mut self) -> NewVarlena {
        clear(self.bytes_mut());
        // SAFETY: all bytes were written.
        unsafe { self.assume_written() }
    }

    /// Copies bytes into it, which are as many.
    pub fn copy_of(mut self, from: &[u8]) -> NewVarlena {
        copy(self.bytes_mut(), from);
        // SAFETY: all bytes were written.
        unsafe { self.assume_written() }
    }
}

/// A new varlena in the current memory context, which a function can return.
#[derive(Debug)]
pub struct NewVarlena(NonNull<pg_sys::varlena>);

impl NewVarlena {
    /// Wraps a new plain varlena.
    ///
    /// # Safety
    /// It must be in the current memory context, and nobody else may have the pointer.
    pub(super) unsafe fn of(new: *mut pg_sys::varlena) -> Self {
        // SAFETY: PostgreSQL's functions return no null pointer for a new value.
        Self(unsafe { NonNull::new_unchecked(new) })
    }

    /// Allocates a varlena of `len` zero bytes.
    ///
    /// # Errors
    /// 54000 if PostgreSQL cannot store a value of that size.
    pub fn zeroed(len: usize) -> Result<Self> {
        Ok(UnwrittenVarlena::new(Memory::of_this_call(), len)?.zeroed())
    }

    /// Allocates a varlena with a copy of these bytes.
    ///
    /// # Errors
    /// As [`NewVarlena::zeroed`].
    pub fn copy_of(from: &[u8]) -> Result<Self> {
        Ok(UnwrittenVarlena::new(Memory::of_this_call(), from.len())?.copy_of(from))
    }

    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        // SAFETY: the varlena was made above with a four-byte header.
        unsafe { plain(pg_sys::Datum::from(self.0.as_ptr())) }
    }

    pub fn free(self) {
        // SAFETY: the varlena was made above, and nobody else has the pointer.
        unsafe { pg_sys::pfree(self.0.as_ptr().cast()) }
    }

    #[must_use]
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        // SAFETY: the varlena was made above with a four-byte header; nobody else has the pointer.
        unsafe { plain_mut(pg_sys::Datum::from(self.0.as_ptr())) }
    }

    /// Shortens the value to `len` bytes.
    pub fn truncate(&mut self, len: usize) {
        let total = self.bytes_mut().len().min(len) + VARHDRSZ;
        // SAFETY: the varlena is at least that long.
        unsafe { varlena::set_varsize_4b(self.0.as_ptr(), total as i32) }
    }

    #[must_use]
    pub fn into_datum(self) -> pg_sys::Datum {
        pg_sys::Datum::from(self.0.as_ptr())
    }
}

/// Moves a plain varlena to another memory context.
///
/// # Safety
/// `datum` must point to an allocated plain varlena, which must not be used afterwards; `memory` must be alive.
pub unsafe fn move_to(datum: pg_sys::Datum, memory: Memory) -> pg_sys::Datum {
    let from = datum.cast_mut_ptr::<pg_sys::varlena>();
    // SAFETY: the caller guarantees the varlena and the memory; the new allocation is as long as the varlena.
    unsafe {
        let len = varlena::varsize_4b(from);
        let to = pg_sys::MemoryContextAlloc(memory.context(), len);
        std::ptr::copy_nonoverlapping(from.cast::<u8>(), to.cast::<u8>(), len);
        pg_sys::pfree(from.cast());
        pg_sys::Datum::from(to)
    }
}

/// Returns whether a varlena has a four-byte header and is not compressed.
///
/// # Safety
/// `datum` must point to a varlena.
#[inline]
pub unsafe fn is_plain(datum: pg_sys::Datum) -> bool {
    // SAFETY: the caller guarantees a varlena.
    unsafe { varlena::varatt_is_4b_u(datum.cast_mut_ptr()) }
}

/// Returns the bytes of a plain varlena.
///
/// # Safety
/// `datum` must point to a plain varlena that outlives the result.
#[inline]
pub unsafe fn plain<'a>(datum: pg_sys::Datum) -> &'a [u8] {
    let pointer = datum.cast_mut_ptr::<pg_sys::varlena>();
    // SAFETY: the caller guarantees a plain varlena.
    unsafe {
        let len = varlena::varsize_4b(pointer) - VARHDRSZ;
        std::slice::from_raw_parts(varlena::vardata_4b(pointer).cast(), len)
    }
}

/// Returns the bytes of a plain varlena, to be changed in place.
///
/// # Safety
/// `datum` must point to a plain varlena that outlives the result and that nobody else reads meanwhile.
#[inline]
pub unsafe fn plain_mut<'a>(datum: pg_sys::Datum) -> &'a mut [u8] {
    let pointer = datum.cast_mut_ptr::<pg_sys::varlena>();
    // SAFETY: the caller guarantees a plain varlena that nobody else reads.
    unsafe {
        let len = varlena::varsize_4b(pointer) - VARHDRSZ;
        std::slice::from_raw_parts_mut(varlena::vardata_4b(pointer).cast_mut().cast(), len)
    }
}

/// Makes a plain varlena of the bytes of another one from `offset` on, in place. Its length word overwrites
/// the four bytes before.
///
/// # Errors
/// XX000 if there are no four bytes before, or they are not aligned.
///
/// # Safety
/// As for [`plain_mut`].
pub unsafe fn rest(datum: pg_sys::Datum, offset: usize) -> Result<pg_sys::Datum> {
    // SAFETY: the caller guarantees a plain varlena.
    let bytes = unsafe { plain_mut(datum) };
    let rest = bytes
        .get_mut(offset.wrapping_sub(VARHDRSZ)..)
        .filter(|rest| rest.as_ptr().align_offset(VARHDRSZ) == 0);
    let Some(rest) = rest else { return Err(error::internal("no varlena can begin at this offset")) };
    // SAFETY: the length word is aligned, and says how long the rest is.
    unsafe { varlena::set_varsize_4b(rest.as_mut_ptr().cast(), rest.len() as i32) };
    Ok(pg_sys::Datum::from(rest.as_mut_ptr()))
}

/// Returns the bytes of a plain varlena, of which only the length word has been written.
///
/// # Safety
/// `pointer` must be to memory of that length, which outlives the result and which nobody else uses
/// meanwhile.
pub(super) unsafe fn unwritten<'a>(pointer: *mut pg_sys::varlena) -> &'a mut [MaybeUninit<u8>] {
    // SAFETY: the memory follows the length word.
    unsafe {
        let len = varlena::varsize_4b(pointer) - VARHDRSZ;
        std::slice::from_raw_parts_mut(varlena::vardata_4b(pointer).cast_mut().cast(), len)
    }
}

/// A new value of a fixed-length type in the current memory context, which a function can return.
#[derive(Debug)]
pub struct NewFixed(pg_sys::Datum);

impl NewFixed {
    /// Allocates a copy of these bytes.
    pub fn new<const N: usize>(bytes: [u8; N]) -> Self {
        // SAFETY: palloc returns that much memory or raises an error.
        unsafe {
            let pointer = pg_sys::palloc(N).cast::<[u8; N]>();
            pointer.write(bytes);
            Self(pg_sys::Datum::from(pointer))
        }
    }

    pub fn into_datum(self) -> pg_sys::Datum {
        self.0
    }
}

/// A new zero-terminated string in the current memory context, which a function can return.
#[derive(Debug)]
pub struct NewCString(NonNull<u8>);

impl NewCString {
    /// Allocates a string of `len` bytes. `write` gets one step of it after another as zeros, and writes
    /// them.
    ///
    /// # Errors
    /// 54000 if PostgreSQL cannot store a value of that size.
    pub fn new(len: usize, step: usize, mut write: impl FnMut(&mut [u8])) -> Result<Self> {
        if len >= MAX_ALLOC {
            return Err(error::too_large(len));
        }
        // SAFETY: palloc returns that much memory or raises an error.
        let string = unsafe {
            let pointer = pg_sys::palloc(len + 1).cast();
            std::slice::from_raw_parts_mut::<MaybeUninit<u8>>(pointer, len + 1)
        };
        string[..len].chunks_mut(step).for_each(|step| write(clear(step)));
        string[len].write(0);
        NonNull::new(string.as_mut_ptr().cast()).map(Self).ok_or_else(|| error::too_large(len))
    }

    pub fn into_datum(self) -> pg_sys::Datum {
        pg_sys::Datum::from(self.0.as_ptr())
    }
}

/// Returns the unread bytes of a receive function's message, and marks them as read.
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
