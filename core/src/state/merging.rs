//! Merges many filters into one in place: the state of the union and intersection aggregates.
//!
//! It has a header of its own, followed by the filter so far.
//!
//! ```
//! use bloom_core::cells::Bits;
//! use bloom_core::element::{ElementType, Family};
//! use bloom_core::filter::{self, Filter};
//! use bloom_core::filter::algebra::Union;
//! use bloom_core::state::Heap;
//! use bloom_core::state::merging::Merge;
//!
//! let element = ElementType::of(Family::Integer);
//! let (mut a, mut b) = (filter::empty::<Bits>(100, 0.01)?, filter::empty::<Bits>(100, 0.01)?);
//! filter::add::<Bits>(&mut a, element, 1i64.to_le_bytes().as_slice())?;
//! filter::add::<Bits>(&mut b, element, 2i64.to_le_bytes().as_slice())?;
//!
//! type Uniting = Merge<Union<Bits>>;
//! let merge = Uniting::new(1.0); // whatever rate the result has
//! let mut state = merge.begin(&a, &Heap::default())?;
//! Uniting::merge(&mut state, &Filter::new(&b)?, merge, &Heap::default())?;
//!
//! let merged = Uniting::finish(&state)?;
//! let mut union = vec![0; merged.filter_len()];
//! merged.write(&mut union)?;
//! assert!(Filter::<Bits>::new(&union)?.counts().estimated_count.round() == 2.0);
//! # Ok::<(), bloom_core::Error>(())
//! ```

use super::memory::StateMemory;
use crate::bytes;
use crate::cells::{Bits, CellKind, Cells, Counters, fold_fit};
use crate::element::ElementType;
use crate::error::{Error, Result, malformed};
use crate::filter::algebra::{self, Intersection, Operation, Sizes, Union};
use crate::filter::{Filter, Header};
use crate::state_kind::StateKind;
use std::marker::PhantomData;

const WHAT: &str = "Bloom filter state";

/// Offsets of the fields before the filter, after the four bytes of [`StateKind::Merge`].
mod at {
    use crate::field::Field;
    use crate::filter::HEADER_LEN;

    /// Code of the operation in the lowest bits; then, whether all filters were folded.
    pub const OPERATION: Field<u32> = Field::at(4);
    pub const MAX_FPP: Field<f64> = Field::at(OPERATION.end());
    /// Greatest common divisor of all sizes.
    pub const COMMON: Field<u64> = Field::at(MAX_FPP.end());
    /// Header of the smallest filter.
    pub const SMALLEST: usize = COMMON.end();
    pub const END: usize = SMALLEST + HEADER_LEN;
}

/// Bytes before the filter.
const PREFIX_LEN: usize = at::END;

/// Bit of [`at::OPERATION`] that says whether all filters were folded.
const FOLDS: u32 = 1 << 2;

/// Merge of filters by the operation `O`.
#[derive(Debug, Clone, Copy)]
pub struct Merge<O> {
    max_fpp: f64,
    /// The filters of a state.
    merged: Option<Inputs>,
    marker: PhantomData<O>,
}

/// What a state remembers of the filters that were merged.
#[derive(Debug, Clone, Copy)]
struct Inputs {
    sizes: Sizes,
    /// Header of the smallest filter, that with the largest capacity. It has no element type.
    smallest: Header,
}

impl Inputs {
    fn of(header: Header) -> Self {
        Self { sizes: Sizes::of(&header), smallest: header.with_element(ElementType::NONE) }
    }

    fn with(self, other: Self) -> Self {
        let order = |inputs: &Self| {
            let Sizes { smallest, .. } = inputs.sizes;
            (smallest == 0, smallest, std::cmp::Reverse(algebra::design_order(&inputs.smallest)))
        };
        let Self { smallest, .. } = if order(&other) < order(&self) { other } else { self };
        Self { sizes: self.sizes.with(other.sizes, smallest.cell), smallest }
    }

    /// Returns the header of the result with the design of the filters of its size.
    fn with_design(self, header: Header) -> Header {
        let Sizes { smallest, combined, folds, .. } = self.sizes;
        let Header { capacity, fpp, .. } = self.smallest;
        match combined {
            0 => header,
            _ if combined == smallest => Header { capacity, fpp, ..header },
            _ if folds => Header { capacity: None, fpp: None, ..header },
            _ => header,
        }
    }
}

/// The kind of a merge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MergeKind {
    /// [`Union`] of [`Bits`].
    Union,
    /// [`Union`] of [`Counters`].
    CountingUnion,
    /// [`Intersection`].
    Intersection,
}

/// Returns the kind of merge of the state in `bytes`, in constant time.
///
/// # Errors
/// [`Error::Malformed`].
pub fn kind_of(bytes: &[u8]) -> Result<MergeKind> {
    let (prefix, filter) = prefix_of(bytes)?;
    match (code_of(prefix), Header::read(filter)?.cell) {
        (<Union<Bits>>::CODE, CellKind::Bit) => Ok(MergeKind::Union),
        (<Union<Counters>>::CODE, CellKind::Counter) => Ok(MergeKind::CountingUnion),
        (Intersection::CODE, CellKind::Bit) => Ok(MergeKind::Intersection),
        _ => Err(malformed(WHAT, "Its operation is unknown.")),
    }
}

fn code_of(prefix: &[u8; PREFIX_LEN]) -> u32 {
    at::OPERATION.get(prefix) & !FOLDS
}

/// Checks everything in a state of any kind of merge, for bytes of unknown origin.
///
/// # Errors
/// [`Error::Malformed`].
pub(super) fn validate(bytes: &[u8]) -> Result<()> {
    match kind_of(bytes)? {
        MergeKind::Union => validate_as::<Union<Bits>>(bytes),
        MergeKind::CountingUnion => validate_as::<Union<Counters>>(bytes),
        MergeKind::Intersection => validate_as::<Intersection>(bytes),
    }
}

fn validate_as<O: Operation>(bytes: &[u8]) -> Result<()> {
    let (_, filter) = Merge::<O>::read(bytes)?;
    Filter::<O::Cells>::validate(filter).map(drop)
}

fn prefix_of(bytes: &[u8]) -> Result<(&[u8; PREFIX_LEN], &[u8])> {
    match (StateKind::of(bytes), bytes.split_first_chunk()) {
        (Some(StateKind::Merge), Some(both)) => Ok(both),
        (Some(StateKind::Build | StateKind::Matrix), _) => Err(Error::WrongState),
        _ => Err(malformed(WHAT, "It does not start with the header of a merge.")),
    }
}

/// Result of a merge, which is ready to be written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Merged<'a> {
    header: Header,
    cells: &'a [u8],
    built_for: Option<f64>,
}

impl Merged<'_> {
    /// Returns the length of the filter in bytes.
    #[must_use]
    pub fn filter_len(&self) -> usize {
        self.header.filter_len()
    }

    /// Returns the rate that the filter was built for or, if it has another size than all that were merged,
    /// the rate that the smallest of them was built for.
    #[must_use]
    pub fn built_for(&self) -> Option<f64> {
        self.built_for
    }

    /// Writes the filter to bytes of that length.
    ///
    /// # Errors
    /// [`Error::Internal`] if the length is wrong.
    pub fn write(&self, out: &mut [u8]) -> Result<()> {
        bytes::copy(self.header.begin(out)?, self.cells);
        Ok(())
    }
}

impl<O: Operation> Merge<O> {
    /// Creates a merge whose result may have a rate up to `max_fpp`; 1 allows any.
    #[must_use]
    pub fn new(max_fpp: f64) -> Self {
        Self { max_fpp, merged: None, marker: PhantomData }
    }

    /// Returns the highest rate that the result may have; 1 allows any.
    #[must_use]
    pub fn max_fpp(self) -> f64 {
        self.max_fpp
    }

    /// Creates a state that begins with `filter`.
    ///
    /// # Errors
    /// [`Error::Malformed`] if `filter` is not one; the errors of the memory.
    pub fn begin<M: StateMemory>(self, filter: &[u8], memory: &M) -> Result<M::Bytes, M::Error> {
        let inputs = Inputs::of(algebra::header_of(&Filter::<O::Cells>::new(filter)?));
        let mut state = memory.zeroed(PREFIX_LEN + filter.len())?;
        self.put(inputs, state.as_mut())?;
        bytes::copy(&mut state.as_mut()[PREFIX_LEN..], filter);
        Ok(state)
    }

    /// Writes what comes before the filter.
    fn put(self, inputs: Inputs, out: &mut [u8]) -> Result<()> {
        out[..4].copy_from_slice(StateKind::Merge.magic());
        at::OPERATION.put(out, O::CODE | if inputs.sizes.folds { FOLDS } else { 0 });
        at::MAX_FPP.put(out, self.max_fpp);
        at::COMMON.put(out, inputs.sizes.common);
        inputs.smallest.write(&mut out[at::SMALLEST..])
    }

    /// Reads the merge and the filter of the state in `bytes`, in constant time.
    ///
    /// # Errors
    /// [`Error::Malformed`]; [`Error::WrongState`] if the state belongs to another merge.
    pub fn read(bytes: &[u8]) -> Result<(Self, &[u8])> {
        let (prefix, filter) = prefix_of(bytes)?;
        let max_fpp = at::MAX_FPP.get(prefix);
        if !(max_fpp > 0.0 && max_fpp <= 1.0) {
            return Err(malformed(WHAT, format!("{max_fpp} is not a valid maximum false-positive rate.")));
        }
        let header = Header::read(filter)?;
        if code_of(prefix) != O::CODE || header.cell != O::Cells::CELL {
            return kind_of(bytes).and(Err(Error::WrongState));
        }
        header.check_len(filter.len())?;
        let smallest = Header::read(&prefix[at::SMALLEST..])?.expect_cell(O::Cells::CELL)?;
        let (common, combined) = (at::COMMON.get(prefix), header.params.bits);
        let folds = at::OPERATION.get(prefix) & FOLDS != 0;
        let sizes = match common {
            0 => Sizes { smallest: 0, common, combined: 0, folds: false },
            _ => Sizes { smallest: smallest.params.bits, common, combined, folds },
        };
        if !sizes.is_possible()
            || common == 0 && !algebra::is_unsized(&header.with_element(ElementType::NONE))
        {
            return Err(malformed(WHAT, "The sizes of its filters are impossible."));
        }
        Ok((Self { merged: Some(Inputs { sizes, smallest }), ..Self::new(max_fpp) }, filter))
    }

    /// Returns the result of the state in `bytes`.
    ///
    /// # Errors
    /// Those of [`Merge::read`]; [`Error::NoCommonSize`], [`Error::Overfull`]. Both are checked only at the
    /// end: so the order of the filters makes no difference.
    pub fn finish(bytes: &[u8]) -> Result<Merged<'_>> {
        let (merge, filter) = Self::read(bytes)?;
        let filter = Filter::<O::Cells>::new(filter)?;
        let inputs = merge.inputs(algebra::header_of(&filter));
        inputs.sizes.check()?;
        merge.check(&filter)?;
        let header = *filter.header();
        Ok(Merged { header, cells: filter.cells(), built_for: header.fpp.or(inputs.smallest.fpp) })
    }

    /// Merges a filter, from a state of the merge `other`, into the state in `bytes`: in place, unless the result has
    /// another size.
    ///
    /// # Errors
    /// Those of [`Merge::read`]; [`Error::Incompatible`]; the errors of the memory.
    pub fn merge<M: StateMemory>(
        bytes: &mut M::Bytes,
        filter: &Filter<'_, O::Cells>,
        other: Self,
        memory: &M,
    ) -> Result<(), M::Error> {
        let (merge, own) = Self::read(bytes.as_mut())?;
        let (inputs, header) = merge.with(&Filter::new(own)?, other, filter)?;
        if bytes.as_mut().len() == PREFIX_LEN + header.filter_len() {
            algebra::combine_as::<O>(header, &mut bytes.as_mut()[PREFIX_LEN..], filter)?;
        } else {
            let mut merged = memory.zeroed(PREFIX_LEN + header.filter_len())?;
            let own = Filter::new(&bytes.as_mut()[PREFIX_LEN..])?;
            algebra::write::<O>(&header, &own, filter, &mut merged.as_mut()[PREFIX_LEN..])?;
            *bytes = merged;
        }
        merge.put(inputs, bytes.as_mut())?;
        // Only an intersection can look like a filter of no rows, which combines with every size.
        let combined = &mut bytes.as_mut()[PREFIX_LEN..];
        let header = algebra::header_of(&Filter::<O::Cells>::new(combined)?);
        let is_one_size = Sizes::of(&Header { fpp: None, ..header }) == inputs.sizes;
        if algebra::is_unsized(&header) && inputs.sizes.common > 0 && !is_one_size {
            Header { fpp: None, ..*Filter::<O::Cells>::new(combined)?.header() }.write(combined)?;
        }
        Ok(())
    }

    /// Returns the filters of a merge, whose result has this header.
    fn inputs(self, header: Header) -> Inputs {
        self.merged.filter(|_| !algebra::is_unsized(&header)).unwrap_or_else(|| Inputs::of(header))
    }

    /// Returns the filters of both merges, and the header of their result.
    fn with(
        self,
        own: &Filter<'_, O::Cells>,
        other: Self,
        filter: &Filter<'_, O::Cells>,
    ) -> Result<(Inputs, Header)> {
        let [a, b] = [own, filter].map(algebra::header_of);
        let [inputs, others] = [self.inputs(a), other.inputs(b)];
        let combined = inputs.with(others);
        let header = algebra::sized_header(&a, &b, combined.sizes.combined).map_err(|error| match error {
            // Users know the filters that were merged, but not what they were fitted to.
            Error::Incompatible(_) => {
                let smallest = |header: Header, Inputs { smallest, .. }: Inputs| {
                    let Header { params, capacity, fpp, .. } = smallest;
                    Header { params, capacity, fpp, ..header }
                };
                algebra::incompatible(&smallest(a, inputs), &smallest(b, others))
            }
            error => error,
        })?;
        Ok((combined, combined.with_design(header)))
    }

    fn check(self, filter: &Filter<'_, O::Cells>) -> Result<()> {
        if self.max_fpp >= 1.0 {
            return Ok(());
        }
        let (params, cells) = (filter.header().params, filter.cells());
        let reached = fold_fit::rate_of(filter.header().layout(), params, cells, O::Cells::count_set(cells));
        if reached <= self.max_fpp { Ok(()) } else { Err(Error::Overfull { max_fpp: self.max_fpp, reached }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::element::{ElementType, Family};
    use crate::filter::{self, HEADER_LEN, Header};
    use crate::hash::Hash;
    use crate::layout::Params;
    use crate::scheme::HashSpec;
    use crate::state::{Heap, validate};
    use proptest::prelude::*;

    fn filter_of<C: Cells>(bits: u64, values: impl IntoIterator<Item = u64>) -> Vec<u8> {
        let element = ElementType::of(Family::Integer);
        let params = Params { bits, hashes: 4 };
        let header = Header {
            cell: C::CELL,
            hashing: HashSpec { element, ..HashSpec::DEFAULT },
            params,
            capacity: None,
            fpp: None,
        };
        let mut bytes = vec![0; header.filter_len()];
        header.write(&mut bytes).unwrap();
        for value in values {
            filter::add::<C>(&mut bytes, element, Hash::of(&value.to_le_bytes(), 0)).unwrap();
        }
        bytes
    }

    fn state<O: Operation>(max_fpp: f64, filter: &[u8]) -> Vec<u8> {
        let bytes = Merge::<O>::new(max_fpp).begin(filter, &Heap::default()).unwrap();
        validate(&bytes).unwrap();
        bytes
    }

    type BitUnion = Merge<Union<Bits>>;

    /// No function of another aggregate accepts a state.
    #[test]
    fn kinds_are_told_apart() {
        let plain = filter_of::<Bits>(1280, 0..20);
        let counting = filter_of::<Counters>(1280, 0..20);
        let states = [
            (MergeKind::Union, state::<Union<Bits>>(1.0, &plain)),
            (MergeKind::Intersection, state::<Intersection>(1.0, &plain)),
            (MergeKind::CountingUnion, state::<Union<Counters>>(1.0, &counting)),
        ];
        fn reads<O: Operation>(states: &[(MergeKind, Vec<u8>)]) -> [bool; 3] {
            std::array::from_fn(|i| match Merge::<O>::read(&states[i].1) {
                Ok(_) => true,
                Err(Error::WrongState) => false,
                Err(other) => panic!("{other}"),
            })
        }
        for (element, bytes) in &states {
            assert_eq!(kind_of(bytes), Ok(*element));
        }
        assert_eq!(reads::<Union<Bits>>(&states), [true, false, false]);
        assert_eq!(reads::<Intersection>(&states), [false, true, false]);
        assert_eq!(reads::<Union<Counters>>(&states), [false, false, true]);
        let mut forged = states[2].1.clone();
        at::OPERATION.put(&mut forged, Intersection::CODE);
        assert!(matches!(validate(&forged), Err(Error::Malformed { .. })), "no intersection of counters");
        assert!(Merge::<Union<Bits>>::new(1.0).begin(&counting, &Heap::default()).is_err());
    }

    #[test]
    fn the_limit_is_kept() {
        let mut bytes = state::<Union<Bits>>(0.01, &filter_of::<Bits>(1280, 0..50));
        let more = filter_of::<Bits>(1280, 50..500);
        BitUnion::merge(&mut bytes, &Filter::new(&more).unwrap(), BitUnion::new(0.01), &Heap::default())
            .unwrap();
        let refused = BitUnion::finish(&bytes);
        assert!(matches!(refused, Err(Error::Overfull { max_fpp: 0.01, reached }) if reached > 0.1));
    }

    /// Merges one more filter, or another state.
    fn merged<O: Operation>(mut own: Vec<u8>, other: &[u8]) -> Vec<u8> {
        let (merge, filter) = if StateKind::of(other) == Some(StateKind::Merge) {
            Merge::<O>::read(other).unwrap()
        } else {
            (Merge::new(1.0), other)
        };
        Merge::<O>::merge(&mut own, &Filter::new(filter).unwrap(), merge, &Heap::default()).unwrap();
        own
    }

    fn result<O: Operation>(state: &[u8]) -> Result<Vec<u8>> {
        let merged = Merge::<O>::finish(state)?;
        let mut out = vec![0xaa; merged.filter_len()];
        merged.write(&mut out)?;
        Ok(out)
    }

    fn all<O: Operation>(filters: &[Vec<u8>]) -> Vec<u8> {
        filters[1..].iter().fold(state::<O>(1.0, &filters[0]), |own, filter| merged::<O>(own, filter))
    }

    fn any_order<O: Operation>(
        sizes: &[(u64, Option<u64>)],
        order: &[prop::sample::Index],
        parts: usize,
    ) -> std::result::Result<(), TestCaseError> {
        let values = |(i, (words, _)): (u64, &(u64, Option<u64>))| i * 10..i * 10 + words % 4;
        let filter = |(i, size): (u64, &(u64, Option<u64>))| {
            let (words, capacity) = size;
            let mut bytes = filter_of::<O::Cells>(words * 64, values((i, size)));
            let header = Header::read(&bytes).unwrap();
            Header { capacity: *capacity, fpp: capacity.map(|n| 0.1 / n as f64), ..header }
                .write(&mut bytes)
                .unwrap();
            bytes
        };
        let mut filters: Vec<Vec<u8>> = (0..).zip(sizes).map(filter).collect();
        let one_by_one = all::<O>(&filters);
        for (i, index) in order.iter().enumerate() {
            filters.swap(i % sizes.len(), index.index(sizes.len()));
        }
        prop_assert_eq!(&all::<O>(&filters), &one_by_one);
        let states: Vec<Vec<u8>> = filters.chunks(filters.len().div_ceil(parts)).map(all::<O>).collect();
        let grouped = states[1..].iter().fold(states[0].clone(), |own, state| merged::<O>(own, state));
        prop_assert_eq!(&grouped, &one_by_one);
        validate(&grouped).unwrap();
        let bits = || sizes.iter().map(|(words, _)| words * 64);
        let (smallest, largest) = (bits().min().unwrap(), bits().max().unwrap());
        let common = (1..=smallest).rev().find(|all| bits().all(|bits| bits.is_multiple_of(*all))).unwrap();
        let odd = |bits: u64| bits >> bits.trailing_zeros();
        let unfolds = O::Cells::CELL == CellKind::Bit && bits().all(|bits| odd(bits) == odd(common));
        match result::<O>(&grouped) {
            Ok(filter) => {
                let header = Header::read(&filter).unwrap();
                prop_assert_eq!(header.params.bits, if unfolds { largest } else { common });
                prop_assert!(common * algebra::MAX_FOLD_FACTOR >= smallest);
                let designs = sizes.iter().filter(|(words, _)| words * 64 == header.params.bits);
                let capacity = designs.map(|(_, capacity)| *capacity).max().flatten();
                prop_assert_eq!((header.capacity, header.fpp), (capacity, capacity.map(|n| 0.1 / n as f64)));
                let of_smallest = sizes.iter().filter(|(words, _)| words * 64 == smallest);
                let capacity = capacity.or(of_smallest.map(|(_, capacity)| *capacity).max().flatten());
                let built_for = Merge::<O>::finish(&grouped).unwrap().built_for();
                prop_assert_eq!(built_for, capacity.map(|n| 0.1 / n as f64));
                let mut united = vec![0; filter.len() - HEADER_LEN];
                for filter in &filters {
                    O::Cells::fit_into(header.layout(), &mut united, &filter[HEADER_LEN..]);
                }
                prop_assert_eq!(&filter[HEADER_LEN..], &united);
                let mut folded = vec![0; O::Cells::CELL.len(common)];
                O::Cells::fit_into(header.layout(), &mut folded, &united);
                let built = filter_of::<O::Cells>(common, (0..).zip(sizes).flat_map(values));
                prop_assert_eq!(&folded, &built[HEADER_LEN..]);
            }
            Err(error) => {
                prop_assert_eq!(error, Error::NoCommonSize { smallest, common });
                prop_assert!(common * algebra::MAX_FOLD_FACTOR < smallest);
            }
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn the_order_of_a_union_does_not_matter(
            sizes in prop::collection::vec((1..25u64, prop::option::of(1..4u64)), 1..7),
            order in prop::collection::vec(any::<prop::sample::Index>(), 0..12),
            parts in 1..4usize,
            counting: bool,
        ) {
            if counting {
                any_order::<Union<Counters>>(&sizes, &order, parts)?;
            } else {
                any_order::<Union<Bits>>(&sizes, &order, parts)?;
            }
        }
    }

    /// A later filter may have the size that all have in common.
    #[test]
    fn sizes_with_little_in_common_wait_for_the_end() {
        let [large, small, common] = [70, 42, 7].map(|words| filter_of::<Bits>(words * 64, 0..words));
        let two = all::<Union<Bits>>(&[large.clone(), small.clone()]);
        assert_eq!(result::<Union<Bits>>(&two).unwrap(), filter_of::<Bits>(14 * 64, 0..70));
        let coprime = filter_of::<Bits>(11 * 64, 0..5);
        let refused = BitUnion::finish(&all::<Union<Bits>>(&[large.clone(), coprime])).unwrap_err();
        assert_eq!(refused, Error::NoCommonSize { smallest: 11 * 64, common: 64 });
        let apart = filter_of::<Bits>(11 * 7 * 64, 0..2);
        let three = all::<Union<Bits>>(&[large.clone(), apart.clone()]);
        assert_eq!(BitUnion::finish(&three), Err(Error::NoCommonSize { smallest: 70 * 64, common: 7 * 64 }));
        let three = merged::<Union<Bits>>(three, &common);
        assert_eq!(result::<Union<Bits>>(&three).unwrap(), filter_of::<Bits>(7 * 64, 0..70));
        assert_eq!(three, all::<Union<Bits>>(&[common, apart, large]));
    }

    /// Nobody has seen the filter so far, but everybody its filters.
    #[test]
    fn errors_name_filters_that_were_merged() {
        let folded = all::<Union<Bits>>(&[42, 70].map(|words| filter_of::<Bits>(words * 64, 0..words)));
        let mut other = filter_of::<Bits>(70 * 64, 0..5);
        let header = Header::read(&other).unwrap();
        let header = Header { params: Params { hashes: 5, ..header.params }, ..header };
        header.write(&mut other).unwrap();
        let other_filter = Filter::new(&other).unwrap();
        let refused =
            BitUnion::merge(&mut folded.clone(), &other_filter, BitUnion::new(1.0), &Heap::default());
        let Err(Error::Incompatible(headers)) = refused else { panic!("{refused:?}") };
        assert_eq!(headers.map(|header| header.cells), [42 * 64, 70 * 64]);
        let states = [&state::<Union<Bits>>(1.0, &other), &folded];
        let (merge, filter) = BitUnion::read(states[1]).unwrap();
        let filter = Filter::new(filter).unwrap();
        let refused = BitUnion::merge(&mut states[0].clone(), &filter, merge, &Heap::default());
        let Err(Error::Incompatible(headers)) = refused else { panic!("{refused:?}") };
        assert_eq!(headers.map(|header| header.cells), [70 * 64, 42 * 64]);
    }

    /// 2 and 3 fold to 1, so a 4 must not be unfolded to, nor a 2 after it.
    #[test]
    fn what_was_folded_stays_folded() {
        let sized = |words: u64| filter_of::<Bits>(words * 64, words..2 * words);
        let [three, two, four] = [3, 2, 4].map(sized);
        let folded = all::<Union<Bits>>(&[three.clone(), two.clone(), four.clone()]);
        assert_eq!(result::<Union<Bits>>(&folded).unwrap().len(), HEADER_LEN + 8);
        assert_eq!(folded, all::<Union<Bits>>(&[four.clone(), two.clone(), three]));
        let unfolded = all::<Union<Bits>>(&[two.clone(), four.clone()]);
        assert_eq!(result::<Union<Bits>>(&unfolded).unwrap().len(), HEADER_LEN + 32);
        assert_eq!(unfolded, all::<Union<Bits>>(&[four, two]));
    }

    /// Accepted bytes stay acceptable, whatever filter is merged.
    fn forged<O: Operation>(mut bytes: Vec<u8>, other: &[u8]) -> std::result::Result<(), TestCaseError> {
        if validate_as::<O>(&bytes).is_err() {
            return Ok(());
        }
        let Ok(other) = Filter::<O::Cells>::validate(other) else { return Ok(()) };
        let _ = Merge::<O>::merge(&mut bytes, &other, Merge::new(0.9), &Heap::default());
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
        for (at, byte) in [
            (0, 0),
            (4, 2),
            (7, 0xff),
            (15, 0xff),
            (16, 0),
            (16, 32),
            (24, 0),
            (PREFIX_LEN, 0),
            (PREFIX_LEN + 14, 0xff),
        ] {
            let mut bytes = good.clone();
            bytes[at] = byte;
            assert!(validate(&bytes).is_err(), "{at}");
        }
        assert!(validate(&good[..10]).is_err());
        assert!(validate(&good[..good.len() - 1]).is_err());
    }
}
