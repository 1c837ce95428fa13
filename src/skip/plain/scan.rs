//! The call of `bloom_skip_scan` that stands in FROM instead of a table.

use super::condition::{Sought, Table};
use super::prepared::Set;
use crate::error::{self, Result};
use crate::pg::array::{new_array, new_names};
use crate::pg::catalog::collation_of_column;
use crate::pg::nodes::{copy_of, list_of, new_node, string};
use crate::pg::typed::TypedDatum;
use crate::skip::partitions::Tree;
use pgrx::pg_sys::{self, Node, NodeTag, Oid, RTEKind, RangeTblEntry};
use std::ffi::CString;

/// A set that a query is read through, and what each of its columns is compared with.
pub struct Chosen<'p> {
    pub set: &'p Set,
    pub sought: Vec<Sought>,
}

impl Chosen<'_> {
    /// Returns a number by which the best one is the first.
    pub fn rank(&self) -> Option<u8> {
        self.sought.iter().map(|sought| sought.rank()).max()
    }

    /// Returns whether all values stand in the statement.
    pub unsafe fn is_constant(&self) -> bool {
        // SAFETY: the caller guarantees them.
        self.sought.iter().all(|sought| unsafe { sought.is_constant() })
    }

    /// Returns whether a value is a column of another table.
    pub fn waits(&self) -> bool {
        self.sought.iter().any(|sought| sought.other().is_some())
    }
}

/// Replaces a table by a call of `bloom_skip_scan`. The table stays at the end of the range table, outside FROM.
///
/// # Safety
/// `found` must be the entry of the table, and `scan` the function.
pub unsafe fn call_scan(
    table: Table,
    found: &RangeTblEntry,
    (scan, tree): (Oid, &Tree),
    sets: &[Chosen<'_>],
) -> Result<()> {
    // SAFETY: the caller guarantees the query; what is added is new.
    unsafe {
        let query = &mut *table.query;
        let row_type = pg_sys::get_rel_type_id(table.relation);
        let call = new_node::<pg_sys::FuncExpr>(NodeTag::T_FuncExpr);
        call.funcid = scan;
        call.funcresulttype = row_type;
        call.funcretset = true;
        // All collations that filters of text can have hash texts alike.
        let mut collations = sets
            .iter()
            .flat_map(|chosen| &chosen.set.attributes)
            .map(|attribute| collation_of_column(table.relation, *attribute));
        call.inputcollid = collations.find(|collation| *collation != Oid::INVALID).unwrap_or(Oid::INVALID);
        call.location = -1;
        let rows = pg_sys::makeNullConst(row_type, -1, Oid::INVALID);
        call.args = list_of([rows.cast(), regclasses(&tree.leaves)?]);
        for Chosen { set, sought } in sets {
            let is_any = matches!(sought[..], [Sought::Any(_)]);
            let value = match &sought[..] {
                [sought] => copy_of(sought.node()),
                several => row(several),
            };
            for argument in [
                names(&set.columns)?,
                regclass(set.matrices),
                regclass(set.marks),
                pg_sys::makeBoolConst(is_any, false).cast(),
                value,
            ] {
                call.args = pg_sys::lappend(call.args, argument.cast());
            }
        }
        let from = new_node::<pg_sys::RangeTblFunction>(NodeTag::T_RangeTblFunction);
        from.funcexpr = (call as *mut pg_sys::FuncExpr).cast();
        from.funccolcount = pg_sys::list_length((*found.eref).colnames);

        let kept = copy_of(std::ptr::from_ref(found).cast_mut());
        (*kept).inFromCl = false;
        (*kept).inh = false;
        query.rtable = pg_sys::lappend(query.rtable, kept.cast());
        // A change of what they are partitioned into changes the plan, too.
        for &branch in &tree.branches {
            let watched = new_node::<RangeTblEntry>(NodeTag::T_RangeTblEntry);
            (watched.rtekind, watched.relid) = (RTEKind::RTE_RELATION, branch);
            (watched.relkind, watched.rellockmode) = (found.relkind, found.rellockmode);
            watched.eref = found.eref;
            query.rtable = pg_sys::lappend(query.rtable, (watched as *mut RangeTblEntry).cast());
        }
        let entry = new_node::<RangeTblEntry>(NodeTag::T_RangeTblEntry);
        entry.rtekind = RTEKind::RTE_FUNCTION;
        entry.functions = list_of([from]);
        let is_lateral = sets.iter().any(Chosen::waits);
        (entry.alias, entry.eref) = (found.alias, found.eref);
        (entry.lateral, entry.inFromCl) = (is_lateral, found.inFromCl);
        let place = (*query.rtable).elements.add(table.number as usize - 1);
        (*place).ptr_value = (entry as *mut RangeTblEntry).cast();
    }
    Ok(())
}

/// Makes a row of values.
unsafe fn row(values: &[Sought]) -> *mut Node {
    // SAFETY: the caller guarantees the expressions; the rest is new.
    unsafe {
        let row = new_node::<pg_sys::RowExpr>(NodeTag::T_RowExpr);
        for (value, number) in values.iter().zip(1..) {
            row.args = pg_sys::lappend(row.args, copy_of(value.node()).cast());
            let name = CString::new(format!("f{number}")).unwrap_or_default();
            row.colnames = pg_sys::lappend(row.colnames, string(&name).cast());
        }
        row.row_typeid = pg_sys::RECORDOID;
        row.row_format = pg_sys::CoercionForm::COERCE_EXPLICIT_CALL;
        row.location = -1;
        (row as *mut pg_sys::RowExpr).cast()
    }
}

/// Makes a constant relation, on which plans depend.
fn regclass(relation: Oid) -> *mut Node {
    // SAFETY: the constant is new.
    unsafe {
        pg_sys::makeConst(pg_sys::REGCLASSOID, -1, Oid::INVALID, 4, relation.into(), false, true).cast()
    }
}

/// Makes a constant array of relations.
pub fn regclasses(relations: &[Oid]) -> Result<*mut Node> {
    // SAFETY: the datums are of the type.
    let typed = |oid: &Oid| unsafe { TypedDatum::new((*oid).into(), pg_sys::REGCLASSOID) };
    let array = new_array(pg_sys::REGCLASSOID, &relations.iter().map(typed).collect::<Vec<_>>())?;
    let array = array.ok_or_else(|| error::internal("regclass has no arrays"))?;
    Ok(constant(array, Oid::INVALID))
}

/// Makes a constant array of names.
fn names(names: &[CString]) -> Result<*mut Node> {
    let names: Vec<_> = names.iter().map(CString::as_c_str).collect();
    Ok(constant(new_names(&names)?, pg_sys::C_COLLATION_OID))
}

/// Makes a constant of an array.
fn constant(array: TypedDatum<'_>, collation: Oid) -> *mut Node {
    // SAFETY: the constant is new.
    unsafe { pg_sys::makeConst(array.of(), -1, collation, -1, array.word().into(), false, false).cast() }
}
