//! Imports and exports filters as the streams of other libraries.
//!
//! A stream ends with its bitmap, in words of 64 bits. The words of Guava and Spark are big-endian; those of the other
//! libraries are little-endian, as in the filters of this crate. Streams are bytes of unknown origin, so their sizes
//! are checked against the limits of a filter and against the length of the stream before they are used.
//!
//! ```
//! use bloom_core::cells::Bits;
//! use bloom_core::exchange::{Guava, StreamFormat};
//! use bloom_core::filter::{self, Filter};
//!
//! let bytes = filter::empty::<Bits>(1000, 0.01)?;
//! let filter = Filter::new(&bytes)?;
//! let mut stream = vec![0; Guava::len(&filter)];
//! Guava::write(&filter, &mut stream)?;
//! assert_eq!(Guava::read(&stream)?.params, filter.header().params);
//!
//! assert!(Guava::read(b"not a filter").is_err()); // never a panic
//! # Ok::<(), bloom_core::Error>(())
//! ```

// To add a format:
// 1. `NAME.rs` here implements `StreamFormat`; this file has what streams share, such as checks of sizes.
// 2. In the extension, `src/functions/exchange.rs`: `impl Elements` and two lines in `sql_functions!`.
//    `sql/parts/exchange.sql` declares both functions.
// 3. Fuzzing: `decode::stream::<NAME>` in `fuzz/src/main.rs`, and both ways in `fuzz/src/operations/exchange.rs`.
// 4. Tests: streams that the library wrote in `core/tests/data/interop`; `core/tests/exchange.rs`,
//    `tests/sql/16_interop.sql`, `tests/sql/28_all_schemes.sql`, and a program in `tests/interop/` for
//    `scripts/test/interop.sh`.
// 5. `docs/INTEROP.md`.

mod datasketches;
mod guava;
mod parquet;
mod spark;

pub use datasketches::DataSketches;
pub use guava::Guava;
pub use parquet::Parquet;
pub use spark::Spark;

use crate::bytes;
use crate::cells::bits::WORD_LEN;
use crate::cells::{Bits, CellKind};
use crate::element::ElementType;
use crate::error::{Error, Result, malformed};
use crate::filter::{Filter, Header, twins};
use crate::hash::Seed;
use crate::interrupt::{STEP, steps};
use crate::layout::Params;
use crate::layout::params::{MAX_BITS, WORD_BITS};
use crate::scheme::{HashSpec, Scheme};

/// The stream format of another library.
pub trait StreamFormat: crate::sealed::Sealed {
    /// Reads a stream in place and checks all of it but its bits.
    ///
    /// # Errors
    /// [`Error::Malformed`], also for streams of the library that no filter here can be.
    fn read(bytes: &[u8]) -> Result<ImportedFilter<'_>>;

    /// Returns the bytes that the stream of a filter takes.
    fn len(filter: &Filter<'_, Bits>) -> usize;

    /// Writes the stream of a filter to `out`, all of its [`len`](Self::len) bytes.
    ///
    /// # Errors
    /// [`Error::NotCarried`] if the library lacks the scheme; [`Error::Internal`] for another length of `out`.
    fn write(filter: &Filter<'_, Bits>, out: &mut [u8]) -> Result<()>;
}

/// An imported filter: a checked stream of another library.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImportedFilter<'a> {
    /// How it hashes its values.
    pub scheme: Scheme,
    /// The seed of its hash.
    pub seed: Seed,
    /// Its size.
    pub params: Params,
    /// Its bitmap; empty where the stream only says that the filter is empty.
    pub words: &'a [u8],
    /// The order of the bytes of its words.
    pub order: Order,
}

/// The order of the bytes of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// The most significant first.
    Big,
    /// The least significant first.
    Little,
}

impl ImportedFilter<'_> {
    /// Returns the header of the filter here, which holds values of this type.
    #[must_use]
    pub fn header(&self, element: ElementType) -> Header {
        let Self { scheme, seed, params, .. } = *self;
        let hashing = HashSpec { element, scheme, seed };
        Header { cell: CellKind::Bit, hashing, params, capacity: None, fpp: None }
    }

    /// Writes the filter here, which holds values of this type, to zeroed bytes of its length. If it holds -0, it
    /// will hold 0 as well, unless filters of the scheme are probed for both.
    ///
    /// # Errors
    /// [`Error::Internal`] if the length is another.
    pub fn write_filter(&self, element: ElementType, out: &mut [u8]) -> Result<()> {
        let header = self.header(element);
        let bits = header.begin(out)?;
        self.write_bitmap(bits)?;
        if self.scheme != Scheme::Parquet {
            twins::complete(&header, bits);
        }
        Ok(())
    }

    /// Writes the bitmap in the byte order of filters here to the first [`Params::bitmap_len`] bytes of `out`,
    /// which are zeros.
    ///
    /// # Errors
    /// [`Error::Internal`] if `out` is shorter than that.
    pub fn write_bitmap(&self, out: &mut [u8]) -> Result<()> {
        let len = self.words.len();
        let out = out.get_mut(..len).ok_or(WRONG_LENGTH)?;
        match self.order {
            Order::Big => swap_words(self.words, out),
            Order::Little => bytes::copy(out, self.words),
        }
        Ok(())
    }
}

/// Checks the size that a stream says it has: a filter can have it, and the stream has as many words or none.
fn checked(what: &'static str, hashes: i64, count: i64, words: Option<&[u8]>) -> Result<Params> {
    let bad = |why: String| Err(malformed(what, why));
    let hashes = match u8::try_from(hashes) {
        Ok(hashes) if hashes > 0 => hashes,
        _ => return bad(format!("Its number of hash functions is {hashes}, not 1 to 255.")),
    };
    let most = MAX_BITS / WORD_BITS;
    let bits = match u64::try_from(count) {
        Ok(count) if (1..=most).contains(&count) => count * WORD_BITS,
        _ => return bad(format!("Its number of words is {count}, not 1 to {most}.")),
    };
    let params = Params { bits, hashes };
    if let Some(words) = words
        && words.len() != params.bitmap_len()
    {
        let (promised, has) = (params.bitmap_len(), words.len());
        return bad(format!("Its bits should take {promised} bytes, but {has} bytes follow its header."));
    }
    Ok(params)
}

/// Returns the number of words of a bitmap as streams write it.
#[allow(clippy::cast_possible_truncation)]
fn word_count(params: Params) -> [u8; 4] {
    ((params.bits / WORD_BITS) as u32).to_be_bytes()
}

/// Writes `head` and then the words of the filter, big-endian.
fn assemble(head: &[u8], filter: &Filter<'_, Bits>, out: &mut [u8]) -> Result<()> {
    if out.len() != head.len() + filter.cells().len() {
        return Err(WRONG_LENGTH);
    }
    let (to_head, words) = out.split_at_mut(head.len());
    to_head.copy_from_slice(head);
    swap_words(filter.cells(), words);
    Ok(())
}

/// Turns every word of `from` around, between little-endian and big-endian; `out` is as long.
fn swap_words(from: &[u8], out: &mut [u8]) {
    for (from, out) in steps(from).zip(out.chunks_mut(STEP)) {
        for (from, out) in from.as_chunks::<WORD_LEN>().0.iter().zip(out.as_chunks_mut().0) {
            *out = u64::from_le_bytes(*from).to_be_bytes();
        }
    }
}

const WRONG_LENGTH: Error = Error::Internal("wrong length of an exported stream");
