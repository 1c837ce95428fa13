//! The serialized image of `org.apache.datasketches.filters.bloomfilter.BloomFilter`, which is that of the
//! libraries in C++ and Rust.
//!
//! | bytes  | what                                                           |
//! |--------|----------------------------------------------------------------|
//! | 0      | words of the preamble: 3 of an empty filter, else 4; some say 3  |
//! | 1, 2   | version 1, family 21                                           |
//! | 3      | flags: 4 if the filter is empty                                |
//! | 4..6   | number of hash functions                                       |
//! | 6..8   | zeros                                                          |
//! | 8..16  | seed                                                           |
//! | 16..20 | number of words                                                |
//! | 20..24 | zeros; here an empty filter ends                               |
//! | 24..32 | number of set bits; all ones: not counted                      |
//! | 32..   | the words                                                      |
//!
//! All little-endian. What the values are is not said: the reader must know it.

use super::{ImportedFilter, NO_ROOM, Order, checked};
use crate::bytes;
use crate::cells::bits;
use crate::error::{Error, Result, malformed};
use crate::field::Field;
use crate::hash::Seed;
use crate::layout::Params;
use crate::layout::params::WORD_BITS;
use crate::scheme::Scheme;

const WHAT: &str = "DataSketches bloom filter";

/// Where the fields are.
mod at {
    use super::Field;

    pub const PREAMBLE: Field<u8> = Field::at(0);
    pub const VERSION: Field<u8> = Field::at(PREAMBLE.end());
    pub const FAMILY: Field<u8> = Field::at(VERSION.end());
    pub const FLAGS: Field<u8> = Field::at(FAMILY.end());
    pub const HASHES: Field<u16> = Field::at(FLAGS.end());
    pub const UNUSED: Field<u16> = Field::at(HASHES.end());
    pub const SEED: Field<u64> = Field::at(UNUSED.end());
    pub const WORDS: Field<u32> = Field::at(SEED.end());
    pub const UNUSED_TOO: Field<u32> = Field::at(WORDS.end());
    pub const EMPTY_END: usize = UNUSED_TOO.end();
    pub const BITS_SET: Field<u64> = Field::at(EMPTY_END);
    pub const BITS: usize = BITS_SET.end();
}

/// Words of the preamble of an empty filter, and of others.
const PREAMBLES: [u8; 2] = [3, 4];
const VERSION: u8 = 1;
const FAMILY: u8 = 21;
const EMPTY: u8 = 4;
const NOT_COUNTED: u64 = u64::MAX;

/// Looks at `bytes` as an image.
///
/// # Errors
/// [`Error::Malformed`], also for filters that none here can be.
pub fn read(bytes: &[u8]) -> Result<ImportedFilter<'_>> {
    let bad = |why: String| Err(malformed(WHAT, why));
    if bytes.len() < at::EMPTY_END {
        return bad(format!("It has {} bytes, which are fewer than its preamble's.", bytes.len()));
    }
    let (version, family) = (at::VERSION.get(bytes), at::FAMILY.get(bytes));
    if !PREAMBLES.contains(&at::PREAMBLE.get(bytes)) || version != VERSION || family != FAMILY {
        return bad(format!("Its version {version} of family {family} is unknown."));
    }
    let flags = at::FLAGS.get(bytes);
    if flags & !EMPTY != 0 || at::UNUSED.get(bytes) != 0 || at::UNUSED_TOO.get(bytes) != 0 {
        return bad("A bit that has no meaning is set.".into());
    }
    let words = if flags == EMPTY {
        if bytes.len() != at::EMPTY_END {
            return bad(format!("It is empty, and has {} bytes.", bytes.len()));
        }
        None
    } else {
        let Some(words) = bytes.get(at::BITS..) else {
            return bad(format!("It ends within its preamble: it has {} bytes.", bytes.len()));
        };
        Some(words)
    };
    let (hashes, count) = (at::HASHES.get(bytes).into(), at::WORDS.get(bytes).into());
    let params = checked(WHAT, hashes, count, words)?;
    if let Some(words) = words {
        let said = at::BITS_SET.get(bytes);
        let set = bits::count_ones(words);
        if said != set && said != NOT_COUNTED {
            return bad(format!("It says that {said} bits are set, and has {set}."));
        }
    }
    let seed = at::SEED.get(bytes).into();
    let words = words.unwrap_or_default();
    Ok(ImportedFilter { scheme: Scheme::DataSketches, seed, params, words, order: Order::Little })
}

/// Bytes of the image of the filter that has this bitmap.
#[must_use]
pub fn len(bitmap: &[u8]) -> usize {
    if bits::is_empty(bitmap) { at::EMPTY_END } else { at::BITS + bitmap.len() }
}

/// Writes the image of the filter that has this bitmap to the [`len`] bytes of `out`.
///
/// # Errors
/// [`Error::NotCarried`] if the scheme is another; [`Error::Internal`] if `out` has another length.
#[allow(clippy::cast_possible_truncation)]
pub fn write(scheme: Scheme, seed: Seed, params: Params, bitmap: &[u8], out: &mut [u8]) -> Result<()> {
    if scheme != Scheme::DataSketches {
        return Err(Error::NotCarried { stream: "a DataSketches bloom filter", scheme });
    }
    let is_empty = out.len() == at::EMPTY_END;
    if bitmap.len() != params.bitmap_len() || (!is_empty && out.len() != at::BITS + bitmap.len()) {
        return Err(NO_ROOM);
    }
    at::PREAMBLE.put(out, PREAMBLES[usize::from(!is_empty)]);
    at::VERSION.put(out, VERSION);
    at::FAMILY.put(out, FAMILY);
    at::FLAGS.put(out, if is_empty { EMPTY } else { 0 });
    at::HASHES.put(out, params.hashes.into());
    at::UNUSED.put(out, 0);
    at::SEED.put(out, seed.low64());
    at::WORDS.put(out, (params.bits / WORD_BITS) as u32);
    at::UNUSED_TOO.put(out, 0);
    if !is_empty {
        at::BITS_SET.put(out, bits::count_ones(bitmap));
        bytes::copy(&mut out[at::BITS..], bitmap);
    }
    Ok(())
}
