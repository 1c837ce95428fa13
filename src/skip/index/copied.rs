//! Copies of filters, for a statement that probes them again and again.
//!
//! What a snapshot sees was in the table, with its bits set or left to a build, before the snapshot was taken. So
//! for all probes of a statement a filter is good enough as it was at any time after that.
//!
//! A filter in the metapage is larger than its values need. So the copy is folded: two blocks side by side become
//! one, where a filter of half as many blocks has the bits of both.

use super::meta::has_current;
use crate::pg::index_pages::{IndexPages, PAGE_LEN, Page};
use crate::pg::list::List;
use crate::pg::memory::Memory;
use bloom_core::hash::Hash;
use bloom_core::index::Filter;
use bloom_core::layout::split_block::{self, BLOCK_LEN};
use std::ptr::NonNull;

/// Largest share of bits that are set after folding. A value that is absent passes with its eighth power.
const MOST_SET: f64 = 0.3;

/// Number of blocks that tell how many bits of a filter are set.
const SAMPLE: usize = 32;

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
        let first = filter.runs(PAGE_LEN).next();
        let folds = first.map_or(0, |(number, begin, count)| {
            pages.read(number, |page| folds(filter.blocks, blocks(page, begin, count)))
        });
        let mut copy = List::filled(memory, count >> folds, Block::default());
        let mut place = 0;
        for (number, begin, count) in filter.runs(PAGE_LEN) {
            pgrx::check_for_interrupts!();
            let is_own = pages.read(number, |page| {
                let mut rest = blocks(page, begin, count);
                while !rest.is_empty() {
                    let missing = (1 << folds) - place % (1 << folds);
                    let (now, later) = rest.split_at(missing.min(rest.len()));
                    let into = &mut copy[place >> folds];
                    *into = now.iter().fold(*into, |united, block| unite(united, to_words(block)));
                    (place, rest) = (place + now.len(), later);
                }
                has_current(page, &filter)
            });
            if !is_own || place == 0 {
                copy.free();
                return Copying::Maybe;
            }
        }
        Copying::Copied(Self { blocks: copy.len() as u64, first: copy.start() })
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

/// Returns a block with the bits of two.
fn unite(one: Block, other: Block) -> Block {
    std::array::from_fn(|word| one[word] | other[word])
}

/// Returns blocks of a page.
fn blocks(page: &Page, begin: usize, count: u32) -> &[[u8; BLOCK_LEN]] {
    page.get(begin..begin + count as usize * BLOCK_LEN).unwrap_or_default().as_chunks().0
}

/// Returns how often a filter of `count` blocks can be folded, of which these say how many bits are set.
fn folds(count: u32, blocks: &[[u8; BLOCK_LEN]]) -> u32 {
    let sample = &blocks[..blocks.len().min(SAMPLE)];
    let set: u32 = sample.iter().flat_map(to_words).map(u64::count_ones).sum();
    let share = f64::from(set) / (sample.len() * BLOCK_LEN * 8) as f64;
    // Each fold leaves at most as many bits.
    (0..count.trailing_zeros()).take_while(|folds| share * f64::from(2 << folds) <= MOST_SET).count() as u32
}
