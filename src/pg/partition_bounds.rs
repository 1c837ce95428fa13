//! The bounds of a table's partitions: which partition a value belongs to, as the server finds it for rows.
//!
//! Only the first column of the partition key is known. So a value may belong to several partitions, if the key
//! has more columns.

use super::catalog::PartitionKey;
use super::catalog_scan;
use super::list::List;
use super::memory::Memory;
use pgrx::pg_sys::{self, Datum, FmgrInfo, HeapTupleHeaderData, Oid, PartitionDescData};

/// The bounds of a table's partitions, as long as a query runs.
pub struct PartitionBounds {
    table: Oid,
    partitions: *mut PartitionDescData,
    /// The function that compares bounds with values, or hashes values.
    function: *mut FmgrInfo,
    collation: Oid,
    has_more_columns: bool,
    /// The partitions by OID, with their numbers.
    numbers: List<(u32, usize)>,
}

impl PartitionBounds {
    /// Returns the bounds of a partitioned table that the query reads, and so has locked. `function` compares bounds
    /// with values of one type, or hashes such values.
    ///
    /// # Safety
    /// `state` must be that of a query that is being started. The result must not outlive it.
    pub unsafe fn of(
        state: *mut pg_sys::EState,
        table: Oid,
        (function, collation): (Oid, Oid),
        has_more_columns: bool,
    ) -> Self {
        // SAFETY: the caller guarantees the state. The directory keeps the table open, as for the server's own
        // pruning: with partitions that are being detached, which the plan may have.
        unsafe {
            let memory = Memory::of((*state).es_query_cxt);
            if (*state).es_partition_directory.is_null() {
                (*state).es_partition_directory =
                    pg_sys::CreatePartitionDirectory((*state).es_query_cxt, false);
            }
            // A parallel worker has no lock of its own yet.
            let relation = pg_sys::table_open(table, pg_sys::AccessShareLock as i32);
            let partitions = pg_sys::PartitionDirectoryLookup((*state).es_partition_directory, relation);
            pg_sys::table_close(relation, pg_sys::NoLock as i32);
            let info = memory.zeroed::<FmgrInfo>();
            pg_sys::fmgr_info_cxt(function, info, memory.context());
            let count = (*partitions).nparts as usize;
            let mut numbers = List::with_capacity(memory, count);
            for number in 0..count {
                numbers.push(((*(*partitions).oids.add(number)).to_u32(), number));
            }
            numbers.sort_unstable();
            Self { table, partitions, function: info, collation, has_more_columns, numbers }
        }
    }

    /// Returns the number of partitions.
    pub fn count(&self) -> usize {
        self.numbers.len()
    }

    /// Returns the number of a partition, from 0 on.
    pub fn number(&self, partition: Oid) -> Option<usize> {
        let place = self.numbers.binary_search_by_key(&partition.to_u32(), |(oid, _)| *oid).ok()?;
        Some(self.numbers[place].1)
    }

    fn bounds(&self) -> &pg_sys::PartitionBoundInfoData {
        // SAFETY: the directory keeps the partitions; a table without any has no bounds, and so no number.
        unsafe { &*(*self.partitions).boundinfo }
    }

    /// Marks the partitions that may have rows with a value, which is not NULL.
    ///
    /// # Safety
    /// The value must be of the type that the function takes.
    pub unsafe fn mark(&self, mut value: Datum, live: &mut [bool]) {
        let bounds = self.bounds();
        let (function, mut collation) = (self.function, self.collation);
        let bounds_pointer = std::ptr::from_ref(bounds).cast_mut();
        let mut is_equal = false;
        // SAFETY: the caller guarantees the value; the bounds have an index for each of these places.
        unsafe {
            match bounds.strategy as u8 {
                PartitionKey::HASH => {
                    let mut is_null = false;
                    let hash = pg_sys::compute_partition_hash_value(
                        1,
                        function,
                        &raw mut collation,
                        &raw mut value,
                        &raw mut is_null,
                    );
                    let index = *bounds.indexes.add((hash % bounds.nindexes as u64) as usize);
                    set(live, index); // a remainder that no partition has
                }
                PartitionKey::LIST => {
                    let place = pg_sys::partition_list_bsearch(
                        function,
                        &raw mut collation,
                        bounds_pointer,
                        value,
                        &raw mut is_equal,
                    );
                    let is_listed = place >= 0 && is_equal;
                    let index = if is_listed { *bounds.indexes.add(place as usize) } else { -1 };
                    set(live, if index < 0 { bounds.default_index } else { index });
                }
                _ => self.mark_places(self.first_place(value), self.last_place(value), live),
            }
        }
    }

    /// Marks the partitions that may have rows with a value from `least` to `most`; all of them unless the table is
    /// partitioned by ranges.
    ///
    /// # Safety
    /// As for [`Self::mark`]; the values must be in the order of the function.
    pub unsafe fn mark_between(&self, least: Datum, most: Datum, live: &mut [bool]) {
        if self.bounds().strategy as u8 == PartitionKey::RANGE {
            // SAFETY: the caller guarantees the values.
            unsafe { self.mark_places(self.first_place(least), self.last_place(most), live) }
        } else {
            live.fill(true);
        }
    }

    /// Returns the place of the first range that may have a value: that of the greatest bound that is not greater,
    /// and one more. Bounds that begin with the value stand beside each other.
    ///
    /// # Safety
    /// As for [`Self::mark`].
    unsafe fn first_place(&self, value: Datum) -> i32 {
        // SAFETY: the caller guarantees the value.
        unsafe {
            let (mut place, is_equal) = self.search(value);
            if is_equal && self.has_more_columns {
                while place >= 1 && self.begins_with(place - 1, value) {
                    place -= 1;
                }
                return place;
            }
            place + 1
        }
    }

    /// Returns the place of the last range that may have a value.
    ///
    /// # Safety
    /// As for [`Self::mark`].
    unsafe fn last_place(&self, value: Datum) -> i32 {
        // SAFETY: the caller guarantees the value.
        unsafe {
            let (mut place, is_equal) = self.search(value);
            if is_equal && self.has_more_columns {
                while place < self.bounds().ndatums - 1 && self.begins_with(place + 1, value) {
                    place += 1;
                }
            }
            place + 1
        }
    }

    /// Returns the place of the greatest bound that is not greater than a value, -1 if all are, and whether it
    /// begins with the value.
    ///
    /// # Safety
    /// As for [`Self::mark`].
    unsafe fn search(&self, mut value: Datum) -> (i32, bool) {
        let bounds = std::ptr::from_ref(self.bounds()).cast_mut();
        let (mut collation, mut is_equal) = (self.collation, false);
        // SAFETY: the caller guarantees the value.
        let place = unsafe {
            pg_sys::partition_range_datum_bsearch(
                self.function,
                &raw mut collation,
                bounds,
                1,
                &raw mut value,
                &raw mut is_equal,
            )
        };
        (place, place >= 0 && is_equal)
    }

    /// Returns whether a bound begins with a value.
    ///
    /// # Safety
    /// As for [`Self::mark`]; there must be such a bound.
    unsafe fn begins_with(&self, place: i32, mut value: Datum) -> bool {
        let (bounds, mut collation) = (self.bounds(), self.collation);
        // SAFETY: the caller guarantees the value and the place.
        unsafe {
            let (datums, kinds) = (*bounds.datums.add(place as usize), *bounds.kind.add(place as usize));
            let collation = &raw mut collation;
            pg_sys::partition_rbound_datum_cmp(self.function, collation, datums, kinds, &raw mut value, 1)
                == 0
        }
    }

    /// Marks the partitions of these places; what is in none, or in parts of a range, may be in the default one.
    ///
    /// # Safety
    /// The places must be those of bounds, or one more.
    unsafe fn mark_places(&self, first: i32, last: i32, live: &mut [bool]) {
        let bounds = self.bounds();
        let mut may_be_default = self.has_more_columns;
        for place in first.max(0)..=last.min(bounds.nindexes - 1) {
            // SAFETY: there is an index for each bound, and one more.
            let index = unsafe { *bounds.indexes.add(place as usize) };
            set(live, index);
            may_be_default |= index < 0;
        }
        if may_be_default {
            set(live, bounds.default_index);
        }
    }

    /// Returns whether all partitions were there, with these bounds, when a snapshot was taken. The snapshot may
    /// otherwise see rows that a partition had before it got its bounds, or the default partition before another
    /// one was attached.
    ///
    /// # Safety
    /// The snapshot must be an MVCC snapshot.
    pub unsafe fn are_older_than(&self, snapshot: pg_sys::Snapshot) -> bool {
        let mut are_older = true;
        catalog_scan::for_rows::<pg_sys::FormData_pg_inherits>([self.table], |_, row| {
            // SAFETY: the caller guarantees the snapshot.
            are_older &= unsafe { was_written_before(row, snapshot) };
        });
        are_older
    }
}

/// Returns whether a snapshot sees what the transaction that wrote a row did, which has ended. What the current
/// transaction did counts as not seen.
///
/// # Safety
/// The snapshot must be an MVCC snapshot.
unsafe fn was_written_before(row: &HeapTupleHeaderData, snapshot: pg_sys::Snapshot) -> bool {
    let is_frozen = u32::from(row.t_infomask) & pg_sys::HEAP_XMIN_FROZEN == pg_sys::HEAP_XMIN_FROZEN;
    // SAFETY: a row of a catalog has a writer; the caller guarantees the snapshot.
    unsafe {
        let writer = row.t_choice.t_heap.t_xmin;
        is_frozen
            || !pg_sys::TransactionIdIsNormal(writer)
            || !pg_sys::TransactionIdIsCurrentTransactionId(writer)
                && !pg_sys::XidInMVCCSnapshot(writer, snapshot)
    }
}

/// Marks a partition, if there is one of that number.
fn set(live: &mut [bool], number: i32) {
    if let Some(live) = usize::try_from(number).ok().and_then(|number| live.get_mut(number)) {
        *live = true;
    }
}
