//! The partitions that a call of `bloom_skip_scan` names: those that the planner has in its directory, from which it
//! takes them for each reference to a table in a plan. The table may change while it is planned, the directory does
//! not.

use super::scan::regclasses;
use crate::call::{Call, sql_functions};
use crate::error::Result;
use crate::pg::catalog::{base_type, table_of};
use crate::pg::nodes::{copy_of, node_as, nth};
use crate::pg::table::is_readable;
use crate::skip::look_up::LISTED;
use crate::skip::partitions::{Tree, is_partitioned};
use pgrx::pg_sys::{self, FuncExpr, Node, NodeTag, PlannerInfo, SupportRequestSimplify};

/// Implements the support function of `bloom_skip_scan`.
fn bloom_skip_scan_support(call: Call<'_>) -> Result<*mut Node> {
    let request = call.required::<*mut Node>(0)?;
    // SAFETY: the planner passes a request, whose node tag is its type, and nodes of its own.
    unsafe {
        match node_as::<SupportRequestSimplify>(request, NodeTag::T_SupportRequestSimplify) {
            Some(asked) => relisted(asked.root, asked.fcall),
            None => Ok(std::ptr::null_mut()),
        }
    }
}

/// Returns a copy of the call with the partitions of the planner's directory; null if it has these, or no list.
unsafe fn relisted(root: *mut PlannerInfo, call: *mut FuncExpr) -> Result<*mut Node> {
    let none = std::ptr::null_mut();
    // SAFETY: the caller guarantees the nodes; a planner without a query has no directory that it would close.
    unsafe {
        let Some(planner) = root.as_ref().filter(|root| !root.parse.is_null()) else { return Ok(none) };
        let row_type = pg_sys::exprType(nth((*call).args, 0));
        let Some(parent) = table_of(base_type(row_type)) else { return Ok(none) };
        let listed = nth::<Node>((*call).args, LISTED);
        let is_list =
            node_as::<pg_sys::Const>(listed, NodeTag::T_Const).is_some_and(|list| !list.constisnull);
        if !is_list || !is_partitioned(parent) || !is_readable(parent) {
            return Ok(none);
        }
        let planned = &mut *planner.glob;
        if planned.partition_directory.is_null() {
            let without_detached = true;
            planned.partition_directory =
                pg_sys::CreatePartitionDirectory(planner.planner_cxt, without_detached);
        }
        let partitions = regclasses(&Tree::in_directory(planned.partition_directory, parent)?.leaves)?;
        if pg_sys::equal(partitions.cast(), listed.cast()) {
            return Ok(none);
        }
        let copy = copy_of(call);
        (*(*(*copy).args).elements.add(LISTED)).ptr_value = partitions.cast();
        Ok(copy.cast())
    }
}

sql_functions! {
    "bloom_skip_scan_support" => bloom_skip_scan_support,
}
