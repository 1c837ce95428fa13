//! A bitmap for an unknown number of values: unfolded when it fills, folded to fit at the end.
//!
//! What counts is the *load*, kn/m = -ln(1 - fill). The rate allows a certain load. Values from before
//! an unfolding are repeated, so that their load stays while the bitmap grows; each stage may
//! therefore use only a share of the load that is left, and what is left at the end decides how far
//! the bitmap folds. The loads of merged bitmaps add up.

use super::build_spec::BuildSpec;
use crate::bits;
use crate::cells::CellKind;
use crate::error::{Error, Result};
use crate::fold::{self, allowed_load};
use crate::params::{self, MAX_BITS, MAX_HASHES, Params};

/// A bitmap is `GRANULE * 2^i` bits long, so that any two of them fold to each other and the number
/// has many divisors to fold by.
const GRANULE: u64 = 64 * 3 * 3 * 5 * 7;

/// How many times longer a bitmap becomes.
const UNFOLD: u64 = 4;

/// The share of the load still allowed that a stage may use. More would leave the last stages no room, less
/// takes more memory: with a quarter 5 to 21 bytes a value, with an eighth 10 to 30 (measured for 0.5 to 30
/// million values at 1 %).
const STAGE: f64 = 1.0 / 4.0;

/// The load that a state with the values of so many parts of a build may reach.
fn allowed_share(spec: &BuildSpec, parts: u16) -> f64 {
    let share = f64::from(parts) / f64::from(spec.shares.max(1));
    allowed_load(spec.fpp, hashes(spec.fpp)) * share.min(1.0)
}

/// Whether a bitmap can have so many bits.
pub(super) fn is_size(cell: CellKind, bits: u64) -> bool {
    bits <= cell.most() && bits.is_multiple_of(GRANULE) && (bits / GRANULE).is_power_of_two()
}

/// The possible sizes in bits, ascending.
fn sizes(cell: CellKind) -> impl Iterator<Item = u64> {
    (0..).map(|i| GRANULE << i).take_while(move |&bits| bits <= cell.most())
}

/// The largest possible size up to `bits`, or the smallest of all.
fn size_within(cell: CellKind, bits: u64) -> u64 {
    sizes(cell).take_while(|&size| size <= bits).last().unwrap_or(GRANULE)
}

/// The probes: the textbook's best for the rate, log2(1/p).
pub(super) fn hashes(fpp: f64) -> u8 {
    (-fpp.log2()).round().clamp(1.0, f64::from(MAX_HASHES)) as u8
}

/// Bits that so many values need so that the first stage does not end at once.
pub(super) fn bits_for(entries: u64, spec: &BuildSpec, parts: u16) -> f64 {
    entries as f64 * f64::from(hashes(spec.fpp)) / (allowed_share(spec, parts) * STAGE)
}

/// The first size, for `entries` values: what the budget holds, but at least what these need.
pub(super) fn first_size(cell: CellKind, entries: u64, spec: &BuildSpec, parts: u16) -> u64 {
    let needed = 2.0 * bits_for(entries, spec, parts);
    size_within(cell, spec.budget.saturating_mul(8).max(needed as u64).min(MAX_BITS))
}

/// The size to go on with when `bits_set` of `bits` are set, of which `bits_before` were at the start
/// of this stage: the same or a larger one.
pub(super) fn next_size(
    cell: CellKind,
    bits: u64,
    spec: &BuildSpec,
    parts: u16,
    bits_set: u64,
    bits_before: u64,
) -> u64 {
    let before = load(bits, bits_before);
    let stage = (allowed_share(spec, parts) - before) * STAGE;
    if load(bits, bits_set) < before + stage { bits } else { size_within(cell, bits.saturating_mul(UNFOLD)) }
}

/// A bitmap that is to be merged.
#[derive(Debug, Clone, Copy)]
pub(super) struct Filled {
    /// Its length.
    pub bits: u64,
    /// Bits set, and how many were at the start of this stage.
    pub set: u64,
    pub before: u64,
}

/// The size for the values of some bitmaps and so many values of tables: no smaller than the largest bitmap,
/// and so large that the load allowed to all parts, or to this stage, is not exceeded.
pub(super) fn merged_size(
    cell: CellKind,
    spec: &BuildSpec,
    parts: u16,
    bitmaps: &[Filled],
    values: u64,
) -> u64 {
    let largest = bitmaps.iter().map(|filled| filled.bits).max().unwrap_or(GRANULE);
    let used: f64 = bitmaps.iter().map(|filled| load(filled.bits, filled.set)).sum();
    let all = allowed_share(spec, u16::MAX);
    if values == 0 || used >= all {
        return largest;
    }
    // What was planned for may use all of its share. Of the rest there is a stage, as more states may come.
    let planned = if parts < spec.shares { allowed_share(spec, parts) } else { 0.0 };
    let stage = |start: f64| (start + (all - start) * STAGE).max(planned);
    let this_stage = match bitmaps {
        [one] => stage(load(one.bits, one.before)),
        _ => stage(used),
    };
    let fits = |size: &u64| {
        let most = if *size == largest { this_stage } else { stage(used) };
        used + values as f64 * f64::from(hashes(spec.fpp)) / *size as f64 <= most
    };
    let longer = |size: &u64| Some(size.saturating_mul(UNFOLD)).filter(|size| *size <= cell.most());
    let fitting = std::iter::successors(Some(largest), longer).find(fits);
    fitting.unwrap_or_else(|| size_within(cell, MAX_BITS))
}

/// The smallest size to which `bitmap`, with `pending` more values, folds at the rate; `distinct` is
/// about the number of values in it.
pub(super) fn smallest_fold(bitmap: &[u8], fpp: f64, distinct: u64, pending: u64) -> Result<Params> {
    let hashes = hashes(fpp);
    let wanted = fold::Wanted { hashes, fpp, distinct: distinct as f64, more: pending };
    match fold::smallest(bitmap, wanted) {
        Some(bits) => Ok(Params { bits, hashes }),
        None => {
            let bits = bitmap.len() as u64 * 8;
            let reached = params::current_fpp(bits, hashes, bits::count_ones(bitmap));
            Err(Error::TooManyValues { fpp, reached })
        }
    }
}

/// Distinct values in a union of bitmaps that met `sum` values one by one: both this sum and the
/// estimate from the bits can only be too high.
pub(super) fn distinct_after_union(params: Params, bits_set: u64, sum: u64) -> u64 {
    sum.min(params::estimate_count(params.bits, params.hashes, bits_set).round() as u64)
}

fn load(bits: u64, bits_set: u64) -> f64 {
    -(-(bits_set as f64) / bits as f64).ln_1p()
}
