//! A filter in shared memory, below a Parallel Hash: each process adds the keys of its part of the inner rows.
//!
//! A process arrives at the barrier of the Parallel Hash after it has added its last key, and no process fetches a
//! row of the outer side before all have arrived that began to read inner rows. A process that comes later reads no
//! inner rows; it uses the complete filter. [`Shared::is_complete`] checks this once more.

use crate::joins::local::filter::Words;
use crate::joins::local::keys::SharedKeys;
use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// What is in shared memory before the words. The server aligns what it allocates there to 32 bytes
/// (`ALIGNOF_BUFFER`).
#[repr(C, align(32))]
struct Header {
    /// Number of processes that began to read inner rows, and of those that have added their last key.
    begun: AtomicU32,
    ended: AtomicU32,
    gave_up: AtomicBool,
    /// Whether the keys are kept, behind the words.
    has_keys: bool,
    /// Binary logarithm of the number of words.
    size: u32,
}

/// A filter in shared memory.
#[derive(Debug, Clone, Copy)]
pub struct Shared(*mut Header);

impl Shared {
    fn header(&self) -> &Header {
        // SAFETY: the server detaches the memory after `detach`, and all processes use the header alike.
        unsafe { &*self.0 }
    }

    /// Returns the bytes of a filter of so many words, whose binary logarithm is `size`, and of the keys.
    pub fn bytes(size: u32, has_keys: bool) -> usize {
        Self::bytes_before_keys(size) + if has_keys { SharedKeys::bytes() } else { 0 }
    }

    fn bytes_before_keys(size: u32) -> usize {
        size_of::<Header>() + (size_of::<u64>() << size)
    }

    /// Makes a filter that is not written yet, as by [`Self::clear`].
    ///
    /// # Safety
    /// The memory must have as many bytes as [`Self::bytes`] says, and no other process may use it; for
    /// the stack, see [`executor`](crate::pg::executor).
    pub unsafe fn create(memory: *mut c_void, size: u32, has_keys: bool) -> Self {
        let shared = Self(memory.cast());
        // SAFETY: the memory has room for the header, the words and the keys, and no other process knows it yet.
        unsafe {
            (&raw mut (*shared.0).size).write(size);
            (&raw mut (*shared.0).has_keys).write(has_keys);
            if has_keys {
                SharedKeys::create(shared.place_of_keys(size));
            }
        }
        shared
    }

    /// Finds a filter that [`Self::create`] made.
    ///
    /// # Safety
    /// The memory must be that of such a filter.
    pub unsafe fn attach(memory: *mut c_void) -> Self {
        Self(memory.cast())
    }

    /// Returns the words of the filter.
    pub fn words(&self) -> Words {
        Words::new(self.0.wrapping_add(1).cast(), self.header().size)
    }

    /// Returns the keys, if they are kept.
    pub fn keys(&self) -> Option<SharedKeys> {
        let header = self.header();
        // SAFETY: `create` made them there.
        header.has_keys.then(|| unsafe { SharedKeys::attach(self.place_of_keys(header.size)) })
    }

    fn place_of_keys(&self, size: u32) -> *mut u8 {
        self.0.cast::<u8>().wrapping_add(Self::bytes_before_keys(size))
    }

    /// Makes it a filter that is not complete, whatever its words are.
    pub fn begin_anew(&self) {
        let header = self.header();
        header.begun.store(0, Ordering::SeqCst);
        header.ended.store(0, Ordering::SeqCst);
        header.gave_up.store(false, Ordering::SeqCst);
    }

    /// Takes account of a process that begins to read inner rows.
    pub fn begin(&self) {
        self.header().begun.fetch_add(1, Ordering::SeqCst);
    }

    /// Takes account of a process that has added its last key.
    pub fn end(&self) {
        self.header().ended.fetch_add(1, Ordering::SeqCst);
    }

    /// Has nobody use the filter.
    pub fn give_up(&self) {
        self.header().gave_up.store(true, Ordering::SeqCst);
    }

    /// Makes it the copy of a complete filter of the same size.
    ///
    /// # Safety
    /// No other process may use it; the words must be alive.
    pub unsafe fn copy(&self, words: Words) {
        // SAFETY: the caller guarantees this.
        unsafe { words.copy_to(self.words()) }
        self.begin();
        self.end();
    }

    /// Returns whether a process has given up.
    pub fn has_given_up(&self) -> bool {
        self.header().gave_up.load(Ordering::SeqCst)
    }

    /// Returns whether all keys have been added.
    pub fn is_complete(&self) -> bool {
        let header = self.header();
        let ended = header.ended.load(Ordering::SeqCst);
        ended > 0 && ended == header.begun.load(Ordering::SeqCst) && !self.has_given_up()
    }

    /// Empties the filter.
    ///
    /// # Safety
    /// No other process may use it.
    pub unsafe fn clear(&self) {
        self.begin_anew();
        // SAFETY: the words are behind the header, and no other process uses them or the keys now.
        unsafe {
            self.words().clear();
            if let Some(keys) = self.keys() {
                keys.clear();
            }
        }
    }
}
