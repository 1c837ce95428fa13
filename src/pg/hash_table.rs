//! The hash table that a hash join has in memory, with the hash of each of its inner rows.
//!
//! Its fields belong to the server; only this file depends on them.

use super::executor;
use pgrx::pg_sys::{self, NodeTag};

/// Part of the table's memory that is kept free: the server moves rows to files when a row takes more than is left.
const RESERVE: usize = 8;

/// The hash table of a join that one process fills alone, with all of its rows in memory.
#[derive(Debug, Clone, Copy)]
pub struct HashTable(*const pg_sys::HashJoinTableData);

impl HashTable {
    /// Returns the table of a Hash node, if all rows are expected to stay in memory.
    ///
    /// # Safety
    /// `node` must be a node of a running plan, and the result not outlive the table: the node fills it while it
    /// reads the rows below.
    pub unsafe fn of(node: *mut pg_sys::PlanState) -> Option<Self> {
        // SAFETY: the caller guarantees the node, whose tag says its type.
        unsafe {
            if (*node).type_ != NodeTag::T_HashState {
                return None;
            }
            let table = (*node.cast::<pg_sys::HashState>()).hashtable;
            (!table.is_null() && (*table).parallel_state.is_null())
                .then_some(Self(table))
                .filter(|table| table.is_whole())
        }
    }

    /// Returns whether all rows are in memory.
    pub fn is_whole(self) -> bool {
        // SAFETY: the table is alive.
        unsafe { (*self.0).nbatch == 1 }
    }

    /// Returns whether all rows are in memory, and will be if another one is put there, unless it is a large one.
    #[inline(always)]
    pub fn has_room(self) -> bool {
        // SAFETY: the table is alive.
        unsafe {
            let table = &*self.0;
            let buckets = table.nbuckets_optimal as usize * size_of::<pg_sys::HashJoinTuple>();
            self.is_whole() && table.spaceUsed + buckets <= table.spaceAllowed - table.spaceAllowed / RESERVE
        }
    }

    /// Returns the number of rows. Those with a NULL in a key are not there, unless the join keeps rows of this side.
    pub fn rows(self) -> u64 {
        // SAFETY: the table is alive.
        unsafe { (*self.0).totalTuples as u64 }
    }

    /// Calls a function with the hash of each row, which is that of all keys: [`combined`].
    ///
    /// # Safety
    /// The table must be alive; for the stack, see [`executor`].
    #[inline(always)]
    pub unsafe fn for_each_hash(self, mut visit: impl FnMut(u32)) {
        const CHUNK: usize = size_of::<pg_sys::HashMemoryChunkData>().next_multiple_of(ALIGNMENT);
        const ROW: usize = size_of::<pg_sys::HashJoinTupleData>().next_multiple_of(ALIGNMENT);
        const ALIGNMENT: usize = pg_sys::MAXIMUM_ALIGNOF as usize;
        // SAFETY: the rows follow one another in chunks of memory, each behind its hash, and begin with their length.
        unsafe {
            let mut chunk = (*self.0).chunks;
            while !chunk.is_null() {
                let mut place = 0;
                while place < (*chunk).used {
                    let row = chunk.cast::<u8>().add(CHUNK + place);
                    visit((*row.cast::<pg_sys::HashJoinTupleData>()).hashvalue);
                    let length = (*row.add(ROW).cast::<pg_sys::MinimalTupleData>()).t_len as usize;
                    place += (ROW + length).next_multiple_of(ALIGNMENT);
                }
                executor::check_interrupts();
                chunk = (*chunk).next.unshared;
            }
        }
    }
}

/// Returns the hash of some keys and one more, as a hash join combines what its hash functions return
/// (`ExecHashGetHashValue`, and from 18 on `ExecBuildHash32Expr`).
#[inline(always)]
pub const fn combined(hash: u32, more: u32) -> u32 {
    hash.rotate_left(1) ^ more
}
