//! The bitset of a Bloom filter in a Parquet file, as it stands there after its header.
//!
//! The file says the column's type; the caller must know the rest. Any number of blocks is a filter; most
//! writers make a power of two of them.

use super::{ImportedFilter, Order, StreamFormat, WRONG_LENGTH};
use crate::bytes;
use crate::cells::Bits;
use crate::element::Family;
use crate::error::{Error, Result, malformed};
use crate::filter::{Filter, twins};
use crate::hash::Seed;
use crate::layout::Params;
use crate::layout::params::MAX_BITS;
use crate::layout::split_block::{BLOCK_LEN, WORDS};
use crate::scheme::Scheme;

/// The bitset of a Bloom filter in a Parquet file: one to 33,554,303 blocks.
#[derive(Debug)]
pub enum Parquet {}

impl crate::sealed::Sealed for Parquet {}

impl StreamFormat for Parquet {
    fn read(bytes: &[u8]) -> Result<ImportedFilter<'_>> {
        let bits = bytes.len() as u64 * 8;
        if bytes.is_empty() || !bytes.len().is_multiple_of(BLOCK_LEN) || bits > MAX_BITS {
            let why = format!("It has {} bytes, not one or more blocks of {BLOCK_LEN}.", bytes.len());
            return Err(malformed("Parquet Bloom filter", why));
        }
        let (scheme, params) = (Scheme::Parquet, Params { bits, hashes: WORDS });
        Ok(ImportedFilter { scheme, seed: Seed::ZERO, params, words: bytes, order: Order::Little })
    }

    fn len(filter: &Filter<'_, Bits>) -> usize {
        filter.cells().len()
    }

    fn write(filter: &Filter<'_, Bits>, out: &mut [u8]) -> Result<()> {
        let scheme = filter.header().hashing.scheme;
        if scheme != Scheme::Parquet {
            return Err(Error::NotCarried { stream: "a Parquet Bloom filter", scheme: scheme.name() });
        }
        if out.len() != filter.cells().len() {
            return Err(WRONG_LENGTH);
        }
        bytes::copy(out, filter.cells());
        if !matches!(filter.header().element().family, Family::Float | Family::Float4) {
            // Other readers do not probe for the numbers of infinite values that earlier releases hashed.
            twins::complete(filter.header(), out);
        }
        Ok(())
    }
}
