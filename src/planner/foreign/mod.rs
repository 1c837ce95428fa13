//! Joins with remote tables, screened by themselves.
//!
//! A join with a table on another server fetches the whole table, because the rows of postgres_fdw are joined here.
//! [`install`] puts a hook before the planner that adds conditions to a copy of the query: the keys of the other side, or
//! a filter of them, collected by a subquery that the executor runs once. postgres_fdw sends such a condition, so the
//! other server returns only the rows that may have a partner. [`walk`] says why this never changes an answer, and
//! [`gain`] when it pays.
//!
//! The conditions are made of functions that every release of this extension has, and of PostgreSQL's own, so the other
//! server may have any release of it.

mod condition;
mod gain;
mod remote;
mod screen;
mod side;
mod table;
mod walk;

use super::nodes::{copy_of, items};
use crate::call::{Call, sql_functions};
use crate::error::Result as CallResult;
use crate::pg::boundary::guard;
use crate::pg::catalog::has_triggers;
use crate::pg::version;
use pgrx::pg_sys::{self, CmdType, Node, Oid, Query, RTEKind};
use pgrx::{GucContext, GucFlags, GucRegistry, GucSetting, PostgresGucEnum};
use screen::Statement;
use std::ffi::CStr;

/// The name of this extension.
const EXTENSION: &CStr = c"bloom_rs";

/// The setting.
const SETTING: &CStr = c"bloom_rs.screen_foreign_joins";

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

/// Why a join is not screened.
type Reason = &'static str;

/// Values of the setting.
#[derive(Debug, Clone, Copy, PartialEq, PostgresGucEnum)]
pub enum Mode {
    /// No join is screened.
    #[name = c"off"]
    Off,
    /// Joins are screened where it pays.
    #[name = c"on"]
    On,
    /// Joins are screened wherever it is legal, whatever it costs: for tests.
    #[name = c"force"]
    Force,
}

static MODE: GucSetting<Mode> = GucSetting::<Mode>::new(Mode::Off);

/// Types of keys, by what a screen may do with them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum KeyType {
    /// `text` and `varchar`.
    Text,
    /// `char(n)`.
    Padded,
    /// Types of one canonical text, which any server reads.
    Other,
}

impl KeyType {
    /// Returns the type of keys that are compared; `None` if it is not one of those whose values all can be hashed, and
    /// read by any server.
    fn of(left: Oid, right: Oid) -> Option<Self> {
        const INTEGERS: [Oid; 3] = [pg_sys::INT2OID, pg_sys::INT4OID, pg_sys::INT8OID];
        const OTHERS: [Oid; 8] = [
            pg_sys::UUIDOID,
            pg_sys::DATEOID,
            pg_sys::TIMESTAMPOID,
            pg_sys::TIMESTAMPTZOID,
            pg_sys::NUMERICOID,
            pg_sys::FLOAT4OID,
            pg_sys::FLOAT8OID,
            pg_sys::BYTEAOID,
        ];
        if INTEGERS.contains(&left) && INTEGERS.contains(&right) {
            return Some(Self::Other);
        }
        match left {
            _ if left != right => None,
            pg_sys::TEXTOID => Some(Self::Text),
            pg_sys::BPCHAROID => Some(Self::Padded),
            _ => OTHERS.contains(&left).then_some(Self::Other),
        }
    }

    /// Whether the keys are the same on a server of another encoding, or the screen can tell.
    fn array_is_safe(self) -> bool {
        match self {
            Self::Text => is_utf8(),
            Self::Padded => false,
            Self::Other => true,
        }
    }

    /// Whether every value can be hashed.
    fn filter_is_safe(self) -> bool {
        self == Self::Other || is_utf8()
    }
}

fn is_utf8() -> bool {
    // SAFETY: this reads a number.
    unsafe { pg_sys::GetDatabaseEncoding() == pg_sys::pg_enc::PG_UTF8 as i32 }
}

/// Defines the setting, and puts the hook before the planner.
pub fn install() {
    GucRegistry::define_enum_guc(
        SETTING,
        c"Screens joins with tables of postgres_fdw.",
        c"\"on\" sends the join keys of the other side, or a filter of them, with the query to the remote table if that \
          is expected to save time. \"force\" sends them wherever the result stays correct.",
        &MODE,
        GucContext::Userset,
        GucFlags::default(),
    );
    version::hook_planner(planned);
}

/// Returns the query to plan: the one given, or a copy with screens.
///
/// # Safety
/// `query` must be a parse tree that is about to be planned with these parameters. The stack, up to the next C
/// function, must not hold anything that needs to be dropped.
unsafe fn planned(query: *mut Query, parameters: pg_sys::ParamListInfo) -> *mut Query {
    // SAFETY: the caller guarantees the query and the stack.
    unsafe {
        // This reads a number; `get` checks the thread.
        if *MODE.as_ptr() == Mode::Off as i32 {
            return query;
        }
        guard(|| if mentions_remote(query) { screened(query, parameters) } else { query })
    }
}

/// Returns whether a query reads a foreign table, or a table that may have foreign partitions, as far as this can be
/// told without looking into expressions.
///
/// # Safety
/// `query` must be null or a parse tree.
unsafe fn mentions_remote(query: *mut Query) -> bool {
    // SAFETY: the caller guarantees the query.
    unsafe {
        let Some(query) = query.as_ref() else { return false };
        let in_tables = items::<pg_sys::RangeTblEntry>(query.rtable).any(|table| {
            let table = &*table;
            match table.rtekind {
                RTEKind::RTE_RELATION => {
                    let kind = table.relkind as u8;
                    kind == pg_sys::RELKIND_FOREIGN_TABLE
                        || table.inh && kind == pg_sys::RELKIND_PARTITIONED_TABLE
                        || table.inh && pg_sys::has_subclass(table.relid)
                }
                RTEKind::RTE_SUBQUERY => mentions_remote(table.subquery),
                _ => false,
            }
        });
        in_tables
            || query.hasSubLinks
            || items::<pg_sys::CommonTableExpr>(query.cteList)
                .any(|cte| mentions_remote((*cte).ctequery.cast()))
    }
}

/// Returns a copy of a query with screens, or the query if there are none.
///
/// # Safety
/// As for [`planned`].
unsafe fn screened(query: *mut Query, parameters: pg_sys::ParamListInfo) -> *mut Query {
    // SAFETY: the caller guarantees the query; the copy belongs to this function.
    unsafe {
        if let Some(reason) = refused(&*query) {
            pgrx::debug1!("no foreign join of the statement is screened: {reason}");
            return query;
        }
        let copy = copy_of(query);
        let mode = MODE.get();
        let is_volatile = pg_sys::contain_volatile_functions(copy.cast::<Node>());
        let may_write = is_volatile || writes(&*query);
        let mut statement = Statement { mode, parameters, is_volatile, may_write, changed: false };
        statement.level(copy, false);
        if statement.changed { copy } else { query }
    }
}

/// Returns why no join of a statement may be screened.
fn refused(query: &Query) -> Option<Reason> {
    let is_read = query.commandType == CmdType::CMD_SELECT || query.commandType == CmdType::CMD_INSERT;
    if !is_read || !query.onConflict.is_null() {
        return Some("it changes rows of a table that it reads");
    }
    if query.hasModifyingCTE {
        return Some("it has a WITH query that changes rows");
    }
    // SAFETY: a parse tree.
    unsafe { locks_rows(query) }.then_some("it locks rows, which may have changed since its snapshot")
}

/// Returns whether a statement may change a remote table while it reads: an INSERT whose target is remote, has triggers,
/// or has partitions of which one may.
///
/// # Safety
/// `query` must be a parse tree.
unsafe fn writes(query: &Query) -> bool {
    // SAFETY: the caller guarantees the query, which has locked its target.
    unsafe {
        table::entry(std::ptr::from_ref(query).cast_mut(), query.resultRelation).is_some_and(|target| {
            target.relkind as u8 == pg_sys::RELKIND_FOREIGN_TABLE
                || has_triggers(target.relid)
                || pg_sys::has_subclass(target.relid)
        })
    }
}

/// # Safety
/// `query` must be a parse tree.
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

impl Statement {
    /// Says why a join is not screened.
    ///
    /// # Safety
    /// `far` must be null or an expression of the query.
    unsafe fn refuse(&self, query: *mut Query, far: *mut Node, reason: Reason) {
        // SAFETY: the caller guarantees the expression; names are zero-terminated.
        unsafe {
            let column = if far.is_null() { None } else { table::column(query, far) };
            let name = column.and_then(|column| {
                let names = table::entry(query, column.entry)?.eref.as_ref()?;
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
}

/// Implements `bloom_screen_foreign_joins(boolean)`: sets the setting for the session. The call loads the library.
fn bloom_screen_foreign_joins(call: Call<'_>) -> CallResult<Option<bool>> {
    let value = if call.required::<bool>(0)? { c"on" } else { c"off" };
    // SAFETY: the strings are zero-terminated; the setting exists, because the library is loaded.
    unsafe {
        let (context, source) = (pg_sys::GucContext::PGC_USERSET, pg_sys::GucSource::PGC_S_SESSION);
        pg_sys::SetConfigOption(SETTING.as_ptr(), value.as_ptr(), context, source);
    }
    Ok(None)
}

sql_functions! {
    "bloom_screen_foreign_joins" => bloom_screen_foreign_joins,
}
