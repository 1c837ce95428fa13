//! `bloom_rs`: Bloom filters as values of SQL.
//!
//! What a Bloom filter *is* stands in the crate `bloom_core`; here is the glue, one file per SQL concern:
//!
//! | file | what |
//! |---|---|
//! | [`bloom_type`] | the type `bloom`: text, binary and `bytea` forms |
//! | [`build`] | `bloom_empty`, `bloom_sized`, `bloom_add` |
//! | [`aggregate`] | `bloom_agg` and its state type |
//! | [`contains`] | `bloom_contains` |
//! | [`info`] | `bloom_info`, `bloom_params` and the formulas |
//! | [`value`], [`value_type`] | which bytes of an SQL value are hashed |
//! | [`call_site`] | what one place in a query remembers between rows |
//! | [`toast`] | filters that are stored out of line |
//! | [`datum`], [`record`] | PostgreSQL's values as bytes, and rows |
//! | [`error`] | every error with its SQLSTATE, DETAIL and HINT |
//!
//! The SQL that declares all this is in `src/sql/*.sql` and in the attributes of the functions.

#![cfg_attr(any(test, feature = "pg_test"), allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod aggregate;
mod bloom_type;
mod build;
mod call_site;
mod contains;
mod datum;
mod error;
mod info;
mod record;
mod toast;
mod value;
mod value_type;

#[cfg(any(test, feature = "pg_test"))]
mod tests;

::pgrx::pg_module_magic!(name, version);

::pgrx::extension_sql_file!("sql/types.sql", name = "types", bootstrap);
::pgrx::extension_sql_file!("sql/aggregates.sql", name = "aggregates", requires = ["types"]);
::pgrx::extension_sql_file!("sql/contains.sql", name = "contains", requires = ["types"]);
::pgrx::extension_sql_file!("sql/info.sql", name = "info", requires = ["types", info::bloom_count]);
::pgrx::extension_sql_file!("sql/comments.sql", name = "comments", finalize);

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
