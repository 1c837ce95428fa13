//! The scan in a plan: what it reads, and the locks.
//!
//! The plain query locks, while it is planned, each partition that pruning leaves, a partitioned one before those
//! below it. So does this, at the same time but after the paths are chosen.

use super::indexes;
use super::{node, planning};
use crate::pg::boundary::guard;
use crate::pg::catalog;
use crate::pg::executor::check_interrupts;
use crate::pg::list::List;
use crate::pg::memory::Memory;
use crate::pg::table::changes;
use crate::pg::tree::{Node, check_stack, make, root};
use crate::pg::version;
use crate::skip::index::leaves::Leaf;
use pgrx::pg_sys::{
    self, Bitmapset, CustomPath, CustomPathMethods, CustomScan, Oid, Plan, PlannerInfo, RelOptInfo, Relation,
    RestrictInfo,
};

// The bindings of pgrx do a `sigsetjmp` for each call.
unsafe extern "C-unwind" {
    fn LockRelationOid(relation: Oid, mode: pg_sys::LOCKMODE);
}

/// The methods of a path; C only reads them.
struct PathMethods(CustomPathMethods);
// SAFETY: the name is static and nobody changes the methods.
unsafe impl Sync for PathMethods {}
static PATH_METHODS: PathMethods = PathMethods(CustomPathMethods {
    CustomName: node::NAME.as_ptr(),
    PlanCustomPath: Some(plan_custom_path),
    ReparameterizeCustomPathByChild: None,
});

pub fn path_methods() -> *const CustomPathMethods {
    &raw const PATH_METHODS.0
}

/// Makes the plan of a path that was chosen (`PlanCustomPath`).
unsafe extern "C-unwind" fn plan_custom_path(
    planner: *mut PlannerInfo,
    relation: *mut RelOptInfo,
    path: *mut CustomPath,
    targets: *mut pg_sys::List,
    conditions: *mut pg_sys::List,
    _: *mut pg_sys::List,
) -> *mut Plan {
    // SAFETY: the planner calls this with its data; nothing on the stack needs to be dropped.
    unsafe {
        guard(|| {
            let scan = make::node::<CustomScan>();
            scan.scan.plan.targetlist = targets;
            scan.scan.plan.qual = pg_sys::extract_actual_clauses(conditions, false);
            scan.scan.scanrelid = (*relation).relid;
            scan.flags = (*path).flags;
            scan.methods = node::plan_methods();
            if let (Some(planner), Some(relation)) = (root(planner), root(relation)) {
                complete(planner, relation, &*path, scan);
            }
            std::ptr::from_mut(scan).cast()
        })
    }
}

/// # Safety
/// The path must be one of the relation.
unsafe fn complete(
    planner: Node<'_, PlannerInfo>,
    relation: Node<'_, RelOptInfo>,
    path: &CustomPath,
    scan: &mut CustomScan,
) {
    // SAFETY: the planner's own data; what the path has is what `paths` has put there.
    unsafe {
        let entry = *(*planner.as_ptr()).simple_rte_array.add(relation.relid as usize);
        if path.custom_private.is_null() {
            planning::with(|planning| planning.refuse(&*entry));
            return;
        }
        planning::with(|planning| planning.plan(&*entry));
        let index = pg_sys::list_nth_oid(pg_sys::list_nth(path.custom_private, 0).cast(), 0);
        let condition = pg_sys::list_nth(path.custom_private, 1);
        let mut found = lock(planner, relation);
        let others = planning::with(|planning| planning.beside(entry).to_vec()).unwrap_or_default();
        found.leaves.retain(|leaf| !others.contains(leaf));
        found.all.retain(|(relation, _)| !others.contains(relation)); // they have entries of their own
        let memory = Memory::of_this_call();
        let leaves = indexes::leaf_indexes(index, (*entry).relid, found.leaves.iter().copied(), memory);
        let is_foreign = |leaf: &Leaf| {
            leaf.index.is_none() && catalog::kind_of(leaf.table) == pg_sys::RELKIND_FOREIGN_TABLE
        };
        if leaves.iter().any(is_foreign) {
            planning::with(|planning| planning.refuse(&*entry));
            return;
        }
        let may_change = planning::with(|planning| {
            planning.locked.extend_from_slice(&found.all);
            planning.may_change
        });
        scan.custom_exprs = make::list([pg_sys::copyObjectImpl(condition).cast::<pg_sys::Node>()]);
        scan.custom_private = make::list([
            make::oids([(*entry).relid, index]),
            make::numbers([i32::from(may_change.unwrap_or(true))]),
            make::oids(found.leaves.iter().copied()),
        ]);
    }
}

/// Locks what the plain query locks of a table.
///
/// # Safety
/// The relation must be one of a table that was taken, and that was pruned.
pub unsafe fn lock<'t>(planner: Node<'t, PlannerInfo>, relation: Node<'t, RelOptInfo>) -> Locked<'t> {
    let memory = Memory::of_this_call();
    let (leaves, all) = (List::with_capacity(memory, 0), List::with_capacity(memory, 0));
    let mut found = Locked { planner, relation, leaves, all };
    // SAFETY: the caller guarantees the relation, whose table is locked.
    unsafe {
        let entry = *(*planner.as_ptr()).simple_rte_array.add(relation.relid as usize);
        let top = pg_sys::table_open((*entry).relid, pg_sys::NoLock as i32);
        found.lock(top, top, (*relation.fdw_private.cast::<RelOptInfo>()).live_parts);
        pg_sys::table_close(top, pg_sys::NoLock as i32);
    }
    found
}

/// What the plain query locks of a table.
pub struct Locked<'t> {
    planner: Node<'t, PlannerInfo>,
    relation: Node<'t, RelOptInfo>,
    pub leaves: List<Oid>,
    all: List<(Oid, u8)>,
}

impl Locked<'_> {
    /// Locks the live partitions of a table, which is `top` or below it.
    ///
    /// # Safety
    /// The relations must be open, and the set be one of the partitions of `table`.
    unsafe fn lock(&mut self, top: Relation, table: Relation, live: *mut Bitmapset) {
        let mode = pg_sys::AccessShareLock as pg_sys::LOCKMODE;
        check_stack();
        // SAFETY: the planner's own data; the descriptor lives as long as the planning.
        unsafe {
            let directory = (*self.planner.glob).partition_directory;
            let partitions = &*pg_sys::PartitionDirectoryLookup(directory, table);
            let before = planning::with(|planning| planning.changes).unwrap_or_default();
            let mut place = -1;
            loop {
                place = pg_sys::bms_next_member(live, place);
                if place < 0 || place >= partitions.nparts {
                    return;
                }
                check_interrupts();
                let oid = *partitions.oids.add(place as usize);
                LockRelationOid(oid, mode);
                // Detached and dropped since the planning began.
                if changes() != before && catalog::kind_of(oid) == 0 {
                    pg_sys::UnlockRelationOid(oid, mode);
                    continue;
                }
                if *partitions.is_leaf.add(place as usize) {
                    self.leaves.push(oid);
                    self.all.push((oid, pg_sys::RELKIND_RELATION));
                } else {
                    self.all.push((oid, pg_sys::RELKIND_PARTITIONED_TABLE));
                    let branch = pg_sys::table_open(oid, pg_sys::NoLock as i32);
                    let live = self.live_below(top, branch);
                    self.lock(top, branch, live);
                    pg_sys::table_close(branch, pg_sys::NoLock as i32);
                }
            }
        }
    }

    /// Returns which partitions of a branch are left after pruning by the conditions of the table, as the planner
    /// does it.
    ///
    /// # Safety
    /// The relations must be open.
    unsafe fn live_below(&self, top: Relation, branch: Relation) -> *mut Bitmapset {
        // SAFETY: the planner's own data; what is new has the number of the table, so only columns differ.
        unsafe {
            let columns = version::attribute_map((*branch).rd_att, (*top).rd_att);
            let below = make::node::<RelOptInfo>();
            below.relid = self.relation.relid;
            below.reloptkind = pg_sys::RelOptKind::RELOPT_OTHER_MEMBER_REL;
            planning::with(|planning| planning.is_branch = true);
            pg_sys::get_relation_info(self.planner.as_ptr(), (*branch).rd_id, true, below);
            planning::with(|planning| planning.is_branch = false);
            let clause = |condition: Node<'_, RestrictInfo>| {
                let clause = condition.clause.cast::<pg_sys::Node>();
                let mut has_row = false;
                if columns.is_null() {
                    clause
                } else {
                    let (number, none) = (self.relation.relid as i32, Oid::INVALID);
                    pg_sys::map_variable_attnos(clause, number, 0, columns, none, &raw mut has_row)
                }
            };
            let usable =
                self.relation.baserestrictinfo().iter().filter(|condition| !condition.pseudoconstant);
            below.baserestrictinfo = make::list(usable.map(clause));
            pg_sys::prune_append_rel_partitions(below)
        }
    }
}
