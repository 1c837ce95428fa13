//! Combines and compares two filters: union, intersection, estimates of both sets.
//!
//! Filters combine if they hash alike (probes, element type, scheme and seed) and their sizes have enough in
//! common: if a power of two is between them, the smaller filter is unfolded, otherwise both fold exactly to
//! the greatest common divisor. A filter with no values and no declared size is the empty set at any size;
//! see [`header_of`].
//!
//! ```
//! use bloom_core::cells::Bits;
//! use bloom_core::element::{ElementType, Family};
//! use bloom_core::filter::{self, Filter};
//! use bloom_core::filter::algebra::{self, Union};
//!
//! let (mut a, mut b) = (filter::empty::<Bits>(1000, 0.01)?, filter::empty::<Bits>(1000, 0.01)?);
//! for value in 0..500i64 {
//!     filter::add::<Bits>(&mut a, ElementType::of(Family::Integer), value.to_le_bytes().as_slice())?;
//!     filter::add::<Bits>(&mut b, ElementType::of(Family::Integer), (value + 250).to_le_bytes().as_slice())?;
//! }
//! let (a, b) = (Filter::<Bits>::new(&a)?, Filter::<Bits>::new(&b)?);
//! let mut union = vec![0; algebra::combined_len(&a, &b)?];
//! algebra::combine::<Union<Bits>>(&a, &b, &mut union)?;
//! assert!((700.0..800.0).contains(&Filter::<Bits>::new(&union)?.counts().estimated_count));
//!
//! let both = algebra::compare(&a, &b)?; // without making a third filter
//! assert!((200.0..300.0).contains(&both.intersection_count) && !both.is_subset);
//! # Ok::<(), bloom_core::Error>(())
//! ```

use super::header::{HEADER_LEN, Header};
use super::twins::{self, With};
use super::view::Filter;
use crate::bytes;
use crate::cells::{Bits, CellKind, Cells, bits, fold};
use crate::element::{ElementType, Family};
use crate::error::{Error, Result};
use crate::layout::Params;
use crate::layout::params::{common_divisor, estimate_count};
use std::marker::PhantomData;

/// Operation that combines filters of one kind of cells.
pub trait Operation: crate::sealed::Sealed + std::fmt::Debug + Copy {
    /// Kind of cells of the filters.
    type Cells: Cells;

    /// Number of the operation in states.
    const CODE: u32;

    /// Combines `values`, the array of a filter, into `cells`, fitted to their length; nothing is the empty
    /// set.
    fn merge(header: &Header, cells: &mut [u8], values: &[u8]);
}

/// All values of both filters; of one size exactly the filter that would be built from both sets.
#[derive(Debug, Clone, Copy)]
pub struct Union<C>(PhantomData<C>);

impl<C> crate::sealed::Sealed for Union<C> {}

impl<C: Cells> Operation for Union<C> {
    type Cells = C;
    const CODE: u32 = 0;

    fn merge(header: &Header, cells: &mut [u8], values: &[u8]) {
        C::fit_into(header.layout(), cells, values);
    }
}

/// A superset of the values in both filters. Counters have none: they do not tell how often both have a
/// value.
#[derive(Debug, Clone, Copy)]
pub enum Intersection {}

impl crate::sealed::Sealed for Intersection {}

impl Operation for Intersection {
    type Cells = Bits;
    const CODE: u32 = 1;

    fn merge(header: &Header, cells: &mut [u8], values: &[u8]) {
        if values.is_empty() {
            return bytes::clear(cells);
        }
        // A number that one filter has as 0 and the other as -0 is in both.
        let (layout, len) = (header.layout(), cells.len());
        twins::complete(header, cells);
        let in_fitted = |position| fold::is_set_fitted(layout, len, values, position);
        let mut in_both = twins::missing(header, With::Canonical, in_fitted);
        in_both.retain(|position| Bits::test(cells, *position) & 1 == 1);
        fold::fit_and_into(layout, cells, values);
        for position in in_both {
            Bits::add(cells, position);
        }
    }
}

/// Largest fold factor from the smallest filter to the greatest common divisor of all sizes. Beyond it, a
/// filter as full as designed would report nearly every value as present (designed for 1 %, it reaches 64 %
/// at a factor of four).
pub const MAX_FOLD_FACTOR: u64 = 4;

/// Sizes of the filters of a combination.
///
/// A smaller filter is unfolded to the size of the largest, which loses nothing, if powers of two are between
/// all sizes. Otherwise all are folded to the greatest common divisor: exactly, but fuller. Other factors
/// could be unfolded, too, but not for many filters in any order: 2 and 3 fold to 1, and a later 6 would come
/// too late for both. Counters are always folded, because a value is removed from one of its copies only.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Sizes {
    /// Cells of the smallest filter; 0 if all filters are empty at any size.
    pub smallest: u64,
    /// Greatest common divisor of all sizes.
    pub common: u64,
    /// Cells of the combination.
    pub combined: u64,
    /// Whether all filters are folded to [`Sizes::common`].
    pub folds: bool,
}

impl Sizes {
    /// Returns the sizes of one filter.
    pub fn of(header: &Header) -> Self {
        let size = if is_unsized(header) { 0 } else { header.params.bits };
        Self { smallest: size, common: size, combined: size, folds: false }
    }

    /// Returns the sizes of both combinations.
    pub fn with(self, other: Self, cell: CellKind) -> Self {
        if self.smallest == 0 || other.smallest == 0 {
            return if self.smallest == 0 { other } else { self };
        }
        let odd = |Self { common, .. }: Self| common >> common.trailing_zeros();
        let unfolds = self.combined == other.combined || cell == CellKind::Bit && odd(self) == odd(other);
        let folds = self.folds || other.folds || !unfolds;
        let common = common_divisor(self.common, other.common);
        let combined = if folds { common } else { self.combined.max(other.combined) };
        Self { smallest: self.smallest.min(other.smallest), common, combined, folds }
    }

    /// Returns the same sizes, of filters that are folded.
    pub fn folded(self) -> Self {
        Self { combined: self.common, folds: self.folds || self.combined != self.common, ..self }
    }

    /// Returns whether filters can have these sizes.
    pub fn is_possible(self) -> bool {
        let Self { smallest, common, combined, folds } = self;
        if common == 0 {
            return self == Self { smallest: 0, common: 0, combined: 0, folds: false };
        }
        let is_size = if folds {
            combined == common
        } else {
            smallest == common && combined.is_multiple_of(common) && (combined / common).is_power_of_two()
        };
        is_size && smallest >= common && smallest.is_multiple_of(common)
    }

    /// Checks that the sizes have enough in common.
    ///
    /// # Errors
    /// [`Error::NoCommonSize`].
    pub fn check(self) -> Result<()> {
        let Self { smallest, common, .. } = self;
        if smallest > common * MAX_FOLD_FACTOR {
            Err(Error::NoCommonSize { smallest, common })
        } else {
            Ok(())
        }
    }
}

/// Returns the header of the combination of two filters with these headers; see [`header_of`].
///
/// # Errors
/// [`Error::Incompatible`]; also if the smaller filter would fold by more than [`MAX_FOLD_FACTOR`].
pub fn combined_header(a: &Header, b: &Header) -> Result<Header> {
    let sizes = checked_sizes(a, b)?;
    sized_header(a, b, sizes.combined)
}

fn checked_sizes(a: &Header, b: &Header) -> Result<Sizes> {
    let sizes = Sizes::of(a).with(Sizes::of(b), a.cell);
    sizes.check().map(|()| sizes).map_err(|_| incompatible(a, b))
}

/// Returns the header of the combination of two filters at the size `bits`. For many filters it does not
/// depend on their order. Fails if the filters hash differently.
pub(crate) fn sized_header(a: &Header, b: &Header, bits: u64) -> Result<Header> {
    if a.cell != b.cell {
        return Err(incompatible(a, b));
    }
    if is_unsized(b) {
        return Ok(*a);
    }
    if is_unsized(a) {
        return Ok(*b);
    }
    let Some(element) = common_element(a.element(), b.element()) else { return Err(incompatible(a, b)) };
    if a.with_element(element).hashing != b.with_element(element).hashing {
        return Err(incompatible(a, b));
    }
    if a.params.hashes != b.params.hashes {
        return Err(incompatible(a, b));
    }
    let params = Params { bits, ..a.params };
    // Of two designs for one size the larger capacity wins, in any order; other sizes have no design.
    let designs = [a, b].into_iter().filter(|header| header.params == params);
    let (capacity, fpp) = designs
        .map(design_order)
        .max()
        .map_or((None, None), |(capacity, fpp)| (capacity, fpp.map(f64::from_bits)));
    Ok(Header { params, capacity, fpp, ..a.with_element(element) })
}

/// Returns whether this is a filter of no rows: without values and without a declared size.
pub(crate) fn is_unsized(header: &Header) -> bool {
    header.element().family == Family::None && header.capacity.is_none() && header.fpp.is_some()
}

/// Returns the header with which a filter combines. It is the filter's own, but a build of four-byte integers
/// gives its filter of no values their element type: that filter, too, is the empty set at any size. As adding
/// a value to it does not change its header, only its bits tell, so call this again for changed bytes.
#[must_use]
pub fn header_of<C: Cells>(filter: &Filter<'_, C>) -> Header {
    let header = *filter.header();
    let untyped = header.with_element(ElementType::NONE);
    let is_int4 = header.element().family == Family::Integer4;
    if is_int4 && is_unsized(&untyped) && bits::is_empty(filter.cells()) { untyped } else { header }
}

/// Orders designs for one size by capacity, then by rate: positive numbers have the order of their bits.
pub(crate) fn design_order(header: &Header) -> (Option<u64>, Option<u64>) {
    (header.capacity, header.fpp.map(f64::to_bits))
}

fn common_element(a: ElementType, b: ElementType) -> Option<ElementType> {
    match (a.family, b.family) {
        (Family::None, _) => Some(b),
        (_, Family::None) => Some(a),
        _ => (a == b).then_some(a),
    }
}

pub(crate) fn incompatible(a: &Header, b: &Header) -> Error {
    Error::Incompatible(Box::new([a.summary(), b.summary()]))
}

/// Returns the length in bytes of the combination of two filters.
///
/// # Errors
/// [`Error::Incompatible`].
pub fn combined_len<C: Cells>(a: &Filter<'_, C>, b: &Filter<'_, C>) -> Result<usize> {
    Ok(combined_header(&header_of(a), &header_of(b))?.filter_len())
}

/// Writes the combination of two filters to zeroed bytes of length [`combined_len`].
///
/// # Errors
/// [`Error::Incompatible`]; [`Error::Internal`] if the length is wrong.
pub fn combine<O: Operation>(
    a: &Filter<'_, O::Cells>,
    b: &Filter<'_, O::Cells>,
    out: &mut [u8],
) -> Result<()> {
    let header = combined_header(&header_of(a), &header_of(b))?;
    write::<O>(&with_int4_of(header, [a.header(), b.header()]), a, b, out)
}

/// Returns the header of a combination; that of two filters of no values keeps the element type of four-byte integers
/// if one of them has it, see [`header_of`].
fn with_int4_of(combined: Header, own: [&Header; 2]) -> Header {
    if !is_unsized(&combined) {
        return combined;
    }
    let int4 = own.into_iter().find(|own| own.element().family == Family::Integer4);
    int4.map_or(combined, |own| combined.with_element(own.element()))
}

/// Writes the combination of two filters, with this header, to zeroed bytes; fails if the length is wrong.
pub(crate) fn write<O: Operation>(
    header: &Header,
    a: &Filter<'_, O::Cells>,
    b: &Filter<'_, O::Cells>,
    out: &mut [u8],
) -> Result<()> {
    let cells = header.begin(out)?;
    O::Cells::fit_into(header.layout(), cells, values_of(a));
    O::merge(header, cells, values_of(b));
    Ok(())
}

/// Combines `other` into the filter in `bytes` in place. Returns `false`, and changes nothing, if the result
/// has another size.
///
/// # Errors
/// Those of [`combined_header`]; [`Error::Malformed`].
pub fn combine_into<O: Operation>(bytes: &mut [u8], other: &Filter<'_, O::Cells>) -> Result<bool> {
    let own = Filter::<O::Cells>::new(bytes)?;
    let combined = combined_header(&header_of(&own), &header_of(other))?;
    let is_own_size = combined.params == own.header().params;
    if is_own_size {
        combine_as::<O>(combined, bytes, other)?;
    }
    Ok(is_own_size)
}

/// Combines `other` into the filter in `bytes`, which gets this header, of the same size.
pub(crate) fn combine_as<O: Operation>(
    combined: Header,
    bytes: &mut [u8],
    other: &Filter<'_, O::Cells>,
) -> Result<()> {
    let own = *Filter::<O::Cells>::new(bytes)?.header();
    let header = with_int4_of(combined, [&own, other.header()]);
    if header != own {
        header.write(bytes)?;
    }
    O::merge(&header, &mut bytes[HEADER_LEN..], values_of(other));
    Ok(())
}

/// Returns the array of a filter, or nothing if the filter is empty at any size.
pub(crate) fn values_of<'a, C: Cells>(filter: &Filter<'a, C>) -> &'a [u8] {
    if is_unsized(&header_of(filter)) { &[] } else { filter.cells() }
}

/// What two compatible filters tell about their sets.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Comparison {
    /// Estimated distinct values in at least one filter.
    pub union_count: f64,
    /// Estimated distinct values in both filters, by inclusion and exclusion; at least 0.
    pub intersection_count: f64,
    /// Whether each bit of the first filter is set in the second, or belongs to a number whose equal is in
    /// the second: `false` is certain, `true` is probable.
    pub is_subset: bool,
}

impl Comparison {
    /// Returns the share of all values that is in both (Jaccard's index); 1 for two empty sets.
    #[must_use]
    pub fn jaccard(&self) -> f64 {
        if self.union_count > 0.0 { (self.intersection_count / self.union_count).min(1.0) } else { 1.0 }
    }
}

/// Compares two filters without building a third, at the greatest common divisor of their sizes: unfolded
/// filters have bits of no value. Unfolding the second would not change what is a subset.
///
/// # Errors
/// [`Error::Incompatible`].
pub fn compare(a: &Filter<'_, Bits>, b: &Filter<'_, Bits>) -> Result<Comparison> {
    let headers = [a, b].map(header_of);
    let [x, y] = &headers;
    let header = sized_header(x, y, checked_sizes(x, y)?.common)?;
    let (layout, len) = (header.layout(), header.params.bitmap_len());
    let (a, b) = (values_of(a), values_of(b));
    let counts = fold::compare_folded(layout, len, a, b);
    let estimate = |set: u64| estimate_count(header.params.bits, header.params.hashes, set);
    let union_count = estimate(counts.either);
    let intersection_count = (estimate(counts.first) + estimate(counts.second) - union_count).max(0.0);
    let only_first = counts.either - counts.second;
    let is_subset = only_first == 0 || {
        // Bits of -0 are not missing where 0 is present.
        let in_folded = |bits, position| fold::is_set_fitted(layout, len, bits, position);
        let equal = twins::missing(&header, With::Both, |position| in_folded(b, position));
        only_first == equal.iter().filter(|position| in_folded(a, **position)).count() as u64
    };
    Ok(Comparison { union_count, intersection_count, is_subset })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scheme::{HashSpec, Scheme};

    #[test]
    fn what_hashes_otherwise_is_incompatible() {
        let integer = ElementType::of(Family::Integer);
        let base = Header {
            cell: CellKind::Bit,
            hashing: HashSpec { element: integer, ..HashSpec::DEFAULT },
            params: Params { bits: 960, hashes: 5 },
            capacity: None,
            fpp: None,
        };
        assert!(combined_header(&base, &base).is_ok());
        let [text, padded] =
            [Family::Text, Family::Padded].map(|family| base.with_element(ElementType::of(family)));
        for (a, b) in [
            (base, Header { params: Params { hashes: 6, ..base.params }, ..base }),
            (base, Header { params: Params { bits: 1024, ..base.params }, ..base }), // only 64 in common
            (base, Header { hashing: HashSpec { scheme: Scheme::SparkV2, ..base.hashing }, ..base }),
            (base, Header { hashing: HashSpec { seed: 1u32.into(), ..base.hashing }, ..base }),
            (base, text),
            (base, padded),
            (text, padded),
            (padded, text),
        ] {
            assert!(matches!(combined_header(&a, &b), Err(Error::Incompatible(_))), "{a:?} {b:?}");
        }
        let untyped = base.with_element(ElementType::NONE);
        assert_eq!(combined_header(&untyped, &base).unwrap().element(), integer);
        assert_eq!(combined_header(&base, &untyped).unwrap().element(), integer);
    }
}
