//! Foreign partitions. They have no filters, and others may change them, so they are always read.
//!
//! A table of which foreign partitions are left after pruning becomes an append of the table itself, which skips and
//! reads the other partitions, and of the foreign ones: `Append(Bloom Skip, Foreign Scan, ...)`. The planner does
//! this for a UNION ALL of tables, too. All functions here do for these parts what it does for partitions.

use super::indexes::Table;
use super::{indexes, paths, plan, planning};
use crate::pg::boundary::catching;
use crate::pg::catalog;
use crate::pg::tree::{Node, make, root};
use crate::pg::version;
use pgrx::pg_sys::{self, AppendRelInfo, Oid, PlannerInfo, RangeTblEntry, RelOptInfo, Relation};
use std::ffi::c_void;

/// Makes a table that was taken an append, if foreign partitions of it are left; its size is estimated. Where that
/// cannot be, the table is refused.
pub fn append<'t>(planner: Node<'t, PlannerInfo>, relation: Node<'t, RelOptInfo>) {
    // SAFETY: the planner's own data.
    let entry = unsafe { &mut **(*planner.as_ptr()).simple_rte_array.add(relation.relid as usize) };
    let Some(table) = indexes::of_table(entry.relid).filter(|_| indexes::has_foreign(entry.relid)) else {
        return;
    };
    paths::prune(relation);
    // SAFETY: the relation is one of a taken table.
    let leaves = unsafe { plan::lock(planner, relation) }.leaves;
    let is_foreign = |leaf: &Oid| catalog::kind_of(*leaf) == pg_sys::RELKIND_FOREIGN_TABLE;
    let foreign: Vec<Oid> = leaves.iter().copied().filter(is_foreign).collect();
    if foreign.is_empty() {
        return;
    }
    let force = planning::with(|planning| planning.force).unwrap_or_default();
    // A foreign row that is locked, or checked again, would need a mark of its own.
    let is_marked = !planner.row_marks().is_empty();
    if is_marked || foreign.len() == leaves.len() || !force && is_pruned_later(relation, &table) {
        planning::with(|planning| planning.refuse(entry));
        return;
    }
    let parts = Parts { planner, relation, entry };
    // SAFETY: the table and its partitions are locked.
    unsafe {
        parts.make_room(1 + foreign.len());
        let top = pg_sys::table_open(entry.relid, pg_sys::NoLock as i32);
        let local = parts.add_local(top, &foreign);
        let others = foreign.iter().filter_map(|leaf| parts.add_foreign(top, *leaf));
        let all: Vec<_> = local.into_iter().chain(others).collect();
        pg_sys::table_close(top, pg_sys::NoLock as i32);
        let (rows, tuples) =
            all.iter().fold((0.0, 0.0), |(rows, tuples), part| (rows + part.rows, tuples + part.tuples));
        let whole = &mut *relation.as_ptr();
        (whole.rows, whole.tuples, whole.pages) = (rows, tuples, 0); // pages are those of the parts
        whole.fdwroutine = std::ptr::null_mut();
        entry.inh = true;
    }
}

/// Returns whether the plain plan may leave partitions out when it starts, as this one does not.
fn is_pruned_later(relation: Node<'_, RelOptInfo>, table: &Table) -> bool {
    let number = relation.relid as i32;
    relation.baserestrictinfo().iter().filter_map(Node::clause).any(|clause| {
        let is_key = |attribute| table.partition_key.contains(&attribute);
        let has_key = clause.columns().any(|var| var.varno == number && is_key(var.varattno));
        // SAFETY: an expression of the planner.
        has_key
            && unsafe {
                pg_sys::contain_mutable_functions(clause.as_ptr())
                    || is_parameter(clause.as_ptr(), std::ptr::null_mut())
            }
    })
}

/// Returns whether an expression has a parameter.
unsafe extern "C-unwind" fn is_parameter(node: *mut pg_sys::Node, none: *mut c_void) -> bool {
    // SAFETY: the walker passes nodes of the expression.
    unsafe {
        let Some(expression) = root(node) else { return false };
        expression.is::<pg_sys::Param>().is_some() || version::walk_expression(node, is_parameter, none)
    }
}

/// A table whose parts are added.
struct Parts<'t, 'e> {
    planner: Node<'t, PlannerInfo>,
    relation: Node<'t, RelOptInfo>,
    entry: &'e RangeTblEntry,
}

impl<'t> Parts<'t, '_> {
    /// Has the planner's arrays have room for so many parts.
    ///
    /// # Safety
    /// Nobody else may use the arrays meanwhile.
    unsafe fn make_room(&self, count: usize) {
        // SAFETY: the planner's own data.
        unsafe {
            let planner = self.planner.as_ptr();
            let last = pg_sys::list_length((*(*planner).parse).rtable) + count as i32;
            let missing = last + 1 - (*planner).simple_rel_array_size;
            if missing > 0 {
                pg_sys::expand_planner_arrays(planner, missing);
            }
        }
    }

    /// Adds the part that skips: the table without the foreign partitions.
    ///
    /// # Safety
    /// `top` must be the open table.
    unsafe fn add_local(&self, top: Relation, foreign: &[Oid]) -> Option<Node<'t, RelOptInfo>> {
        // SAFETY: the caller guarantees the table.
        unsafe {
            let entry = self.entry_of(top);
            entry.inh = true; // as the planner builds a table that is taken
            entry.enrtuples = self.entry.enrtuples.abs();
            let part = self.add(top, top, entry)?;
            if planning::with(|planning| planning.taken(entry)).flatten().is_none() {
                planning::with(|planning| planning.refuse(entry));
                pg_sys::mark_dummy_rel(part.as_ptr());
                return None;
            }
            planning::with(|planning| planning.read_beside(entry, foreign));
            self.translate(part);
            paths::estimate_size(self.planner, part);
            finish_size(part);
            Some(part)
        }
    }

    /// Adds a foreign partition.
    ///
    /// # Safety
    /// `top` must be the open table, and the partition be locked.
    unsafe fn add_foreign(&self, top: Relation, leaf: Oid) -> Option<Node<'t, RelOptInfo>> {
        // SAFETY: the caller guarantees the relations.
        unsafe {
            let child = pg_sys::table_open(leaf, pg_sys::NoLock as i32);
            let entry = self.entry_of(child);
            entry.inh = false;
            entry.enrtuples = 0.0;
            let part = self.add(top, child, entry);
            pg_sys::table_close(child, pg_sys::NoLock as i32);
            let part = part?;
            let planner = self.planner.as_ptr();
            if pg_sys::relation_excluded_by_constraints(planner, part.as_ptr(), entry) {
                pg_sys::mark_dummy_rel(part.as_ptr());
                return None;
            }
            self.translate(part);
            pg_sys::set_foreign_size_estimates(planner, part.as_ptr());
            if let Some(get_size) = (*part.fdwroutine).GetForeignRelSize {
                catching(|| get_size(planner, part.as_ptr(), leaf));
            }
            finish_size(part);
            (!pg_sys::is_dummy_rel(part.as_ptr())).then_some(part)
        }
    }

    /// Makes the entry of a part, as `expand_single_inheritance_child` does it: nothing is to be allowed or checked
    /// that is not checked of the table.
    unsafe fn entry_of(&self, child: Relation) -> &'t mut RangeTblEntry {
        let entry = make::node::<RangeTblEntry>();
        *entry = *self.entry;
        // SAFETY: the caller guarantees the relation.
        unsafe {
            entry.relid = (*child).rd_id;
            entry.relkind = (*(*child).rd_rel).relkind;
            version::clear_permissions(entry);
        }
        entry.securityQuals = std::ptr::null_mut();
        entry
    }

    /// Adds a part to the range table, and has the planner build it. Returns none if its conditions are never true.
    unsafe fn add(
        &self,
        top: Relation,
        child: Relation,
        entry: &mut RangeTblEntry,
    ) -> Option<Node<'t, RelOptInfo>> {
        // SAFETY: the relations are open; the arrays have room.
        unsafe {
            let planner = &mut *self.planner.as_ptr();
            let tables = &raw mut (*planner.parse).rtable;
            *tables = pg_sys::lappend(*tables, std::ptr::from_mut(entry).cast());
            let number = pg_sys::list_length(*tables);
            let step = pg_sys::make_append_rel_info(top, child, self.relation.relid, number as u32);
            planner.append_rel_list = pg_sys::lappend(planner.append_rel_list, step.cast());
            entry.eref = self.names(child, &*step);
            entry.alias = entry.eref;
            *planner.simple_rte_array.add(number as usize) = entry;
            *planner.append_rel_array.add(number as usize) = step;
            let part = root(pg_sys::build_simple_rel(planner, number, self.relation.as_ptr()))?;
            (!pg_sys::is_dummy_rel(part.as_ptr())).then_some(part)
        }
    }

    /// Returns the names of a part and its columns: those of the query.
    unsafe fn names(&self, child: Relation, step: &AppendRelInfo) -> *mut pg_sys::Alias {
        // SAFETY: the relation is open; the entry has names.
        unsafe {
            let names = &*self.entry.eref;
            let columns =
                version::attributes((*child).rd_att).iter().enumerate().map(|(place, attribute)| {
                    let column = i32::from(*step.parent_colnos.add(place));
                    let name = if attribute.attisdropped {
                        c"".as_ptr()
                    } else if column > 0 && column <= pg_sys::list_length(names.colnames) {
                        let name = pg_sys::list_nth(names.colnames, column - 1).cast::<pg_sys::String>();
                        (*name).sval.cast_const()
                    } else {
                        attribute.attname.data.as_ptr()
                    };
                    pg_sys::makeString(pg_sys::pstrdup(name))
                });
            pg_sys::makeAlias(names.aliasname, make::list(columns))
        }
    }

    /// Gives a part the conditions of joins and the output of the table, as `set_append_rel_size` does it.
    unsafe fn translate(&self, part: Node<'t, RelOptInfo>) {
        // SAFETY: the planner's own data, of which nothing is being read.
        unsafe {
            let (planner, relation) = (self.planner.as_ptr(), self.relation.as_ptr());
            let mut step = *(*planner).append_rel_array.add(part.relid as usize);
            let step = &raw mut step;
            let part = &mut *part.as_ptr();
            let conditions = self.relation.joininfo().iter().filter(|one| version::is_below(one, &*relation));
            part.joininfo = make::list(
                conditions.map(|one| pg_sys::adjust_appendrel_attrs(planner, one.as_ptr().cast(), 1, step)),
            );
            let outputs = (*(*relation).reltarget).exprs.cast();
            (*part.reltarget).exprs = pg_sys::adjust_appendrel_attrs(planner, outputs, 1, step).cast();
            if (*relation).has_eclass_joins || pg_sys::has_useful_pathkeys(planner, relation) {
                pg_sys::add_child_rel_equivalences(planner, *step, relation, part);
            }
            part.has_eclass_joins = (*relation).has_eclass_joins;
        }
    }
}

/// Has the estimates of a part be those of a relation with rows.
unsafe fn finish_size(part: Node<'_, RelOptInfo>) {
    // SAFETY: the planner's own data, of which nothing is being read.
    unsafe {
        let part = &mut *part.as_ptr();
        part.rows = pg_sys::clamp_row_est(part.rows);
        part.tuples = part.tuples.max(part.rows);
    }
}
