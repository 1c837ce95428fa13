//! Joins, screened by filters that nobody has to write (`docs/JOINS.md`).
//!
//! - [`foreign`], joins with tables of postgres_fdw: before planning, the query gets a condition that the other server
//!   evaluates.
//! - [`local`], hash joins on this server: the finished plan gets filters that the hash tables fill and the scans test.
//!
//! SQL: `bloom_screen_foreign_joins`, `bloom_screen_joins`, and the settings `bloom_rs.screen_foreign_joins` and
//! `bloom_rs.screen_joins`. None switches the other: with the first, keys leave this server. Both use the hooks of
//! `pg::hooks`. Tests: `tests/sql/39_screen_estimates.sql`, `tests/e2e/joins_*`, `tests/isolation`; benchmarks:
//! `bench/src/joins`.

#![allow(unsafe_code)]

pub mod foreign;
pub mod local;

use std::borrow::Cow;

/// Why a join is not screened, as DEBUG1 says it.
pub type Reason = Cow<'static, str>;
