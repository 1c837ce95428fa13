//! `bloom_suggest`: the size of a filter for a column, from the planner's statistics.

use super::build;
use crate::call::{Call, NewDatum, sql_functions};
use crate::error::{self, Result};
use crate::pg::catalog::relation_name;
use crate::pg::encoding::to_message;
use crate::pg::row::column;
use crate::pg::statistics::{Statistics, is_sharded};
use crate::report;
use bloom_core::filter::HEADER_LEN;
use bloom_core::layout::{Params, params};
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys::{self, Oid};
use std::ffi::CStr;

fn bloom_suggest(call: Call<'_>) -> Result<NewDatum> {
    let fpp = params::check_fpp(call.required(2)?)?;
    let capacity = distinct(call.required(0)?, call.required(1)?)?;
    let params = Params::for_capacity(build::capacity(capacity)?, fpp)?;
    call.row(&[
        column(capacity),
        column(params.bits as i64),
        column(i32::from(params.hashes)),
        column((HEADER_LEN + params.bitmap_len()) as i64),
    ])
}

sql_functions! { "bloom_suggest" => bloom_suggest }

/// Returns the number of distinct values of a column according to the statistics, at least 1.
///
/// # Errors
/// 42P01 or 42703 if there is no such column, 42501 if its statistics are hidden, 55000 if there are none.
fn distinct(relation: Oid, name: &CStr) -> Result<i64> {
    let Some(found) = Statistics::of(relation, name)? else {
        return Err(error::new(
            Code::ERRCODE_UNDEFINED_TABLE,
            format!("relation with OID {} does not exist", relation.to_u32()),
            "It was dropped, or the OID is wrong.",
            "Name the table, as in bloom_suggest('my_table', 'my_column').",
        ));
    };
    let table = relation_name(relation);
    let column = to_message(name.to_bytes());
    if !found.exists {
        return Err(report::no_column(&table, &column));
    }
    let without = |detail: &str, hint: &str| {
        error::new(
            Code::ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
            format!("no statistics for column \"{column}\" of relation {table}"),
            detail,
            hint,
        )
    };
    if !has_statistics(found.kind) {
        return Err(without(
            "PostgreSQL keeps statistics of tables, partitioned tables, foreign tables and materialized views.",
            "Name the table that the column comes from, or use SELECT count(DISTINCT ...) as the capacity.",
        ));
    }
    if !found.may_read || found.hides_rows {
        let detail = if found.may_read {
            "Row-level security hides some rows of the table, and therefore its statistics."
        } else {
            "Reading the statistics of a column requires the SELECT privilege on it."
        };
        return Err(error::new(
            Code::ERRCODE_INSUFFICIENT_PRIVILEGE,
            format!("permission denied for the statistics of column \"{column}\" of relation {table}"),
            detail,
            "Ask the owner of the table, or count the values that you see: SELECT count(DISTINCT ...).",
        ));
    }
    if is_sharded(relation)? {
        return Err(without(
            "The rows of the table and their statistics are in shards of Citus.",
            "Call bloom_suggest on the shards with run_command_on_shards and add up the capacities (for a \
             reference table, use one shard), or use SELECT count(DISTINCT ...) as the capacity.",
        ));
    }
    if let Some(missing) = found.missing {
        let missing = relation_name(missing);
        return Err(without(
            &format!("The number of rows of {missing} is not known."),
            &format!("Run ANALYZE {missing}."),
        ));
    }
    match (found.rows, found.distinct, found.null_share) {
        (Some(0.0), None, _) => Ok(1),
        (_, _, Some(null_share)) if null_share >= 1.0 => Ok(1),
        (_, Some(0.0), _) => Err(without(
            "ANALYZE does not count the distinct values of a type without an equality operator.",
            "Cast the column to text, and use SELECT count(DISTINCT ...) as the capacity.",
        )),
        (Some(rows), Some(share), _) if share < 0.0 => Ok(whole(-share * rows)),
        (_, Some(distinct), _) => Ok(whole(distinct)),
        _ => Err(without(
            "The table has not been analyzed since the column was filled.",
            &format!("Run ANALYZE {table}."),
        )),
    }
}

/// Rounds a number of values to at least 1.
fn whole(distinct: f64) -> i64 {
    distinct.round().max(1.0) as i64
}

/// Returns whether ANALYZE collects statistics for relations of this kind. Expressions of an index are columns too.
fn has_statistics(kind: u8) -> bool {
    matches!(
        kind,
        pg_sys::RELKIND_RELATION
            | pg_sys::RELKIND_PARTITIONED_TABLE
            | pg_sys::RELKIND_FOREIGN_TABLE
            | pg_sys::RELKIND_MATVIEW
            | pg_sys::RELKIND_INDEX
    )
}
