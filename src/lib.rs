//! `bloom_rs`: Bloom filters as values of SQL.
//!
//! What a Bloom filter *is* stands in the crate `bloom_core`; here is the glue, one file per SQL concern:
//!
//! | file | what |
//! |---|---|
//! | `bloom_type` | the type `bloom`: text, binary and `bytea` forms |
//! | `build` | `bloom_empty`, `bloom_sized`, `bloom_add` |
//! | `aggregate`, `merge_aggregate` | `bloom_agg`; `bloom_union_agg`, `bloom_intersection_agg` |
//! | `state_type` | the type `bloom_state` of the aggregates |
//! | `contains` | `bloom_contains`, `@>`, `<@` |
//! | `counting` | what only `counting_bloom` can do: its aggregate that moves over windows, removal, subtraction |
//! | `combine` | two filters: union, intersection, comparison, equality; folding |
//! | `array` | `bloom_contains_any`, `bloom_contains_all`, `bloom_add_all`, `bloom_of` |
//! | `hash_value` | `bloom_hash` and its type: hash once, probe many filters |
//! | `shard` | `bloom_shard`: sets spread over several filters |
//! | `exchange` | `bloom_to_guava`, `bloom_from_guava`, and the same for Spark |
//! | `info` | `bloom_info`, `bloom_params` and the formulas |
//! | `planner` | the planner's estimates |
//! | `suggest` | `bloom_suggest` |
//! | `value`, `value_type`, `type_parts` | which bytes of an SQL value are hashed, and what the hash rests on |
//! | `call_site` | what one place in a query remembers between rows |
//! | `toast` | filters that are stored out of line |
//! | `datum`, `record` | PostgreSQL's values as bytes, and rows |
//! | `error` | every error with its SQLSTATE, DETAIL and HINT |
//!
//! The SQL that declares all this is in `sql/*.sql` and in the attributes of the functions.

#![cfg_attr(any(test, feature = "pg_test"), allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]
// The error type of pgrx functions is pgrx's, and large.
#![allow(clippy::result_large_err)]

mod aggregate;
mod array;
mod bloom_type;
mod build;
mod call_site;
mod combine;
mod contains;
mod counting;
mod datum;
mod error;
mod exchange;
mod hash_value;
mod info;
mod merge_aggregate;
mod planner;
mod record;
mod shard;
mod state_type;
mod suggest;
mod toast;
mod type_parts;
mod value;
mod value_type;

#[cfg(any(test, feature = "pg_test"))]
mod tests;

::pgrx::pg_module_magic!(name, version);

::pgrx::extension_sql_file!("../sql/types.sql", name = "types", bootstrap);
::pgrx::extension_sql_file!("../sql/aggregates.sql", name = "aggregates", requires = ["types"]);
::pgrx::extension_sql_file!("../sql/planner.sql", name = "planner", requires = ["types"]);
::pgrx::extension_sql_file!("../sql/contains.sql", name = "contains", requires = ["types", "planner"]);
::pgrx::extension_sql_file!("../sql/arrays.sql", name = "arrays", requires = ["types", "planner"]);
::pgrx::extension_sql_file!("../sql/hash.sql", name = "hash", requires = ["types", "planner"]);
::pgrx::extension_sql_file!("../sql/exchange.sql", name = "exchange", requires = ["types", "aggregates"]);
::pgrx::extension_sql_file!("../sql/shard.sql", name = "shard", requires = ["types"]);
::pgrx::extension_sql_file!("../sql/info.sql", name = "info", requires = ["types", info::bloom_count]);
::pgrx::extension_sql_file!("../sql/suggest.sql", name = "suggest", requires = ["types"]);
::pgrx::extension_sql_file!(
    "../sql/operators.sql",
    name = "operators",
    requires = [
        "contains",
        build::bloom_add_char,
        build::bloom_add_text,
        build::bloom_add_any,
        combine::bloom_union,
        combine::bloom_intersection,
        combine::bloom_eq,
        combine::bloom_ne,
        combine::bloom_hash_filter,
        combine::bloom_hash_filter_extended
    ]
);
::pgrx::extension_sql_file!(
    "../sql/counting.sql",
    name = "counting",
    requires = ["types", "planner", "aggregates", combine::bloom_eq]
);
::pgrx::extension_sql_file!("../sql/comments.sql", name = "comments", finalize);

/// Required by `cargo pgrx test` at the root of the crate.
#[cfg(test)]
pub mod pg_test {
    /// Nothing to prepare.
    pub fn setup(_options: Vec<&str>) {}

    /// No settings of its own.
    #[must_use]
    pub fn postgresql_conf_options() -> Vec<&'static str> {
        vec![]
    }
}
