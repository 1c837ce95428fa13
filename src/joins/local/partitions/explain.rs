//! What EXPLAIN ANALYZE says of partitions that were not read.

use super::Partitions;
use crate::joins::local::node::Explained;
use crate::pg::catalog;
use crate::pg::explain::Output;
use pgrx::pg_sys::ExplainState;
use std::ffi::CString;

impl Explained for Partitions {
    /// Shows how many partitions no process has read, of those in the running plan, by the keys of one join.
    unsafe fn explain(&self, output: *mut ExplainState) {
        // SAFETY: the leaves live as long as the query.
        let reasons = || self.leaves.iter().filter_map(|leaf| unsafe { (**leaf).skipped_by() });
        let skipped =
            |by: Option<usize>| reasons().filter(|reason| reason.is_of(self) && reason.index() == by).count();
        let all = self.leaves.len();
        // SAFETY: the caller guarantees the state.
        let output = unsafe { Output::of(output) };
        if !output.is_text() {
            output.number(c"Partitions", all as i64);
        }
        if !self.bounds.is_empty() {
            let by_bounds = skipped(None);
            if output.is_text() {
                output.text(c"Partitions Skipped", format!("{by_bounds} of {all}"));
            } else {
                output.number(c"Partitions Skipped", by_bounds as i64);
            }
        }
        for (place, index) in self.indexes.iter().enumerate() {
            let (name, by_index) = (catalog::own_name(*index), skipped(Some(place)));
            if !output.is_text() {
                output.text(c"Partition Index", name);
                output.number(c"Partitions Skipped by Index", by_index as i64);
            } else if let Ok(label) = CString::new(format!("Partitions Skipped by {name}")) {
                output.text(&label, format!("{by_index} of {all}"));
            }
        }
    }
}
