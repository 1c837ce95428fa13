//! Counting filters: a plain filter's operations, and removing values.
//!
//! Adding a value increments its k counters, removing it decrements them, so added values can be removed
//! again. If two probes of a value share a counter, it is incremented for each.
//!
//! ```
//! use bloom_core::cells::Counters;
//! use bloom_core::element::{ElementType, Family};
//! use bloom_core::filter::{self, Filter, counting};
//!
//! const TEXT: ElementType = ElementType::of(Family::Text);
//! let page = b"https://example.org/gone".as_slice();
//! let mut bytes = filter::empty::<Counters>(1000, 0.01)?;
//! filter::add::<Counters>(&mut bytes, TEXT, page)?;
//! filter::add::<Counters>(&mut bytes, TEXT, page)?;
//! assert_eq!(counting::count_of(&Filter::new(&bytes)?, TEXT, page)?, 2);
//!
//! assert!(counting::remove(&mut bytes, TEXT, page)?);
//! assert!(counting::remove(&mut bytes, TEXT, page)?);
//! assert!(!counting::remove(&mut bytes, TEXT, page)?); // certainly absent, nothing is changed
//! # Ok::<(), bloom_core::Error>(())
//! ```

use super::algebra;
use super::header::{HEADER_LEN, Header};
use super::probe::Prober;
use super::view::Filter;
use crate::bytes::is_blank_at_once;
use crate::cells::{CellKind, Counters, counters};
use crate::element::ElementType;
use crate::error::{Error, Result};
use crate::hash::Hash;
use crate::interrupt::{Meter, POSITIONS};
use crate::scheme::Hashable;

/// Removes a value once from the counting filter in `bytes`; returns whether it may have been present. A
/// value that is certainly absent changes nothing. An emptied filter is untyped again.
///
/// # Errors
/// [`Error::Malformed`], [`Error::ElementMismatch`]; then `bytes` are unchanged.
pub fn remove(bytes: &mut [u8], element: ElementType, value: impl Hashable) -> Result<bool> {
    let hashing = Header::read(bytes)?.hashing;
    let hash = hashing.hash(element, value)?;
    Ok(remove_all(bytes, hashing.holding(element), &[hash])? == 1)
}

/// Removes all values with these hashes, made by the filter's own hashing; returns how many may have been
/// present.
///
/// # Errors
/// Those of [`remove`].
pub fn remove_all(bytes: &mut [u8], element: ElementType, hashes: &[Hash]) -> Result<u64> {
    let header = Header::read(bytes)?.expect_cell(CellKind::Counter)?;
    header.check_len(bytes.len())?;
    if hashes.is_empty() {
        return Ok(0);
    }
    crate::scheme::check_element(header.element(), element)?;
    let cells = &mut bytes[HEADER_LEN..];
    let prober = header.prober();
    let (mut removed, mut meter) = (0, Meter::new(POSITIONS));
    for hash in hashes {
        removed += u64::from(remove_hash(prober, cells, *hash));
        meter.done(header.params.hashes.into());
    }
    clear_element(header, bytes)?;
    Ok(removed)
}

/// Removes a hash once; returns `false`, and changes nothing, if it is absent.
pub(crate) fn remove_hash(prober: Prober, cells: &mut [u8], hash: Hash) -> bool {
    for (i, position) in prober.positions(hash).enumerate() {
        if !counters::decrement(cells, position) {
            // The value is absent: undo the decrements, which left saturated counters unchanged and do not saturate
            // again.
            for position in prober.positions(hash).take(i) {
                if counters::get(cells, position) < counters::SATURATED {
                    counters::increment(cells, position);
                }
            }
            return false;
        }
    }
    true
}

/// Returns an upper bound of how often a value was added; 15 means 15 or more.
///
/// # Errors
/// [`Error::ElementMismatch`].
pub fn count_of(filter: &Filter<'_, Counters>, element: ElementType, value: impl Hashable) -> Result<u8> {
    let header = filter.header();
    let hash = header.hashing.hash(element, value)?;
    let counts = header.prober().positions(hash).map(|at| counters::get(filter.cells(), at));
    Ok(counts.min().unwrap_or(0))
}

/// Writes `a` without the values of `b`, which must all be in `a`, to [`algebra::combined_len`] zeroed bytes.
///
/// # Errors
/// [`Error::Incompatible`]; [`Error::NotContained`] if `b` holds what `a` cannot; [`Error::Internal`].
pub fn subtract(a: &Filter<'_, Counters>, b: &Filter<'_, Counters>, out: &mut [u8]) -> Result<()> {
    let header = algebra::combined_header(&algebra::header_of(a), &algebra::header_of(b))?;
    // Containment shows best at a size that one of them has.
    if ![a, b].iter().any(|filter| filter.header().params == header.params) {
        return Err(algebra::incompatible(a.header(), b.header()));
    }
    let cells = header.begin(out)?;
    counters::fold_into(cells, algebra::values_of(a));
    if !counters::fold_subtract(cells, algebra::values_of(b)) {
        return Err(Error::NotContained);
    }
    clear_element(header, out)
}

/// Lets an empty filter take values of any type again, like a new one. Nothing may interrupt this: one removal must
/// happen completely or not at all, as it may change a variable in place.
fn clear_element(header: Header, bytes: &mut [u8]) -> Result<()> {
    if header.element() != ElementType::NONE && is_blank_at_once(&bytes[HEADER_LEN..]) {
        header.with_element(ElementType::NONE).write(bytes)?;
    }
    Ok(())
}

/// Returns the header of the plain filter of the same values.
#[must_use]
pub fn plain_header(header: Header) -> Header {
    Header { cell: CellKind::Bit, ..header }
}

/// Writes the plain filter of the same values to bytes of the length in [`plain_header`].
///
/// # Errors
/// [`Error::Internal`] unless `out` is that long.
pub fn to_plain(filter: &Filter<'_, Counters>, out: &mut [u8]) -> Result<()> {
    counters::to_bits(filter.cells(), plain_header(*filter.header()).begin(out)?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cells::Bits;
    use crate::element::Family;
    use crate::filter;
    use crate::layout::Params;
    use crate::scheme::HashSpec;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    const INTEGER: ElementType = ElementType::of(Family::Integer);

    fn bytes_of(value: u64) -> [u8; 8] {
        value.to_le_bytes()
    }

    fn empty(cell: CellKind, bits: u64, hashes: u8) -> Vec<u8> {
        let params = Params { bits, hashes };
        let header = Header { cell, hashing: HashSpec::DEFAULT, params, capacity: None, fpp: None };
        let mut bytes = vec![0; header.filter_len()];
        header.write(&mut bytes).unwrap();
        bytes
    }

    fn filter_of(bits: u64, values: &[u64]) -> Vec<u8> {
        let mut bytes = empty(CellKind::Counter, bits, 4);
        for value in values {
            filter::add::<Counters>(&mut bytes, INTEGER, bytes_of(*value).as_slice()).unwrap();
        }
        bytes
    }

    fn count(bytes: &[u8], value: u64) -> u8 {
        count_of(&Filter::validate(bytes).unwrap(), INTEGER, bytes_of(value).as_slice()).unwrap()
    }

    fn minus(a: &[u8], b: &[u8]) -> Result<Vec<u8>> {
        let (a, b) = (Filter::new(a)?, Filter::new(b)?);
        let mut out = vec![0; algebra::combined_len(&a, &b)?];
        subtract(&a, &b, &mut out)?;
        Ok(out)
    }

    fn plus(a: &[u8], b: &[u8]) -> Vec<u8> {
        let (a, b) = (Filter::new(a).unwrap(), Filter::new(b).unwrap());
        let mut out = vec![0; algebra::combined_len(&a, &b).unwrap()];
        algebra::combine::<algebra::Union<Counters>>(&a, &b, &mut out).unwrap();
        out
    }

    proptest! {
        /// Compares with a multiset: its values are found, and counts are upper bounds. In small filters, probes of a
        /// value share a counter.
        #[test]
        fn never_a_false_negative(
            operations in prop::collection::vec((any::<bool>(), 0..40u64), 0..600), words in 1..20u64, hashes in 1..13u8
        ) {
            let mut bytes = empty(CellKind::Counter, words * 64, hashes);
            let mut model = BTreeMap::<u64, u32>::new();
            for (add, value) in operations {
                let times = model.entry(value).or_default();
                if add {
                    filter::add::<Counters>(&mut bytes, INTEGER, bytes_of(value).as_slice()).unwrap();
                    *times += 1;
                } else if *times > 0 {
                    prop_assert!(remove(&mut bytes, INTEGER, bytes_of(value).as_slice()).unwrap());
                    *times -= 1;
                } else {
                    let mut after = bytes.clone();
                    let removed = remove(&mut after, INTEGER, bytes_of(value).as_slice()).unwrap();
                    prop_assert!(!removed || count(&bytes, value) > 0);
                    prop_assert!(removed || bytes == after);
                }
                for (value, times) in &model {
                    prop_assert!(u32::from(count(&bytes, *value)) >= (*times).min(15), "{value}");
                }
            }
        }

        #[test]
        fn adding_and_subtracting_is_building(
            a in prop::collection::vec(0..200u64, 0..60), b in prop::collection::vec(0..200u64, 0..60), d in 1..3u64
        ) {
            // Large enough for no counter to saturate.
            let (x, y) = (filter_of(6400, &a), filter_of(6400 * d, &b));
            let both = plus(&x, &y);
            let all = [a.clone(), b.clone()].concat();
            prop_assert_eq!(&both, &filter_of(6400, &all));
            prop_assert_eq!(&minus(&both, &y).unwrap(), &x);
            prop_assert_eq!(&minus(&both, &x).unwrap(), &filter_of(6400, &b));
            let mut one_by_one = both.clone();
            let hashes: Vec<Hash> = b.iter().map(|value| Hash::of(&bytes_of(*value), 0)).collect();
            prop_assert_eq!(remove_all(&mut one_by_one, INTEGER, &hashes).unwrap(), b.len() as u64);
            prop_assert_eq!(&one_by_one, &x);
            if !all.is_empty() {
                prop_assert_eq!(minus(&x, &plus(&both, &both)), Err(Error::NotContained));
            }
        }

        #[test]
        fn the_plain_filter_is_that_of_the_same_values(values in prop::collection::vec(0..500u64, 0..200)) {
            let counting = filter_of(1280, &values);
            let mut plain = empty(CellKind::Bit, 1280, 4);
            for value in &values {
                filter::add::<Bits>(&mut plain, INTEGER, bytes_of(*value).as_slice()).unwrap();
            }
            let counting = Filter::new(&counting).unwrap();
            let mut out = vec![0xff; plain_header(*counting.header()).filter_len()];
            to_plain(&counting, &mut out).unwrap();
            prop_assert_eq!(out, plain);
        }
    }

    /// Two million random additions and removals of few values in a small filter: most counters saturate.
    #[test]
    fn millions_of_operations() {
        let mut random = 0x9e37_79b9_7f4a_7c15u64;
        let mut next = move || {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            random
        };
        let params = Params { bits: 640, hashes: 5 };
        let prober = Prober::new(params);
        let hashes: Vec<Hash> = (0..80).map(|value| Hash::of(&bytes_of(value), 0)).collect();
        let mut times = [0u32; 80];
        let mut cells = vec![0; CellKind::Counter.len(params.bits)];
        for step in 0..2_000_000u32 {
            let (value, draw) = ((next() % 80) as usize, next() % 100);
            // In waves: first more additions, then more removals, down to nothing.
            let adds = draw < if step / 4000 % 2 == 0 { 60 } else { 40 };
            if adds {
                prober.insert::<Counters>(&mut cells, hashes[value]);
                times[value] += 1;
            } else if times[value] > 0 {
                assert!(remove_hash(prober, &mut cells, hashes[value]), "a false negative at {step}");
                times[value] -= 1;
            }
            if step % 1000 == 0 {
                for (hash, times) in hashes.iter().zip(times) {
                    let count = prober.positions(*hash).map(|at| counters::get(&cells, at)).min().unwrap();
                    assert!(u32::from(count) >= times.min(15), "step {step}");
                }
            }
        }
        assert!(counters::count_saturated(&cells) > 0, "saturation was meant to be met");
    }

    #[test]
    fn nothing_is_subtracted_at_a_size_that_neither_has() {
        let (a, b) = (filter_of(1920, &[1, 2]), filter_of(2880, &[2]));
        assert_eq!(plus(&a, &b).len(), HEADER_LEN + 480);
        assert!(matches!(minus(&a, &b), Err(Error::Incompatible(_))));
        assert_eq!(count(&minus(&a, &filter_of(5760, &[2])).unwrap(), 1), 1);
    }

    #[test]
    fn kinds_are_told_apart() {
        let (plain, counting) = (empty(CellKind::Bit, 64, 2), empty(CellKind::Counter, 64, 2));
        assert_eq!(counting.len(), HEADER_LEN + 32);
        assert!(Filter::<Counters>::new(&plain).is_err());
        assert!(Filter::<Bits>::new(&counting).is_err());
        assert!(filter::add::<Bits>(&mut counting.clone(), INTEGER, bytes_of(1).as_slice()).is_err());
        assert!(remove(&mut plain.clone(), INTEGER, bytes_of(1).as_slice()).is_err());
        let headers = [&plain, &counting].map(|bytes| Header::read(bytes).unwrap());
        assert!(matches!(algebra::combined_header(&headers[0], &headers[1]), Err(Error::Incompatible(_))));
    }
}
