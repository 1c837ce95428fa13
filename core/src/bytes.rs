//! Copies, clears and compares long runs of bytes in interruptible steps.
//!
//! ```
//! use bloom_core::bytes;
//!
//! let mut bytes = vec![7; 3 << 20]; // three calls of the hook of `interrupt` for each of these
//! bytes::clear(&mut bytes);
//! bytes::copy(&mut bytes, b"BLMF");
//! assert!(bytes.starts_with(b"BLMF"));
//! assert!(!bytes::equal(&bytes, b"BLMF"));
//! ```

use crate::interrupt::{STEP, check, steps};

/// Most bytes of a PostgreSQL value, without its length word.
pub(crate) const LARGEST: usize = 0x3fff_ffff - 4;

/// Most bits of a filter: [`LARGEST`], less 4 KB for headers and the build buffer.
pub(crate) const MAX_BITS: u64 = (0x3fff_ffff - 4096) / 8 * 8 * 8;

/// Copies `from` to the start of `into`, as much as fits.
pub fn copy(into: &mut [u8], from: &[u8]) {
    for (into, from) in into.chunks_mut(STEP).zip(steps(from)) {
        let len = into.len().min(from.len());
        into[..len].copy_from_slice(&from[..len]);
    }
}

/// Sets all bytes to zero.
pub fn clear(bytes: &mut [u8]) {
    for step in bytes.chunks_mut(STEP) {
        step.fill(0);
        if step.len() == STEP {
            check();
        }
    }
}

/// Returns whether all bytes are zero, without calling the hook.
#[must_use]
pub(crate) fn is_blank_at_once(bytes: &[u8]) -> bool {
    // By words: eight times faster than by bytes.
    let (words, rest) = bytes.as_chunks::<8>();
    words.iter().all(|word| u64::from_le_bytes(*word) == 0) && rest.iter().all(|byte| *byte == 0)
}

/// Returns whether two runs of bytes are equal.
#[must_use]
pub fn equal(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && steps(a).zip(b.chunks(STEP)).all(|(a, b)| a == b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_counts() {
        for len in [0, 1, STEP - 1, STEP, 2 * STEP + 9] {
            let a: Vec<u8> = (0..len).map(|i| (i % 251) as u8).collect();
            let mut b = vec![7; len];
            copy(&mut b, &a);
            assert!(equal(&a, &b));
            clear(&mut b);
            assert!(is_blank_at_once(&b));
            for at in [0, len / 2, len.saturating_sub(1)].into_iter().filter(|at| *at < len) {
                b[at] = 1;
                assert!(!is_blank_at_once(&b));
                b[at] = 0;
                let mut other = a.clone();
                other[at] ^= 1;
                assert!(!equal(&a, &other));
            }
        }
        assert!(!equal(&[0], &[0, 0]));
        let mut longer = [9; 3];
        copy(&mut longer, &[1]);
        assert_eq!(longer, [1, 9, 9]);
    }
}
