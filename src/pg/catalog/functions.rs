//! Functions, aggregates and operators.

use super::{CatalogRow, is_deterministic, is_pseudo};
use pgrx::pg_sys::{self, Oid, SysCacheIdentifier};
use std::ffi::CStr;

/// Returns the owner of a function whose body is stored parsed, `BEGIN ATOMIC ... END`; `None` for any other one.
pub fn owner_of_parsed(function: Oid) -> Option<Oid> {
    let row = CatalogRow::find(SysCacheIdentifier::PROCOID, function)?;
    row.text(pg_sys::Anum_pg_proc_prosqlbody)?;
    row.oid(pg_sys::Anum_pg_proc_proowner)
}

/// Returns the name of a function, in the memory of the call.
pub fn function_name<'a>(function: Oid) -> Option<&'a CStr> {
    // SAFETY: this is a catalog lookup, which returns a new zero-terminated string or null.
    unsafe {
        let name = pg_sys::get_func_name(function);
        (!name.is_null()).then(|| CStr::from_ptr(name))
    }
}

/// Returns the declared types of the arguments of a function; none if it does not exist.
pub fn argument_types(function: Oid) -> Vec<Oid> {
    if CatalogRow::find(SysCacheIdentifier::PROCOID, function).is_none() {
        return Vec::new();
    }
    let (mut types, mut count) = (std::ptr::null_mut(), 0);
    // SAFETY: the function exists, so PostgreSQL returns a new array of that many types.
    unsafe {
        pg_sys::get_func_signature(function, &raw mut types, &raw mut count);
        (0..count as usize).map(|number| *types.add(number)).collect()
    }
}

/// Returns the C symbol of a function that is built into the server, or of another name for one.
pub fn internal_symbol(function: Oid) -> Option<Vec<u8>> {
    let row = CatalogRow::find(SysCacheIdentifier::PROCOID, function)?;
    let is_internal = row.oid(pg_sys::Anum_pg_proc_prolang) == Some(pg_sys::INTERNALlanguageId.into());
    if is_internal { row.text(pg_sys::Anum_pg_proc_prosrc) } else { None }
}

/// Number of the column aggtransfn of pg_aggregate; pgrx has no name for it.
const AGGTRANSFN: u32 = 4;

/// Returns the OID of an aggregate's transition function.
pub fn transition_of(aggregate: Oid) -> Option<Oid> {
    let row = CatalogRow::find(SysCacheIdentifier::AGGFNOID, aggregate)?;
    row.oid(AGGTRANSFN)
}

/// Number of the column aggfinalfn of pg_aggregate; pgrx has no name for it.
const AGGFINALFN: u32 = 5;

/// Returns whether an aggregate has a final function.
pub fn has_final(aggregate: Oid) -> bool {
    let row = CatalogRow::find(SysCacheIdentifier::AGGFNOID, aggregate);
    row.and_then(|row| row.oid(AGGFINALFN)).is_some_and(|function| function != Oid::INVALID)
}

/// Returns whether one of the functions that an aggregate calls is volatile, which the aggregate itself never is;
/// false for other functions.
pub fn calls_volatile(aggregate: Oid) -> bool {
    const AGGMFINALFN: u32 = 11; // the last one of them
    let Some(row) = CatalogRow::find(SysCacheIdentifier::AGGFNOID, aggregate) else { return false };
    let mut functions = (AGGTRANSFN..=AGGMFINALFN).filter_map(|number| row.oid(number));
    functions.any(|function| function != Oid::INVALID && is_volatile(function))
}

/// Returns whether a function is volatile; raises an error unless it exists.
pub fn is_volatile(function: Oid) -> bool {
    // SAFETY: this is a catalog lookup.
    unsafe { pg_sys::func_volatile(function) as u8 == pg_sys::PROVOLATILE_VOLATILE }
}

/// Returns whether a function may be called in a parallel worker; raises an error unless it exists.
pub fn is_parallel_safe(function: Oid) -> bool {
    // SAFETY: this is a catalog lookup.
    unsafe { pg_sys::func_parallel(function) as u8 == pg_sys::PROPARALLEL_SAFE }
}

/// Returns whether a function is declared LEAKPROOF; raises an error unless it exists.
pub fn is_leakproof(function: Oid) -> bool {
    // SAFETY: this is a catalog lookup.
    unsafe { pg_sys::get_func_leakproof(function) }
}

/// Returns the OID of an operator's function; invalid if there is no such operator.
pub fn opcode(operator: Oid) -> Oid {
    // SAFETY: this is a catalog lookup.
    unsafe { pg_sys::get_opcode(operator) }
}

/// Returns the types of an operator's left and right argument; raises an error unless it exists.
pub fn operand_types(operator: Oid) -> (Oid, Oid) {
    let (mut left, mut right) = (Oid::INVALID, Oid::INVALID);
    // SAFETY: this is a catalog lookup.
    unsafe { pg_sys::op_input_types(operator, &raw mut left, &raw mut right) }
    (left, right)
}

/// Returns the operator that is the same with its arguments exchanged.
pub fn commutator_of(operator: Oid) -> Option<Oid> {
    // SAFETY: this is a catalog lookup.
    let found = unsafe { pg_sys::get_commutator(operator) };
    (found != Oid::INVALID).then_some(found)
}

/// Returns the function by which an operator's restriction selectivity is estimated; an invalid OID if it has
/// none.
pub fn estimator_of(operator: Oid) -> Oid {
    // SAFETY: this is a catalog lookup.
    unsafe { pg_sys::get_oprrest(operator) }
}

/// Returns whether an operator is in the default hash family of a type.
pub fn is_hash_equality(operator: Oid, of: Oid) -> bool {
    // SAFETY: the type cache keeps its entries as long as the process lives; the rest is a catalog lookup.
    unsafe {
        let family = (*pg_sys::lookup_type_cache(of, pg_sys::TYPECACHE_HASH_OPFAMILY as i32)).hash_opf;
        pg_sys::op_in_opfamily(operator, family)
    }
}

/// Returns the support function of a function; an invalid OID if it has none.
pub fn support_of(function: Oid) -> Oid {
    // SAFETY: this is a catalog lookup.
    unsafe { pg_sys::get_func_support(function) }
}

/// Returns the hash functions of the left and the right values of an equality operator; `None` unless it is strict and
/// has both.
pub fn hash_functions(operator: Oid) -> Option<(Oid, Oid)> {
    let (mut left, mut right) = (Oid::INVALID, Oid::INVALID);
    // SAFETY: these are catalog lookups.
    let found = unsafe {
        pg_sys::op_strict(operator) && pg_sys::get_op_hash_functions(operator, &raw mut left, &raw mut right)
    };
    found.then_some((left, right))
}

/// Returns whether values that an order or an operator finds equal under a collation have equal hashes by the function
/// of that operator. That of names knows no collation, and those of arrays, ranges and rows hash parts by functions
/// that these may lack, or that may not agree with them.
pub fn hashes_as_compared(function: Oid, collation: Oid) -> bool {
    let is_of_parts = |of: &Oid| is_pseudo(*of) && *of != pg_sys::ANYENUMOID;
    let knows_collations = matches!(function.to_u32(), pg_sys::F_HASHTEXT | pg_sys::F_HASHBPCHAR);
    argument_types(function).first().is_some_and(|of| !is_of_parts(of))
        && (collation == Oid::INVALID || is_deterministic(collation) || knows_collations)
}

/// Returns whether an operator is the equality of an operator family, of which that is the strategy.
pub fn is_equality_of(operator: Oid, family: Oid, strategy: u32) -> bool {
    // SAFETY: this is a catalog lookup.
    unsafe { pg_sys::get_op_opfamily_strategy(operator, family) == strategy as i32 }
}

/// Returns a support function of an operator family for two types.
pub fn support_function(family: Oid, types: (Oid, Oid), number: u32) -> Option<Oid> {
    // SAFETY: this is a catalog lookup.
    let function = unsafe { pg_sys::get_opfamily_proc(family, types.0, types.1, number as i16) };
    (function != Oid::INVALID).then_some(function)
}
