//! Header of a filter: 60 bytes that say all a reader needs to know.
//!
//! `docs/FORMAT.md` specifies it; bincode writes the struct fixed-width, little-endian, without padding.
//!
//! ```
//! use bloom_core::cells::CellKind;
//! use bloom_core::filter::{HEADER_LEN, Header};
//! use bloom_core::layout::Params;
//! use bloom_core::scheme::HashSpec;
//!
//! // An empty filter is its header followed by zeros; `filter::empty` does this.
//! let header = Header {
//!     cell: CellKind::Bit,
//!     hashing: HashSpec::DEFAULT,
//!     params: Params::for_capacity(1000, 0.01)?,
//!     capacity: Some(1000),
//!     fpp: Some(0.01),
//! };
//! let mut filter = vec![0; header.filter_len()];
//! header.write(&mut filter)?;
//!
//! assert_eq!(&filter[..4], b"BLMF");
//! assert_eq!(Header::read(&filter)?, header);
//! assert!(Header::read(&filter[..HEADER_LEN - 1]).is_err());
//! # Ok::<(), bloom_core::Error>(())
//! ```

use crate::cells::CellKind;
use crate::element::ElementType;
use crate::error::{Error, FilterSummary, Result, malformed};
use crate::hash::SEED;
use crate::scheme::HashSpec;

use super::probe::Prober;
use crate::hash::Seed;
use crate::layout::params::WORD_BITS;
use crate::layout::{BitLayout, Params};
use crate::scheme::Scheme;
use bincode::Options;
use serde::{Deserialize, Serialize};

/// Bytes of a header.
pub const HEADER_LEN: usize = 60;

/// First four bytes of a plain filter and of a counting one.
const MAGIC: [[u8; 4]; 2] = [*b"BLMF", *b"BLMC"];

/// Format version written here.
pub const VERSION: u8 = 1;

const WHAT: &str = "Bloom filter";

/// Stored form of a header. The order of fields is the format.
#[derive(Serialize, Deserialize)]
struct Stored {
    magic: [u8; 4],
    version: u8,
    scheme: u8,
    family: u8,
    hashes: u8,
    seed: u32,
    tag_low: u32,
    environment: u32,
    bits: u64,
    capacity: u64,
    fpp: f64,
    tag_high: u32,
    seed_high: [u8; 12],
}

/// Checked header of a filter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Header {
    /// Kind of cells.
    pub cell: CellKind,
    /// What the filter holds and how it hashes that.
    pub hashing: HashSpec,
    /// Size of the filter.
    pub params: Params,
    /// Distinct values it was sized for; `None` if the size was given in bits or the filter has no values.
    pub capacity: Option<u64>,
    /// False-positive rate that the filter was sized for; `None` if its size was given in bits.
    pub fpp: Option<f64>,
}

/// Returns the upper 96 bits of a seed, which are zero in most schemes.
fn seed_high(seed: Seed) -> [u8; 12] {
    let mut high = [0; 12];
    high.copy_from_slice(&seed.to_bytes()[4..]);
    high
}

fn seed_of(low: u32, high: [u8; 12]) -> Seed {
    let mut seed = [0; 16];
    seed[..4].copy_from_slice(&low.to_le_bytes());
    seed[4..].copy_from_slice(&high);
    Seed::from_bytes(seed)
}

fn codec() -> impl Options {
    bincode::options().with_fixint_encoding().with_little_endian()
}

impl Header {
    /// Returns the element type of the filter.
    #[must_use]
    pub fn element(&self) -> ElementType {
        self.hashing.element
    }

    /// Returns the layout of the filter's bits.
    #[must_use]
    pub fn layout(&self) -> BitLayout {
        self.hashing.scheme.layout()
    }

    /// Returns the header of the same filter with another element type.
    #[must_use]
    pub fn with_element(self, element: ElementType) -> Self {
        Self { hashing: HashSpec { element, ..self.hashing }, ..self }
    }

    /// Returns the prober that computes the positions of hashes in the filter.
    #[must_use]
    pub fn prober(&self) -> Prober {
        Prober::of(self.hashing.scheme, self.params)
    }

    /// Returns the length in bytes of the whole filter.
    #[must_use]
    pub fn filter_len(&self) -> usize {
        HEADER_LEN + self.cell.len(self.params.bits)
    }

    /// Checks the length of the whole filter in bytes.
    ///
    /// # Errors
    /// [`crate::Error::Malformed`].
    pub fn check_len(&self, len: usize) -> Result<()> {
        if len == self.filter_len() {
            return Ok(());
        }
        let why = format!("Its header promises {} bytes, but it has {len}.", self.filter_len());
        Err(malformed(WHAT, why))
    }

    /// Writes the header to the first [`HEADER_LEN`] bytes of `out`.
    ///
    /// # Errors
    /// [`Error::Internal`] if `out` is shorter.
    pub fn write(&self, out: &mut [u8]) -> Result<()> {
        let stored = Stored {
            magic: MAGIC[self.cell as usize],
            version: VERSION,
            scheme: self.hashing.scheme as u8,
            family: self.element().family as u8,
            hashes: self.params.hashes,
            seed: self.hashing.seed.low32(),
            tag_low: self.element().tag as u32,
            environment: self.element().environment,
            bits: self.params.bits,
            capacity: self.capacity.unwrap_or(0),
            fpp: self.fpp.unwrap_or(0.0),
            tag_high: (self.element().tag >> 32) as u32,
            seed_high: seed_high(self.hashing.seed),
        };
        codec()
            .serialize_into(out, &stored)
            .map_err(|_| Error::Internal("the buffer for a header is too short"))
    }

    /// Returns the summary of the filter for an error.
    pub(super) fn summary(&self) -> FilterSummary {
        FilterSummary {
            element: self.element(),
            scheme: self.hashing.scheme.name(),
            seed: self.hashing.seed,
            is_counting: self.cell == CellKind::Counter,
            cells: self.params.bits,
            hashes: self.params.hashes,
            capacity: self.capacity,
            fpp: self.fpp,
        }
    }

    /// Writes the header to `out`, which has the length of the whole filter; returns the bytes after it.
    ///
    /// # Errors
    /// [`Error::Internal`] if the length is wrong.
    pub fn begin<'a>(&self, out: &'a mut [u8]) -> Result<&'a mut [u8]> {
        if out.len() != self.filter_len() {
            return Err(Error::Internal("the buffer for a filter has the wrong length"));
        }
        self.write(out)?;
        Ok(&mut out[HEADER_LEN..])
    }

    /// Checks the kind of the filter's cells.
    ///
    /// # Errors
    /// [`crate::Error::Malformed`].
    pub fn expect_cell(self, cell: CellKind) -> Result<Self> {
        match (cell, self.cell) {
            (CellKind::Bit, CellKind::Counter) => Err(malformed(WHAT, "It is a counting filter.")),
            (CellKind::Counter, CellKind::Bit) => Err(malformed(WHAT, "It is not a counting filter.")),
            _ => Ok(self),
        }
    }

    /// Reads and checks the header at the start of `bytes`; ignores what follows.
    ///
    /// # Errors
    /// [`crate::Error::Malformed`] for anything that a header written here cannot be.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        let bad = |why: String| Err(malformed(WHAT, why));
        let Some(head) = bytes.get(..HEADER_LEN) else {
            return bad(format!("It has {} bytes, but a header has {HEADER_LEN}.", bytes.len()));
        };
        let stored: Stored = match codec().deserialize(head) {
            Ok(stored) => stored,
            Err(e) => return bad(format!("Its header cannot be decoded: {e}.")),
        };
        let Some(cell) =
            [CellKind::Bit, CellKind::Counter].into_iter().find(|cell| stored.magic == MAGIC[*cell as usize])
        else {
            return bad("It starts with neither \"BLMF\" nor \"BLMC\".".into());
        };
        if stored.version != VERSION {
            return bad(format!("Its format version is {}, but only {VERSION} is known.", stored.version));
        }
        let Some(scheme) = Scheme::from_code(stored.scheme) else {
            return bad(format!("Its hash scheme {} is unknown.", stored.scheme));
        };
        let seed = seed_of(stored.seed, stored.seed_high);
        if !scheme.takes_seed(stored.seed.into()) {
            // The seed is not shown: if the scheme is damaged, it may be part of a key.
            let name = scheme.name();
            return bad(format!("Scheme {name} hashes with seed {SEED}, but the header has another one."));
        }
        if !scheme.takes_seed(seed) {
            return bad("A reserved byte is not zero.".into());
        }
        let tag = u64::from(stored.tag_low) | u64::from(stored.tag_high) << 32;
        let element = ElementType::decode(stored.family, tag, stored.environment)
            .map_err(|why| malformed(WHAT, why))?;
        if stored.hashes == 0 {
            return bad("It has no hashes.".into());
        }
        if stored.bits == 0 || stored.bits > cell.most() || !stored.bits.is_multiple_of(WORD_BITS) {
            return bad(format!("{} is not a valid number of bits.", stored.bits));
        }
        let params = Params { bits: stored.bits, hashes: stored.hashes };
        if !scheme.layout().has(params) {
            let (Params { bits, hashes }, name) = (params, scheme.name());
            return bad(format!("No filter of scheme {name} has {bits} bits and {hashes} hashes."));
        }
        if cell == CellKind::Counter && scheme.layout() == BitLayout::SplitBlock {
            return bad(format!("Scheme {} has no counting filters.", scheme.name()));
        }
        let designed = stored.fpp > 0.0 && stored.fpp < 1.0;
        if !designed && stored.fpp.to_bits() != 0 {
            return bad(format!("{} is not a valid false-positive rate.", stored.fpp));
        }
        if (stored.capacity > 0 && !designed) || i64::try_from(stored.capacity).is_err() {
            return bad(format!(
                "Its header has capacity {} but false-positive rate {}.",
                stored.capacity, stored.fpp
            ));
        }
        Ok(Self {
            cell,
            hashing: HashSpec { element, scheme, seed },
            params,
            capacity: (stored.capacity > 0).then_some(stored.capacity),
            fpp: designed.then_some(stored.fpp),
        })
    }
}
