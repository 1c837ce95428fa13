//! Writes memory that has not been written yet, in interruptible steps. Nobody may read it before.

use bloom_core::interrupt::{STEP, check};
use std::mem::MaybeUninit;

/// Sets all bytes to zero.
pub fn clear(memory: &mut [MaybeUninit<u8>]) -> &mut [u8] {
    for step in memory.chunks_mut(STEP) {
        step.fill(MaybeUninit::new(0));
        if step.len() == STEP {
            check();
        }
    }
    // SAFETY: all bytes were written.
    unsafe { memory.assume_init_mut() }
}

/// Copies bytes to memory of the same length.
pub fn copy(into: &mut [MaybeUninit<u8>], from: &[u8]) {
    assert_eq!(into.len(), from.len(), "all bytes are written");
    for (into, from) in into.chunks_mut(STEP).zip(from.chunks(STEP)) {
        into.write_copy_of_slice(from);
        if from.len() == STEP {
            check();
        }
    }
}
