//! The WARNING about a filter whose rate is far higher than the one that it was built for.

use super::show::{count, rate};
use crate::pg::notice::Notice;
use bloom_core::cells::Cells;
use bloom_core::filter::Filter;

/// How a filter got its values, and so what to do if they are too many.
#[derive(Debug, Clone, Copy)]
pub enum Filled {
    /// By an aggregate.
    Built,
    /// By a union.
    United,
    /// By additions to a filter.
    Added,
}

/// Raises a warning if the rate of a new filter is far higher than the one that it was built for: the one in
/// its header or, if it has none, `fpp`.
#[inline]
pub fn warn_overfull<C: Cells>(filter: &Filter<'_, C>, fpp: Option<f64>, filled: Filled) {
    // Of many filters, an addition is most of the work.
    let may_be = |fpp| !matches!(filled, Filled::Added) || filter.may_be_overfull(fpp);
    if let Some(fpp) = filter.header().fpp.or(fpp)
        && may_be(fpp)
        && Notice::Overfull.is_due()
        && filter.is_overfull(fpp)
    {
        say(filter, fpp, filled);
    }
}

#[cold]
fn say<C: Cells>(filter: &Filter<'_, C>, fpp: f64, filled: Filled) {
    let counts = filter.counts();
    let bits = filter.header().params.bits;
    let values = count(&counts, bits);
    let detail = match filter.header().capacity {
        Some(capacity) => format!("Estimated number of values: {values}; capacity: {capacity}."),
        None => format!("Estimated number of values: {values}; bits: {bits}."),
    };
    let hint = match filled {
        Filled::Built => {
            "Specify the number of distinct values as the capacity, or leave the capacity out: then the filter gets the \
             right size."
        }
        Filled::United => {
            "Build all filters with the capacity of their union. With max_fpp, bloom_union_agg fails above that rate."
        }
        Filled::Added => "Build a filter whose capacity includes the values that will be added.",
    };
    let message = || {
        format!(
            "the filter has a false-positive rate of {}, but was built for {}",
            rate(counts.current_fpp),
            rate(fpp)
        )
    };
    Notice::Overfull.say(message, &detail, hint);
}
