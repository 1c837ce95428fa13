//! Which partitions may have one of the keys, by an index of access method `bloom_skip`.

use crate::joins::local::description::{PlannedIndex, PlannedLeafIndex};
use crate::joins::local::keys::{Keys, Known};
use crate::pg::memory::Memory;
use crate::skip::index::Probes;
use crate::skip::scan::indexes::{self, SkipIndex};
use pgrx::pg_sys::{self, Datum, Oid, Relation};

/// Most keys for which an index is probed.
const MOST: usize = 500;

/// The index of a scanned partition on a key.
pub struct LeafIndex {
    /// The number of the index of the partitioned table, in the plan.
    pub number: usize,
    key: usize,
    index: Oid,
    /// The function that hashes keys, and their collation.
    function: Oid,
    collation: Oid,
    /// Whether it is probed whatever the size of the partition.
    always: bool,
    /// The generation of the keys for which it was last probed, and whether it has none of them.
    probed: u64,
    has_none: bool,
}

impl LeafIndex {
    /// Describes the index of a scan on one of its keys, whose collation is given.
    pub fn new(leaf: &PlannedLeafIndex, above: &PlannedIndex, collation: Oid, always: bool) -> Self {
        Self {
            number: leaf.number as usize,
            key: above.key as usize,
            index: leaf.index,
            function: above.function,
            collation,
            always,
            probed: 0,
            has_none: false,
        }
    }

    /// Returns whether the partition has none of the keys, of this generation.
    ///
    /// A probe costs about as much as reading a page, so a partition of fewer pages than keys is read.
    ///
    /// # Safety
    /// The keys must be of the types that the plan says; the snapshot must be the query's, and the partition be
    /// open.
    pub unsafe fn has_none(
        &mut self,
        (keys, generation): (&Keys, u64),
        partition: Relation,
        snapshot: pg_sys::Snapshot,
    ) -> bool {
        if self.probed == generation {
            return self.has_none;
        }
        (self.probed, self.has_none) = (generation, false);
        let Some(column) = keys.of(self.key).filter(|column| column.known == Known::All) else {
            return false;
        };
        // SAFETY: the caller guarantees the partition, the keys and the snapshot.
        unsafe {
            let fork = pg_sys::ForkNumber::MAIN_FORKNUM;
            let count = column.values.len();
            let pays = |count| {
                self.always || count <= pg_sys::RelationGetNumberOfBlocksInFork(partition, fork) as usize
            };
            if count > MOST || !pays(count) || !lock_now(self.index) {
                return false;
            }
            pg_sys::PushActiveSnapshot(snapshot);
            let probes = Probes::begin();
            self.has_none = column.values.iter().all(|value| {
                let seed = Datum::from(0_u64);
                let hash = pg_sys::OidFunctionCall2Coll(self.function, self.collation, *value, seed);
                !probes.may_contain((*partition).rd_id, self.index, hash.value() as u64)
            });
            pg_sys::PopActiveSnapshot();
            pg_sys::UnlockRelationOid(self.index, pg_sys::AccessShareLock as i32);
        }
        self.has_none
    }
}

/// Locks an index unless that would have to wait: a kept plan does not wait for REINDEX.
fn lock_now(index: Oid) -> bool {
    // SAFETY: this changes nothing but the lock.
    unsafe { pg_sys::ConditionalLockRelationOid(index, pg_sys::AccessShareLock as i32) }
}

/// Returns the index of a partitioned table on a column whose equality is an operator, with the function that hashes
/// the operator's right operands.
pub fn of_table(
    table: Oid,
    column: i16,
    (operator, collation): (Oid, Oid),
    right: Oid,
) -> Option<(Oid, Oid)> {
    let table = indexes::of_table(table)?;
    let fits = |index: &&SkipIndex| index.attribute == column && index.has_equality(operator, collation);
    let mut fitting = table.indexes.iter().filter(fits);
    fitting.find_map(|index| Some((index.oid, index.hash_function(right)?)))
}

/// Returns the leaf index of a partition, below an index of a table above it.
pub fn of_leaf(index: Oid, table: Oid, leaf: Oid) -> Option<Oid> {
    let find =
        || indexes::leaf_indexes(index, table, std::iter::once(leaf), Memory::of_this_call()).first()?.index;
    let found = find()?;
    // SAFETY: this is a catalog lookup.
    if unsafe { pg_sys::IndexGetRelation(found, true) } == leaf {
        return Some(found);
    }
    indexes::forget(index); // it was rebuilt as another one
    find()
}
