//! How many rows a filter that is known will let pass.

use super::column::Column;
use crate::call::{Argument, VarlenaRef, probe_slices};
use crate::pg::memory::Memory;
use crate::pg::typed::TypedDatum;
use crate::pg::varlena;
use crate::value::ValueType;
use bloom_core::cells::{Bits, CellKind, Cells, Counters};
use bloom_core::element::ElementType;
use bloom_core::filter::{HEADER_LEN, Header};
use bloom_core::layout::{Params, params};
use pgrx::pg_sys::{Datum, Oid};
use std::borrow::Cow;

/// The share of the values in a filter of which nothing is known. A filter is asked first because it discards
/// most rows; that it discards nine of ten is a guess.
pub const DEFAULT: f64 = 0.1;

/// The beginning of a filter that is looked at first for how full it is, in bytes, and the most that is looked at:
/// each partition of a table asks anew.
const SAMPLE: usize = 64 * 1024;
const LARGEST_SAMPLE: usize = 32 * SAMPLE;

/// The set bits that tell how full a filter is, within some percent.
const ENOUGH_BITS: u64 = 1024;

/// A filter that is known at planning time.
#[derive(Debug)]
pub struct KnownFilter<'a> {
    filter: VarlenaRef,
    /// Its bytes, if they are at hand; of a stored one no more is read than is asked of.
    bytes: Option<&'a [u8]>,
    header: Header,
    /// Distinct values in it, estimated.
    count: f64,
    fpp: f64,
}

impl KnownFilter<'_> {
    /// Looks at a filter; of a large one at a part, as each partition of a table asks anew. `None` if it is damaged.
    ///
    /// # Safety
    /// `datum` must be a filter that outlives the result.
    pub unsafe fn new(datum: Datum) -> Option<Self> {
        // SAFETY: the caller promises a filter.
        let (filter, bytes) = unsafe { (VarlenaRef::from_datum(datum), varlena::in_place(datum)) };
        let mut len = SAMPLE;
        loop {
            let (prefix, whole) = match bytes {
                Some(bytes) => (Cow::Borrowed(&bytes[..bytes.len().min(HEADER_LEN + len)]), bytes.len()),
                None => {
                    let (prefix, whole) = filter.prefix(HEADER_LEN + len);
                    (Cow::Owned(prefix), whole)
                }
            };
            let header = Header::read(&prefix).ok()?;
            header.check_len(whole).ok()?;
            let sample = prefix.get(HEADER_LEN..).filter(|sample| !sample.is_empty())?;
            let set = match header.cell {
                CellKind::Bit => Bits::count_set(sample),
                CellKind::Counter => Counters::count_set(sample),
            };
            let all = whole - HEADER_LEN;
            if set < ENOUGH_BITS && sample.len() < all && len < LARGEST_SAMPLE {
                len = LARGEST_SAMPLE;
                continue;
            }
            // A sample without a bit cannot say less than half a bit.
            let seen = if set == 0 && sample.len() < all { 0.5 } else { set as f64 };
            let set = (seen * (all as f64 / sample.len() as f64)) as u64;
            let Params { bits, hashes } = header.params;
            return Some(Self {
                filter,
                bytes,
                header,
                count: params::estimate_count(bits, hashes, set),
                fpp: header.layout().fpp_of_set(header.params, set),
            });
        }
    }

    /// Whether it may hold a value; `None` if it cannot be asked of it.
    fn contains(&self, element: ElementType, value: &[u8]) -> Option<bool> {
        match (self.bytes, self.header.cell) {
            (Some(bytes), cell) => {
                let hash = match self.header.hashing.hash(element, value) {
                    Ok(hash) => hash,
                    Err(error) => return error.as_absent().ok(),
                };
                let (prober, cells) = (self.header.prober(), &bytes[HEADER_LEN..]);
                Some(match cell {
                    CellKind::Bit => prober.contains::<Bits>(cells, hash),
                    CellKind::Counter => prober.contains::<Counters>(cells, hash),
                })
            }
            (None, CellKind::Bit) => probe_slices::<Bits>(self.filter, element, value).ok(),
            (None, CellKind::Counter) => probe_slices::<Counters>(self.filter, element, value).ok(),
        }
    }

    /// The share of all values that pass, if `present` is the share of those that were added.
    fn with_false_positives(&self, present: f64) -> f64 {
        present + (1.0 - present) * self.fpp
    }
}

/// The share of values of which nothing is known.
pub fn default_share(filter: Option<&KnownFilter<'_>>) -> f64 {
    match filter {
        None => DEFAULT,
        Some(filter) if filter.count == 0.0 => 0.0,
        Some(filter) => filter.with_false_positives(DEFAULT),
    }
}

/// Asks a filter of values of one type.
#[derive(Debug)]
pub struct Probe<'a> {
    filter: &'a KnownFilter<'a>,
    of: ValueType,
}

impl<'a> Probe<'a> {
    /// `None` if filters cannot hold such values.
    pub fn new(filter: &'a KnownFilter<'_>, of: Oid, collation: Oid) -> Option<Self> {
        Some(Self { filter, of: ValueType::new(of, collation, Memory::of_this_call()).ok()? })
    }

    /// Whether the filter contains a value; `None` if this filter cannot be asked of it.
    pub fn contains(&mut self, value: TypedDatum<'_>) -> Option<bool> {
        self.of.with_canonical(value, |element, bytes| self.filter.contains(element, bytes)).ok()?
    }
}

/// What the statistics' values tell.
#[derive(Debug, Default)]
struct Seen {
    /// Share of the rows with one of the most common values, and how many values these are.
    common: (f64, f64),
    /// Those of them that the filter contains.
    common_contained: (f64, f64),
    /// Bounds of the histogram, and those of them that the filter contains.
    bounds: (f64, f64),
}

/// The share of the rows whose value in `column` the filter contains.
///
/// The most common values are each asked of, the bounds of the histogram are a sample of the others. Few bounds
/// are a small sample: it cannot say less than half a bound, and the rate of the filter is a lower limit. Where all
/// values are about as common, the share that would pass if all the filter's values were in the column is an upper
/// limit; and the estimate where there is no sample, or none that the user may see.
///
/// # Safety
/// The planner must be at work; the column's expression is asked of the filter by `function`.
pub unsafe fn column_share(
    filter: &KnownFilter<'_>,
    column: &mut Column,
    function: Oid,
    collation: Oid,
) -> f64 {
    if filter.count == 0.0 {
        return 0.0;
    }
    let seen = if column.is_visible_to(function) {
        // SAFETY: the statistics are of the column's type.
        unsafe { see(filter, column, collation) }.unwrap_or_default()
    } else {
        Seen::default()
    };
    let others = (1.0 - column.null_share() - seen.common.0).max(0.0);
    let limit = column.distinct().map(|distinct| {
        let (inside, all) = (filter.count - seen.common_contained.1, distinct - seen.common.1);
        filter.with_false_positives((inside.max(0.0) / all.max(1.0)).min(1.0))
    });
    let (bounds, contained) = seen.bounds;
    let passing = if bounds == 0.0 {
        limit.unwrap_or_else(|| default_share(Some(filter)))
    } else {
        let sampled = ((contained + 0.5) / (bounds + 1.0)).max(filter.fpp);
        let limited = limit.filter(|_| contained == 0.0 || seen.common.1 == 0.0);
        limited.map_or(sampled, |limit| sampled.min(limit))
    };
    seen.common_contained.0 + others * passing
}

/// `None` if the filter cannot be asked of the column's values.
///
/// # Safety
/// As [`column_share`].
unsafe fn see(filter: &KnownFilter<'_>, column: &Column, collation: Oid) -> Option<Seen> {
    let mut probe = Probe::new(filter, column.value_type(), collation)?;
    let mut seen = Seen::default();
    if let Some(slot) = column.most_common() {
        for (value, frequency) in slot.values().zip(slot.numbers()) {
            let frequency = f64::from(*frequency);
            seen.common.0 += frequency;
            seen.common.1 += 1.0;
            if probe.contains(value)? {
                seen.common_contained.0 += frequency;
                seen.common_contained.1 += 1.0;
            }
        }
    }
    if let Some(slot) = column.histogram() {
        for value in slot.values() {
            seen.bounds.0 += 1.0;
            seen.bounds.1 += f64::from(u8::from(probe.contains(value)?));
        }
    }
    Some(seen)
}
