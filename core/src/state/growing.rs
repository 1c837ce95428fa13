//! A bitmap for an unknown number of values: as long as is expected, unfolded when it fills, folded to fit at
//! the end.
//!
//! What counts is the *load*, kn/m = -ln(1 - fill). The rate allows a certain load. Values from before
//! an unfolding are repeated, so that their load stays while the bitmap grows; each stage may
//! therefore use only a share of the load that is allowed. The loads of merged bitmaps add up.
//!
//! What that costs at a rate of 1 % (the tests of `state/tests.rs` build it):
//!
//! * The estimate is right: at most 1.06 times the bits of the right size, and the right count.
//! * It is wrong, up to three times in either direction, and nothing contradicts it: at most 1/d more bits, where
//!   the bitmap folds into d. d is 16 for a right estimate and proportional to it, where memory allows.
//! * Nothing was expected: up to 10 times the values of the first stage 2.0 times the bits and 1.3 times the count,
//!   up to 100 times 2.5 and 1.6, up to 1,000 times 3.3 and 2.5. Where the build is alone its first stage is longer
//!   and uses more of the load: up to 10 times 2.4 and 1.5, up to 40 times 3.0 and 2.0.
//!
//! Stages of a quarter of what is left made up to 3.7 times the count, and too many values at all. Shorter stages lose
//! less and take more memory, as one of an eighth, four times as long, takes up to 38 times the filter's.

use super::build_spec::BuildSpec;
use super::expected::{Estimate, Expected, Met};
use crate::cells::{CellKind, bits, fold, fold_fit};
use crate::error::{Error, Result};
use crate::layout::params::{self, MAX_HASHES, WORD_BITS};
use crate::layout::{BitLayout, Params};
use crate::scheme::SchemeOptions;

/// A bitmap is a multiple of this long, so that the number has many divisors to fold by; one that may be
/// merged `GRANULE * 2^i` bits, so that any two of them fold to each other.
const GRANULE: u64 = 64 * 3 * 3 * 5 * 7;

/// The same for a choice of filters: whole blocks if they are made of them.
fn granule(options: SchemeOptions) -> u64 {
    let unit = options.scheme.layout().unit();
    if options.pow2 { unit } else { GRANULE / WORD_BITS * unit }
}

/// How many times longer a bitmap becomes.
const UNFOLD: u64 = 4;

/// The share of the allowed load that a stage may use.
const STAGE: f64 = 1.0 / 8.0;

/// The share of what is left that a stage may use, once that is less.
const LEFT: f64 = 1.0 / 4.0;

/// The share that the first stage of a guess may use that is to be merged. What is left is for the others, as the loads
/// of all add up: together they keep the rate, however the values come upon them.
const STAGE_MERGED: f64 = 1.0 / 2.0;

/// The same for a guess that has taken much room.
const STAGE_ALONE: f64 = 1.0 / 4.0;

/// A first bitmap for an estimate that was measured is so many times as long as the filter of the values expected: it
/// folds to that filter, and takes a quarter more values before it is unfolded.
const SPARE: u64 = 4;

/// The same for any other estimate: the first of these for which there is memory. The more parts a bitmap folds into,
/// the closer to each other are the sizes that it folds to, so a wrong estimate costs less.
const SPARE_UNSURE: [u64; 4] = [16, 12, 8, 6];

/// At least so many times, and less than twice that, where it may be merged.
const SPARE_MERGED: f64 = 3.0;

/// How many more values than expected a bitmap of [`SPARE`] takes before it is unfolded.
const TOLERATED: f64 = 1.25;

/// At least this share of the values that would fill a bitmap is taken before it is unfolded.
const FULL: f64 = 1.0 / 5.0;

/// The filter of the values expected holds a little more, as the estimate comes from a sample.
const SLACK: f64 = 1.03;

/// Numbers with few factors of the granule: multiples of one of them fold more finely.
const DIVISORS: [u64; 7] = [2 * 3 * 11 * 13, 2 * 11 * 13, 2 * 3 * 11, 2 * 11, 12, 6, 2];

/// The part of a first bitmap that may be added for more divisors: one in so many.
const MOST_MORE: u64 = 64;

/// Two estimates disagree if the higher one is more than so many times the likely one. The bitmap is then made for both.
const DISAGREE: f64 = 1.05;

/// A first bitmap takes at most so many budgets.
const MOST_EXPECTED: u64 = 32;

/// The same where it is more than [`SPARE`] times as long as the filter.
const MOST_UNSURE: u64 = 16;

/// Bytes of a first bitmap where nothing is expected, in bytes of the budget, if it is the only build at
/// work.
const MOST_ALONE: u64 = 16;

/// Whether a bitmap can have so many bits.
pub(super) fn is_size(cell: CellKind, options: SchemeOptions, bits: u64) -> bool {
    let granule = granule(options);
    (granule..=cell.most()).contains(&bits) && bits.is_multiple_of(granule)
}

/// The probes: the textbook's best for the rate, log2(1/p), where they can be chosen.
pub(super) fn hashes(spec: &BuildSpec) -> u8 {
    let best = (-spec.fpp.log2()).round().clamp(1.0, f64::from(MAX_HASHES)) as u8;
    spec.options.scheme.layout().fixed_hashes().unwrap_or(best)
}

/// A bitmap and for how long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stage {
    /// Its length.
    pub bits: u64,
    /// Bits that may be set before it is unfolded.
    pub until: u64,
}

/// A bitmap that is to be merged.
#[derive(Debug, Clone, Copy)]
pub(super) struct Filled {
    pub stage: Stage,
    /// Bits set.
    pub set: u64,
}

/// How the bitmap of a build grows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Growth {
    cell: CellKind,
    /// See [`granule`].
    granule: u64,
    /// Whether it folds to powers of two only.
    pow2: bool,
    layout: BitLayout,
    hashes: f64,
    /// The load that the rate allows.
    allowed: f64,
    /// The share of it for the values of this state: several are to be merged.
    share: f64,
    budget: u64,
    /// Whether other states are to be merged with it.
    merges: bool,
}

impl Growth {
    /// Returns the growth of a state that `merged_states` states of a build were merged into.
    pub fn new(cell: CellKind, spec: &BuildSpec, merged_states: u16) -> Self {
        let (hashes, layout) = (hashes(spec), spec.options.scheme.layout());
        Self {
            cell,
            granule: granule(spec.options),
            pow2: spec.options.pow2,
            layout,
            hashes: f64::from(hashes),
            allowed: layout.allowed_load(spec.fpp, hashes),
            share: (f64::from(merged_states) / f64::from(spec.expected_states.max(1))).min(1.0),
            budget: spec.budget.saturating_mul(8),
            merges: spec.expected_states > 1,
        }
    }

    /// The first bitmap, for what a table no longer holds.
    pub fn first(self, met: Met, expected: Expected) -> Stage {
        let Some(estimate) = expected.values(met) else {
            let (times, share) = if expected.alone { (MOST_ALONE, STAGE_ALONE) } else { (1, STAGE) };
            let bits = self.budget.saturating_mul(times).max(self.room(met, STAGE));
            return self.stage(self.size_within(bits), self.allowed * self.share * share);
        };
        // A bitmap twice as long as the filter can still be unfolded if more values come. For more than that there is
        // no memory, so it is made for fewer values, as the estimate may be too high.
        let most = self.budget.saturating_mul(MOST_EXPECTED) as f64;
        let wanted = SLACK * estimate.likely * self.hashes / self.allowed;
        let wanted =
            if 2.0 * wanted <= most && !self.merges { wanted } else { wanted.min(most / SPARE as f64) };
        let bits = if self.merges {
            self.merging(wanted)
        } else {
            self.folding_to(wanted, estimate, expected.alone)
        };
        let bits = bits.max(self.size_within(self.room(met, 1.0)));
        // Of states that are merged, nobody knows which will meet how many of the values.
        let used = if self.merges {
            self.allowed * STAGE_MERGED
        } else {
            let most = wanted / SLACK * estimate.most / estimate.likely;
            self.allowed * (TOLERATED * most / bits as f64).max(FULL)
        };
        self.stage(bits, self.share * used.max(self.allowed * STAGE))
    }

    /// Bits for the values met so that they use half of this share of the load.
    fn room(self, met: Met, share: f64) -> u64 {
        (2.0 * met.distinct as f64 * self.hashes / (self.allowed * self.share * share)) as u64
    }

    /// A stage that ends at this load.
    fn stage(self, bits: u64, end: f64) -> Stage {
        let until = (-(-end.min(self.allowed)).exp_m1() * bits as f64).ceil() as u64;
        Stage { bits, until: until.min(bits) }
    }

    /// The load that the stage after that one may add: never all that is left of this share, so that there can be
    /// another.
    fn next_share(self, load: f64) -> f64 {
        let allowed = self.allowed * self.share;
        (allowed * STAGE).min((allowed - load).max(0.0) * LEFT)
    }

    /// The size of a bitmap that is to be folded to `wanted` bits or less, and that others are merged with.
    fn merging(self, wanted: f64) -> u64 {
        let enough = |bits: &u64| *bits as f64 >= SPARE_MERGED * wanted;
        self.sizes().find(enough).unwrap_or_else(|| self.size_within(u64::MAX))
    }

    /// The size of a bitmap that is to be folded to `wanted` bits: a multiple, so that it folds to exactly that.
    fn folding_to(self, wanted: f64, estimate: Estimate, alone: bool) -> u64 {
        let granules = ((wanted / self.granule as f64).ceil() as u64).max(1);
        // A little more, for more divisors beside those of the granule.
        let step = DIVISORS.into_iter().find(|step| step * MOST_MORE <= granules).unwrap_or(1);
        let granules = if self.pow2 { granules.next_power_of_two() } else { granules.next_multiple_of(step) };
        let bits = self.granule * granules;
        if bits > self.cell.most() {
            return self.size_within(u64::MAX);
        }
        let factor = self.fold_factor(bits, estimate, alone);
        if self.pow2 { bits << factor.ilog2() } else { bits * factor }
    }

    /// Into how many parts a first bitmap is to fold to become a filter of `bits`: more of them the less sure the
    /// estimate is, as far as memory allows.
    fn fold_factor(self, bits: u64, estimate: Estimate, alone: bool) -> u64 {
        let within = |budgets: u64| {
            let most = self.budget.saturating_mul(budgets);
            (most.saturating_add(most / 16) / bits).min(self.cell.most() / bits)
        };
        let wanted = if estimate.most > DISAGREE * estimate.likely {
            (SPARE * (estimate.most / estimate.likely).round() as u64).max(2 * SPARE)
        } else {
            SPARE
        };
        let factor = wanted.min(within(MOST_EXPECTED)).max(1);
        let factor = if factor > SPARE { factor - factor % SPARE } else { factor };
        if !alone || estimate.is_measured {
            return factor;
        }
        let unsure = SPARE_UNSURE.into_iter().find(|factor| *factor <= within(MOST_UNSURE));
        unsure.map_or(factor, |unsure| unsure.max(factor))
    }

    /// The largest possible size up to `bits`, or the smallest of all.
    fn size_within(self, bits: u64) -> u64 {
        self.sizes().take_while(|&size| size <= bits).last().unwrap_or(self.granule)
    }

    /// The sizes in bits that may be merged, ascending.
    fn sizes(self) -> impl Iterator<Item = u64> {
        (0..).map(move |i| self.granule << i).take_while(move |&bits| bits <= self.cell.most())
    }

    /// What follows a stage that has ended: a longer bitmap, or `None` if none holds more.
    pub fn next(self, ended: Filled) -> Option<Stage> {
        let load = load(ended.stage.bits, ended.set);
        let bits = longer(self.cell, ended.stage.bits)?;
        Some(self.stage(bits, load + self.next_share(load)))
    }

    /// The bitmap for the values of some bitmaps and so many values of tables: a common multiple of all, and
    /// so long that the values of the tables are within the stages, or begin no more than one.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if no filter is as long as a multiple of all: of states that were not made to be
    /// merged.
    pub fn merged(self, bitmaps: &[Filled], values: u64) -> Result<Stage> {
        let common =
            bitmaps.iter().try_fold(self.granule, |a, filled| multiple(self.cell, a, filled.stage.bits))?;
        let used: f64 = bitmaps.iter().map(|filled| load(filled.stage.bits, filled.set)).sum();
        let share = self.allowed * self.share;
        // One bitmap's stage goes on, and what was planned for may use all of its share.
        let planned = match bitmaps {
            [one] => load(one.stage.bits, one.stage.until),
            _ => used + self.next_share(used),
        };
        let planned = planned.max(if self.share < 1.0 { share } else { 0.0 }).min(self.allowed);
        let end =
            |bits: u64| if bits == common { planned } else { planned.max(used + self.next_share(used)) };
        let fits = |bits: &u64| used + values as f64 * self.hashes / *bits as f64 <= end(*bits);
        let sizes = std::iter::successors(Some(common), |bits| longer(self.cell, *bits));
        let bits = sizes.clone().find(fits).or(sizes.last()).unwrap_or(common);
        Ok(self.stage(bits, end(bits)))
    }

    /// Checks a bitmap that cannot become longer: the rate that its values reach is for good.
    ///
    /// # Errors
    /// [`Error::TooManyValues`].
    pub fn check_last(self, bits: u64, set: u64, fpp: f64) -> Result<()> {
        let reached = self.layout.fpp_of_set(Params { bits, hashes: self.hashes as u8 }, set);
        if reached > fpp { Err(Error::TooManyValues { fpp, reached }) } else { Ok(()) }
    }
}

/// The size of a bitmap that is unfolded.
fn longer(cell: CellKind, bits: u64) -> Option<u64> {
    times_as_long(cell, bits, [UNFOLD, UNFOLD / 2])
}

/// A size that is as many times as long as the first of these that a bitmap can be.
fn times_as_long<const N: usize>(cell: CellKind, bits: u64, times: [u64; N]) -> Option<u64> {
    times.map(|times| bits.saturating_mul(times)).into_iter().find(|bits| *bits <= cell.most())
}

/// The least common multiple of two sizes.
fn multiple(cell: CellKind, a: u64, b: u64) -> Result<u64> {
    let multiple = (a / params::common_divisor(a, b)).saturating_mul(b);
    if multiple <= cell.most() {
        return Ok(multiple);
    }
    Err(Error::TooLarge { bits: multiple as f64 })
}

/// The smallest size to which `bitmap`, with `pending` more values, folds at the rate, and the number of values that
/// it holds then; `distinct` is about that number, or too high.
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
    // Values that several bitmaps held were counted more than once, and so are the bits of an unfolded bitmap until
    // it is folded.
    let set = fold::compare_folded(layout, params.bitmap_len(), bitmap, &[]).first;
    let counted = distinct_after_union(params, set, distinct);
    if counted as f64 >= RECOUNTED * distinct as f64 {
        return Ok((params, counted));
    }
    smallest_fold(bitmap, spec, counted, pending) // folds that seemed too small
}

/// A count that is lower than this share of the one before is worth another look at the folds.
const RECOUNTED: f64 = 0.95;

/// Distinct values in a union of bitmaps that met `sum` values one by one: both this sum and the
/// estimate from the bits can only be too high.
pub(super) fn distinct_after_union(params: Params, bits_set: u64, sum: u64) -> u64 {
    sum.min(params::estimate_count(params.bits, params.hashes, bits_set).round() as u64)
}

fn load(bits: u64, bits_set: u64) -> f64 {
    -(-(bits_set as f64) / bits as f64).ln_1p()
}
