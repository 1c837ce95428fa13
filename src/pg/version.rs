//! What differs from one server major to the next. Nothing else in this crate asks which one it is built for.

use pgrx::pg_sys;

/// The column of `pg_database` that has the locale of a provider other than libc, by whatever name.
#[cfg(any(feature = "pg15", feature = "pg16"))]
pub const DATABASE_PROVIDER_LOCALE: u32 = pg_sys::Anum_pg_database_daticulocale;
#[cfg(any(feature = "pg17", feature = "pg18", feature = "pg19"))]
pub const DATABASE_PROVIDER_LOCALE: u32 = pg_sys::Anum_pg_database_datlocale;

/// The columns that a descriptor describes, dropped ones too.
///
/// # Safety
/// `descriptor` must be valid, and outlive the result.
pub unsafe fn attributes<'a>(descriptor: pg_sys::TupleDesc) -> &'a [pg_sys::FormData_pg_attribute] {
    // SAFETY: the caller promises it; it has so many columns.
    unsafe {
        let count = (*descriptor).natts as usize;
        #[cfg(any(feature = "pg15", feature = "pg16", feature = "pg17"))]
        let first = (*descriptor).attrs.as_ptr();
        // They follow the short forms of all of them (tupdesc.h, TupleDescAttrAddress).
        #[cfg(any(feature = "pg18", feature = "pg19"))]
        let first = (*descriptor).compact_attrs.as_ptr().add(count).cast();
        std::slice::from_raw_parts(first, count)
    }
}

/// The groups that the planner expects of an aggregation.
pub fn groups(node: &pg_sys::Agg) -> f64 {
    #[cfg(any(feature = "pg15", feature = "pg16", feature = "pg17", feature = "pg18"))]
    let groups = node.numGroups as f64;
    #[cfg(feature = "pg19")]
    let groups = node.numGroups;
    groups
}

/// Whether a variable of PL/pgSQL can hold a value that functions change in place, other than an array.
pub const CHANGES_IN_PLACE: bool = cfg!(any(feature = "pg18", feature = "pg19"));

/// What a support function is asked if PL/pgSQL is about to assign the result of a function to a variable: the
/// function's arguments, and the parameter that is the variable. `None` if it is asked something else.
///
/// # Safety
/// `request` must be what a support function is called with.
pub unsafe fn asked_to_change_in_place(request: *mut pg_sys::Node) -> Option<(*mut pg_sys::List, i32)> {
    #[cfg(any(feature = "pg18", feature = "pg19"))]
    // SAFETY: the caller promises a request, whose tag tells its kind.
    unsafe {
        if pgrx::is_a(request, pg_sys::NodeTag::T_SupportRequestModifyInPlace) {
            let asked = &*request.cast::<pg_sys::SupportRequestModifyInPlace>();
            return Some((asked.args, asked.paramid));
        }
    }
    let _ = request;
    None
}
