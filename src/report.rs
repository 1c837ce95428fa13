//! The SQLSTATE, DETAIL and HINT of each error.

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

/// Returns the message texts of an error. `value_type` returns the SQL type of the value that was given, if it is known.
pub fn texts(kind: Kind, value_type: impl FnOnce() -> Option<Oid>) -> Texts {
    match kind {
        Kind::Glue(texts) => texts,
        Kind::Core(error) => core_texts(error, value_type),
        Kind::Input(Core::Malformed { what, why }) => Texts {
            code: Code::ERRCODE_INVALID_TEXT_REPRESENTATION,
            message: Core::Malformed { what, why: String::new() }.to_string(),
            detail: why,
            hint: String::new(),
        },
        Kind::Input(error) => core_texts(error, value_type),
    }
}

/// Returns the message texts of an error of `bloom_core`.
fn core_texts(error: Core, value_type: impl FnOnce() -> Option<Oid>) -> Texts {
    let message = error.to_string();
    let (code, detail, hint) = match error {
            Core::Capacity(capacity) => (
                Code::ERRCODE_INVALID_PARAMETER_VALUE,
                format!("The capacity is {capacity}."),
                "Specify the number of distinct values that you expect.".into(),
            ),
            Core::Fpp(fpp) => (
                Code::ERRCODE_INVALID_PARAMETER_VALUE,
                format!("The rate is {fpp}."),
                "Specify a fraction such as 0.01, which means 1 %.".into(),
            ),
            Core::Bits(bits) => (
                Code::ERRCODE_INVALID_PARAMETER_VALUE,
                format!("The number of bits is {bits}."),
                "bloom_params(capacity, fpp) returns the number of bits that a set needs.".into(),
            ),
            Core::Hashes(hashes) => (
                Code::ERRCODE_INVALID_PARAMETER_VALUE,
                format!("The number of hashes is {hashes}."),
                "bloom_optimal_hashes(bits, n) returns the best number.".into(),
            ),
            Core::Shards(shards) => (
                Code::ERRCODE_INVALID_PARAMETER_VALUE,
                format!("The number of shards is {shards}."),
                "Specify the number of filters that the set is spread over.".into(),
            ),
            Core::TooLarge { bits } => (
                Code::ERRCODE_PROGRAM_LIMIT_EXCEEDED,
                format!("It would need at least {bits:.0} bits."),
                "A filter holds about 890 million values at 1 %, a counting filter a quarter of that. Split a larger \
                 set into several filters with GROUP BY bloom_shard(value, n), or allow a higher rate."
                    .into(),
            ),
            Core::TooManyValues { fpp, reached } => (
                Code::ERRCODE_PROGRAM_LIMIT_EXCEEDED,
                format!("The requested rate is {fpp}, but the values seen so far would make it {reached:.6}."),
                "Specify the number of distinct values as the capacity, or split the set into several filters with \
                 GROUP BY bloom_shard(value, n)."
                    .into(),
            ),
            Core::Malformed { why, .. } => (
                Code::ERRCODE_DATA_CORRUPTED,
                why,
                "The stored value is damaged. Build it again, or restore it from a backup.".into(),
            ),
            Core::WrongState => (
                Code::ERRCODE_INVALID_PARAMETER_VALUE,
                "The function was called directly with a state of another aggregate.".into(),
                "Call the aggregate instead of its support functions.".into(),
            ),
            Core::Internal(why) => (
                Code::ERRCODE_INTERNAL_ERROR,
                why.into(),
                "Please report this bug with the query and the versions of PostgreSQL and bloom_rs.".into(),
            ),
            Core::TooLargeForScheme { scheme, bits, most } => (
                Code::ERRCODE_PROGRAM_LIMIT_EXCEEDED,
                format!("It would need {bits} bits, but {} keeps its rate only up to {most} bits.", scheme.name()),
                "Use mitz64 for Guava or spark2 for Spark, or store several filters, one per row.".into(),
            ),
            Core::UnknownScheme => (
                Code::ERRCODE_INVALID_PARAMETER_VALUE,
                format!("The schemes are {}.", Scheme::ALL.map(Scheme::name).join(", ")),
                "Add \" int4\" to hash integers as four bytes, as in \"mitz64 int4\"; \" pow2\" to make the number of \
                 blocks a power of two, as in \"parquet pow2\"; or a seed or key, as in \"datasketches:9001\"."
                    .into(),
            ),
            Core::SchemeOptions(scheme) => (
                Code::ERRCODE_INVALID_PARAMETER_VALUE,
                scheme_options(scheme),
                "Write the options as in \"mitz64 int4\", \"parquet int4 pow2\" or \"datasketches:9001\".".into(),
            ),
            Core::Key => (
                Code::ERRCODE_INVALID_PARAMETER_VALUE,
                "The name of the scheme is \"keyed:\" followed by the key.".into(),
                "bloom_new_key() generates one.".into(),
            ),
            Core::HashesOfScheme { hashes, only } => (
                Code::ERRCODE_INVALID_PARAMETER_VALUE,
                format!("The number of hashes is {hashes}."),
                format!("Specify {only}: a value sets one bit in each of the {only} words of its block."),
            ),
            Core::NotHeld { scheme, element } => (
                Code::ERRCODE_FEATURE_NOT_SUPPORTED,
                format!("The type is {}, for which {} has no Bloom filters.", given(value_type, element), scheme.name()),
                "Cast the value to the type that the other side uses: integer, bigint, real, double precision, text, \
                 bytea, uuid, date, time or timestamp."
                    .into(),
            ),
            Core::Inexact(value) => (
                Code::ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE,
                format!("The filter holds values of type real, but the value is {value}."),
                "Cast the value to real, or build the filter from values of type double precision.".into(),
            ),
            Core::OutOfRange(value) => (
                Code::ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE,
                format!("The filter holds four-byte integers, but the value is {value}."),
                "Build the filter without int4 in its scheme or, for parquet, from values of type bigint.".into(),
            ),
            Core::HashedOtherwise(scheme) => (
                Code::ERRCODE_DATA_EXCEPTION,
                format!("The filter's scheme is {}, but bloom_hash returns hashes for mitz64.", scheme.name()),
                "Pass the value itself.".into(),
            ),
            Core::NotCarried { scheme, .. } => (
                Code::ERRCODE_DATA_EXCEPTION,
                format!("The filter's scheme is {}.", scheme.name()),
                "Guava reads mitz64 and mitz32, Spark reads spark1 and spark2, and the others read the scheme with \
                 their name. Choose the scheme when you build the filter."
                    .into(),
            ),
            Core::ElementMismatch { filter, value } => {
                let (detail, hint) = mismatch(filter, value, value_type);
                (Code::ERRCODE_DATATYPE_MISMATCH, detail, hint)
            }
            Core::Incompatible(headers) => {
                let [a, b] = &*headers;
                let sized = a.params != b.params;
                let detail = format!("{}. {}.", describe(a, sized), describe(b, sized));
                (Code::ERRCODE_DATA_EXCEPTION, detail, same(&headers))
            }
            Core::NoCommonSize { smallest, common } => (
                Code::ERRCODE_DATA_EXCEPTION,
                format!(
                    "The filters have different sizes, usually because their capacities differ. The smallest size \
                     is {smallest}, but the greatest common divisor of all sizes is {common}."
                ),
                "Build all filters with the same capacity and fpp. For a union, specify the capacity of the union."
                    .into(),
            ),
            Core::MatrixTooLarge { bits, columns, fit } => {
                let (detail, hint) = smaller_matrices(bits, columns, fit);
                (Code::ERRCODE_PROGRAM_LIMIT_EXCEEDED, detail, hint)
            }
            Core::NotContained => (
                Code::ERRCODE_DATA_EXCEPTION,
                "A counter of the filter to be subtracted is larger than its counterpart.".into(),
                "Subtract only a filter whose values were all added to the other filter.".into(),
            ),
            Core::Overfull { max_fpp, reached } => (
                Code::ERRCODE_DATA_EXCEPTION,
                format!("The highest allowed rate is {max_fpp}, but the rate reached is {reached:.6}."),
                "Build the filters with the capacity of their union.".into(),
            ),
            Core::ArgumentChanged { name, first, later } => {
                let hint = if first.starts_with(Scheme::Keyed.name()) {
                    "Generate the key once: (SELECT bloom_new_key()).".into()
                } else {
                    format!("Use a constant, or GROUP BY the expression that computes {name}.")
                };
                (Code::ERRCODE_INVALID_PARAMETER_VALUE, format!("It was {first} and is now {later}."), hint)
            }
        };
    Texts { code, message, detail, hint }
}

/// Returns the DETAIL that says which options may follow the name of a scheme.
fn scheme_options(scheme: Scheme) -> String {
    let options = match scheme {
        Scheme::Mitz64 | Scheme::Mitz32 => "no options except \" int4\"",
        Scheme::SparkV1 | Scheme::SparkV2 => "no options",
        Scheme::Parquet => "the options \" int4\" and \" pow2\", in this order",
        Scheme::DataSketches => "no options except a seed of 64 bits",
        Scheme::Keyed => "no options except a key of 32 hexadecimal digits",
    };
    let name = scheme.name();
    format!("The scheme {name} takes {options}. The given name is not shown because it may contain a key.")
}

/// Returns the DETAIL and HINT for filters that are too large for one matrix.
fn smaller_matrices(bits: u64, columns: u64, fit: u64) -> (String, String) {
    match fit.checked_ilog2() {
        None => (
            format!("Not even 64 filters of {bits} bits fit into one value."),
            "Probe filters of that size one by one with bloom_contains.".into(),
        ),
        Some(power) => (
            format!("There are {columns} filters of {bits} bits or more; {fit} fit into one value."),
            format!(
                "Build several matrices: GROUP BY key / {} if the keys have no gaps, or by another expression with \
                 no more filters in each group.",
                1_u64 << power
            ),
        ),
    }
}

/// Returns the HINT that says how to build two filters so that they can be combined.
fn same([a, b]: &[Header; 2]) -> String {
    if a.hashing.scheme != b.hashing.scheme {
        "Build both filters with the same hash scheme.".into()
    } else if a.hashing.seed != b.hashing.seed {
        let what = if a.hashing.scheme == Scheme::Keyed { "key" } else { "seed" };
        format!("Build both filters with the same {what}.")
    } else if a.params == b.params {
        "Build both filters from values of the same type.".into()
    } else {
        "Build both filters with the same capacity and fpp. For a union, specify the capacity of the union."
            .into()
    }
}

/// Describes the parameters that must be equal for filters to combine; `sized` adds what the size was computed from.
fn describe(header: &Header, sized: bool) -> String {
    let Params { bits, hashes } = header.params;
    let cells = match header.cell {
        CellKind::Bit => "bits",
        CellKind::Counter => "counters",
    };
    let scheme = match header.hashing {
        HashSpec { scheme: Scheme::Mitz64, .. } => String::new(),
        // The key is secret: the HINT says whether the keys differ.
        HashSpec { scheme: Scheme::Keyed, .. } => " of scheme keyed".into(),
        HashSpec { scheme, seed: Seed::ZERO, .. } => format!(" of scheme {}", scheme.name()),
        HashSpec { scheme, seed, .. } => format!(" of scheme {} with seed {}", scheme.name(), seed.low64()),
    };
    let holds = match header.element().family {
        Family::None => "An empty filter".into(),
        _ => format!("A filter of {}", element_name(header.element())),
    };
    let size = match (header.capacity, header.fpp) {
        (Some(capacity), Some(fpp)) if sized => format!(" with capacity {capacity} and fpp {fpp}"),
        _ => String::new(),
    };
    format!("{holds}{size} has {bits} {cells} and {hashes} hashes{scheme}")
}

/// Returns the DETAIL and HINT for a value of another element type than the filter's.
fn mismatch(
    filter: ElementType,
    value: ElementType,
    value_type: impl FnOnce() -> Option<Oid>,
) -> (String, String) {
    let holds = element_name(filter);
    if filter.family == value.family && filter.tag == value.tag {
        let detail = format!(
            "The server's hash of {holds} depends on the encoding, locale or byte order, which differs here."
        );
        return (detail, "Build the filter again in this database.".into());
    }
    let is_named = |element: ElementType| element.family == Family::Hashed && element.tag & NAMED != 0;
    let is_row = |element: ElementType| is_named(element) && element.tag & ROW != 0;
    let is = given(value_type, value);
    let detail = match (filter.family, value.family) {
        (Family::Enum, Family::Enum) => format!("The filter holds values of another enum type than {is}."),
        (Family::Enum, _) => format!("The filter holds values of an enum type, but the value is {is}."),
        _ if is_row(filter) && is_row(value) => {
            "The filter holds rows whose columns have other types than those of the value.".into()
        }
        _ if is_row(filter) => format!("The filter holds rows, but the value is {is}."),
        _ if is_named(filter) && is_named(value) && !is_row(value) => {
            format!("The filter holds values of another user-defined type than {is}.")
        }
        _ if is_named(filter) => {
            format!("The filter holds values of a user-defined type, but the value is {is}.")
        }
        _ => format!("The filter holds {holds}, but the value is {is}."),
    };
    let hint = match (filter.family, value.family) {
        // Casting only one side would miss values that differ only in trailing blanks.
        (Family::Text, Family::Padded) | (Family::Padded, Family::Text) => {
            "Cast to bpchar both when building and when probing, so that trailing blanks are ignored.".into()
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

/// Returns the name of the SQL type of the value that was given; if that is unknown, of its element type.
fn given(value_type: impl FnOnce() -> Option<Oid>, element: ElementType) -> String {
    value_type().map_or_else(|| element_name(element), catalog::sql_name)
}

/// Returns the name of an element type as users see it.
pub fn element_name(element: ElementType) -> String {
    match element.family {
        Family::Hashed if element.tag & NAMED != 0 && element.tag & ROW != 0 => "record".into(),
        Family::Hashed if element.tag & NAMED != 0 => "user-defined type".into(),
        Family::Hashed => catalog::sql_name(Oid::from(element.tag as u32)),
        family => family.name().into(),
    }
}

/// Creates the error for a type that a filter cannot hold.
#[track_caller]
pub fn unsupported(oid: Oid, detail: &str, hint: &str) -> Error {
    let message = format!("type {} is not supported for Bloom filters", catalog::sql_name(oid));
    error::new(Code::ERRCODE_FEATURE_NOT_SUPPORTED, message, detail, hint)
}

/// Creates the error for a column that a table does not have, both given as messages show them.
#[track_caller]
pub fn no_column(table: &str, column: &str) -> Error {
    error::new(
        Code::ERRCODE_UNDEFINED_COLUMN,
        format!("column \"{column}\" of relation {table} does not exist"),
        "The name is used as given: it is neither folded to lower case nor unquoted.",
        "Spell the name as \\d shows it.",
    )
}

/// Creates the error for a type without a hash function.
#[track_caller]
pub fn no_hash(oid: Oid) -> Error {
    unsupported(
        oid,
        "It has no default hash operator class with an extended hash function.",
        "Cast the value to a type that has one, such as text.",
    )
}
