//! A filter in shared memory, below a Parallel Hash: each process adds the keys of its part of the inner rows.
//!
//! A process arrives at the barrier of the Parallel Hash after it has added its last key, and no process fetches a row of
//! the outer side before all have arrived that began to read inner rows. A process that comes later reads no inner rows;
//! it uses the complete filter. [`Shared::is_complete`] checks this once more.

use super::build::Build;
use super::filter::{LEAST_SIZE, Words};
use pgrx::pg_sys::{self, CustomScanState};
use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// What is in shared memory before the words. The server aligns what it allocates there to 32 bytes (`ALIGNOF_BUFFER`).
#[repr(C, align(32))]
struct Header {
    /// Number of processes that began to read inner rows, and of those that have added their last key.
    begun: AtomicU32,
    ended: AtomicU32,
    gave_up: AtomicBool,
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

    /// Returns the words of the filter.
    pub fn words(&self) -> Words {
        Words::new(self.0.wrapping_add(1).cast(), self.header().size)
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

    /// Returns whether all keys have been added.
    pub fn is_complete(&self) -> bool {
        let header = self.header();
        let ended = header.ended.load(Ordering::SeqCst);
        ended > 0 && ended == header.begun.load(Ordering::SeqCst) && !header.gave_up.load(Ordering::SeqCst)
    }

    /// Empties the filter.
    ///
    /// # Safety
    /// No other process may use it.
    unsafe fn clear(&self) {
        let header = self.header();
        header.begun.store(0, Ordering::SeqCst);
        header.ended.store(0, Ordering::SeqCst);
        header.gave_up.store(false, Ordering::SeqCst);
        // SAFETY: the caller guarantees it.
        unsafe { self.words().clear() }
    }
}

/// Returns the bytes that the filter needs (`EstimateDSMCustomScan`).
pub unsafe extern "C-unwind" fn estimate(
    node: *mut CustomScanState,
    _: *mut pg_sys::ParallelContext,
) -> pg_sys::Size {
    // SAFETY: the server calls this with a node of this type.
    unsafe { size_of::<Header>() + (size_of::<u64>() << size(&*node.cast())) }
}

/// Returns the binary logarithm of the number of words. The smallest filter gives up if it is too small.
fn size(build: &Build) -> u32 {
    build.size().unwrap_or(LEAST_SIZE)
}

/// Makes an empty filter, before the workers start (`InitializeDSMCustomScan`).
pub unsafe extern "C-unwind" fn initialize(
    node: *mut CustomScanState,
    _: *mut pg_sys::ParallelContext,
    memory: *mut c_void,
) {
    // SAFETY: the server calls this with a node of this type, and as much memory as `estimate` said.
    unsafe {
        let build = &mut *node.cast::<Build>();
        let header = memory.cast::<Header>();
        (&raw mut (*header).size).write(size(build));
        let shared = Shared(header);
        shared.clear();
        build.share(Some(shared));
    }
}

/// Empties the filter before the workers start again (`ReInitializeDSMCustomScan`).
pub unsafe extern "C-unwind" fn initialize_again(
    node: *mut CustomScanState,
    _: *mut pg_sys::ParallelContext,
    memory: *mut c_void,
) {
    // SAFETY: the server calls this with a node of this type and its memory, while there are no workers.
    unsafe {
        let shared = Shared(memory.cast());
        shared.clear();
        (*node.cast::<Build>()).share(Some(shared));
    }
}

/// Finds the filter in a worker (`InitializeWorkerCustomScan`).
pub unsafe extern "C-unwind" fn attach(
    node: *mut CustomScanState,
    _: *mut pg_sys::shm_toc,
    memory: *mut c_void,
) {
    // SAFETY: the server calls this with a node of this type and the memory that the leader prepared.
    unsafe { (*node.cast::<Build>()).share(Some(Shared(memory.cast()))) }
}

/// Forgets the filter, as the memory will be gone (`ShutdownCustomScan`).
pub unsafe extern "C-unwind" fn detach(node: *mut CustomScanState) {
    // SAFETY: the server calls this with a node of this type.
    unsafe {
        let build = &mut *node.cast::<Build>();
        if build.shared.is_some() {
            build.share(None);
        }
    }
}
