//! Rows as results.

use crate::error::{self, Result};
use pgrx::{IntoDatum, pg_sys};

/// A row of the call's result type, which its declaration's OUT parameters define.
///
/// # Errors
/// XX000 if that does not have so many columns.
///
/// # Safety
/// `columns` must have the types of those parameters; `fcinfo` must be valid.
pub unsafe fn row<const N: usize>(
    fcinfo: pg_sys::FunctionCallInfo,
    columns: [Option<pg_sys::Datum>; N],
) -> Result<pg_sys::Datum> {
    let mut values = columns.map(|column| column.unwrap_or(pg_sys::Datum::null()));
    let mut nulls = columns.map(|column| column.is_none());
    let mut descriptor: pg_sys::TupleDesc = std::ptr::null_mut();
    // SAFETY: the caller promises columns of the declared types.
    unsafe {
        pg_sys::get_call_result_type(fcinfo, std::ptr::null_mut(), &raw mut descriptor);
        if descriptor.is_null() || (*descriptor).natts as usize != N {
            return Err(error::internal("the declaration has other columns"));
        }
        let descriptor = pg_sys::BlessTupleDesc(descriptor);
        let tuple = pg_sys::heap_form_tuple(descriptor, values.as_mut_ptr(), nulls.as_mut_ptr());
        Ok(pg_sys::HeapTupleHeaderGetDatum((*tuple).t_data))
    }
}

/// A column's datum.
pub fn column(value: impl IntoDatum) -> Option<pg_sys::Datum> {
    value.into_datum()
}
