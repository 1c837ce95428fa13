//! A number that changes whenever this process learns or forgets the keys of a join.

use std::sync::atomic::{AtomicU64, Ordering};

static EVENTS: AtomicU64 = AtomicU64::new(1);

/// Returns the number; 0 is before all.
#[inline(always)]
pub fn now() -> u64 {
    EVENTS.load(Ordering::Relaxed)
}

/// Changes the number, and returns it.
pub fn next() -> u64 {
    EVENTS.fetch_add(1, Ordering::Relaxed) + 1
}
