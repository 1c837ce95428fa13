//! Transposes between rows and columns by blocks of 64 x 64 bits, several at a time for whole cache lines.

use super::LANES;
use crate::cells::bits::WORD_LEN;
use crate::error::{Error, Result};
use crate::interrupt::{Meter, STEP};

/// Block of 64 words; transposing moves bit j of word i to bit i of word j.
pub(super) type Block = [u64; LANES];

/// Words of a cache line: the number of blocks transposed at a time, in both directions.
pub(super) const STRIP: usize = 8;

/// Transposes a block in six steps that exchange halves of ever smaller blocks (Hacker's Delight, 7-3).
pub(super) fn transpose(block: &mut Block) {
    exchange::<32>(block);
    exchange::<16>(block);
    exchange::<8>(block);
    exchange::<4>(block);
    exchange::<2>(block);
    exchange::<1>(block);
}

/// Exchanges the upper right and lower left of all blocks of this width; constant bounds make the loop fast.
fn exchange<const WIDTH: usize>(block: &mut Block) {
    let lower_bits = u64::MAX / ((1 << WIDTH) + 1);
    for both in block.chunks_exact_mut(2 * WIDTH) {
        let (upper, lower) = both.split_at_mut(WIDTH);
        for (upper, lower) in upper.iter_mut().zip(lower) {
            let exchanged = (*upper >> WIDTH ^ *lower) & lower_bits;
            *upper ^= exchanged << WIDTH;
            *lower ^= exchanged;
        }
    }
}

/// Filters in words, and words of each filter, read at a time: some cache lines, as processors fetch the
/// next.
const TILE: (usize, usize) = (2 * STRIP, 4 * STRIP);

/// Words of the blocks of 64 rows. The padding keeps this from being a multiple of a page: otherwise the
/// words of a filter, each in another block, would compete for one place in the processor's cache.
const TILE_ROW: usize = TILE.0 * LANES + STRIP;

/// Words of scratch memory for [`write_matrix`](super::build::write_matrix).
pub const SCRATCH_LEN: usize = TILE.1 * TILE_ROW;

/// Writes the rows of filters of one length, whose bitmaps `column` returns; `out` has one row per bit.
pub(super) fn rows_of<'a>(
    columns: usize,
    column: impl Fn(usize) -> &'a [u8],
    row_len: usize,
    scratch: &mut [u64],
    out: &mut [u8],
) -> Result<()> {
    const ROWS: usize = TILE.1 * LANES;
    let tile: &mut [u64; SCRATCH_LEN] =
        scratch.try_into().map_err(|_| Error::Internal("wrong scratch length"))?;
    let (tile, _) = tile.as_chunks_mut::<TILE_ROW>();
    let mut meter = Meter::new(STEP);
    // The outer loop goes over bands of rows, which keeps writes close together.
    for (band, rows) in out.chunks_mut(ROWS * row_len).enumerate() {
        let start = band * TILE.1 * WORD_LEN;
        for first in (0..columns).step_by(TILE.0 * LANES) {
            let here = (TILE.0 * LANES).min(columns - first);
            for i in 0..here {
                let words = column(first + i)[start..].as_chunks::<WORD_LEN>().0;
                for (lanes, word) in tile.iter_mut().zip(words) {
                    lanes[i] = u64::from_le_bytes(*word);
                }
            }
            let width = here.div_ceil(LANES);
            for (rows, lanes) in rows.chunks_mut(LANES * row_len).zip(&mut *tile) {
                lanes[here..width * LANES].fill(0); // padding
                let blocks = &mut lanes.as_chunks_mut::<LANES>().0[..width];
                blocks.iter_mut().for_each(transpose);
                for (i, row) in rows.chunks_exact_mut(row_len).enumerate() {
                    let words = row[first / 8..].as_chunks_mut::<WORD_LEN>().0;
                    for (word, block) in words.iter_mut().zip(&*blocks) {
                        *word = block[i].to_le_bytes();
                    }
                }
            }
            meter.done(here * TILE.1 * WORD_LEN);
        }
    }
    Ok(())
}

/// Passes on the columns of `rows` from byte `start` of each row: per 64 rows, a block for each word.
pub(super) fn for_tiles(rows: &[u8], row_len: usize, start: usize, mut each: impl FnMut(&[Block])) {
    let width = (row_len - start).div_ceil(WORD_LEN).min(STRIP);
    let (mut tile, mut meter) = ([[0; LANES]; STRIP], Meter::new(STEP));
    for rows in rows.chunks_exact(LANES * row_len) {
        for (i, row) in rows.chunks_exact(row_len).enumerate() {
            let words = row[start..].as_chunks::<WORD_LEN>().0;
            for (block, word) in tile[..width].iter_mut().zip(words) {
                block[i] = u64::from_le_bytes(*word);
            }
        }
        tile[..width].iter_mut().for_each(transpose);
        each(&tile[..width]);
        meter.done(LANES * width * WORD_LEN);
    }
}
