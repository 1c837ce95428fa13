//! The stream of `com.google.common.hash.BloomFilter.writeTo`.
//!
//! One byte for the strategy, one for the number of hash functions, the number of words in four bytes, and
//! the words, all big-endian. Which funnel hashed the values is not said: the reader must know it.
//!
//! ```
//! use bloom_core::exchange::guava;
//! use bloom_core::layout::Params;
//! use bloom_core::scheme::Scheme;
//!
//! let params = Params { bits: 64, hashes: 7 };
//! let mut stream = vec![0; guava::len(params)];
//! guava::write(Scheme::Mitz64, params, &[1, 0, 0, 0, 0, 0, 0, 0], &mut stream)?;
//! assert_eq!(stream, [1, 7, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1]);
//!
//! let foreign = guava::read(&stream)?;
//! assert_eq!((foreign.scheme, foreign.params), (Scheme::Mitz64, params));
//! # Ok::<(), bloom_core::Error>(())
//! ```

use super::{ImportedFilter, Order, assemble, checked, word_count};
use crate::error::{Error, Result, malformed};
use crate::hash::Seed;
use crate::layout::Params;
use crate::scheme::Scheme;

const WHAT: &str = "Guava bloom filter";

/// Bytes before the words.
const HEAD_LEN: usize = 6;

/// `BloomFilterStrategies.ordinal()`, which never changes, as they say.
const MITZ_32: i8 = 0;
const MITZ_64: i8 = 1;

/// Looks at `bytes` as a stream of Guava's.
///
/// # Errors
/// [`Error::Malformed`], also for streams of Guava's that no filter here can be.
pub fn read(bytes: &[u8]) -> Result<ImportedFilter<'_>> {
    let Some(([strategy, hashes, count @ ..], words)) = bytes.split_first_chunk::<HEAD_LEN>() else {
        let why = format!("It has {} bytes, which are fewer than its header's {HEAD_LEN}.", bytes.len());
        return Err(malformed(WHAT, why));
    };
    let scheme = match strategy.cast_signed() {
        MITZ_64 => Scheme::Mitz64,
        MITZ_32 => Scheme::Mitz32,
        other => return Err(malformed(WHAT, format!("Its strategy {other} is unknown."))),
    };
    let count = i32::from_be_bytes(*count);
    let params = checked(WHAT, i64::from(*hashes), i64::from(count), Some(words))?;
    Ok(ImportedFilter { scheme, seed: Seed::ZERO, params, words, order: Order::Big })
}

/// Bytes of the stream of a filter of this size.
#[must_use]
pub fn len(params: Params) -> usize {
    HEAD_LEN + params.bitmap_len()
}

/// Writes the stream of the filter that has this bitmap to the first [`len`] bytes of `out`.
///
/// # Errors
/// [`Error::NotCarried`] if Guava has no such scheme; [`Error::Internal`] if `out` is shorter than that.
pub fn write(scheme: Scheme, params: Params, bitmap: &[u8], out: &mut [u8]) -> Result<()> {
    let strategy = match scheme {
        Scheme::Mitz64 => MITZ_64,
        Scheme::Mitz32 => MITZ_32,
        _ => return Err(Error::NotCarried { stream: "a Guava bloom filter", scheme }),
    };
    let [a, b, c, d] = word_count(params);
    assemble(&[strategy.cast_unsigned(), params.hashes, a, b, c, d], params, bitmap, out)
}
