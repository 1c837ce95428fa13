//! Blocks on a page.
//!
//! A page begins with 24 bytes that are the server's. Then come the number of the build and the blocks, or,
//! on page 0, the fields of the metapage and the blocks of a filter in it.

use crate::cells::bits;
use crate::field::Field;
use crate::hash::Hash;
use crate::layout::split_block::{self, BLOCK_LEN};

/// Bytes at the begin of a page that are the server's.
pub const HEADER: usize = 24;

/// Where the blocks of a page begin.
pub const BLOCKS: usize = 32;

/// The number of the build.
const BUILD: Field<u64> = Field::at(HEADER);

/// Where the blocks of a filter in the metapage begin.
pub const INLINE_BLOCKS: usize = 128;

/// The place of a value's block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Location {
    /// The page.
    pub page: u32,
    /// The offset of the block in the page.
    pub offset: usize,
    /// The hash, which gives the bits in the block.
    pub hash: Hash,
}

/// Returns the number of blocks of a page of `page_len` bytes whose blocks begin at `begin`.
#[inline]
#[must_use]
#[allow(clippy::cast_possible_truncation)]
pub const fn blocks_in(page_len: usize, begin: usize) -> u32 {
    ((page_len - begin) / BLOCK_LEN) as u32
}

/// The bit of a page's number that says: another filter is being built. Numbers of builds are even.
const BESIDE: u64 = 1;

/// Returns whether a page other than the metapage belongs to a build.
#[inline]
#[must_use]
pub fn is_of(page: &[u8], build: u64) -> bool {
    BUILD.get(page) & !BESIDE == build
}

/// As [`is_of`], but false if another filter is being built, as the metapage says.
#[inline]
#[must_use]
pub fn is_of_only(page: &[u8], build: u64) -> bool {
    BUILD.get(page) == build
}

/// Makes a page belong to a build, or, with 0, to none.
pub fn set_build(page: &mut [u8], build: u64) {
    BUILD.put(page, build);
}

/// Marks a page of a filter: another one is being built.
pub fn mark_beside(page: &mut [u8]) {
    BUILD.put(page, BUILD.get(page) | BESIDE);
}

/// Returns whether all bits of a value are set. A block that is not on the page says so, too.
#[inline]
#[must_use]
pub fn contains(page: &[u8], at: Location) -> bool {
    page.get(at.offset..at.offset + BLOCK_LEN).is_none_or(|block| split_block::contains(block, at.hash))
}

/// Sets all bits of a value. Returns whether one of them was clear.
#[inline]
pub fn add(page: &mut [u8], at: Location) -> bool {
    page.get_mut(at.offset..at.offset + BLOCK_LEN)
        .is_some_and(|block| split_block::insert(block, at.hash) > 0)
}

/// Returns the block of a value with all its bits set; an empty one if it is not on the page.
#[inline]
#[must_use]
pub fn with(page: &[u8], at: Location) -> [u8; BLOCK_LEN] {
    let mut block = page.get(at.offset..).and_then(<[u8]>::first_chunk).copied().unwrap_or_default();
    split_block::insert(&mut block, at.hash);
    block
}

/// Sets the bits that are set in `blocks` in the blocks from `begin` on.
pub fn unite(page: &mut [u8], begin: usize, blocks: &[u8]) {
    if let Some(into) = page.get_mut(begin..begin + blocks.len()) {
        bits::or_words(into, blocks);
    }
}

/// Returns the number of set bits of `count` blocks from `begin` on.
#[must_use]
pub fn count_set(page: &[u8], begin: usize, count: u32) -> u64 {
    page.get(begin..begin + count as usize * BLOCK_LEN).map_or(0, bits::count_ones)
}
