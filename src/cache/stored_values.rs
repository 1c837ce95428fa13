//! Table of the stored values that one call site has seen; it decides which of them are kept detoasted.
//!
//! In any order of reads, a read costs little more than it would without the cache:
//!
//! * A value that was seen before is detoasted and kept as long as there is memory left.
//! * When there is none, other values are evicted only now and then: reading a value that is not kept gives credit for
//!   an eighth of its cost, and evictions spend the credit. So values that are no longer read are evicted in the end, and
//!   if more values than fit are read in turns, some of them stay.
//! * A value that is read twice in a row is detoasted for all call sites, see [`super::shared`]. If other call sites have
//!   evicted it, reads of slices must first give credit for its size. A compressed value that is too large to keep, which
//!   has no slices, is detoasted for all of them at once.
//!
//! The memory limit is `work_mem`, which includes this table but not the one value that is being read.

use super::shared;
use crate::pg::detoast::VarlenaRef;
use crate::pg::list::List;
use crate::pg::memory::{Memory, work_mem};
use crate::pg::toast::{Fetched, ToastPointer};

/// Credit for each probe of a value that is not kept, in bytes that may be evicted: about an eighth of the bytes that
/// could be detoasted in its time (10 µs, at 6 GB/s).
const SLICES_CREDIT: usize = 8 << 10;

/// Divisor for a value that was detoasted but is not kept: its size divided by this is the credit.
const FETCH_CREDIT_DIVISOR: usize = 8;

/// Number of slots at first, and at most.
const FEWEST_SLOTS: usize = 8;
const MOST_SLOTS: usize = 1 << 16;

/// Divisor of `work_mem` for the largest size of the table.
const TABLE_SHARE: usize = 16;

/// Number of kept values that compete in an eviction, which evicts the one that was read longest ago; and number of
/// slots to search for a value that is not kept, which can be removed.
const SAMPLE: usize = 16;

/// How a read relates to the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// The last read was of another value.
    Other,
    /// The last read was of the same value.
    Again,
    /// The same, and the value was detoasted, but has been evicted or must be looked up again.
    Lost,
}

/// A stored value that the call site has seen.
#[derive(Debug, Clone, Copy)]
struct Slot {
    pointer: ToastPointer,
    /// The detoasted value, if it is kept.
    whole: Option<Fetched>,
    /// Time of the last read, as a number of reads.
    last_read: u64,
}

/// Hash table of stored values, with open addressing.
#[derive(Debug, Default)]
pub struct StoredValues {
    /// The slots, whose number is a power of two; `None` before the first value.
    slots: Option<List<Option<Slot>>>,
    used: usize,
    /// Memory of the kept values in bytes.
    kept: usize,
    /// The value that was read last, if it was detoasted but is not kept.
    unkept: Option<Fetched>,
    /// Number of bytes that may be evicted.
    credit: usize,
    /// Credit that reads of slices must give before the value that was read last is detoasted again.
    debt: usize,
    now: u64,
    /// Index of the slot where the next search for a slot to free begins.
    hand: usize,
}

impl StoredValues {
    /// Returns the detoasted value of `pointer` if it is kept or worth detoasting now. `memory` is the memory of the call
    /// site; if it `shares`, other call sites may use the value too.
    ///
    /// # Safety
    /// The value that the last call returned must not be used afterwards.
    #[inline(never)]
    pub unsafe fn load(
        &mut self,
        pointer: ToastPointer,
        reading: Reading,
        value: VarlenaRef<'_>,
        memory: Memory,
        shares: bool,
    ) -> Option<Fetched> {
        self.now += 1;
        if let Some(unkept) = self.unkept.take() {
            // SAFETY: nobody has it but this table and the caller, who guarantees not to use it.
            unsafe { unkept.free() };
        }
        let now = self.now;
        let is_known = match self.slot_of(pointer) {
            Some(slot) => {
                slot.last_read = now;
                if slot.whole.is_some() {
                    return slot.whole;
                }
                true
            }
            None => {
                self.insert(pointer, memory);
                false
            }
        };
        if let Some(whole) = shared::find(pointer) {
            return Some(whole);
        }
        let (size, limit) = (allocated(pointer.fetched_len()), self.limit());
        let has_slices = pointer.is_worth_slicing();
        if shares && if has_slices { reading != Reading::Other } else { size > limit } {
            let is_due = !has_slices || self.pay_debt(pointer, reading);
            // SAFETY: the caller guarantees not to use the value of the last call; call sites that share use none of
            // theirs while another one reads.
            return is_due.then(|| unsafe { shared::fetch(pointer, value) });
        }
        self.debt = 0;
        let lacking = (self.kept + size).saturating_sub(limit);
        let keep = size <= limit && (lacking == 0 || is_known && lacking <= self.credit);
        if has_slices && !(is_known && keep) {
            self.add_credit(SLICES_CREDIT);
            return None;
        }
        if keep {
            self.evict(lacking);
        }
        let whole = Fetched::new(value, memory);
        match self.slot_of(pointer) {
            Some(slot) if keep => {
                slot.whole = Some(whole);
                self.kept += size;
            }
            _ => {
                self.unkept = Some(whole);
                self.add_credit(size / FETCH_CREDIT_DIVISOR);
            }
        }
        Some(whole)
    }

    /// Counts a read of slices of the value that was read before. Returns whether it may be detoasted for all call sites.
    fn pay_debt(&mut self, pointer: ToastPointer, reading: Reading) -> bool {
        if reading == Reading::Lost {
            self.debt = pointer.fetched_len();
        }
        self.debt = self.debt.saturating_sub(SLICES_CREDIT);
        self.debt == 0
    }

    /// Removes and frees all values.
    ///
    /// # Safety
    /// As for [`StoredValues::load`].
    pub unsafe fn clear(&mut self) {
        for slot in self.slots.as_deref_mut().unwrap_or_default() {
            if let Some(Slot { whole: Some(whole), .. }) = slot.take() {
                // SAFETY: nobody has it but this table and the caller, who guarantees not to use it.
                unsafe { whole.free() };
            }
        }
        (self.used, self.kept) = (0, 0);
    }

    fn add_credit(&mut self, bytes: usize) {
        self.credit = (self.credit + bytes).min(work_mem());
    }

    /// Returns the memory in bytes that kept values may use.
    fn limit(&self) -> usize {
        work_mem().saturating_sub(size_of_val(self.slots()))
    }

    fn slots(&self) -> &[Option<Slot>] {
        self.slots.as_deref().unwrap_or_default()
    }

    fn slot_of(&mut self, pointer: ToastPointer) -> Option<&mut Slot> {
        let at = self.find(pointer).ok()?;
        self.slots.as_mut()?[at].as_mut()
    }

    /// Finds the slot of a pointer; the error is the free slot for it, or an invalid index if there are no slots.
    fn find(&self, pointer: ToastPointer) -> Result<usize, usize> {
        let slots = self.slots();
        let mut at = home(pointer, slots.len());
        loop {
            match slots.get(at) {
                Some(Some(slot)) if slot.pointer == pointer => return Ok(at),
                Some(Some(_)) => at = (at + 1) & (slots.len() - 1),
                _ => return Err(at),
            }
        }
    }

    /// Inserts a pointer into the table and keeps half of the slots free. In a full table the pointer replaces a nearby
    /// value that is not kept, if there is one.
    fn insert(&mut self, pointer: ToastPointer, memory: Memory) {
        let len = self.slots().len();
        if self.used * 2 >= len {
            let share = work_mem() / TABLE_SHARE / size_of::<Option<Slot>>();
            if len < FEWEST_SLOTS || len * 2 <= share.min(MOST_SLOTS) {
                self.grow((len * 2).max(FEWEST_SLOTS), memory);
            } else if !self.remove_one() {
                return;
            }
        }
        self.put(Slot { pointer, whole: None, last_read: self.now });
    }

    fn put(&mut self, slot: Slot) {
        if let Err(at) = self.find(slot.pointer)
            && let Some(slots) = &mut self.slots
        {
            slots[at] = Some(slot);
            self.used += 1;
        }
    }

    fn grow(&mut self, len: usize, memory: Memory) {
        let larger = List::filled(memory, len, None); // may raise an error
        self.used = 0;
        if let Some(before) = self.slots.replace(larger) {
            before.iter().flatten().for_each(|slot| self.put(*slot));
            before.free();
        }
    }

    /// Frees kept values until `lacking` bytes are free: of each sample, the value that was read longest ago.
    fn evict(&mut self, lacking: usize) {
        let enough = self.kept - lacking;
        while self.kept > enough {
            let Some(slots) = self.slots.as_deref_mut() else { return };
            let (start, mask) = (self.hand, slots.len() - 1);
            let mut oldest: Option<(usize, u64)> = None;
            let kept = (0..slots.len()).map(|i| (start + i) & mask).filter_map(|at| {
                self.hand = (at + 1) & mask;
                let Slot { whole, last_read, .. } = slots[at]?;
                whole.map(|_| (at, last_read))
            });
            for (at, last_read) in kept.take(SAMPLE) {
                if oldest.is_none_or(|(_, oldest)| last_read < oldest) {
                    oldest = Some((at, last_read));
                }
            }
            let Some(slot) = oldest.and_then(|(at, _)| slots[at].as_mut()) else { return };
            let Some(whole) = slot.whole.take() else { return };
            // SAFETY: the table had it; the caller used only the value of the last call, and no longer uses it.
            unsafe { whole.free() };
            let size = allocated(slot.pointer.fetched_len());
            self.kept -= size;
            self.credit = self.credit.saturating_sub(size);
        }
    }

    /// Removes a nearby value that is not kept: the one that was read longest ago. Returns whether there was one.
    fn remove_one(&mut self) -> bool {
        let Some(slots) = self.slots.as_deref_mut() else { return false };
        let mask = slots.len() - 1;
        let nearby = (0..SAMPLE).map(|i| (self.hand + i) & mask);
        let not_kept = nearby
            .filter_map(|at| slots[at].filter(|slot| slot.whole.is_none()).map(|slot| (slot.last_read, at)));
        let Some((_, mut hole)) = not_kept.min() else {
            self.hand = (self.hand + SAMPLE) & mask;
            return false;
        };
        self.hand = (hole + 1) & mask;
        // A value that would not be found behind the free slot moves into it.
        let mut at = hole;
        loop {
            at = (at + 1) & mask;
            let Some(slot) = slots[at] else { break };
            let from_home = at.wrapping_sub(home(slot.pointer, slots.len())) & mask;
            if from_home >= at.wrapping_sub(hole) & mask {
                slots[hole] = slots[at];
                hole = at;
            }
        }
        slots[hole] = None;
        self.used -= 1;
        true
    }
}

/// Returns the first slot to search for a pointer. The number of slots must be a power of two or 0.
fn home(pointer: ToastPointer, slots: usize) -> usize {
    (pointer.hash() >> 32) as usize & slots.wrapping_sub(1)
}

/// Returns the bytes that PostgreSQL allocates for a value: up to 8 kB a power of two, above that a header is added.
fn allocated(len: usize) -> usize {
    if len <= 8 << 10 { len.next_power_of_two() } else { len + 64 }
}
