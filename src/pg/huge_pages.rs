//! Huge pages, for large memory that is changed at random positions: with pages of 4 kB, looking up the page takes
//! about as long as the change itself.

use std::ffi::{c_int, c_void};
use std::mem::MaybeUninit;

/// Size of a huge page in bytes.
const HUGE_PAGE: usize = 2 << 20;

/// Size from which on huge pages pay off: about what the processor can address in 4 kB pages without page tables.
pub const LARGE: usize = 8 << 20;

/// Linux's advice for huge pages, which takes effect unless the administrator disabled it.
const MADV_HUGEPAGE: c_int = 14;

/// Linux's advice that the contents of memory are not needed: it is as if it had not been touched.
const MADV_DONTNEED: c_int = 4;

unsafe extern "C" {
    fn madvise(address: *mut c_void, length: usize, advice: c_int) -> c_int;
}

/// Requests huge pages for memory that has not been touched yet.
pub fn advise(memory: &mut [MaybeUninit<u8>]) {
    // SAFETY: the contents stay.
    unsafe { advise_whole(memory, MADV_HUGEPAGE) };
}

/// Requests huge pages for memory whose contents are not needed. The session may have used it before, and what was
/// touched keeps its small pages, so they are given back.
pub fn renew(memory: &mut [MaybeUninit<u8>]) {
    // SAFETY: all bytes of private memory are 0 afterwards, and otherwise unchanged.
    unsafe { advise_whole(memory, MADV_DONTNEED) };
    advise(memory);
}

/// Advises Linux about the whole huge pages of large memory. If it refuses, nothing changes.
///
/// # Safety
/// The memory must remain valid under that advice.
unsafe fn advise_whole(memory: &mut [MaybeUninit<u8>], advice: c_int) {
    if cfg!(not(target_os = "linux")) || memory.len() < LARGE {
        return;
    }
    // Begin at the first address that is a multiple of a huge page.
    let (_, rest) = memory.split_at_mut(memory.as_ptr().align_offset(HUGE_PAGE).min(memory.len()));
    let len = rest.len() / HUGE_PAGE * HUGE_PAGE;
    // SAFETY: these are whole pages of our memory; the caller guarantees the rest.
    unsafe { madvise(rest.as_mut_ptr().cast(), len, advice) };
}
