//! The stored values that one call site has seen, and which of them it keeps whole.
//!
//! Whatever is read, the first time or in any order, costs little more than if nothing were kept:
//!
//! * A value that was seen before is fetched whole and kept as long as there is room.
//! * When there is none, others make room only now and then: reading what is not kept earns an eighth of what that
//!   costs, and this is spent on what is evicted. So values that are no longer read leave in the end, and of more
//!   values than fit that are read in turns, some stay.
//! * A value that is read twice in a row is fetched whole in any case, and freed at the next one if it is not kept.
//!
//! The room is `work_mem`, this table included, beside the one value that is read.

use crate::pg::detoast::VarlenaRef;
use crate::pg::list::List;
use crate::pg::memory::{Memory, work_mem};
use crate::pg::toast::{Fetched, ToastPointer};

/// What a probe of a value that is not kept earns, in bytes that may be evicted: an eighth of about what could be
/// fetched whole in its time (10 µs, at 6 GB/s).
const EARNED_BY_SLICES: usize = 8 << 10;

/// The same for a value that was fetched whole, of its bytes.
const EARNED_BY_FETCHING: usize = 8;

/// Slots at first, and at most.
const FEWEST_SLOTS: usize = 8;
const MOST_SLOTS: usize = 1 << 16;

/// The table's share of the room.
const TABLE_SHARE: usize = 16;

/// Of so many kept values the one that was read longest ago is evicted; and among so many slots one whose value is not
/// kept is removed.
const SAMPLE: usize = 16;

/// A stored value that was seen.
#[derive(Debug, Clone, Copy)]
struct Slot {
    pointer: ToastPointer,
    /// All of it, if it is kept.
    whole: Option<Fetched>,
    /// Time of the last read.
    last_read: u64,
}

/// A hash table with open addressing.
#[derive(Debug, Default)]
pub struct StoredValues {
    /// A power of two, or `None` before the first value.
    slots: Option<List<Option<Slot>>>,
    used: usize,
    /// Bytes of the values that are kept.
    kept: usize,
    /// The value that was read last, if it was fetched but is not kept.
    passing: Option<Fetched>,
    earned: usize,
    now: u64,
    /// Where to look next for a slot to free.
    hand: usize,
}

impl StoredValues {
    /// Returns the whole value of `pointer` if it is kept or worth fetching now. `again` tells that it is the one that
    /// was read last, `memory` is that of the call site.
    ///
    /// # Safety
    /// What the last call returned must not be used any more.
    #[inline(never)]
    pub unsafe fn load(
        &mut self,
        pointer: ToastPointer,
        again: bool,
        value: VarlenaRef<'_>,
        memory: Memory,
    ) -> Option<Fetched> {
        self.now += 1;
        if let Some(passed) = self.passing.take() {
            // SAFETY: only this had it, beside the caller, who promises not to use it.
            unsafe { passed.free() };
        }
        let now = self.now;
        let known = self.slot_of(pointer);
        let is_known = known.is_some();
        if let Some(slot) = known {
            slot.last_read = now;
            if slot.whole.is_some() {
                return slot.whole;
            }
        }
        let size = allocated(pointer.fetched_len());
        if !is_known {
            self.insert(pointer, memory);
        }
        let room = self.room();
        let lacking = (self.kept + size).saturating_sub(room);
        let keep = size <= room && (lacking == 0 || is_known && lacking <= self.earned);
        if !(again || is_known && keep || !pointer.is_worth_slicing()) {
            self.earn(EARNED_BY_SLICES);
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
                self.passing = Some(whole);
                self.earn(size / EARNED_BY_FETCHING);
            }
        }
        Some(whole)
    }

    /// Removes all values.
    ///
    /// # Safety
    /// As for [`StoredValues::load`].
    pub unsafe fn clear(&mut self) {
        for slot in self.slots.as_deref_mut().unwrap_or_default() {
            if let Some(Slot { whole: Some(whole), .. }) = slot.take() {
                // SAFETY: only the table had it, beside the caller, who promises not to use it.
                unsafe { whole.free() };
            }
        }
        (self.used, self.kept) = (0, 0);
    }

    fn earn(&mut self, bytes: usize) {
        self.earned = (self.earned + bytes).min(work_mem());
    }

    /// Returns the bytes that values may take.
    fn room(&self) -> usize {
        work_mem().saturating_sub(size_of_val(self.slots()))
    }

    fn slots(&self) -> &[Option<Slot>] {
        self.slots.as_deref().unwrap_or_default()
    }

    fn slot_of(&mut self, pointer: ToastPointer) -> Option<&mut Slot> {
        let at = self.find(pointer).ok()?;
        self.slots.as_mut()?[at].as_mut()
    }

    /// Finds the slot of a pointer, or the free slot where it would be; one of none if there are no slots.
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

    /// Inserts a pointer into the table, half of which stays free; in a full one it replaces one that is not kept, if
    /// there is one nearby.
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
        self.used = 0;
        if let Some(before) = self.slots.replace(List::filled(memory, len, None)) {
            before.iter().flatten().for_each(|slot| self.put(*slot));
            before.free();
        }
    }

    /// Frees kept values, of some the one that was read longest ago, until so many bytes are free.
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
            // SAFETY: the table had it; the caller uses no other than that of the last call, and not any more.
            unsafe { whole.free() };
            let size = allocated(slot.pointer.fetched_len());
            self.kept -= size;
            self.earned = self.earned.saturating_sub(size);
        }
    }

    /// Removes of the values nearby that are not kept the one that was read longest ago; returns whether there was one.
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
        // What would not be found behind a free slot moves into it.
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

/// Returns the first slot to look for a pointer in, of so many, a power of two or none.
fn home(pointer: ToastPointer, slots: usize) -> usize {
    (pointer.hash() >> 32) as usize & slots.wrapping_sub(1)
}

/// Returns the bytes that PostgreSQL allocates for a value: up to 8 kB a power of two, beyond that with a header.
fn allocated(len: usize) -> usize {
    if len <= 8 << 10 { len.next_power_of_two() } else { len + 64 }
}
