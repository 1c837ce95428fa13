//! `bloom_rs`: Bloom filters as values of SQL.
//!
//! What a Bloom filter *is* stands in the crate `bloom_core`; here is the glue. A room uses those below it, never one
//! above:
//!
//! | room | what |
//! |---|---|
//! | `planner` | the planner's estimates |
//! | `aggregates` | `bloom_agg`, `counting_bloom_agg`, unions and intersections of many filters |
//! | `functions` | what else SQL calls, one file per group of functions |
//! | `types` | `bloom`, `counting_bloom`, `bloom_hash_value`, and the states of the aggregates |
//! | `value` | an SQL value as what a filter holds: the kinds, canonical bytes, text, the parts of types |
//! | `call` | one call of a function: its arguments, its expression, what its place in the query remembers |
//! | `report` | what users are told of each error: SQLSTATE, DETAIL, HINT |
//! | `pg` | PostgreSQL's memory, values and catalogs |
//! | `error` | what can go wrong |
//!
//! `pg`, `call` and the planner's reading of nodes speak to C; everything else is safe Rust. The SQL that declares all
//! this is in `sql/`.

#![cfg_attr(any(test, feature = "pg_test"), allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod aggregates;
mod call;
mod error;
mod functions;
mod pg;
mod planner;
mod report;
mod types;
mod value;

#[cfg(any(test, feature = "pg_test"))]
mod tests;

::pgrx::pg_module_magic!(name, version);

/// Called by PostgreSQL when it loads the library.
#[::pgrx::pg_guard] // exports it; nothing in it can fail
pub extern "C-unwind" fn _PG_init() {
    bloom_core::interrupt::install(|| {
        ::pgrx::check_for_interrupts!();
    });
}

// cargo-pgrx makes the SQL of the tests inside a server, and needs ours before it. `scripts/test.sh` writes the file.
#[cfg(feature = "pg_test")]
::pgrx::extension_sql_file!("../target/sql/bloom_rs.sql", name = "bloom_rs", bootstrap);

/// Required by `cargo pgrx test` at the root of the crate.
#[cfg(test)]
pub mod pg_test {
    /// Nothing to prepare.
    pub fn setup(_options: Vec<&str>) {}

    /// Those that `make test-pg SETTINGS="..."` names.
    #[must_use]
    pub fn postgresql_conf_options() -> Vec<&'static str> {
        std::env::var("SETTINGS").unwrap_or_default().leak().split_whitespace().collect()
    }
}
