//! PostgreSQL's memory contexts.

use pgrx::pg_sys;
use std::ffi::c_void;
use std::ptr::NonNull;

/// Alignment of all memory that PostgreSQL allocates.
const MAX_ALIGN: usize = pg_sys::MAXIMUM_ALIGNOF as usize;

/// A memory context. Whatever is allocated in it must not be used after the context ends. So only values that live in
/// the context hold a `Memory`, or it is held for one call.
#[derive(Debug, Clone, Copy)]
pub struct Memory(pg_sys::MemoryContext);

impl Memory {
    /// Returns the memory context of the current call.
    pub fn of_this_call() -> Self {
        // SAFETY: this reads a pointer.
        Self(unsafe { pg_sys::CurrentMemoryContext })
    }

    /// Wraps PostgreSQL's pointer to a memory context.
    ///
    /// # Safety
    /// The context must be alive as long as the result is used.
    pub unsafe fn of(context: pg_sys::MemoryContext) -> Self {
        Self(context)
    }

    pub fn of_transaction() -> Self {
        // SAFETY: this reads a pointer. Functions are called in transactions.
        Self(unsafe { pg_sys::TopTransactionContext })
    }

    /// Calls `f`, which must not raise an error, with a null pointer just before the memory ends.
    pub fn at_end(self, f: extern "C-unwind" fn(*mut c_void)) {
        let callback = self.zeroed::<pg_sys::MemoryContextCallback>();
        // SAFETY: the callback is in the memory that it belongs to.
        unsafe {
            (*callback).func = Some(f);
            pg_sys::MemoryContextRegisterResetCallback(self.0, callback);
        }
    }

    /// Ends the memory and whatever is in it.
    ///
    /// # Safety
    /// It must be the memory of a [`ScratchMemory`] that was kept, and nothing in it may be used afterwards.
    pub unsafe fn end(self) {
        // SAFETY: nothing else refers to the context.
        unsafe { pg_sys::MemoryContextDelete(self.0) }
    }

    /// Calls `f` while this is the current memory. After an ERROR PostgreSQL chooses the memory.
    pub fn within<R>(self, f: impl FnOnce() -> R) -> R {
        // SAFETY: the context is alive as long as this value is used.
        unsafe {
            let before = pg_sys::CurrentMemoryContext;
            pg_sys::CurrentMemoryContext = self.0;
            let result = f();
            pg_sys::CurrentMemoryContext = before;
            result
        }
    }

    /// Makes a small memory below this one.
    pub fn new_below(self) -> Self {
        // SAFETY: the context can be the parent of another one; the name is static.
        let context = unsafe {
            pg_sys::AllocSetContextCreateInternal(
                self.0,
                c"bloom_rs".as_ptr(),
                pg_sys::ALLOCSET_SMALL_MINSIZE as usize,
                pg_sys::ALLOCSET_SMALL_INITSIZE as usize,
                pg_sys::ALLOCSET_SMALL_MAXSIZE as usize,
            )
        };
        Self(context)
    }

    /// Frees whatever is in the memory.
    ///
    /// # Safety
    /// It must be one of [`Self::new_below`], and nothing in it may be used afterwards.
    pub unsafe fn reset(self) {
        // SAFETY: the caller guarantees it.
        unsafe { pg_sys::MemoryContextReset(self.0) }
    }

    /// Returns PostgreSQL's pointer to the context.
    pub(crate) fn context(self) -> pg_sys::MemoryContext {
        self.0
    }

    /// Allocates memory for `count` values of type `T`.
    pub(super) fn allocate<T>(self, count: usize) -> NonNull<T> {
        const { assert!(align_of::<T>() <= MAX_ALIGN, "PostgreSQL's memory is not aligned for it") };
        let bytes = count.saturating_mul(size_of::<T>()).max(1);
        // SAFETY: the function returns that much memory, not null, or raises an error.
        unsafe { NonNull::new_unchecked(pg_sys::MemoryContextAllocHuge(self.0, bytes).cast()) }
    }

    /// Puts a value into the memory, which ends without dropping it.
    pub fn put<T>(self, value: T) -> NonNull<T> {
        const { assert!(!std::mem::needs_drop::<T>(), "nothing here is dropped") };
        let place = self.allocate::<T>(1);
        // SAFETY: new memory, large enough and aligned.
        unsafe { place.write(value) };
        place
    }

    /// Allocates zeroed memory for a `T`.
    pub fn zeroed<T>(self) -> *mut T {
        const { assert!(align_of::<T>() <= MAX_ALIGN, "PostgreSQL's memory is not aligned for it") };
        // SAFETY: the function returns that much memory or raises an error.
        unsafe { pg_sys::MemoryContextAllocZero(self.0, size_of::<T>()).cast() }
    }
}

/// A memory context that is current as long as this value lives. Whatever is allocated in it ends with it.
#[derive(Debug)]
pub struct ScratchMemory {
    own: pg_sys::MemoryContext,
    before: pg_sys::MemoryContext,
}

impl ScratchMemory {
    /// Makes a context below the current one.
    pub fn new() -> Self {
        Self::with(pg_sys::ALLOCSET_DEFAULT_INITSIZE, pg_sys::ALLOCSET_DEFAULT_MAXSIZE)
    }

    /// Makes a context for one large value.
    pub fn of_one_value() -> Self {
        Self::with(pg_sys::ALLOCSET_SMALL_INITSIZE, pg_sys::ALLOCSET_SMALL_MAXSIZE)
    }

    /// Makes a context whose blocks have these sizes at first and at most; larger chunks have their own.
    fn with(initial: u32, most: u32) -> Self {
        // SAFETY: the current context can be the parent of another one; the name is static.
        unsafe {
            let before = pg_sys::CurrentMemoryContext;
            let own = pg_sys::AllocSetContextCreateInternal(
                before,
                c"bloom_rs scratch".as_ptr(),
                0,
                initial as usize,
                most as usize,
            );
            pg_sys::CurrentMemoryContext = own;
            Self { own, before }
        }
    }

    /// Calls `f` while the context before is current, so that what `f` allocates outlives this memory.
    pub fn outside<R>(&self, f: impl FnOnce() -> R) -> R {
        // SAFETY: both contexts are alive. If `f` panics, the context before stays current, as when this value is
        // dropped.
        unsafe {
            pg_sys::CurrentMemoryContext = self.before;
            let result = f();
            pg_sys::CurrentMemoryContext = self.own;
            result
        }
    }

    /// Makes this memory, with whatever is in it, a part of another one. It is no longer current.
    pub fn keep_in(self, parent: Memory) -> Memory {
        let kept = Memory(self.own);
        // SAFETY: the context is below the one before, which becomes current again, and moves below the new parent.
        unsafe {
            pg_sys::CurrentMemoryContext = self.before;
            pg_sys::MemoryContextSetParent(self.own, parent.0);
        }
        std::mem::forget(self);
        kept
    }
}

impl Drop for ScratchMemory {
    fn drop(&mut self) {
        // SAFETY: the context before outlives this value, which borrows nothing of its own context.
        unsafe {
            pg_sys::CurrentMemoryContext = self.before;
            pg_sys::MemoryContextDelete(self.own);
        }
    }
}

/// Returns the setting `work_mem` in bytes: the memory that one operation of a query may use.
pub fn work_mem() -> usize {
    // SAFETY: this reads a number.
    unsafe { pg_sys::work_mem as usize * 1024 }
}

/// Returns the memory in bytes that a hash table of a query may use: `work_mem` times `hash_mem_multiplier`.
pub fn hash_memory_limit() -> usize {
    // SAFETY: this reads numbers.
    unsafe { pg_sys::get_hash_memory_limit() }
}

/// Returns the setting `maintenance_work_mem` in bytes: the memory that building an index may use.
pub fn maintenance_work_mem() -> usize {
    // SAFETY: this reads a number.
    unsafe { pg_sys::maintenance_work_mem as usize * 1024 }
}
