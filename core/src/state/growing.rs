//! A bitmap for an unknown number of values: unfolded when it fills, folded to fit at the end.
//!
//! What counts is the *load*, kn/m = -ln(1 - fill). The rate allows a certain load. Values from before
//! an unfolding are repeated, so that their load stays while the bitmap grows; each stage may
//! therefore use only a share of the load that is left, and what is left at the end decides how far
//! the bitmap folds. The loads of merged bitmaps add up.

use crate::bits::{self, WORD_LEN};
use crate::error::{Error, Result};
use crate::params::{self, MAX_BITS, MAX_HASHES, Params, WORD_BITS};

/// A bitmap is `GRANULE * 2^i` bits long, so that any two of them fold to each other and the number
/// has many divisors to fold by.
const GRANULE: u64 = 64 * 3 * 3 * 5 * 7;

/// How many times longer a bitmap becomes.
const UNFOLD: u64 = 4;

/// The share of the load still allowed that a stage may use.
const STAGE: f64 = 1.0 / 8.0;

/// Bytes of a bitmap looked at to find out about how dense a fold of it would be.
const SAMPLE: usize = 1 << 13;

/// The possible sizes in bits, ascending.
pub(super) fn sizes() -> impl Iterator<Item = u64> {
    (0..).map(|i| GRANULE << i).take_while(|&bits| bits <= MAX_BITS)
}

/// The largest possible size up to `bits`, or the smallest of all.
fn size_within(bits: u64) -> u64 {
    sizes().take_while(|&size| size <= bits).last().unwrap_or(GRANULE)
}

/// The probes: the textbook's best for the rate, log2(1/p).
pub(super) fn hashes(fpp: f64) -> u8 {
    (-fpp.log2()).round().clamp(1.0, f64::from(MAX_HASHES)) as u8
}

/// The first size, for `entries` values and a budget in bytes: what the budget holds, but at least so
/// much that the first stage does not end at once.
pub(super) fn first_size(entries: u64, fpp: f64, budget: u64) -> u64 {
    let k = hashes(fpp);
    let needed = 2.0 * entries as f64 * f64::from(k) / (allowed_load(fpp, k) * STAGE);
    size_within(budget.saturating_mul(8).max(needed as u64).min(MAX_BITS))
}

/// The size to go on with when `bits_set` of `bits` are set, of which `bits_before` were at the start
/// of this stage: the same or a larger one.
pub(super) fn next_size(bits: u64, fpp: f64, bits_set: u64, bits_before: u64) -> u64 {
    let before = load(bits, bits_before);
    let stage = (allowed_load(fpp, hashes(fpp)) - before) * STAGE;
    if load(bits, bits_set) < before + stage { bits } else { size_within(bits.saturating_mul(UNFOLD)) }
}

/// The smallest size to which `bitmap`, with `pending` more values, folds at the rate; `distinct` is
/// about the number of values in it.
pub(super) fn smallest_fold(bitmap: &[u8], fpp: f64, distinct: u64, pending: u64) -> Result<Params> {
    let hashes = hashes(fpp);
    let words = (bitmap.len() / WORD_LEN) as u64;
    let densest = densest(fpp, hashes);
    let fill = |parts: u64, sample: usize| {
        let len = (words / parts) as usize * WORD_LEN;
        let more = pending as f64 * f64::from(hashes) / (len as f64 * 8.0);
        bits::folded_fill(bitmap, len, sample) + more
    };
    // The fill does not simply grow with the number of parts: where they coincide with repeated parts
    // it stays. So try them all, from the least size that so many values could have.
    let least = distinct as f64 * f64::from(hashes) / allowed_load(fpp, hashes) / WORD_BITS as f64;
    let most_parts = words as f64 / (0.9 * least).max(1.0);
    let fold = divisors(words).into_iter().rev().find(|&parts| {
        parts as f64 <= most_parts
            && fill(parts, SAMPLE) <= 1.05 * densest
            && fill(parts, usize::MAX) <= densest
    });
    match fold {
        Some(parts) => Ok(Params { bits: words / parts * WORD_BITS, hashes }),
        None => {
            let reached = fill(1, usize::MAX).min(1.0).powi(i32::from(hashes));
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

/// The largest share of set bits at which k probes keep the rate: p^(1/k).
fn densest(fpp: f64, hashes: u8) -> f64 {
    fpp.powf(f64::from(hashes).recip())
}

fn allowed_load(fpp: f64, hashes: u8) -> f64 {
    -(-densest(fpp, hashes)).ln_1p()
}

fn divisors(number: u64) -> Vec<u64> {
    let small: Vec<u64> =
        (1..).take_while(|d| d * d <= number).filter(|d| number.is_multiple_of(*d)).collect();
    let large = small.iter().rev().map(|d| number / d).collect::<Vec<_>>();
    let mut all = [small, large].concat();
    all.dedup();
    all
}
