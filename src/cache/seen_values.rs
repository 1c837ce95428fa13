//! Table of the stored values that one call site has seen, some of them detoasted.
//!
//! In any order of reads, a read costs little more than it would without the cache. While there is memory, all values
//! are kept that the caller wants to keep. When there is none, other values are evicted only now and then: reading a
//! value that is not kept gives credit for an eighth of its cost, and evictions spend the credit. So values that are no
//! longer read are evicted in the end, and if more values than fit are read in turns, some of them stay.
//!
//! The memory limit is `work_mem`, which includes this table but not the one value that is being read.

use crate::pg::list::List;
use crate::pg::memory::{Memory, work_mem};
use crate::pg::toast::{Fetched, ToastPointer};

/// Credit for each probe of a value that is not kept, in bytes that may be evicted: about an eighth of the bytes that
/// could be detoasted in its time (10 µs, at 6 GB/s).
pub const SLICES_CREDIT: usize = 8 << 10;

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

/// What the table knows of a value.
#[derive(Debug, Clone, Copy)]
pub enum KnownValue {
    /// It was never seen, or long ago.
    Unseen,
    /// It was seen, but is not kept.
    Seen,
    /// It is kept.
    Kept(Fetched),
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
pub struct SeenValues {
    /// The slots, whose number is a power of two; `None` before the first value.
    slots: Option<List<Option<Slot>>>,
    used: usize,
    /// Memory of the kept values in bytes.
    kept: usize,
    /// Number of bytes that may be evicted.
    credit: usize,
    now: u64,
    /// Index of the slot where the next search for a slot to free begins.
    hand: usize,
}

impl SeenValues {
    /// Notes a read of a value; returns what was known of it. `memory` is the memory of the call site.
    pub fn see(&mut self, pointer: ToastPointer, memory: Memory) -> KnownValue {
        self.now += 1;
        let now = self.now;
        match self.slot_of(pointer) {
            Some(slot) => {
                slot.last_read = now;
                slot.whole.map_or(KnownValue::Seen, KnownValue::Kept)
            }
            None => {
                self.insert(pointer, memory);
                KnownValue::Unseen
            }
        }
    }

    /// Returns whether a value can be kept at all.
    pub fn fits(&self, pointer: ToastPointer) -> bool {
        allocated(pointer) <= self.limit()
    }

    /// Returns whether a value can be kept now. Others are evicted only for one that was seen before.
    pub fn has_room(&self, pointer: ToastPointer, seen: KnownValue) -> bool {
        let lacking = self.lacking(pointer);
        self.fits(pointer) && (lacking == 0 || !matches!(seen, KnownValue::Unseen) && lacking <= self.credit)
    }

    /// Evicts values until there is room for another one.
    ///
    /// # Safety
    /// No value that the table returned may be in use.
    pub unsafe fn make_room(&mut self, pointer: ToastPointer) {
        self.evict(self.lacking(pointer));
    }

    /// Keeps a detoasted value for which there is room; returns false if it is no longer in the table.
    pub fn keep(&mut self, pointer: ToastPointer, whole: Fetched) -> bool {
        let Some(slot) = self.slot_of(pointer) else { return false };
        slot.whole = Some(whole);
        self.kept += allocated(pointer);
        true
    }

    /// Adds the credit of a probe of a value that is not kept.
    pub fn credit_slices(&mut self) {
        self.add_credit(SLICES_CREDIT);
    }

    /// Adds the credit of detoasting a value that is not kept.
    pub fn credit_fetch(&mut self, pointer: ToastPointer) {
        self.add_credit(allocated(pointer) / FETCH_CREDIT_DIVISOR);
    }

    /// Returns how many bytes are missing for another value.
    fn lacking(&self, pointer: ToastPointer) -> usize {
        (self.kept + allocated(pointer)).saturating_sub(self.limit())
    }

    /// Removes and frees all values.
    ///
    /// # Safety
    /// As for [`SeenValues::make_room`].
    pub unsafe fn clear(&mut self) {
        for slot in self.slots.as_deref_mut().unwrap_or_default() {
            if let Some(Slot { whole: Some(whole), .. }) = slot.take() {
                // SAFETY: only the table has it.
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
            // SAFETY: only the table had it.
            unsafe { whole.free() };
            let size = allocated(slot.pointer);
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
fn allocated(pointer: ToastPointer) -> usize {
    let len = pointer.fetched_len();
    if len <= 8 << 10 { len.next_power_of_two() } else { len + 64 }
}
