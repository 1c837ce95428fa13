//! Header of a matrix: what comes before its keys and bits.

use crate::bytes::LARGEST;
use crate::cells::CellKind;
use crate::cells::bits::WORD_LEN;
use crate::error::{Error, Result, malformed};
use crate::field::Field;
use crate::filter::algebra::{Sizes, sized_header};
use crate::filter::{HEADER_LEN, Header};
use crate::state_kind::StateKind;

/// Offsets of the fields, after the four bytes of the magic.
mod at {
    use super::{Field, HEADER_LEN};

    pub const VERSION: Field<u8> = Field::at(4);
    /// Of a state: bits of a column divided by the greatest common divisor of all sizes, as the exponent of a
    /// power of two. Zero in a matrix.
    pub const UNFOLDED: Field<u8> = Field::at(5);
    /// Of a state: 1 if all filters were folded to that divisor. Zero in a matrix.
    pub const FOLDS: Field<u8> = Field::at(6);
    /// Always zero.
    pub const RESERVED: Field<u8> = Field::at(7);
    pub const COLUMNS: Field<u64> = Field::at(8);
    pub const FOLD_FACTOR: Field<u64> = Field::at(COLUMNS.end());
    /// Header of the filters.
    pub const FILTERS: usize = FOLD_FACTOR.end();
    /// Always zero; aligns what follows.
    pub const RESERVED_TOO: Field<u32> = Field::at(FILTERS + HEADER_LEN);
    pub const END: usize = RESERVED_TOO.end();
}

/// Bytes before the keys.
pub const MATRIX_HEADER_LEN: usize = at::END;

/// Format version written here.
pub const VERSION: u8 = 1;

/// Bytes of a key.
pub const KEY_LEN: usize = size_of::<i64>();

/// Order of the bits of many filters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arrangement {
    /// Row by row, one bit of each filter in whole words: a matrix.
    Rows,
    /// Filter by filter: the state of an aggregate.
    Columns,
}

impl Arrangement {
    /// Returns the first four bytes.
    #[must_use]
    pub const fn magic(self) -> &'static [u8; 4] {
        match self {
            Self::Rows => b"BLMX",
            Self::Columns => StateKind::Matrix.magic(),
        }
    }

    /// Returns the name that users see.
    #[must_use]
    pub fn what(self) -> &'static str {
        match self {
            Self::Rows => "Bloom matrix",
            Self::Columns => "Bloom filter state",
        }
    }
}

/// Checked header of a matrix.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MatrixHeader {
    /// Header that all columns share.
    pub filters: Header,
    /// Number of columns, at least one.
    pub columns: u64,
    /// Sizes of the filters that became columns. A matrix stores only how often the smallest was folded.
    pub(crate) sizes: Sizes,
}

impl MatrixHeader {
    /// Returns the header of the matrix of one filter, from the result of
    /// [`header_of`](crate::filter::algebra::header_of).
    #[must_use]
    pub fn of(filter: &Header) -> Self {
        Self { filters: *filter, columns: 1, sizes: Sizes::of(filter) }
    }

    /// Returns the header for the columns of both matrices; their order makes no difference, nor to its
    /// checks.
    ///
    /// # Errors
    /// [`Error::Incompatible`]; [`Error::MatrixTooLarge`] if the columns do not fit into one value.
    pub fn with(&self, other: &Self) -> Result<Self> {
        let columns = self.columns + other.columns;
        let sizes = self.sizes.with(other.sizes, CellKind::Bit);
        let sized = |sizes: Sizes| {
            let filters = sized_header(&self.filters, &other.filters, sizes.combined)?;
            Ok(Self { filters, columns, sizes })
        };
        let unfolded = sized(sizes)?;
        // Unfolding must not make a matrix too large.
        let is_too_large = unfolded.check_size().is_err();
        let both = if is_too_large { sized(sizes.folded())? } else { unfolded };
        both.check_size()?;
        Ok(both)
    }

    /// Checks that the matrix fits into a PostgreSQL value.
    ///
    /// # Errors
    /// [`Error::MatrixTooLarge`].
    pub fn check_size(&self) -> Result<()> {
        if self.columns <= self.most_columns() {
            return Ok(());
        }
        let bits = self.filters.params.bits;
        Err(Error::MatrixTooLarge { bits, columns: self.columns, fit: self.most_columns() })
    }

    /// Returns how many filters of this size fit into one value, in whole words.
    #[must_use]
    pub fn most_columns(&self) -> u64 {
        let available = (LARGEST - MATRIX_HEADER_LEN) as u64;
        let word = self.filters.params.bits * WORD_LEN as u64 + 64 * KEY_LEN as u64;
        available / word * 64
    }

    /// Checks that the smallest filter was not folded too far.
    ///
    /// # Errors
    /// [`Error::NoCommonSize`].
    pub fn check_fold_factor(&self) -> Result<()> {
        self.sizes.check()
    }

    /// Returns the bytes of a row: a bit for each column, in whole words.
    #[must_use]
    #[allow(clippy::cast_possible_truncation)]
    pub fn row_len(&self) -> usize {
        self.columns.div_ceil(64) as usize * WORD_LEN
    }

    /// Returns the offset of the bits, after the keys.
    #[must_use]
    #[allow(clippy::cast_possible_truncation)]
    pub fn bits_at(&self) -> usize {
        MATRIX_HEADER_LEN + self.columns as usize * KEY_LEN
    }

    /// Returns the length of the whole in bytes; if that exceeds the largest value, some length above it.
    #[must_use]
    pub fn len(&self, arrangement: Arrangement) -> usize {
        let bits = match arrangement {
            Arrangement::Rows => self.row_len().saturating_mul(self.filters.params.bits as usize),
            Arrangement::Columns => self.filters.params.bitmap_len().saturating_mul(self.columns as usize),
        };
        self.bits_at().saturating_add(bits)
    }

    /// Checks the length of the whole in bytes.
    ///
    /// # Errors
    /// [`Error::Malformed`].
    pub fn check_len(&self, arrangement: Arrangement, len: usize) -> Result<()> {
        let promised = self.len(arrangement);
        if len == promised {
            return Ok(());
        }
        Err(malformed(arrangement.what(), format!("Its header promises {promised} bytes, but it has {len}.")))
    }

    /// Writes the header and keys to `out`, which has the whole length; returns the bytes of the bits.
    ///
    /// # Errors
    /// [`Error::Internal`] if `out` has another length or the number of keys is wrong.
    pub fn begin<'a>(
        &self,
        arrangement: Arrangement,
        keys: impl Iterator<Item = i64>,
        out: &'a mut [u8],
    ) -> Result<&'a mut [u8]> {
        if out.len() != self.len(arrangement) {
            return Err(Error::Internal("the buffer for a matrix has the wrong length"));
        }
        out[..4].copy_from_slice(arrangement.magic());
        at::VERSION.put(out, VERSION);
        let Sizes { smallest, common, combined, folds } = self.sizes;
        let (unfolded, divisor) = match arrangement {
            Arrangement::Rows => (0, combined),
            Arrangement::Columns => (combined.max(1).ilog2() - common.max(1).ilog2(), common),
        };
        at::UNFOLDED.put(out, unfolded as u8);
        at::FOLDS.put(out, u8::from(folds && arrangement == Arrangement::Columns));
        at::RESERVED.put(out, 0);
        at::COLUMNS.put(out, self.columns);
        at::FOLD_FACTOR.put(out, smallest.checked_div(divisor).unwrap_or(1).max(1));
        self.filters.write(&mut out[at::FILTERS..])?;
        at::RESERVED_TOO.put(out, 0);
        let (head, bits) = out.split_at_mut(self.bits_at());
        let places = head[MATRIX_HEADER_LEN..].as_chunks_mut::<KEY_LEN>().0;
        let mut written = 0;
        for (place, key) in places.iter_mut().zip(keys) {
            *place = key.to_le_bytes();
            written += 1;
        }
        if written != self.columns {
            return Err(Error::Internal("the number of keys is not the number of columns"));
        }
        Ok(bits)
    }

    /// Reads and checks the header at the start of `bytes`; ignores what follows.
    ///
    /// # Errors
    /// [`Error::Malformed`] for anything that a header written here cannot be.
    pub fn read(arrangement: Arrangement, bytes: &[u8]) -> Result<Self> {
        let bad = |why: &str| Err(malformed(arrangement.what(), why));
        if bytes.len() < MATRIX_HEADER_LEN || !bytes.starts_with(arrangement.magic()) {
            return bad("It does not start with a whole header.");
        }
        if at::VERSION.get(bytes) != VERSION {
            return bad("It has an unknown version.");
        }
        let (unfolded, folds) = (at::UNFOLDED.get(bytes), at::FOLDS.get(bytes));
        let is_plain = unfolded == 0 && folds == 0;
        if !is_plain && arrangement == Arrangement::Rows
            || at::RESERVED.get(bytes) != 0
            || at::RESERVED_TOO.get(bytes) != 0
        {
            return bad("A reserved byte is not zero.");
        }
        let filters = Header::read(&bytes[at::FILTERS..])?.expect_cell(CellKind::Bit)?;
        let (factor, Sizes { combined, .. }) = (at::FOLD_FACTOR.get(bytes), Sizes::of(&filters));
        let common = combined.checked_shr(unfolded.into()).unwrap_or(0);
        // Even a filter of the largest size does not fold by a larger factor.
        if factor == 0 || factor > CellKind::Bit.most() / filters.params.bits || folds > 1 {
            return bad("The fold factor of its filters is invalid.");
        }
        let folds = match arrangement {
            Arrangement::Rows => factor > 1,
            Arrangement::Columns => folds == 1,
        };
        let sizes = Sizes { smallest: common * factor, common, combined, folds };
        let is_of_none = common == 0 && (factor > 1 || unfolded > 0);
        if is_of_none || !sizes.is_possible() || common % filters.layout().unit() != 0 {
            return bad("The fold factor of its filters is invalid.");
        }
        let header = Self { filters, columns: at::COLUMNS.get(bytes), sizes };
        if header.columns == 0 || header.columns > header.most_columns() {
            return bad("It has an invalid number of columns.");
        }
        Ok(header)
    }
}
