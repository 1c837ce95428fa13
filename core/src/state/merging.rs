//! Many filters becoming one, updated in place: the state of the union and intersection aggregates.
//!
//! A header of its own, then the filter so far.

use super::WHAT;
use crate::algebra::{self, Operation};
use crate::bytes;
use crate::error::{Error, Result, malformed};
use crate::filter::Filter;
use crate::params::current_fpp;

const MAGIC: [u8; 4] = *b"BLMM";

/// Bytes before the filter: magic, operation, three zeros, the highest rate.
const PREFIX_LEN: usize = 16;

const NO_ROOM: Error = Error::Internal("the room for a state has another length");

/// How filters are merged.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Merge {
    /// Into their union or their intersection.
    pub operation: Operation,
    /// The highest rate that the result may have; 1 for any.
    pub max_fpp: f64,
}

impl Merge {
    /// Bytes of a state that begins with `filter`.
    #[must_use]
    pub fn len_with(filter: &[u8]) -> usize {
        PREFIX_LEN + filter.len()
    }

    /// Writes a state that begins with `filter` to bytes of [`Merge::len_with`].
    ///
    /// # Errors
    /// [`Error::Overfull`]; [`Error::Internal`] if the length is another.
    pub fn begin(self, filter: &[u8], out: &mut [u8]) -> Result<()> {
        if out.len() != Self::len_with(filter) {
            return Err(NO_ROOM);
        }
        out[..4].copy_from_slice(&MAGIC);
        out[4] = self.operation as u8;
        out[8..PREFIX_LEN].copy_from_slice(&self.max_fpp.to_le_bytes());
        bytes::copy(&mut out[PREFIX_LEN..], filter);
        self.check(&Filter::new(filter)?)
    }

    /// How the state in `bytes` merges, and its filter, in constant time.
    ///
    /// # Errors
    /// [`crate::Error::Malformed`].
    pub fn read(bytes: &[u8]) -> Result<(Self, &[u8])> {
        let bad = |why: &str| Err(malformed(WHAT, why));
        let Some((prefix, filter)) = bytes.split_first_chunk::<PREFIX_LEN>() else {
            return bad("It has no whole header.");
        };
        let [magic @ .., operation, r1, r2, r3, _, _, _, _, _, _, _, _] = *prefix;
        let operation = match operation {
            0 => Operation::Union,
            1 => Operation::Intersection,
            _ => return bad("Unknown operation."),
        };
        let mut rate = [0; 8];
        rate.copy_from_slice(&prefix[8..]);
        let max_fpp = f64::from_le_bytes(rate);
        let possible = max_fpp > 0.0 && max_fpp <= 1.0;
        if magic != MAGIC || [r1, r2, r3] != [0; 3] || !possible {
            return bad("It does not start with a header of filters being merged.");
        }
        Ok((Self { operation, max_fpp }, filter))
    }

    /// Whether `bytes` begin like a state of this kind.
    #[must_use]
    pub fn is_one(bytes: &[u8]) -> bool {
        bytes.starts_with(&MAGIC)
    }

    /// Checks all that can be checked, for bytes of unknown origin.
    ///
    /// # Errors
    /// [`crate::Error::Malformed`].
    pub fn validate(bytes: &[u8]) -> Result<()> {
        let (_, filter) = Self::read(bytes)?;
        Filter::validate(filter).map(drop)
    }

    /// Merges a filter into the state in `bytes`, in place. `false`, and nothing is changed, if the result has another
    /// size: then it must be written anew, by [`Merge::merge_anew`].
    ///
    /// # Errors
    /// [`crate::Error::Incompatible`], [`crate::Error::Overfull`].
    pub fn merge(self, bytes: &mut [u8], filter: &Filter<'_>) -> Result<bool> {
        let own = &mut bytes[PREFIX_LEN..];
        let done = algebra::combine_into(self.operation, own, filter)?;
        if done {
            self.check(&Filter::new(own)?)?;
        }
        Ok(done)
    }

    /// Bytes of the state in `bytes` merged with a filter.
    ///
    /// # Errors
    /// [`crate::Error::Incompatible`].
    pub fn merged_len(bytes: &[u8], filter: &Filter<'_>) -> Result<usize> {
        let own = Filter::new(&bytes[PREFIX_LEN..])?;
        Ok(PREFIX_LEN + algebra::combined_len(&own, filter)?)
    }

    /// Writes the state in `bytes`, merged with a filter, to zeroed bytes of [`Merge::merged_len`].
    ///
    /// # Errors
    /// [`Error::Incompatible`], [`Error::Overfull`]; [`Error::Internal`] if the length is another.
    pub fn merge_anew(self, bytes: &[u8], filter: &Filter<'_>, out: &mut [u8]) -> Result<()> {
        if out.len() < PREFIX_LEN {
            return Err(NO_ROOM);
        }
        out[..PREFIX_LEN].copy_from_slice(&bytes[..PREFIX_LEN]);
        let own = Filter::new(&bytes[PREFIX_LEN..])?;
        algebra::combine(self.operation, &own, filter, &mut out[PREFIX_LEN..])?;
        self.check(&Filter::new(&out[PREFIX_LEN..])?)
    }

    fn check(self, filter: &Filter<'_>) -> Result<()> {
        if self.max_fpp >= 1.0 {
            return Ok(());
        }
        let params = filter.header().params;
        let reached = current_fpp(params.bits, params.hashes, filter.header().cell.count_set(filter.cells()));
        if reached <= self.max_fpp { Ok(()) } else { Err(Error::Overfull { max_fpp: self.max_fpp, reached }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cells::Cell;
    use crate::element::{Element, Family};
    use crate::filter;
    use crate::hash::Hash;
    use crate::hashing::Hashing;
    use crate::header::Header;
    use crate::params::Params;

    fn filter_of(bits: u64, values: std::ops::Range<u64>) -> Vec<u8> {
        let element = Element::of(Family::Integer);
        let params = Params { bits, hashes: 4 };
        let header = Header {
            cell: Cell::Bit,
            hashing: Hashing { element, ..Hashing::DEFAULT },
            params,
            capacity: None,
            fpp: None,
        };
        let mut bytes = vec![0; header.filter_len()];
        header.write(&mut bytes).unwrap();
        for value in values {
            filter::add(&mut bytes, element, Hash::of(&value.to_le_bytes(), 0)).unwrap();
        }
        bytes
    }

    fn state(merge: Merge, filter: &[u8]) -> Vec<u8> {
        let mut bytes = vec![0; Merge::len_with(filter)];
        merge.begin(filter, &mut bytes).unwrap();
        Merge::validate(&bytes).unwrap();
        bytes
    }

    #[test]
    fn merging_in_place_and_anew_is_the_union() {
        let merge = Merge { operation: Operation::Union, max_fpp: 1.0 };
        let mut bytes = state(merge, &filter_of(1280, 0..20));
        let same_size = filter_of(1280, 20..40);
        assert!(merge.merge(&mut bytes, &Filter::new(&same_size).unwrap()).unwrap());
        let smaller = filter_of(640, 40..60);
        let smaller = Filter::new(&smaller).unwrap();
        assert!(!merge.merge(&mut bytes, &smaller).unwrap());
        let mut out = vec![0; Merge::merged_len(&bytes, &smaller).unwrap()];
        merge.merge_anew(&bytes, &smaller, &mut out).unwrap();
        let (read, union) = Merge::read(&out).unwrap();
        assert_eq!((read, union), (merge, &filter_of(640, 0..60)[..]));
    }

    #[test]
    fn the_limit_is_kept() {
        let merge = Merge { operation: Operation::Union, max_fpp: 0.01 };
        let mut bytes = state(merge, &filter_of(1280, 0..50));
        let more = filter_of(1280, 50..500);
        let refused = merge.merge(&mut bytes, &Filter::new(&more).unwrap());
        assert!(matches!(refused, Err(Error::Overfull { max_fpp: 0.01, reached }) if reached > 0.1));
    }

    #[test]
    fn broken_states_are_refused() {
        let merge = Merge { operation: Operation::Union, max_fpp: 0.5 };
        let good = state(merge, &filter_of(64, 0..2));
        for (at, byte) in [(0, 0), (4, 2), (5, 1), (15, 0xff), (16, 0), (30, 0xff)] {
            let mut bytes = good.clone();
            bytes[at] = byte;
            assert!(Merge::validate(&bytes).is_err(), "{at}");
        }
        assert!(Merge::validate(&good[..10]).is_err());
        assert!(Merge::validate(&good[..good.len() - 1]).is_err());
    }
}
