//! The lookups of a table, found by what depends on it, and kept for the session.

use crate::pg::array::Array;
use crate::pg::catalog::{Extension, owner_of, parsed_function, partition_key};
use crate::pg::catalog_scan;
use crate::pg::nodes::{items, node_as};
use crate::pg::session::RelationCache;
use crate::skip::partitions::column_number;
use pgrx::pg_sys::{self, Datum, Node, NodeTag, Oid};
use std::ffi::{CStr, CString};
use std::rc::Rc;

/// A partitioned table.
#[derive(Debug)]
pub struct Prepared {
    /// Its lookups.
    pub sets: Vec<Set>,
    /// Numbers of the columns of its partition key; 0 stands for an expression.
    pub key: Vec<i16>,
    /// `bloom_skip_scan`.
    pub scan: Oid,
}

/// The lookups by some columns.
#[derive(Debug)]
pub struct Set {
    pub columns: Vec<CString>,
    /// Numbers of the columns in the table.
    pub attributes: Vec<i16>,
    pub matrices: Oid,
    pub marks: Oid,
}

/// What is known of tables; `None` for one without lookups.
static TABLES: RelationCache<Option<Rc<Prepared>>> = RelationCache::new(true);

/// Returns the lookups of a partitioned table, which is locked; `None` if it has none.
pub fn of_table(table: Oid) -> Option<Rc<Prepared>> {
    TABLES.with(table, || find(table).map(Rc::new), Option::clone)
}

fn find(table: Oid) -> Option<Prepared> {
    let extension = Extension::own()?;
    let set = [pg_sys::REGCLASSOID, pg_sys::NAMEARRAYOID, pg_sys::REGCLASSOID, pg_sys::REGCLASSOID];
    let sets = [pg_sys::ANYELEMENTOID, pg_sys::REGCLASSARRAYOID, pg_sys::ANYOID];
    let info = extension.function(c"bloom_skip_info", &set)?;
    let scan = extension.function(c"bloom_skip_scan", &sets)?;
    let owner = owner_of(table);
    let mut sets = Vec::new();
    for function in dependent_functions(table) {
        pgrx::check_for_interrupts!();
        let Some(parsed) = parsed_function(function).filter(|function| Some(function.owner) == owner) else {
            continue;
        };
        // SAFETY: the server has written the text.
        let set = unsafe { called(pg_sys::stringToNode(parsed.body.as_ptr()).cast(), info, table) };
        // Another role's tables say nothing.
        let is_of_owner = |set: &Set| [set.matrices, set.marks].iter().all(|table| owner_of(*table) == owner);
        sets.extend(set.filter(is_of_owner));
    }
    (!sets.is_empty()).then(|| Prepared { sets, key: partition_key(table), scan })
}

/// Returns the functions that depend on a table itself, each once.
fn dependent_functions(table: Oid) -> Vec<Oid> {
    let mut found = Vec::new();
    catalog_scan::for_rows::<pg_sys::FormData_pg_depend>([pg_sys::RelationRelationId, table], |row| {
        if row.classid == pg_sys::ProcedureRelationId {
            found.push(row.objid);
        }
    });
    found.sort_unstable_by_key(|oid| oid.to_u32());
    found.dedup();
    found
}

/// Returns the set that a function's body asks `info` about: `SELECT * FROM info(table, columns, matrices, marks)`.
///
/// # Safety
/// `body` must be the body of an SQL function.
unsafe fn called(body: *mut Node, info: Oid, table: Oid) -> Option<Set> {
    // SAFETY: the caller guarantees the nodes: a list of a list of queries.
    unsafe {
        let first = |node: *mut Node| {
            if pgrx::is_a(node, NodeTag::T_List) { items::<Node>(node.cast()).next() } else { None }
        };
        let query = node_as::<pg_sys::Query>(first(first(body)?)?, NodeTag::T_Query)?;
        let from = items::<pg_sys::RangeTblEntry>(query.rtable).next()?;
        let function = items::<pg_sys::RangeTblFunction>((*from).functions).next()?;
        let call = node_as::<pg_sys::FuncExpr>((*function).funcexpr, NodeTag::T_FuncExpr)?;
        let mut constants = items::<Node>(call.args).map(|argument| {
            node_as::<pg_sys::Const>(argument, NodeTag::T_Const)
                .filter(|constant| !constant.constisnull)
                .map(|constant| constant.constvalue)
        });
        let oid = |datum: Datum| Oid::from(datum.value() as u32);
        let (parent, columns) = (constants.next()??, constants.next()??);
        let (matrices, marks) = (oid(constants.next()??), oid(constants.next()??));
        if call.funcid != info || oid(parent) != table {
            return None;
        }
        let columns: Vec<_> = Array::new(columns).names()?.into_iter().map(CStr::to_owned).collect();
        let attributes: Vec<_> = columns.iter().map(|column| column_number(table, column)).collect();
        let are_there = !attributes.is_empty() && attributes.iter().all(|attribute| *attribute > 0);
        are_there.then_some(Set { columns, attributes, matrices, marks })
    }
}
