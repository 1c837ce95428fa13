//! The planner's statistics of a column.

use super::query::first_row;
use super::typed::TypedDatum;
use crate::error::Result;
use pgrx::pg_sys::{self, Datum, Oid};
use std::ffi::CStr;

/// Query for a column's statistics: one row if the relation exists. No search path can replace its qualified operators.
///
/// Rows are counted over the whole inheritance tree, like the inherited statistics. A descendant that was never
/// analyzed counts as empty if it uses no storage, such as a partition for future rows; else `missing` names it.
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

/// Catalog in which Citus lists the tables whose rows are in its shards.
const SHARDED: &CStr = c"pg_dist_partition";

const IS_SHARDED: &CStr = c"
    SELECT true FROM pg_catalog.pg_dist_partition WHERE logicalrelid::pg_catalog.oid OPERATOR(pg_catalog.=) $1";

/// Returns whether the rows of a table are in shards of Citus: distributed, reference and managed local tables. Such a
/// table has no rows itself, and its statistics are those of an empty table.
///
/// # Errors
/// XX000 if the catalogs cannot be read.
pub fn is_sharded(relation: Oid) -> Result<bool> {
    // SAFETY: this is a catalog lookup by a zero-terminated name.
    let list =
        unsafe { pg_sys::get_relname_relid(SHARDED.as_ptr(), Oid::from(pg_sys::PG_CATALOG_NAMESPACE)) };
    if list == Oid::INVALID {
        return Ok(false);
    }
    Ok(first_row::<1, 1>(IS_SHARDED, [TypedDatum::oid(relation)])?.is_some())
}

/// The planner's statistics of one column.
#[derive(Debug)]
pub struct Statistics {
    /// Kind of the relation, as in `pg_class.relkind`.
    pub kind: u8,
    /// Whether the relation has this column.
    pub exists: bool,
    /// Whether the user may read the column.
    pub may_read: bool,
    /// Whether row security hides rows from the user.
    pub hides_rows: bool,
    /// Number of rows of the relation and its descendants, as far as they were counted.
    pub rows: Option<f64>,
    /// One of these relations whose rows were not counted.
    pub missing: Option<Oid>,
    /// `pg_stats.n_distinct`: a number of values, or a fraction of the rows if less than 0.
    pub distinct: Option<f64>,
    /// Fraction of the rows in which the column is NULL: `pg_stats.null_frac`.
    pub null_share: Option<f64>,
}

impl Statistics {
    /// Reads the statistics of a column, given its name as the server stores it; `None` if the relation does not exist.
    ///
    /// # Errors
    /// XX000 if the catalogs cannot be read.
    pub fn of(relation: Oid, column: &CStr) -> Result<Option<Self>> {
        let arguments = [TypedDatum::oid(relation), TypedDatum::name(column.to_bytes())];
        let row = first_row(STATISTICS, arguments)?;
        let float = |datum: Datum| f64::from_bits(datum.value() as u64);
        Ok(row.map(|[kind, number, may_read, hides_rows, rows, missing, distinct, null_share]| Self {
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
