//! Memory contexts.

use pgrx::pg_sys;

/// A memory context. What is made in it must not be used once it ended; so it is held by what lives there itself, or
/// for one call.
#[derive(Debug, Clone, Copy)]
pub struct Memory(pg_sys::MemoryContext);

impl Memory {
    /// That of the call that is going on.
    pub fn of_this_call() -> Self {
        // SAFETY: reads a pointer.
        Self(unsafe { pg_sys::CurrentMemoryContext })
    }

    /// A context.
    ///
    /// # Safety
    /// It must be alive as long as this is used.
    pub unsafe fn of(context: pg_sys::MemoryContext) -> Self {
        Self(context)
    }

    /// The context.
    pub(crate) fn context(self) -> pg_sys::MemoryContext {
        self.0
    }

    /// Room for a `T`, aligned for anything, all of it zero.
    pub fn zeroed<T>(self) -> *mut T {
        // SAFETY: returns that much memory, or raises an error.
        unsafe { pg_sys::MemoryContextAllocZero(self.0, size_of::<T>()).cast() }
    }
}
