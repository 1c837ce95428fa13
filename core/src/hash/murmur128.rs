//! MurmurHash3 x64 128: the hash of the default scheme, of `mitz32`, of type tags and of shards.
//!
//! Austin Appleby's algorithm (<https://github.com/aappleby/smhasher/blob/master/src/MurmurHash3.cpp>, public
//! domain) on a slice: the crate `murmur3`, which the tests compare with, is slower through `io::Read`.

use crate::interrupt::{self, STEP};

/// The seed of the default scheme, Guava's.
pub const SEED: u32 = 0;

/// The two words of a value's hash, by any scheme; all probes follow from them. MurmurHash3 gives the halves
/// of 128 bits. In Parquet's scheme the second word is the hash of the value's twin, or 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hash {
    /// Low half: the position of the first probe.
    pub h1: u64,
    /// High half: the step from one probe to the next.
    pub h2: u64,
}

const C1: u64 = 0x87c3_7b91_1142_53d5;
const C2: u64 = 0x4cf5_ad43_2745_937f;

impl Hash {
    /// Bytes of a stored hash: `h1`, then `h2`, little-endian.
    pub const LEN: usize = 16;

    /// Hashes canonical bytes (see [`crate::element::canonical`]) by MurmurHash3.
    #[must_use]
    #[inline]
    pub fn of(bytes: &[u8], seed: u32) -> Self {
        if bytes.len() >= STEP {
            return Self::of_many_steps(bytes, seed);
        }
        let (blocks, tail) = bytes.as_chunks::<16>();
        mix_blocks(Self { h1: seed.into(), h2: seed.into() }, blocks).finish(tail, bytes.len())
    }

    #[cold]
    #[inline(never)]
    fn of_many_steps(bytes: &[u8], seed: u32) -> Self {
        let (blocks, tail) = bytes.as_chunks::<16>();
        let start = Self { h1: seed.into(), h2: seed.into() };
        let mix_step = |hash, step| {
            interrupt::check();
            mix_blocks(hash, step)
        };
        blocks.chunks(STEP / 16).fold(start, mix_step).finish(tail, bytes.len())
    }

    #[inline(always)]
    fn finish(self, tail: &[u8], len: usize) -> Self {
        let Self { mut h1, mut h2 } = self;
        if !tail.is_empty() {
            // Zero bytes mix to zero, so padding the tail equals the reference's handling byte by byte.
            let (k1, k2) = pad(tail);
            h1 ^= mix1(k1);
            h2 ^= mix2(k2);
        }
        h1 ^= len as u64;
        h2 ^= len as u64;
        h1 = h1.wrapping_add(h2);
        h2 = h2.wrapping_add(h1);
        h1 = finalize(h1);
        h2 = finalize(h2);
        h1 = h1.wrapping_add(h2);
        h2 = h2.wrapping_add(h1);
        Self { h1, h2 }
    }

    /// Returns the stored form of the hash.
    #[must_use]
    #[inline]
    pub fn to_bytes(self) -> [u8; Self::LEN] {
        (u128::from(self.h1) | u128::from(self.h2) << 64).to_le_bytes()
    }

    /// Reads the stored form of a hash.
    #[must_use]
    #[inline]
    pub fn from_bytes(bytes: [u8; Self::LEN]) -> Self {
        let (h1, h2) = halves(bytes);
        Self { h1, h2 }
    }
}

#[inline(always)]
fn mix_blocks(Hash { mut h1, mut h2 }: Hash, blocks: &[[u8; 16]]) -> Hash {
    for block in blocks {
        let (k1, k2) = halves(*block);
        h1 ^= mix1(k1);
        h1 = h1.rotate_left(27).wrapping_add(h2).wrapping_mul(5).wrapping_add(0x52dc_e729);
        h2 ^= mix2(k2);
        h2 = h2.rotate_left(31).wrapping_add(h1).wrapping_mul(5).wrapping_add(0x3849_5ab5);
    }
    Hash { h1, h2 }
}

#[inline]
#[allow(clippy::cast_possible_truncation)]
fn halves(block: [u8; 16]) -> (u64, u64) {
    let both = u128::from_le_bytes(block);
    (both as u64, (both >> 64) as u64)
}

/// Returns the last 1 to 15 bytes as two zero-padded words, without a call to `memcpy`.
#[inline]
fn pad(tail: &[u8]) -> (u64, u64) {
    match tail.split_first_chunk::<8>() {
        Some((low, rest)) => (u64::from_le_bytes(*low), short(rest)),
        None => (short(tail), 0),
    }
}

/// Returns up to 7 bytes as a little-endian word.
#[inline]
fn short(bytes: &[u8]) -> u64 {
    let n = bytes.len();
    if n >= 4 {
        // Two overlapping reads of four bytes cover 4 to 7 bytes.
        let low = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        let high = u32::from_le_bytes([bytes[n - 4], bytes[n - 3], bytes[n - 2], bytes[n - 1]]);
        u64::from(low) | u64::from(high) << (8 * (n - 4))
    } else if n > 0 {
        let (first, middle, last) = (bytes[0], bytes[n / 2], bytes[n - 1]);
        u64::from(first) | u64::from(middle) << (8 * (n / 2)) | u64::from(last) << (8 * (n - 1))
    } else {
        0
    }
}

#[inline]
fn mix1(k: u64) -> u64 {
    k.wrapping_mul(C1).rotate_left(31).wrapping_mul(C2)
}

#[inline]
fn mix2(k: u64) -> u64 {
    k.wrapping_mul(C2).rotate_left(33).wrapping_mul(C1)
}

#[inline]
fn finalize(mut k: u64) -> u64 {
    k ^= k >> 33;
    k = k.wrapping_mul(0xff51_afd7_ed55_8ccd);
    k ^= k >> 33;
    k = k.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    k ^ (k >> 33)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reference(mut bytes: &[u8], seed: u32) -> Hash {
        let both = murmur3::murmur3_x64_128(&mut bytes, seed).expect("a slice can be read");
        Hash::from_bytes(both.to_le_bytes())
    }

    #[test]
    fn equals_the_reference_at_every_tail_length() {
        let bytes: Vec<u8> = (0..=255u8).map(|i| i.wrapping_mul(151).wrapping_add(7)).collect();
        for len in 0..bytes.len() {
            for seed in [0, 1, u32::MAX] {
                let hash = Hash::of(&bytes[..len], seed);
                assert_eq!(hash, reference(&bytes[..len], seed), "{len}");
                assert_eq!(Hash::from_bytes(hash.to_bytes()), hash);
            }
        }
    }

    #[test]
    fn equals_the_reference_in_many_steps() {
        let bytes: Vec<u8> = (0..2 * STEP + 21).map(|i| (i % 253) as u8).collect();
        for len in [STEP - 1, STEP, STEP + 1, 2 * STEP, bytes.len()] {
            assert_eq!(Hash::of(&bytes[..len], 3), reference(&bytes[..len], 3), "{len}");
        }
    }
}
