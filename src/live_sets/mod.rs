//! Live sets: tables of small filters that many sessions add to (`docs/LIVE_SETS.md`).
//!
//! A set is two tables, which belong to the user: its filters, and its layers, whose rows also hold the
//! settings. All code is here. Statements are run as the caller, name every object and operator with its
//! schema, and read no row of a child table.
//!
//! # An example
//!
//! The set `seen` has layer 1 of 160 rows. Sessions A and B add the same new value, whose hash says row 7.
//!
//! | A | B |
//! |---|---|
//! | reads row 7: absent | reads row 7: absent |
//! | UPDATE of row 7 where it lacks the value: told that it is new | UPDATE of row 7 waits for A |
//! | commits | rechecks the row that A wrote: no row to update; reads again: told that it is known |
//!
//! If A rolls back, the UPDATE of B finds the old row, and B is told that the value is new. Now A begins
//! layer 2 of 320 rows, where the value of another session is to be in row 14, and has not committed yet.
//! Session C does not see layer 2, and adds a value to row 7 of layer 1. Before A adds that value to layer 2,
//! it closes row 7 of layer 1, and so waits for C; if A is first, C waits, finds the row closed, and reads
//! the layers again.
//!
//! # Why one session is always the first to add a value
//!
//! A layer has a number of rows, and a hash of the value says its row in each layer. Values are added to the
//! newest layer. Before a value is added to a newer layer, its rows in the older layers are closed, and no
//! value is ever added to a closed row. So all sessions that add the same value use the same row, whether
//! they see the newest layer or not, and the row's lock makes one of them the first. Growing takes no lock
//! that another session waits for.
//!
//! # Why a layer that is lost is no silent *no*
//!
//! The numbers of layers have no gaps, and each layer says whether there are older and newer ones. Only
//! `expire`, `load` and `clear` remove layers, from the oldest one on. Numbers are never used again, because
//! another session may still know how many rows the layer had. Whatever reads a set checks this.
//!
//! An empty filter takes any value, so even one that hashes differently than before (after a dump to another
//! encoding, or after ALTER TYPE) would be absent without an error. So the filters of a new layer have the
//! element type of the set.
//!
//! # Locks
//!
//! Who begins a layer holds the lock of the row of the newest one, which then is not `newer`. Who removes
//! layers first locks the table of layers against others that do, and against large batches, which may close
//! rows before they wait for that row. All lock rows of that table in the order of layers: who waited for a
//! row keeps it locked even if it is no longer the newest. Rows of filters are locked in the order of layers
//! and shards.
//!
//! Tests: `tests/sql/22_live_sets.sql` and `30_live_set_checks.sql`, `tests/e2e/live.sh`, `tests/isolation`;
//! benchmark: `bench/src/live.rs`.

mod add;
mod add_all;
mod create;
mod generated;
mod grow;
mod info;
mod item;
mod layers;
mod link;
mod load;
mod look_up;
mod released;
mod remove;
mod set;
mod tables;
