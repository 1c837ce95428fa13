//! Memory contexts.

use pgrx::pg_sys;
use std::ptr::NonNull;

/// Alignment of PostgreSQL's memory.
const MAX_ALIGN: usize = pg_sys::MAXIMUM_ALIGNOF as usize;

/// A memory context. What is made in it must not be used once it ended; so it is held by what lives there itself, or
/// for one call.
#[derive(Debug, Clone, Copy)]
pub struct Memory(pg_sys::MemoryContext);

impl Memory {
    /// Returns the context of the call that is going on.
    pub fn of_this_call() -> Self {
        // SAFETY: reads a pointer.
        Self(unsafe { pg_sys::CurrentMemoryContext })
    }

    /// Refers to a context.
    ///
    /// # Safety
    /// It must be alive as long as this is used.
    pub unsafe fn of(context: pg_sys::MemoryContext) -> Self {
        Self(context)
    }

    /// Returns the context.
    pub(crate) fn context(self) -> pg_sys::MemoryContext {
        self.0
    }

    /// Allocates room for `count` values of type `T`.
    pub(super) fn room<T>(self, count: usize) -> NonNull<T> {
        const { assert!(align_of::<T>() <= MAX_ALIGN, "PostgreSQL's memory is not aligned for it") };
        let bytes = count.saturating_mul(size_of::<T>()).max(1);
        // SAFETY: returns that much memory, not null, or raises an error.
        unsafe { NonNull::new_unchecked(pg_sys::MemoryContextAllocHuge(self.0, bytes).cast()) }
    }

    /// Allocates room for a `T`, all of it zero.
    pub fn zeroed<T>(self) -> *mut T {
        const { assert!(align_of::<T>() <= MAX_ALIGN, "PostgreSQL's memory is not aligned for it") };
        // SAFETY: returns that much memory, or raises an error.
        unsafe { pg_sys::MemoryContextAllocZero(self.0, size_of::<T>()).cast() }
    }
}

/// Returns the bytes that one operation of a query may take, by the setting `work_mem`.
pub fn work_mem() -> usize {
    // SAFETY: reads a number.
    unsafe { pg_sys::work_mem as usize * 1024 }
}
