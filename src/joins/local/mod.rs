//! Joins of local tables, screened while they run.
//!
//! A hash join reads its inner side into a hash table, and then looks up each row of its outer side. Most of these
//! rows may have no partner. Here the join builds a filter of the inner keys beside the hash table, and the scans
//! of the outer side test it before they return a row: a heap page at a time, before the row is even unpacked. The
//! plan stays the one that the planner chose.
//!
//! A merge join whose outer side is sorted reads that side first, and whole. So its outer keys screen its inner side:
//! where this module says *inner*, that is the side whose keys the filter has, and *outer* the screened one
//! ([`sides`]). As a merge join may end before it has read all inner rows, it is screened only if a Sort or hashed
//! aggregate reads all of them anyway.
//!
//! For example, `SELECT * FROM sales JOIN products ON product = products.id WHERE brand = 3`:
//!
//! 1. The planner chooses a hash join: `Hash Join` over `Seq Scan on sales` and `Hash` over `Seq Scan on products`.
//! 2. [`plan`] follows `sales.product` down to the scan of `sales`, and puts a node [`Bloom Screen`](node) between
//!    the Hash and the scan of `products`, with a [`description`].
//! 3. When the query starts, [`start`] has the scan of `sales` call [`scan`] for its next row.
//! 4. The join fetches a first row of `sales`, to see whether there is any. No filter is complete yet: it passes,
//!    and so does its page.
//! 5. The join reads `products` through the node, which adds each `id` to the [`filter`]. After the last one the
//!    filter is complete.
//! 6. The join asks for the next row of `sales`. The scan hashes the keys of a page: product 50 may be in the
//!    filter, and is returned; 51 is not, and is dropped; 52 is not, but its bits are set by others: it is
//!    returned, and the join drops it.
//!
//! # No row is lost
//!
//! 1. The filter has the hash of every inner row's key: of the integer itself, or of what the join's own hash
//!    functions make of all keys, which is taken from its table if that has all rows. Equal keys have equal hashes,
//!    also if their types differ: as a hash join relies on it, and for orders as
//!    [`hashes_as_compared`](crate::pg::catalog::hashes_as_compared) says. So an outer row whose hash is not in the
//!    filter has no partner, nor has one whose key is NULL, as the join's operators are strict.
//! 2. The join drops outer rows without a partner:
//!    [`drops_unmatched_outer`](crate::pg::version::drops_unmatched_outer).
//! 3. Between the scan and the join, each node makes a row of rows of the scan that have the same hash, with the key
//!    unchanged, and rows with other hashes have no effect on it: [`outer`]. So without all rows of the scan with a
//!    hash, or with a part of them, only rows are other ones, or missing, that the join drops.
//! 4. The rows that are missing would have had no side effects: nothing below the join's outer side is volatile or
//!    locks rows, see [`outer::Effects`].
//! 5. A filter is used only if it is complete: [`Build::usable`](node::Build::usable). Until then, and after a
//!    rescan of the inner side, all rows pass. The decision to build it is a part of the plan. So it is the same in
//!    all processes of a parallel plan, each of which adds its part of the inner rows to a shared filter.
//! 6. EvalPlanQual repeats a part of a query with a new version of a row. It starts the plan without [`start`], so
//!    no scan is screened.
//! 7. The order of the rows that stay is the same, unless rows are sorted or hashed below the join. Then the order of
//!    groups, and of rows that are equal for a Sort, may be another one; SQL does not define it.
//! 8. A node that makes a row of several gets all rows with a key or none, so it does not evaluate a group that is not
//!    whole, which might fail: all scans below test the filter, each row from the first to the last, or none does
//!    ([`Test::usable`](scan::Test::usable)). A filter says *no* for all rows with a hash, or for none. A partition is
//!    skipped by the keys themselves: then rows must have the hash of a key, too
//!    ([`Test::hashes`](scan::Test::hashes)).
//! 9. Workers of a Gather between the scan and the join get the complete filter before they start, or none
//!    ([`receive`](node)). All processes test the same one.
//! 10. Nodes that keep rows of an earlier scan are passed only if there is none, as the join runs once: [`repeats`].
//!
//! Partitions that can have none of the keys are not read at all: [`partitions`]. Nor are blocks, if an index names
//! those that have keys: [`blocks`].
//!
//! Nobody learns anything by it: a test before the scan's own conditions calls no function that might tell values
//! ([`pair::Trust`]). Where a statement hides rows from its user, there is no such test, and no number of tested
//! rows is counted or shown: [`HiddenRows`](crate::pg::hidden_rows::HiddenRows).
//!
//! # Files
//!
//! | | |
//! |---|---|
//! | when a query is planned | [`plan`]; [`sides`] says which side screens the other, [`pair`] finds the keys, [`outer`] their scans, [`repeats`] how often they run, [`gain`] says whether it pays, [`description`] goes with the plan |
//! | when it starts | [`start`]; [`partitions`] says which scans need not begin, [`blocks`] what others need not read |
//! | for each row | [`node`] adds the [`key`] to the [`filter`], [`scan`] tests it; [`cost`] says when that pays |
//!
//! What else belongs to it: in SQL `bloom_screen_joins`; `docs/JOINS.md`; the tests `tests/e2e/joins_local*`,
//! `joins_grouped.sql`, `hidden_rows.sql`, `tests/sql/44_joins_local_partitions.sql`, `45_joins_local_blocks.sql` and,
//! in `tests/isolation/specs`, `join_partitions.spec` and `join_blocks.spec`; the benchmark `bench/src/joins`; in
//! `crate::pg` the files `executor.rs`, `hash_table.rs`, `heap_scan.rs`, `heap_blocks.rs`, `block_set.rs`,
//! `column_index.rs`, `brin.rs`, `partition_bounds.rs` and `hooks.rs`.

mod blocks;
mod cost;
mod description;
mod filter;
mod gain;
mod key;
mod keys;
mod node;
mod outer;
mod pair;
mod partitions;
mod plan;
mod repeats;
mod scan;
mod sides;
mod start;

use crate::call::{Call, sql_functions};
use crate::error::Result;
use crate::pg::boundary::guard;
use crate::pg::catalog;
use crate::pg::hooks;
use crate::pg::report;
use crate::pg::setting::{Mode, Setting};
use crate::pg::tree::root;
use pgrx::{PgLogLevel, pg_sys};
use std::cell::Cell;

/// The setting.
static SETTING: Setting = Setting::new(c"bloom_rs.screen_joins");

thread_local! {
    /// What the setting was when the last query was planned. Another hook may set it for that query alone, as
    /// pg_hint_plan does, and set it back before [`planned`] is called.
    static MODE: Cell<Mode> = const { Cell::new(Mode::Off) };
}

/// Defines the setting, and puts the hooks after the planner and before the executor.
pub fn install() {
    SETTING.define(
        c"Screens joins of local tables.",
        c"\"on\" builds a filter of the keys of one side of a join where that is expected to save time, and tests it \
          in the scans of the other side. \"force\" does so wherever the result stays correct.",
    );
    node::register();
    hooks::after_search(|| MODE.set(SETTING.mode()));
    hooks::after_planning(planned);
    hooks::after_start((node::begun, start::started));
}

/// Adds filters to a finished plan. Returns whether it did.
///
/// # Safety
/// `statement` must be a plan that nobody else uses yet. The stack, up to the next C function, must not
/// hold anything that needs to be dropped.
unsafe fn planned(statement: *mut pg_sys::PlannedStmt) -> bool {
    let mode = MODE.replace(Mode::Off);
    // SAFETY: the planner has just returned the plan; the hook has nothing to drop on the stack.
    mode != Mode::Off
        && unsafe {
            guard(|| root(statement).is_some_and(|statement| plan::screen(statement, mode == Mode::Force)))
        }
}

/// Returns whether to say, at DEBUG1, why something is not done. What the planner expects of tables, and how many keys
/// they have, is for the role that reads them: whoever calls a SECURITY DEFINER function may not read them.
fn is_told() -> bool {
    report::is_wanted(PgLogLevel::DEBUG1) && !catalog::is_another_user()
}

/// Implements `bloom_screen_joins(boolean)`: sets the setting for the session. The call loads the library.
fn bloom_screen_joins(call: Call<'_>) -> Result<Option<bool>> {
    SETTING.set(call.required(0)?);
    Ok(None)
}

sql_functions! {
    "bloom_screen_joins" => bloom_screen_joins,
}
