//! Sets of rows as results of calls.

use super::{Call, ReturnValue};
use crate::error::{self, Result};
use crate::pg::catalog::{base_type, is_row};
use crate::pg::tree::{Node, root};
use crate::pg::typed::TypedDatum;
use crate::pg::version;
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys::{self, Datum, ReturnSetInfo};
use std::ptr::NonNull;

/// The set of rows that a call returns. PostgreSQL keeps them in memory up to `work_mem`, then in a file.
#[derive(Debug)]
pub struct NewSet(NonNull<ReturnSetInfo>);

impl Call<'_> {
    /// Creates the set that this call returns, empty at first.
    ///
    /// # Errors
    /// 0A000 if the function is called in a context that cannot accept a set.
    pub fn new_set(&self) -> Result<NewSet> {
        // SAFETY: `resultinfo` is null or a node, which waits for the call.
        let info = unsafe { root(self.info().resultinfo) }.and_then(Node::is::<ReturnSetInfo>);
        let takes_sets = |info: &Node<'_, ReturnSetInfo>| {
            info.allowedModes as u32 & pg_sys::SetFunctionReturnMode::SFRM_Materialize != 0
                && !info.expectedDesc.is_null()
        };
        let info = info.filter(takes_sets).ok_or_else(no_place)?;
        // SAFETY: the call accepts a set.
        unsafe { pg_sys::InitMaterializedSRF(self.fcinfo.as_ptr(), pg_sys::MAT_SRF_USE_EXPECTED_DESC) };
        NonNull::new(info.as_ptr()).map(NewSet).ok_or_else(no_place)
    }
}

#[cold]
fn no_place() -> error::Error {
    error::new(
        Code::ERRCODE_FEATURE_NOT_SUPPORTED,
        "set-valued function called in context that cannot accept a set",
        "",
        "Call it in FROM.",
    )
}

impl NewSet {
    /// Adds a row with one `bigint`.
    pub fn push(&mut self, value: i64) {
        let (mut value, mut null) = (Datum::from(value), false);
        // SAFETY: the set was made above, with the descriptor of a row with one column.
        unsafe {
            let info = self.0.as_ref();
            pg_sys::tuplestore_putvalues(info.setResult, info.setDesc, &raw mut value, &raw mut null);
        }
    }

    /// Adds a value, which is a row if it is of a composite type.
    ///
    /// # Errors
    /// XX000 if the function returns values of another type.
    pub fn push_value(&mut self, value: TypedDatum<'_>) -> Result<()> {
        let of = base_type(value.of());
        // SAFETY: the set was made above; its descriptor says which columns it has. A detoasted row says how long it
        // is.
        unsafe {
            let info = self.0.as_ref();
            let (mut datum, mut null) = (Datum::from(value.word()), false);
            let columns = version::attributes(info.setDesc);
            if is_row(of) && (*info.setDesc).tdtypeid == of {
                let header = pg_sys::pg_detoast_datum(datum.cast_mut_ptr());
                let mut row = pg_sys::HeapTupleData {
                    t_len: pgrx::varlena::varsize(header) as u32,
                    t_data: header.cast(),
                    ..Default::default()
                };
                pg_sys::tuplestore_puttuple(info.setResult, &raw mut row);
            } else if columns.len() == 1 && columns[0].atttypid == value.of() {
                pg_sys::tuplestore_putvalues(info.setResult, info.setDesc, &raw mut datum, &raw mut null);
            } else {
                return Err(error::internal("a function returns values of another type than declared"));
            }
        }
        Ok(())
    }

    /// Adds a row of `N` columns, which are NULL where there is none.
    ///
    /// # Errors
    /// XX000 if the function does not return rows of `N` columns.
    pub fn push_row<const N: usize>(&mut self, columns: [Option<Datum>; N]) -> Result<()> {
        let mut values = columns.map(|column| column.unwrap_or(Datum::null()));
        let mut nulls = columns.map(|column| column.is_none());
        // SAFETY: the set was made above; its descriptor says how many columns it has.
        unsafe {
            let info = self.0.as_ref();
            if (*info.setDesc).natts as usize != N {
                return Err(error::internal("a function is declared with another number of result columns"));
            }
            pg_sys::tuplestore_putvalues(
                info.setResult,
                info.setDesc,
                values.as_mut_ptr(),
                nulls.as_mut_ptr(),
            );
        }
        Ok(())
    }
}

/// Returns NULL: PostgreSQL already has the rows.
impl ReturnValue for NewSet {
    fn into_datum(self) -> Option<Datum> {
        None
    }
}
