//! What EXPLAIN says of a filter: which scans it screens by which columns, and with ANALYZE how many rows.

use super::build::Build;
use crate::joins::local::description::PlannedScan;
use crate::pg::boundary::guard;
use crate::pg::explain::Output;
use crate::pg::nodes::nth;
use pgrx::pg_sys::{self, CustomScanState, ExplainState};
use std::ffi::{CStr, CString, c_char};

/// Most scans that are named without VERBOSE.
const MOST_SCANS: usize = 3;

/// Shows the node (`ExplainCustomScan`).
pub unsafe extern "C-unwind" fn explain_custom_scan(
    node: *mut CustomScanState,
    _: *mut pg_sys::List,
    output: *mut ExplainState,
) {
    // SAFETY: the server calls this with a node of this type; nothing is on the stack.
    unsafe { guard(|| show(&*node.cast(), output)) }
}

/// # Safety
/// `output` must be the state of an EXPLAIN of the node's plan.
unsafe fn show(build: &Build, output: *mut ExplainState) {
    // SAFETY: EXPLAIN calls this with its state; the strings are zero-terminated.
    unsafe {
        // Partitions that are pruned when the query starts have no name.
        let description = build.description();
        let scans: Vec<_> = description.scans.iter().filter_map(|scan| describe(output, scan)).collect();
        let most = if (*output).verbose { scans.len() } else { MOST_SCANS };
        let shown = Output::of(output);
        shown.list(c"Screens", scans.iter().take(most));
        if scans.len() > most {
            shown.number(c"Other Scans", (scans.len() - most) as i64);
        }
        if !(*output).analyze {
            return;
        }
        if build.has_given_up() {
            shown.text(c"Switched Off", "too many or too long keys".into());
        } else if build.bytes > 0 {
            shown.measure(c"Filter Size", Some(c"kB"), (build.bytes / 1024) as i64);
        }
        // Rows are counted by the node that has the scans test the filter.
        let tests_itself = description.scans.iter().any(|scan| scan.receiver == 0);
        let Some(counters) = build.counters().filter(|_| tests_itself) else { return };
        for more in build.explained.iter() {
            (**more).explain(output);
        }
        shown.number(c"Rows Tested", counters.tested as i64);
        shown.number(c"Rows Screened Out", counters.removed as i64);
        if counters.untested > 0.0 || !shown.is_text() {
            shown.number(c"Rows Not Tested", counters.untested as i64);
        }
        if counters.untested > 0.0 {
            let passed = 100.0 * (1.0 - counters.removed / counters.tested);
            let reason = format!("while most rows passed ({passed:.0} % of all that were tested)");
            shown.text(c"Switched Off", reason);
        }
    }
}

/// Returns the name of a scan's table in EXPLAIN, and of the columns that are its keys, as far as they are known.
/// `None` if EXPLAIN does not show the table.
///
/// # Safety
/// As for [`show`]; the plan must have the table.
unsafe fn describe(output: *mut ExplainState, scan: &PlannedScan) -> Option<CString> {
    // SAFETY: the state has a name for each table of the plan that EXPLAIN shows, and null for others.
    unsafe {
        let place = (scan.table as usize).wrapping_sub(1);
        let name = nth::<c_char>((*output).rtable_names, place);
        let entry = nth::<pg_sys::RangeTblEntry>((*output).rtable, place);
        if name.is_null() || entry.is_null() {
            return None;
        }
        let mut columns = Vec::new();
        for column in scan.keys.iter().map(|key| key.name).filter(|column| *column > 0) {
            let name = pg_sys::get_rte_attribute_name(entry, column);
            columns.push(CStr::from_ptr(name).to_bytes());
        }
        let columns = columns.join(b", ".as_slice());
        let parts = if columns.is_empty() { vec![] } else { vec![b" (".as_slice(), &columns, b")"] };
        let text = [&[CStr::from_ptr(name).to_bytes()], parts.as_slice()].concat().concat();
        CString::new(text).ok()
    }
}
