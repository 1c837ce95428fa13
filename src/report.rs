//! What users are told of each error: its SQLSTATE, DETAIL and HINT.

use crate::error::{self, Error, Kind, Texts};
use crate::pg::catalog;
use bloom_core::Error as Core;
use bloom_core::cells::CellKind;
use bloom_core::element::{ElementType, Family, NAMED, ROW};
use bloom_core::filter::Header;
use bloom_core::hash::Seed;
use bloom_core::layout::Params;
use bloom_core::scheme::{HashSpec, Scheme};
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys::Oid;

/// What users are told of an error.
pub fn texts(kind: Kind) -> Texts {
    match kind {
        Kind::Glue(texts) => texts,
        Kind::Core(error) => of_core(error),
        Kind::Input(Core::Malformed { what, why }) => Texts {
            code: Code::ERRCODE_INVALID_TEXT_REPRESENTATION,
            message: Core::Malformed { what, why: String::new() }.to_string(),
            detail: why,
            hint: String::new(),
        },
        Kind::Input(error) => of_core(error),
    }
}

/// The table of the core's errors.
fn of_core(error: Core) -> Texts {
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
                "A filter holds about 890 million values at 1 %, a counting filter a quarter of that; keep larger \
                 sets as several filters, GROUP BY bloom_shard(value, n), or allow a higher rate."
                    .into(),
            ),
            Core::TooManyValues { fpp, reached } => (
                Code::ERRCODE_PROGRAM_LIMIT_EXCEEDED,
                format!("The rate asked for is {fpp}, the values seen would make it {reached:.6}."),
                "Give the number of distinct values as the capacity, or keep the set as several filters: GROUP BY \
                 bloom_shard(value, n)."
                    .into(),
            ),
            Core::Malformed { why, .. } => (
                Code::ERRCODE_DATA_CORRUPTED,
                why,
                "The stored value is damaged: build it again, or restore it from a backup.".into(),
            ),
            Core::WrongState => (
                Code::ERRCODE_INVALID_PARAMETER_VALUE,
                "The function was called by hand with a state that another aggregate made.".into(),
                "Call the aggregate, not its functions.".into(),
            ),
            Core::Internal(why) => (
                Code::ERRCODE_INTERNAL_ERROR,
                why.into(),
                "Please report it, with the query and the versions of PostgreSQL and bloom_rs.".into(),
            ),
            Core::TooLargeForScheme { scheme, bits, most } => (
                Code::ERRCODE_PROGRAM_LIMIT_EXCEEDED,
                format!("It would need {bits} bits; {} keeps its rate up to {most}.", scheme.name()),
                "Use mitz64 for Guava or spark2 for Spark, or several filters, one a row.".into(),
            ),
            Core::UnknownScheme => (
                Code::ERRCODE_INVALID_PARAMETER_VALUE,
                format!("The schemes are {}.", Scheme::ALL.map(Scheme::name).join(", ")),
                "Add \" int4\" to hash whole numbers as four bytes, as in \"mitz64 int4\", \" pow2\" for as many blocks as \
                 a power of two, as in \"parquet pow2\", or a seed or key, as in \"datasketches:9001\"."
                    .into(),
            ),
            Core::SchemeOptions(scheme) => (
                Code::ERRCODE_INVALID_PARAMETER_VALUE,
                scheme_options(scheme),
                "Write the options as in \"mitz64 int4\", \"parquet int4 pow2\" or \"datasketches:9001\".".into(),
            ),
            Core::Key => (
                Code::ERRCODE_INVALID_PARAMETER_VALUE,
                "The scheme is \"keyed:\" and the key.".into(),
                "bloom_new_key() draws one.".into(),
            ),
            Core::HashesOfScheme { hashes, .. } => (
                Code::ERRCODE_INVALID_PARAMETER_VALUE,
                format!("The number of hashes is {hashes}."),
                "A value has one bit in each word of its block.".into(),
            ),
            Core::NotHeld { scheme, element } => (
                Code::ERRCODE_FEATURE_NOT_SUPPORTED,
                format!("The type is {}, of which {} has no Bloom filters.", element_name(element), scheme.name()),
                "Cast the value to integer, bigint, real, double precision, text, bytea, uuid, date, time or timestamp: \
                 whichever the other side has."
                    .into(),
            ),
            Core::Inexact(value) => (
                Code::ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE,
                format!("The filter holds values of type real, the value is {value}."),
                "Cast the value to real, or build the filter from values of type double precision.".into(),
            ),
            Core::OutOfRange(value) => (
                Code::ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE,
                format!("The filter holds integers of four bytes, the value is {value}."),
                "Build the filter without int4 in its scheme, for parquet from values of type bigint.".into(),
            ),
            Core::HashedOtherwise(scheme) => (
                Code::ERRCODE_DATA_EXCEPTION,
                format!("The filter's scheme is {}, bloom_hash makes hashes for mitz64.", scheme.name()),
                "Give the value itself.".into(),
            ),
            Core::NotCarried { scheme, .. } => (
                Code::ERRCODE_DATA_EXCEPTION,
                format!("The filter's scheme is {}.", scheme.name()),
                "Guava reads mitz64 and mitz32, Spark spark1 and spark2, the others the scheme of their name; it is chosen \
                 when a filter is built."
                    .into(),
            ),
            Core::ElementMismatch { filter, value } => {
                let (detail, hint) = mismatch(filter, value);
                (Code::ERRCODE_DATATYPE_MISMATCH, detail, hint)
            }
            Core::Incompatible(headers) => {
                (Code::ERRCODE_DATA_EXCEPTION, headers.map(|header| describe(&header)).join(". ") + ".", same(&headers))
            }
            Core::NoCommonSize { smallest, common } => (
                Code::ERRCODE_DATA_EXCEPTION,
                format!("The smallest size is {smallest}, the greatest common divisor of all sizes is {common}."),
                "Build all with the same capacity and fpp.".into(),
            ),
            Core::MatrixTooLarge { bits, columns, fit } => {
                let (detail, hint) = smaller_matrices(bits, columns, fit);
                (Code::ERRCODE_PROGRAM_LIMIT_EXCEEDED, detail, hint)
            }
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
            Core::ArgumentChanged { name, first, later } => {
                let hint = if first.starts_with(Scheme::Keyed.name()) {
                    "Draw a key once: (SELECT bloom_new_key()).".into()
                } else {
                    format!("Use a constant, or GROUP BY the expression that gives {name}.")
                };
                (Code::ERRCODE_INVALID_PARAMETER_VALUE, format!("It was {first} and is now {later}."), hint)
            }
        };
    Texts { code, message, detail, hint }
}

/// What may follow the name of a scheme.
fn scheme_options(scheme: Scheme) -> String {
    let options = match scheme {
        Scheme::Mitz64 | Scheme::Mitz32 => "no option but \" int4\"",
        Scheme::SparkV1 | Scheme::SparkV2 => "no options",
        Scheme::Parquet => "the options \" int4\" and \" pow2\", in this order",
        Scheme::DataSketches => "no option but a seed of 64 bits",
        Scheme::Keyed => "no option but a key of 32 hexadecimal digits",
    };
    let name = scheme.name();
    format!("The scheme {name} takes {options}. What was given is not shown, as it may hold a key.")
}

/// Why filters of so many bits do not go into one matrix, and how they go into several.
fn smaller_matrices(bits: u64, columns: u64, fit: u64) -> (String, String) {
    match fit.checked_ilog2() {
        None => (
            format!("Not even 64 filters of {bits} bits fit into one value."),
            "Ask filters of that size one by one, with bloom_contains.".into(),
        ),
        Some(power) => (
            format!("There are {columns} filters of {bits} bits or more; {fit} fit into one value."),
            format!(
                "Make several matrices: GROUP BY key / {}, if the keys have no gaps, or by anything else that has as \
                 few filters in each group.",
                1_u64 << power
            ),
        ),
    }
}

/// What makes two filters combine that do not.
fn same([a, b]: &[Header; 2]) -> String {
    if a.hashing.scheme != b.hashing.scheme {
        "Build both with the same hash scheme.".into()
    } else if a.hashing.seed != b.hashing.seed {
        let what = if a.hashing.scheme == Scheme::Keyed { "key" } else { "seed" };
        format!("Build both with the same {what}.")
    } else if a.params == b.params {
        "Build both from values of the same type.".into()
    } else {
        "Build both with the same capacity and fpp.".into()
    }
}

/// The parameters on which it depends whether filters combine.
fn describe(header: &Header) -> String {
    let Params { bits, hashes } = header.params;
    let cells = match header.cell {
        CellKind::Bit => "bits",
        CellKind::Counter => "counters",
    };
    let scheme = match header.hashing {
        HashSpec { scheme: Scheme::Mitz64, .. } => String::new(),
        // A key is not shown, but whether it is the same.
        HashSpec { scheme: Scheme::Keyed, .. } => " of scheme keyed".into(),
        HashSpec { scheme, seed: Seed::ZERO, .. } => format!(" of scheme {}", scheme.name()),
        HashSpec { scheme, seed, .. } => format!(" of scheme {} with seed {}", scheme.name(), seed.low64()),
    };
    match header.element().family {
        Family::None => format!("An empty filter has {bits} {cells} and {hashes} hashes{scheme}"),
        _ => {
            let holds = element_name(header.element());
            format!("A filter of {holds} has {bits} {cells} and {hashes} hashes{scheme}")
        }
    }
}

fn mismatch(filter: ElementType, value: ElementType) -> (String, String) {
    let (holds, is) = (element_name(filter), element_name(value));
    if filter.family == value.family && filter.tag == value.tag {
        let detail = format!(
            "The server's hash of {holds} depends on the encoding, locale or byte order, which is another here."
        );
        return (detail, "Build the filter again in this database.".into());
    }
    let detail = format!("The filter holds {holds}, the value is {is}.");
    let hint = match (filter.family, value.family) {
        // A cast of one side alone would lose what differs in trailing blanks only.
        (Family::Text, Family::Padded) | (Family::Padded, Family::Text) => {
            "Cast to bpchar both when building and when asking: trailing blanks do not count then.".into()
        }
        (Family::Integer | Family::Integer4, _) => "Cast the value, for example to bigint.".into(),
        (Family::Float4, _) => "Cast the value to real.".into(),
        (Family::Enum | Family::Hashed, _) if filter.tag & NAMED != 0 => {
            "Cast the value to the type that the filter was built from.".into()
        }
        _ => format!("Cast the value to {holds}."),
    };
    (detail, hint)
}

/// The name of a kind for users.
pub fn element_name(kind: ElementType) -> String {
    match kind.family {
        Family::Hashed if kind.tag & NAMED != 0 && kind.tag & ROW != 0 => "record".into(),
        Family::Hashed if kind.tag & NAMED != 0 => "user-defined type".into(),
        Family::Hashed => catalog::sql_name(Oid::from(kind.tag as u32)),
        family => family.name().into(),
    }
}

/// The error for a type that a filter cannot hold.
#[track_caller]
pub fn unsupported(oid: Oid, detail: &str, hint: &str) -> Error {
    let message = format!("type {} is not supported for Bloom filters", catalog::sql_name(oid));
    error::new(Code::ERRCODE_FEATURE_NOT_SUPPORTED, message, detail, hint)
}

/// The error for a type without a hash function.
#[track_caller]
pub fn no_hash(oid: Oid) -> Error {
    unsupported(
        oid,
        "It has no default hash operator class with an extended hash function.",
        "Cast the value to a type that has one, such as text.",
    )
}
