//! What an aggregate's build may take: its memory, and the share of it that other states leave.

use super::Call;
use crate::pg::catalog;
use pgrx::is_a;
use pgrx::pg_sys::{self, NodeTag};

/// Among how many states at least an engine shares a build that calls the aggregate's functions by itself.
const ENGINE_SHARES: u32 = 16;

/// The workers that a parallel worker expects at least beside itself: the setting may be lower by now than it was when
/// the plan was made.
const LEAST_WORKERS: u32 = 4;

impl Call<'_> {
    /// Bytes that hash tables may take here: `work_mem` times `hash_mem_multiplier`.
    pub fn memory_budget(&self) -> u64 {
        // SAFETY: takes nothing, returns a number.
        unsafe { pg_sys::get_hash_memory_limit() as u64 }
    }

    /// How many states may be merged into one with the state of this call of a transition function, itself included.
    ///
    /// Counted in the plan: each node that makes partial states makes one of each group in each process that runs it.
    /// Nothing is merged in a plan without such nodes. Engines that call the aggregate's functions by themselves, of
    /// calls that nobody parsed, or as an aggregate whose result is the state, do it to share the work.
    pub fn merged_states(&self) -> u16 {
        let context = self.info().context;
        // SAFETY: the context of an aggregate's functions is the executor's node, which knows its plan.
        unsafe {
            let aggregate = pg_sys::AggGetAggref(self.fcinfo.as_ptr()).as_ref();
            if !self.is_parsed() || aggregate.is_some_and(|aggregate| !catalog::has_final(aggregate.aggfnoid))
            {
                return ENGINE_SHARES as u16;
            }
            if !is_a(context, NodeTag::T_AggState)
                || (*context.cast::<pg_sys::AggState>()).aggsplit & pg_sys::AGGSPLITOP_SKIPFINAL == 0
            {
                return 1;
            }
            let statement = (*(*context.cast::<pg_sys::PlanState>()).state).es_plannedstmt;
            // A worker knows the part of the plan that it runs.
            let processes = if pg_sys::ParallelWorkerNumber >= 0 {
                1 + LEAST_WORKERS.max(pg_sys::max_parallel_workers_per_gather as u32)
            } else {
                1
            };
            let subplans = each((*statement).subplans).map(|plan| states(plan));
            let count = processes.saturating_mul(states((*statement).planTree) + subplans.sum::<u32>());
            u16::try_from(count.max(1)).unwrap_or(u16::MAX)
        }
    }
}

/// How many partial states of a group the processes make that run a plan.
///
/// # Safety
/// `plan` must be null or a plan.
unsafe fn states(plan: *mut pg_sys::Plan) -> u32 {
    // SAFETY: the caller promises a plan; a node's tag says what it is.
    unsafe {
        let Some(node) = plan.as_ref() else { return 0 };
        let of_list = |plans| each(plans).map(|plan| states(plan)).sum::<u32>();
        let below = states(node.lefttree) + states(node.righttree);
        match node.type_ {
            NodeTag::T_Agg => {
                let split = (*plan.cast::<pg_sys::Agg>()).aggsplit;
                below + u32::from(split & pg_sys::AGGSPLITOP_SKIPFINAL != 0)
            }
            NodeTag::T_Gather => below * (1 + (*plan.cast::<pg_sys::Gather>()).num_workers as u32),
            NodeTag::T_GatherMerge => below * (1 + (*plan.cast::<pg_sys::GatherMerge>()).num_workers as u32),
            NodeTag::T_Append => below + of_list((*plan.cast::<pg_sys::Append>()).appendplans),
            NodeTag::T_MergeAppend => below + of_list((*plan.cast::<pg_sys::MergeAppend>()).mergeplans),
            NodeTag::T_SubqueryScan => below + states((*plan.cast::<pg_sys::SubqueryScan>()).subplan),
            NodeTag::T_CustomScan => below + of_list((*plan.cast::<pg_sys::CustomScan>()).custom_plans),
            _ => below,
        }
    }
}

/// The plans of a list.
///
/// # Safety
/// `list` must be null or a list of plans.
unsafe fn each(list: *mut pg_sys::List) -> impl Iterator<Item = *mut pg_sys::Plan> {
    // SAFETY: the caller promises the list.
    (0..unsafe { pg_sys::list_length(list) }).map(move |n| unsafe { pg_sys::list_nth(list, n) }.cast())
}
