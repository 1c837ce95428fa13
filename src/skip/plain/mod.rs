//! Plain queries that skip partitions: `bloom_rs.skip_partitions`.
//!
//! Before a query is planned, a partitioned table with lookups is replaced in FROM by a call of `bloom_skip_scan`, if
//! conditions of the same level say `column = value`. All conditions stay where they are. The call names all sets whose
//! columns have such conditions, and each of them removes partitions that cannot have its values.
//!
//! **Why the answer is the same.** The function returns each row of the table for which these conditions are true,
//! under the snapshot of the query ([`crate::skip`]), of the partitions that the plan has wherever it names the table
//! ([`listed`]). Every row of the table that the query uses meets these conditions ([`walk`]), by the same operator and
//! collation ([`condition`]). What a function's row cannot tell is not asked: system columns, samples, row locks,
//! `WHERE CURRENT OF`.
//!
//! **No new errors.** The value is a constant, a parameter or a column from outside, whose evaluation cannot fail.
//!
//! **Rights.** The function is the extension's and not the set's own, which its owner may replace by anything. It runs
//! with the rights of the caller, so a table that a view reads with its owner's rights is left alone. The table stays
//! in the range table without being read: the executor checks its privileges, cached plans lock it, and are made anew
//! when it changes.
//!
//! **Safety.** The unsafe functions have one precondition, beside what some of them say: queries are parse trees that
//! nobody else uses; tables, parts of FROM, conditions and values are those of their query.

#![allow(unsafe_code)]

mod condition;
mod listed;
mod prepared;
mod rows;
mod scan;
mod walk;

use super::kept_plans;
use crate::call::{Call, sql_functions};
use crate::error::Result;
use crate::pg::boundary::guard;
use crate::pg::hooks;
use crate::pg::setting::Setting;
use pgrx::pg_sys::{ParamListInfo, Query};
use std::ffi::c_int;

static SETTING: Setting = Setting::new(c"bloom_rs.skip_partitions");

/// Defines the setting, and puts the hook before the planner.
pub fn install() {
    SETTING.define(
        c"Skips partitions of tables that bloom_skip_create prepared, in plain queries.",
        c"\"on\" reads such a table through its lookups, where that is expected to save time, if a condition compares the \
          column with a value. \"force\" does so wherever the result stays correct.",
    );
    hooks::before_planning(planned);
}

/// Replaces tables in a query that is about to be planned. Returns whether there are any.
///
/// # Safety
/// `query` must be a parse tree that nobody else uses. The stack, up to the next C function, must not hold anything
/// that needs to be dropped.
unsafe fn planned(query: *mut Query, options: c_int, _: ParamListInfo) -> bool {
    // The queries of a lookup are plain queries of the same table.
    if SETTING.is_off() || kept_plans::are_running() {
        return false;
    }
    // SAFETY: the caller guarantees the query and the stack.
    unsafe { guard(|| walk::replace(query, options, SETTING.mode())) }
}

/// Implements `bloom_skip_plain_queries(boolean)`: sets the setting for the session. The call loads the library.
fn bloom_skip_plain_queries(call: Call<'_>) -> Result<Option<bool>> {
    SETTING.set(call.required(0)?);
    Ok(None)
}

sql_functions! {
    "bloom_skip_plain_queries" => bloom_skip_plain_queries,
}
