//! Schemes: how a value becomes positions. The default is Guava's; one has a key, the rest are others' own.
//!
//! Most schemes compute two words h1 and h2 from a value's canonical bytes; its i-th position, for i =
//! 0..k-1, is `reduce(h1 + i*h2) mod m`. For libraries that begin at `h1 + h2`, our h1 includes their first
//! step. Each scheme has a file, with its hash and, for tests, the library's own loop over positions.

// To add a scheme:
// 1. A file beside this one; and here the variant, whose number is part of the format, and its lines in `ALL`, `info`
//    and `hash`. Hash functions are in `core/src/hash/`, reductions in `addressing.rs`.
// 2. `SchemeOptions::from_name` if users can write a seed, and `hash_spec.rs` if equal numbers have several encodings.
// 3. The options that a HINT names (`src/report.rs`), and the stream that carries it in `core/src/exchange/`.
// 4. Lists in tests: `tests/sql/28_all_schemes.sql` and `31_scheme_operations.sql`, `SCHEMES` in `fuzz/src/operations/`
//    and `clients/python/tests/test_psycopg.py`; `core/tests/schemes.rs` walks `ALL`.
// 5. `clients/python/src/bloom_rs/schemes.py` and `hashes.py`; `batches.py` for speed.
// 6. The tables in `docs/FORMAT.md`, `docs/INTEROP.md`, and in `docs/reference` in `exchange.md` and `parameters.md`.

use super::addressing::Addressing;
use super::info::SchemeInfo;
use super::{datasketches, keyed, mitz32, mitz64, parquet, spark1, spark2};
use crate::error::{Error, Result};
use crate::hash::{Hash, Seed};
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
        match self {
            Self::Mitz64 => mitz64::INFO,
            Self::Mitz32 => mitz32::INFO,
            Self::SparkV1 => spark1::INFO,
            Self::SparkV2 => spark2::INFO,
            Self::Parquet => parquet::INFO,
            Self::DataSketches => datasketches::INFO,
            Self::Keyed => keyed::INFO,
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
            Self::Mitz64 => mitz64::hash(canonical, seed),
            Self::Mitz32 => mitz32::hash(canonical, seed),
            Self::SparkV1 => spark1::hash(canonical, seed),
            Self::SparkV2 => spark2::hash(canonical, seed),
            Self::Parquet => parquet::hash(canonical),
            Self::DataSketches => datasketches::hash(canonical, seed),
            Self::Keyed => keyed::hash(canonical, seed),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filter::Prober;
    use crate::layout::params::MAX_BITS;
    use proptest::prelude::*;

    /// The libraries' own loops, in their own arithmetic.
    fn loops(scheme: Scheme, canonical: &[u8], seed: Seed, params: Params) -> Vec<u64> {
        match scheme {
            Scheme::Mitz64 => mitz64::positions(mitz64::hash(canonical, seed), params),
            Scheme::Mitz32 => mitz32::positions(canonical, seed, params),
            Scheme::SparkV1 => spark1::positions(canonical, seed, params),
            Scheme::SparkV2 => spark2::positions(canonical, seed, params),
            Scheme::Parquet => parquet::positions(canonical, params),
            Scheme::DataSketches => datasketches::positions(canonical, seed, params),
            Scheme::Keyed => mitz64::positions(keyed::hash(canonical, seed), params),
        }
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
