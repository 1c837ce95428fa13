//! `bloom_rs`: Bloom filters as SQL values.
//!
//! The crate `bloom_core` implements Bloom filters; this crate connects them to PostgreSQL. A module uses only the
//! modules below it:
//!
//! | module | contents |
//! |---|---|
//! | `joins` | joins that are screened by themselves: with remote tables, and of local tables |
//! | `skip` | partitions that a query skips: the access method `bloom_skip` |
//! | `live_sets` | sets that many sessions add to: `bloom_set_create`, `bloom_set_add` and so on |
//! | `matrix` | many filters at once: `bloom_matrix` and its functions |
//! | `planner` | the planner's estimates of the filters' functions and operators |
//! | `aggregates` | `bloom_agg`, `counting_bloom_agg`, unions and intersections of many filters |
//! | `functions` | all other SQL functions, one file per group |
//! | `types` | `bloom`, `counting_bloom`, `bloom_hash_value`, and the states of the aggregates |
//! | `value` | conversion of SQL values: element types, canonical bytes, text, the parts of composite types |
//! | `cache` | stored values that a call site keeps from one call to the next |
//! | `call` | one function call: its arguments, its expression, its call site, its result |
//! | `template` | objects that one call creates: SQL with placeholders, filled in and executed |
//! | `report` | the SQLSTATE, DETAIL and HINT of each error |
//! | `pg` | PostgreSQL's memory, values and catalogs |
//! | `error` | the error type |
//!
//! Only `pg`, `call`, `joins` and files that say so contain unsafe code. The SQL declarations are in `sql/parts/`.

#![cfg_attr(any(test, feature = "pg_test"), allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod aggregates;
mod cache;
mod call;
mod error;
mod functions;
mod joins;
mod live_sets;
mod matrix;
mod pg;
mod planner;
mod report;
mod skip;
mod template;
mod types;
mod value;

#[cfg(any(test, feature = "pg_test"))]
mod tests;

::pgrx::pg_module_magic!(name, version);

/// Initializes the library; PostgreSQL calls it at load time.
#[::pgrx::pg_guard] // exports the symbol; nothing in the function can fail
pub extern "C-unwind" fn _PG_init() {
    bloom_core::interrupt::install(|| {
        ::pgrx::check_for_interrupts!();
    });
    joins::foreign::install();
    skip::install();
    joins::local::install();
    pg::setting::reserve(pg::catalog::EXTENSION);
}

// `cargo pgrx run`, `install` and `test` take it from here; build.rs writes it.
#[cfg(feature = "sql")]
::pgrx::extension_sql_file!("../target/sql/bloom_rs.sql", name = "bloom_rs", bootstrap);

/// Test configuration that `cargo pgrx test` requires at the root of the crate.
#[cfg(test)]
pub mod pg_test {
    /// Does nothing: the tests need no preparation.
    pub fn setup(_options: Vec<&str>) {}

    /// Returns the server settings of `make test-pg SETTINGS="..."`.
    #[must_use]
    pub fn postgresql_conf_options() -> Vec<&'static str> {
        std::env::var("SETTINGS").unwrap_or_default().leak().split_whitespace().collect()
    }
}
