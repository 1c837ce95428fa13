//! Which partitions of a table may have one of the keys, by their bounds.

use crate::joins::local::description::PlannedBounds;
use crate::joins::local::keys::{Keys, Known};
use crate::pg::list::List;
use crate::pg::memory::Memory;
use crate::pg::partition_bounds::PartitionBounds;
use pgrx::pg_sys::{self, Oid};

/// The partitions of a table, for one key of a join.
pub struct Bounds {
    key: usize,
    bounds: PartitionBounds,
    /// Whether a partition, by its number, may have one of the keys.
    live: List<bool>,
    /// The generation of these keys.
    generation: u64,
    /// Whether the bounds are those that the query's snapshot sees; unknown at first.
    are_seen: Option<bool>,
}

impl Bounds {
    /// Finds the bounds of a table.
    ///
    /// # Safety
    /// As for [`PartitionBounds::of`].
    pub unsafe fn of(planned: &PlannedBounds, state: *mut pg_sys::EState) -> Self {
        let function = (planned.function, planned.collation);
        // SAFETY: the caller guarantees the state.
        unsafe {
            let bounds = PartitionBounds::of(state, planned.table, function, planned.has_more_columns);
            let live = List::filled(Memory::of((*state).es_query_cxt), bounds.count(), true);
            Self { key: planned.key as usize, bounds, live, generation: 0, are_seen: None }
        }
    }

    /// Returns the number of a partition.
    pub fn number(&self, partition: Oid) -> Option<usize> {
        self.bounds.number(partition)
    }

    /// Returns whether a partition may have one of the keys, of this generation.
    ///
    /// # Safety
    /// The keys must be of the types that the plan says, and the snapshot be the query's.
    pub unsafe fn is_live(
        &mut self,
        partition: usize,
        (keys, generation): (&Keys, u64),
        snapshot: pg_sys::Snapshot,
    ) -> bool {
        if self.generation != generation {
            // SAFETY: the caller guarantees the keys and the snapshot.
            unsafe { self.find_live(keys, snapshot) }
            self.generation = generation;
        }
        self.live.get(partition).copied().unwrap_or(true)
    }

    /// # Safety
    /// As for [`Self::is_live`].
    unsafe fn find_live(&mut self, keys: &Keys, snapshot: pg_sys::Snapshot) {
        let column = keys.of(self.key);
        let known = column.map_or(Known::Nothing, |column| column.known);
        // SAFETY: the caller guarantees the keys and the snapshot.
        unsafe {
            if known != Known::Nothing && self.are_seen.is_none() {
                self.are_seen = Some(self.bounds.are_older_than(snapshot));
            }
            match column {
                Some(column) if known != Known::Nothing && self.are_seen == Some(true) => {
                    self.live.fill(false);
                    if known == Known::All {
                        column.values.iter().for_each(|value| self.bounds.mark(*value, &mut self.live));
                    } else if let Some((least, most)) = column.extremes() {
                        self.bounds.mark_between(least, most, &mut self.live);
                    }
                }
                _ => self.live.fill(true),
            }
        }
    }
}
