//! Memory contexts.

use super::huge_pages;
use pgrx::pg_sys;
use std::ptr::NonNull;

/// What the addresses of PostgreSQL's memory are a multiple of.
const MAX_ALIGN: usize = pg_sys::MAXIMUM_ALIGNOF as usize;

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

    /// Room for so many `T`.
    pub(super) fn room<T>(self, count: usize) -> NonNull<T> {
        const { assert!(align_of::<T>() <= MAX_ALIGN, "PostgreSQL's memory is not aligned for it") };
        let bytes = count.saturating_mul(size_of::<T>()).max(1);
        // SAFETY: returns that much memory, not null, or raises an error.
        unsafe { NonNull::new_unchecked(pg_sys::MemoryContextAllocHuge(self.0, bytes).cast()) }
    }

    /// Room for a `T`, all of it zero.
    pub fn zeroed<T>(self) -> *mut T {
        const { assert!(align_of::<T>() <= MAX_ALIGN, "PostgreSQL's memory is not aligned for it") };
        // SAFETY: returns that much memory, or raises an error.
        unsafe { pg_sys::MemoryContextAllocZero(self.0, size_of::<T>()).cast() }
    }
}

/// Bytes that one operation of a query may take, by the setting `work_mem`.
pub fn work_mem() -> usize {
    // SAFETY: reads a number.
    unsafe { pg_sys::work_mem as usize * 1024 }
}

/// A list of so many items in a memory context, which ends with it.
#[derive(Debug)]
pub struct Slots<T> {
    items: NonNull<T>,
    len: usize,
}

impl<T> Default for Slots<T> {
    fn default() -> Self {
        Self { items: NonNull::dangling(), len: 0 }
    }
}

impl Slots<u8> {
    /// Bytes that are to be written before they are read; in huge pages, if they are many.
    pub fn unset(memory: Memory, len: usize) -> Self {
        let mut new = Self { items: memory.room(len), len };
        huge_pages::advise(new.as_mut_slice());
        new
    }
}

impl<T> Slots<T> {
    /// One of so many items, which `item` makes.
    pub fn new(memory: Memory, len: usize, item: impl Fn() -> T) -> Self {
        const { assert!(!std::mem::needs_drop::<T>(), "nothing here is dropped") };
        let items = memory.room::<T>(len);
        for i in 0..len {
            // SAFETY: there is room for so many.
            unsafe { items.add(i).write(item()) };
        }
        Self { items, len }
    }

    /// The items.
    #[inline]
    pub fn as_slice(&self) -> &[T] {
        // SAFETY: so many were written.
        unsafe { std::slice::from_raw_parts(self.items.as_ptr(), self.len) }
    }

    /// The items, to be changed.
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        // SAFETY: the same.
        unsafe { std::slice::from_raw_parts_mut(self.items.as_ptr(), self.len) }
    }

    /// Frees it. Nobody else does as long as its context lives.
    pub fn free(self) {
        if self.len > 0 {
            // SAFETY: allocated above, and nobody else has the pointer.
            unsafe { pg_sys::pfree(self.items.as_ptr().cast()) }
        }
    }
}

/// A list that grows in a memory context, with which it ends.
#[derive(Debug)]
pub struct List<T> {
    memory: Memory,
    items: NonNull<T>,
    len: usize,
    room: usize,
}

impl<T> List<T> {
    /// An empty one.
    pub fn new(memory: Memory) -> Self {
        const { assert!(!std::mem::needs_drop::<T>(), "nothing here is dropped") };
        Self { memory, items: NonNull::dangling(), len: 0, room: 0 }
    }

    /// Adds an item.
    pub fn push(&mut self, item: T) {
        if self.len == self.room {
            self.grow();
        }
        // SAFETY: there is room for it.
        unsafe { self.items.add(self.len).write(item) };
        self.len += 1;
    }

    #[cold]
    fn grow(&mut self) {
        let room = (self.room * 2).max(8);
        let items = self.memory.room::<T>(room);
        // SAFETY: so many are there, and nobody else has the pointer to them.
        unsafe {
            items.copy_from_nonoverlapping(self.items, self.len);
            if self.room > 0 {
                pg_sys::pfree(self.items.as_ptr().cast());
            }
        }
        (self.items, self.room) = (items, room);
    }

    /// The items.
    pub fn as_slice(&self) -> &[T] {
        // SAFETY: so many were written.
        unsafe { std::slice::from_raw_parts(self.items.as_ptr(), self.len) }
    }

    /// The items, to be changed.
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        // SAFETY: the same.
        unsafe { std::slice::from_raw_parts_mut(self.items.as_ptr(), self.len) }
    }
}
