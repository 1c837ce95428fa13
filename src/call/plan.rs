//! Memory limit and expectations for a build in an aggregate: how many states will be merged, and how many rows come.

use super::{Call, scan_progress};
use crate::pg::nodes::items;
use crate::pg::{catalog, version};
use bloom_core::state::Expected;
use pgrx::is_a;
use pgrx::pg_sys::{self, NodeTag};

/// Assumed number of states of one build in an engine that calls the aggregate's functions by itself.
const ENGINE_STATES: u16 = 16;

/// Least number of other workers that a parallel worker expects: the setting may be lower now than when the plan was
/// made.
const LEAST_WORKERS: u32 = 4;

/// Upper limit for the planner's estimates of rows.
const MOST_ROWS: f64 = 1e15;

impl Call<'_> {
    /// Returns the number of bytes that hash tables may use: `work_mem` times `hash_mem_multiplier`.
    pub fn memory_budget(&self) -> u64 {
        // SAFETY: the function takes no arguments and returns a number.
        unsafe { pg_sys::get_hash_memory_limit() as u64 }
    }

    /// Returns how many states may be merged into one, including the state of this call of a transition function.
    ///
    /// The states are counted in the plan: each node that makes partial states makes one for each group in each process
    /// that runs it. A plan without such nodes merges nothing. Engines that call the aggregate's functions by
    /// themselves do so to share the work.
    pub fn expected_states(&self) -> u16 {
        let context = self.info().context;
        // SAFETY: the context of an aggregate's functions is the executor's node, which points to its plan.
        unsafe {
            if self.is_of_engine() {
                return ENGINE_STATES;
            }
            if !is_a(context, NodeTag::T_AggState)
                || (*context.cast::<pg_sys::AggState>()).aggsplit & pg_sys::AGGSPLITOP_SKIPFINAL == 0
            {
                return 1;
            }
            let processes = if is_worker() { 1 + LEAST_WORKERS.max(planned_workers()) } else { 1 };
            let count = processes.saturating_mul(Partial::of_process(&*context.cast()).states);
            u16::try_from(count.max(1)).unwrap_or(u16::MAX)
        }
    }

    /// Returns whether an engine calls the aggregate's functions by itself, to share the work: the call has no parsed
    /// expression, or it belongs to an aggregate whose result is the state.
    fn is_of_engine(&self) -> bool {
        // SAFETY: the call is valid; the executor's node points to its aggregates.
        let aggregate = unsafe { pg_sys::AggGetAggref(self.fcinfo.as_ptr()).as_ref() };
        !self.is_parsed() || aggregate.is_some_and(|aggregate| !catalog::has_final(aggregate.aggfnoid))
    }

    /// Returns what the executor's node says about the number of rows in the current group: nothing in a window, or if
    /// an engine calls the functions by itself for a part of the rows.
    pub fn expected_values(&self) -> Expected {
        let context = self.info().context;
        // SAFETY: the context of an aggregate's functions is the executor's node, which points to its plan and to the
        // current grouping set.
        unsafe {
            if !is_a(context, NodeTag::T_AggState) || self.is_of_engine() {
                return Expected::default();
            }
            let state = &*context.cast::<pg_sys::AggState>();
            let plan = state.ss.ps.plan;
            let rows = if state.aggsplit & pg_sys::AGGSPLITOP_COMBINE != 0 {
                Partial::of_plan((*plan).lefttree).rows
            } else if state.aggsplit & pg_sys::AGGSPLITOP_SKIPFINAL != 0 {
                let processes = if is_worker() { 1 + planned_workers() } else { 1 };
                Partial::of_process(&state.ss.ps).rows * f64::from(processes)
            } else {
                rows_below(&*plan)
            };
            let hashed = !state.hashcontext.is_null() && std::ptr::eq(state.curaggcontext, state.hashcontext);
            let rows = (rows / groups(state, hashed)).clamp(0.0, MOST_ROWS);
            // If states are merged, each process knows only its own progress.
            let scanned =
                if state.aggsplit == 0 { scan_progress::scanned(state.ss.ps.lefttree) } else { None };
            Expected { planned: (rows >= 1.0).then_some(rows as u64), scanned, alone: !hashed }
        }
    }
}

fn is_worker() -> bool {
    // SAFETY: a backend has only one thread, which reads this.
    unsafe { pg_sys::ParallelWorkerNumber >= 0 }
}

/// Returns the number of workers of a Gather node, as far as one of its workers can know it.
fn planned_workers() -> u32 {
    // SAFETY: a backend has only one thread, which reads this.
    unsafe { pg_sys::max_parallel_workers_per_gather as u32 }
}

/// Returns the number of groups that the planner expects of the current grouping set.
///
/// # Safety
/// `state` must be the state of a running node.
unsafe fn groups(state: &pg_sys::AggState, hashed: bool) -> f64 {
    let set = state.current_set.max(0) as usize;
    // SAFETY: there is a hash table for each hashed set and a length for each sorted one; a plain node has neither.
    unsafe {
        let node = if hashed {
            (*state.perhash.add(set)).aggnode
        } else {
            let phase = &*state.phase;
            if set < phase.numsets.max(0) as usize && *phase.gset_lengths.add(set) == 0 {
                return 1.0;
            }
            phase.aggnode
        };
        node.as_ref().map_or(1.0, |node| version::groups(node).max(1.0))
    }
}

/// Returns the number of input rows that the planner expects of a node.
///
/// # Safety
/// `node` must be part of a plan.
unsafe fn rows_below(node: &pg_sys::Plan) -> f64 {
    // SAFETY: the caller guarantees it.
    unsafe { node.lefttree.as_ref() }.map_or(0.0, |below| below.plan_rows)
}

/// The states and input rows of the partial aggregation in a plan.
#[derive(Debug, Clone, Copy, Default)]
struct Partial {
    /// Number of states of one group: one for each node in each process that runs it.
    states: u32,
    /// Number of rows that are aggregated into the states of all groups.
    rows: f64,
}

impl std::iter::Sum for Partial {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        parts.fold(Self::default(), |all, part| Self {
            states: all.states.saturating_add(part.states),
            rows: all.rows + part.rows,
        })
    }
}

impl Partial {
    /// Counts the states and rows of the plans that this process runs: a worker knows its own part of the plan.
    ///
    /// # Safety
    /// `node` must be a running node.
    unsafe fn of_process(node: &pg_sys::PlanState) -> Self {
        // SAFETY: the caller guarantees it.
        unsafe {
            let statement = &*(*node.state).es_plannedstmt;
            let subplans = items(statement.subplans).map(|plan| Self::of_plan(plan));
            subplans.chain([Self::of_plan(statement.planTree)]).sum()
        }
    }

    /// Counts the states and rows of a plan, over all processes that run it.
    ///
    /// # Safety
    /// `plan` must be null or a plan.
    unsafe fn of_plan(plan: *mut pg_sys::Plan) -> Self {
        // SAFETY: the caller guarantees a plan; a node's tag says which node it is.
        unsafe {
            let Some(node) = plan.as_ref() else { return Self::default() };
            let of_list = |plans| items(plans).map(|plan| Self::of_plan(plan)).sum::<Self>();
            let with = |others| {
                [Self::of_plan(node.lefttree), Self::of_plan(node.righttree), others].into_iter().sum()
            };
            let gathered = |workers: i32| {
                let Self { states, rows } = with(Self::default());
                let processes = 1 + workers.max(0) as u32;
                Self { states: states.saturating_mul(processes), rows: rows * f64::from(processes) }
            };
            match node.type_ {
                NodeTag::T_Agg
                    if (*plan.cast::<pg_sys::Agg>()).aggsplit & pg_sys::AGGSPLITOP_SKIPFINAL != 0 =>
                {
                    with(Self { states: 1, rows: rows_below(node) })
                }
                NodeTag::T_Gather => gathered((*plan.cast::<pg_sys::Gather>()).num_workers),
                NodeTag::T_GatherMerge => gathered((*plan.cast::<pg_sys::GatherMerge>()).num_workers),
                NodeTag::T_Append => with(of_list((*plan.cast::<pg_sys::Append>()).appendplans)),
                NodeTag::T_MergeAppend => with(of_list((*plan.cast::<pg_sys::MergeAppend>()).mergeplans)),
                NodeTag::T_SubqueryScan => {
                    with(Self::of_plan((*plan.cast::<pg_sys::SubqueryScan>()).subplan))
                }
                NodeTag::T_CustomScan => with(of_list((*plan.cast::<pg_sys::CustomScan>()).custom_plans)),
                _ => with(Self::default()),
            }
        }
    }
}
