//! Assigns values to shards, for sets larger than one filter can be.
//!
//! ```
//! use bloom_core::element::{Family, canonical};
//! use bloom_core::filter::shard::shard;
//!
//! assert_eq!(shard(Family::Integer, &canonical::integer(7), 1000)?, 413);
//! assert_eq!(shard(Family::Text, b"a", 1000)?, shard(Family::Text, b"a  ", 1000)?);
//! # Ok::<(), bloom_core::Error>(())
//! ```

use crate::element::Family;
use crate::element::canonical::unpadded;
use crate::error::{Error, Result};
use crate::hash::Hash;

/// The bytes "shrd": not the filters' seed, so that values of one shard spread evenly over its filter.
const SEED: u32 = u32::from_be_bytes(*b"shrd");

/// Returns the shard of a value, 0 to `shards` - 1, by its family and canonical bytes.
///
/// # Errors
/// [`Error::Shards`] if `shards` is less than 1.
pub fn shard(family: Family, canonical: &[u8], shards: i32) -> Result<i32> {
    ShardHash::of(family, canonical).shard(shards)
}

/// Hash of a value that decides its shard among any number of shards.
///
/// ```
/// use bloom_core::element::Family;
/// use bloom_core::filter::shard::{ShardHash, shard};
///
/// let hash = ShardHash::of(Family::Text, b"a");
/// assert_eq!(hash.shard(1000)?, shard(Family::Text, b"a", 1000)?);
/// # Ok::<(), bloom_core::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ShardHash(u64);

impl ShardHash {
    /// Hashes a value by its family and canonical bytes. Trailing blanks of text do not count: text and padded text
    /// that are equal in SQL share a shard.
    #[must_use]
    pub fn of(family: Family, canonical: &[u8]) -> Self {
        let canonical =
            if matches!(family, Family::Text | Family::Padded) { unpadded(canonical) } else { canonical };
        Self(Hash::of(canonical, SEED).h1)
    }

    /// Returns the shard, `floor(hash * shards / 2^64)`: values in the order of their hashes are in the order of their
    /// shards, whatever their number.
    ///
    /// # Errors
    /// [`Error::Shards`] if `shards` is less than 1.
    #[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap)]
    pub fn shard(self, shards: i32) -> Result<i32> {
        let count = u64::try_from(shards).ok().filter(|count| *count > 0).ok_or(Error::Shards(shards))?;
        Ok(((u128::from(self.0) * u128::from(count)) >> 64) as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cells::Bits;
    use crate::filter::Prober;
    use crate::layout::Params;

    #[test]
    fn shards_are_even_and_in_range() {
        for shards in [1, 2, 7, 100] {
            let mut counts = vec![0.0; shards as usize];
            for value in 0..20_000u64 {
                counts[shard(Family::Integer, &value.to_le_bytes(), shards).unwrap() as usize] += 1.0;
            }
            let mean = 20_000.0 / f64::from(shards);
            let chi2: f64 = counts.iter().map(|count| (count - mean).powi(2) / mean).sum();
            let freedom = f64::from(shards - 1);
            assert!(chi2 <= freedom + 4.0 * (2.0 * freedom).sqrt(), "{shards} shards: {chi2}");
        }
        assert_eq!(shard(Family::Text, b"x", i32::MAX).unwrap().signum(), 1);
        for shards in [0, -1, i32::MIN] {
            assert_eq!(shard(Family::Text, b"x", shards), Err(Error::Shards(shards)));
        }
    }

    /// Values of one shard of many must fill a filter like any others.
    #[test]
    fn shards_do_not_depend_on_the_bits_of_filters() {
        let params = Params::for_capacity(2000, 0.01).unwrap();
        let prober = Prober::new(params);
        let mut bits = vec![0; params.bitmap_len()];
        let in_shard = |value: &u64| shard(Family::Integer, &value.to_le_bytes(), 64) == Ok(5);
        let mut values = (0u64..).filter(in_shard);
        for value in values.by_ref().take(2000) {
            prober.insert::<Bits>(&mut bits, Hash::of(&value.to_le_bytes(), 0));
        }
        let passed = values
            .take(10_000)
            .filter(|v| prober.contains::<Bits>(&bits, Hash::of(&v.to_le_bytes(), 0)))
            .count();
        // 1 % of 10,000, and four standard errors.
        assert!((60..=140).contains(&passed), "{passed}");
    }

    #[test]
    fn hashes_in_order_have_shards_in_order() {
        let mut hashes: Vec<_> =
            (0..1000u64).map(|value| ShardHash::of(Family::Integer, &value.to_le_bytes())).collect();
        hashes.sort_unstable();
        for shards in [1, 160, i32::MAX] {
            assert!(hashes.iter().map(|hash| hash.shard(shards).unwrap()).is_sorted(), "{shards}");
        }
    }

    /// A value's shard must never change.
    #[test]
    fn golden() {
        let shards = [b"".as_slice(), b"a", b"https://www.postgresql.org/", &7i64.to_le_bytes()]
            .map(|canonical| shard(Family::Bytes, canonical, 1000).unwrap());
        assert_eq!(shards, [291, 265, 56, 413]);
    }

    #[test]
    fn equal_text_and_padded_text_share_a_shard() {
        let of = |family, canonical: &[u8]| shard(family, canonical, 1000).unwrap();
        assert_eq!(of(Family::Text, b"a  "), 265);
        assert_eq!(of(Family::Padded, b"a"), 265);
        assert_eq!(of(Family::Text, b"   "), of(Family::Text, b""));
        assert_ne!(of(Family::Bytes, b"a  "), 265);
    }
}
