//! Copies of filters, for a statement that probes them again and again.
//!
//! What a snapshot sees was in the table, with its bits set or left to a build, before the snapshot was taken. So
//! for all probes of a statement a filter is good enough as it was at any time after that.
//!
//! A filter in the metapage is larger than its values need. So the copy is folded: two blocks side by side become
//! one, where a filter of half as many blocks has the bits of both.

use super::meta::has_current;
use crate::pg::index_pages::{IndexPages, PAGE_LEN};
use crate::pg::list::List;
use crate::pg::memory::Memory;
use bloom_core::hash::Hash;
use bloom_core::index::Filter;
use bloom_core::layout::split_block::{self, BLOCK_LEN};
use std::ptr::NonNull;

/// Largest share of bits that are set after folding. A value that is absent passes with its eighth power.
const MOST_SET: f64 = 0.3;

/// A filter in the memory of a statement.
#[derive(Debug, Clone, Copy)]
pub struct Copied {
    blocks: u64,
    first: NonNull<Block>,
}

/// A block, or the bits of a value in its block.
type Block = [u64; BLOCK_LEN / 8];

/// A value that is looked for in copies.
#[derive(Debug, Clone, Copy)]
pub struct CopiedProbe {
    hash: Hash,
    bits: Block,
}

impl CopiedProbe {
    /// Prepares probes for a value of this hash.
    pub fn of(hash: u64) -> Self {
        let hash = Hash { h1: hash, h2: 0 };
        let mut bits = [0; BLOCK_LEN];
        split_block::insert(&mut bits, hash);
        Self { hash, bits: to_words(&bits) }
    }
}

fn to_words(bytes: &[u8; BLOCK_LEN]) -> Block {
    let mut words = [0; BLOCK_LEN / 8];
    for (word, bytes) in words.iter_mut().zip(bytes.as_chunks::<8>().0) {
        *word = u64::from_ne_bytes(*bytes);
    }
    words
}

/// What became of a copy.
pub enum Copying {
    Copied(Copied),
    /// The answer is *maybe* for each value.
    Maybe,
    /// It would take more memory than there is.
    TooLarge,
}

impl Copied {
    /// Copies the blocks of a filter, if they take at most so many bytes.
    pub fn of(filter: Filter, pages: IndexPages, memory: Memory, most: usize) -> Copying {
        let count = filter.blocks as usize;
        if count * BLOCK_LEN > most {
            return Copying::TooLarge;
        }
        let mut whole = List::with_capacity(Memory::of_this_call(), count);
        for (number, begin, count) in filter.runs(PAGE_LEN) {
            pgrx::check_for_interrupts!();
            let is_own = pages.read(number, |page| {
                let bytes = page.get(begin..begin + count as usize * BLOCK_LEN).unwrap_or_default();
                bytes.as_chunks().0.iter().for_each(|block| whole.push(to_words(block)));
                has_current(page, &filter) && !bytes.is_empty()
            });
            if !is_own {
                whole.free();
                return Copying::Maybe;
            }
        }
        fold(&mut whole);
        let mut blocks = List::with_capacity(memory, whole.len());
        whole.iter().for_each(|block| blocks.push(*block));
        whole.free();
        Copying::Copied(Self { blocks: blocks.len() as u64, first: blocks.start() })
    }

    /// Returns the bytes that the copy takes.
    pub fn len(&self) -> usize {
        self.blocks as usize * BLOCK_LEN
    }

    /// Returns whether the filter may have a value.
    ///
    /// # Safety
    /// The memory of the copy must not have ended.
    #[inline]
    pub unsafe fn may_contain(&self, probe: &CopiedProbe) -> bool {
        let number = split_block::of(probe.hash, self.blocks) as usize; // below `blocks`
        // SAFETY: the copy has so many blocks.
        let block = unsafe { self.first.add(number).as_ref() };
        block.iter().zip(&probe.bits).all(|(word, bits)| word & bits == *bits)
    }
}

/// Unites blocks side by side, as long as few bits are set.
fn fold(blocks: &mut List<Block>) {
    let count = |block: &Block| block.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
    let mut set: u64 = blocks.iter().map(count).sum();
    // Each fold leaves at most as many bits.
    while blocks.len().is_multiple_of(2)
        && set as f64 * 2.0 <= MOST_SET * (blocks.len() * BLOCK_LEN) as f64 * 8.0
    {
        let half = blocks.len() / 2;
        set = 0;
        for place in 0..half {
            let (one, other) = (blocks[2 * place], blocks[2 * place + 1]);
            let united = std::array::from_fn(|word| one[word] | other[word]);
            set += count(&united);
            blocks[place] = united;
        }
        blocks.truncate(half);
    }
}
