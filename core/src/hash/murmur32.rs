//! MurmurHash3 x86 32 as Spark's sketches compute it: `Murmur3_x86_32.hashUnsafeBytes`.
//!
//! It differs from the published algorithm in the last one to three bytes, which Spark mixes one by one as
//! sign-extended words instead of together. Without such a tail both agree, so Spark's `hashLong` is this
//! function of the number's eight little-endian bytes.
//!
//! ```
//! use bloom_core::hash::murmur32;
//!
//! // Without a tail the published algorithm; with one it is Spark's own.
//! let published = |mut bytes: &[u8]| murmur3::murmur3_32(&mut bytes, 7).unwrap();
//! assert_eq!(murmur32::spark(b"12345678", 7), published(b"12345678"));
//! assert_ne!(murmur32::spark(b"123456789", 7), published(b"123456789"));
//! ```

use crate::interrupt::{self, STEP};

const C1: u32 = 0xcc9e_2d51;
const C2: u32 = 0x1b87_3593;

/// Returns Spark's 32-bit hash of `bytes`.
#[must_use]
#[inline]
pub fn spark(bytes: &[u8], seed: u32) -> u32 {
    let (words, tail) = bytes.as_chunks::<4>();
    let mut hash = seed;
    for words in words.chunks(STEP / 4) {
        hash = words.iter().fold(hash, |hash, word| mix(hash, u32::from_le_bytes(*word)));
        if words.len() == STEP / 4 {
            interrupt::check();
        }
    }
    for byte in tail {
        hash = mix(hash, i32::from(byte.cast_signed()).cast_unsigned());
    }
    finalize(hash ^ length(bytes))
}

/// Returns the length as Java counts it: its arrays, and PostgreSQL's values, have less than 2^31 bytes.
#[inline]
#[allow(clippy::cast_possible_truncation)]
fn length(bytes: &[u8]) -> u32 {
    bytes.len() as u32
}

#[inline]
fn mix(hash: u32, word: u32) -> u32 {
    let word = word.wrapping_mul(C1).rotate_left(15).wrapping_mul(C2);
    (hash ^ word).rotate_left(13).wrapping_mul(5).wrapping_add(0xe654_6b64)
}

#[inline]
fn finalize(mut hash: u32) -> u32 {
    hash ^= hash >> 16;
    hash = hash.wrapping_mul(0x85eb_ca6b);
    hash ^= hash >> 13;
    hash = hash.wrapping_mul(0xc2b2_ae35);
    hash ^ (hash >> 16)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn reference(mut bytes: &[u8], seed: u32) -> u32 {
        murmur3::murmur3_32(&mut bytes, seed).expect("a slice can be read")
    }

    #[test]
    fn bytes_of_the_tail_are_signed_words() {
        assert_eq!(spark(&[], 0), reference(&[], 0));
        // Only a byte below 0x80 is the same number when it is sign-extended.
        for byte in 0..0x80u8 {
            let word = mix(7, u32::from(byte));
            assert_eq!(spark(&[byte], 7), finalize(word ^ 1));
        }
        assert_eq!(spark(&[0xff], 7), finalize(mix(7, u32::MAX) ^ 1));
        assert_ne!(spark(b"ab", 0), reference(b"ab", 0));
    }

    proptest! {
        #[test]
        fn without_a_tail_it_is_the_published_hash(
            words in prop::collection::vec(any::<[u8; 4]>(), 0..40), seed: u32
        ) {
            let bytes = words.concat();
            prop_assert_eq!(spark(&bytes, seed), reference(&bytes, seed));
        }
    }
}
