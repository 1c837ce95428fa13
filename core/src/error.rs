//! Errors: invalid parameters, malformed bytes, filters that do not combine.
//!
//! ```
//! use bloom_core::Error;
//! use bloom_core::layout::Params;
//!
//! let error = Params::for_capacity(1000, 1.5).unwrap_err();
//! assert_eq!(error, Error::Fpp(1.5));
//! assert_eq!(error.to_string(), "false-positive rate must be greater than 0 and less than 1");
//! ```

use crate::bytes::MAX_BITS;
use crate::element::ElementType;
use crate::hash::Seed;

/// Result type of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Error of this crate. Its text is one short lower-case phrase; its fields hold the data.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
    /// The expected number of values is not positive.
    #[error("capacity must be at least 1")]
    Capacity(i64),
    /// The false-positive rate is not strictly between 0 and 1.
    #[error("false-positive rate must be greater than 0 and less than 1")]
    Fpp(f64),
    /// The number of bits is not positive.
    #[error("number of bits must be at least 1")]
    Bits(i64),
    /// The number of hashes is outside 1..=255.
    #[error("number of hashes must be between 1 and 255")]
    Hashes(i64),
    /// The number of shards is not positive.
    #[error("number of shards must be at least 1")]
    Shards(i32),
    /// More bits than one value can hold.
    #[error("filter would exceed the largest possible size of {MAX_BITS} bits")]
    TooLarge {
        /// Bits that would be needed; a counter takes four.
        bits: f64,
    },
    /// A build of unknown capacity received more values than the largest filter holds at this rate.
    #[error("too many distinct values for one filter")]
    TooManyValues {
        /// The requested rate.
        fpp: f64,
        /// The rate that the values so far already cause.
        reached: f64,
    },
    /// The bytes of a value break the format.
    #[error("invalid {what}")]
    Malformed {
        /// What was expected, as in "Bloom filter".
        what: &'static str,
        /// Which rule of the format the bytes break.
        why: String,
    },
    /// A well-formed state was given to a function of another aggregate.
    #[error("Bloom filter state belongs to another aggregate")]
    WrongState,
    /// A mistake of the Rust caller, such as a buffer of a wrong length; never of a user or a disk.
    #[error("{0}")]
    Internal(&'static str),
    /// The stream format of another library cannot express the filter's hash scheme.
    #[error("{stream} cannot have hash scheme {scheme}")]
    NotCarried {
        /// The stream, as in "a Guava Bloom filter".
        stream: &'static str,
        /// Name of the filter's scheme.
        scheme: &'static str,
    },
    /// A filter of this size cannot keep its rate with this scheme.
    #[error("filter would be too large for hash scheme {scheme}")]
    TooLargeForScheme {
        /// Name of the filter's scheme.
        scheme: &'static str,
        /// Bits that would be needed.
        bits: u64,
        /// Most bits of a filter of this scheme.
        most: u64,
    },
    /// The scheme has a fixed number of hashes, and another was given.
    #[error("number of hashes must be {only} for this hash scheme")]
    HashesOfScheme {
        /// The given number.
        hashes: i64,
        /// The scheme's number.
        only: u8,
    },
    /// Filters of this scheme do not hold elements of this type.
    #[error("hash scheme {scheme} does not hold values of this type")]
    NotHeld {
        /// Name of the scheme.
        scheme: &'static str,
        /// The type of the value.
        element: ElementType,
    },
    /// The key of a keyed scheme is malformed; it is not shown.
    #[error("key must have 32 hexadecimal digits")]
    Key,
    /// No scheme has this name; it is not shown, as it may contain a key.
    #[error("unknown hash scheme")]
    UnknownScheme,
    /// The scheme does not have these options; they are not shown, as they may contain a key.
    #[error("invalid options for hash scheme {0}")]
    SchemeOptions(
        /// Name of the scheme.
        &'static str,
    ),
    /// An integer needs more than four bytes, and the filter holds four-byte integers.
    #[error("integer out of range")]
    OutOfRange(i64),
    /// Four bytes do not hold a floating-point number exactly, and the filter holds four-byte ones.
    #[error("value is not exactly representable as real")]
    Inexact(f64),
    /// A hash was made by another scheme than the filter's.
    #[error("hash does not fit the hash scheme of the filter")]
    HashedOtherwise(
        /// Name of the filter's scheme.
        &'static str,
    ),
    /// The value's element type is not the filter's.
    #[error("element type mismatch")]
    ElementMismatch {
        /// The filter's element type.
        filter: ElementType,
        /// The value's element type.
        value: ElementType,
    },
    /// Two filters do not combine.
    #[error("incompatible Bloom filters")]
    Incompatible(
        /// What differs is among these.
        Box<[FilterSummary; 2]>,
    ),
    /// Filters hash alike, but the common divisor of their sizes is too small.
    #[error("incompatible Bloom filters")]
    NoCommonSize {
        /// Cells of the smallest filter.
        smallest: u64,
        /// The greatest common divisor of all sizes.
        common: u64,
    },
    /// The matrix would not fit into one PostgreSQL value.
    #[error("matrix would exceed the largest possible size")]
    MatrixTooLarge {
        /// Bits of each filter.
        bits: u64,
        /// Filters that the matrix would have, at least.
        columns: u64,
        /// Most filters of this size in a matrix.
        fit: u64,
    },
    /// A counting filter was subtracted from one that does not contain it.
    #[error("counting Bloom filter is not contained in the other")]
    NotContained,
    /// The false-positive rate of a union exceeds its limit.
    #[error("union of Bloom filters exceeds its false-positive rate")]
    Overfull {
        /// The highest rate allowed.
        max_fpp: f64,
        /// The rate reached.
        reached: f64,
    },
    /// An argument of an aggregate changed between rows.
    #[error("{name} must be the same for all rows of an aggregate")]
    ArgumentChanged {
        /// Name of the argument, such as `capacity` or `fpp`.
        name: &'static str,
        /// The first value.
        first: String,
        /// The later, different value.
        later: String,
    },
}

/// What two filters must have in common to combine, and what their sizes were computed from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FilterSummary {
    /// Element type.
    pub element: ElementType,
    /// Name of the scheme.
    pub scheme: &'static str,
    /// Seed or key.
    pub seed: Seed,
    /// Whether the cells are counters.
    pub is_counting: bool,
    /// Number of cells.
    pub cells: u64,
    /// Number of hashes.
    pub hashes: u8,
    /// Expected number of values, if declared.
    pub capacity: Option<u64>,
    /// False-positive rate, if declared.
    pub fpp: Option<f64>,
}

impl Error {
    /// Returns `false` if the error means that the value is certainly absent; the filter cannot hold it.
    ///
    /// # Errors
    /// Returns any other error unchanged.
    #[cold]
    pub fn as_absent(self) -> Result<bool> {
        if matches!(self, Self::OutOfRange(_) | Self::Inexact(_)) { Ok(false) } else { Err(self) }
    }
}

/// Returns the error for bytes that break the rule `why` of the format.
pub(crate) fn malformed(what: &'static str, why: impl Into<String>) -> Error {
    Error::Malformed { what, why: why.into() }
}
