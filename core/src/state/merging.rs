//! Many filters becoming one, updated in place: the state of the union and intersection aggregates.
//!
//! A header of its own, then the filter so far.

use super::layout::{MAGIC as BUILDING_MAGIC, MERGING_MAGIC as MAGIC};
use crate::algebra::{self, Intersection, Operation, Union};
use crate::bytes;
use crate::cells::{Bits, CellKind, Cells, Counters};
use crate::error::{Error, Result, malformed};
use crate::filter::Filter;
use crate::header::Header;
use crate::params::current_fpp;
use std::marker::PhantomData;

const WHAT: &str = "bloom filter state";

/// Where the fields are before the filter, after the four bytes of [`MAGIC`].
mod at {
    use crate::field::Field;

    pub const OPERATION: Field<u32> = Field::at(4);
    pub const MAX_FPP: Field<f64> = Field::at(OPERATION.end());
}

/// Bytes before the filter.
pub(super) const PREFIX_LEN: usize = at::MAX_FPP.end();

const NO_ROOM: Error = Error::Internal("the room for a state has another length");

/// How filters are merged by `O`.
#[derive(Debug, Clone, Copy)]
pub struct Merge<O> {
    max_fpp: f64,
    marker: PhantomData<O>,
}

/// Which merge a state is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// [`Union`] of [`Bits`].
    Union,
    /// [`Union`] of [`Counters`].
    CountingUnion,
    /// [`Intersection`].
    Intersection,
}

/// Which merge the state in `bytes` is of, in constant time.
///
/// # Errors
/// [`Error::Malformed`].
pub fn kind_of(bytes: &[u8]) -> Result<Kind> {
    let (prefix, filter) = prefix_of(bytes)?;
    match (at::OPERATION.get(prefix), Header::read(filter)?.cell) {
        (<Union<Bits>>::CODE, CellKind::Bit) => Ok(Kind::Union),
        (<Union<Counters>>::CODE, CellKind::Counter) => Ok(Kind::CountingUnion),
        (Intersection::CODE, CellKind::Bit) => Ok(Kind::Intersection),
        _ => Err(malformed(WHAT, "Unknown operation.")),
    }
}

/// Checks all that can be checked of a state of any kind, for bytes of unknown origin.
///
/// # Errors
/// [`Error::Malformed`].
pub fn validate(bytes: &[u8]) -> Result<()> {
    match kind_of(bytes)? {
        Kind::Union => validate_as::<Union<Bits>>(bytes),
        Kind::CountingUnion => validate_as::<Union<Counters>>(bytes),
        Kind::Intersection => validate_as::<Intersection>(bytes),
    }
}

fn validate_as<O: Operation>(bytes: &[u8]) -> Result<()> {
    let (_, filter) = Merge::<O>::read(bytes)?;
    Filter::<O::Cells>::validate(filter).map(drop)
}

/// Whether `bytes` begin like a state of merged filters.
#[must_use]
pub fn is_one(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

fn prefix_of(bytes: &[u8]) -> Result<(&[u8; PREFIX_LEN], &[u8])> {
    match bytes.split_first_chunk() {
        Some(both) if is_one(bytes) => Ok(both),
        _ if bytes.starts_with(&BUILDING_MAGIC) => Err(Error::WrongState),
        _ => Err(malformed(WHAT, "It does not start with a header of filters being merged.")),
    }
}

impl<O: Operation> Merge<O> {
    /// A merge up to the highest rate that the result may have; 1 for any.
    #[must_use]
    pub fn new(max_fpp: f64) -> Self {
        Self { max_fpp, marker: PhantomData }
    }

    /// The highest rate that the result may have; 1 for any.
    #[must_use]
    pub fn max_fpp(self) -> f64 {
        self.max_fpp
    }

    /// Bytes of a state that begins with `filter`.
    #[must_use]
    pub fn len_with(filter: &[u8]) -> usize {
        PREFIX_LEN + filter.len()
    }

    /// Writes a state that begins with `filter` to bytes of [`Merge::len_with`].
    ///
    /// # Errors
    /// [`Error::Overfull`]; [`Error::Malformed`] if it is none; [`Error::Internal`] if the length is another.
    pub fn begin(self, filter: &[u8], out: &mut [u8]) -> Result<()> {
        if out.len() != Self::len_with(filter) {
            return Err(NO_ROOM);
        }
        out[..4].copy_from_slice(&MAGIC);
        at::OPERATION.put(out, O::CODE);
        at::MAX_FPP.put(out, self.max_fpp);
        bytes::copy(&mut out[PREFIX_LEN..], filter);
        self.check(&Filter::new(filter)?)
    }

    /// How the state in `bytes` merges, and its filter, which is one of such cells; in constant time.
    ///
    /// # Errors
    /// [`Error::Malformed`]; [`Error::WrongState`] if the state is of another merge.
    pub fn read(bytes: &[u8]) -> Result<(Self, &[u8])> {
        let (prefix, filter) = prefix_of(bytes)?;
        let max_fpp = at::MAX_FPP.get(prefix);
        if !(max_fpp > 0.0 && max_fpp <= 1.0) {
            return Err(malformed(WHAT, format!("{max_fpp} is no highest false-positive rate.")));
        }
        let header = Header::read(filter)?;
        if at::OPERATION.get(prefix) != O::CODE || header.cell != O::Cells::CELL {
            return kind_of(bytes).and(Err(Error::WrongState));
        }
        header.check_len(filter.len())?;
        Ok((Self::new(max_fpp), filter))
    }

    /// Merges a filter into the state in `bytes`, in place. `false`, and nothing is changed, if the result
    /// has another size: then it must be written anew, by [`Merge::merge_anew`].
    ///
    /// # Errors
    /// Those of [`Merge::read`]; [`Error::Incompatible`], [`Error::Overfull`].
    pub fn merge(bytes: &mut [u8], filter: &Filter<'_, O::Cells>) -> Result<bool> {
        let (merge, _) = Self::read(bytes)?;
        let own = &mut bytes[PREFIX_LEN..];
        let done = algebra::combine_into::<O>(own, filter)?;
        if done {
            merge.check(&Filter::new(own)?)?;
        }
        Ok(done)
    }

    /// Bytes of the state in `bytes` merged with a filter.
    ///
    /// # Errors
    /// Those of [`Merge::read`]; [`Error::Incompatible`].
    pub fn merged_len(bytes: &[u8], filter: &Filter<'_, O::Cells>) -> Result<usize> {
        let (_, own) = Self::read(bytes)?;
        Ok(PREFIX_LEN + algebra::combined_len(&Filter::new(own)?, filter)?)
    }

    /// Writes the state in `bytes`, merged with a filter, to zeroed bytes of [`Merge::merged_len`].
    ///
    /// # Errors
    /// Those of [`Merge::merge`]; [`Error::Internal`] if the length is another.
    pub fn merge_anew(bytes: &[u8], filter: &Filter<'_, O::Cells>, out: &mut [u8]) -> Result<()> {
        let (merge, own) = Self::read(bytes)?;
        let (prefix, out) = out.split_at_mut_checked(PREFIX_LEN).ok_or(NO_ROOM)?;
        prefix.copy_from_slice(&bytes[..PREFIX_LEN]);
        algebra::combine::<O>(&Filter::new(own)?, filter, out)?;
        merge.check(&Filter::new(out)?)
    }

    fn check(self, filter: &Filter<'_, O::Cells>) -> Result<()> {
        if self.max_fpp >= 1.0 {
            return Ok(());
        }
        let params = filter.header().params;
        let reached = current_fpp(params.bits, params.hashes, O::Cells::count_set(filter.cells()));
        if reached <= self.max_fpp { Ok(()) } else { Err(Error::Overfull { max_fpp: self.max_fpp, reached }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filter;
    use crate::hash::Hash;
    use crate::hash_spec::HashSpec;
    use crate::header::Header;
    use crate::kind::{Family, ValueKind};
    use crate::params::Params;
    use crate::state::compact::{self, Compact};
    use proptest::prelude::*;

    fn filter_of<C: Cells>(bits: u64, values: std::ops::Range<u64>) -> Vec<u8> {
        let kind = ValueKind::of(Family::Integer);
        let params = Params { bits, hashes: 4 };
        let header = Header {
            cell: C::CELL,
            hashing: HashSpec { kind, ..HashSpec::DEFAULT },
            params,
            capacity: None,
            fpp: None,
        };
        let mut bytes = vec![0; header.filter_len()];
        header.write(&mut bytes).unwrap();
        for value in values {
            filter::add::<C>(&mut bytes, kind, Hash::of(&value.to_le_bytes(), 0)).unwrap();
        }
        bytes
    }

    fn state<O: Operation>(max_fpp: f64, filter: &[u8]) -> Vec<u8> {
        let mut bytes = vec![0xaa; Merge::<O>::len_with(filter)];
        Merge::<O>::new(max_fpp).begin(filter, &mut bytes).unwrap();
        validate(&bytes).unwrap();
        let compact = Compact::of(&bytes).unwrap();
        let mut sent = vec![0; compact.len()];
        compact.write(&mut sent).unwrap();
        let mut received = vec![0; compact::decoded_len(&sent).unwrap()];
        compact::decode(&sent, &mut received).unwrap();
        assert!(received == bytes);
        received
    }

    type BitUnion = Merge<Union<Bits>>;

    /// A state reaches no function of another aggregate.
    #[test]
    fn kinds_are_told_apart() {
        let plain = filter_of::<Bits>(1280, 0..20);
        let counting = filter_of::<Counters>(1280, 0..20);
        let states = [
            (Kind::Union, state::<Union<Bits>>(1.0, &plain)),
            (Kind::Intersection, state::<Intersection>(1.0, &plain)),
            (Kind::CountingUnion, state::<Union<Counters>>(1.0, &counting)),
        ];
        fn reads<O: Operation>(states: &[(Kind, Vec<u8>)]) -> [bool; 3] {
            std::array::from_fn(|i| match Merge::<O>::read(&states[i].1) {
                Ok(_) => true,
                Err(Error::WrongState) => false,
                Err(other) => panic!("{other}"),
            })
        }
        for (kind, bytes) in &states {
            assert_eq!(kind_of(bytes), Ok(*kind));
        }
        assert_eq!(reads::<Union<Bits>>(&states), [true, false, false]);
        assert_eq!(reads::<Intersection>(&states), [false, true, false]);
        assert_eq!(reads::<Union<Counters>>(&states), [false, false, true]);
        let mut forged = states[2].1.clone();
        at::OPERATION.put(&mut forged, Intersection::CODE);
        assert!(matches!(validate(&forged), Err(Error::Malformed { .. })), "no intersection of counters");
        assert!(Merge::<Union<Bits>>::new(1.0).begin(&counting, &mut vec![0; 16 + counting.len()]).is_err());
    }

    #[test]
    fn merging_in_place_and_anew_is_the_union() {
        let mut bytes = state::<Union<Bits>>(1.0, &filter_of::<Bits>(1280, 0..20));
        let same_size = filter_of::<Bits>(1280, 20..40);
        assert!(BitUnion::merge(&mut bytes, &Filter::new(&same_size).unwrap()).unwrap());
        let smaller = filter_of::<Bits>(640, 40..60);
        let smaller = Filter::new(&smaller).unwrap();
        assert!(!BitUnion::merge(&mut bytes, &smaller).unwrap());
        let mut out = vec![0; BitUnion::merged_len(&bytes, &smaller).unwrap()];
        BitUnion::merge_anew(&bytes, &smaller, &mut out).unwrap();
        let (merge, union) = BitUnion::read(&out).unwrap();
        assert_eq!((merge.max_fpp(), union), (1.0, &filter_of::<Bits>(640, 0..60)[..]));
    }

    #[test]
    fn the_limit_is_kept() {
        let mut bytes = state::<Union<Bits>>(0.01, &filter_of::<Bits>(1280, 0..50));
        let more = filter_of::<Bits>(1280, 50..500);
        let refused = BitUnion::merge(&mut bytes, &Filter::new(&more).unwrap());
        assert!(matches!(refused, Err(Error::Overfull { max_fpp: 0.01, reached }) if reached > 0.1));
    }

    /// What is accepted stays acceptable, whatever filter comes.
    fn forged<O: Operation>(mut bytes: Vec<u8>, other: &[u8]) -> std::result::Result<(), TestCaseError> {
        if validate_as::<O>(&bytes).is_err() {
            return Ok(());
        }
        let Ok(other) = Filter::<O::Cells>::validate(other) else { return Ok(()) };
        let own = bytes.clone();
        if let Ok(len) = Merge::<O>::merged_len(&own, &other) {
            let mut out = vec![0; len];
            if Merge::<O>::merge_anew(&own, &other, &mut out).is_ok() {
                prop_assert!(validate_as::<O>(&out).is_ok());
            }
        }
        let _ = Merge::<O>::merge(&mut bytes, &other);
        prop_assert!(validate_as::<O>(&bytes).is_ok());
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]

        #[test]
        fn what_is_accepted_stays_consistent(
            words in 1..5u64,
            other_words in 1..5u64,
            values in 0..6u64,
            changes in prop::collection::vec(
                (any::<bool>(), any::<prop::sample::Index>(), prop_oneof![0..4u8, any::<u8>()]), 0..4
            ),
            operation in 0..3,
        ) {
            let (mut a, mut b) = if operation == 2 {
                let other = filter_of::<Counters>(other_words * 64, 2..values + 2);
                (state::<Union<Counters>>(0.9, &filter_of::<Counters>(words * 64, 0..values)), other)
            } else {
                let filter = filter_of::<Bits>(words * 64, 0..values);
                let state =
                    if operation == 0 { state::<Union<Bits>>(0.9, &filter) } else { state::<Intersection>(0.9, &filter) };
                (state, filter_of::<Bits>(other_words * 64, 2..values + 2))
            };
            for (own, index, byte) in changes {
                let bytes = if own { &mut a } else { &mut b };
                let at = index.index(bytes.len());
                bytes[at] = byte;
            }
            match operation {
                0 => forged::<Union<Bits>>(a, &b)?,
                1 => forged::<Intersection>(a, &b)?,
                _ => forged::<Union<Counters>>(a, &b)?,
            }
        }
    }

    #[test]
    fn broken_states_are_refused() {
        let good = state::<Union<Bits>>(0.5, &filter_of::<Bits>(64, 0..2));
        for (at, byte) in [(0, 0), (4, 2), (5, 1), (15, 0xff), (16, 0), (30, 0xff)] {
            let mut bytes = good.clone();
            bytes[at] = byte;
            assert!(validate(&bytes).is_err(), "{at}");
        }
        assert!(validate(&good[..10]).is_err());
        assert!(validate(&good[..good.len() - 1]).is_err());
    }
}
