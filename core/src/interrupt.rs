//! Lets the caller interrupt long work.
//!
//! The caller installs a hook, which may unwind. Bytes that were being changed stay safe to read but may be
//! half changed, so the caller discards them, as PostgreSQL discards the memory of a canceled query.
//!
//! ```
//! use bloom_core::interrupt;
//! use bloom_core::cells::bits;
//! use std::sync::atomic::{AtomicU32, Ordering};
//!
//! static CALLS: AtomicU32 = AtomicU32::new(0);
//! interrupt::install(|| {
//!     CALLS.fetch_add(1, Ordering::Relaxed);
//! });
//! bits::count_ones(&vec![0; 3 << 20]); // once a MiB
//! assert_eq!(CALLS.load(Ordering::Relaxed), 3);
//! ```

use std::sync::OnceLock;

static HOOK: OnceLock<fn()> = OnceLock::new();

/// Bytes of work between two calls of the hook.
pub const STEP: usize = 1 << 20;

/// Hash positions between two calls of the hook; each of them may wait for memory.
pub const POSITIONS: usize = 1 << 16;

/// Installs the `hook` that long work calls; only the first one counts.
pub fn install(hook: fn()) {
    let _ = HOOK.set(hook);
}

/// Calls the hook.
#[cold]
pub fn check() {
    if let Some(hook) = HOOK.get() {
        hook();
    }
}

/// Returns the steps of long work on an array; calls the hook after each whole step.
pub(crate) fn steps(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut meter = Meter::new(STEP);
    bytes.chunks(STEP).inspect(move |step| meter.done(step.len()))
}

/// Counts work and calls the hook after each interval of it.
#[derive(Debug)]
pub(crate) struct Meter {
    interval: usize,
    left: usize,
}

impl Meter {
    /// Creates a meter that calls the hook after each `interval` of work.
    pub fn new(interval: usize) -> Self {
        Self { interval, left: interval }
    }

    /// Counts completed work.
    #[inline(always)]
    pub fn done(&mut self, work: usize) {
        if work < self.left {
            self.left -= work;
        } else {
            self.left = self.interval;
            check();
        }
    }
}
