//! Whether anybody could tell that a row was not read: by a volatile function that is not called, or a row that is not
//! locked. A filter drops rows of the outer side of a join, and then other nodes of this side may not run at all.

use super::node;
use super::way::is_chunk_append;
use crate::pg::catalog::check_stack;
use crate::pg::nodes::items;
use pgrx::pg_sys::{self, Node, NodeTag, Plan};
use std::collections::HashMap;

/// What is known of the nodes of a plan: each is looked at once, however many joins are above it.
#[derive(Default)]
pub struct Effects(HashMap<*mut Plan, bool>);

impl Effects {
    /// Returns whether a plan, with all below it, has an effect for each row, or a node that is not known.
    ///
    /// # Safety
    /// `plan` must be null or part of a finished plan.
    pub unsafe fn has(&mut self, plan: *mut Plan) -> bool {
        check_stack();
        if let Some(known) = self.0.get(&plan) {
            return *known;
        }
        // SAFETY: the caller guarantees the plan; a node's tag says which node it is.
        let found = unsafe {
            let Some(general) = plan.as_ref() else { return false };
            self.own(plan)
                || is_volatile(general.targetlist.cast())
                || is_volatile(general.qual.cast())
                || self.has(general.lefttree)
                || self.has(general.righttree)
        };
        self.0.insert(plan, found);
        found
    }

    /// Returns whether the parts of a node that only its kind has are volatile, or plans in it have effects.
    ///
    /// # Safety
    /// `plan` must be part of a finished plan.
    unsafe fn own(&mut self, plan: *mut Plan) -> bool {
        let mut any = |list| {
            // SAFETY: the caller guarantees the plan, whose lists of plans these are.
            unsafe { items::<Plan>(list).any(|plan| self.has(plan)) }
        };
        // SAFETY: a node's tag says which node it is.
        unsafe {
            match (*plan).type_ {
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
                | NodeTag::T_GatherMerge => false,
                NodeTag::T_BitmapAnd => any((*plan.cast::<pg_sys::BitmapAnd>()).bitmapplans),
                NodeTag::T_BitmapOr => any((*plan.cast::<pg_sys::BitmapOr>()).bitmapplans),
                NodeTag::T_IndexScan => {
                    let scan = &*plan.cast::<pg_sys::IndexScan>();
                    is_volatile(scan.indexqual.cast()) || is_volatile(scan.indexorderby.cast())
                }
                NodeTag::T_IndexOnlyScan => {
                    let scan = &*plan.cast::<pg_sys::IndexOnlyScan>();
                    is_volatile(scan.indexqual.cast()) || is_volatile(scan.indexorderby.cast())
                }
                NodeTag::T_BitmapIndexScan => {
                    is_volatile((*plan.cast::<pg_sys::BitmapIndexScan>()).indexqual.cast())
                }
                NodeTag::T_BitmapHeapScan => {
                    is_volatile((*plan.cast::<pg_sys::BitmapHeapScan>()).bitmapqualorig.cast())
                }
                NodeTag::T_TidScan => is_volatile((*plan.cast::<pg_sys::TidScan>()).tidquals.cast()),
                NodeTag::T_TidRangeScan => {
                    is_volatile((*plan.cast::<pg_sys::TidRangeScan>()).tidrangequals.cast())
                }
                NodeTag::T_SampleScan => {
                    let sample = &*(*plan.cast::<pg_sys::SampleScan>()).tablesample;
                    is_volatile(sample.args.cast()) || is_volatile(sample.repeatable.cast())
                }
                NodeTag::T_FunctionScan => {
                    items::<pg_sys::RangeTblFunction>((*plan.cast::<pg_sys::FunctionScan>()).functions)
                        .any(|function| is_volatile((*function).funcexpr))
                }
                NodeTag::T_ValuesScan => {
                    is_volatile((*plan.cast::<pg_sys::ValuesScan>()).values_lists.cast())
                }
                NodeTag::T_SubqueryScan => self.has((*plan.cast::<pg_sys::SubqueryScan>()).subplan),
                NodeTag::T_Append => any((*plan.cast::<pg_sys::Append>()).appendplans),
                NodeTag::T_MergeAppend => any((*plan.cast::<pg_sys::MergeAppend>()).mergeplans),
                NodeTag::T_Result => is_volatile((*plan.cast::<pg_sys::Result>()).resconstantqual),
                NodeTag::T_Memoize => is_volatile((*plan.cast::<pg_sys::Memoize>()).param_exprs.cast()),
                NodeTag::T_WindowAgg => {
                    let window = &*plan.cast::<pg_sys::WindowAgg>();
                    is_volatile(window.startOffset) || is_volatile(window.endOffset)
                }
                NodeTag::T_Limit => {
                    let limit = &*plan.cast::<pg_sys::Limit>();
                    is_volatile(limit.limitOffset) || is_volatile(limit.limitCount)
                }
                NodeTag::T_NestLoop | NodeTag::T_HashJoin | NodeTag::T_MergeJoin => {
                    is_volatile((*plan.cast::<pg_sys::Join>()).joinqual.cast())
                }
                NodeTag::T_CustomScan if is_chunk_append(plan) => {
                    any((*plan.cast::<pg_sys::CustomScan>()).custom_plans)
                }
                NodeTag::T_CustomScan => !node::is_own(plan),
                _ => true, // LockRows, ModifyTable, foreign scans, nodes of other extensions
            }
        }
    }
}

/// # Safety
/// `expression` must be null, an expression of a finished plan, or a list of them.
unsafe fn is_volatile(expression: *mut Node) -> bool {
    // SAFETY: the caller guarantees the expression.
    !expression.is_null() && unsafe { pg_sys::contain_volatile_functions(expression) }
}
