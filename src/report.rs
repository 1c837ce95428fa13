//! The SQLSTATE, DETAIL and HINT of each error.

use crate::error::{self, Error, Kind, Texts};
use crate::pg::catalog::{self, Unhashed};
use bloom_core::Error as Core;
use bloom_core::element::{ElementType, Family, NAMED, ROW};
use bloom_core::error::FilterSummary;
use bloom_core::hash::Seed;
use bloom_core::scheme::Scheme;
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys::{self, Oid};

/// Returns the message texts of an error. `value_type` returns the SQL type of the value that was given, if it is
/// known.
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

/// Matches an error: its SQLSTATE, DETAIL and HINT.
macro_rules! with_code {
    ($error:expr; $($code:ident { $($pattern:pat => $texts:expr;)* })*) => {
        match $error {
            $($($pattern => {
                let (detail, hint) = $texts;
                (Code::$code, detail.into(), hint.into())
            })*)*
        }
    };
}

/// Returns the message texts of an error of `bloom_core`.
fn core_texts(error: Core, value_type: impl FnOnce() -> Option<Oid>) -> Texts {
    let message = error.to_string();
    let (code, detail, hint) = with_code! { error;
        ERRCODE_INVALID_PARAMETER_VALUE {
            Core::Capacity(capacity) => (
                format!("The capacity is {capacity}."),
                "Specify the number of distinct values that you expect."
            );
            Core::Fpp(fpp) => (
                format!("The rate is {fpp}."),
                "Specify a fraction such as 0.01, which means 1 %."
            );
            Core::Bits(bits) => (
                format!("The number of bits is {bits}."),
                "bloom_params(capacity, fpp) returns the number of bits that a set needs."
            );
            Core::Hashes(hashes) => (
                format!("The number of hashes is {hashes}."),
                "The best number is bits / values * ln(2), at least 1 and at most 255."
            );
            Core::Shards(shards) => (
                format!("The number of shards is {shards}."),
                "Specify the number of filters that the set is spread over."
            );
            Core::WrongState => (
                "The function was called directly with a state of another aggregate.",
                "Call the aggregate instead of its support functions."
            );
            Core::UnknownScheme => (
                format!("The schemes are {}.", Scheme::ALL.map(Scheme::name).join(", ")),
                "Add \" int4\" to hash integers as four bytes, as in \"mitz64 int4\"; \" pow2\" to make the number of \
                 blocks a power of two, as in \"parquet pow2\"; or a seed or key, as in \"datasketches:9001\"."
            );
            Core::SchemeOptions(scheme) => (
                scheme_options(scheme),
                "Write the options as in \"mitz64 int4\", \"parquet int4 pow2\" or \"datasketches:9001\"."
            );
            Core::Key => (
                "The name of the scheme is \"keyed:\" followed by the key.",
                "bloom_keyed_scheme() generates one."
            );
            Core::HashesOfScheme { hashes, only } => (
                format!("The number of hashes is {hashes}."),
                format!("Specify {only}: a value sets one bit in each of the {only} words of its block.")
            );
            Core::ArgumentChanged { name, first, later } => (
                format!("It was {first} and is now {later}."),
                if first.starts_with(Scheme::Keyed.name()) {
                    "Generate the key once: (SELECT bloom_keyed_scheme()).".into()
                } else {
                    format!("Use a constant, or GROUP BY the expression that computes {name}.")
                }
            );
        }
        ERRCODE_PROGRAM_LIMIT_EXCEEDED {
            Core::TooLarge { bits } => (
                format!("It would need at least {bits:.0} bits."),
                "A filter holds about 890 million values at 1 %, a counting filter a quarter of that. Split a larger \
                 set into several filters with GROUP BY bloom_shard(value, n), or allow a higher rate."
            );
            Core::TooManyValues { fpp, reached } => (
                format!("The requested rate is {fpp}, but the values seen so far would make it {reached:.6}."),
                "Specify the number of distinct values as the capacity, or split the set into several filters with \
                 GROUP BY bloom_shard(value, n)."
            );
            Core::TooLargeForScheme { scheme, bits, most } => (
                format!("It would need {bits} bits, but {scheme} keeps its rate only up to {most} bits."),
                "Use mitz64 for Guava or spark2 for Spark, or store several filters, one per row."
            );
            Core::MatrixTooLarge { bits, columns, fit } => smaller_matrices(bits, columns, fit);
        }
        ERRCODE_DATA_CORRUPTED {
            Core::Malformed { why, .. } => (
                why,
                "The stored value is damaged. Build it again, or restore it from a backup."
            );
        }
        ERRCODE_INTERNAL_ERROR {
            Core::Internal(why) => (
                why,
                "Please report this bug with the query and the versions of PostgreSQL and bloom_rs."
            );
        }
        ERRCODE_FEATURE_NOT_SUPPORTED {
            Core::NotHeld { scheme, element } => (
                format!("The type is {}, for which {scheme} has no Bloom filters.", given(value_type, element)),
                "Cast the value to the type that the other side uses: integer, bigint, real, double precision, text, \
                 bytea, uuid, date, time or timestamp."
            );
        }
        ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE {
            Core::Inexact(value) => (
                format!("The filter holds values of type real, but the value is {value}."),
                "Cast the value to real, or build the filter from values of type double precision."
            );
            Core::OutOfRange(value) => (
                format!("The filter holds four-byte integers, but the value is {value}."),
                "Build the filter without int4 in its scheme or, for parquet, from values of type bigint."
            );
        }
        ERRCODE_DATA_EXCEPTION {
            Core::HashedOtherwise(scheme) => (
                format!("The filter's scheme is {scheme}, but bloom_hash returns hashes for mitz64."),
                "Pass the value itself."
            );
            Core::NotCarried { scheme, .. } => (
                format!("The filter's scheme is {scheme}."),
                "Guava reads mitz64 and mitz32, Spark reads spark1 and spark2, and the others read the scheme with \
                 their name. Choose the scheme when you build the filter."
            );
            Core::Incompatible(filters) => incompatible(&filters);
            Core::NoCommonSize { smallest, common } => (
                format!("The filters have different sizes, usually because their capacities differ. The smallest size \
                 is {smallest}, but the greatest common divisor of all sizes is {common}."),
                "Build all filters with the same capacity and fpp. For a union, specify the capacity of the union."
            );
            Core::NotContained => (
                "A counter of the filter to be subtracted is larger than its counterpart.",
                "Subtract only a filter whose values were all added to the other filter."
            );
            Core::Overfull { max_fpp, reached } => (
                format!("The highest allowed rate is {max_fpp}, but the rate reached is {reached:.6}."),
                "Build the filters with the capacity of their union."
            );
        }
        ERRCODE_DATATYPE_MISMATCH {
            Core::ElementMismatch { filter, value } => mismatch(filter, value, value_type);
        }
    };
    Texts { code, message, detail, hint }
}

/// Returns the DETAIL that says which options may follow the name of a scheme.
fn scheme_options(name: &str) -> String {
    let options = match Scheme::from_name(name) {
        None | Some(Scheme::Mitz64 | Scheme::Mitz32) => "no options except \" int4\"",
        Some(Scheme::SparkV1 | Scheme::SparkV2) => "no options",
        Some(Scheme::Parquet) => "the options \" int4\" and \" pow2\", in this order",
        Some(Scheme::DataSketches) => "no options except a seed of 64 bits",
        Some(Scheme::Keyed) => "no options except a key of 32 hexadecimal digits",
    };
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

/// Returns the DETAIL and HINT for two filters that cannot be combined.
fn incompatible([a, b]: &[FilterSummary; 2]) -> (String, String) {
    let sized = (a.cells, a.hashes) != (b.cells, b.hashes);
    let hint = if a.scheme != b.scheme {
        "Build both filters with the same hash scheme.".into()
    } else if a.seed != b.seed {
        let what = if a.scheme == Scheme::Keyed.name() { "key" } else { "seed" };
        format!("Build both filters with the same {what}.")
    } else if sized {
        "Build both filters with the same capacity and fpp. For a union, specify the capacity of the union."
            .into()
    } else {
        "Build both filters from values of the same type.".into()
    };
    (format!("{}. {}.", describe(a, sized), describe(b, sized)), hint)
}

/// Describes the parameters that must be equal for filters to combine; `sized` adds what the size was computed from.
fn describe(filter: &FilterSummary, sized: bool) -> String {
    let cells = if filter.is_counting { "counters" } else { "bits" };
    let scheme = match (filter.scheme, filter.seed) {
        (name, _) if name == Scheme::Mitz64.name() => String::new(),
        // The key is secret: the HINT says whether the keys differ.
        (name, _) if name == Scheme::Keyed.name() => format!(" of scheme {name}"),
        (name, Seed::ZERO) => format!(" of scheme {name}"),
        (name, seed) => format!(" of scheme {name} with seed {}", seed.low64()),
    };
    let holds = match filter.element.family {
        Family::None => "An empty filter".into(),
        _ => format!("A filter of {}", element_name(filter.element)),
    };
    let size = match (filter.capacity, filter.fpp) {
        (Some(capacity), Some(fpp)) if sized => format!(" with capacity {capacity} and fpp {fpp}"),
        _ => String::new(),
    };
    format!("{holds}{size} has {} {cells} and {} hashes{scheme}", filter.cells, filter.hashes)
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
    let is_row =
        |element: ElementType| is_user_defined(element) && element.tag & (NAMED | ROW) == NAMED | ROW;
    let is = given(value_type, value);
    let detail = match (filter.family, value.family) {
        (Family::Enum, Family::Enum) => format!("The filter holds values of another enum type than {is}."),
        (Family::Enum, _) => format!("The filter holds values of an enum type, but the value is {is}."),
        _ if is_row(filter) && is_row(value) => {
            "The filter holds rows whose columns have other types than those of the value.".into()
        }
        _ if is_row(filter) => format!("The filter holds rows, but the value is {is}."),
        _ if is_user_defined(filter) && is_user_defined(value) && !is_row(value) => {
            format!("The filter holds values of another user-defined type than {is}.")
        }
        _ if is_user_defined(filter) => {
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
        (Family::Enum, _) => "Cast the value to the type that the filter was built from.".into(),
        (Family::Hashed, _) if is_user_defined(filter) => {
            let coercible = hashed_as(filter).map_or_else(String::new, |built_in| {
                format!(", or build the filter from values cast to {}", catalog::sql_name(built_in))
            });
            format!("Cast the value to the type that the filter was built from{coercible}.")
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
        Family::Hashed if is_user_defined(element) => "user-defined type".into(),
        Family::Hashed => catalog::sql_name(Oid::from(element.tag as u32)),
        family => family.name().into(),
    }
}

/// Returns whether values are of a type that is not the server's.
fn is_user_defined(element: ElementType) -> bool {
    element.family == Family::Hashed && (element.tag & NAMED != 0 || hashed_as(element).is_some())
}

/// Returns the server's type as whose values a user's type is hashed, if the server's own values are of another
/// family.
fn hashed_as(element: ElementType) -> Option<Oid> {
    const OF_OTHER_FAMILIES: [Oid; 18] = [
        pg_sys::BOOLOID,
        pg_sys::BPCHAROID,
        pg_sys::BYTEAOID,
        pg_sys::CHAROID,
        pg_sys::DATEOID,
        pg_sys::FLOAT4OID,
        pg_sys::FLOAT8OID,
        pg_sys::INT2OID,
        pg_sys::INT4OID,
        pg_sys::INT8OID,
        pg_sys::NAMEOID,
        pg_sys::OIDOID,
        pg_sys::TEXTOID,
        pg_sys::TIMEOID,
        pg_sys::TIMESTAMPOID,
        pg_sys::TIMESTAMPTZOID,
        pg_sys::UUIDOID,
        pg_sys::VARCHAROID,
    ];
    let is = |of: &Oid| element.family == Family::Hashed && element.tag == u64::from(of.to_u32());
    OF_OTHER_FAMILIES.into_iter().find(is)
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

/// Creates the error for a type without a hash function that a filter can use.
#[track_caller]
pub fn no_hash(oid: Oid) -> Error {
    let (detail, hint) = match catalog::unhashed(oid) {
        Unhashed::NoClass => {
            ("It has no default hash operator class.", "Cast the value to a type that has one, such as text.")
        }
        Unhashed::NotExtended => (
            "Its default hash operator class has a function of 32 bits only, and no extended one of 64 bits.",
            "Cast the value to a type that has one, such as text, if equal values become equal.",
        ),
        Unhashed::OtherEquality => (
            "Its = is not that of its default hash operator class, so equal values may hash differently.",
            "Cast the value to a type that has one, such as text, if equal values become equal.",
        ),
    };
    unsupported(oid, detail, hint)
}
