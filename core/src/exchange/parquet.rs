//! The bitset of a Bloom filter in a Parquet file, as it stands there after its header.
//!
//! The file says the column's type; what is not said is for the caller to know. Any number of blocks is a
//! filter; most writers make a power of two of them.

use super::{ImportedFilter, Order};
use crate::error::{Error, Result, malformed};
use crate::hash::Seed;
use crate::layout::Params;
use crate::layout::params::MAX_BITS;
use crate::layout::split_block::{BLOCK_LEN, WORDS};
use crate::scheme::Scheme;

const WHAT: &str = "Parquet bloom filter";

/// Looks at `bytes` as a bitset.
///
/// # Errors
/// [`Error::Malformed`] unless it is one to 33,554,303 blocks.
pub fn read(bytes: &[u8]) -> Result<ImportedFilter<'_>> {
    let bits = bytes.len() as u64 * 8;
    if bytes.is_empty() || !bytes.len().is_multiple_of(BLOCK_LEN) || bits > MAX_BITS {
        let why = format!("It has {} bytes, not one or more blocks of {BLOCK_LEN}.", bytes.len());
        return Err(malformed(WHAT, why));
    }
    let params = Params { bits, hashes: WORDS };
    Ok(ImportedFilter {
        scheme: Scheme::Parquet,
        seed: Seed::ZERO,
        params,
        words: bytes,
        order: Order::Little,
    })
}

/// Checks that a filter is such a bitset.
///
/// # Errors
/// [`Error::NotCarried`].
pub fn check(scheme: Scheme) -> Result<()> {
    if scheme == Scheme::Parquet {
        Ok(())
    } else {
        Err(Error::NotCarried { stream: "a Parquet bloom filter", scheme })
    }
}
