//! Differences between PostgreSQL's major versions. No other code of this crate depends on the major version.

use pgrx::pg_sys;
use std::ffi::CStr;

/// Number of the column of `pg_database` that holds the locale of a provider other than libc; its name differs.
#[cfg(any(feature = "pg15", feature = "pg16"))]
pub const DATABASE_PROVIDER_LOCALE: u32 = pg_sys::Anum_pg_database_daticulocale;
#[cfg(any(feature = "pg17", feature = "pg18", feature = "pg19"))]
pub const DATABASE_PROVIDER_LOCALE: u32 = pg_sys::Anum_pg_database_datlocale;

/// Splits a qualified name into its parts, as SQL reads it.
///
/// # Errors
/// 42602 from PostgreSQL if the name is malformed.
pub fn parse_qualified_name(name: &CStr) -> *mut pg_sys::List {
    // SAFETY: the string is zero-terminated; without a place for errors, the function raises them.
    unsafe {
        #[cfg(feature = "pg15")]
        let parts = pg_sys::stringToQualifiedNameList(name.as_ptr());
        #[cfg(any(feature = "pg16", feature = "pg17", feature = "pg18", feature = "pg19"))]
        let parts = pg_sys::stringToQualifiedNameList(name.as_ptr(), std::ptr::null_mut());
        parts
    }
}

/// Returns the columns of a tuple descriptor, including dropped ones.
///
/// # Safety
/// `descriptor` must be valid and outlive the result.
pub unsafe fn attributes<'a>(descriptor: pg_sys::TupleDesc) -> &'a [pg_sys::FormData_pg_attribute] {
    // SAFETY: the caller guarantees it; the descriptor has `natts` columns.
    unsafe {
        let count = (*descriptor).natts as usize;
        #[cfg(any(feature = "pg15", feature = "pg16", feature = "pg17"))]
        let first = (*descriptor).attrs.as_ptr();
        // The full forms follow the compact forms of all columns (tupdesc.h, TupleDescAttrAddress).
        #[cfg(any(feature = "pg18", feature = "pg19"))]
        let first = (*descriptor).compact_attrs.as_ptr().add(count).cast();
        std::slice::from_raw_parts(first, count)
    }
}

/// Returns the number of groups that the planner expects of an aggregation.
pub fn groups(node: &pg_sys::Agg) -> f64 {
    #[cfg(any(feature = "pg15", feature = "pg16", feature = "pg17", feature = "pg18"))]
    let groups = node.numGroups as f64;
    #[cfg(feature = "pg19")]
    let groups = node.numGroups;
    groups
}

/// Whether a PL/pgSQL variable can hold a value, other than an array, that functions change in place.
pub const CHANGES_IN_PLACE: bool = cfg!(any(feature = "pg18", feature = "pg19"));

/// Reads a request to change a variable in place, which PL/pgSQL sends before it assigns a function's result to the
/// variable: the function's arguments and the variable's parameter number. `None` for any other request.
///
/// # Safety
/// `request` must be the argument of a support function.
pub unsafe fn asked_to_change_in_place(request: *mut pg_sys::Node) -> Option<(*mut pg_sys::List, i32)> {
    #[cfg(any(feature = "pg18", feature = "pg19"))]
    // SAFETY: the caller guarantees a request, whose tag tells its kind.
    unsafe {
        if pgrx::is_a(request, pg_sys::NodeTag::T_SupportRequestModifyInPlace) {
            let asked = &*request.cast::<pg_sys::SupportRequestModifyInPlace>();
            return Some((asked.args, asked.paramid));
        }
    }
    let _ = request;
    None
}
