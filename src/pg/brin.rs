//! What a BRIN index of class minmax says of the values of a table's blocks.

use super::column_index::ColumnIndex;
use super::index_pages::unlock;
use super::version;
use pgrx::pg_sys::{self, Datum};

unsafe extern "C-unwind" {
    fn visibilitymap_get_status(
        relation: pg_sys::Relation,
        block: pg_sys::BlockNumber,
        buffer: *mut pg_sys::Buffer,
    ) -> u8;
}

/// What an index says of the values of a range of blocks.
pub enum Summary {
    /// Nothing: it is not summarized, or just being.
    Unknown,
    /// All of them are NULL.
    Nulls,
    /// They are from one value to another.
    Between(Datum, Datum),
}

impl ColumnIndex {
    /// Calls `visit` with each range of blocks, its first one and the one behind its last, up to the end of the table,
    /// and with what the index says of its values, until it returns false.
    ///
    /// # Safety
    /// This must be a BRIN index, and `snapshot` that of the query.
    pub unsafe fn for_ranges(
        &self,
        snapshot: pg_sys::Snapshot,
        blocks: u32,
        mut visit: impl FnMut((u32, u32), Summary) -> bool,
    ) {
        let (index, place) = (self.relation(), self.place());
        let mut pages_per_range = 0;
        // SAFETY: the caller guarantees the index. A copied tuple is read without the lock of its page.
        unsafe {
            // As each scan of an index does that does not lock its parts: a row may come to a page that was not read.
            pg_sys::PredicateLockRelation(index, snapshot);
            let description = pg_sys::brin_build_desc(index);
            let map = version::brin_map(index, &mut pages_per_range, snapshot);
            let (mut buffer, mut copy, mut copied) = (pg_sys::InvalidBuffer as i32, std::ptr::null_mut(), 0);
            let mut values = std::ptr::null_mut::<pg_sys::BrinMemTuple>();
            let mut first = 0;
            while first < blocks {
                pg_sys::check_for_interrupts!();
                let end = first.saturating_add(pages_per_range.max(1)).min(blocks);
                let mut length = 0;
                let tuple = version::brin_tuple(map, first, &mut buffer, &mut length, snapshot);
                let summary = if tuple.is_null() {
                    Summary::Unknown
                } else {
                    copy = pg_sys::brin_copy_tuple(tuple, length, copy, &raw mut copied);
                    unlock(buffer);
                    values = pg_sys::brin_deform_tuple(description, copy, values);
                    let column = &*(*values).bt_columns.as_ptr().add(place);
                    if (*values).bt_placeholder {
                        Summary::Unknown
                    } else if column.bv_allnulls {
                        Summary::Nulls
                    } else {
                        Summary::Between(*column.bv_values, *column.bv_values.add(1))
                    }
                };
                first = if visit((first, end), summary) { end } else { blocks };
            }
            if buffer != pg_sys::InvalidBuffer as i32 {
                pg_sys::ReleaseBuffer(buffer);
            }
            pg_sys::brinRevmapTerminate(map);
            pg_sys::brin_free_desc(description);
        }
    }
}

/// Which pages of a table have only rows that all snapshots see.
pub struct VisibilityMap {
    table: pg_sys::Relation,
    buffer: pg_sys::Buffer,
}

impl VisibilityMap {
    /// Looks at the map of a table.
    ///
    /// # Safety
    /// The table must be open as long as the result is used.
    pub unsafe fn of(table: pg_sys::Relation) -> Self {
        Self { table, buffer: pg_sys::InvalidBuffer as i32 }
    }

    /// Returns whether all rows of a page are visible to all.
    ///
    /// # Safety
    /// Nothing on the stack, up to the next C function, may need to be dropped.
    pub unsafe fn has(&mut self, block: u32) -> bool {
        // SAFETY: the table is open.
        let status = unsafe { visibilitymap_get_status(self.table, block, &raw mut self.buffer) };
        u32::from(status) & pg_sys::VISIBILITYMAP_ALL_VISIBLE != 0
    }

    pub fn close(self) {
        if self.buffer != pg_sys::InvalidBuffer as i32 {
            // SAFETY: the buffer is pinned.
            unsafe { pg_sys::ReleaseBuffer(self.buffer) }
        }
    }
}
