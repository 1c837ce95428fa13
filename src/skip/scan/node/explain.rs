//! What EXPLAIN says: the index, the condition by which partitions are skipped, and with ANALYZE how many were read.

use super::{Description, SkipScan};
use crate::pg::boundary::guard;
use crate::pg::explain::Output;
use pgrx::pg_sys::{self, CustomScanState, ExplainState, List};

/// Shows the node (`ExplainCustomScan`).
pub unsafe extern "C-unwind" fn explain_custom_scan(
    node: *mut CustomScanState,
    ancestors: *mut List,
    output: *mut ExplainState,
) {
    // SAFETY: the server calls this with a node of ours; nothing is on the stack.
    unsafe { guard(|| show(&*node.cast(), ancestors, output)) }
}

unsafe fn show(scan: &SkipScan, ancestors: *mut List, output: *mut ExplainState) {
    // SAFETY: EXPLAIN calls this with its state; the strings are zero-terminated.
    unsafe {
        let plan = scan.plan();
        let name = pg_sys::get_rel_name(Description::of(plan).index);
        if !name.is_null() {
            pg_sys::ExplainPropertyText(c"Index".as_ptr(), name, output);
        }
        let node = &raw const plan.scan.plan;
        let context = pg_sys::set_deparse_context_plan((*output).deparse_cxt, node.cast_mut(), ancestors);
        let condition = pg_sys::list_nth(plan.custom_exprs, 0).cast();
        let key = pg_sys::deparse_expression(condition, context, (*output).verbose, false);
        pg_sys::ExplainPropertyText(c"Skip Key".as_ptr(), key, output);
        let Some(run) = scan.run.as_ref().filter(|_| (*output).analyze) else { return };
        if run.hides {
            return;
        }
        let output = Output::of(output);
        if output.is_text() {
            output.text(c"Partitions Read", format!("{} of {}", run.read, run.considered));
        } else {
            output.number(c"Partitions Read", run.read as i64);
            output.number(c"Partitions Considered", run.considered as i64);
        }
    }
}
