//! XXH64, the hash of Parquet's and DataSketches' filters, by the crate `twox-hash`.

use crate::interrupt::{STEP, steps};
use std::hash::Hasher as _;
use twox_hash::XxHash64;

/// Hashes `bytes` with a seed.
#[must_use]
#[inline]
pub fn hash(bytes: &[u8], seed: u64) -> u64 {
    if bytes.len() >= STEP { of_many_steps(bytes, seed) } else { XxHash64::oneshot(seed, bytes) }
}

#[cold]
fn of_many_steps(bytes: &[u8], seed: u64) -> u64 {
    let mut hasher = XxHash64::with_seed(seed);
    steps(bytes).for_each(|step| hasher.write(step));
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Vectors of no bytes from xxHash's `tests/sanity_test_vectors.h`, and Parquet's (`TestXxHash`: "a").
    #[test]
    fn published_vectors() {
        assert_eq!(hash(b"", 0), 0xef46_db37_51d8_e999);
        assert_eq!(hash(b"", 2_654_435_761), 0xac75_fda2_929b_17ef);
        assert_eq!(hash(b"a", 0), 0xd24e_c4f1_a98c_6e5b);
    }

    #[test]
    fn many_steps_are_one() {
        let bytes: Vec<u8> = (0..2 * STEP + 21).map(|i| (i % 253) as u8).collect();
        for len in [STEP - 1, STEP, STEP + 1, 2 * STEP, bytes.len()] {
            assert_eq!(hash(&bytes[..len], 7), XxHash64::oneshot(7, &bytes[..len]), "{len}");
        }
    }
}
