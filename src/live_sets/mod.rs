//! Live sets: tables of small filters, with functions, that many sessions add to (`docs/LIVE_SETS.md`).
//!
//! `bloom_set_create` makes tables and functions that belong to the user (`sql/templates/set*.sql`); the functions call those of
//! this module (`sql/parts/live_sets.sql`). It rests on `template`, on `pg::table`, which reads the rows, and on the functions that
//! build and probe a filter. Tests: `tests/sql/22_live_sets.sql` and `30_live_set_checks.sql`, `tests/e2e/live.sh`,
//! `tests/isolation`; benchmark: `bench/src/live.rs`.

mod create;
mod layers;
mod load;
mod look_up;
mod objects;
mod set;
