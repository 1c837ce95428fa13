//! Where a filter is in the file, and where the bits of a value are.

use super::page::{BLOCKS, INLINE_BLOCKS, Location, blocks_in};
use crate::hash::Hash;
use crate::layout::split_block::{self, BLOCK_BITS, BLOCK_LEN};
use crate::layout::{BitLayout, params};

/// A filter in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Filter {
    /// The number of its build, which stands on each of its pages; even, never 0.
    pub build: u64,
    /// Its first page; 0 if it is in the metapage.
    pub start: u32,
    /// Number of blocks, at least 1.
    pub blocks: u32,
    /// Distinct values that it is sized for.
    pub capacity: u64,
}

impl Filter {
    /// Returns a filter that fills the rest of a metapage of `page_len` bytes.
    #[must_use]
    pub fn inline(page_len: usize, build: u64, fpp: f64) -> Self {
        let blocks = blocks_in(page_len, INLINE_BLOCKS);
        Self { build, start: 0, blocks, capacity: split_block::most_values(blocks.into(), fpp) as u64 }
    }

    /// Returns a filter for this many values on pages from `start` on. The largest possible filter takes more
    /// values at a higher rate.
    #[must_use]
    pub fn on_pages(values: u64, build: u64, fpp: f64, start: u32) -> Self {
        let capacity = values.max(1);
        let bits =
            BitLayout::SplitBlock.for_capacity(capacity, fpp).map_or(params::MAX_BITS, |size| size.bits);
        Self { build, start, blocks: u32::try_from(bits / BLOCK_BITS).unwrap_or(u32::MAX), capacity }
    }

    /// Returns whether no filter can be larger.
    #[must_use]
    pub const fn is_largest(&self) -> bool {
        self.blocks as u64 >= params::MAX_BITS / BLOCK_BITS
    }

    /// Returns whether the filter is in the metapage.
    #[inline]
    #[must_use]
    pub const fn is_inline(&self) -> bool {
        self.start == 0
    }

    /// Returns the number of pages of its own.
    #[must_use]
    pub fn pages(&self, page_len: usize) -> u32 {
        if self.is_inline() { 0 } else { self.blocks.div_ceil(blocks_in(page_len, BLOCKS)) }
    }

    /// Returns whether all its blocks are on pages that a file can have: the highest number of a page stands for none.
    #[inline]
    #[must_use]
    pub(super) fn is_in_file(&self, page_len: usize) -> bool {
        if self.is_inline() {
            return self.blocks <= blocks_in(page_len, INLINE_BLOCKS);
        }
        self.start.checked_add(self.pages(page_len)).is_some()
    }

    /// Returns the runs of its blocks: the page, the offset of the first block, the number of blocks.
    pub fn runs(&self, page_len: usize) -> impl Iterator<Item = (u32, usize, u32)> + use<> {
        let begin = if self.is_inline() { INLINE_BLOCKS } else { BLOCKS };
        let (each, blocks, start) = (blocks_in(page_len, begin), self.blocks, self.start);
        (0..blocks.div_ceil(each)).map(move |page| (start + page, begin, each.min(blocks - page * each)))
    }

    /// Returns the place of a value's block, given the value's hash of 64 bits.
    #[inline]
    #[must_use]
    #[allow(clippy::cast_possible_truncation)]
    pub fn locate(&self, page_len: usize, hash: u64) -> Location {
        let hash = Hash { h1: hash, h2: 0 };
        let block = split_block::of(hash, self.blocks.into()) as u32; // below `blocks`
        let (page, begin, block) = if self.is_inline() {
            (0, INLINE_BLOCKS, block)
        } else {
            let each = blocks_in(page_len, BLOCKS);
            (self.start.saturating_add(block / each), BLOCKS, block % each)
        };
        Location { page, offset: begin + block as usize * BLOCK_LEN, hash }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::{Metapage, page};
    use proptest::prelude::*;

    const LEN: usize = 8192;

    proptest! {
        /// A new filter is not where the current one is, and each value's block is on the filter's own pages.
        #[test]
        fn filters_keep_apart(
            sizes in prop::collection::vec((1u64..200_000, any::<bool>()), 1..8),
            hashes in prop::collection::vec(any::<u64>(), 20),
        ) {
            let mut metapage = Metapage::default();
            for (build, (values, is_broken_off)) in sizes.into_iter().enumerate() {
                let next = metapage.place(values, 2 * (build as u64 + 1), 0.001, LEN);
                let own = next.start..next.start + next.pages(LEN);
                prop_assert!(next.is_inline() || next.start > 0);
                if let Some(current) = metapage.current {
                    let others = current.start..current.start + current.pages(LEN);
                    prop_assert!(own.end <= others.start || others.end <= own.start);
                    prop_assert!(!(current.is_inline() && next.is_inline()));
                }
                for hash in &hashes {
                    let at = next.locate(LEN, *hash);
                    let begin = if next.is_inline() { page::INLINE_BLOCKS } else { page::BLOCKS };
                    prop_assert!(next.is_inline() && at.page == 0 || own.contains(&at.page));
                    prop_assert!(at.offset >= begin && at.offset + BLOCK_LEN <= LEN);
                    prop_assert!((at.offset - begin).is_multiple_of(BLOCK_LEN));
                }
                metapage.begin(next);
                if !is_broken_off {
                    metapage.finish(values, 0);
                }
            }
        }
    }

    #[test]
    fn sizes_hold_their_values_at_the_rate() {
        assert_eq!(Filter::inline(LEN, 2, 0.001).capacity, 3821);
        for values in [1, 5000, 1_000_000] {
            let filter = Filter::on_pages(values, 2, 0.001, 1);
            assert!(split_block::expected_rate(filter.blocks.into(), values as f64) <= 0.001);
        }
        assert!(Filter::on_pages(u64::MAX, 2, 0.001, 1).is_largest());
    }
}
