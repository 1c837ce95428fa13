//! Bitmap for an unknown number of values: sized by an estimate, unfolded when it fills, folded at the end.
//!
//! What counts is the *load*, kn/m = -ln(1 - fill); the rate allows a certain load. Unfolding repeats earlier
//! values, so their load stays while the bitmap grows; therefore each stage may use only a share of the
//! allowed load. The loads of merged bitmaps add up.
//!
//! Costs at a rate of 1 % (the tests of `state/tests.rs` measure them):
//!
//! * The estimate is right: at most 1.06 times the bits of the right size, and the right count.
//! * The estimate is wrong by up to three times in either direction, uncontradicted: at most 1/d more bits,
//!   where the bitmap folds by d. d is 16 for a right estimate and proportional to it, if memory allows.
//! * There is no estimate: up to 10 times the values of the first stage 2.0 times the bits and 1.3 times the
//!   count, up to 100 times 2.5 and 1.6, up to 1,000 times 3.3 and 2.5. If the build is alone, its first
//!   stage is longer and uses more of the load: up to 10 times 2.4 and 1.5, up to 40 times 3.0 and 2.0.
//!
//! * States are merged, and the estimate is too low: if a state's own rows refute it, the table is kept as long
//!   as it is smaller than the bitmap. Otherwise up to 2.9 times the bits and 2.6 times the count, for 20
//!   times the values (6 million, 1/100 to all of them expected, a budget of 8 MB).
//!
//! Stages of a quarter of the remaining load caused up to 3.7 times the count, and finally too many values.
//! Shorter stages lose less but take more memory: an eighth, four times as long, up to 38 times the filter's.

use super::build_spec::BuildSpec;
use super::expected::{Estimate, Expected, Received};
use crate::cells::{CellKind, bits, fold, fold_fit};
use crate::error::{Error, Result};
use crate::layout::params::{self, MAX_HASHES, WORD_BITS};
use crate::layout::{BitLayout, Params};
use crate::scheme::SchemeOptions;

/// Sizes are multiples of this, which has many divisors to fold by. Bitmaps that may be merged have `GRANULE
/// * 2^i` bits, so that any two of them fold to each other.
const GRANULE: u64 = 64 * 3 * 3 * 5 * 7;

/// Returns the granule for these options: whole blocks if the layout has them.
fn granule(options: SchemeOptions) -> u64 {
    let unit = options.scheme.layout().unit();
    if options.pow2 { unit } else { GRANULE / WORD_BITS * unit }
}

/// Factor by which unfolding lengthens a bitmap.
const UNFOLD: u64 = 4;

/// Share of the allowed load that a stage may use.
const STAGE: f64 = 1.0 / 8.0;

/// Share of the remaining load that a stage may use if that is less.
const LEFT: f64 = 1.0 / 4.0;

/// Share of the load for the first stage of a guess that will be merged. The rest is for the others, as all
/// loads add up: together they keep the rate, however the values are distributed.
const STAGE_MERGED: f64 = 1.0 / 2.0;

/// Share of the load for the first stage of a guess that uses much memory.
const STAGE_ALONE: f64 = 1.0 / 4.0;

/// Fold factor for measured estimates: such a bitmap takes a quarter more values before it is unfolded.
const SPARE: u64 = 4;

/// Fold factor for guesses, if memory allows. The larger the factor, the closer together are the sizes that a bitmap
/// folds to, and the less a wrong guess costs.
const SPARE_GUESSED: u64 = 4 * SPARE;

/// Lower bound of the factor for bitmaps that may be merged; the factor is less than twice that.
const SPARE_MERGED: f64 = 3.0;

/// Values that a bitmap of [`SPARE`] takes before it is unfolded, relative to the expected ones.
const TOLERATED: f64 = 1.25;

/// Margin of a filter for the expected values, as the estimate comes from a sample.
const SLACK: f64 = 1.03;

/// Multipliers of the granule with other prime factors: their multiples fold more finely.
const DIVISORS: [u64; 7] = [2 * 3 * 11 * 13, 2 * 11 * 13, 2 * 3 * 11, 2 * 11, 12, 6, 2];

/// A first bitmap grows by at most one part in this many for more divisors.
const MOST_MORE: u64 = 64;

/// Most bytes of a first bitmap, in budgets, unless the values of the table take more.
const MOST_EXPECTED: u64 = 32;

/// Most bytes of a guessed first bitmap, in budgets, if no other build runs.
const MOST_GUESSED: u64 = 16;

/// Returns whether a bitmap can have this many bits.
pub(super) fn is_size(cell: CellKind, options: SchemeOptions, bits: u64) -> bool {
    let granule = granule(options);
    (granule..=cell.most()).contains(&bits) && bits.is_multiple_of(granule)
}

/// Returns the probes per value: the textbook's best for the rate, log2(1/p), unless the layout fixes them.
pub(super) fn hashes(spec: &BuildSpec) -> u8 {
    let best = (-spec.fpp.log2()).round().clamp(1.0, f64::from(MAX_HASHES)) as u8;
    spec.options.scheme.layout().fixed_hashes().unwrap_or(best)
}

/// Size of a bitmap, and the fill at which it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stage {
    /// Length of the bitmap.
    pub bits: u64,
    /// Set bits at which the bitmap is unfolded.
    pub until: u64,
}

/// Bitmap to be merged.
#[derive(Debug, Clone, Copy)]
pub(super) struct Filled {
    pub stage: Stage,
    /// Number of set bits.
    pub set: u64,
}

/// Rules for growing the bitmap of a build.
#[derive(Debug, Clone, Copy)]
pub(super) struct Growth {
    cell: CellKind,
    /// Granule of sizes, see [`granule`].
    granule: u64,
    /// Whether sizes must be powers of two.
    pow2: bool,
    layout: BitLayout,
    hashes: f64,
    fpp: f64,
    /// Load that the rate allows in a large bitmap.
    most_load: f64,
    /// Share of that load for this state's values, if several states are to be merged.
    share: f64,
    budget: u64,
    /// Whether other states will be merged with this one.
    merges: bool,
}

impl Growth {
    /// Creates the rules for a state that was merged from `merged_states` states of a build.
    pub fn new(cell: CellKind, spec: &BuildSpec, merged_states: u16) -> Self {
        let (hashes, layout) = (hashes(spec), spec.options.scheme.layout());
        Self {
            cell,
            granule: granule(spec.options),
            pow2: spec.options.pow2,
            layout,
            hashes: f64::from(hashes),
            fpp: spec.fpp,
            most_load: layout.allowed_load(spec.fpp, hashes),
            share: (f64::from(merged_states) / f64::from(spec.expected_states.max(1))).min(1.0),
            budget: spec.budget.saturating_mul(8),
            merges: spec.expected_states > 1,
        }
    }

    /// Returns [`BitLayout::allowed_load_of`] this size. An unfolded bitmap keeps what dependent probes use of the
    /// rate; but if each stage uses a share of the load for its own size, all parts together keep the rate.
    fn allowed(self, bits: u64) -> f64 {
        let params = Params { bits, hashes: self.hashes as u8 };
        self.layout.allowed_load_of(params, self.fpp, self.most_load)
    }

    /// Returns the bits in which this many values have the rate.
    pub fn needed(self, values: f64) -> f64 {
        let values = values * self.hashes;
        let fits = |bits: f64| values / bits <= self.allowed(bits as u64);
        let mut low = values / self.most_load;
        let mut high = low;
        while !fits(high) && high < self.cell.most() as f64 {
            (low, high) = (high, 2.0 * high);
        }
        for _ in 0..20 {
            let middle = f64::midpoint(low, high);
            if fits(middle) { high = middle } else { low = middle }
        }
        high
    }

    /// Returns the first bitmap, for values that no longer fit the table.
    pub fn first(self, received: Received, expected: Expected) -> Stage {
        let Some(estimate) = expected.values(received, self.share) else {
            return self.unestimated(received, expected.alone);
        };
        // A bitmap of twice the filter's size can still be unfolded; without memory for it, plan for fewer
        // values.
        let most = self.budget.saturating_mul(MOST_EXPECTED) as f64;
        let all = self.needed(SLACK * estimate.likely);
        let wanted = if 2.0 * all <= most && !self.merges { all } else { all.min(most / SPARE as f64) };
        let half_used = self.half_used(received, 1.0);
        let bits = if self.merges {
            self.size_for(half_used.max(SPARE_MERGED * wanted))
        } else {
            self.folding_to(wanted, estimate, expected.alone).max(self.size_within(half_used as u64))
        };
        let allowed = self.allowed(bits);
        // Nobody knows how many of the values each merged state will receive.
        let used = if self.merges {
            allowed * STAGE_MERGED
        } else {
            let values = TOLERATED * estimate.most * wanted / all;
            // Some load is always left for the next stage.
            (values * self.hashes / bits as f64).min(allowed * (1.0 - LEFT))
        };
        self.stage(bits, self.share * used.max(allowed * STAGE))
    }

    /// Returns the first bitmap if nothing tells how many values will come.
    fn unestimated(self, received: Received, alone: bool) -> Stage {
        let (times, share) = if alone { (MOST_GUESSED, STAGE_ALONE) } else { (1, STAGE) };
        let bits = self.size_within(self.budget.saturating_mul(times));
        // Shorter stages lose less, as far as memory allows.
        let most = self.size_within(self.budget.saturating_mul(MOST_EXPECTED));
        let short = self.size_for(self.half_used(received, STAGE)).min(most);
        let bits = bits.max(short).max(self.size_for(self.half_used(received, STAGE_MERGED)));
        let twice_received = 2.0 * received.distinct as f64 * self.hashes / bits as f64;
        self.stage(bits, twice_received.max(self.allowed(bits) * self.share * share))
    }

    /// Returns the bits for which the current values use half of this share of the load.
    fn half_used(self, received: Received, share: f64) -> f64 {
        self.needed(2.0 * received.distinct as f64 / (self.share * share))
    }

    /// Returns a stage that ends at this load.
    fn stage(self, bits: u64, end: f64) -> Stage {
        let until = (-(-end.min(self.allowed(bits))).exp_m1() * bits as f64).ceil() as u64;
        Stage { bits, until: until.min(bits) }
    }

    /// Returns the load that a stage in a bitmap of this size, which has a load already, may add; some of the
    /// share always remains for another one.
    fn next_share(self, bits: u64, load: f64) -> f64 {
        let allowed = self.allowed(bits) * self.share;
        (allowed * STAGE).min((allowed - load).max(0.0) * LEFT)
    }

    /// Returns the smallest possible size from `bits` on, or the largest of all.
    fn size_for(self, bits: f64) -> u64 {
        self.sizes().find(|size| *size as f64 >= bits).unwrap_or_else(|| self.size_within(u64::MAX))
    }

    /// Returns the size of a bitmap that folds to exactly `wanted` bits, rounded up.
    fn folding_to(self, wanted: f64, estimate: Estimate, alone: bool) -> u64 {
        let granules = ((wanted / self.granule as f64).ceil() as u64).max(1);
        // Slightly larger, for more divisors than the granule's.
        let step = DIVISORS.into_iter().find(|step| step * MOST_MORE <= granules).unwrap_or(1);
        let granules = if self.pow2 { granules.next_power_of_two() } else { granules.next_multiple_of(step) };
        let bits = self.granule * granules;
        if bits > self.cell.most() {
            return self.size_within(u64::MAX);
        }
        let factor = self.fold_factor(bits, estimate, alone);
        if self.pow2 { bits << factor.ilog2() } else { bits * factor }
    }

    /// Returns the fold factor of the first bitmap for a filter of `bits`: large for uncertain estimates.
    fn fold_factor(self, bits: u64, estimate: Estimate, alone: bool) -> u64 {
        let within = |budgets: u64| {
            let most = self.budget.saturating_mul(budgets);
            (most.saturating_add(most / 16) / bits).min(self.cell.most() / bits)
        };
        let wanted = SPARE * (estimate.most / estimate.likely).round() as u64;
        let factor = wanted.min(within(MOST_EXPECTED)).max(1);
        let is_guess = alone && !estimate.is_measured;
        let factor = factor.max(if is_guess { SPARE_GUESSED.min(within(MOST_GUESSED)) } else { 0 });
        if factor > SPARE { factor - factor % SPARE } else { factor }
    }

    /// Returns the largest possible size up to `bits`, or the smallest of all.
    fn size_within(self, bits: u64) -> u64 {
        self.sizes().take_while(|&size| size <= bits).last().unwrap_or(self.granule)
    }

    /// Returns the sizes in bits that may be merged, ascending.
    fn sizes(self) -> impl Iterator<Item = u64> {
        (0..).map(move |i| self.granule << i).take_while(move |&bits| bits <= self.cell.most())
    }

    /// Returns the stage after an ended one: a longer bitmap, or `None` if it would be too long.
    pub fn next(self, ended: Filled) -> Option<Stage> {
        let load = load(ended.stage.bits, ended.set);
        let bits = longer(self.cell, ended.stage.bits)?;
        Some(self.stage(bits, load + self.next_share(bits, load)))
    }

    /// Returns the bitmap for the values of several bitmaps, and for `values` values of tables: a common
    /// multiple, long enough for the tables' values to fit the stages or to begin at most one.
    /// Fails if no filter is as long as a common multiple: the states are not of one build.
    pub fn merged(self, bitmaps: &[Filled], values: u64) -> Result<Stage> {
        let common =
            bitmaps.iter().try_fold(self.granule, |a, filled| multiple(self.cell, a, filled.stage.bits))?;
        let used: f64 = bitmaps.iter().map(|filled| load(filled.stage.bits, filled.set)).sum();
        let allowed = self.allowed(common);
        // A single bitmap continues its stage; a merge may use all of the share of its states.
        let planned = match bitmaps {
            [one] => load(one.stage.bits, one.stage.until),
            _ => used + self.next_share(common, used),
        };
        let planned = planned.max(if self.share < 1.0 { allowed * self.share } else { 0.0 }).min(allowed);
        let end = |bits: u64| {
            if bits == common { planned } else { planned.max(used + self.next_share(bits, used)) }
        };
        let fits = |bits: &u64| used + values as f64 * self.hashes / *bits as f64 <= end(*bits);
        let sizes = std::iter::successors(Some(common), |bits| longer(self.cell, *bits));
        let bits = sizes.clone().find(fits).or(sizes.last()).unwrap_or(common);
        Ok(self.stage(bits, end(bits)))
    }

    /// Checks a bitmap that cannot grow: the rate of its values is final.
    pub fn check_last(self, Filled { stage: Stage { bits, .. }, set }: Filled) -> Result<()> {
        let reached = self.layout.fpp_of_set(Params { bits, hashes: self.hashes as u8 }, set);
        if reached > self.fpp { Err(Error::TooManyValues { fpp: self.fpp, reached }) } else { Ok(()) }
    }
}

/// Returns the size of a bitmap after it is unfolded, at least by half the factor; `None` if it would be too long.
fn longer(cell: CellKind, bits: u64) -> Option<u64> {
    let sizes = [UNFOLD, UNFOLD / 2].map(|times| bits.saturating_mul(times));
    sizes.into_iter().find(|bits| *bits <= cell.most())
}

/// Returns the least common multiple of two sizes.
fn multiple(cell: CellKind, a: u64, b: u64) -> Result<u64> {
    let multiple = (a / params::common_divisor(a, b)).saturating_mul(b);
    if multiple <= cell.most() {
        return Ok(multiple);
    }
    Err(Error::TooLarge { bits: multiple as f64 })
}

/// Returns the smallest size to which `bitmap`, with `pending` more values, folds at the rate, and the number
/// of its values. `distinct` is an estimate of that number, possibly too high.
pub(super) fn smallest_fold(
    bitmap: &[u8],
    spec: &BuildSpec,
    distinct: u64,
    pending: u64,
) -> Result<(Params, u64)> {
    let (hashes, fpp, layout) = (hashes(spec), spec.fpp, spec.options.scheme.layout());
    let pow2 = spec.options.pow2;
    let wanted = fold_fit::Wanted { layout, pow2, hashes, fpp, distinct: distinct as f64, more: pending };
    let Some(bits) = fold_fit::smallest(bitmap, wanted) else {
        let bits = bitmap.len() as u64 * 8;
        let reached = fold_fit::rate_of(layout, Params { bits, hashes }, bitmap, bits::count_ones(bitmap));
        return Err(Error::TooManyValues { fpp, reached });
    };
    let params = Params { bits, hashes };
    // Values in several merged bitmaps, and the bits of an unfolded bitmap, were counted more than once.
    let set = fold::compare_folded(layout, params.bitmap_len(), bitmap, &[]).first;
    let counted = distinct_after_union(params, set, distinct);
    if counted as f64 >= RECOUNTED * distinct as f64 {
        return Ok((params, counted));
    }
    smallest_fold(bitmap, spec, counted, pending) // folds that seemed too small
}

/// If a count is below this share of the previous one, the folds are computed again.
const RECOUNTED: f64 = 0.95;

/// Estimates the distinct values in a union of bitmaps with `sum` values: the lower of two upper bounds.
pub(super) fn distinct_after_union(params: Params, bits_set: u64, sum: u64) -> u64 {
    sum.min(params::estimate_count(params.bits, params.hashes, bits_set).round() as u64)
}

fn load(bits: u64, bits_set: u64) -> f64 {
    -(-(bits_set as f64) / bits as f64).ln_1p()
}
