//! Joins with remote tables, screened by themselves.
//!
//! A join with a table on another server fetches the whole table, because the rows of postgres_fdw are joined here.
//! [`install`] puts a hook before the planner that adds conditions to the query: the keys of the other side, or a filter of
//! them, collected by a subquery that the executor runs once. postgres_fdw sends such a condition, so the other server
//! returns only the rows that may have a partner.
//!
//! [`walk`] finds the joins, and says why a screen never changes an answer; [`rules`] decides, from the cheapest refusal to
//! [`gain`], which asks the planner whether it pays; [`screen`] and [`side`] make the conditions.
//!
//! The conditions are made of functions that every release of this extension has, and of PostgreSQL's own, so the other
//! server may have any release of it.
//!
//! **Safety.** The unsafe functions have one precondition, beside what some of them say: queries are parse trees that outlive the
//! result; expressions, lists and parts of FROM are those of their query; parameters are those of the statement, or null.
//!
//! **Work.** Each join is looked at once, each condition once for all joins beside it, and only [`MOST_JOINS`] joins get to
//! the planner, with [`MOST_WEIGHT`] nodes of conditions each. So the work is linear in the size of the statement.
//!
//! **Errors.** Nothing is evaluated or planned that the planner may leave out ([`scope`], [`walk`]).
//!
//! **Rights.** A screen makes keys of the other table travel to the remote server, whose owner can read them. Any role may
//! choose the setting for its session, so it must not decide about rows that only another role may read: those of a view's
//! tables, and all rows in a SECURITY DEFINER function, whose caller may own the server. The setting does not tell who chose
//! it: `SET` of a function and of a session look the same. So such tables are left alone, and the plan is for the role that
//! made it: a function that is first called by one role may be called again with the rights of another. A server that belongs
//! to another role than a superuser gets keys only of members of that role. The executor checks the rights on the other table
//! where the query names it, and not for each copy of it in a screen.

mod condition;
mod equality;
mod gain;
mod remote;
mod rules;
mod scope;
mod screen;
mod side;
mod walk;

use crate::call::{Call, sql_functions};
use crate::error::Result as CallResult;
use crate::pg::boundary::guard;
use crate::pg::catalog::has_triggers;
use crate::pg::hooks;
use crate::pg::memory::ScratchMemory;
use crate::pg::nodes::{copy_of, items};
use crate::pg::range_table::{column, entry, mentions};
use crate::pg::setting::{Mode, Setting};
use pgrx::pg_sys::{self, CmdType, Node, Query};
use remote::{Remotes, remote_column};
use rules::Statement;
use std::ffi::{CStr, c_int};
use walk::Join;

/// The setting.
static SETTING: Setting = Setting::new(c"bloom_rs.screen_foreign_joins");

/// Least number of remote rows for which a screen is considered.
const LEAST_FAR_ROWS: f64 = 100_000.0;

/// Largest share of the remote rows that may be expected to pass: a half, and the error of an estimate of a half.
const MOST_PASSING: f64 = 0.55;

/// Largest cost of collecting the keys for each remote row, in the planner's units: that of one local row. Fetching a row
/// takes ten times as long.
const MOST_COST: f64 = 0.01;

/// Largest number of keys that are sent as an array where a filter could be sent.
const ARRAY_KEYS: f64 = 2_000.0;

/// Largest number of keys that are sent as an array; half of it may be expected.
const MOST_ARRAY_KEYS: i64 = 20_000;

/// Bytes of the longest key that is sent in an array.
const LONGEST_KEY: i32 = 1_000;

/// Largest number of joins of a statement for which the planner is asked.
const MOST_JOINS: usize = 32;

/// Largest number of nodes in the conditions of a table that are planned once more. Constants count by their size.
const MOST_WEIGHT: usize = 1_000;

/// Why a join is not screened.
type Reason = &'static str;

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
/// `query` must be a parse tree that nobody else uses, as the planner changes it too, and `parameters` its parameters. The
/// stack, up to the next C function, must not hold anything that needs to be dropped.
unsafe fn planned(query: *mut Query, _: c_int, parameters: pg_sys::ParamListInfo) -> bool {
    // SAFETY: the caller guarantees the query and the stack.
    !SETTING.is_off() && unsafe { guard(|| mentions(query, may_be_remote) && screened(query, parameters)) }
}

/// Returns whether a table is foreign, or may have foreign partitions.
fn may_be_remote(table: &pg_sys::RangeTblEntry) -> bool {
    let kind = table.relkind as u8;
    kind == pg_sys::RELKIND_FOREIGN_TABLE
        || table.inh && kind == pg_sys::RELKIND_PARTITIONED_TABLE
        // SAFETY: this is a catalog lookup.
        || table.inh && unsafe { pg_sys::has_subclass(table.relid) }
}

/// Adds screens to a query. Returns whether there are any.
unsafe fn screened(query: *mut Query, parameters: pg_sys::ParamListInfo) -> bool {
    // SAFETY: the caller guarantees the query, which stays as it is but for the conditions that are added at the end of
    // others; these outlive what is only looked at.
    unsafe {
        let is_volatile = pg_sys::contain_volatile_functions(query.cast::<Node>());
        if let Some(reason) = refused(query, is_volatile) {
            pgrx::debug1!("no foreign join of the statement is screened: {reason}");
            return false;
        }
        let scratch = ScratchMemory::new();
        if is_volatile && !(*query).cteList.is_null() {
            pgrx::debug1!("no foreign join in WITH is screened: a function of the statement is volatile");
        }
        let mut statement = Statement {
            mode: SETTING.mode(),
            parameters,
            may_write: is_volatile || writes(&*query),
            remotes: Remotes::default(),
            considered: 0,
        };
        let mut is_changed = false;
        for join in walk::joins(query, !is_volatile) {
            pgrx::check_for_interrupts!();
            match rules::screens(&mut statement, &join) {
                Ok(screens) => {
                    for screen in screens {
                        let add = || *join.quals = pg_sys::make_and_qual(*join.quals, copy_of(screen));
                        scratch.outside(add);
                        (*join.far.query).hasSubLinks = true;
                        is_changed = true;
                    }
                }
                Err(reason) => tell(&statement.remotes, &join, reason),
            }
        }
        is_changed
    }
}

/// Returns why no join of a statement may be screened. `is_volatile` tells whether any of its functions is volatile.
unsafe fn refused(query: *mut Query, is_volatile: bool) -> Option<Reason> {
    // SAFETY: the caller guarantees the query; the rest reads numbers.
    unsafe {
        let statement = &*query;
        let is_read = [CmdType::CMD_SELECT, CmdType::CMD_INSERT].contains(&statement.commandType);
        if !is_read || !statement.onConflict.is_null() {
            Some("it changes rows of a table that it reads")
        } else if statement.hasModifyingCTE {
            Some("it has a WITH query that changes rows")
        } else if locks_rows(statement) {
            Some("it locks rows, which may have changed since its snapshot")
        } else if pg_sys::GetUserId() != pg_sys::GetOuterUserId() {
            Some("it runs with the rights of another role than the session")
        } else if is_volatile && has_volatile(query) {
            Some("a function of the query is volatile")
        } else {
            None
        }
    }
}

/// Returns whether a query's FROM and WHERE call a volatile function. The number of its calls must not change.
unsafe fn has_volatile(query: *mut Query) -> bool {
    // SAFETY: the caller guarantees the query.
    unsafe {
        pg_sys::contain_volatile_functions((*query).jointree.cast())
            || items::<pg_sys::RangeTblEntry>((*query).rtable).any(|table| {
                let table = &*table;
                let parts: [*mut Node; 6] = [
                    table.subquery.cast(),
                    table.functions.cast(),
                    table.tablefunc.cast(),
                    table.values_lists.cast(),
                    table.tablesample.cast(),
                    table.securityQuals.cast(),
                ];
                parts.into_iter().any(|part| pg_sys::contain_volatile_functions(part))
            })
    }
}

/// Returns whether a statement may change a remote table while it reads: an INSERT whose target is remote, has triggers,
/// or has partitions of which one may.
unsafe fn writes(query: &Query) -> bool {
    // SAFETY: the caller guarantees the query, which has locked its target.
    unsafe {
        entry(std::ptr::from_ref(query).cast_mut(), query.resultRelation).is_some_and(|target| {
            target.relkind as u8 == pg_sys::RELKIND_FOREIGN_TABLE
                || has_triggers(target.relid)
                || pg_sys::has_subclass(target.relid)
        })
    }
}

unsafe fn locks_rows(query: &Query) -> bool {
    // SAFETY: the caller guarantees the query.
    unsafe {
        !query.rowMarks.is_null()
            || items::<pg_sys::RangeTblEntry>(query.rtable)
                .any(|table| (*table).subquery.as_ref().is_some_and(|inside| locks_rows(inside)))
            || items::<pg_sys::CommonTableExpr>(query.cteList)
                .any(|cte| (*cte).ctequery.cast::<Query>().as_ref().is_some_and(|inside| locks_rows(inside)))
    }
}

/// Says why a join is not screened.
unsafe fn tell(remotes: &Remotes, join: &Join, reason: Reason) {
    // SAFETY: the caller guarantees the expressions; names are zero-terminated.
    unsafe {
        let query = join.far.query;
        let key = remote_column(remotes, query, join.far.key);
        let name = key.and_then(|key| column(query, key)).and_then(|column| {
            let names = entry(query, column.entry)?.eref.as_ref()?;
            let number = i32::from(column.number) - 1;
            if number >= pg_sys::list_length(names.colnames) {
                return None;
            }
            let name = pg_sys::list_nth(names.colnames, number).cast::<pg_sys::String>();
            let text = |name| CStr::from_ptr(name).to_string_lossy();
            Some(format!(" on {}.{}", text(names.aliasname), text((*name).sval)))
        });
        pgrx::debug1!("the foreign join{} is not screened: {reason}", name.unwrap_or_default());
    }
}

/// Implements `bloom_screen_foreign_joins(boolean)`: sets the setting for the session. The call loads the library.
fn bloom_screen_foreign_joins(call: Call<'_>) -> CallResult<Option<bool>> {
    SETTING.set(call.required(0)?);
    Ok(None)
}

sql_functions! {
    "bloom_screen_foreign_joins" => bloom_screen_foreign_joins,
}
