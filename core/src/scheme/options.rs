//! Options of a new filter: scheme, seed or key, how integers are hashed, possible sizes.
//!
//! ```
//! use bloom_core::scheme::{Scheme, SchemeOptions};
//!
//! let options = SchemeOptions::from_name("mitz64 int4")?;
//! assert_eq!((options.scheme, options.int4), (Scheme::Mitz64, true));
//! assert_eq!(options.to_string(), "mitz64 int4");
//! assert!(SchemeOptions::from_name("spark2 int4").is_err()); // Spark has no four-byte integers
//! # Ok::<(), bloom_core::Error>(())
//! ```

use super::descriptor::Scheme;
use super::hash_spec::HashSpec;
use crate::cells::CellKind;
use crate::element::{ElementType, Family};
use crate::error::{Error, Result};
use crate::hash::Seed;
use crate::layout::{BitLayout, Params};

/// Options that a user chooses for a new filter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SchemeOptions {
    /// Scheme of the filter.
    pub scheme: Scheme,
    /// Seed or key of its hash.
    pub seed: Seed,
    /// Whether integers are hashed as four bytes ([`Family::Integer4`]).
    pub int4: bool,
    /// Whether the number of bits is a power of two.
    pub pow2: bool,
}

/// Shows the options as users write them, but hides the key: messages end up in logs.
impl std::fmt::Display for SchemeOptions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.scheme.name())?;
        match self.scheme.default_seed() {
            None => f.write_str(":...")?,
            Some(seed) if seed != self.seed => write!(f, ":{}", self.seed.low64())?,
            Some(_) => {}
        }
        f.write_str(if self.int4 { " int4" } else { "" })?;
        f.write_str(if self.pow2 { " pow2" } else { "" })
    }
}

impl SchemeOptions {
    /// Options of filters for which none are chosen.
    pub const DEFAULT: Self = Self { scheme: Scheme::Mitz64, seed: Seed::ZERO, int4: false, pow2: false };

    /// Parses a name: that of a scheme, then optionally a colon and a seed or key, `int4` and `pow2`.
    ///
    /// # Errors
    /// [`Error::UnknownScheme`], [`Error::SchemeOptions`], [`Error::Key`]; none shows the name or a key.
    pub fn from_name(name: &str) -> Result<Self> {
        let label = name.split([':', ' ']).next().unwrap_or_default();
        let scheme = Scheme::from_name(label).ok_or(Error::UnknownScheme)?;
        let refused = Error::SchemeOptions(scheme.name());
        let rest = name.strip_prefix(label).unwrap_or_default();
        let (rest, pow2) = rest.strip_suffix(" pow2").map_or((rest, false), |rest| (rest, true));
        let (rest, int4) = rest.strip_suffix(" int4").map_or((rest, false), |rest| (rest, true));
        let seed = match (scheme, rest.strip_prefix(':')) {
            (Scheme::Keyed, key) => key.and_then(key_of).ok_or(Error::Key)?,
            (Scheme::DataSketches, Some(seed)) => seed_of(seed).ok_or_else(|| refused.clone())?,
            (_, None) if rest.is_empty() => scheme.default_seed().ok_or_else(|| refused.clone())?,
            _ => return Err(refused),
        };
        if (int4 && !scheme.has_int4()) || (pow2 && scheme.layout() != BitLayout::SplitBlock) {
            return Err(refused);
        }
        Ok(Self { scheme, seed, int4, pow2 })
    }

    /// Returns the name of a keyed scheme, which [`SchemeOptions::from_name`] parses.
    #[must_use]
    pub fn keyed_name(key: [u8; Seed::LEN]) -> String {
        let hex: String = key.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{}:{hex}", Scheme::Keyed.name())
    }

    /// Returns how an empty filter hashes.
    #[must_use]
    pub fn hashing(self) -> HashSpec {
        let element = if self.int4 { ElementType::of(Family::Integer4) } else { ElementType::NONE };
        HashSpec { element, scheme: self.scheme, seed: self.seed }
    }

    /// Returns the size of the smallest filter for this capacity and rate.
    ///
    /// # Errors
    /// Those of [`CellKind::params`] and [`Scheme::check_size`].
    pub fn params(self, cell: CellKind, capacity: u64, fpp: f64) -> Result<Params> {
        // Stored filters of every scheme allow for sums that wrap; those of another size would not combine.
        let layout = match self.scheme.layout() {
            BitLayout::Classic { .. } => BitLayout::Classic { wraps: true },
            BitLayout::SplitBlock => BitLayout::SplitBlock,
        };
        self.params_in(layout, cell, capacity, fpp)
    }

    fn params_in(self, layout: BitLayout, cell: CellKind, capacity: u64, fpp: f64) -> Result<Params> {
        let mut params = cell.params(layout, capacity, fpp)?;
        if self.pow2 {
            params.bits = params.bits.next_power_of_two();
        }
        if params.bits > cell.most() {
            return Err(Error::TooLarge { bits: params.bits as f64 });
        }
        self.scheme.check_size(params)?;
        Ok(params)
    }

    /// Returns the size of a filter for `count` counted values that folds well; see [`BitLayout::foldable`].
    ///
    /// # Errors
    /// Those of [`SchemeOptions::params`].
    pub fn params_of_count(self, cell: CellKind, count: u64, fpp: f64) -> Result<Params> {
        let layout = self.scheme.layout();
        let smallest = self.params_in(layout, cell, count, fpp)?;
        if self.pow2 {
            return Ok(smallest); // a power of two folds to half as often as possible
        }
        Ok(layout.foldable(smallest, count, fpp, cell.most().min(self.scheme.most_bits())))
    }
}

/// Parses a key of 32 hexadecimal digits.
fn key_of(hex: &str) -> Option<Seed> {
    let digits = hex.as_bytes().iter().map(|byte| char::from(*byte).to_digit(16).map(|digit| digit as u8));
    let digits: Vec<u8> = digits.collect::<Option<_>>()?;
    let bytes: Vec<u8> = digits.as_chunks::<2>().0.iter().map(|[high, low]| high << 4 | low).collect();
    if digits.len() == 32 { bytes.first_chunk().map(|bytes| Seed::from_bytes(*bytes)) } else { None }
}

/// Parses a seed of 64 bits, signed as Java writes it, or unsigned.
fn seed_of(decimal: &str) -> Option<Seed> {
    let unsigned = decimal.parse::<u64>().ok();
    unsigned.or_else(|| decimal.parse::<i64>().ok().map(i64::cast_unsigned)).map(Seed::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_say_all_there_is_to_choose() {
        let plain = |scheme| SchemeOptions { scheme, ..SchemeOptions::DEFAULT };
        let sketch = SchemeOptions { seed: 9001u32.into(), ..plain(Scheme::DataSketches) };
        let keyed = SchemeOptions { seed: 0xff01u32.into(), ..plain(Scheme::Keyed) };
        for (name, options) in [
            ("mitz64", SchemeOptions::DEFAULT),
            ("mitz64 int4", SchemeOptions { int4: true, ..SchemeOptions::DEFAULT }),
            ("spark2", plain(Scheme::SparkV2)),
            ("parquet", plain(Scheme::Parquet)),
            ("parquet int4", SchemeOptions { int4: true, ..plain(Scheme::Parquet) }),
            ("parquet pow2", SchemeOptions { pow2: true, ..plain(Scheme::Parquet) }),
            ("parquet int4 pow2", SchemeOptions { pow2: true, int4: true, ..plain(Scheme::Parquet) }),
            ("datasketches", sketch),
            ("datasketches:9001", sketch),
            ("datasketches:0", SchemeOptions { seed: Seed::ZERO, ..sketch }),
            ("datasketches:-1", SchemeOptions { seed: u64::MAX.into(), ..sketch }),
            ("datasketches:18446744073709551615", SchemeOptions { seed: u64::MAX.into(), ..sketch }),
            ("keyed:01ff0000000000000000000000000000", keyed),
            ("keyed:01FF0000000000000000000000000000", keyed),
        ] {
            assert_eq!(SchemeOptions::from_name(name), Ok(options), "{name}");
            assert!(options.scheme.takes_seed(options.seed));
        }
        assert_eq!(sketch.to_string(), "datasketches");
        assert_eq!(SchemeOptions { seed: 7u32.into(), ..sketch }.to_string(), "datasketches:7");
        assert_eq!(SchemeOptions::from_name("parquet int4 pow2").unwrap().to_string(), "parquet int4 pow2");
    }

    #[test]
    fn keys_are_made_and_read_and_never_shown() {
        let key = std::array::from_fn(|i| i as u8 * 16);
        let name = SchemeOptions::keyed_name(key);
        assert_eq!(name, "keyed:00102030405060708090a0b0c0d0e0f0");
        let options = SchemeOptions::from_name(&name).unwrap();
        assert_eq!(options.seed.to_bytes(), key);
        assert_eq!(options.to_string(), "keyed:...");
        for bad in ["keyed", "keyed:", "keyed:0011", "keyed:x0102030405060708090a0b0c0d0e0f0"] {
            assert_eq!(SchemeOptions::from_name(bad), Err(Error::Key), "{bad}");
        }
        for bad in [format!("{name}0"), format!("{name} "), format!("keyed:é{}", "0".repeat(30))] {
            assert_eq!(SchemeOptions::from_name(&bad), Err(Error::Key), "{bad}");
        }
        for bad in [format!("{name} int4"), format!("{name} pow2")] {
            assert_eq!(SchemeOptions::from_name(&bad), Err(Error::SchemeOptions("keyed")), "{bad}");
        }
        assert!(!format!("{options:?}").contains("224"), "{options:?}"); // its last byte
    }

    #[test]
    fn other_names_are_unknown() {
        for name in ["", "mitz", "Mitz64", " mitz64", "mitz64x", "keyed9", "guava int4"] {
            assert_eq!(SchemeOptions::from_name(name), Err(Error::UnknownScheme), "{name}");
        }
        for (name, scheme) in [
            ("mitz64:0", Scheme::Mitz64),
            ("mitz64 ", Scheme::Mitz64),
            ("mitz64 pow2", Scheme::Mitz64),
            ("mitz64 int4 int4", Scheme::Mitz64),
            ("spark2:7", Scheme::SparkV2),
            ("spark2 int4", Scheme::SparkV2),
            ("parquet pow2 int4", Scheme::Parquet),
            ("datasketches int4", Scheme::DataSketches),
            ("datasketches:", Scheme::DataSketches),
            ("datasketches:x", Scheme::DataSketches),
            ("datasketches:18446744073709551616", Scheme::DataSketches),
        ] {
            assert_eq!(SchemeOptions::from_name(name), Err(Error::SchemeOptions(scheme.name())), "{name}");
        }
    }

    /// All texts of a refusal: none of them comes from the refused name.
    fn refusals() -> Vec<String> {
        let options = Scheme::ALL.map(|scheme| Error::SchemeOptions(scheme.name()));
        let errors = [Error::UnknownScheme, Error::Key].into_iter().chain(options);
        errors.flat_map(|error| [error.to_string(), format!("{error:?}")]).collect()
    }

    proptest! {
        #[test]
        fn no_text_given_as_a_scheme_is_echoed(
            before in ".{0,4}|(keyed|Keyed|mitz64|parquet|spark1|datasketches)?[-: ;=,.]{0,2}",
            key in "[0-9a-fA-F]{32}|([0-9a-f]{2,8}[-: .]){1,8}[0-9a-f]{2,8}|[A-Za-z0-9+/]{20,24}==|\\PC{0,40}",
            after in "( int4)?( pow2)?|.{0,4}",
        ) {
            let name = format!("{before}{key}{after}");
            match SchemeOptions::from_name(&name) {
                // The input was parsed as a seed.
                Ok(options) => prop_assert!(options.scheme != Scheme::Keyed || options.to_string() == "keyed:..."),
                Err(error) => {
                    let refusals = refusals();
                    prop_assert!(refusals.contains(&error.to_string()), "{error}");
                    prop_assert!(refusals.contains(&format!("{error:?}")), "{error:?}");
                }
            }
        }
    }

    #[test]
    fn sizes_are_whole_blocks_and_powers_of_two_where_asked_for() {
        let bits = |name: &str, capacity| {
            let options = SchemeOptions::from_name(name).unwrap();
            options.params(CellKind::Bit, capacity, 0.01).unwrap().bits
        };
        let million = bits("parquet", 1_000_000);
        assert!(million.is_multiple_of(256) && (10_500_000..10_600_000).contains(&million), "{million}");
        assert_eq!(bits("parquet pow2", 1_000_000), 1 << 24);
        assert_eq!(bits("parquet", 1), 256);
        let most = SchemeOptions::from_name("parquet").unwrap();
        for capacity in [815_000_000, 820_000_000, u64::MAX] {
            let params = most.params(CellKind::Bit, capacity, 0.01);
            assert_eq!(params.is_ok(), capacity == 815_000_000, "{params:?}");
        }
        let pow2 = SchemeOptions { pow2: true, ..most };
        assert!(matches!(pow2.params(CellKind::Bit, 500_000_000, 0.01), Err(Error::TooLarge { .. })));
    }
}
