//! Table of distinct hashes: open addressing with linear probing, in place.
//!
//! A slot of zeros is empty; the all-zero hash is kept as a flag beside the table.

use crate::cells::CellKind;
use crate::hash::Hash;
use crate::interrupt::{Meter, STEP};

/// Stored hash, or zeros.
type Slot = [u8; Hash::LEN];

/// Empty slot.
const EMPTY: Slot = [0; Hash::LEN];

/// Slots of the first table, when the buffer is full for the first time.
const FIRST_SLOTS: u64 = 512;

/// Growing holds the old table, the new one and the executor's copy: 2.5 times the new size.
const GROWTH_OVERHEAD: f64 = 2.5;

/// Returns the most entries of a table: four fifths of its slots, which keeps searches short.
pub(super) fn most_entries(slots: u64) -> u64 {
    slots - slots.div_ceil(5)
}

/// Returns the fewest doublings of `slots` that hold `entries`, if the budget in bytes and `most` slots allow
/// it. Counts do not use the budget, so that counting and plain filters of the same values are built alike.
pub(super) fn grown(mut slots: u64, entries: u64, budget: u64, most: u64) -> Option<u64> {
    let largest = ((budget as f64 / GROWTH_OVERHEAD) as u64 / Hash::LEN as u64).min(most);
    slots = slots.max(FIRST_SLOTS.min(largest));
    while most_entries(slots) < entries && slots < largest {
        slots = (slots * 2).min(largest);
    }
    (most_entries(slots) >= entries).then_some(slots)
}

/// Returns the bytes of a slot: the hash and, if values can be removed, its count.
pub(super) const fn slot_len(cell: CellKind) -> usize {
    match cell {
        CellKind::Bit => Hash::LEN,
        CellKind::Counter => Hash::LEN + COUNT_LEN,
    }
}

const COUNT_LEN: usize = size_of::<u32>();

/// Read-only table.
#[derive(Debug, Clone, Copy)]
pub(super) struct Table<'a> {
    slots: &'a [Slot],
    /// Empty for bits.
    counts: &'a [[u8; COUNT_LEN]],
}

impl<'a> Table<'a> {
    /// Reads the body of an exact state with this many slots.
    pub fn new(body: &'a [u8], slots: u64) -> Self {
        let (slots, counts) = body.split_at(slots as usize * Hash::LEN);
        Self { slots: slots.as_chunks().0, counts: counts.as_chunks().0 }
    }

    /// Returns all hashes with their counts.
    pub fn entries(self) -> impl Iterator<Item = (Hash, u32)> + use<'a> {
        let counts = self.counts.iter().map(|count| u32::from_le_bytes(*count)).chain(std::iter::repeat(1));
        let mut meter = Meter::new(STEP);
        let slots = self.slots.iter().inspect(move |_| meter.done(Hash::LEN));
        let stored = slots.zip(counts).filter(|(slot, _)| **slot != EMPTY);
        stored.map(|(slot, count)| (Hash::from_bytes(*slot), count))
    }

    /// Returns whether the table contains a hash other than zero.
    pub fn contains(self, hash: Hash) -> bool {
        find(self.slots, hash).is_some_and(|slot| self.slots[slot] != EMPTY)
    }

    /// Returns whether exactly the occupied slots have a count.
    pub fn counts_agree(self) -> bool {
        let mut meter = Meter::new(STEP);
        self.slots.iter().zip(self.counts).all(|(slot, count)| {
            meter.done(Hash::LEN);
            (*slot == EMPTY) == (*count == [0; COUNT_LEN])
        })
    }
}

/// Mutable table.
#[derive(Debug)]
pub(super) struct TableMut<'a> {
    slots: &'a mut [Slot],
    counts: &'a mut [[u8; COUNT_LEN]],
}

impl<'a> TableMut<'a> {
    /// Reads the body of an exact state with this many slots.
    pub fn new(body: &'a mut [u8], slots: u64) -> Self {
        let (slots, counts) = body.split_at_mut(slots as usize * Hash::LEN);
        Self { slots: slots.as_chunks_mut().0, counts: counts.as_chunks_mut().0 }
    }

    /// Adds a hash other than zero `times` times; returns whether it is new. There must be an empty slot.
    #[inline]
    pub fn insert(&mut self, hash: Hash, times: u32) -> bool {
        let Some(slot) = find(self.slots, hash) else { return false };
        let fresh = self.slots[slot] == EMPTY;
        self.slots[slot] = hash.to_bytes();
        if let Some(count) = self.counts.get_mut(slot) {
            *count = u32::from_le_bytes(*count).saturating_add(times).to_le_bytes();
        }
        fresh
    }

    /// Removes a hash once; returns whether it is gone, or `None` if that is unknown.
    pub fn remove(&mut self, hash: Hash) -> Option<bool> {
        let slot = find(self.slots, hash)?;
        let count = u32::from_le_bytes(*self.counts.get(slot)?);
        if count == 0 || count == u32::MAX {
            return None;
        }
        self.counts[slot] = (count - 1).to_le_bytes();
        if count == 1 {
            self.close(slot);
        }
        Some(count == 1)
    }

    /// Empties a slot and moves later entries that could not be found past the gap.
    fn close(&mut self, mut gap: usize) {
        let (len, mut meter) = (self.slots.len(), Meter::new(STEP));
        let mut slot = gap;
        loop {
            self.slots[gap] = EMPTY;
            self.counts[gap] = [0; COUNT_LEN];
            loop {
                slot = (slot + 1) % len;
                meter.done(Hash::LEN);
                if self.slots[slot] == EMPTY {
                    return;
                }
                let home = first_slot(len, Hash::from_bytes(self.slots[slot]));
                // An entry may stay if its search starts behind the gap.
                let distance = |from: usize| (slot + len - from) % len;
                if distance(home) >= distance(gap) {
                    break;
                }
            }
            self.slots[gap] = self.slots[slot];
            self.counts[gap] = self.counts[slot];
            gap = slot;
        }
    }
}

/// Returns the slot at which the search for a hash starts.
fn first_slot(slots: usize, hash: Hash) -> usize {
    ((u128::from(hash.h1) * slots as u128) >> 64) as usize
}

/// Returns the slot of a hash, or the empty one where it belongs.
#[inline]
fn find(slots: &[Slot], hash: Hash) -> Option<usize> {
    let wanted = hash.to_bytes();
    let first = first_slot(slots.len(), hash);
    let near = &slots[first..slots.len().min(first + NEAR)];
    match near.iter().position(|slot| *slot == wanted || *slot == EMPTY) {
        Some(at) => Some(first + at),
        None => find_far(slots, first, wanted),
    }
}

/// Slots within which almost all searches end.
const NEAR: usize = 256;

/// Continues a search among many hashes for one place, perhaps chosen by an attacker.
#[cold]
fn find_far(slots: &[Slot], first: usize, wanted: Slot) -> Option<usize> {
    let mut meter = Meter::new(STEP);
    (first..slots.len()).chain(0..first).find(|&slot| {
        meter.done(Hash::LEN);
        slots[slot] == wanted || slots[slot] == EMPTY
    })
}
