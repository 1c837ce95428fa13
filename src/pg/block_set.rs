//! A set of the blocks of a table.

use super::list::List;
use super::memory::Memory;

/// Number of blocks of a word.
const BITS: u32 = u64::BITS;

/// A set of blocks: a bit for each block that a table had at first. Later ones are always in the set.
pub struct BlockSet {
    words: List<u64>,
    blocks: u32,
    count: u32,
}

impl BlockSet {
    /// Creates an empty set for a table of so many blocks.
    pub fn empty(memory: Memory, blocks: u32) -> Self {
        Self { words: List::filled(memory, Self::bytes(blocks) / size_of::<u64>(), 0), blocks, count: 0 }
    }

    /// Returns the bytes that the set takes.
    pub fn bytes(blocks: u32) -> usize {
        blocks.div_ceil(BITS) as usize * size_of::<u64>()
    }

    /// Returns the number of blocks in the set.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// Adds a block; one behind the table's last one is in the set anyhow.
    #[inline(always)]
    pub fn add(&mut self, block: u32) {
        let bit = 1 << (block % BITS);
        if block < self.blocks
            && let Some(word) = self.words.get_mut((block / BITS) as usize)
        {
            self.count += u32::from(*word & bit == 0);
            *word |= bit;
        }
    }

    /// Adds blocks from a first one on, up to one before `end`.
    pub fn add_range(&mut self, (first, end): (u32, u32)) {
        (first..end.min(self.blocks)).for_each(|block| self.add(block));
    }

    #[inline(always)]
    pub fn contains(&self, block: u32) -> bool {
        let word = self.words.get((block / BITS) as usize);
        block >= self.blocks || word.is_none_or(|word| *word & 1 << (block % BITS) != 0)
    }

    /// Returns the first block of the set from `first` on and before `end`.
    pub fn next(&self, first: u32, end: u32) -> Option<u32> {
        if first < self.blocks {
            let (start, skipped) = ((first / BITS) as usize, u64::MAX << (first % BITS));
            let words = self.words.iter().enumerate().skip(start);
            for (place, word) in words {
                let word = if place == start { *word & skipped } else { *word };
                if word != 0 {
                    let found = place as u32 * BITS + word.trailing_zeros();
                    return (found < end).then_some(found);
                }
            }
        }
        let later = first.max(self.blocks);
        (later < end).then_some(later)
    }

    /// Frees the set's memory before its context ends.
    pub fn free(self) {
        self.words.free();
    }

    /// Keeps only blocks that are in another set, too.
    pub fn intersect(&mut self, other: &Self) {
        for (place, word) in self.words.iter_mut().enumerate() {
            *word &= other.words.get(place).copied().unwrap_or(u64::MAX);
        }
        self.count = self.words.iter().map(|word| word.count_ones()).sum();
    }
}
