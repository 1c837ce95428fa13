//! The bitset of a Bloom filter in a Parquet file, as it stands there after its header.
//!
//! The file says the column's type; what is not said is for the caller to know. Any number of blocks is a
//! filter; most writers make a power of two of them.

use super::{Foreign, Order};
use crate::block::{BLOCK_LEN, WORDS};
use crate::cells::Bits;
use crate::error::{Error, Result, malformed};
use crate::hash::{Scheme, Seed};
use crate::kind::Family;
use crate::params::{MAX_BITS, Params};
use crate::probe::Prober;

const WHAT: &str = "Parquet bloom filter";

/// Looks at `bytes` as a bitset.
///
/// # Errors
/// [`Error::Malformed`] unless it is one to 33,554,303 blocks.
pub fn read(bytes: &[u8]) -> Result<Foreign<'_>> {
    let bits = bytes.len() as u64 * 8;
    if bytes.is_empty() || !bytes.len().is_multiple_of(BLOCK_LEN) || bits > MAX_BITS {
        let why = format!("It has {} bytes, not one or more blocks of {BLOCK_LEN}.", bytes.len());
        return Err(malformed(WHAT, why));
    }
    let params = Params { bits, hashes: WORDS };
    Ok(Foreign { scheme: Scheme::Parquet, seed: Seed::ZERO, params, words: bytes, order: Order::Little })
}

/// Checks that a filter is such a bitset.
///
/// # Errors
/// [`Error::NotCarried`].
pub fn check(scheme: Scheme) -> Result<()> {
    if scheme == Scheme::Parquet {
        Ok(())
    } else {
        Err(Error::NotCarried { stream: "a Parquet bloom filter", scheme })
    }
}

/// Numbers that are equal in SQL, and in Parquet are hashed by their own bits: both zeros, and the NaNs that
/// processors and languages make. Others that nobody makes by computing are left out.
const EQUAL: [[f64; 2]; 2] = [[0.0, -0.0], [f64::NAN, -f64::NAN]];

/// Makes a bitset that holds numbers of this family hold those that are equal to them too, on the way in and on
/// the way out: or a filter from a file with -0 would miss 0 here, and one from here would miss -0 there.
#[allow(clippy::cast_possible_truncation)]
pub fn complete(family: Family, bits: &mut [u8]) {
    let prober = Prober::of(Scheme::Parquet, Params { bits: bits.len() as u64 * 8, hashes: WORDS });
    for equal in EQUAL {
        let hashes = equal.map(|number| match family {
            Family::Float4 => Scheme::Parquet.hash(&(number as f32).to_le_bytes(), Seed::ZERO),
            _ => Scheme::Parquet.hash(&number.to_le_bytes(), Seed::ZERO),
        });
        let is_number = matches!(family, Family::Float | Family::Float4);
        if is_number && hashes.iter().any(|hash| prober.contains::<Bits>(bits, *hash)) {
            prober.insert_all::<Bits>(bits, &hashes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_numbers_come_and_go_together() {
        let contains = |bits: &[u8], number: f64| {
            let prober = Prober::of(Scheme::Parquet, Params { bits: 8 * bits.len() as u64, hashes: WORDS });
            prober.contains::<Bits>(bits, Scheme::Parquet.hash(&number.to_le_bytes(), Seed::ZERO))
        };
        for (one, other) in [(0.0, -0.0), (-0.0, 0.0), (f64::NAN, -f64::NAN), (-f64::NAN, f64::NAN)] {
            let mut bits = vec![0; 10 * BLOCK_LEN];
            let prober = Prober::of(Scheme::Parquet, Params { bits: 2560, hashes: WORDS });
            prober.insert::<Bits>(&mut bits, Scheme::Parquet.hash(&f64::to_le_bytes(one), Seed::ZERO));
            let before = bits.clone();
            complete(Family::Integer, &mut bits);
            assert!(bits == before);
            complete(Family::Float, &mut bits);
            assert!(contains(&bits, one) && contains(&bits, other));
            let completed = bits.clone();
            complete(Family::Float, &mut bits);
            assert!(bits == completed);
        }
        let mut empty = vec![0; BLOCK_LEN];
        complete(Family::Float4, &mut empty);
        assert_eq!(empty, [0; BLOCK_LEN]);
        prober_of_floats(&mut empty);
        complete(Family::Float4, &mut empty);
        assert_eq!(crate::bits::count_ones(&empty), 16 - shared_bits());
    }

    fn prober_of_floats(bits: &mut [u8]) {
        crate::block::insert(bits, Scheme::Parquet.hash(&(-0f32).to_le_bytes(), Seed::ZERO));
    }

    /// Of the two zeros of four bytes, in one block.
    fn shared_bits() -> u64 {
        let of = |number: f32| {
            let mut block = [0; BLOCK_LEN];
            crate::block::insert(&mut block, Scheme::Parquet.hash(&number.to_le_bytes(), Seed::ZERO));
            block
        };
        of(0.0).iter().zip(of(-0.0)).map(|(a, b)| u64::from((a & b).count_ones())).sum()
    }
}
