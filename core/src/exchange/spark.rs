//! The stream of `org.apache.spark.util.sketch.BloomFilter.writeTo`.
//!
//! The version, the number of hash functions, in version 2 the seed, the number of words, each in four
//! bytes, and the words, all big-endian. Whether the values were strings, bytes or numbers is not said:
//! the reader must know it.
//!
//! ```
//! use bloom_core::exchange::spark;
//! use bloom_core::hash::Seed;
//! use bloom_core::layout::Params;
//! use bloom_core::scheme::Scheme;
//!
//! let (params, seed) = (Params { bits: 64, hashes: 7 }, Seed::from(5_u32));
//! let mut stream = vec![0; spark::len(Scheme::SparkV2, params)];
//! spark::write(Scheme::SparkV2, seed, params, &[0; 8], &mut stream)?;
//!
//! let foreign = spark::read(&stream)?;
//! assert_eq!((foreign.scheme, foreign.seed, foreign.params), (Scheme::SparkV2, seed, params));
//! # Ok::<(), bloom_core::Error>(())
//! ```

use super::{ImportedFilter, Order, assemble, checked, word_count};
use crate::error::{Error, Result, malformed};
use crate::hash::{SEED, Seed};
use crate::layout::Params;
use crate::scheme::Scheme;

const WHAT: &str = "Spark bloom filter";

const V1: i32 = 1;
const V2: i32 = 2;

/// Looks at `bytes` as a stream of Spark's.
///
/// # Errors
/// [`Error::Malformed`], also for streams of Spark's that no filter here can be.
pub fn read(bytes: &[u8]) -> Result<ImportedFilter<'_>> {
    let mut rest = bytes;
    let version = next(bytes, &mut rest)?;
    let scheme = match version {
        V1 => Scheme::SparkV1,
        V2 => Scheme::SparkV2,
        _ => return Err(malformed(WHAT, format!("Its version {version} is unknown."))),
    };
    let hashes = next(bytes, &mut rest)?;
    let seed = match scheme {
        Scheme::SparkV2 => next(bytes, &mut rest)?.cast_unsigned(),
        _ => SEED,
    };
    let count = next(bytes, &mut rest)?;
    let params = checked(WHAT, i64::from(hashes), i64::from(count), Some(rest))?;
    Ok(ImportedFilter { scheme, seed: seed.into(), params, words: rest, order: Order::Big })
}

/// The next number of the header.
fn next(bytes: &[u8], rest: &mut &[u8]) -> Result<i32> {
    let Some((number, tail)) = rest.split_first_chunk() else {
        let why = format!("It ends within its header: it has {} bytes.", bytes.len());
        return Err(malformed(WHAT, why));
    };
    *rest = tail;
    Ok(i32::from_be_bytes(*number))
}

/// Bytes of the stream of a filter of this scheme and size.
#[must_use]
pub fn len(scheme: Scheme, params: Params) -> usize {
    let numbers = if scheme == Scheme::SparkV2 { 4 } else { 3 };
    numbers * size_of::<i32>() + params.bitmap_len()
}

/// Writes the stream of the filter that has this bitmap to the first [`len`] bytes of `out`.
///
/// # Errors
/// [`Error::NotCarried`] if Spark has no such scheme; [`Error::Internal`] if `out` is shorter than that.
pub fn write(scheme: Scheme, seed: Seed, params: Params, bitmap: &[u8], out: &mut [u8]) -> Result<()> {
    let hashes = i32::from(params.hashes).to_be_bytes();
    let count = word_count(params);
    match scheme {
        Scheme::SparkV1 => assemble([V1.to_be_bytes(), hashes, count].as_flattened(), params, bitmap, out),
        Scheme::SparkV2 => {
            let head = [V2.to_be_bytes(), hashes, seed.low32().to_be_bytes(), count];
            assemble(head.as_flattened(), params, bitmap, out)
        }
        _ => Err(Error::NotCarried { stream: "a Spark bloom filter", scheme }),
    }
}
