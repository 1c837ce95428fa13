//! Compresses arrays of mostly empty cells to little more than their information.
//!
//! The number of empty cells between two set ones has a geometric distribution, for which Rice codes are
//! optimal (Rice and Plaunt 1971; Golomb 1966): the number divided by 2^r in unary, as ones ended by a zero,
//! then its r low bits. For a counter its value less one follows in unary, ended by a zero or at 14 ones.
//! Bits are written from the lowest bit of the first byte on; the last byte is padded with zeros.

use super::bits::words;
use super::cell::{CellKind, Cells};
use super::counters::{self, SATURATED};
use crate::interrupt::{Meter, POSITIONS};

/// Most bits that are written or read at once.
const AT_ONCE: u32 = 32;

/// Rice code of an array of cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RiceCode {
    /// Number of set cells.
    pub set: u64,
    /// Parameter r, below [`AT_ONCE`].
    pub rice: u8,
}

impl RiceCode {
    /// Returns the shortest code for these cells.
    pub fn of<C: Cells>(cells: &[u8]) -> Self {
        let set = C::count_set(cells);
        let empty = 1.0 - set as f64 / (cells.len() as u64 * 8 / C::CELL.bits()).max(1) as f64;
        // Mean length of a code: r bits and a number in unary, of mean length 1 / (1 - q^(2^r)).
        let mean = |rice: u8| f64::from(rice) + 1.0 / (1.0 - empty.powf(2f64.powi(rice.into())));
        let best = (0..AT_ONCE as u8).min_by(|a, b| mean(*a).total_cmp(&mean(*b)));
        let rice = if set == 0 { 0 } else { best.unwrap_or_default() };
        Self { set, rice }
    }

    /// Returns the length of the code in bytes.
    pub fn len<C: Cells>(self, cells: &[u8]) -> usize {
        let mut bits = 0;
        codes::<C>(cells, |(gap, value)| {
            bits += (gap >> self.rice) + 1 + u64::from(self.rice) + u64::from(rest_len(C::CELL, value));
        });
        bits.div_ceil(8) as usize
    }

    /// Writes the code of the cells to bytes of that length.
    pub fn write<C: Cells>(self, cells: &[u8], out: &mut [u8]) {
        let mut writer = BitWriter { out, at: 0, pending: 0, count: 0 };
        let rice = u32::from(self.rice);
        codes::<C>(cells, |(gap, value)| {
            let (mut ones, low) = (gap >> rice, gap & ((1 << rice) - 1));
            while ones + u64::from(rice) >= u64::from(AT_ONCE) {
                let some = ones.min(u64::from(AT_ONCE)) as u32;
                writer.put((1 << some) - 1, some);
                ones -= u64::from(some);
            }
            // The remaining ones, the zero that ends them and the low bits together.
            writer.put(((1 << ones) - 1) | (low << (ones + 1)), ones as u32 + 1 + rice);
            writer.put((1 << (value - 1)) - 1, rest_len(C::CELL, value));
        });
        writer.finish();
    }

    /// Decodes all of `from` into the zeroed bytes `cells`.
    ///
    /// # Errors
    /// Says in a sentence what is wrong with `from`.
    pub fn read<C: Cells>(self, from: &[u8], cells: &mut [u8]) -> Result<(), &'static str> {
        let width = C::CELL.bits();
        let count = cells.len() as u64 * 8 / width;
        let mut reader = BitReader { from, at: 0 };
        let (mut next, mut meter) = (0u64, Meter::new(POSITIONS));
        if u32::from(self.rice) >= AT_ONCE {
            return Err("Its Rice parameter is invalid.");
        }
        for _ in 0..self.set {
            let gap = reader.code(self.rice.into())?;
            let value = match C::CELL {
                CellKind::Bit => 1,
                CellKind::Counter => 1 + reader.ones(u64::from(SATURATED) - 1)? as u8,
            };
            let position = next.saturating_add(gap);
            if position >= count {
                return Err("It has too many cells.");
            }
            let bit = position * width;
            cells[(bit / 8) as usize] |= value << (bit % 8);
            next = position + 1;
            meter.done(1);
        }
        reader.end()
    }
}

/// Passes on, for each set cell, the number of empty cells before it and its value.
fn codes<C: Cells>(cells: &[u8], mut code: impl FnMut((u64, u8))) {
    let width = C::CELL.bits();
    let (mut next, mut first, mut meter) = (0, 0, Meter::new(POSITIONS));
    for word in words(cells) {
        let mut set = if C::CELL == CellKind::Bit { word } else { counters::set(word) };
        while set > 0 {
            let bit = u64::from(set.trailing_zeros());
            let position = first + bit / width;
            code((position - next, (word >> bit & ((1 << width) - 1)) as u8));
            next = position + 1;
            set &= set - 1;
            meter.done(1);
        }
        first += 64 / width;
    }
}

/// Returns the number of bits that encode a cell's value.
fn rest_len(cell: CellKind, value: u8) -> u32 {
    match cell {
        CellKind::Bit => 0,
        CellKind::Counter => u32::from(value.min(SATURATED - 1)),
    }
}

struct BitWriter<'a> {
    out: &'a mut [u8],
    at: usize,
    pending: u64,
    /// Number of pending bits, below [`AT_ONCE`].
    count: u32,
}

impl BitWriter<'_> {
    /// Writes the lowest `count` bits, at most [`AT_ONCE`].
    #[inline]
    fn put(&mut self, bits: u64, count: u32) {
        self.pending |= bits << self.count;
        self.count += count;
        if self.count >= AT_ONCE {
            self.flush(4);
            self.pending >>= AT_ONCE;
            self.count -= AT_ONCE;
        }
    }

    fn flush(&mut self, len: usize) {
        let bytes = self.pending.to_le_bytes();
        if let Some(out) = self.out.get_mut(self.at..self.at + len) {
            out.copy_from_slice(&bytes[..len]);
        }
        self.at += len;
    }

    fn finish(mut self) {
        self.flush(self.count.div_ceil(8) as usize);
    }
}

struct BitReader<'a> {
    from: &'a [u8],
    /// Position of the next bit.
    at: u64,
}

impl BitReader<'_> {
    /// Returns at least the next [`PEEKED`] bits; bits beyond the end are zeros.
    #[inline]
    fn peek(&self) -> u64 {
        let first = (self.at / 8) as usize;
        let rest = self.from.get(first..).unwrap_or_default();
        let word = match rest.first_chunk() {
            Some(word) => u64::from_le_bytes(*word),
            None => {
                let mut word = [0; 8];
                word[..rest.len()].copy_from_slice(rest);
                u64::from_le_bytes(word)
            }
        };
        word >> (self.at % 8)
    }

    fn left(&self) -> u64 {
        (self.from.len() as u64 * 8).saturating_sub(self.at)
    }

    /// Reads a Rice code.
    #[inline]
    fn code(&mut self, rice: u32) -> Result<u64, &'static str> {
        let word = self.peek();
        let ones = word.trailing_ones();
        let len = ones + 1 + rice;
        if len <= PEEKED {
            if self.left() < u64::from(len) {
                return Err(ENDED);
            }
            self.at += u64::from(len);
            return Ok((u64::from(ones) << rice) | ((word >> (ones + 1)) & ((1 << rice) - 1)));
        }
        Ok((self.ones(u64::MAX)? << rice) | self.take(rice)?)
    }

    /// Reads a number of ones, ended by a zero or at `most`.
    #[inline]
    fn ones(&mut self, most: u64) -> Result<u64, &'static str> {
        let mut ones = 0;
        loop {
            let run = u64::from(self.peek().trailing_ones()).min(AT_ONCE.into());
            if ones + run >= most {
                self.at += most - ones;
                return if self.at <= self.from.len() as u64 * 8 { Ok(most) } else { Err(ENDED) };
            }
            ones += run;
            self.at += run;
            if run < u64::from(AT_ONCE) {
                break;
            }
        }
        if self.left() == 0 {
            return Err(ENDED);
        }
        self.at += 1;
        Ok(ones)
    }

    #[inline]
    fn take(&mut self, count: u32) -> Result<u64, &'static str> {
        if self.left() < u64::from(count) {
            return Err(ENDED);
        }
        let bits = self.peek() & ((1 << count) - 1);
        self.at += u64::from(count);
        Ok(bits)
    }

    fn end(self) -> Result<(), &'static str> {
        if self.left() < 8 && self.peek() == 0 { Ok(()) } else { Err("It has bytes after its end.") }
    }
}

/// Bits that a peek always has.
const PEEKED: u32 = 57;

const ENDED: &str = "It ends too early.";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cells::{Bits, Counters};
    use proptest::prelude::*;

    fn round_trip<C: Cells>(cells: &[u8]) -> Result<usize, TestCaseError> {
        let coding = RiceCode::of::<C>(cells);
        let mut coded = vec![0; coding.len::<C>(cells)];
        coding.write::<C>(cells, &mut coded);
        let mut read = vec![0; cells.len()];
        prop_assert_eq!(coding.read::<C>(&coded, &mut read), Ok(()));
        prop_assert!(read == cells);
        if let Some(shorter) = coded.len().checked_sub(1) {
            prop_assert!(coding.read::<C>(&coded[..shorter], &mut vec![0; cells.len()]).is_err());
        }
        coded.push(0);
        prop_assert!(coding.read::<C>(&coded, &mut vec![0; cells.len()]).is_err());
        Ok(coded.len() - 1)
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(
            words in 1..300usize, set in prop::collection::vec((any::<prop::sample::Index>(), 1u8..), 0..400)
        ) {
            let mut cells = vec![0u8; words * 8];
            for (index, byte) in set {
                let at = index.index(cells.len());
                cells[at] = byte;
            }
            round_trip::<Bits>(&cells)?;
            round_trip::<Counters>(&cells)?;
        }

        /// Forged codes are refused or decode to some cells.
        #[test]
        fn any_bytes_are_refused_or_cells(
            from in prop::collection::vec(prop_oneof![Just(0xffu8), any::<u8>()], 0..60), set in 0..70u64, rice: u8
        ) {
            for rice in [rice, rice % AT_ONCE as u8] {
                let coding = RiceCode { set, rice };
                let mut cells = [0; 64];
                if coding.read::<Bits>(&from, &mut cells).is_ok() {
                    prop_assert_eq!(Bits::count_set(&cells), set);
                }
                let mut cells = [0; 64];
                if coding.read::<Counters>(&from, &mut cells).is_ok() {
                    prop_assert_eq!(Counters::count_set(&cells), set);
                }
            }
        }
    }

    /// The length in bits is within 4 % of m H(fill).
    #[test]
    fn it_takes_little_more_than_the_information() {
        for one_in in [2u64, 3, 5, 10, 50, 1000, 30_000] {
            let mut random = 7u64;
            let mut cells = vec![0u8; 1 << 20];
            let count = cells.len() as u64 * 8;
            for position in 0..count {
                random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                if (random >> 33).is_multiple_of(one_in) {
                    cells[(position / 8) as usize] |= 1 << (position % 8);
                }
            }
            let p = Bits::count_set(&cells) as f64 / count as f64;
            let entropy = -(p * p.log2() + (1.0 - p) * (1.0 - p).log2()) * count as f64;
            let coded = round_trip::<Bits>(&cells).unwrap() as f64 * 8.0;
            assert!((1.0..1.045).contains(&(coded / entropy)), "one in {one_in}: {}", coded / entropy);
        }
    }
}
