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
//! All little-endian. It does not say what the values are: the reader must know it.

use super::{ImportedFilter, Order, StreamFormat, WRONG_LENGTH, checked};
use crate::bytes;
use crate::cells::{Bits, bits};
use crate::error::{Error, Result, malformed};
use crate::field::Field;
use crate::filter::Filter;
use crate::layout::params::WORD_BITS;
use crate::scheme::{HashSpec, Scheme};

const WHAT: &str = "DataSketches Bloom filter";

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

/// The serialized image of DataSketches' `BloomFilter`.
#[derive(Debug)]
pub enum DataSketches {}

impl crate::sealed::Sealed for DataSketches {}

impl StreamFormat for DataSketches {
    fn read(bytes: &[u8]) -> Result<ImportedFilter<'_>> {
        let bad = |why: String| Err(malformed(WHAT, why));
        if bytes.len() < at::EMPTY_END {
            return bad(format!(
                "It has {} bytes, but its shortest preamble has {}.",
                bytes.len(),
                at::EMPTY_END
            ));
        }
        let (version, family) = (at::VERSION.get(bytes), at::FAMILY.get(bytes));
        if !PREAMBLES.contains(&at::PREAMBLE.get(bytes)) || version != VERSION || family != FAMILY {
            return bad(format!("Its version {version} of family {family} is unknown."));
        }
        let flags = at::FLAGS.get(bytes);
        if flags & !EMPTY != 0 || at::UNUSED.get(bytes) != 0 || at::UNUSED_TOO.get(bytes) != 0 {
            return bad("A bit that must be zero is set.".into());
        }
        let words = if flags == EMPTY {
            if bytes.len() != at::EMPTY_END {
                return bad(format!("It is marked as empty, but has {} bytes.", bytes.len()));
            }
            None
        } else {
            let Some(words) = bytes.get(at::BITS..) else {
                return bad(format!("Its preamble is cut off: it has {} bytes.", bytes.len()));
            };
            Some(words)
        };
        let (hashes, count) = (at::HASHES.get(bytes).into(), at::WORDS.get(bytes).into());
        let params = checked(WHAT, hashes, count, words)?;
        if let Some(words) = words {
            let said = at::BITS_SET.get(bytes);
            let set = bits::count_ones(words);
            if said != set && said != NOT_COUNTED {
                return bad(format!("Its preamble counts {said} set bits, but it has {set}."));
            }
        }
        let seed = at::SEED.get(bytes).into();
        let words = words.unwrap_or_default();
        Ok(ImportedFilter { scheme: Scheme::DataSketches, seed, params, words, order: Order::Little })
    }

    fn len(filter: &Filter<'_, Bits>) -> usize {
        if bits::is_empty(filter.cells()) { at::EMPTY_END } else { at::BITS + filter.cells().len() }
    }

    #[allow(clippy::cast_possible_truncation)]
    fn write(filter: &Filter<'_, Bits>, out: &mut [u8]) -> Result<()> {
        let (HashSpec { scheme, seed, .. }, params) = (filter.header().hashing, filter.header().params);
        if scheme != Scheme::DataSketches {
            return Err(Error::NotCarried { stream: "a DataSketches Bloom filter", scheme: scheme.name() });
        }
        let is_empty = out.len() == at::EMPTY_END;
        if !is_empty && out.len() != at::BITS + filter.cells().len() {
            return Err(WRONG_LENGTH);
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
            at::BITS_SET.put(out, bits::count_ones(filter.cells()));
            bytes::copy(&mut out[at::BITS..], filter.cells());
        }
        Ok(())
    }
}
