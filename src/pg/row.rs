//! Rows as results of functions.

use crate::error::{self, Result};
use pgrx::{IntoDatum, pg_sys};

/// Makes a row of the call's result type, which the OUT parameters in the function's declaration define.
///
/// # Errors
/// XX000 if that type does not have so many columns.
///
/// # Safety
/// `columns` must have the types of these parameters; `fcinfo` must be valid.
pub unsafe fn row(
    fcinfo: pg_sys::FunctionCallInfo,
    columns: &[Option<pg_sys::Datum>],
) -> Result<pg_sys::Datum> {
    let mut values: Vec<_> = columns.iter().map(|column| column.unwrap_or(pg_sys::Datum::null())).collect();
    let mut nulls: Vec<_> = columns.iter().map(Option::is_none).collect();
    let mut descriptor: pg_sys::TupleDesc = std::ptr::null_mut();
    // SAFETY: the caller guarantees columns of the declared types.
    unsafe {
        pg_sys::get_call_result_type(fcinfo, std::ptr::null_mut(), &raw mut descriptor);
        if descriptor.is_null() || (*descriptor).natts as usize != columns.len() {
            return Err(error::internal("a function is declared with another number of result columns"));
        }
        let descriptor = pg_sys::BlessTupleDesc(descriptor);
        let tuple = pg_sys::heap_form_tuple(descriptor, values.as_mut_ptr(), nulls.as_mut_ptr());
        Ok(pg_sys::HeapTupleHeaderGetDatum((*tuple).t_data))
    }
}

/// Converts a value to the datum of a column; `None` for NULL.
pub fn column(value: impl IntoDatum) -> Option<pg_sys::Datum> {
    value.into_datum()
}
