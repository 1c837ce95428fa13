//! A table of a statement while it is planned: it becomes one relation of ours, whose partitions the planner neither
//! opens nor plans.
//!
//! The planner asks for the size and the paths of a foreign table by functions of its wrapper, after all conditions
//! have their place. So the table passes for one until the plan is finished.

use super::clause::{KeyColumn, cannot_fail};
use super::indexes::{self, Table};
use super::{foreign, paths, planning};
use crate::pg::boundary::guard;
use crate::pg::nodes::items;
use crate::pg::tree::{Expr, Node, check_stack, root};
use pgrx::pg_sys::{
    self, FdwRoutine, FromExpr, IndexOptInfo, JoinExpr, Oid, PlanRowMark, PlannerInfo, RTEKind,
    RangeTblEntry, RelOptInfo, RowMarkType,
};

/// The wrapper that the table seems to have.
struct Routine(FdwRoutine);

// SAFETY: it is never changed, and points to nothing but functions.
unsafe impl Sync for Routine {}

static ROUTINE: Routine = Routine({
    // SAFETY: all fields are optional functions, for which zero is a value.
    let mut routine: FdwRoutine = unsafe { std::mem::zeroed() };
    routine.type_ = pg_sys::NodeTag::T_FdwRoutine;
    routine.GetForeignRelSize = Some(get_rel_size);
    routine.GetForeignPaths = Some(get_paths);
    routine
});

/// Is told of a table that the planner has built.
///
/// # Safety
/// The planner must have just built the relation.
pub unsafe fn built(planner: *mut PlannerInfo, relation: *mut RelOptInfo) {
    // SAFETY: the planner calls the hook with its data; nothing on the stack needs to be dropped.
    unsafe {
        if !planning::is_running() {
            return;
        }
        let entry = *(*planner).simple_rte_array.add((*relation).relid as usize);
        if planning::number_of(&*entry).is_none() {
            return;
        }
        guard(|| {
            if let (Some(planner), Some(relation), Some(entry)) = (root(planner), root(relation), root(entry))
            {
                take(planner, relation, entry);
            }
        });
    }
}

/// Takes a table, if it may be read through an index.
fn take<'t>(planner: Node<'t, PlannerInfo>, relation: Node<'t, RelOptInfo>, entry: Node<'t, RangeTblEntry>) {
    if planning::with(|planning| planning.is_branch).unwrap_or(true) {
        return;
    }
    let taken = planning::with(|planning| planning.taken(entry.as_ptr())).flatten();
    if let Some(built) = taken {
        // 19 builds all relations again when a semijoin has become a join.
        hide_partitions(relation, entry, built);
        return;
    }
    let is_refused = planning::with(|planning| planning.is_refused(&entry)).unwrap_or(true);
    let is_target = planner.parse().is_none_or(|query| query.resultRelation == relation.relid as i32);
    let is_partitioned = entry.relkind as u8 == pg_sys::RELKIND_PARTITIONED_TABLE && entry.inh;
    let is_taken_in = is_base(relation)
        || is_part_of_union(planner, relation)
        || is_part_of_itself(planner, relation, entry);
    if is_refused || is_target || !is_partitioned || !is_taken_in || entry.tablesample().is_some() {
        return;
    }
    let Some(table) = indexes::of_table(entry.relid) else { return };
    if !may_have_key(planner, relation, &table) || !keep_rows(planner, relation, entry) {
        return;
    }
    // SAFETY: a copy of what the planner has built.
    let built = unsafe {
        let copy = pg_sys::palloc(size_of::<RelOptInfo>()).cast::<RelOptInfo>();
        copy.copy_from_nonoverlapping(relation.as_ptr(), 1);
        copy
    };
    planning::with(|planning| planning.take(entry, built));
    hide_partitions(relation, entry, built);
}

fn is_base(relation: Node<'_, RelOptInfo>) -> bool {
    relation.reloptkind == pg_sys::RelOptKind::RELOPT_BASEREL
}

/// Returns whether a table is a part of a UNION ALL, and not a partition.
fn is_part_of_union(planner: Node<'_, PlannerInfo>, relation: Node<'_, RelOptInfo>) -> bool {
    let whole = planner.step_to(relation.relid as i32);
    let whole = whole.and_then(|step| planner.relation(step.parent_relid as i32));
    whole.is_some_and(|whole| whole.rtekind == RTEKind::RTE_SUBQUERY)
}

/// Returns whether a table is the part that skips of an append of itself.
fn is_part_of_itself(
    planner: Node<'_, PlannerInfo>,
    relation: Node<'_, RelOptInfo>,
    entry: Node<'_, RangeTblEntry>,
) -> bool {
    planner.step_to(relation.relid as i32).is_some_and(|step| step.parent_reloid == entry.relid)
}

/// Makes a table one without partitions.
fn hide_partitions(relation: Node<'_, RelOptInfo>, entry: Node<'_, RangeTblEntry>, built: *mut RelOptInfo) {
    // SAFETY: the planner has just built the relation; nothing of it is being read.
    unsafe {
        let (relation, entry) = (&mut *relation.as_ptr(), &mut *entry.as_ptr());
        entry.inh = false;
        entry.relkind = pg_sys::RELKIND_FOREIGN_TABLE as _; // signed or not, by the platform
        relation.fdwroutine = (&raw const ROUTINE.0).cast_mut();
        relation.fdw_private = built.cast();
        relation.part_scheme = std::ptr::null_mut();
        relation.nparts = 0;
        relation.boundinfo = std::ptr::null_mut();
        // From 16 on these are the indexes of the partitioned table, kept as proofs of uniqueness. They have no order,
        // which 16 and 17 do not check before they read the end of one, of a table that does not look partitioned.
        for index in items::<IndexOptInfo>(relation.indexlist) {
            (*index).hypothetical = true;
        }
    }
}

/// Returns whether the query may have a condition by which an index can be used. A part of a UNION ALL gets its
/// conditions later, from the whole.
fn may_have_key<'t>(planner: Node<'t, PlannerInfo>, relation: Node<'t, RelOptInfo>, table: &Table) -> bool {
    if !is_base(relation) {
        let whole = planner.step_to(relation.relid as i32);
        let whole = whole.and_then(|step| planner.relation(step.parent_relid as i32));
        return whole.is_some_and(|whole| {
            !whole.baserestrictinfo().is_empty() || !whole.joininfo().is_empty() || whole.has_eclass_joins
        });
    }
    let Some(from) = planner.parse().and_then(Node::jointree) else { return false };
    let number = relation.relid as i32;
    table.indexes.iter().any(|index| {
        let column = KeyColumn { relation: number, index };
        any_condition(from.any(), &|condition| {
            let is_usable = |value| cannot_fail(planner, number, value);
            column.comparisons(condition, &is_usable, &mut Vec::new())
        })
    })
}

/// Calls `f` with the conditions of a part of FROM until it returns true.
fn any_condition<'t>(from: Expr<'t>, f: &impl Fn(Expr<'t>) -> bool) -> bool {
    check_stack();
    let any = |quals: Option<Expr<'t>>| quals.is_some_and(|quals| quals.conjuncts().into_iter().any(f));
    if let Some(from) = from.is::<FromExpr>() {
        any(from.quals()) || from.fromlist().iter().any(|part| any_condition(part, f))
    } else if let Some(join) = from.is::<JoinExpr>() {
        any(join.quals())
            || [join.larg(), join.rarg()].into_iter().flatten().any(|part| any_condition(part, f))
    } else {
        false
    }
}

/// Has a row that is to be fetched again, when another one has changed, be kept as a copy, as that of a subquery.
/// Returns false if rows of the table are locked, or if the query needs where they are.
fn keep_rows<'t>(
    planner: Node<'t, PlannerInfo>,
    relation: Node<'t, RelOptInfo>,
    entry: Node<'t, RangeTblEntry>,
) -> bool {
    let Some(mark) = planner.row_marks().iter().find(|mark| mark.rti == relation.relid) else { return true };
    let is_reference = mark.markType == RowMarkType::ROW_MARK_REFERENCE;
    if !is_reference || !is_base(relation) || needs_place(planner, relation) {
        return false;
    }
    const COPY: i32 = 1 << RowMarkType::ROW_MARK_COPY;
    // SAFETY: the planner's own lists; its columns are collected later.
    unsafe {
        let mark: &mut PlanRowMark = &mut *mark.as_ptr();
        mark.markType = RowMarkType::ROW_MARK_COPY;
        mark.allMarkTypes |= COPY;
        let row = pg_sys::makeWholeRowVar(entry.as_ptr(), relation.relid as i32, 0, false);
        let name = std::ffi::CString::new(format!("wholerow{}", mark.rowmarkId)).unwrap_or_default();
        let targets = &raw mut (*planner.as_ptr()).processed_tlist;
        let number = pg_sys::list_length(*targets) + 1;
        let target = pg_sys::makeTargetEntry(row.cast(), number as i16, pg_sys::pstrdup(name.as_ptr()), true);
        *targets = pg_sys::lappend(*targets, target.cast());
    }
    true
}

/// Returns whether a query names the place of a row, which a copy does not have: `ctid` or `tableoid`.
fn needs_place(planner: Node<'_, PlannerInfo>, relation: Node<'_, RelOptInfo>) -> bool {
    let Some(query) = planner.parse() else { return true };
    let mut columns = std::ptr::null_mut();
    // SAFETY: expressions of the query; the set is new.
    unsafe {
        // The planner has added what it needs for row marks by names.
        let is_written = |target: &Node<'_, pg_sys::TargetEntry>| !target.resjunk || target.resname.is_null();
        let targets = query.target_list().iter().filter(is_written).map(Node::any);
        let parts = [query.jointree.cast(), query.returningList.cast(), query.havingQual];
        for part in targets.map(Node::as_ptr).chain(parts) {
            pg_sys::pull_varattnos(part, relation.relid, &raw mut columns);
        }
        let has =
            |column: i32| pg_sys::bms_is_member(column - pg_sys::FirstLowInvalidHeapAttributeNumber, columns);
        has(pg_sys::TableOidAttributeNumber) || has(pg_sys::SelfItemPointerAttributeNumber)
    }
}

/// Estimates the size of a table (`GetForeignRelSize`).
unsafe extern "C-unwind" fn get_rel_size(planner: *mut PlannerInfo, relation: *mut RelOptInfo, _: Oid) {
    // SAFETY: the planner calls this with a relation that was taken; nothing on the stack needs to be dropped.
    unsafe {
        guard(|| {
            if let (Some(planner), Some(relation)) = (root(planner), root(relation)) {
                paths::estimate_size(planner, relation);
                foreign::append(planner, relation);
            }
        });
    }
}

/// Adds the paths of a table (`GetForeignPaths`).
unsafe extern "C-unwind" fn get_paths(planner: *mut PlannerInfo, relation: *mut RelOptInfo, _: Oid) {
    // SAFETY: as above.
    unsafe {
        guard(|| {
            if let (Some(planner), Some(relation)) = (root(planner), root(relation)) {
                paths::add_paths(planner, relation);
            }
        });
    }
}
