//! The table of distinct hashes: open addressing with linear search, in place.
//!
//! A slot of zeros is empty; the all-zero hash is kept as a flag beside the table.

use crate::cells::CellKind;
use crate::hash::Hash;
use crate::interrupt::{Meter, STEP};

/// A stored hash, or zeros.
type Slot = [u8; Hash::LEN];

/// An empty slot.
const EMPTY: Slot = [0; Hash::LEN];

/// First size, in slots, once the buffer is full for the first time.
const FIRST_SLOTS: u64 = 512;

/// Growing keeps the old table, the new one and the executor's copy of that: 2.5 times its size.
const GROWTH_OVERHEAD: f64 = 2.5;

/// Entries that a table of so many slots may hold: four in five, so that searches stay short and end.
pub(super) fn most_entries(slots: u64) -> u64 {
    slots - slots.div_ceil(5)
}

/// The smallest doubling of `slots` that holds `entries`, if the budget in bytes allows it and `most` slots
/// do. Counts are not in the budget, so that a counting filter and the plain one of the same values are built
/// alike.
pub(super) fn grown(mut slots: u64, entries: u64, budget: u64, most: u64) -> Option<u64> {
    let largest = ((budget as f64 / GROWTH_OVERHEAD) as u64 / Hash::LEN as u64).min(most);
    slots = slots.max(FIRST_SLOTS.min(largest));
    while most_entries(slots) < entries && slots < largest {
        slots = (slots * 2).min(largest);
    }
    (most_entries(slots) >= entries).then_some(slots)
}

/// Bytes of a slot: the hash, and how often it came if values can be taken away.
pub(super) const fn slot_len(cell: CellKind) -> usize {
    match cell {
        CellKind::Bit => Hash::LEN,
        CellKind::Counter => Hash::LEN + COUNT_LEN,
    }
}

const COUNT_LEN: usize = size_of::<u32>();

/// A table that is only read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Table<'a> {
    slots: &'a [Slot],
    /// None for bits.
    counts: &'a [[u8; COUNT_LEN]],
}

impl<'a> Table<'a> {
    /// Looks at the body of an exact state that has so many slots.
    pub fn new(body: &'a [u8], slots: u64) -> Self {
        let (slots, counts) = body.split_at(slots as usize * Hash::LEN);
        Self { slots: slots.as_chunks().0, counts: counts.as_chunks().0 }
    }

    /// All hashes, and how often each came.
    pub fn entries(self) -> impl Iterator<Item = (Hash, u32)> + use<'a> {
        let counts = self.counts.iter().map(|count| u32::from_le_bytes(*count)).chain(std::iter::repeat(1));
        let mut meter = Meter::new(STEP);
        let slots = self.slots.iter().inspect(move |_| meter.done(Hash::LEN));
        let stored = slots.zip(counts).filter(|(slot, _)| **slot != EMPTY);
        stored.map(|(slot, count)| (Hash::from_bytes(*slot), count))
    }

    /// Whether the table holds a hash other than zero.
    pub fn contains(self, hash: Hash) -> bool {
        find(self.slots, hash).is_some_and(|slot| self.slots[slot] != EMPTY)
    }

    /// Whether exactly the slots that are not empty have a count.
    pub fn counts_agree(self) -> bool {
        let mut meter = Meter::new(STEP);
        self.slots.iter().zip(self.counts).all(|(slot, count)| {
            meter.done(Hash::LEN);
            (*slot == EMPTY) == (*count == [0; COUNT_LEN])
        })
    }
}

/// A table that takes hashes.
#[derive(Debug)]
pub(super) struct TableMut<'a> {
    slots: &'a mut [Slot],
    counts: &'a mut [[u8; COUNT_LEN]],
}

impl<'a> TableMut<'a> {
    /// Looks at the body of an exact state that has so many slots.
    pub fn new(body: &'a mut [u8], slots: u64) -> Self {
        let (slots, counts) = body.split_at_mut(slots as usize * Hash::LEN);
        Self { slots: slots.as_chunks_mut().0, counts: counts.as_chunks_mut().0 }
    }

    /// Adds a hash other than zero so many times; returns whether it is new. The table must have an empty
    /// slot.
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

    /// Takes a hash away once; returns whether none of it is left, `None` if that is not known.
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

    /// Empties a slot and moves those after it that could not be found past the gap.
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
                // It may stay if the search for it starts behind the gap.
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

/// Where the search for a hash starts.
fn first_slot(slots: usize, hash: Hash) -> usize {
    ((u128::from(hash.h1) * slots as u128) >> 64) as usize
}

/// The slot of a hash, or the empty one where it belongs.
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

/// Slots within which almost all hashes are found.
const NEAR: usize = 256;

/// The same where hashes are many in one place, perhaps because somebody chose them so.
#[cold]
fn find_far(slots: &[Slot], first: usize, wanted: Slot) -> Option<usize> {
    let mut meter = Meter::new(STEP);
    (first..slots.len()).chain(0..first).find(|&slot| {
        meter.done(Hash::LEN);
        slots[slot] == wanted || slots[slot] == EMPTY
    })
}
