//! The planning of a statement: which tables it may read through their indexes, and what its plan locks.
//!
//! A table that turns out not to be worth it is *refused*: then the statement is planned again without it. So
//! a copy of the statement is planned first.

use super::indexes;
use crate::pg::boundary::{catching, guard};
use crate::pg::hooks::Plan;
use crate::pg::setting::{Mode, depend_on_settings};
use crate::pg::table::changes;
use crate::pg::tree::{Node, check_stack, make, root};
use crate::pg::version;
use pgrx::pg_sys::{self, Oid, ParamListInfo, PlannedStmt, Query, RTEKind, RangeTblEntry, RelOptInfo};
use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::marker::PhantomData;

// The bindings of pgrx do a `sigsetjmp` for each call.
unsafe extern "C-unwind" {
    fn lappend(list: *mut pg_sys::List, item: *mut c_void) -> *mut pg_sys::List;
}

/// How often a statement is planned until it is planned without any table.
const MOST_TURNS: usize = 3;

/// The planning of a statement that has tables with indexes.
#[derive(Default)]
pub struct Planning {
    /// Whether an index is used wherever that is correct.
    pub force: bool,
    /// Whether the statement may run something that truncates or drops a partition.
    pub may_change: bool,
    /// Whether the plan is for all values of the parameters, so that it is kept.
    pub is_generic: bool,
    /// Number of messages about changes when this turn began.
    pub changes: u64,
    /// By the numbers of the tables: whether it is to be read by the plain plan.
    refused: Vec<bool>,
    is_refused: bool,
    /// The tables of ours: their entries, and how the planner had built them.
    taken: Vec<(*mut RangeTblEntry, *mut RelOptInfo)>,
    /// Of these: which foreign partitions are read beside them, as relations of their own.
    beside: Vec<(*mut RangeTblEntry, Vec<Oid>)>,
    /// The numbers of those that have paths, but are not in a plan yet.
    offered: Vec<usize>,
    /// Whether a branch is built, only to prune its partitions.
    pub is_branch: bool,
    /// What the plan locks, in this order, and the kinds of these relations.
    pub locked: Vec<(Oid, u8)>,
}

thread_local! {
    /// The planning that runs; plannings nest.
    static CURRENT: Cell<*mut Planning> = const { Cell::new(std::ptr::null_mut()) };
}

/// Makes a planning the one that runs, until this is dropped.
struct Current<'a>(*mut Planning, PhantomData<&'a mut Planning>);

impl<'a> Current<'a> {
    fn new(planning: &'a mut Planning) -> Self {
        Self(CURRENT.replace(planning), PhantomData)
    }
}

impl Drop for Current<'_> {
    fn drop(&mut self) {
        CURRENT.set(self.0);
    }
}

/// Returns whether such a planning runs.
pub fn is_running() -> bool {
    !CURRENT.get().is_null()
}

/// Calls `f`, which calls nothing that plans, with the planning that runs.
pub fn with<R>(f: impl FnOnce(&mut Planning) -> R) -> Option<R> {
    // SAFETY: what runs is alive, as `Current` has borrowed it, and is used by one caller at a time.
    unsafe { CURRENT.get().as_mut() }.map(f)
}

impl Planning {
    /// Takes a table, as the planner had built it.
    pub fn take(&mut self, entry: Node<'_, RangeTblEntry>, built: *mut RelOptInfo) {
        // SAFETY: an entry of the statement, of which nothing is being read.
        unsafe { (*entry.as_ptr()).enrtuples = -entry.enrtuples }
        self.taken.push((entry.as_ptr(), built));
    }

    /// Returns how the planner had built a table that was taken.
    pub fn taken(&self, entry: *mut RangeTblEntry) -> Option<*mut RelOptInfo> {
        self.taken.iter().find(|(taken, _)| *taken == entry).map(|(_, built)| *built)
    }

    /// Has foreign partitions of a table be none of those that it reads.
    pub fn read_beside(&mut self, entry: *mut RangeTblEntry, foreign: &[Oid]) {
        self.beside.push((entry, foreign.to_vec()));
    }

    /// Returns the foreign partitions that are read beside a table.
    pub fn beside(&self, entry: *mut RangeTblEntry) -> &[Oid] {
        self.beside.iter().find(|(taken, _)| *taken == entry).map_or(&[], |(_, foreign)| foreign)
    }

    /// Takes account of a table that has paths.
    pub fn offer(&mut self, entry: &RangeTblEntry) {
        self.offered.extend(number_of(entry));
    }

    /// Takes account of a table that is in the plan, with the locks of the plain one.
    pub fn plan(&mut self, entry: &RangeTblEntry) {
        let number = number_of(entry);
        self.offered.retain(|offered| Some(*offered) != number);
    }

    /// Refuses the tables whose paths are in no plan, as those that are joined with nothing: the plain plan locks their
    /// partitions.
    fn refuse_unused(&mut self) {
        for number in std::mem::take(&mut self.offered) {
            self.refuse_number(Some(number));
        }
    }

    pub fn is_refused(&self, entry: &RangeTblEntry) -> bool {
        number_of(entry).and_then(|number| self.refused.get(number)).is_none_or(|refused| *refused)
    }

    /// Has the statement be planned again without a table.
    pub fn refuse(&mut self, entry: &RangeTblEntry) {
        self.refuse_number(number_of(entry));
    }

    fn refuse_number(&mut self, number: Option<usize>) {
        if let Some(refused) = number.and_then(|number| self.refused.get_mut(number)) {
            *refused = true;
        }
        self.is_refused = true;
    }

    /// Begins to plan the statement. Returns whether that is without any table of ours.
    fn begin_turn(&mut self, is_last: bool) -> bool {
        self.changes = changes();
        self.is_refused = false;
        self.taken.clear();
        self.beside.clear();
        self.locked.clear();
        self.offered.clear();
        let is_last = is_last || self.refused.iter().all(|refused| *refused);
        if is_last {
            self.refused.fill(true);
        }
        is_last
    }
}

/// Returns the number that a table of a statement was given. It stands in a field that tables do not use, and
/// that copies have, also those for its partitions. It is negative if the table was taken.
pub fn number_of(entry: &RangeTblEntry) -> Option<usize> {
    let is_table = entry.rtekind == RTEKind::RTE_RELATION && entry.enrtuples != 0.0;
    is_table.then(|| entry.enrtuples.abs() as usize - 1)
}

/// Plans a statement.
///
/// # Safety
/// `query` must be a parse tree that nobody else uses. The stack, up to the next C function, must not hold anything
/// that needs to be dropped.
pub unsafe fn plan(
    query: *mut Query,
    options: c_int,
    parameters: ParamListInfo,
    plan: Plan<'_>,
) -> *mut PlannedStmt {
    // SAFETY: the caller guarantees the query and the stack.
    unsafe {
        let mode = super::SETTING.mode();
        if mode != Mode::Off {
            let count = guard(|| count(query, options));
            if count > 0 {
                return guard(|| planned(query, count, (mode, parameters), plan));
            }
        }
        plan(query)
    }
}

/// Gives a number to each table of a statement that has such an index. Returns their count.
unsafe fn count(query: *mut Query, options: c_int) -> usize {
    // SAFETY: the caller guarantees the query.
    let Some(query) = (unsafe { root(query) }) else { return 0 };
    let is_partitioned = |table: &RangeTblEntry| table.relkind as u8 == pg_sys::RELKIND_PARTITIONED_TABLE;
    if !query.mentions(is_partitioned) || may_be_positioned(query, options) {
        return 0;
    }
    let mut count = 0;
    number(query, &mut count);
    count
}

/// Returns whether `WHERE CURRENT OF` may ask for the row of a cursor: its query has one table, whose rows are its own.
fn may_be_positioned(query: Node<'_, Query>, options: c_int) -> bool {
    let options = options as u32;
    options & pg_sys::CURSOR_OPT_FAST_PLAN != 0
        && options & pg_sys::CURSOR_OPT_INSENSITIVE == 0
        && !query.hasAggs
        && query.groupClause.is_null()
        && query.distinctClause.is_null()
        && query.jointree().is_some_and(|from| from.fromlist().len() < 2)
}

fn number(query: Node<'_, Query>, count: &mut usize) {
    check_stack();
    pgrx::check_for_interrupts!();
    for table in query.rtable().iter() {
        if table.rtekind == RTEKind::RTE_RELATION
            && table.relkind as u8 == pg_sys::RELKIND_PARTITIONED_TABLE
            && table.inh
            && indexes::of_table(table.relid).is_some()
        {
            *count += 1;
            // SAFETY: the tree is the hook's own.
            unsafe { (*table.as_ptr()).enrtuples = *count as f64 }
        } else if let Some(inside) = table.subquery().filter(|_| !query.hasSubLinks) {
            number(inside, count);
        }
    }
    if query.hasSubLinks {
        // SAFETY: the walker passes nodes of the query.
        unsafe { version::walk_query(query.as_ptr(), visit, std::ptr::from_mut(count).cast(), 0) };
    } else {
        query.cte_list().iter().filter_map(Node::ctequery).for_each(|inside| number(inside, count));
    }
}

/// Gives numbers to the tables of the subqueries in an expression.
unsafe extern "C-unwind" fn visit(node: *mut pg_sys::Node, count: *mut c_void) -> bool {
    // SAFETY: the walkers pass nodes of the statement, and the counter.
    unsafe {
        let Some(expression) = root(node) else { return false };
        match expression.is::<Query>() {
            Some(inside) => {
                number(inside, &mut *count.cast());
                false
            }
            None => version::walk_expression(node, visit, count),
        }
    }
}

/// Returns whether a query has a parameter of the statement.
fn has_parameter(query: Node<'_, Query>) -> bool {
    // SAFETY: the walker passes nodes of the statement.
    unsafe { is_parameter(query.as_ptr().cast(), std::ptr::null_mut()) }
}

unsafe extern "C-unwind" fn is_parameter(node: *mut pg_sys::Node, none: *mut c_void) -> bool {
    // SAFETY: as above.
    unsafe {
        let Some(expression) = root(node) else { return false };
        match (expression.is::<Query>(), expression.is::<pg_sys::Param>()) {
            (Some(inside), _) => version::walk_query(inside.as_ptr(), is_parameter, none, 0),
            (_, Some(parameter)) => parameter.paramkind == pg_sys::ParamKind::PARAM_EXTERN,
            _ => version::walk_expression(node, is_parameter, none),
        }
    }
}

/// Plans a statement with so many tables that have such an index.
///
/// # Safety
/// As for [`plan`].
unsafe fn planned(
    query: *mut Query,
    count: usize,
    (mode, parameters): (Mode, ParamListInfo),
    plan: Plan<'_>,
) -> *mut PlannedStmt {
    // SAFETY: the caller guarantees the query.
    let Some(statement) = (unsafe { root(query) }) else { return plan(query) };
    let mut planning = Planning {
        force: mode == Mode::Force,
        may_change: statement.commandType != pg_sys::CmdType::CMD_SELECT
            || statement.hasModifyingCTE
            || statement.any().is_volatile(),
        is_generic: parameters.is_null() && has_parameter(statement),
        refused: vec![false; count],
        ..Planning::default()
    };
    let _current = Current::new(&mut planning);
    for turn in 1..=MOST_TURNS {
        let is_last = with(|planning| planning.begin_turn(turn == MOST_TURNS)).unwrap_or(true);
        let tree = if is_last { query } else { make::copy_of(statement).as_ptr() };
        // SAFETY: the tree is the statement or a copy, and what is above is dropped if the planner fails.
        let planned = unsafe { catching(|| plan(tree)) };
        let is_finished = with(|planning| {
            if !planning.is_refused {
                planning.refuse_unused();
            }
            if !planning.is_refused {
                // SAFETY: the planner has just returned the plan.
                unsafe { finish(planned, planning) }
            }
            !planning.is_refused
        });
        if is_finished.unwrap_or(true) {
            return planned;
        }
    }
    plan(query) // the last turn has refused nothing
}

/// Makes the tables of a plan what they were, and adds what it locks.
unsafe fn finish(planned: *mut PlannedStmt, planning: &Planning) {
    // SAFETY: the planner has just returned the plan.
    unsafe {
        let Some(statement) = root(planned) else { return };
        for table in statement.rtable().iter().filter(|table| number_of(table).is_some()) {
            let table = &mut *table.as_ptr();
            if table.enrtuples < 0.0 {
                table.relkind = pg_sys::RELKIND_PARTITIONED_TABLE as _; // signed or not, by the platform
                table.inh = true;
            }
            table.enrtuples = 0.0;
        }
        if planning.taken.is_empty() {
            return;
        }
        depend_on_settings(planned);
        let Some(first) = std::num::NonZero::new(planning.locked.len()) else { return };
        let block = pg_sys::palloc0(first.get() * size_of::<RangeTblEntry>()).cast::<RangeTblEntry>();
        let name = make::node::<pg_sys::Alias>(); // EXPLAIN reads the names of its columns
        name.aliasname = pg_sys::pstrdup(c"partition".as_ptr());
        let before = statement.rtable().len();
        for (place, (relation, kind)) in planning.locked.iter().enumerate() {
            let entry = &mut *block.add(place);
            entry.type_ = pg_sys::NodeTag::T_RangeTblEntry;
            (entry.rtekind, entry.relid) = (RTEKind::RTE_RELATION, *relation);
            entry.relkind = *kind as _; // signed or not, by the platform
            entry.rellockmode = pg_sys::AccessShareLock as c_int;
            entry.eref = name;
            (*planned).rtable = lappend((*planned).rtable, std::ptr::from_mut(entry).cast());
            if *kind == pg_sys::RELKIND_PARTITIONED_TABLE {
                (*planned).relationOids = pg_sys::lappend_oid((*planned).relationOids, *relation);
            }
        }
        version::lock_always(planned, before + 1, planning.locked.len());
    }
}
