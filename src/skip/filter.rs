//! Filters of the values in a partition, built by queries that run with the rights of the caller.

use super::look_up::parameter;
use super::partitions::column_type;
use crate::error::{self, Result};
use crate::pg::catalog::base_type;
use crate::pg::names::{self, QualifiedName};
use crate::pg::query::{self, Found};
use crate::pg::typed::TypedDatum;
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
        let mut rows =
            [b" FROM ONLY ", QualifiedName::of_relation(partition)?.quoted()?.as_slice(), b" AS p"].concat();
        let element = match values.as_slice() {
            [value] => value.clone(),
            values => {
                rows.extend(
                    [b" WHERE ", values.join(b" IS NOT NULL AND ".as_slice()).as_slice(), b" IS NOT NULL"]
                        .concat(),
                );
                [b"ROW(", values.join(b", ".as_slice()).as_slice(), b")"].concat()
            }
        };
        Ok(Self { bloom: bloom.to_vec(), element, rows })
    }

    /// Returns `SELECT before bloom.bloom_agg(element arguments FROM ONLY partition`.
    fn query(&self, before: &[u8], arguments: &[u8]) -> Result<CString> {
        let parts = [b"SELECT ", before, &self.bloom, b".bloom_agg(", &self.element, arguments, &self.rows];
        CString::new(parts.concat()).map_err(|_| error::internal("a name contains a zero byte"))
    }

    /// Returns the number of distinct values in the partition, estimated by a filter.
    ///
    /// # Errors
    /// Those of the query.
    pub fn count(&self, fpp: f64) -> Result<i64> {
        let before = [b"coalesce(ceil(", self.bloom.as_slice(), b".bloom_count("].concat();
        let sql = self.query(&before, b", NULL::bigint, $1))::double precision), 0)::bigint")?;
        let count = query::value(&sql, [TypedDatum::float8(fpp)])?;
        Ok(count.map_or(0, |count| count.value().word() as i64))
    }

    /// Returns the filter of the values in the partition.
    ///
    /// # Errors
    /// Those of the query.
    pub fn filter(&self, capacity: i64, fpp: f64) -> Result<Found> {
        let arguments = [b", $1, $2), ", self.bloom.as_slice(), b".bloom_empty($1, $2))"].concat();
        let sql = self.query(b"coalesce(", &arguments)?;
        let filter = query::value(&sql, [TypedDatum::bigint(capacity), TypedDatum::float8(fpp)])?;
        filter.ok_or_else(|| error::internal("an aggregate returned no filter"))
    }
}
