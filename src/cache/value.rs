//! Cache of the stored values that one call site reads.
//!
//! The first probe of a value reads the slices that it needs. The second probe may detoast the value and keep it, so
//! that one probe of a huge value is cheap and a million probes are too:
//!
//! * A value that was seen before is detoasted and kept in the [`SeenValues`] as long as there is memory left. The
//!   table says which other values are evicted for it.
//! * A value that is read twice in a row is detoasted for all call sites, see [`super::shared`]. If other call sites
//!   have evicted it, reads of slices must first give credit for its size. A compressed value that is too large to
//!   keep, which has no slices, is detoasted for all of them at once.

use super::seen_values::{KnownValue, SLICES_CREDIT, SeenValues};
use super::shared;
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
    seen: SeenValues,
    /// The value that was read last, if it was detoasted but nothing keeps it.
    unkept: Option<Fetched>,
    /// Credit that reads of slices must give before the value that was read last is detoasted again.
    debt: usize,
}

/// How a read relates to the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reading {
    /// The last read was of another value.
    Other,
    /// The last read was of the same value.
    Again,
    /// The same, and the value was detoasted, but has been evicted or must be looked up again.
    Lost,
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

    /// Returns the bytes of a stored value that [`CachedValue::find`] does not find, if it is kept or is detoasted now;
    /// `None` also for a value that is not stored out of line. `memory` is the memory of the call site. If it `shares`,
    /// values that exceed the cache limit may be detoasted for all call sites; then nothing may run between this call
    /// and the use of the bytes.
    #[cold]
    #[inline(never)]
    pub fn load(&mut self, value: VarlenaRef<'_>, memory: Memory, shares: bool) -> Option<&[u8]> {
        let pointer = ToastPointer::of(value)?;
        let (horizon, last, mut lost) = (Horizon::now(), self.pointer.take(), self.whole.take().is_some());
        if horizon != self.horizon || horizon == Horizon::NONE {
            lost = false;
            // SAFETY: the value that the last call returned was dropped above.
            unsafe { self.seen.clear() };
            self.horizon = horizon;
        }
        if let Some(unkept) = self.unkept.take() {
            // SAFETY: nobody has it: the value that the last call returned was dropped above.
            unsafe { unkept.free() };
        }
        let reading = match last {
            Some(last) if last == pointer && lost => Reading::Lost,
            Some(last) if last == pointer => Reading::Again,
            _ => Reading::Other,
        };
        self.whole = self.look_up(pointer, reading, value, memory, shares);
        self.pointer = Some(pointer);
        self.generation = shared::generation();
        self.whole.as_ref().map(Fetched::bytes)
    }

    /// Returns the detoasted value of `pointer` if it is kept here or for all call sites, or is worth detoasting now.
    fn look_up(
        &mut self,
        pointer: ToastPointer,
        reading: Reading,
        value: VarlenaRef<'_>,
        memory: Memory,
        shares: bool,
    ) -> Option<Fetched> {
        let seen = self.seen.see(pointer, memory);
        if let KnownValue::Kept(whole) = seen {
            return Some(whole);
        }
        if let Some(whole) = shared::find(pointer) {
            return Some(whole);
        }
        let (has_slices, fits) = (pointer.is_worth_slicing(), self.seen.fits(pointer));
        if shares && if has_slices { reading != Reading::Other } else { !fits } {
            let is_due = !has_slices || self.pay_debt(pointer, reading);
            // SAFETY: this call site has dropped its last value; those that share use none of theirs while another
            // reads.
            return is_due.then(|| unsafe { shared::fetch(pointer, value) });
        }
        self.debt = 0;
        let keep = self.seen.has_room(pointer, seen);
        if has_slices && !(matches!(seen, KnownValue::Seen) && keep) {
            self.seen.credit_slices();
            return None;
        }
        if keep {
            // SAFETY: this call site has dropped its last value.
            unsafe { self.seen.make_room(pointer) };
        }
        let whole = Fetched::new(value, memory);
        if !(keep && self.seen.keep(pointer, whole)) {
            self.unkept = Some(whole);
            self.seen.credit_fetch(pointer);
        }
        Some(whole)
    }

    /// Counts a read of slices of the value that was read before. Returns whether it may be detoasted for all call
    /// sites.
    fn pay_debt(&mut self, pointer: ToastPointer, reading: Reading) -> bool {
        if reading == Reading::Lost {
            self.debt = pointer.fetched_len();
        }
        self.debt = self.debt.saturating_sub(SLICES_CREDIT);
        self.debt == 0
    }
}
