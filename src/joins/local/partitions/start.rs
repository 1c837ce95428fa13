//! The start of a query: opens the bounds of its partitioned tables, and puts gates before scans.

use super::Partitions;
use super::bounds::Bounds;
use super::index::LeafIndex;
use super::leaf::{By, Leaf};
use crate::joins::local::description::{Description, PlannedPartitions, PlannedScan};
use crate::joins::local::node::{Build, Explained};
use crate::pg::list::List;
use crate::pg::memory::Memory;
use pgrx::pg_sys::PlanState;

/// Prepares for partitions that have none of a filter's keys, if these can tell; the result is in the query's memory.
///
/// # Safety
/// `inner` must be the node below that of the filter, of a query that is being started.
pub unsafe fn prepare(
    description: &Description,
    build: *mut Build,
    inner: *mut PlanState,
) -> *mut Partitions {
    let planned = &description.partitions;
    if planned.bounds.is_empty() && planned.indexes.is_empty() {
        return std::ptr::null_mut();
    }
    // SAFETY: the caller guarantees the nodes.
    unsafe {
        let state = (*inner).state;
        let memory = Memory::of((*state).es_query_cxt);
        let mut bounds = List::with_capacity(memory, planned.bounds.len());
        planned.bounds.iter().for_each(|planned| bounds.push(Bounds::of(planned, state)));
        let mut indexes = List::with_capacity(memory, planned.indexes.len());
        planned.indexes.iter().for_each(|planned| indexes.push(planned.index));
        let leaves = List::with_capacity(memory, 0);
        let partitions = memory.put(Partitions { build, bounds, indexes, leaves }).as_ptr();
        (*build).explained.push(partitions.cast_const() as *const dyn Explained);
        partitions
    }
}

/// Has a scan skipped if its partition has none of the keys.
///
/// # Safety
/// `scan` must be a scan that is screened by the filter, of a query that is being started; `partitions` must be what
/// [`prepare`] returned for the filter, and `memory` be that of the query.
pub unsafe fn connect(
    scan: *mut PlanState,
    partitions: *mut Partitions,
    (all, planned): (&PlannedPartitions, &PlannedScan),
    memory: Memory,
) {
    // SAFETY: the caller guarantees it; it is null if no key tells of partitions.
    let Some(known) = (unsafe { partitions.as_mut() }) else { return };
    let mut reasons = Vec::new();
    for level in &planned.levels {
        let number = level.bounds as usize;
        let of = known.bounds.get(number);
        if let Some(partition) = of.and_then(|bounds| bounds.number(level.partition)) {
            reasons.push(By::Bounds(number, partition));
        }
    }
    // SAFETY: the node lives as long as the query.
    let always = unsafe { (*known.build).always };
    for leaf in &planned.indexes {
        let above = all.indexes.get(leaf.number as usize);
        if let Some((above, key)) =
            above.and_then(|above| Some((above, planned.keys.get(above.key as usize)?)))
        {
            reasons.push(By::Index(LeafIndex::new(leaf, above, key.collation, always)));
        }
    }
    if reasons.is_empty() {
        return;
    }
    // SAFETY: the caller guarantees the scan.
    if let Some(leaf) = unsafe { Leaf::of(scan, memory) } {
        reasons.into_iter().for_each(|by| leaf.add(partitions, planned.whole_groups, by));
        known.leaves.push(leaf);
    }
}
