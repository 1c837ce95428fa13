//! What EXPLAIN ANALYZE says of blocks that were not read.

use super::Blocks;
use crate::joins::local::node::{Build, Explained};
use crate::pg::catalog;
use crate::pg::column_index::ColumnIndex;
use crate::pg::explain::Output;
use crate::pg::list::List;
use pgrx::pg_sys::{ExplainState, Oid};
use std::ffi::CString;
use std::ptr::NonNull;

/// Most indexes that EXPLAIN shows unless it is VERBOSE.
const MOST: usize = 3;

/// The scans that may skip blocks that have none of the keys of a filter.
pub struct Scans {
    pub build: *const Build,
    pub scans: List<NonNull<Blocks>>,
}

impl Scans {
    /// Returns the number of blocks that all processes have skipped, and the indexes that named the others.
    fn skipped(&self) -> (f64, Vec<Oid>) {
        let (mut all, mut indexes) = (0.0, Vec::new());
        for scan in self.scans.iter() {
            // SAFETY: the scans live as long as the query.
            let blocks = unsafe { scan.as_ref() };
            // SAFETY: as above.
            let skipped = unsafe { blocks.counter().as_ref() }.copied().unwrap_or(0.0);
            all += skipped;
            let own = blocks.candidates.iter().filter(|candidate| candidate.build == self.build);
            for candidate in own.filter(|_| skipped > 0.0) {
                // Another process may have used it.
                let find = || {
                    // SAFETY: the node has its table open.
                    let found = unsafe {
                        ColumnIndex::find(
                            blocks.relation(),
                            candidate.column,
                            candidate.equality,
                            candidate.method,
                        )
                    };
                    let oid = found.as_ref().ok().map(ColumnIndex::oid);
                    found.into_iter().for_each(ColumnIndex::close);
                    oid
                };
                if let Some(index) = candidate.index.or_else(find)
                    && !indexes.contains(&index)
                {
                    indexes.push(index);
                }
            }
        }
        (all, indexes)
    }
}

impl Explained for Scans {
    /// Shows how many blocks no process has read, by the keys of this join and of others of the same scans.
    unsafe fn explain(&self, output: *mut ExplainState) {
        let (skipped, indexes) = self.skipped();
        // SAFETY: the caller guarantees the state.
        let (output, is_verbose) = unsafe { (Output::of(output), (*output).verbose) };
        output.number(c"Blocks Skipped", skipped as i64);
        let most = if is_verbose { indexes.len() } else { MOST };
        let names =
            indexes.iter().take(most).filter_map(|index| CString::new(catalog::own_name(*index)).ok());
        let names: Vec<_> = names.collect();
        if !output.is_text() || !names.is_empty() {
            output.list(c"Block Indexes", names);
        }
        if indexes.len() > most {
            output.number(c"Other Block Indexes", (indexes.len() - most) as i64);
        }
    }
}
