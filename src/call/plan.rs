//! Memory limit and expectations for a build in an aggregate: how many states will be merged, and how many rows come.

use super::{Call, scan_progress};
use crate::pg::memory::hash_memory_limit;
use crate::pg::tree::Node;
use crate::pg::{catalog, session, version};
use bloom_core::state::Expected;
use pgrx::pg_sys::{self, AggState, Plan, PlanState};

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
        hash_memory_limit() as u64
    }

    /// Returns how many states may be merged into one, including the state of this call of a transition function.
    ///
    /// The states are counted in the plan: each node that makes partial states makes one for each group in each process
    /// that runs it. A plan without such nodes merges nothing. Engines that call the aggregate's functions by
    /// themselves do so to share the work.
    pub fn expected_states(&self) -> u16 {
        if self.is_of_engine() {
            return ENGINE_STATES;
        }
        let Some(node) = self.agg_state().filter(|node| makes_partial_states(node.aggsplit)) else {
            return 1;
        };
        let workers = LEAST_WORKERS.max(session::planned_workers());
        let processes = if session::is_parallel_worker() { 1 + workers } else { 1 };
        let count = processes.saturating_mul(Partial::of_process(node.running()).states);
        u16::try_from(count.max(1)).unwrap_or(u16::MAX)
    }

    /// Returns the executor's node that calls a function of an aggregate.
    fn agg_state(&self) -> Option<Node<'_, AggState>> {
        self.context()?.is()
    }

    /// Returns whether an engine calls the aggregate's functions by itself, to share the work: the call has no parsed
    /// expression, or it belongs to an aggregate whose result is the state.
    fn is_of_engine(&self) -> bool {
        !self.is_parsed() || self.aggref().is_some_and(|aggregate| !catalog::has_final(aggregate.aggfnoid))
    }

    /// Returns what the executor's node says about the number of rows in the current group: nothing in a window, or if
    /// an engine calls the functions by itself for a part of the rows.
    pub fn expected_values(&self) -> Expected {
        let Some(node) = self.agg_state().filter(|_| !self.is_of_engine()) else {
            return Expected::default();
        };
        let rows = if node.aggsplit & pg_sys::AGGSPLITOP_COMBINE != 0 {
            let merged = node.running().plan().and_then(|plan| plan.lefttree());
            merged.map_or(0.0, |plan| Partial::of_plan(plan).rows)
        } else if makes_partial_states(node.aggsplit) {
            let processes = if session::is_parallel_worker() { 1 + session::planned_workers() } else { 1 };
            Partial::of_process(node.running()).rows * f64::from(processes)
        } else {
            node.running().plan().map_or(0.0, rows_below)
        };
        let groups = node.grouping().map_or(1.0, |plan| version::groups(&plan).max(1.0));
        let rows = (rows / groups).clamp(0.0, MOST_ROWS);
        // If states are merged, each process knows only its own progress.
        let scanned =
            if node.aggsplit == 0 { scan_progress::scanned(node.running().lefttree()) } else { None };
        Expected { planned: (rows >= 1.0).then_some(rows as u64), scanned, alone: !node.is_hashed() }
    }
}

/// Returns whether an aggregation returns states, which another one merges.
fn makes_partial_states(split: pg_sys::AggSplit::Type) -> bool {
    split & pg_sys::AGGSPLITOP_SKIPFINAL != 0
}

/// Returns the number of input rows that the planner expects of a node.
fn rows_below(node: Node<'_, Plan>) -> f64 {
    node.lefttree().map_or(0.0, |below| below.plan_rows)
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
    fn of_process(node: Node<'_, PlanState>) -> Self {
        let Some(statement) = node.statement() else { return Self::default() };
        statement.subplans().iter().chain(statement.plan_tree()).map(Self::of_plan).sum()
    }

    /// Counts the states and rows of a plan, over all processes that run it.
    fn of_plan(plan: Node<'_, Plan>) -> Self {
        let Self { states, rows } = plan.below().map(Self::of_plan).sum();
        if plan.is::<pg_sys::Agg>().is_some_and(|node| makes_partial_states(node.aggsplit)) {
            return Self { states: states.saturating_add(1), rows: rows + rows_below(plan) };
        }
        let gather = plan.is::<pg_sys::Gather>().map(|gather| gather.num_workers);
        let workers = gather.or_else(|| Some(plan.is::<pg_sys::GatherMerge>()?.num_workers));
        let processes = 1 + workers.unwrap_or(0).max(0) as u32;
        Self { states: states.saturating_mul(processes), rows: rows * f64::from(processes) }
    }
}
