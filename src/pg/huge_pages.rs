//! Huge pages, for memory that is changed everywhere at once: with pages of 4 kB, which page it is takes about as long
//! to find out as the change itself.

use std::ffi::{c_int, c_void};

/// Bytes of a huge page.
const HUGE_PAGE: usize = 2 << 20;

/// Bytes from which on they are worth while: what the processor finds in pages of 4 kB without the page tables.
pub const LARGE: usize = 8 << 20;

/// Linux's, which is heeded unless the administrator forbade it.
const MADV_HUGEPAGE: c_int = 14;

unsafe extern "C" {
    fn madvise(address: *mut c_void, length: usize, advice: c_int) -> c_int;
}

/// Asks for huge pages for memory that was not touched yet.
pub fn advise(memory: &mut [u8]) {
    if cfg!(not(target_os = "linux")) || memory.len() < LARGE {
        return;
    }
    // From the first multiple of a huge page in the address space on.
    let (_, rest) = memory.split_at_mut(memory.as_ptr().align_offset(HUGE_PAGE).min(memory.len()));
    let len = rest.len() / HUGE_PAGE * HUGE_PAGE;
    // SAFETY: whole pages of memory that is ours, whose contents stay. Where it is refused, pages are small.
    unsafe { madvise(rest.as_mut_ptr().cast(), len, MADV_HUGEPAGE) };
}
