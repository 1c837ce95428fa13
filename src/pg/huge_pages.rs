//! Huge pages, for memory that is changed everywhere at once: with pages of 4 kB, which page it is takes about as long
//! to find out as the change itself.

use bloom_core::interrupt;
use std::ffi::{c_int, c_void};
use std::fs;

/// Bytes of a huge page.
const HUGE_PAGE: usize = 2 << 20;

/// Bytes between two checks for interrupts, some 10 ms.
const STEP: usize = 8 * HUGE_PAGE;

/// Of Linux since 6.1; others refuse it.
const MADV_COLLAPSE: c_int = 25;

unsafe extern "C" {
    fn madvise(address: *mut c_void, length: usize, advice: c_int) -> c_int;
}

/// Whether the administrator has not ruled them out, which `MADV_COLLAPSE` does not ask.
fn are_allowed() -> bool {
    fs::read_to_string("/sys/kernel/mm/transparent_hugepage/enabled")
        .is_ok_and(|modes| !modes.contains("[never]"))
}

/// Moves into huge pages what `bytes` have of them, as far as the system has them to give. What the executor copied
/// was touched before anybody could ask for huge pages, so that the usual advice comes too late.
pub fn collapse(bytes: &mut [u8]) {
    if cfg!(not(target_os = "linux")) || !are_allowed() {
        return;
    }
    // From the first multiple of a huge page in the address space on.
    let (_, rest) = bytes.split_at_mut(bytes.as_ptr().align_offset(HUGE_PAGE).min(bytes.len()));
    for step in rest.chunks_mut(STEP) {
        let len = step.len() / HUGE_PAGE * HUGE_PAGE;
        // SAFETY: whole pages of memory that is ours; their contents stay. A length of 0 is none.
        if unsafe { madvise(step.as_mut_ptr().cast(), len, MADV_COLLAPSE) } != 0 {
            return;
        }
        interrupt::check();
    }
}
