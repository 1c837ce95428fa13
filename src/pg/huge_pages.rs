//! Huge pages, for large memory that is changed at random positions: with pages of 4 kB, looking up the page takes
//! about as long as the change itself.

use std::ffi::{c_int, c_void};

/// Size of a huge page in bytes.
const HUGE_PAGE: usize = 2 << 20;

/// Size from which on huge pages pay off: about what the processor can address in 4 kB pages without page tables.
pub const LARGE: usize = 8 << 20;

/// Linux's advice for huge pages, which takes effect unless the administrator disabled it.
const MADV_HUGEPAGE: c_int = 14;

unsafe extern "C" {
    fn madvise(address: *mut c_void, length: usize, advice: c_int) -> c_int;
}

/// Requests huge pages for memory that has not been touched yet.
pub fn advise(memory: &mut [u8]) {
    if cfg!(not(target_os = "linux")) || memory.len() < LARGE {
        return;
    }
    // Begin at the first address that is a multiple of a huge page.
    let (_, rest) = memory.split_at_mut(memory.as_ptr().align_offset(HUGE_PAGE).min(memory.len()));
    let len = rest.len() / HUGE_PAGE * HUGE_PAGE;
    // SAFETY: these are whole pages of our memory, and their contents stay. If Linux refuses, the pages stay small.
    unsafe { madvise(rest.as_mut_ptr().cast(), len, MADV_HUGEPAGE) };
}
