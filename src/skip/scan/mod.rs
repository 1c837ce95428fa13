//! The scan of a partitioned table that skips partitions by a `bloom_skip` index.
//!
//! For example, `SELECT * FROM events WHERE user_id = 42`, of 200 partitions:
//!
//! 1. [`planning`] finds that the statement names a table with such an index, and has a copy of it planned.
//! 2. When the planner builds the table, [`relation`] takes its partitions away, so none is opened.
//! 3. When all conditions have their place, [`paths`] offers a path for `user_id = 42`, and paths with the costs of the
//!    plain plan. If one of those is chosen, the statement is planned again without the hook.
//! 4. [`plan`] locks the partitions, and the plan gets them as entries of its range table.
//!    Foreign partitions are read by scans of their own beside it, which [`foreign`] adds.
//! 5. When it runs, [`node`] probes the leaf index of each partition: two may have the value. It reads these by
//!    their btree, evaluates all conditions, and returns their rows as rows of the table.
//!
//! # Why the answer is that of the plain query
//!
//! 1. *The same rows are visible.* The partitions are those that the plain query reads, pruned by the same function
//!    with the same conditions. They are locked when the plain query locks them: while it is planned, and, if the
//!    plan is kept, by the server before the snapshot of an execution, as they stand in the range table. So whatever
//!    another session does to a partition, it has done before the snapshot or waits.
//! 2. *What is skipped has no row.* A partition is skipped if its index says *no* to each value of which one must be
//!    equal to the column for the condition to be true, under the collation and by operators of the index's family.
//!    The probe comes after the snapshot was taken, as [`index`](super::index) demands: nothing is probed while
//!    planning.
//! 3. *What is read is filtered* by all conditions of the table, also by that of the index.
//! 4. *No new errors.* The value is a constant, a parameter, or a column of an outer row: its evaluation cannot fail,
//!    so it does not matter that it is evaluated first. Conditions hidden behind a security barrier are not used
//!    unless they are leakproof.
//!
//! # Files
//!
//! | | |
//! |---|---|
//! | when a query is planned | [`planning`], [`relation`]; [`clause`] finds the keys in [`indexes`], [`paths`] and [`cost`] offer them by [`statistics`], [`foreign`] adds partitions, [`plan`] locks |
//! | when it runs | [`node`]: `values` are looked for in each `leaf` |

#![allow(unsafe_code)]

mod clause;
mod cost;
mod foreign;
pub mod indexes;
mod node;
mod paths;
mod plan;
mod planning;
mod relation;
mod statistics;

use crate::pg::hooks;
use crate::pg::setting::Setting;

/// The setting.
pub static SETTING: Setting = Setting::new_on(c"bloom_rs.skip_partitions");

/// Defines the setting, and puts the hooks around the planner.
pub fn install() {
    SETTING.define(
        c"Skips partitions by bloom_skip indexes.",
        c"\"on\" uses such an index where that is expected to save time. \"force\" uses it wherever the result stays \
          correct.",
    );
    node::register();
    hooks::around_planning(planning::plan);
    hooks::base_relation(relation::built);
    hooks::statistics(statistics::find);
}
