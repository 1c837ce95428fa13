//! `bloom_suggest`: how large a filter of a column should be, from the planner's statistics.

use super::build;
use crate::call::{Call, NewDatum, sql_functions};
use crate::error::{self, Error, Result};
use crate::pg::catalog::relation_name;
use crate::pg::encoding::to_message;
use crate::pg::query::first_row;
use crate::pg::row::column;
use bloom_core::header::HEADER_LEN;
use bloom_core::params::{self, Params};
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys::{self, Datum, Oid};
use std::ffi::CStr;

/// One row if there is such a relation. Names no operator that a search path could replace.
///
/// Rows are counted over the whole inheritance tree, as the inherited statistics are. A descendant that was never
/// analyzed counts if it has no storage in use, such as a partition of the future; else `missing` names it.
const STATISTICS: &CStr = c"
    WITH RECURSIVE tree (oid) AS (
        SELECT $1
        UNION
        SELECT i.inhrelid
          FROM tree JOIN pg_catalog.pg_inherits i ON i.inhparent OPERATOR(pg_catalog.=) tree.oid
         WHERE NOT i.inhdetachpending
    ), part (oid, rows) AS (
        SELECT c.oid,
               CASE WHEN c.reltuples OPERATOR(pg_catalog.>=) 0::pg_catalog.float4
                    THEN c.reltuples::pg_catalog.float8
                    WHEN c.oid OPERATOR(pg_catalog.<>) $1
                         AND c.relkind OPERATOR(pg_catalog.<>) 'f'::pg_catalog.\"char\"
                         AND pg_catalog.pg_relation_size(c.oid) OPERATOR(pg_catalog.=) 0::pg_catalog.int8
                    THEN 0
               END
          FROM tree JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) tree.oid
         WHERE c.relkind OPERATOR(pg_catalog.<>) 'p'::pg_catalog.\"char\"
            OR c.oid OPERATOR(pg_catalog.=) $1 AND c.reltuples OPERATOR(pg_catalog.<) 0::pg_catalog.float4
    ), whole (rows, missing, has_children) AS (
        SELECT (SELECT pg_catalog.sum(rows) FROM part),
               (SELECT pg_catalog.min(oid) FROM part WHERE rows IS NULL),
               (SELECT pg_catalog.count(*) FROM tree) OPERATOR(pg_catalog.>) 1::pg_catalog.int8
    )
    SELECT c.relkind,
           a.attnum,
           pg_catalog.has_column_privilege(c.oid, a.attnum, 'SELECT'),
           pg_catalog.row_security_active(c.oid),
           whole.rows,
           whole.missing,
           s.n_distinct::pg_catalog.float8,
           s.null_frac::pg_catalog.float8
      FROM pg_catalog.pg_class c
      CROSS JOIN whole
      JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) c.relnamespace
      LEFT JOIN pg_catalog.pg_attribute a
             ON a.attrelid OPERATOR(pg_catalog.=) c.oid
            AND a.attname OPERATOR(pg_catalog.=) $2
            AND a.attnum OPERATOR(pg_catalog.>) 0::pg_catalog.int2
            AND NOT a.attisdropped
      LEFT JOIN pg_catalog.pg_stats s
             ON s.schemaname OPERATOR(pg_catalog.=) n.nspname
            AND s.tablename OPERATOR(pg_catalog.=) c.relname
            AND s.attname OPERATOR(pg_catalog.=) a.attname
            AND s.inherited OPERATOR(pg_catalog.=)
                (c.relkind OPERATOR(pg_catalog.=) 'p'::pg_catalog.\"char\" OR whole.has_children)
     WHERE c.oid OPERATOR(pg_catalog.=) $1";

/// A relation's column, by the names of both as users wrote them.
#[derive(Debug, Clone, Copy)]
struct Column<'a> {
    relation: Oid,
    name: &'a CStr,
}

/// What [`STATISTICS`] says.
#[derive(Debug)]
struct Statistics {
    kind: u8,
    /// Whether the relation has such a column.
    exists: bool,
    may_read: bool,
    hides_rows: bool,
    rows: Option<f64>,
    missing: Option<Oid>,
    distinct: Option<f64>,
    null_share: Option<f64>,
}

fn bloom_suggest(call: Call<'_>) -> Result<NewDatum> {
    let fpp = params::check_fpp(call.required(2)?)?;
    let capacity = Column { relation: call.required(0)?, name: call.required(1)? }.distinct()?;
    let params = Params::for_capacity(build::capacity(capacity)?, fpp)?;
    call.row([
        column(capacity),
        column(params.bits as i64),
        column(i32::from(params.hashes)),
        column((HEADER_LEN + params.bitmap_len()) as i64),
    ])
}

sql_functions! { "bloom_suggest" => bloom_suggest }

impl Column<'_> {
    /// How many distinct values the statistics expect, at least 1.
    ///
    /// # Errors
    /// 42P01 or 42703 if there is no such column, 42501 if its statistics are hidden, 55000 if there are none.
    fn distinct(self) -> Result<i64> {
        let Some(found) = self.read()? else {
            return Err(error::new(
                Code::ERRCODE_UNDEFINED_TABLE,
                format!("relation with OID {} does not exist", self.relation.to_u32()),
                "It was dropped, or never was.",
                "Name the table, as in bloom_suggest('my_table', 'my_column').",
            ));
        };
        let table = relation_name(self.relation);
        let column = to_message(self.name.to_bytes());
        if !found.exists {
            return Err(error::new(
                Code::ERRCODE_UNDEFINED_COLUMN,
                format!("column \"{column}\" of relation {table} does not exist"),
                "Names are taken as they are: neither folded to lower case nor unquoted.",
                "Spell the name as \\d shows it.",
            ));
        }
        if !has_statistics(found.kind) {
            return Err(without(
                &column,
                &table,
                "PostgreSQL keeps statistics of tables, partitioned tables, foreign tables and materialized views.",
                "Name the table that the column comes from, or take SELECT count(DISTINCT ...) as the capacity.",
            ));
        }
        if !found.may_read || found.hides_rows {
            let detail = if found.may_read {
                "Row-level security hides some of its rows, and so its statistics."
            } else {
                "The statistics of a column are for those who may SELECT it."
            };
            return Err(error::new(
                Code::ERRCODE_INSUFFICIENT_PRIVILEGE,
                format!("permission denied for the statistics of column \"{column}\" of relation {table}"),
                detail,
                "Ask the table's owner, or count the values that you see: SELECT count(DISTINCT ...).",
            ));
        }
        if let Some(missing) = found.missing {
            let missing = relation_name(missing);
            return Err(without(
                &column,
                &table,
                format!("The number of rows of {missing} is not known."),
                format!("Run ANALYZE {missing}."),
            ));
        }
        match (found.rows, found.distinct, found.null_share) {
            (Some(0.0), None, _) => Ok(1),
            (_, _, Some(null_share)) if null_share >= 1.0 => Ok(1),
            (_, Some(0.0), _) => Err(without(
                &column,
                &table,
                "Values of its type are not counted, as they cannot be compared.",
                "Cast the column to text, and take SELECT count(DISTINCT ...) as the capacity.",
            )),
            (Some(rows), Some(share), _) if share < 0.0 => Ok(whole(-share * rows)),
            (_, Some(distinct), _) => Ok(whole(distinct)),
            _ => Err(without(
                &column,
                &table,
                "It was not analyzed since the column has values.",
                format!("Run ANALYZE {table}."),
            )),
        }
    }

    fn read(self) -> Result<Option<Statistics>> {
        let name = Datum::from(self.name.as_ptr());
        let arguments = [(pg_sys::OIDOID, self.relation.into()), (pg_sys::NAMEOID, name)];
        // SAFETY: datums of these types; the columns are as the query says.
        #[allow(unsafe_code)]
        let row = unsafe { first_row(STATISTICS, arguments)? };
        let float = |datum: Datum| f64::from_bits(datum.value() as u64);
        Ok(row.map(|[kind, number, may_read, hides_rows, rows, missing, distinct, null_share]| Statistics {
            kind: kind.map_or(0, |kind| kind.value() as u8),
            exists: number.is_some(),
            may_read: may_read.is_some_and(|may| may.value() != 0),
            hides_rows: hides_rows.is_some_and(|hides| hides.value() != 0),
            rows: rows.map(float),
            missing: missing.map(|oid| Oid::from(oid.value() as u32)),
            distinct: distinct.map(float),
            null_share: null_share.map(float),
        }))
    }
}

/// A positive number of values.
fn whole(distinct: f64) -> i64 {
    distinct.round().max(1.0) as i64
}

/// Whether ANALYZE looks at relations of this kind; the expressions of an index are columns too.
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

fn without(column: &str, table: &str, detail: impl Into<String>, hint: impl Into<String>) -> Error {
    error::new(
        Code::ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
        format!("no statistics for column \"{column}\" of relation {table}"),
        detail,
        hint,
    )
}
