//! The call of `bloom_skip_scan` that stands in FROM instead of a table.

use super::condition::{Sought, Table};
use super::prepared::{Prepared, Set};
use crate::error::{self, Result};
use crate::pg::array::new_array;
use crate::pg::catalog::collation_of_column;
use crate::pg::nodes::{copy_of, list_of, new_node};
use crate::pg::typed::TypedDatum;
use crate::skip::partitions::Tree;
use pgrx::pg_sys::{self, Node, NodeTag, Oid, RTEKind, RangeTblEntry};

/// Replaces a table by a call of `bloom_skip_scan`. The table stays at the end of the range table, outside FROM.
///
/// # Safety
/// `found` must be the entry of the table.
pub unsafe fn call_scan(
    table: Table,
    found: &RangeTblEntry,
    prepared: &Prepared,
    (set, sought): (&Set, Sought),
) -> Result<()> {
    // SAFETY: the caller guarantees the query; what is added is new.
    unsafe {
        let tree = Tree::of(table.relation)?;
        let query = &mut *table.query;
        let (function, value) = match sought {
            Sought::Value(value) => (prepared.functions[0], value),
            Sought::Any(values) => (prepared.functions[1], values),
            Sought::Beside(value, _) => (prepared.functions[0], value),
        };
        let row_type = pg_sys::get_rel_type_id(table.relation);
        let oid = |oid: Oid| {
            pg_sys::makeConst(pg_sys::REGCLASSOID, -1, Oid::INVALID, 4, oid.into(), false, true)
                .cast::<Node>()
        };
        let name = pg_sys::palloc0(pg_sys::NAMEDATALEN as usize).cast::<u8>();
        let column = set.column.as_bytes();
        name.copy_from_nonoverlapping(column.as_ptr(), column.len());
        let length = pg_sys::NAMEDATALEN as i32;
        let column = pg_sys::makeConst(
            pg_sys::NAMEOID,
            -1,
            pg_sys::C_COLLATION_OID,
            length,
            name.into(),
            false,
            false,
        );
        let partitions = regclasses(&tree.leaves)?;
        let call = new_node::<pg_sys::FuncExpr>(NodeTag::T_FuncExpr);
        call.funcid = function;
        call.funcresulttype = row_type;
        call.funcretset = true;
        call.inputcollid = collation_of_column(table.relation, set.attribute);
        call.location = -1;
        let rows = pg_sys::makeNullConst(row_type, -1, Oid::INVALID);
        call.args = list_of([
            rows.cast(),
            column.cast(),
            oid(set.matrices),
            oid(set.marks),
            copy_of(value),
            partitions,
        ]);
        let from = new_node::<pg_sys::RangeTblFunction>(NodeTag::T_RangeTblFunction);
        from.funcexpr = (call as *mut pg_sys::FuncExpr).cast();
        from.funccolcount = pg_sys::list_length((*found.eref).colnames);

        let kept = copy_of(std::ptr::from_ref(found).cast_mut());
        (*kept).inFromCl = false;
        (*kept).inh = false;
        query.rtable = pg_sys::lappend(query.rtable, kept.cast());
        // A change of what they are partitioned into changes the plan, too.
        for branch in tree.branches {
            let watched = new_node::<RangeTblEntry>(NodeTag::T_RangeTblEntry);
            (watched.rtekind, watched.relid) = (RTEKind::RTE_RELATION, branch);
            (watched.relkind, watched.rellockmode) = (found.relkind, found.rellockmode);
            watched.eref = found.eref;
            query.rtable = pg_sys::lappend(query.rtable, (watched as *mut RangeTblEntry).cast());
        }
        let entry = new_node::<RangeTblEntry>(NodeTag::T_RangeTblEntry);
        entry.rtekind = RTEKind::RTE_FUNCTION;
        entry.functions = list_of([from]);
        (entry.alias, entry.eref) = (found.alias, found.eref);
        (entry.lateral, entry.inFromCl) = (matches!(sought, Sought::Beside(..)), found.inFromCl);
        let place = (*query.rtable).elements.add(table.number as usize - 1);
        (*place).ptr_value = (entry as *mut RangeTblEntry).cast();
    }
    Ok(())
}

/// Makes a constant array of relations.
fn regclasses(relations: &[Oid]) -> Result<*mut Node> {
    // SAFETY: the datums are of the type; the constant is new.
    unsafe {
        let typed = |oid: &Oid| TypedDatum::new((*oid).into(), pg_sys::REGCLASSOID);
        let array = new_array(pg_sys::REGCLASSOID, &relations.iter().map(typed).collect::<Vec<_>>())?
            .ok_or_else(|| error::internal("regclass has no arrays"))?;
        let none = Oid::INVALID;
        let made = pg_sys::makeConst(array.of(), -1, none, -1, array.word().into(), false, false);
        Ok(made.cast())
    }
}
