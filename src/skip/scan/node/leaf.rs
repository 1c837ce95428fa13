//! A partition that is read: by an index on the column, or as a whole.

use super::Partition;
use super::values::{Sought, Values};
use crate::pg::column_index::has_all_seen;
use crate::pg::executor;
use crate::pg::heap_scan;
use crate::pg::list::List;
use crate::pg::memory::Memory;
use crate::pg::tree::Oids;
use crate::pg::version;
use pgrx::pg_sys::{
    self, EState, IndexScanDesc, Oid, Relation, ScanDirection, ScanKeyData, TableScanDesc, TupleTableSlot,
};

// The bindings of pgrx catch errors, which costs time for each row.
unsafe extern "C-unwind" {
    fn index_getnext_slot(
        scan: IndexScanDesc,
        direction: ScanDirection::Type,
        slot: *mut TupleTableSlot,
    ) -> bool;
    fn execute_attr_map_slot(
        map: *mut pg_sys::AttrMap,
        from: *mut TupleTableSlot,
        into: *mut TupleTableSlot,
    ) -> *mut TupleTableSlot;
    fn ExecStoreVirtualTuple(slot: *mut TupleTableSlot) -> *mut TupleTableSlot;
}

/// A partition that was opened.
pub struct OpenLeaf {
    relation: Relation,
    is_held: bool,
    /// Where the columns of the table are, unless they are at the same places.
    map: *mut pg_sys::AttrMap,
    slot: *mut TupleTableSlot,
    index: Relation,
    /// How the index is searched, for each comparison.
    keys: List<ScanKeyData>,
    index_scan: IndexScanDesc,
    scan: TableScanDesc,
    /// Where the partition has the column.
    attribute: i16,
    is_by_index: bool,
    /// Whether the index that was probed is one of the partition.
    is_probed: bool,
}

impl OpenLeaf {
    /// Opens a partition of a table, which is locked.
    pub unsafe fn open(partition: &Partition, whole: Relation, values: &Values, memory: Memory) -> Self {
        let held = partition.held;
        // SAFETY: the partition is locked; what is allocated lives as long as the query.
        memory.within(|| unsafe {
            let relation = if held.is_null() {
                pg_sys::table_open(partition.table, pg_sys::NoLock as i32)
            } else {
                held
            };
            let map = version::attribute_map((*relation).rd_att, (*whole).rd_att);
            let attribute = match map.as_ref() {
                Some(map) => *map.attnums.add(values.attribute() as usize - 1),
                None => values.attribute(),
            };
            let mut leaf = Self {
                relation,
                is_held: !held.is_null(),
                map,
                slot: pg_sys::table_slot_create(relation, std::ptr::null_mut()),
                index: std::ptr::null_mut(),
                keys: List::with_capacity(memory, 0),
                index_scan: std::ptr::null_mut(),
                scan: std::ptr::null_mut(),
                attribute,
                is_by_index: false,
                is_probed: true,
            };
            leaf.find_index(values, partition.index);
            leaf
        })
    }

    /// Opens the index by which the partition is searched, if there is one: a btree, or another one.
    unsafe fn find_index(&mut self, values: &Values, probed: Option<Oid>) {
        // SAFETY: the relation is open, and so are the indexes.
        unsafe {
            let list = Oids::of(pg_sys::RelationGetIndexList(self.relation));
            self.is_probed = probed.is_none_or(|probed| list.iter().any(|index| index == probed));
            let Some(operators) = values.operators() else { return };
            for index in list.iter().filter(|index| Some(*index) != probed) {
                if !self.index.is_null() && is_btree(self.index) {
                    return;
                }
                let index = pg_sys::index_open(index, pg_sys::AccessShareLock as i32);
                let is_better = self.index.is_null() || is_btree(index) && !is_btree(self.index);
                if is_better
                    && is_usable(index, self.attribute, values.collation())
                    && self.prepare(index, &operators)
                {
                    self.close_index();
                    self.index = index;
                } else {
                    pg_sys::index_close(index, pg_sys::NoLock as i32);
                }
            }
        }
    }

    /// Makes the keys by which an index is searched. Returns false if it cannot be.
    unsafe fn prepare(&mut self, index: Relation, operators: &[Oid]) -> bool {
        // SAFETY: the index is open.
        let (family, collation) = unsafe { (*(*index).rd_opfamily, *(*index).rd_indcollation) };
        // SAFETY: these are catalog lookups.
        unsafe {
            if !operators.iter().all(|operator| pg_sys::get_op_opfamily_strategy(*operator, family) > 0) {
                return false;
            }
            self.keys.retain(|_| false);
            for operator in operators {
                let (mut strategy, mut left, mut right) = (0, Oid::INVALID, Oid::INVALID);
                pg_sys::get_op_opfamily_properties(
                    *operator,
                    family,
                    false,
                    &raw mut strategy,
                    &raw mut left,
                    &raw mut right,
                );
                let mut key = ScanKeyData::default();
                pg_sys::ScanKeyEntryInitialize(
                    &raw mut key,
                    0,
                    1,
                    strategy as u16,
                    right,
                    collation,
                    pg_sys::get_opcode(*operator),
                    pg_sys::Datum::null(),
                );
                self.keys.push(key);
            }
        }
        true
    }

    pub fn relation(&self) -> Relation {
        self.relation
    }

    /// Returns whether the index that was probed is one of the partition.
    pub fn is_probed(&self) -> bool {
        self.is_probed
    }

    pub fn has_index(&self) -> bool {
        !self.index.is_null()
    }

    /// Begins to search the index for a value.
    pub unsafe fn search(&mut self, sought: Sought, state: *mut EState) {
        // SAFETY: the index is open, and has a key for the comparison.
        unsafe {
            if self.index_scan.is_null() {
                let (table, index, snapshot) = (self.relation, self.index, (*state).es_snapshot);
                let memory = Memory::of((*state).es_query_cxt);
                self.index_scan = memory.within(|| version::begin_index_scan(table, index, snapshot, 1));
            }
            let mut key = self.keys[Values::source_of(&sought)];
            key.sk_argument = sought.value;
            pg_sys::index_rescan(self.index_scan, &raw mut key, 1, std::ptr::null_mut(), 0);
            self.is_by_index = true;
        }
    }

    /// Begins to read the whole partition; of a heap, the rows that may have one of the values.
    ///
    /// # Safety
    /// The values must stay where they are until the next turn.
    pub unsafe fn read_all(&mut self, values: &Values, state: *mut EState) {
        // SAFETY: the relation is open.
        unsafe {
            let is_heap = heap_scan::is_heap(&*self.relation);
            let mut key = if is_heap { values.row_key(self.attribute) } else { None };
            if self.scan.is_null() {
                let memory = Memory::of((*state).es_query_cxt);
                self.scan = memory.within(|| heap_scan::begin(self.relation, state, key.as_mut()));
            } else {
                pg_sys::table_rescan(self.scan, key.as_mut().map_or(std::ptr::null_mut(), |key| key));
            }
            self.is_by_index = false;
        }
    }

    /// Fetches the next row as one of the table, with its first `count` columns, and NULL in the others. Returns false
    /// at the end.
    ///
    /// # Safety
    /// Nothing on the stack, up to the next C function, may need to be dropped.
    pub unsafe fn fetch(&mut self, output: *mut TupleTableSlot, count: usize) -> bool {
        // SAFETY: a scan was begun.
        unsafe {
            let is_there = if self.is_by_index {
                index_getnext_slot(self.index_scan, ScanDirection::ForwardScanDirection, self.slot)
            } else {
                heap_scan::next(self.scan, self.slot)
            };
            if !is_there {
                executor::clear(self.slot);
                return false;
            }
            if self.map.is_null() {
                let others = (*(*output).tts_tupleDescriptor).natts as usize - count;
                if count > 0 {
                    executor::column(self.slot, count as i16);
                }
                executor::clear(output);
                (*output).tts_values.copy_from_nonoverlapping((*self.slot).tts_values, count);
                (*output).tts_isnull.copy_from_nonoverlapping((*self.slot).tts_isnull, count);
                (*output).tts_isnull.add(count).write_bytes(1, others);
                ExecStoreVirtualTuple(output);
            } else {
                execute_attr_map_slot(self.map, self.slot, output);
            }
            (*output).tts_tableOid = (*self.relation).rd_id;
            (*output).tts_tid = (*self.slot).tts_tid;
            true
        }
    }

    /// Forgets the current row.
    pub fn forget_row(&mut self) {
        // SAFETY: the slot is the leaf's.
        unsafe { executor::clear(self.slot) };
    }

    fn close_index(&mut self) {
        if !self.index.is_null() {
            // SAFETY: the index is open.
            unsafe { pg_sys::index_close(self.index, pg_sys::NoLock as i32) }
            self.index = std::ptr::null_mut();
        }
    }

    /// Closes the partition; the locks stay until the transaction ends, as those of each scan.
    pub fn close(&mut self) {
        // SAFETY: what is not null is open.
        unsafe {
            pg_sys::ExecDropSingleTupleTableSlot(self.slot);
            if !self.index_scan.is_null() {
                pg_sys::index_endscan(self.index_scan);
            }
            if !self.scan.is_null() {
                pg_sys::table_endscan(self.scan);
            }
            self.close_index();
            if !self.is_held {
                pg_sys::table_close(self.relation, pg_sys::NoLock as i32);
            }
        }
    }
}

fn is_btree(index: Relation) -> bool {
    // SAFETY: the index is open.
    unsafe { (*(*index).rd_rel).relam == pg_sys::BTREE_AM_OID }
}

/// Returns whether an index has all rows that the transaction may see, in the order of a column.
unsafe fn is_usable(index: Relation, attribute: i16, collation: Oid) -> bool {
    // SAFETY: the index is open.
    unsafe {
        let form = &*(*index).rd_index;
        let is_fetched = (*index).rd_indam.as_ref().is_some_and(|routine| routine.amgettuple.is_some());
        let own = *(*index).rd_indcollation;
        let predicate = pg_sys::Anum_pg_index_indpred as i32;
        is_fetched
            && form.indisvalid
            && form.indislive
            && form.indkey.values.as_slice(1)[0] == attribute
            && (own == Oid::INVALID || own == collation)
            && has_all_seen(index)
            && pg_sys::heap_attisnull((*index).rd_indextuple, predicate, std::ptr::null_mut())
    }
}
