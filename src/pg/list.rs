//! A list in a memory context, for whatever grows with the data: if memory runs out, PostgreSQL raises an ERROR.

use super::memory::Memory;
use super::{huge_pages, unwritten};
use pgrx::pg_sys;
use std::mem::MaybeUninit;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

/// A list of items in a memory context. It ends with the context unless it is freed before. Items are not dropped.
#[derive(Debug)]
pub struct List<T> {
    memory: Memory,
    items: NonNull<T>,
    len: usize,
    capacity: usize,
}

impl<T> List<T> {
    /// Creates an empty list with memory for `capacity` items.
    pub fn with_capacity(memory: Memory, capacity: usize) -> Self {
        const { assert!(!std::mem::needs_drop::<T>(), "nothing here is dropped") };
        let items = if capacity > 0 { memory.allocate(capacity) } else { NonNull::dangling() };
        Self { memory, items, len: 0, capacity }
    }

    /// Returns where the items are, for those who use them longer than the list.
    pub fn start(&self) -> NonNull<T> {
        self.items
    }

    #[inline]
    pub fn push(&mut self, item: T) {
        if self.len == self.capacity {
            self.grow();
        }
        // SAFETY: the list has memory for the item.
        unsafe { self.items.add(self.len).write(item) };
        self.len += 1;
    }

    #[cold]
    fn grow(&mut self) {
        let mut larger = Self::with_capacity(self.memory, (self.capacity * 2).max(8));
        // SAFETY: this list has `len` items, and the new one has memory for more.
        unsafe { larger.items.copy_from_nonoverlapping(self.items, self.len) };
        larger.len = self.len;
        std::mem::replace(self, larger).free();
    }

    /// Takes an item out; the last one gets its place.
    pub fn swap_remove(&mut self, place: usize) -> T {
        let last = self.len - 1;
        self.swap(place, last);
        self.len = last;
        // SAFETY: the item was written, and is no longer in the list.
        unsafe { self.items.add(last).read() }
    }

    /// Keeps the items for which `keep` is true, in their order.
    pub fn retain(&mut self, keep: impl Fn(&T) -> bool) {
        let mut kept = 0;
        for place in 0..self.len {
            if keep(&self[place]) {
                self.swap(kept, place);
                kept += 1;
            }
        }
        self.len = kept;
    }

    /// Frees the list's memory before its context ends.
    pub fn free(self) {
        if self.capacity > 0 {
            // SAFETY: the memory was allocated above, and nobody else has the pointer.
            unsafe { pg_sys::pfree(self.items.as_ptr().cast()) }
        }
    }
}

impl<T: Copy> List<T> {
    /// Creates a list of `len` copies of an item.
    pub fn filled(memory: Memory, len: usize, item: T) -> Self {
        let mut new = Self::with_capacity(memory, len);
        (0..len).for_each(|_| new.push(item));
        new
    }
}

impl List<u8> {
    /// Creates an empty list with memory for `capacity` bytes; a long one uses huge pages.
    pub fn in_huge_pages(memory: Memory, capacity: usize) -> Self {
        let mut new = Self::with_capacity(memory, capacity);
        huge_pages::advise(new.spare());
        new
    }

    /// Returns the memory for more items.
    fn spare(&mut self) -> &mut [MaybeUninit<u8>] {
        // SAFETY: the list has memory for `capacity` items, and nobody else has the pointer.
        unsafe {
            std::slice::from_raw_parts_mut(self.items.add(self.len).cast().as_ptr(), self.capacity - self.len)
        }
    }

    /// Adds zero bytes, for which there must be memory, and returns them.
    pub fn push_zeros(&mut self, count: usize) -> &mut [u8] {
        unwritten::clear(&mut self.spare()[..count]);
        self.len += count;
        let before = self.len - count;
        &mut self[before..]
    }
}

impl<T> Deref for List<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: `len` items were written.
        unsafe { std::slice::from_raw_parts(self.items.as_ptr(), self.len) }
    }
}

impl<T> DerefMut for List<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: `len` items were written, and nobody else has the pointer.
        unsafe { std::slice::from_raw_parts_mut(self.items.as_ptr(), self.len) }
    }
}
