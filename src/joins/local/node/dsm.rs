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
    if build.receives {
        return Shared::bytes(build.handed().map_or(0, Words::size), false);
    }
    Shared::bytes(size(build), build.keys_kept.is_some())
}

/// Returns the binary logarithm of the number of words. The smallest filter gives up if it is too small.
fn size(build: &Build) -> u32 {
    build.size().unwrap_or(LEAST_SIZE)
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
        if build.receives {
            let shared = Shared::create(memory, build.handed().map_or(0, Words::size), false);
            return build.hand(shared);
        }
        build.share(Some(Shared::create(memory, size(build), build.keys_kept.is_some())));
    }
}

/// Empties the filter, or hands it on, before the workers start again (`ReInitializeDSMCustomScan`).
pub unsafe extern "C-unwind" fn reinitialize_dsm(
    node: *mut CustomScanState,
    _: *mut pg_sys::ParallelContext,
    memory: *mut c_void,
) {
    // SAFETY: the server calls this with a node of this type and its memory, while there are no workers.
    unsafe {
        let shared = Shared::attach(memory);
        shared.clear();
        let build = &mut *node.cast::<Build>();
        if build.receives { build.hand(shared) } else { build.share(Some(shared)) }
    }
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
