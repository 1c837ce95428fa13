//! SipHash-1-3 with 128 bits of key and of result, by the crate `siphasher`.
//!
//! Without the key, the results of this keyed hash cannot be distinguished from random ones, and colliding values
//! cannot be searched for (Aumasson and Bernstein 2012). The hash tables of Rust and Python also use SipHash-1-3.

use super::murmur128::Hash;
use super::seed::Seed;
use crate::interrupt::{STEP, steps};
use siphasher::sip128::{Hash128, Hasher128 as _, SipHasher13};
use std::hash::Hasher as _;

/// Hashes `bytes` with a key.
#[must_use]
#[inline]
pub fn hash(bytes: &[u8], key: Seed) -> Hash {
    let hasher = SipHasher13::new_with_key(&key.to_bytes());
    let Hash128 { h1, h2 } =
        if bytes.len() >= STEP { of_many_steps(bytes, hasher) } else { hasher.hash(bytes) };
    Hash { h1, h2 }
}

#[cold]
fn of_many_steps(bytes: &[u8], mut hasher: SipHasher13) -> Hash128 {
    steps(bytes).for_each(|step| hasher.write(step));
    hasher.finish128()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The published algorithm byte by byte, with one and three rounds.
    fn reference(bytes: &[u8], key: u128) -> Hash {
        let (k0, k1) = (key as u64, (key >> 64) as u64);
        let mut v = [
            k0 ^ 0x736f_6d65_7073_6575,
            k1 ^ 0x646f_7261_6e64_6f6d ^ 0xee,
            k0 ^ 0x6c79_6765_6e65_7261,
            k1 ^ 0x7465_6462_7974_6573,
        ];
        let round = |v: &mut [u64; 4]| {
            v[0] = v[0].wrapping_add(v[1]);
            v[1] = v[1].rotate_left(13) ^ v[0];
            v[0] = v[0].rotate_left(32);
            v[2] = v[2].wrapping_add(v[3]);
            v[3] = v[3].rotate_left(16) ^ v[2];
            v[0] = v[0].wrapping_add(v[3]);
            v[3] = v[3].rotate_left(21) ^ v[0];
            v[2] = v[2].wrapping_add(v[1]);
            v[1] = v[1].rotate_left(17) ^ v[2];
            v[2] = v[2].rotate_left(32);
        };
        let mut words: Vec<u64> = bytes.as_chunks::<8>().0.iter().map(|w| u64::from_le_bytes(*w)).collect();
        let mut last = (bytes.len() as u64) << 56;
        for (i, byte) in bytes.as_chunks::<8>().1.iter().enumerate() {
            last |= u64::from(*byte) << (8 * i);
        }
        words.push(last);
        for word in words {
            v[3] ^= word;
            round(&mut v);
            v[0] ^= word;
        }
        let mut halves = [0; 2];
        for (half, mark) in halves.iter_mut().zip([(2, 0xee), (1, 0xdd)]) {
            v[mark.0] ^= mark.1;
            (0..3).for_each(|_| round(&mut v));
            *half = v[0] ^ v[1] ^ v[2] ^ v[3];
        }
        Hash { h1: halves[0], h2: halves[1] }
    }

    #[test]
    fn equals_the_published_algorithm() {
        let bytes: Vec<u8> = (0..100u8).map(|i| i.wrapping_mul(151).wrapping_add(7)).collect();
        for len in 0..bytes.len() {
            for key in [0, 1, 0x0f0e_0d0c_0b0a_0908_0706_0504_0302_0100, u128::MAX] {
                assert_eq!(
                    hash(&bytes[..len], Seed::from_bytes(key.to_le_bytes())),
                    reference(&bytes[..len], key),
                    "{len} {key:x}"
                );
            }
        }
    }

    #[test]
    fn many_steps_are_one() {
        let bytes: Vec<u8> = (0..2 * STEP + 21).map(|i| (i % 253) as u8).collect();
        for len in [STEP - 1, STEP, STEP + 1, 2 * STEP, bytes.len()] {
            assert_eq!(hash(&bytes[..len], 7u32.into()), reference(&bytes[..len], 7), "{len}");
        }
    }
}
