//! Partitions that a lookup skips, because their filters say that they cannot have a value (`docs/SKIP.md`).
//!
//! `bloom_skip_create` makes tables and functions that belong to the user (`sql/templates/skip*.sql`); the functions
//! call those of this module (`sql/parts/skip.sql`). It rests on matrices (`functions::matrix`) and on `template`.
//! Tests: `tests/sql/23_skip.sql` and `38_skip_lookups.sql`, `tests/e2e/skip.sh`, `tests/isolation`; benchmark:
//! `bench/src/skip.rs`.
//!
//! **Why no row is lost.** Sealing a partition gives it a new *seal*: a random number, an argument of two triggers of
//! the partition, and the key of a filter in a matrix. A row that is added later leaves the seal as a mark. A lookup
//! reads the partition unless all of these hold, in this order of reading, for one of its sets:
//!
//! 1. its transaction has not written to the partition (rows of a statement are marked at its end, but functions that
//!    the statement calls see them before);
//! 2. the triggers of the partition carry the seal;
//! 3. the seal is in a matrix that the snapshot of the query shows, and the value is not in its filter (of several
//!    columns: the row of values; the filter has the rows without NULLs, as no `=` is true for a NULL);
//! 4. no transaction that has committed or is running has marked the seal;
//! 5. the seal is still registered, in a row of matrices that no committed transaction has changed.
//!
//! `CREATE TRIGGER` waits for all writers of the partition, and locks out new ones until the seal is committed; what
//! fills the filter takes its snapshot after that. So the filter has every row that was there before the triggers, and
//! every later writer fires them. He marks the seal of the triggers that fire, before he commits. Whoever seals the
//! partition anew removes the registration of the old seal together with its marks. So a seal that is registered after
//! the marks were read had all its marks when they were read. Rows that are visible before their transaction commits by
//! the snapshot's rules, such as those of `COPY ... FREEZE`, are marked all the same, because marks are not read with
//! the snapshot.
//!
//! **Whose code runs.** The functions of the user have bodies that PostgreSQL stores parsed, so tables are known by
//! OID, whatever is renamed. Marks and matrices are written as catalogs are: no trigger, rule, default, policy or
//! privilege of these tables has a part in it.

mod create;
mod filter;
pub mod index;
mod info;
mod kept_plans;
mod look_up;
mod mark;
mod marks;
mod matrices;
mod partitions;
pub mod plain;
mod released;
mod seal;
mod set;
