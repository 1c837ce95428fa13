//! How many rows a filter that is known will let pass.

use super::column::Column;
use crate::value_type::ValueType;
use bloom_core::filter::Filter;
use bloom_core::params;
use pgrx::pg_sys;

/// The share of the values in a filter of which nothing is known. A filter is asked first because it discards
/// most rows; that it discards nine of ten is a guess.
pub const DEFAULT: f64 = 0.1;

/// The beginning of a filter that is looked at first for how full it is, in bytes.
const SAMPLE: usize = 64 * 1024;

/// The set bits that tell how full a filter is, within some percent.
const ENOUGH_BITS: u64 = 1024;

/// A filter that is known at planning time.
#[derive(Debug)]
pub struct Constant<'a> {
    filter: Filter<'a>,
    /// Distinct values in it, estimated.
    count: f64,
    fpp: f64,
}

impl<'a> Constant<'a> {
    /// Looks at a filter; of a large one at a part, as each partition of a table asks anew.
    pub fn new(filter: Filter<'a>) -> Self {
        let (cells, params, cell) = (filter.cells(), filter.header().params, filter.header().cell);
        let mut len = SAMPLE.min(cells.len());
        let mut set = cell.count_set(&cells[..len]);
        while set < ENOUGH_BITS && len < cells.len() {
            len = (len * 4).min(cells.len());
            set = cell.count_set(&cells[..len]);
        }
        let set = (set as f64 * (cells.len() as f64 / len as f64)) as u64;
        Self {
            filter,
            count: params::estimate_count(params.bits, params.hashes, set),
            fpp: params::current_fpp(params.bits, params.hashes, set),
        }
    }

    /// The share of all values that pass, if `present` is the share of those that were added.
    fn with_false_positives(&self, present: f64) -> f64 {
        present + (1.0 - present) * self.fpp
    }
}

/// The share of values of which nothing is known.
pub fn default_share(filter: Option<&Constant<'_>>) -> f64 {
    match filter {
        None => DEFAULT,
        Some(filter) if filter.count == 0.0 => 0.0,
        Some(filter) => filter.with_false_positives(DEFAULT),
    }
}

/// Asks a filter of values of one type.
#[derive(Debug)]
pub struct Probe<'a> {
    filter: &'a Constant<'a>,
    of: ValueType,
}

impl<'a> Probe<'a> {
    /// `None` if filters cannot hold such values.
    pub fn new(filter: &'a Constant<'_>, of: pg_sys::Oid, collation: pg_sys::Oid) -> Option<Self> {
        // SAFETY: what is remembered lives as long as the planner's memory.
        let context = unsafe { pg_sys::CurrentMemoryContext };
        Some(Self { filter, of: ValueType::new(of, collation, context).ok()? })
    }

    /// Whether the filter contains a value; `None` if this filter cannot be asked of it.
    ///
    /// # Safety
    /// `value` must be of the type.
    pub unsafe fn contains(&mut self, value: pg_sys::Datum) -> Option<bool> {
        let filter = &self.filter.filter;
        // SAFETY: the caller promises the type.
        let hash = unsafe {
            self.of.with_canonical(value, |element, bytes| filter.header().hashing.hash(element, bytes))
        };
        Some(filter.contains(hash.ok()?.ok()?))
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
    filter: &Constant<'_>,
    column: &mut Column,
    function: pg_sys::Oid,
    collation: pg_sys::Oid,
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
unsafe fn see(filter: &Constant<'_>, column: &Column, collation: pg_sys::Oid) -> Option<Seen> {
    let mut probe = Probe::new(filter, column.value_type(), collation)?;
    let mut seen = Seen::default();
    if let Some(slot) = column.most_common() {
        for (value, frequency) in slot.values().iter().zip(slot.numbers()) {
            let frequency = f64::from(*frequency);
            seen.common.0 += frequency;
            seen.common.1 += 1.0;
            // SAFETY: values of the column.
            if unsafe { probe.contains(*value) }? {
                seen.common_contained.0 += frequency;
                seen.common_contained.1 += 1.0;
            }
        }
    }
    if let Some(slot) = column.histogram() {
        for value in slot.values() {
            seen.bounds.0 += 1.0;
            // SAFETY: values of the column.
            seen.bounds.1 += f64::from(u8::from(unsafe { probe.contains(*value) }?));
        }
    }
    Some(seen)
}
