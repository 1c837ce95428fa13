//! What EXPLAIN ANALYZE says of partitions that were not read.

use super::Partitions;
use crate::joins::local::node::Explained;
use crate::pg::catalog;
use pgrx::pg_sys::{self, ExplainState};
use std::ffi::CString;

impl Explained for Partitions {
    /// Shows how many partitions no process has read, of those in the running plan, by the keys of one join.
    unsafe fn explain(&self, output: *mut ExplainState) {
        // SAFETY: the leaves live as long as the query.
        let reasons = || self.leaves.iter().filter_map(|leaf| unsafe { (**leaf).skipped_by() });
        let skipped =
            |by: Option<usize>| reasons().filter(|reason| reason.is_of(self) && reason.index() == by).count();
        let all = self.leaves.len();
        // SAFETY: the caller guarantees the state; the strings are zero-terminated.
        unsafe {
            let is_text = (*output).format == pg_sys::ExplainFormat::EXPLAIN_FORMAT_TEXT;
            let number = |label: &str, number: usize| {
                if let Ok(label) = CString::new(label) {
                    let unit = std::ptr::null();
                    pg_sys::ExplainPropertyInteger(label.as_ptr(), unit, number as i64, output);
                }
            };
            let text = |label: String, text: String| {
                if let (Ok(label), Ok(text)) = (CString::new(label), CString::new(text)) {
                    pg_sys::ExplainPropertyText(label.as_ptr(), text.as_ptr(), output);
                }
            };
            if !is_text {
                number("Partitions", all);
            }
            if !self.bounds.is_empty() {
                let by_bounds = skipped(None);
                if is_text {
                    text("Partitions Skipped".into(), format!("{by_bounds} of {all}"));
                } else {
                    number("Partitions Skipped", by_bounds);
                }
            }
            for (place, index) in self.indexes.iter().enumerate() {
                let (name, by_index) = (catalog::own_name(*index), skipped(Some(place)));
                if is_text {
                    text(format!("Partitions Skipped by {name}"), format!("{by_index} of {all}"));
                } else {
                    text("Partition Index".into(), name);
                    number("Partitions Skipped by Index", by_index);
                }
            }
        }
    }
}
