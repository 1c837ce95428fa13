//! Joins with remote tables, screened by themselves.
//!
//! A join with a table on another server fetches the whole table, because the rows of postgres_fdw are joined
//! here. [`install`] puts a hook before the planner that adds conditions to the query: the keys of the other
//! side, or a filter of them, collected by a subquery that the executor runs once. postgres_fdw sends such a
//! condition, so the other server returns only the rows that may have a partner.
//!
//! [`walk`] finds the joins, and says why a screen never changes an answer; [`rules`] decides, from the
//! cheapest refusal to [`gain`], which asks the planner whether it pays; [`screen`] and [`side`] make the
//! conditions.
//!
//! The conditions are made of functions that every release of this extension has, and of PostgreSQL's own, so
//! the other server may have any release of it.
//!
//! **Safety.** The query is read through [typed views](crate::pg::tree), and changed only by
//! [`add_condition`](make::add_condition), when a join is decided. So what [`walk`] found stays as it is, but
//! for conditions at the end of others.
//!
//! **Work.** Each join is looked at once, each condition once for all joins beside it, and only
//! [`MOST_JOINS`] joins get to the planner, with [`MOST_WEIGHT`] nodes of conditions each. So the work is
//! linear in the size of the statement.
//!
//! **Errors.** Nothing is evaluated or planned that the planner may leave out ([`scope`], [`walk`]).
//!
//! **Rights.** A screen makes keys of the other table travel to the remote server, whose owner can read them.
//! Any role may choose the setting for its session, so it must not decide about rows that only another role
//! may read: those of a view's tables, and all rows in a SECURITY DEFINER function, whose caller may own the
//! server. The setting does not tell who chose it: `SET` of a function and of a session look the same. So
//! such tables are left alone, and the plan is for the role that made it: a function that is first called by
//! one role may be called again with the rights of another. A server that belongs to another role than a
//! superuser gets keys only of members of that role. The executor checks the rights on the other table where
//! the query names it, and not for each copy of it in a screen.

mod condition;
mod equality;
mod gain;
mod remote;
mod rules;
mod scope;
mod screen;
mod side;
mod statement;
mod walk;

use super::Reason;
use crate::call::{Call, sql_functions};
use crate::error::Result as CallResult;
use crate::pg::boundary::guard;
use crate::pg::catalog::has_subclass;
use crate::pg::hooks;
use crate::pg::memory::ScratchMemory;
use crate::pg::parameters::Parameters;
use crate::pg::setting::Setting;
use crate::pg::tree::{Node, make, root};
use pgrx::pg_sys::{self, Query};
use remote::{Remotes, remote_column};
use statement::Statement;
use std::ffi::{CStr, c_int};
use walk::ForeignJoin;

/// The setting.
static SETTING: Setting = Setting::new(c"bloom_rs.screen_foreign_joins");

/// Least number of remote rows for which a screen is considered.
const LEAST_FAR_ROWS: f64 = 100_000.0;

/// Largest share of the remote rows that may be expected to pass: a half, and the error of an estimate of a
/// half.
const MOST_PASSING: f64 = 0.55;

/// Largest cost of collecting the keys for each remote row, in the planner's units: that of one local row.
/// Fetching a row takes ten times as long.
const MOST_COST: f64 = 0.01;

/// Largest number of keys that are sent as an array where a filter could be sent.
const ARRAY_KEYS: f64 = 2_000.0;

/// Largest number of keys that are sent as an array; half of it may be expected.
const MOST_ARRAY_KEYS: i64 = 20_000;

/// Bytes of the longest key that is sent in an array.
const LONGEST_KEY: i32 = 1_000;

/// Largest number of joins of a statement for which the planner is asked.
const MOST_JOINS: usize = 32;

/// Largest number of nodes in the conditions of a table that are planned once more. Constants count by their
/// size.
const MOST_WEIGHT: usize = 1_000;

/// Defines the setting, and puts the hook before the planner.
pub fn install() {
    SETTING.define(
        c"Screens joins with tables of postgres_fdw.",
        c"\"on\" sends the join keys of the other side, or a filter of them, with the query to the remote table if that \
          is expected to save time. \"force\" sends them wherever the result stays correct.",
    );
    hooks::before_planning(planned);
}

/// Adds screens to a query that is about to be planned. Returns whether there are any.
///
/// # Safety
/// `query` must be a parse tree that nobody else uses, as the planner changes it too, and `parameters` its
/// parameters. The stack, up to the next C function, must not hold anything that needs to be dropped.
unsafe fn planned(query: *mut Query, options: c_int, parameters: pg_sys::ParamListInfo) -> bool {
    // Only what is planned for a cursor may not be parallel.
    let is_for_cursor = options as u32 & pg_sys::CURSOR_OPT_PARALLEL_OK == 0;
    let screen = || {
        // SAFETY: `planner_hook` was called with this query and its parameters, and nobody else uses them.
        let (query, parameters) = unsafe { (root(query), Parameters::of(parameters)) };
        query.is_some_and(|query| query.mentions(may_be_remote) && screened(query, is_for_cursor, parameters))
    };
    // SAFETY: the hook has nothing to drop on the stack.
    !SETTING.is_off() && unsafe { guard(screen) }
}

/// Returns whether a table is foreign, or may have foreign partitions.
fn may_be_remote(table: &pg_sys::RangeTblEntry) -> bool {
    let kind = table.relkind as u8;
    kind == pg_sys::RELKIND_FOREIGN_TABLE
        || table.inh && (kind == pg_sys::RELKIND_PARTITIONED_TABLE || has_subclass(table.relid))
}

/// Adds screens to a query. Returns whether there are any.
fn screened<'t>(query: Node<'t, Query>, is_for_cursor: bool, parameters: Parameters<'t>) -> bool {
    let is_volatile = query.any().is_volatile();
    if let Some(reason) = statement::refused(query, is_volatile) {
        pgrx::debug1!("no foreign join of the statement is screened: {reason}");
        return false;
    }
    // Screens outlive what is only looked at.
    let scratch = ScratchMemory::new();
    if is_volatile && !query.cteList.is_null() {
        pgrx::debug1!("no foreign join in WITH is screened: a function of the statement is volatile");
    }
    let mut statement = Statement {
        mode: SETTING.mode(),
        parameters,
        may_write: is_for_cursor || is_volatile || statement::writes(query),
        remotes: Remotes::default(),
        considered: 0,
    };
    let mut is_changed = false;
    for join in walk::joins(query, !is_volatile) {
        pgrx::check_for_interrupts!();
        match rules::screens(&mut statement, &join) {
            Ok(screens) => {
                for screen in screens {
                    scratch
                        .outside(|| make::add_condition(join.far.query, join.quals, make::copy_of(screen)));
                    is_changed = true;
                }
            }
            Err(reason) => tell(&statement.remotes, &join, reason),
        }
    }
    is_changed
}

/// Says why a join is not screened.
fn tell(remotes: &Remotes, join: &ForeignJoin<'_>, reason: Reason) {
    let name = column_name(remotes, join).map(|name| format!(" on {name}"));
    pgrx::debug1!("the foreign join{} is not screened: {reason}", name.unwrap_or_default());
}

/// Returns the name of the remote key, as the query has it.
fn column_name(remotes: &Remotes, join: &ForeignJoin<'_>) -> Option<String> {
    let query = join.far.query;
    let column = query.column(remote_column(remotes, query, join.far.expression)?)?;
    let names = query.entry(column.entry)?.eref()?;
    let name = names.colnames().get(usize::try_from(column.number - 1).ok()?)?;
    let text = |name: &CStr| name.to_string_lossy().into_owned();
    Some(format!("{}.{}", text(names.aliasname()?), text(name.sval()?)))
}

/// Implements `bloom_screen_foreign_joins(boolean)`: sets the setting for the session. The call loads the
/// library.
fn bloom_screen_foreign_joins(call: Call<'_>) -> CallResult<Option<bool>> {
    SETTING.set(call.required(0)?);
    Ok(None)
}

sql_functions! {
    "bloom_screen_foreign_joins" => bloom_screen_foreign_joins,
}
