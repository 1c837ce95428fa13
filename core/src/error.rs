//! Everything that can be wrong with a parameter, a value of the format, or a pair of filters.
//!
//! ```
//! use bloom_core::Error;
//! use bloom_core::layout::Params;
//!
//! let error = Params::for_capacity(1000, 1.5).unwrap_err();
//! assert_eq!(error, Error::Fpp(1.5));
//! assert_eq!(error.to_string(), "false-positive rate must be greater than 0 and less than 1");
//! ```

use crate::element::ElementType;
use crate::filter::Header;
use crate::layout::params::MAX_BITS;
use crate::scheme::Scheme;

/// Shorthand for results of this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// What went wrong; the text is one short lower-case sentence, the data stand in the fields.
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
        /// Bits that would be needed: four for each counter.
        bits: f64,
    },
    /// A build of unknown capacity met more values than the largest filter holds at this rate.
    #[error("too many distinct values for one filter")]
    TooManyValues {
        /// The rate that was asked for.
        fpp: f64,
        /// The rate that the values seen so far already cause.
        reached: f64,
    },
    /// The bytes of a value break the format.
    #[error("invalid {what}")]
    Malformed {
        /// Which kind of value was expected.
        what: &'static str,
        /// Which rule of the format the bytes break.
        why: String,
    },
    /// A well-formed state, given to a function of another aggregate.
    #[error("bloom filter state belongs to another aggregate")]
    WrongState,
    /// A mistake of the caller in Rust, such as room of a wrong length; never of a user or a disk.
    #[error("{0}")]
    Internal(&'static str),
    /// A filter whose hash scheme the stream of another library has no way to say.
    #[error("{stream} cannot have hash scheme {}", scheme.name())]
    NotCarried {
        /// Whose stream, as in "a Guava bloom filter".
        stream: &'static str,
        /// How the filter hashes.
        scheme: Scheme,
    },
    /// A filter of a scheme that cannot keep the rate with so many bits.
    #[error("filter would be too large for hash scheme {}", scheme.name())]
    TooLargeForScheme {
        /// How the filter would hash.
        scheme: Scheme,
        /// Bits that would be needed.
        bits: u64,
        /// Most bits of filters of the scheme.
        most: u64,
    },
    /// Another number of hashes than the scheme has.
    #[error("number of hashes must be {only} for this hash scheme")]
    HashesOfScheme {
        /// What was given.
        hashes: i64,
        /// What it must be.
        only: u8,
    },
    /// A value of a kind that filters of the scheme do not hold.
    #[error("hash scheme {} does not hold values of this type", scheme.name())]
    NotHeld {
        /// The scheme.
        scheme: Scheme,
        /// What was offered.
        element: ElementType,
    },
    /// The key of a keyed scheme is none; it is not shown.
    #[error("key must have 32 hexadecimal digits")]
    Key,
    /// No such scheme; what was given is not shown, as it may be a key.
    #[error("unknown hash scheme")]
    UnknownScheme,
    /// Options that a scheme does not have; what was given is not shown, as it may be a key.
    #[error("invalid options for hash scheme {}", .0.name())]
    SchemeOptions(Scheme),
    /// A whole number of more than four bytes, offered to a filter of four-byte numbers.
    #[error("integer out of range")]
    OutOfRange(i64),
    /// A floating-point number that four bytes do not hold exactly, offered to a filter of such.
    #[error("value is no real")]
    Inexact(f64),
    /// A hash that was made for another scheme than that of the filter.
    #[error("hash does not fit the hash scheme of the filter")]
    HashedOtherwise(
        /// The filter's.
        Scheme,
    ),
    /// A value of one kind was offered to a filter of another.
    #[error("element type mismatch")]
    ElementMismatch {
        /// What the filter holds.
        filter: ElementType,
        /// What was offered.
        value: ElementType,
    },
    /// Two filters that do not combine.
    #[error("incompatible Bloom filters")]
    Incompatible(
        /// What they are.
        Box<[Header; 2]>,
    ),
    /// Filters of which each hashes like the others, but whose sizes have too little in common.
    #[error("incompatible Bloom filters")]
    NoCommonSize {
        /// Cells of the smallest.
        smallest: u64,
        /// The greatest common divisor of all sizes.
        common: u64,
    },
    /// More filters than one matrix can hold.
    #[error("matrix would exceed the largest possible size")]
    MatrixTooLarge {
        /// Bits of each filter.
        bits: u64,
        /// Filters there would be, at least.
        columns: u64,
        /// Filters that fit.
        fit: u64,
    },
    /// A counting filter is to be taken away from one that cannot hold it.
    #[error("counting Bloom filter is not contained in the other")]
    NotContained,
    /// A union became denser than its limit allows.
    #[error("union of Bloom filters exceeds its false-positive rate")]
    Overfull {
        /// The highest rate allowed.
        max_fpp: f64,
        /// The rate reached.
        reached: f64,
    },
    /// `capacity` or `fpp` was not the same in all rows of an aggregate.
    #[error("{name} must be the same for all rows of an aggregate")]
    ArgumentChanged {
        /// `capacity` or `fpp`.
        name: &'static str,
        /// Its first value.
        first: String,
        /// Its later, different value.
        later: String,
    },
}

impl Error {
    /// The answer to a question that this error is the outcome of: `false` for a number that the filter
    /// cannot hold.
    ///
    /// # Errors
    /// Any other error.
    #[cold]
    pub fn as_absent(self) -> Result<bool> {
        if matches!(self, Self::OutOfRange(_) | Self::Inexact(_)) { Ok(false) } else { Err(self) }
    }
}

/// The error for bytes that break the format's rule `why`.
pub(crate) fn malformed(what: &'static str, why: impl Into<String>) -> Error {
    Error::Malformed { what, why: why.into() }
}
