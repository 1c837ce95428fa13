//! What an aggregate's build may take and what it may expect: its memory, the other states of it, the rows to come.

use super::{Call, progress};
use crate::pg::{catalog, version};
use bloom_core::state::Expected;
use pgrx::is_a;
use pgrx::pg_sys::{self, NodeTag};

/// Among how many states at least an engine shares a build that calls the aggregate's functions by itself.
const ENGINE_SHARES: u32 = 16;

/// The workers that a parallel worker expects at least beside itself: the setting may be lower by now than it was when
/// the plan was made.
const LEAST_WORKERS: u32 = 4;

/// No estimate of the planner is taken for more.
const MOST_ROWS: f64 = 1e15;

impl Call<'_> {
    /// Bytes that hash tables may take here: `work_mem` times `hash_mem_multiplier`.
    pub fn memory_budget(&self) -> u64 {
        // SAFETY: takes nothing, returns a number.
        unsafe { pg_sys::get_hash_memory_limit() as u64 }
    }

    /// How many states may be merged into one with the state of this call of a transition function, itself included.
    ///
    /// Counted in the plan: each node that makes partial states makes one of each group in each process that runs it.
    /// Nothing is merged in a plan without such nodes. Engines that call the aggregate's functions by themselves do
    /// it to share the work.
    pub fn merged_states(&self) -> u16 {
        let context = self.info().context;
        // SAFETY: the context of an aggregate's functions is the executor's node, which knows its plan.
        unsafe {
            if self.is_of_engine() {
                return ENGINE_SHARES as u16;
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

    /// Whether an engine calls the aggregate's functions by itself, to share the work: a call that nobody parsed, or of
    /// an aggregate whose result is the state.
    fn is_of_engine(&self) -> bool {
        // SAFETY: a valid call; the executor's node knows its aggregates.
        let aggregate = unsafe { pg_sys::AggGetAggref(self.fcinfo.as_ptr()).as_ref() };
        !self.is_parsed() || aggregate.is_some_and(|aggregate| !catalog::has_final(aggregate.aggfnoid))
    }

    /// What the executor's node says of the rows of the group at hand. In a window, and where an engine calls the
    /// functions by itself for a part of the rows, that is nothing.
    pub fn expected(&self) -> Expected {
        let context = self.info().context;
        // SAFETY: the context of an aggregate's functions is the executor's node, which knows its plan and the set of
        // groups that it is at.
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
            // Of states that are merged, each process knows the progress of its own.
            let scanned = if state.aggsplit == 0 { progress::scanned(state.ss.ps.lefttree) } else { None };
            Expected { planned: (rows >= 1.0).then_some(rows as u64), scanned, alone: !hashed }
        }
    }
}

fn is_worker() -> bool {
    // SAFETY: read by the one thread there is.
    unsafe { pg_sys::ParallelWorkerNumber >= 0 }
}

/// The workers of a Gather node, as far as another one of them knows.
fn planned_workers() -> u32 {
    // SAFETY: read by the one thread there is.
    unsafe { pg_sys::max_parallel_workers_per_gather as u32 }
}

/// The groups that the planner expects of the set at hand.
///
/// # Safety
/// `state` must be that of a node at work.
unsafe fn groups(state: &pg_sys::AggState, hashed: bool) -> f64 {
    let set = state.current_set.max(0) as usize;
    // SAFETY: a hash table for each hashed set, a length for each sorted one; a plain node has none.
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

/// The rows that the planner expects a node to be given.
///
/// # Safety
/// `node` must be part of a plan.
unsafe fn rows_below(node: &pg_sys::Plan) -> f64 {
    // SAFETY: the caller promises it.
    unsafe { node.lefttree.as_ref() }.map_or(0.0, |below| below.plan_rows)
}

/// What partial aggregation makes of a group.
#[derive(Debug, Clone, Copy, Default)]
struct Partial {
    /// States, one of each node in each process that runs it.
    states: u32,
    /// Rows that go into them.
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
    /// That of the plans that this process runs: a worker knows the part of the plan that it runs.
    ///
    /// # Safety
    /// `node` must be a node at work.
    unsafe fn of_process(node: &pg_sys::PlanState) -> Self {
        // SAFETY: the caller promises it.
        unsafe {
            let statement = &*(*node.state).es_plannedstmt;
            let subplans = each(statement.subplans).map(|plan| Self::of_plan(plan));
            subplans.chain([Self::of_plan(statement.planTree)]).sum()
        }
    }

    /// That of a plan, by all processes that run it.
    ///
    /// # Safety
    /// `plan` must be null or a plan.
    unsafe fn of_plan(plan: *mut pg_sys::Plan) -> Self {
        // SAFETY: the caller promises a plan; a node's tag says what it is.
        unsafe {
            let Some(node) = plan.as_ref() else { return Self::default() };
            let of_list = |plans| each(plans).map(|plan| Self::of_plan(plan)).sum::<Self>();
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

/// The plans of a list.
///
/// # Safety
/// `list` must be null or a list of plans.
unsafe fn each(list: *mut pg_sys::List) -> impl Iterator<Item = *mut pg_sys::Plan> {
    // SAFETY: the caller promises the list.
    (0..unsafe { pg_sys::list_length(list) }).map(move |n| unsafe { pg_sys::list_nth(list, n) }.cast())
}
