//! The stream of `org.apache.spark.util.sketch.BloomFilter.writeTo`.
//!
//! The version, the number of hash functions, in version 2 the seed, the number of words, each in four
//! bytes, and the words, all big-endian. It does not say whether the values were strings, bytes or numbers: the
//! reader must know it.

use super::{ImportedFilter, Order, StreamFormat, assemble, checked, word_count};
use crate::cells::Bits;
use crate::error::{Error, Result, malformed};
use crate::filter::Filter;
use crate::hash::SEED;
use crate::scheme::{HashSpec, Scheme};

const WHAT: &str = "Spark Bloom filter";

const V1: i32 = 1;
const V2: i32 = 2;

/// The stream format of Spark's `BloomFilter`.
#[derive(Debug)]
pub enum Spark {}

impl crate::sealed::Sealed for Spark {}

impl StreamFormat for Spark {
    fn read(bytes: &[u8]) -> Result<ImportedFilter<'_>> {
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

    fn len(filter: &Filter<'_, Bits>) -> usize {
        let numbers = if filter.header().hashing.scheme == Scheme::SparkV2 { 4 } else { 3 };
        numbers * size_of::<i32>() + filter.cells().len()
    }

    fn write(filter: &Filter<'_, Bits>, out: &mut [u8]) -> Result<()> {
        let (HashSpec { scheme, seed, .. }, params) = (filter.header().hashing, filter.header().params);
        let (hashes, count) = (i32::from(params.hashes).to_be_bytes(), word_count(params));
        match scheme {
            Scheme::SparkV1 => assemble([V1.to_be_bytes(), hashes, count].as_flattened(), filter, out),
            Scheme::SparkV2 => {
                let head = [V2.to_be_bytes(), hashes, seed.low32().to_be_bytes(), count];
                assemble(head.as_flattened(), filter, out)
            }
            _ => Err(Error::NotCarried { stream: "a Spark Bloom filter", scheme: scheme.name() }),
        }
    }
}

/// Reads the next number of the header.
fn next(bytes: &[u8], rest: &mut &[u8]) -> Result<i32> {
    let Some((number, tail)) = rest.split_first_chunk() else {
        let why = format!("Its header is cut off: it has {} bytes.", bytes.len());
        return Err(malformed(WHAT, why));
    };
    *rest = tail;
    Ok(i32::from_be_bytes(*number))
}
