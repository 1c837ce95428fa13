//! The callbacks of the node in parallel plans, which hand the shared filter to all processes.

use super::build::Build;
use super::shared::Shared;
use crate::joins::local::filter::{LEAST_SIZE, Words};
use pgrx::pg_sys::{self, CustomScanState};
use std::ffi::c_void;

/// Returns the bytes that the filter needs (`EstimateDSMCustomScan`).
pub unsafe extern "C-unwind" fn estimate_dsm(
    node: *mut CustomScanState,
    _: *mut pg_sys::ParallelContext,
) -> pg_sys::Size {
    // SAFETY: the server calls this with a node of this type.
    let build = unsafe { &*node.cast::<Build>() };
    Shared::bytes(size(build), build.keys_kept.is_some())
}

/// Returns the binary logarithm of the number of words. The smallest filter gives up if it is too small; one that
/// is not handed on has no room.
fn size(build: &Build) -> u32 {
    if build.receives { build.handed().map_or(0, Words::size) } else { build.size().unwrap_or(LEAST_SIZE) }
}

/// Makes the filter empty, or the one that is handed on.
///
/// # Safety
/// There must be no workers.
unsafe fn prepare(build: &mut Build, shared: Shared) {
    // SAFETY: the caller guarantees this.
    unsafe {
        if build.receives {
            build.hand(shared);
        } else {
            shared.clear();
            build.share(Some(shared));
        }
    }
}

/// Makes an empty filter, or one that is handed on, before the workers start (`InitializeDSMCustomScan`).
pub unsafe extern "C-unwind" fn initialize_dsm(
    node: *mut CustomScanState,
    _: *mut pg_sys::ParallelContext,
    memory: *mut c_void,
) {
    // SAFETY: the server calls this with a node of this type, and as much memory as `estimate_dsm` said.
    unsafe {
        let build = &mut *node.cast::<Build>();
        let shared = Shared::create(memory, size(build), build.keys_kept.is_some());
        prepare(build, shared);
    }
}

/// Empties the filter, or hands it on, before the workers start again (`ReInitializeDSMCustomScan`).
pub unsafe extern "C-unwind" fn reinitialize_dsm(
    node: *mut CustomScanState,
    _: *mut pg_sys::ParallelContext,
    memory: *mut c_void,
) {
    // SAFETY: the server calls this with a node of this type and its memory, while there are no workers.
    unsafe { prepare(&mut *node.cast::<Build>(), Shared::attach(memory)) }
}

/// Finds the filter in a worker (`InitializeWorkerCustomScan`).
pub unsafe extern "C-unwind" fn initialize_worker(
    node: *mut CustomScanState,
    _: *mut pg_sys::shm_toc,
    memory: *mut c_void,
) {
    // SAFETY: the server calls this with a node of this type and the memory that the leader prepared.
    unsafe { (*node.cast::<Build>()).share(Some(Shared::attach(memory))) }
}

/// Forgets the filter, as the memory will be gone (`ShutdownCustomScan`).
pub unsafe extern "C-unwind" fn shutdown(node: *mut CustomScanState) {
    // SAFETY: the server calls this with a node of this type.
    unsafe {
        let build = &mut *node.cast::<Build>();
        if build.shared.is_some() {
            build.share(None);
        }
    }
}
