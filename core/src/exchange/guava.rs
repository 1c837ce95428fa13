//! The stream of `com.google.common.hash.BloomFilter.writeTo`.
//!
//! One byte for the strategy, one for the number of hash functions, the number of words in four bytes, and
//! the words, all big-endian. It does not say which funnel hashed the values: the reader must know it.

use super::{ImportedFilter, Order, StreamFormat, assemble, checked, word_count};
use crate::cells::Bits;
use crate::error::{Error, Result, malformed};
use crate::filter::Filter;
use crate::hash::Seed;
use crate::scheme::Scheme;

const WHAT: &str = "Guava Bloom filter";

/// Bytes before the words.
const HEAD_LEN: usize = 6;

/// `BloomFilterStrategies.ordinal()`, which never changes, as they say.
const MITZ_32: i8 = 0;
const MITZ_64: i8 = 1;

/// The stream format of Guava's `BloomFilter`.
#[derive(Debug)]
pub enum Guava {}

impl crate::sealed::Sealed for Guava {}

impl StreamFormat for Guava {
    fn read(bytes: &[u8]) -> Result<ImportedFilter<'_>> {
        let Some(([strategy, hashes, count @ ..], words)) = bytes.split_first_chunk::<HEAD_LEN>() else {
            let why = format!("It has {} bytes, but its header alone has {HEAD_LEN}.", bytes.len());
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

    fn len(filter: &Filter<'_, Bits>) -> usize {
        HEAD_LEN + filter.cells().len()
    }

    fn write(filter: &Filter<'_, Bits>, out: &mut [u8]) -> Result<()> {
        let header = filter.header();
        let strategy = match header.hashing.scheme {
            Scheme::Mitz64 => MITZ_64,
            Scheme::Mitz32 => MITZ_32,
            scheme => {
                return Err(Error::NotCarried { stream: "a Guava Bloom filter", scheme: scheme.name() });
            }
        };
        let [a, b, c, d] = word_count(header.params);
        assemble(&[strategy.cast_unsigned(), header.params.hashes, a, b, c, d], filter, out)
    }
}
