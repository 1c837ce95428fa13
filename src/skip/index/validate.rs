//! Checks of operator classes (`amvalidate`).

use super::key::HASH_FUNCTION;
use crate::pg::catalog;
use crate::pg::notice;
use pgrx::pg_sys::{self, Oid};

/// Returns whether an operator class has the function and the operator that it needs; tells what is missing.
pub fn is_valid(class: Oid) -> bool {
    // SAFETY: these are catalog lookups, which raise an ERROR unless there is such a class.
    let (family, input) =
        unsafe { (pg_sys::get_opclass_family(class), pg_sys::get_opclass_input_type(class)) };
    // SAFETY: as above.
    let (function, operator) = unsafe {
        let function = pg_sys::get_opfamily_proc(family, input, input, HASH_FUNCTION as i16);
        (function, pg_sys::get_opfamily_member(family, input, input, 1))
    };
    let missing = |what: &str| {
        let name = catalog::sql_name(input);
        notice::info(format!("operator class of type {name} for access method \"bloom_skip\" lacks {what}"));
        false
    };
    if !is_hash(function, input) {
        return missing("support function 1: a hash function of (value, bigint), which returns bigint");
    }
    operator != Oid::INVALID || missing("operator 1")
}

/// Returns whether a function is an extended hash function for a type. Those of the server are declared for
/// all types of the same form.
fn is_hash(function: Oid, input: Oid) -> bool {
    if function == Oid::INVALID {
        return false;
    }
    // SAFETY: this is a catalog lookup.
    let returned = unsafe { pg_sys::get_func_rettype(function) };
    let [value, seed] = catalog::argument_types(function)[..] else { return false };
    let takes_input = || {
        // SAFETY: this is a catalog lookup.
        catalog::is_built_in(function) || unsafe { pg_sys::IsBinaryCoercible(input, value) }
    };
    returned == pg_sys::INT8OID && seed == pg_sys::INT8OID && takes_input()
}
