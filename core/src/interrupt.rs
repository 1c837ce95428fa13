//! Long work asks now and then whether it shall go on.
//!
//! Whoever runs this crate installs a hook, which may unwind. All that is asked in the middle of a change
//! leaves bytes that are safe to read, as this crate has no `unsafe` that relies on their meaning; but half a
//! change they may be, so the caller throws them away, as PostgreSQL does with the memory of a cancelled
//! query.
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

/// Positions of hashes between two calls of the hook, each of which may wait for memory.
pub const POSITIONS: usize = 1 << 16;

/// Has `hook` called during long work; only the first hook counts.
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

/// The steps of long work on an array; the hook is called after each whole one.
pub(crate) fn steps(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut meter = Meter::new(STEP);
    bytes.chunks(STEP).inspect(move |step| meter.done(step.len()))
}

/// Calls the hook whenever so much is done.
#[derive(Debug)]
pub(crate) struct Meter {
    interval: usize,
    left: usize,
}

impl Meter {
    /// A meter that calls the hook after so much work.
    pub fn new(interval: usize) -> Self {
        Self { interval, left: interval }
    }

    /// Counts work that was done.
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
