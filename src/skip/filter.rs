//! Filters of the values in a partition, built by queries that run with the rights of the caller.

use super::look_up::parameter;
use super::partitions::column_type;
use crate::error::{self, Result};
use crate::pg::catalog::base_type;
use crate::pg::names::{self, QualifiedName};
use crate::pg::query;
use crate::pg::typed::TypedDatum;
use crate::template::Template;
use pgrx::pg_sys::Oid;
use std::ffi::{CStr, CString};

/// The columns of a partition that filters are built of, in a query.
#[derive(Debug)]
pub struct Source {
    /// The schema of the extension, quoted.
    bloom: Vec<u8>,
    /// The column of a table `p` as a value of its base type, or a row of several columns.
    element: Vec<u8>,
    /// The partition as `p`, and which rows of it are compared by `=`.
    rows: Vec<u8>,
}

impl Source {
    /// Names columns of a partition, which must be locked.
    ///
    /// # Errors
    /// 42P01 or 42703 if it does not exist.
    pub fn new(bloom: &[u8], partition: Oid, columns: &[&CStr]) -> Result<Self> {
        let value = |column: &&CStr| {
            let declared = column_type(partition, column)?;
            let base = base_type(declared);
            // Rows of integers and of bigints are of different element types.
            let of = if columns.len() > 1 { parameter(base) } else { base };
            let cast = if of == declared { Vec::new() } else { names::cast_in_sql(of)? };
            Ok([b"p.".as_slice(), &names::identifier(column.to_bytes())?, &cast].concat())
        };
        let values = columns.iter().map(value).collect::<Result<Vec<_>>>()?;
        let mut rows = [&QualifiedName::of_relation(partition)?.quoted()?, b" AS p".as_slice()].concat();
        let element = match values.as_slice() {
            [value] => value.clone(),
            values => {
                let all = values.join(b" IS NOT NULL AND ".as_slice());
                rows.extend([b" WHERE ", all.as_slice(), b" IS NOT NULL"].concat());
                [b"ROW(", values.join(b", ".as_slice()).as_slice(), b")"].concat()
            }
        };
        Ok(Self { bloom: bloom.to_vec(), element, rows })
    }

    fn query(&self, sql: &'static str) -> Result<CString> {
        let template = Template::new(sql).sql("bloom", self.bloom.clone());
        template.sql("element", self.element.clone()).sql("rows", self.rows.clone()).statement()
    }

    /// Returns the number of distinct values in the partition, estimated by a filter.
    ///
    /// # Errors
    /// Those of the query.
    pub fn count(&self, fpp: f64) -> Result<i64> {
        let sql = self.query(
            "SELECT ceil(@bloom@.bloom_count(@bloom@.bloom_agg(@element@, NULL::bigint, $1))::double precision)::bigint
               FROM ONLY @rows@",
        )?;
        let count = query::value(&sql, [TypedDatum::float8(fpp)])?;
        Ok(count.map_or(0, |count| count.word() as i64))
    }

    /// Returns the filter of the values in the partition.
    ///
    /// # Errors
    /// Those of the query.
    pub fn filter<'a>(&self, capacity: i64, fpp: f64) -> Result<TypedDatum<'a>> {
        let sql = self.query(
            "SELECT coalesce(@bloom@.bloom_agg(@element@, $1, $2), @bloom@.bloom_empty($1, $2)) FROM ONLY @rows@",
        )?;
        let filter = query::value(&sql, [TypedDatum::bigint(capacity), TypedDatum::float8(fpp)])?;
        filter.ok_or_else(|| error::internal("an aggregate returned no filter"))
    }
}
