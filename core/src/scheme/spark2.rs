//! `BloomFilterImplV2` of Spark's `org.apache.spark.util.sketch`: version 2, since Spark 4.1.

use super::addressing::{Addressing, Reduction};
use super::info::SchemeInfo;
use super::spark1;
use crate::hash::{Hash, Seed};

pub(super) const INFO: SchemeInfo =
    SchemeInfo { seed_bits: 32, ..SchemeInfo::new("spark2", Addressing::Sums(Reduction::Flip64)) };

/// Multiplier of the first hash, which fills the upper half: `Integer.MAX_VALUE`.
const SPREAD: u64 = 0x7fff_ffff;

#[inline]
pub(super) fn hash(canonical: &[u8], seed: Seed) -> Hash {
    let (first, step) = spark1::pair(canonical, seed);
    let step = sign_extend(step);
    Hash { h1: sign_extend(first).wrapping_mul(SPREAD).wrapping_add(step), h2: step }
}

/// Converts like Java from `int` to `long`.
#[inline]
fn sign_extend(word: u32) -> u64 {
    i64::from(word.cast_signed()).cast_unsigned()
}

/// Spark's own loop.
#[cfg(test)]
pub(super) fn positions(canonical: &[u8], seed: Seed, params: crate::layout::Params) -> Vec<u64> {
    let (first, second) = spark1::pair(canonical, seed);
    let mut combined = i64::from(first.cast_signed()) * i64::from(i32::MAX);
    (0..params.hashes)
        .map(|_| {
            combined += i64::from(second.cast_signed());
            let position = if combined < 0 { !combined } else { combined };
            position.cast_unsigned() % params.bits
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::element::canonical;
    use crate::layout::Params;
    use crate::layout::params::MAX_BITS;
    use crate::scheme::Scheme;

    /// Numbers whose first hashes, 1, -1, 2, ... 4, make the sum cross zero within seven steps.
    const NEAR_ZERO: [i64; 7] = [
        4_815_067_236_882_448_384,
        -2_009_654_226_166_218_751,
        1_596_660_581_983_584_257,
        2_463_554_165_373_141_000,
        -7_393_514_126_770_700_274,
        -8_654_979_354_847_084_542,
        -6_606_571_514_215_006_198,
    ];

    #[test]
    fn sums_near_zero_keep_their_sign() {
        let params = Params { bits: MAX_BITS, hashes: 7 };
        for value in NEAR_ZERO {
            let canonical = canonical::integer(value);
            let hash = hash(&canonical, Seed::ZERO);
            let found: Vec<u64> = Scheme::SparkV2.positions(hash, params).collect();
            assert_eq!(found, positions(&canonical, Seed::ZERO, params), "{value}");
            let last = hash.h1.wrapping_add(hash.h2.wrapping_mul(6));
            assert!((hash.h1 ^ last) >> 63 == 1, "{value} does not cross zero");
        }
    }
}
