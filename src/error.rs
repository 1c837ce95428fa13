//! Every error with its SQLSTATE, DETAIL and HINT.

use crate::value_type;
use bloom_core::Error as Core;
use bloom_core::cells::Cell;
use bloom_core::element::{Element, Family};
use bloom_core::hashing::Hashing;
use bloom_core::header::Header;
use bloom_core::params::Params;
use bloom_core::scheme::Scheme;
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys::panic::{ErrorReport, ErrorReportable};
use std::fmt::{Display, Formatter};

/// Shorthand for results of the glue.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// An error that is ready to be reported.
#[derive(Debug)]
pub struct Error(Box<ErrorReport>);

impl Error {
    /// Reports it, which ends the call.
    #[cold]
    pub fn raise<T>(self) -> T {
        Err(ErrorReport::from(self)).unwrap_or_report()
    }
}

impl Display for Error {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl From<Error> for ErrorReport {
    fn from(error: Error) -> Self {
        *error.0
    }
}

/// An error of the glue itself.
#[track_caller]
pub fn new(
    code: Code,
    message: impl Into<String>,
    detail: impl Into<String>,
    hint: impl Into<String>,
) -> Error {
    let report = ErrorReport::new(code, message.into(), "bloom_rs").set_detail(detail.into());
    let hint = hint.into();
    Error(Box::new(if hint.is_empty() { report } else { report.set_hint(hint) }))
}

/// A value that PostgreSQL could not hold.
pub fn too_large(bytes: usize) -> Error {
    new(
        Code::ERRCODE_PROGRAM_LIMIT_EXCEEDED,
        "value would exceed the largest possible size",
        format!("It would take {bytes} bytes, PostgreSQL's values take less than 1 GB."),
        "Keep the set as several smaller filters, one a row.",
    )
}

impl From<Core> for Error {
    fn from(error: Core) -> Self {
        let message = error.to_string();
        let (code, detail, hint) = match error {
            Core::Capacity(capacity) => (
                Code::ERRCODE_INVALID_PARAMETER_VALUE,
                format!("The capacity is {capacity}."),
                "Give the number of distinct values that you expect.".into(),
            ),
            Core::Fpp(fpp) => (
                Code::ERRCODE_INVALID_PARAMETER_VALUE,
                format!("The rate is {fpp}."),
                "Give a share such as 0.01, which is 1 %.".into(),
            ),
            Core::Bits(bits) => (
                Code::ERRCODE_INVALID_PARAMETER_VALUE,
                format!("The number of bits is {bits}."),
                "bloom_params(capacity, fpp) tells how many bits a set needs.".into(),
            ),
            Core::Hashes(hashes) => (
                Code::ERRCODE_INVALID_PARAMETER_VALUE,
                format!("The number of hashes is {hashes}."),
                "bloom_optimal_hashes(bits, n) tells the best number.".into(),
            ),
            Core::Shards(shards) => (
                Code::ERRCODE_INVALID_PARAMETER_VALUE,
                format!("The number of shards is {shards}."),
                "Give the number of filters that the set is spread over.".into(),
            ),
            Core::TooLarge { bits } => (
                Code::ERRCODE_PROGRAM_LIMIT_EXCEEDED,
                format!("It would need at least {bits:.0} bits."),
                "A filter holds about 890 million values at 1 %, a counting filter a quarter of that; keep \
                 larger sets as several filters, one a row, or allow a higher rate."
                    .into(),
            ),
            Core::TooManyValues { fpp, reached } => (
                Code::ERRCODE_PROGRAM_LIMIT_EXCEEDED,
                format!("The rate asked for is {fpp}, the values seen would make it {reached:.6}."),
                "Give the aggregate the number of distinct values as its capacity, or raise work_mem.".into(),
            ),
            Core::Malformed { why, .. } => (Code::ERRCODE_INVALID_TEXT_REPRESENTATION, why, String::new()),
            Core::TooLargeForScheme { scheme, bits, most } => (
                Code::ERRCODE_PROGRAM_LIMIT_EXCEEDED,
                format!("It would need {bits} bits; {} keeps its rate up to {most}.", scheme.name()),
                "Use mitz64 for Guava or spark2 for Spark, or several filters, one a row.".into(),
            ),
            Core::UnknownScheme(_) => (
                Code::ERRCODE_INVALID_PARAMETER_VALUE,
                format!("The schemes are {}.", Scheme::ALL.map(Scheme::name).join(", ")),
                "Add \" int4\" for a filter that Guava's integerFunnel can ask, as in \"mitz64 int4\".".into(),
            ),
            Core::OutOfRange(value) => (
                Code::ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE,
                format!("The filter holds integers of four bytes, the value is {value}."),
                "Build the filter without int4 in its scheme.".into(),
            ),
            Core::HashedOtherwise(scheme) => (
                Code::ERRCODE_DATA_EXCEPTION,
                format!("The filter's scheme is {}, bloom_hash makes hashes for mitz64.", scheme.name()),
                "Give the value itself.".into(),
            ),
            Core::NotCarried { scheme, .. } => (
                Code::ERRCODE_DATA_EXCEPTION,
                format!("The filter's scheme is {}.", scheme.name()),
                "Guava reads mitz64 and mitz32, Spark spark1 and spark2; the scheme is chosen when a filter is built.".into(),
            ),
            Core::ElementMismatch { filter, value } => {
                let (detail, hint) = mismatch(filter, value);
                (Code::ERRCODE_DATATYPE_MISMATCH, detail, hint)
            }
            Core::Incompatible(headers) => (
                Code::ERRCODE_DATA_EXCEPTION,
                headers.map(|header| describe(&header)).join(". ") + ".",
                if (headers[0].hashing.scheme, headers[0].hashing.seed) != (headers[1].hashing.scheme, headers[1].hashing.seed) {
                    "Build both with the same hash scheme.".into()
                } else if headers[0].params == headers[1].params {
                    "Build both from values of the same type.".into()
                } else {
                    "Build both with the same capacity and fpp.".into()
                },
            ),
            Core::NotContained => (
                Code::ERRCODE_DATA_EXCEPTION,
                "A counter of the filter to be subtracted is larger than its counterpart.".into(),
                "Subtract only filters of values that were all added.".into(),
            ),
            Core::Overfull { max_fpp, reached } => (
                Code::ERRCODE_DATA_EXCEPTION,
                format!("The highest rate allowed is {max_fpp}, the rate reached is {reached:.6}."),
                "Build the filters with a larger capacity, that of their union.".into(),
            ),
            Core::ArgumentChanged { name, first, later } => (
                Code::ERRCODE_INVALID_PARAMETER_VALUE,
                format!("It was {first} and is now {later}."),
                format!("Use a constant, or GROUP BY the expression that gives {name}."),
            ),
        };
        new(code, message, detail, hint)
    }
}

/// The parameters on which it depends whether filters combine.
fn describe(header: &Header) -> String {
    let Params { bits, hashes } = header.params;
    let cells = match header.cell {
        Cell::Bit => "bits",
        Cell::Counter => "counters",
    };
    let scheme = match header.hashing {
        Hashing { scheme: Scheme::Mitz64, .. } => String::new(),
        Hashing { scheme, seed: 0, .. } => format!(" of scheme {}", scheme.name()),
        Hashing { scheme, seed, .. } => format!(" of scheme {} with seed {seed}", scheme.name()),
    };
    match header.element().family {
        Family::None => format!("An empty filter has {bits} {cells} and {hashes} hashes{scheme}"),
        _ => {
            let holds = value_type::name(header.element());
            format!("A filter of {holds} has {bits} {cells} and {hashes} hashes{scheme}")
        }
    }
}

fn mismatch(filter: Element, value: Element) -> (String, String) {
    let (holds, is) = (value_type::name(filter), value_type::name(value));
    if filter.family == value.family && filter.tag == value.tag {
        let detail = format!(
            "The server's hash of {holds} depends on the encoding, locale or byte order, which is another here."
        );
        return (detail, "Build the filter again in this database.".into());
    }
    let detail = format!("The filter holds {holds}, the value is {is}.");
    let hint = match filter.family {
        Family::Integer | Family::Integer4 => "Cast the value, for example to bigint.".into(),
        Family::Enum | Family::Hashed if !value_type::is_built_in(filter) => {
            "Cast the value to the type that the filter was built from.".into()
        }
        _ => format!("Cast the value to {holds}."),
    };
    (detail, hint)
}
