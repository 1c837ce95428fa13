//! Schemes: how a value becomes positions. The default is Guava's; one has a key, the rest are others' own.
//!
//! Most schemes compute two words h1 and h2 from a value's canonical bytes; its i-th position, for i =
//! 0..k-1, is `reduce(h1 + i*h2) mod m`. For libraries that begin at `h1 + h2`, our h1 includes their first
//! step. Parquet's scheme uses one word and blocks, see [`crate::layout::split_block`]. Sources: Guava's
//! `BloomFilterStrategies`; Spark's `BloomFilterImpl` and `BloomFilterImplV2` of
//! `org.apache.spark.util.sketch`; DataSketches' `BloomFilter` of
//! `org.apache.datasketches.filters.bloomfilter`; parquet-format's `BloomFilter.md`.

// To add a scheme:
// 1. Here: the variant, whose number is part of the format, its line in `ALL`, its `SchemeInfo` and its hash. The
//    compiler asks for all but `ALL`. Hash functions are in `core/src/hash/`, reductions in `addressing.rs`, whose test
//    `loops` compares them with the library's own loop.
// 2. `SchemeOptions::from_name` if users can write a seed, and `hash_spec.rs` if equal numbers have several encodings.
// 3. The options that a HINT names (`src/report.rs`), and the stream that carries it in `core/src/exchange/`.
// 4. Lists in tests: `tests/sql/28_all_schemes.sql` and `31_scheme_operations.sql`, `SCHEMES` in `fuzz/src/operations/`
//    and `clients/python/tests/test_psycopg.py`; `core/tests/schemes.rs` walks `ALL`.
// 5. `clients/python/src/bloom_rs/schemes.py` and `hashes.py`; `batches.py` for speed.
// 6. The tables in `docs/FORMAT.md`, `docs/INTEROP.md` and `docs/reference/parameters.md`.

use super::addressing::{Addressing, Reduction};
use crate::error::{Error, Result};
use crate::hash::{Hash, SEED, Seed, murmur32, siphash, xxh64};
use crate::layout::params::MAX_BITS;
use crate::layout::{BitLayout, Params, split_block};

/// Scheme: computes positions from canonical bytes. Its number is part of the format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Scheme {
    /// Guava's `MURMUR128_MITZ_64`, the default.
    Mitz64 = 1,
    /// Guava's `MURMUR128_MITZ_32`, its only strategy before version 17.
    Mitz32 = 2,
    /// Spark's `BloomFilter` of version 1, the only one before Spark 4.1.
    SparkV1 = 3,
    /// Spark's `BloomFilter` of version 2.
    SparkV2 = 4,
    /// Parquet's split blocks: XXH64 of the value's plain encoding.
    Parquet = 5,
    /// DataSketches' `BloomFilter`: two XXH64.
    DataSketches = 6,
    /// SipHash with a key, for values that untrusted users choose.
    Keyed = 7,
}

/// Properties of a scheme, apart from its hash function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SchemeInfo {
    /// The name that users see and type.
    pub name: &'static str,
    /// Most bits of a seed or key; 0 if the seed is fixed.
    pub seed_bits: u32,
    /// Seed of filters for which none is chosen; `None` if one must be chosen.
    pub default_seed: Option<Seed>,
    /// Whether integers can be hashed as four bytes.
    pub has_int4: bool,
    /// Method of computing positions from hashes.
    pub addressing: Addressing,
}

/// Default seed of DataSketches, the same as in its other sketches.
const DATASKETCHES_SEED: u32 = 9001;

impl Scheme {
    /// All schemes.
    pub const ALL: [Self; 7] = [
        Self::Mitz64,
        Self::Mitz32,
        Self::SparkV1,
        Self::SparkV2,
        Self::Parquet,
        Self::DataSketches,
        Self::Keyed,
    ];

    /// Returns the scheme with this number in the format.
    #[must_use]
    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|&scheme| scheme as u8 == code)
    }

    /// Returns the properties that all other rules follow from.
    #[must_use]
    #[inline]
    pub(crate) const fn info(self) -> SchemeInfo {
        use Addressing::{SplitBlock, Sums};
        match self {
            Self::Mitz64 => SchemeInfo {
                name: "mitz64",
                seed_bits: 0,
                default_seed: Some(Seed::of(SEED)),
                has_int4: true,
                addressing: Sums(Reduction::Mask63),
            },
            Self::Mitz32 => SchemeInfo {
                name: "mitz32",
                seed_bits: 0,
                default_seed: Some(Seed::of(SEED)),
                has_int4: true,
                addressing: Sums(Reduction::Flip32),
            },
            Self::SparkV1 => SchemeInfo {
                name: "spark1",
                seed_bits: 0,
                default_seed: Some(Seed::of(SEED)),
                has_int4: false,
                addressing: Sums(Reduction::Flip32),
            },
            Self::SparkV2 => SchemeInfo {
                name: "spark2",
                seed_bits: 32,
                default_seed: Some(Seed::of(SEED)),
                has_int4: false,
                addressing: Sums(Reduction::Flip64),
            },
            Self::Parquet => SchemeInfo {
                name: "parquet",
                seed_bits: 0,
                default_seed: Some(Seed::of(SEED)),
                has_int4: true,
                addressing: SplitBlock,
            },
            Self::DataSketches => SchemeInfo {
                name: "datasketches",
                seed_bits: 64,
                default_seed: Some(Seed::of(DATASKETCHES_SEED)),
                has_int4: false,
                addressing: Sums(Reduction::Shift1),
            },
            Self::Keyed => SchemeInfo {
                name: "keyed",
                seed_bits: Seed::BITS,
                default_seed: None,
                has_int4: false,
                addressing: Sums(Reduction::Mask63),
            },
        }
    }

    /// Returns the name that users see and type.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.info().name
    }

    /// Returns the scheme with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scheme| scheme.name() == name)
    }

    /// Returns whether filters of this scheme may have this seed or key.
    #[must_use]
    pub fn takes_seed(self, seed: Seed) -> bool {
        seed.bits() <= self.info().seed_bits
    }

    /// Returns whether filters of this scheme may have a seed of more than 32 bits.
    #[must_use]
    #[inline]
    pub(crate) const fn has_wide_seed(self) -> bool {
        self.info().seed_bits > u32::BITS
    }

    /// Returns the seed of filters for which none is chosen; `None` if one must be chosen.
    #[must_use]
    pub const fn default_seed(self) -> Option<Seed> {
        self.info().default_seed
    }

    /// Returns whether integers can be hashed as four bytes: Guava's `integerFunnel`, Parquet's `INT32`.
    #[must_use]
    pub const fn has_int4(self) -> bool {
        self.info().has_int4
    }

    /// Returns the method of computing positions from hashes.
    #[must_use]
    #[inline]
    pub const fn addressing(self) -> Addressing {
        self.info().addressing
    }

    /// Returns the layout of the bits.
    #[must_use]
    pub const fn layout(self) -> BitLayout {
        self.addressing().layout()
    }

    /// Hashes canonical bytes (see [`crate::element::canonical`]; for Parquet, [`crate::element::plain`]).
    ///
    /// Numbers are eight little-endian bytes, for which Spark's `hashLong` and `hashUnsafeBytes` agree.
    #[must_use]
    #[inline]
    pub fn hash(self, canonical: &[u8], seed: Seed) -> Hash {
        match self {
            Self::Mitz64 => Hash::of(canonical, seed.low32()),
            Self::Mitz32 => {
                let both = Hash::of(canonical, seed.low32()).h1;
                flipped32(both, both >> 32)
            }
            Self::SparkV1 => {
                let (first, step) = spark_pair(canonical, seed.low32());
                flipped32(first.into(), step.into())
            }
            Self::SparkV2 => {
                let (first, step) = spark_pair(canonical, seed.low32());
                let step = sign_extend(step);
                Hash { h1: sign_extend(first).wrapping_mul(SPREAD).wrapping_add(step), h2: step }
            }
            Self::Parquet => Hash { h1: xxh64::hash(canonical, 0), h2: 0 },
            Self::DataSketches => {
                let first = xxh64::hash(canonical, seed.low64());
                let step = xxh64::hash(canonical, first);
                Hash { h1: first.wrapping_add(step), h2: step }
            }
            Self::Keyed => siphash::hash(canonical, seed),
        }
    }

    /// Checks that a new filter of this size keeps its rate. Where positions come from 32 bits, more and more
    /// values share them: at 0.01, 40 million values measure 0.0102, and 100 million 0.0110.
    ///
    /// # Errors
    /// [`Error::TooLargeForScheme`].
    pub fn check_size(self, params: Params) -> Result<()> {
        let most = self.most_bits();
        if params.bits <= most {
            return Ok(());
        }
        Err(Error::TooLargeForScheme { scheme: self.name(), bits: params.bits, most })
    }

    /// Returns the most bits of a filter that keeps its rate.
    #[must_use]
    pub(crate) fn most_bits(self) -> u64 {
        match self.addressing() {
            Addressing::Sums(reduction) => reduction.range() / 4,
            Addressing::SplitBlock => MAX_BITS,
        }
    }

    /// Returns the k positions of a hash in a filter of this size by the formula, for tests of faster code.
    pub fn positions(self, hash: Hash, params: Params) -> impl Iterator<Item = u64> {
        let sum = move |i: u8| hash.h1.wrapping_add(u64::from(i).wrapping_mul(hash.h2));
        (0..params.hashes).map(move |i| match self.addressing() {
            Addressing::Sums(reduction) => reduction.apply(sum(i)) % params.bits,
            Addressing::SplitBlock => split_block::position(hash, params.bits / split_block::BLOCK_BITS, i),
        })
    }
}

/// Multiplier of the first hash in Spark's version 2, which fills the upper half: `Integer.MAX_VALUE`.
const SPREAD: u64 = 0x7fff_ffff;

/// Returns Spark's two hashes; the first one is the seed of the second.
#[inline]
fn spark_pair(canonical: &[u8], seed: u32) -> (u32, u32) {
    let first = murmur32::spark(canonical, seed);
    (first, murmur32::spark(canonical, first))
}

/// Returns the hash of a library that computes with 32 bits and begins one step after `first`. Clears the
/// upper halves, so that equal positions have equal hashes.
#[inline]
fn flipped32(first: u64, step: u64) -> Hash {
    let low = |word: u64| word & u64::from(u32::MAX);
    Hash { h1: low(first.wrapping_add(step)), h2: low(step) }
}

/// Converts like Java from `int` to `long`.
#[inline]
fn sign_extend(word: u32) -> u64 {
    i64::from(word.cast_signed()).cast_unsigned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::element::canonical;
    use crate::filter::Prober;
    use crate::layout::params::MAX_BITS;
    use proptest::prelude::*;

    /// The libraries' own loops, in their own arithmetic.
    #[allow(clippy::cast_possible_truncation)]
    fn loops(scheme: Scheme, canonical: &[u8], seed: Seed, params: Params) -> Vec<u64> {
        match scheme {
            Scheme::Parquet => return parquet_loop(canonical, params),
            Scheme::DataSketches => return datasketches_loop(canonical, seed, params),
            _ => {}
        }
        let key = seed;
        let seed = seed.low32();
        let m = params.bits.cast_signed();
        let flip64 = |x: i64| if x < 0 { !x } else { x };
        let flip32 = |x: i32| i64::from(if x < 0 { !x } else { x });
        let wide =
            if scheme == Scheme::Keyed { siphash::hash(canonical, key) } else { Hash::of(canonical, seed) };
        let first = murmur32::spark(canonical, seed).cast_signed();
        let second = murmur32::spark(canonical, first.cast_unsigned()).cast_signed();
        let k = i32::from(params.hashes);
        let mut combined = match scheme {
            Scheme::Mitz64 | Scheme::Keyed => wide.h1.cast_signed(),
            _ => i64::from(first) * i64::from(i32::MAX),
        };
        let mut positions = Vec::new();
        for i in 1..=k {
            positions.push(match scheme {
                Scheme::Mitz64 | Scheme::Keyed => {
                    let position = (combined & i64::MAX) % m;
                    combined = combined.wrapping_add(wide.h2.cast_signed());
                    position
                }
                Scheme::Mitz32 => {
                    let (hash1, hash2) = (wide.h1 as i32, (wide.h1 >> 32) as i32);
                    flip32(hash1.wrapping_add(i.wrapping_mul(hash2))) % m
                }
                Scheme::SparkV1 => flip32(first.wrapping_add(i.wrapping_mul(second))) % m,
                Scheme::SparkV2 => {
                    combined += i64::from(second);
                    flip64(combined) % m
                }
                Scheme::Parquet | Scheme::DataSketches => unreachable!("above"),
            });
        }
        positions.into_iter().map(i64::cast_unsigned).collect()
    }

    /// parquet-format's `BloomFilter.md`.
    fn parquet_loop(plain: &[u8], params: Params) -> Vec<u64> {
        let hash = twox_hash::XxHash64::oneshot(0, plain);
        let block = ((hash >> 32) * (params.bits / 256)) >> 32;
        let salts = [
            0x47b6137bu32,
            0x44974d91,
            0x8824ad5b,
            0xa2b7289d,
            0x705495c7,
            0x2df1424b,
            0x9efc4947,
            0x5c6bfb31,
        ];
        let bits = salts.map(|salt| u64::from((hash as u32).wrapping_mul(salt) >> 27));
        (0..8).map(|i| block * 256 + i * 32 + bits[i as usize]).collect()
    }

    /// Java's `updateInternal`.
    fn datasketches_loop(canonical: &[u8], seed: Seed, params: Params) -> Vec<u64> {
        let h0 = twox_hash::XxHash64::oneshot(seed.low64(), canonical);
        let h1 = twox_hash::XxHash64::oneshot(h0, canonical);
        (1..=u64::from(params.hashes))
            .map(|i| (h0.wrapping_add(i.wrapping_mul(h1)) >> 1) % params.bits)
            .collect()
    }

    #[test]
    fn codes_and_names_round_trip() {
        for scheme in Scheme::ALL {
            assert_eq!(Scheme::from_code(scheme as u8), Some(scheme));
            assert_eq!(Scheme::from_name(scheme.name()), Some(scheme));
        }
        assert_eq!((1..=7).filter_map(Scheme::from_code).count(), 7);
        assert_eq!(Scheme::from_code(0).or(Scheme::from_code(8)), None);
        assert_eq!(Scheme::from_name("Mitz64").or(Scheme::from_name("")), None);
    }

    #[test]
    fn sums_near_zero_keep_their_sign() {
        // The first hashes of these numbers, 1, -1, 2, ... 4, make Spark's sum cross zero within seven steps.
        let params = Params { bits: MAX_BITS, hashes: 7 };
        let mut crossings = 0;
        for value in NEAR_ZERO {
            let canonical = canonical::integer(value);
            let hash = Scheme::SparkV2.hash(&canonical, Seed::ZERO);
            let positions: Vec<u64> = Scheme::SparkV2.positions(hash, params).collect();
            assert_eq!(positions, loops(Scheme::SparkV2, &canonical, Seed::ZERO, params), "{value}");
            let last = hash.h1.wrapping_add(hash.h2.wrapping_mul(6));
            crossings += usize::from((hash.h1 ^ last) >> 63 == 1);
        }
        assert_eq!(crossings, NEAR_ZERO.len());
    }

    /// Numbers whose sums in Spark's version 2 cross zero.
    const NEAR_ZERO: [i64; 7] = [
        4_815_067_236_882_448_384,
        -2_009_654_226_166_218_751,
        1_596_660_581_983_584_257,
        2_463_554_165_373_141_000,
        -7_393_514_126_770_700_274,
        -8_654_979_354_847_084_542,
        -6_606_571_514_215_006_198,
    ];

    proptest! {
        #[test]
        fn positions_are_those_of_the_libraries(
            canonical in prop::collection::vec(any::<u8>(), 0..60),
            seed: u128,
            words in 1..=MAX_BITS / 64,
            hashes in 1u8..,
        ) {
            for scheme in Scheme::ALL {
                let key = Seed::from_bytes(seed.to_le_bytes());
                let seeds = [key, key.low64().into(), key.low32().into(), Seed::ZERO];
                let seed = seeds.into_iter().find(|seed| scheme.takes_seed(*seed)).unwrap();
                let layout = scheme.layout();
                let bits = (words * 64 / layout.unit()).max(1) * layout.unit();
                let params = Params { bits, hashes: layout.fixed_hashes().unwrap_or(hashes) };
                let hash = scheme.hash(&canonical, seed);
                let positions: Vec<u64> = scheme.positions(hash, params).collect();
                prop_assert_eq!(&positions, &loops(scheme, &canonical, seed, params), "{}", scheme.name());
                prop_assert!(positions.iter().all(|position| *position < bits));
                let prober = Prober::of(scheme, params);
                prop_assert_eq!(&prober.positions(hash).collect::<Vec<_>>(), &positions);
                let within = prober.contains_by_block(hash, |block| {
                    assert!(positions.iter().all(|at| block.contains(&((at / 8) as usize))));
                    [0xff; 32]
                });
                prop_assert_eq!(within.is_some(), layout == BitLayout::SplitBlock);
            }
        }
    }
}
