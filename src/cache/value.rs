//! Cache of the stored values that one call site reads.
//!
//! The first probe of a value reads the slices that it needs. The second probe may detoast the value and keep it, so
//! that one probe of a huge value is cheap and a million probes are too. [`super::stored_values`] decides how many
//! values are kept.

use super::shared;
use super::stored_values::{Reading, StoredValues};
use crate::pg::detoast::VarlenaRef;
use crate::pg::memory::Memory;
use crate::pg::toast::{Fetched, Horizon, ToastPointer};

/// Per-call-site cache of values: the value that was read last, and the stored values that are kept.
#[derive(Debug, Default)]
pub struct CachedValue {
    /// TOAST pointer of the value that was read last.
    pointer: Option<ToastPointer>,
    /// The value that was read last, if it was detoasted.
    whole: Option<Fetched>,
    /// The horizon under which `whole` is the value of `pointer`.
    horizon: Horizon,
    /// The generation of shared values in which `whole` may be used.
    generation: u64,
    stored: StoredValues,
}

impl CachedValue {
    /// Returns the bytes of a value that is a plain varlena in memory, or that was read last and detoasted.
    #[inline(always)]
    pub fn find<'v>(&'v self, value: VarlenaRef<'v>) -> Option<&'v [u8]> {
        if let Some(bytes) = value.plain() {
            return Some(bytes);
        }
        let whole = self.whole.as_ref()?;
        let same = self.pointer == ToastPointer::of(value)
            && self.horizon == Horizon::now()
            && self.generation == shared::generation();
        same.then(|| whole.bytes())
    }

    /// Returns the bytes of a stored value that [`CachedValue::find`] does not find, if it is kept or is detoasted now; `None` also for a
    /// value that is not stored out of line. `memory` is the memory of the call site. If it `shares`, values that exceed the
    /// cache limit may be detoasted for all call sites; then nothing may run between this call and the use of the bytes.
    #[cold]
    #[inline(never)]
    pub fn load(&mut self, value: VarlenaRef<'_>, memory: Memory, shares: bool) -> Option<&[u8]> {
        let pointer = ToastPointer::of(value)?;
        let (horizon, last, mut lost) = (Horizon::now(), self.pointer.take(), self.whole.take().is_some());
        if horizon != self.horizon || horizon == Horizon::NONE {
            lost = false;
            // SAFETY: the value that the last call returned was dropped above.
            unsafe { self.stored.clear() };
            self.horizon = horizon;
        }
        let reading = match last {
            Some(last) if last == pointer && lost => Reading::Lost,
            Some(last) if last == pointer => Reading::Again,
            _ => Reading::Other,
        };
        // SAFETY: the value that the last call returned was dropped above.
        self.whole = unsafe { self.stored.load(pointer, reading, value, memory, shares) };
        self.pointer = Some(pointer);
        self.generation = shared::generation();
        self.whole.as_ref().map(Fetched::bytes)
    }
}
