//! Read-only filters.

use super::header::{HEADER_LEN, Header};
use crate::cells::{Cells, bits, fold_fit};
use crate::element::Family;
use crate::error::{Result, malformed};
use crate::hash::Hash;
use crate::layout::params;
use std::marker::PhantomData;

/// Bytes of an array that tell the rate within some percent.
const SAMPLE: usize = 4096;

/// Bytes that a processor reads at once.
const CACHE_LINE: usize = 64;

/// Returns the rate from which on a filter that was built for the rate `fpp` is overfull.
fn most_rate(fpp: f64) -> f64 {
    (3.0 * fpp).min(f64::midpoint(fpp, 1.0))
}

/// Read-only filter with an array of `C`.
#[derive(Debug, Clone, Copy)]
pub struct Filter<'a, C> {
    header: Header,
    cells: &'a [u8],
    marker: PhantomData<C>,
}

impl<'a, C: Cells> Filter<'a, C> {
    /// Reads `bytes` as a filter, in constant time.
    ///
    /// # Errors
    /// [`crate::Error::Malformed`] if the header or the length is wrong, or if the cells are of another kind.
    pub fn new(bytes: &'a [u8]) -> Result<Self> {
        Self::with_header(Header::read(bytes)?, bytes)
    }

    /// Returns the filter in `bytes`, whose header was read before.
    ///
    /// # Errors
    /// [`crate::Error::Malformed`] if the length is wrong, or if the cells are of another kind.
    #[inline]
    pub fn with_header(header: Header, bytes: &'a [u8]) -> Result<Self> {
        let header = header.expect_cell(C::CELL)?;
        header.check_len(bytes.len())?;
        Ok(Self { header, cells: &bytes[HEADER_LEN..], marker: PhantomData })
    }

    /// Checks everything, for bytes of unknown origin; reads them once.
    ///
    /// # Errors
    /// [`crate::Error::Malformed`].
    pub fn validate(bytes: &'a [u8]) -> Result<Self> {
        let filter = Self::new(bytes)?;
        if filter.header.element().family == Family::None && !bits::is_empty(filter.cells) {
            return Err(malformed("Bloom filter", "It has bits set but no element family."));
        }
        Ok(filter)
    }

    /// Returns the header of the filter.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the array of cells.
    #[must_use]
    pub fn cells(&self) -> &'a [u8] {
        self.cells
    }

    /// Returns whether the filter may hold the value with this hash; `false` is certain.
    #[must_use]
    pub fn contains(&self, hash: Hash) -> bool {
        self.header.prober().contains::<C>(self.cells, hash)
    }

    /// Returns whether the rate is at least three times `fpp`, or nearer to 1 than to `fpp`. Reads a sample
    /// of a large filter.
    #[must_use]
    pub fn is_overfull(&self, fpp: f64) -> bool {
        let (layout, params) = (self.header.layout(), self.header.params);
        let (sample, fill) = self.sample(SAMPLE);
        fold_fit::rate_of(layout, params, sample, (fill * params.bits as f64).round() as u64)
            >= most_rate(fpp)
    }

    /// Returns `false` if the filter is not [overfull](Self::is_overfull), as one cache line tells of most
    /// filters. A filter with little more than three times the rate rarely looks like one that is not.
    #[inline]
    #[must_use]
    pub fn may_be_overfull(&self, fpp: f64) -> bool {
        let (_, fill) = self.sample(CACHE_LINE);
        fill.powi(self.header.params.hashes.into()) > most_rate(fpp) / 2.0
    }

    /// Returns the beginning of the array, and the share of its cells that are set.
    #[inline]
    fn sample(&self, len: usize) -> (&'a [u8], f64) {
        let sample = &self.cells[..len.min(self.cells.len())];
        let cells = sample.len() as u64 * 8 / C::CELL.bits();
        (sample, C::count_set(sample) as f64 / cells as f64)
    }

    /// Returns the numbers that follow from the set cells.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let params = self.header.params;
        let bits_set = C::count_set(self.cells);
        Counts {
            bits_set,
            fill: bits_set as f64 / params.bits as f64,
            estimated_count: params::estimate_count(params.bits, params.hashes, bits_set),
            current_fpp: fold_fit::rate_of(self.header.layout(), params, self.cells, bits_set),
        }
    }
}

/// Numbers that follow from the set cells of a filter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Counts {
    /// Number of set cells, X.
    pub bits_set: u64,
    /// Share of set cells, X/m.
    pub fill: f64,
    /// Estimated distinct values, see [`params::estimate_count`].
    pub estimated_count: f64,
    /// Current false-positive rate, see [`fold_fit::rate_of`].
    pub current_fpp: f64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cells::{Bits, Counters};
    use crate::element::ElementType;
    use crate::filter;
    use crate::scheme::{Scheme, SchemeOptions};

    /// Finds the number of values from which on a filter is overfull, and returns the exact rates just before and then.
    fn turning_point<C: Cells>(scheme: &str, capacity: u64, fpp: f64) -> [f64; 2] {
        let options = SchemeOptions::from_name(scheme).unwrap();
        let params = options.params(C::CELL, capacity, fpp).unwrap();
        let header = Header { cell: C::CELL, hashing: options.hashing(), params, capacity: None, fpp: None };
        let mut bytes = vec![0; header.filter_len()];
        header.write(&mut bytes).unwrap();
        let mut before = 0.0;
        for value in 0..20 * capacity {
            filter::add::<C>(&mut bytes, ElementType::of(Family::Integer), &value.to_le_bytes()[..]).unwrap();
            let filter = Filter::<C>::new(&bytes).unwrap();
            if filter.may_be_overfull(fpp) && filter.is_overfull(fpp) {
                return [before, filter.counts().current_fpp];
            }
            if value % (capacity / 100) == 0 {
                before = filter.counts().current_fpp;
            }
        }
        panic!("never overfull: {scheme} {capacity} {fpp}");
    }

    #[test]
    fn filters_far_above_their_rate_are_overfull() {
        for (scheme, capacity) in [("mitz64", 200), ("mitz64", 100_000), ("parquet", 20_000)] {
            for (fpp, most) in [(0.001, 0.003), (0.01, 0.03), (0.1, 0.3), (0.4, 0.7)] {
                let [before, then] = turning_point::<Bits>(scheme, capacity, fpp);
                let slack = if scheme == "parquet" { 1.3 } else { 1.15 };
                assert!(
                    before < most * slack && then > most / slack,
                    "{scheme} {capacity} {fpp}: {before} {then}"
                );
            }
        }
        let [before, then] = turning_point::<Counters>(Scheme::Mitz64.name(), 10_000, 0.01);
        assert!(before < 0.04 && then > 0.025, "{before} {then}");
    }

    #[test]
    fn full_filters_are_not_overfull() {
        let mut bytes = filter::empty::<Bits>(1000, 0.01).unwrap();
        assert!(!Filter::<Bits>::new(&bytes).unwrap().is_overfull(0.01));
        for value in 0..1200_u64 {
            filter::add::<Bits>(&mut bytes, ElementType::of(Family::Integer), &value.to_le_bytes()[..])
                .unwrap();
            let filter = Filter::<Bits>::new(&bytes).unwrap();
            assert!(!filter.is_overfull(0.01), "{value}");
            // One cache line is a small sample: it is only expected to clear filters that are not quite full.
            assert!(value >= 900 || !filter.may_be_overfull(0.01), "{value}");
        }
    }
}
