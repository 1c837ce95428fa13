//! Estimates of the share of rows that pass a filter known at planning time.

use crate::cache::probe_slices;
use crate::pg::detoast::VarlenaRef;
use crate::pg::memory::Memory;
use crate::pg::tree::variable_statistics::VariableStatistics;
use crate::pg::typed::TypedDatum;
use crate::value::ValueType;
use bloom_core::cells::{Bits, CellKind, Cells, Counters};
use bloom_core::element::ElementType;
use bloom_core::filter::{HEADER_LEN, Header};
use bloom_core::layout::{Params, params};
use pgrx::pg_sys::Oid;
use std::borrow::Cow;

/// Default share of values in a filter if nothing is known about it. Filters are used because they discard most rows;
/// nine of ten is a guess.
pub const DEFAULT: f64 = 0.1;

/// Bytes at the beginning of a filter that are read to estimate its fill: at first, and at most. The planner repeats
/// this for each partition of a table.
const SAMPLE: usize = 64 * 1024;
const LARGEST_SAMPLE: usize = 32 * SAMPLE;

/// Most elements of an array that an estimate reads: the largest statistics target.
pub const MAX_VALUES: usize = 10_000;

/// Number of set bits that gives the fill within a few percent.
const ENOUGH_BITS: u64 = 1024;

/// A filter that is known at planning time.
#[derive(Debug)]
pub struct KnownFilter<'a> {
    filter: VarlenaRef<'a>,
    /// The filter's bytes if they are in memory; of a stored filter only the slices that a probe needs are read.
    bytes: Option<&'a [u8]>,
    header: Header,
    /// Estimated number of distinct values.
    count: f64,
    fpp: f64,
}

impl<'a> KnownFilter<'a> {
    /// Reads the header and the fill of a filter. Samples a large filter. Returns `None` if it is damaged.
    pub fn new(filter: VarlenaRef<'a>) -> Option<Self> {
        let bytes = filter.in_place();
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
            // A sample without set bits counts as half a bit, as the rest may have some.
            let counted = if set == 0 && sample.len() < all { 0.5 } else { set as f64 };
            let set = (counted * (all as f64 / sample.len() as f64)) as u64;
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

    /// Returns whether the filter may hold a value; `None` if it cannot hold such values.
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

    /// Returns the share of all values that pass if `present` is the share of values that were added.
    fn with_false_positives(&self, present: f64) -> f64 {
        present + (1.0 - present) * self.fpp
    }
}

/// Returns the estimated share of values about which nothing is known.
pub fn default_share(filter: Option<&KnownFilter<'_>>) -> f64 {
    match filter {
        None => DEFAULT,
        Some(filter) if filter.count == 0.0 => 0.0,
        Some(filter) => filter.with_false_positives(DEFAULT),
    }
}

/// Probes a filter with values of one type.
#[derive(Debug)]
pub struct Probe<'a> {
    filter: &'a KnownFilter<'a>,
    of: ValueType,
}

impl<'a> Probe<'a> {
    /// Creates a probe; `None` if filters cannot hold such values.
    pub fn new(filter: &'a KnownFilter<'_>, of: Oid, collation: Oid) -> Option<Self> {
        Some(Self { filter, of: ValueType::new(of, collation, Memory::of_this_call()).ok()? })
    }

    /// Returns whether the filter may hold a value; `None` if it cannot hold such values.
    pub fn contains(&mut self, value: TypedDatum<'_>) -> Option<bool> {
        self.of.with_canonical(value, |element, bytes| self.filter.contains(element, bytes)).ok()?
    }
}

/// Results of probing a filter with the values of the statistics.
#[derive(Debug, Default)]
struct Sample {
    /// Share of the rows with one of the most common values, and the number of these values.
    common: (f64, f64),
    /// The same for the most common values that the filter contains.
    common_contained: (f64, f64),
    /// Number of histogram bounds, and of the bounds that the filter contains.
    bounds: (f64, f64),
}

/// Returns the share of the rows whose value in `column` the filter contains.
///
/// Probes each of the most common values; the histogram bounds are a sample of the others. As the sample is
/// small, the estimate is at least half a bound and the filter's false-positive rate. If all values are about
/// equally common, the share that would pass if the column had all the filter's values is an upper limit. It
/// is also the estimate if there is no sample, or none that the user may see. `function` is the function that
/// probes the filter with the column's expression.
pub fn column_share(
    filter: &KnownFilter<'_>,
    column: &mut VariableStatistics<'_>,
    function: Oid,
    collation: Oid,
) -> f64 {
    if filter.count == 0.0 {
        return 0.0;
    }
    let sample = if column.is_visible_to(function) {
        probe_sample(filter, column, collation).unwrap_or_default()
    } else {
        Sample::default()
    };
    let others = (1.0 - column.null_share() - sample.common.0).max(0.0);
    let limit = column.distinct().map(|distinct| {
        let (inside, all) = (filter.count - sample.common_contained.1, distinct - sample.common.1);
        filter.with_false_positives((inside.max(0.0) / all.max(1.0)).min(1.0))
    });
    let (bounds, contained) = sample.bounds;
    let contained_share = if bounds == 0.0 {
        limit.unwrap_or_else(|| default_share(Some(filter)))
    } else {
        let sampled = ((contained + 0.5) / (bounds + 1.0)).max(filter.fpp);
        let limited = limit.filter(|_| contained == 0.0 || sample.common.1 == 0.0);
        limited.map_or(sampled, |limit| sampled.min(limit))
    };
    sample.common_contained.0 + others * contained_share
}

/// Probes the filter with the column's statistics; `None` if it cannot hold such values.
fn probe_sample(filter: &KnownFilter<'_>, column: &VariableStatistics<'_>, collation: Oid) -> Option<Sample> {
    let mut probe = Probe::new(filter, column.value_type(), collation)?;
    let mut sample = Sample::default();
    if let Some(slot) = column.most_common() {
        for (value, frequency) in slot.values().zip(slot.numbers()) {
            let frequency = f64::from(*frequency);
            sample.common.0 += frequency;
            sample.common.1 += 1.0;
            if probe.contains(value)? {
                sample.common_contained.0 += frequency;
                sample.common_contained.1 += 1.0;
            }
        }
    }
    if let Some(slot) = column.histogram() {
        for value in slot.values() {
            sample.bounds.0 += 1.0;
            sample.bounds.1 += f64::from(u8::from(probe.contains(value)?));
        }
    }
    Some(sample)
}
