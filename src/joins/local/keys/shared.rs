//! The keys of all processes, below a Parallel Hash: each adds its own after its last inner row, and before it says
//! that it has ended. Whoever needs them then makes one set of all.
//!
//! The memory is a header, and a log of values. A column whose values do not fit is known by its smallest and its
//! largest value, or not at all.

use super::distinct::{Keys, Known};
use crate::joins::local::key::MOST_KEYS;
use crate::pg::memory::hash_memory_limit;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU32, Ordering};

/// Most bytes of the log.
const MOST: usize = 512 << 10;

#[repr(C, align(8))]
struct Header {
    /// Bytes of the log, and those that are used.
    capacity: u32,
    used: AtomicU32,
    columns: [SharedColumn; MOST_KEYS],
}

/// What is known of a column in all processes.
#[repr(C)]
struct SharedColumn {
    is_full: AtomicBool,
    least: AtomicI64,
    most: AtomicI64,
}

/// The keys in shared memory.
#[derive(Debug, Clone, Copy)]
pub struct SharedKeys(*mut Header);

impl SharedKeys {
    /// Returns the bytes that the keys need.
    pub fn bytes() -> usize {
        size_of::<Header>() + Self::capacity()
    }

    fn capacity() -> usize {
        MOST.min(hash_memory_limit() / 4) & !7
    }

    /// Makes an empty log.
    ///
    /// # Safety
    /// The memory must have as many bytes as [`Self::bytes`] says, aligned to 8, and nobody else may use it.
    pub unsafe fn create(memory: *mut u8) -> Self {
        let this = Self(memory.cast());
        // SAFETY: the caller guarantees the memory.
        unsafe {
            (&raw mut (*this.0).capacity).write(Self::capacity() as u32);
            this.clear();
        }
        this
    }

    /// Finds the log that [`Self::create`] made.
    ///
    /// # Safety
    /// The memory must be that of such a log.
    pub unsafe fn attach(memory: *mut u8) -> Self {
        Self(memory.cast())
    }

    /// Empties the log.
    ///
    /// # Safety
    /// Nobody else may use it.
    pub unsafe fn clear(self) {
        let header = self.header();
        header.used.store(0, Ordering::SeqCst);
        for column in &header.columns {
            column.is_full.store(false, Ordering::SeqCst);
            column.least.store(i64::MAX, Ordering::SeqCst);
            column.most.store(i64::MIN, Ordering::SeqCst);
        }
    }

    fn header(&self) -> &Header {
        // SAFETY: the server detaches the memory after `shutdown`, and all processes use the header alike.
        unsafe { &*self.0 }
    }

    /// Returns the place of a byte of the log.
    fn at(self, offset: usize) -> *mut u8 {
        self.0.wrapping_add(1).cast::<u8>().wrapping_add(offset)
    }

    /// Adds the keys of this process.
    ///
    /// # Safety
    /// The keys must be alive.
    pub unsafe fn publish(self, keys: &Keys) {
        let header = self.header();
        for (place, column) in keys.columns.iter().enumerate() {
            let shared = &header.columns[place];
            shared.least.fetch_min(column.least, Ordering::SeqCst);
            shared.most.fetch_max(column.most, Ordering::SeqCst);
            // SAFETY: the keys are alive, and the log has room for a record that `reserve` made.
            unsafe {
                let values = || column.values.iter().map(|value| column.image(value));
                let length = values().map(|image| size_of::<u64>() + padded(image.len())).sum();
                let start = (column.known == Known::All).then(|| self.reserve(length)).flatten();
                let Some(mut offset) = start else {
                    shared.is_full.store(true, Ordering::SeqCst);
                    continue;
                };
                for image in values() {
                    let head = (place as u64) << 32 | image.len() as u64;
                    self.at(offset).cast::<u64>().write(head);
                    let start = self.at(offset + size_of::<u64>());
                    start.copy_from_nonoverlapping(image.as_ptr(), image.len());
                    offset += size_of::<u64>() + padded(image.len());
                }
            }
        }
    }

    /// Takes that many bytes of the log, if there are so many.
    fn reserve(self, length: usize) -> Option<usize> {
        let header = self.header();
        let more = |used: u32| {
            let end = used as usize + length;
            (end <= header.capacity as usize).then_some(end as u32)
        };
        let before = header.used.fetch_update(Ordering::SeqCst, Ordering::SeqCst, more).ok()?;
        Some(before as usize)
    }

    /// Takes the keys of all processes.
    ///
    /// # Safety
    /// All processes must have added their keys.
    pub unsafe fn take(self, keys: &mut Keys) {
        let header = self.header();
        keys.forget();
        let used = header.used.load(Ordering::SeqCst) as usize;
        let mut offset = 0;
        while offset < used {
            // SAFETY: the log consists of whole records, whose values are those of the columns.
            unsafe {
                let head = self.at(offset).cast::<u64>().read();
                let (place, length) = ((head >> 32) as usize, head as u32 as usize);
                let start = self.at(offset + size_of::<u64>());
                keys.take(place, start);
                offset += size_of::<u64>() + padded(length);
            }
        }
        for (column, shared) in keys.columns.iter_mut().zip(&header.columns) {
            column.least = shared.least.load(Ordering::SeqCst);
            column.most = shared.most.load(Ordering::SeqCst);
            if shared.is_full.load(Ordering::SeqCst) {
                column.overflow();
            }
        }
        keys.complete();
    }
}

/// Returns the bytes that a value takes, with those that align the next one.
const fn padded(length: usize) -> usize {
    length.next_multiple_of(size_of::<u64>())
}
