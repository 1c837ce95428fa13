//! The table of distinct hashes: open addressing with linear search, in place.
//!
//! A slot of zeros is empty; the all-zero hash is kept as a flag beside the table.

use crate::hash::Hash;

/// A stored hash, or zeros.
pub(super) type Slot = [u8; Hash::LEN];

/// An empty slot.
pub(super) const EMPTY: Slot = [0; Hash::LEN];

/// First size, in slots, once the buffer is full for the first time.
const FIRST_SLOTS: u64 = 512;

/// Growing keeps the old table, the new one and the executor's copy of that: 2.5 times its size.
const GROWTH_OVERHEAD: f64 = 2.5;

/// Entries that a table of so many slots may hold: four in five, so that searches stay short and end.
pub(super) fn most_entries(slots: u64) -> u64 {
    slots - slots.div_ceil(5)
}

/// The smallest doubling of `slots` that holds `entries`, if the budget in bytes allows it.
pub(super) fn grown(mut slots: u64, entries: u64, budget: u64) -> Option<u64> {
    let largest = (budget as f64 / GROWTH_OVERHEAD) as u64 / Hash::LEN as u64;
    slots = slots.max(FIRST_SLOTS.min(largest));
    while most_entries(slots) < entries && slots < largest {
        slots = (slots * 2).min(largest);
    }
    (most_entries(slots) >= entries).then_some(slots)
}

/// The slots of a body.
pub(super) fn slots(body: &[u8]) -> &[Slot] {
    body.as_chunks().0
}

/// Whether the table holds a hash other than zero.
pub(super) fn contains(table: &[Slot], hash: Hash) -> bool {
    find(table, hash).is_some_and(|slot| table[slot] != EMPTY)
}

/// Adds a hash other than zero; returns whether it is new. The table must have an empty slot.
#[inline]
pub(super) fn insert(table: &mut [Slot], hash: Hash) -> bool {
    let Some(slot) = find(table, hash) else { return false };
    let fresh = table[slot] == EMPTY;
    table[slot] = hash.to_bytes();
    fresh
}

/// The slot of a hash, or the empty one where it belongs.
#[inline]
fn find(table: &[Slot], hash: Hash) -> Option<usize> {
    let wanted = hash.to_bytes();
    let first = ((u128::from(hash.h1) * table.len() as u128) >> 64) as usize;
    (first..table.len()).chain(0..first).find(|&slot| table[slot] == wanted || table[slot] == EMPTY)
}
