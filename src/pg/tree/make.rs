//! New nodes, and changes of a tree: the only place where either is made.

mod expr;
mod query;

pub use expr::*;
pub use query::*;

use super::{Node, Tagged};
use crate::pg::catalog::is_built_in;
use pgrx::pg_sys::{self, List, Oid, Plan, PlannedStmt};

/// Makes a node whose fields are zero, which is valid for all fields of nodes.
pub fn node<'t, T: Tagged>() -> &'t mut T {
    // SAFETY: a node begins with its tag.
    unsafe {
        let node = pg_sys::palloc0(size_of::<T>()).cast::<T>();
        (*node.cast::<pg_sys::Node>()).type_ = T::TAG;
        &mut *node
    }
}

/// Makes a list of numbers.
pub fn numbers(numbers: impl IntoIterator<Item = i32>) -> *mut List {
    let append = |list, number| {
        // SAFETY: the list is one that the function made.
        unsafe { pg_sys::lappend_int(list, number) }
    };
    numbers.into_iter().fold(std::ptr::null_mut(), append)
}

/// Makes a list of OIDs.
pub fn oids(oids: impl IntoIterator<Item = Oid>) -> *mut List {
    let append = |list, oid| {
        // SAFETY: the list is one that the function made.
        unsafe { pg_sys::lappend_oid(list, oid) }
    };
    oids.into_iter().fold(std::ptr::null_mut(), append)
}

/// Makes a list of lists, or of other nodes.
pub fn list<T>(items: impl IntoIterator<Item = *mut T>) -> *mut List {
    let append = |list, item: *mut T| {
        // SAFETY: the list is one that the function made.
        unsafe { pg_sys::lappend(list, item.cast()) }
    };
    items.into_iter().fold(std::ptr::null_mut(), append)
}

/// Makes an output list whose entries are the columns of another node's output: of a node above it, or of the node
/// itself.
pub fn columns_of(plan: Node<'_, Plan>, of: i32) -> *mut List {
    let column = |(entry, number): (Node<'_, pg_sys::TargetEntry>, i16)| {
        let expression = entry.expr()?;
        let (of_type, modifier) = (expression.type_of(), expression.type_modifier());
        // SAFETY: new nodes.
        let new = unsafe {
            let column = pg_sys::makeVar(of, number, of_type, modifier, expression.collation(), 0);
            let new = pg_sys::makeTargetEntry(column.cast(), number, entry.resname, entry.resjunk);
            ((*new).resorigtbl, (*new).resorigcol) = (entry.resorigtbl, entry.resorigcol);
            new
        };
        Some(new)
    };
    list(plan.targetlist().iter().zip(1_i16..).filter_map(column))
}

/// Copies a set of numbers.
pub fn copy_of_set(set: *mut pg_sys::Bitmapset) -> *mut pg_sys::Bitmapset {
    // SAFETY: the set is one of a node.
    unsafe { pg_sys::bms_copy(set) }
}

/// Puts a plan between a node and what is on its left side.
pub fn put_left(above: Node<'_, Plan>, new: *mut Plan) {
    // SAFETY: the tree is the hook's own.
    unsafe { (*above.as_ptr()).lefttree = new }
}

/// Has a plan be made anew when a function is changed or dropped; nobody changes those of the server.
pub fn depend_on_function(statement: Node<'_, PlannedStmt>, function: Oid) {
    if is_built_in(function) {
        return;
    }
    let (cache, none) = (pg_sys::SysCacheIdentifier::PROCOID as _, pg_sys::Datum::null());
    let item = node::<pg_sys::PlanInvalItem>();
    item.cacheId = cache;
    // SAFETY: the hash of a key of a catalog cache; the tree is the hook's own.
    unsafe {
        item.hashValue = pg_sys::GetSysCacheHashValue(cache, function.into(), none, none, none);
        let items = &raw mut (*statement.as_ptr()).invalItems;
        *items = pg_sys::lappend(*items, std::ptr::from_mut(item).cast());
    }
}
