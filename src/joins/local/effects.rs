//! Whether anybody could tell that a row was not read: by a volatile function that is not called, or a row that is not
//! locked. A filter drops rows of the outer side of a join, and then other nodes of this side may not run at all.

use super::node;
use super::way::is_chunk_append;
use crate::pg::tree::{Expr, List, Node, check_stack};
use pgrx::pg_sys::{self, NodeTag, Plan};
use std::collections::HashMap;

/// What is known of the nodes of a plan: each is looked at once, however many joins are above it.
#[derive(Default)]
pub struct Effects<'t>(HashMap<Node<'t, Plan>, bool>);

impl<'t> Effects<'t> {
    /// Returns whether a plan, with all below it, has an effect for each row, or a node that is not known.
    pub fn has(&mut self, plan: Node<'t, Plan>) -> bool {
        check_stack();
        if let Some(known) = self.0.get(&plan) {
            return *known;
        }
        let found = own(plan)
            || plan.targetlist().is_volatile()
            || plan.qual().is_volatile()
            || plan.below().any(|plan| self.has(plan));
        self.0.insert(plan, found);
        found
    }
}

/// Returns whether the parts of a node that only its kind has are volatile, or whether the kind is not known.
fn own(plan: Node<'_, Plan>) -> bool {
    let list = |list: Option<List<'_, pg_sys::Node>>| list.is_some_and(List::is_volatile);
    let one = |expression: Option<Expr<'_>>| expression.is_some_and(Expr::is_volatile);
    match plan.tag() {
        NodeTag::T_SeqScan
        | NodeTag::T_CteScan
        | NodeTag::T_WorkTableScan
        | NodeTag::T_NamedTuplestoreScan
        | NodeTag::T_RecursiveUnion
        | NodeTag::T_Sort
        | NodeTag::T_IncrementalSort
        | NodeTag::T_Material
        | NodeTag::T_Hash
        | NodeTag::T_Group
        | NodeTag::T_Agg
        | NodeTag::T_Unique
        | NodeTag::T_SetOp
        | NodeTag::T_ProjectSet
        | NodeTag::T_Gather
        | NodeTag::T_GatherMerge
        | NodeTag::T_BitmapAnd
        | NodeTag::T_BitmapOr
        | NodeTag::T_SubqueryScan
        | NodeTag::T_Append
        | NodeTag::T_MergeAppend => false,
        NodeTag::T_IndexScan => {
            let scan = plan.is::<pg_sys::IndexScan>();
            list(scan.map(|scan| scan.indexqual())) || list(scan.map(|scan| scan.indexorderby()))
        }
        NodeTag::T_IndexOnlyScan => {
            let scan = plan.is::<pg_sys::IndexOnlyScan>();
            list(scan.map(|scan| scan.indexqual())) || list(scan.map(|scan| scan.indexorderby()))
        }
        NodeTag::T_BitmapIndexScan => list(plan.is().map(Node::<pg_sys::BitmapIndexScan>::indexqual)),
        NodeTag::T_BitmapHeapScan => list(plan.is().map(Node::<pg_sys::BitmapHeapScan>::bitmapqualorig)),
        NodeTag::T_TidScan => list(plan.is().map(Node::<pg_sys::TidScan>::tidquals)),
        NodeTag::T_TidRangeScan => list(plan.is().map(Node::<pg_sys::TidRangeScan>::tidrangequals)),
        NodeTag::T_SampleScan => {
            let sample = plan.is::<pg_sys::SampleScan>().and_then(|scan| scan.tablesample());
            list(sample.map(|sample| sample.args())) || one(sample.and_then(|sample| sample.repeatable()))
        }
        NodeTag::T_FunctionScan => plan
            .is::<pg_sys::FunctionScan>()
            .is_some_and(|scan| scan.functions().iter().any(|function| one(function.funcexpr()))),
        NodeTag::T_ValuesScan => list(plan.is().map(Node::<pg_sys::ValuesScan>::values_lists)),
        NodeTag::T_Result => one(plan.is().and_then(Node::<pg_sys::Result>::resconstantqual)),
        NodeTag::T_Memoize => list(plan.is().map(Node::<pg_sys::Memoize>::param_exprs)),
        NodeTag::T_WindowAgg => {
            let window = plan.is::<pg_sys::WindowAgg>();
            one(window.and_then(|window| window.start_offset()))
                || one(window.and_then(|window| window.end_offset()))
        }
        NodeTag::T_Limit => {
            let limit = plan.is::<pg_sys::Limit>();
            one(limit.and_then(|limit| limit.limit_offset()))
                || one(limit.and_then(|limit| limit.limit_count()))
        }
        NodeTag::T_NestLoop | NodeTag::T_HashJoin | NodeTag::T_MergeJoin => {
            list(plan.join().map(|join| join.joinqual()))
        }
        NodeTag::T_CustomScan => plan.is().is_none_or(|scan| !node::is_own(scan) && !is_chunk_append(scan)),
        _ => true, // LockRows, ModifyTable, foreign scans, nodes of other extensions
    }
}
