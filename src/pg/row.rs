//! Rows as results of functions.

use super::typed::TypedDatum;
use super::version;
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

/// Returns the columns of a row of an anonymous type, `None` for NULL, in the memory of the call; `None` if
/// the value is no such row. A row of a named type may be declared `record`, too, but may be older than an
/// ALTER TYPE, which only newer servers notice.
pub fn fields<'a>(row: TypedDatum<'a>) -> Option<Vec<Option<TypedDatum<'a>>>> {
    if row.of() != pg_sys::RECORDOID {
        return None;
    }
    // SAFETY: a detoasted row begins with a header that names its row type. An anonymous type never changes.
    unsafe {
        let header =
            pg_sys::pg_detoast_datum(row.datum().cast_mut_ptr()).cast::<pg_sys::HeapTupleHeaderData>();
        let of = (*header).t_choice.t_datum;
        if of.datum_typeid != pg_sys::RECORDOID {
            return None;
        }
        let descriptor = pg_sys::lookup_rowtype_tupdesc_copy(of.datum_typeid, of.datum_typmod);
        let mut tuple = pg_sys::HeapTupleData {
            t_len: pgrx::varlena::varsize(header.cast()) as u32,
            t_data: header,
            ..Default::default()
        };
        let columns = version::attributes(descriptor);
        let mut values = vec![pg_sys::Datum::null(); columns.len()];
        let mut nulls = vec![true; columns.len()];
        pg_sys::heap_deform_tuple(&raw mut tuple, descriptor, values.as_mut_ptr(), nulls.as_mut_ptr());
        let field = |((column, value), null): ((&pg_sys::FormData_pg_attribute, _), bool)| {
            (!null).then(|| TypedDatum::new(value, column.atttypid))
        };
        Some(columns.iter().zip(values).zip(nulls).map(field).collect())
    }
}

/// Converts a value to the datum of a column; `None` for NULL.
pub fn column(value: impl IntoDatum) -> Option<pg_sys::Datum> {
    value.into_datum()
}
