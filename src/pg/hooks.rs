//! The server's hooks that this extension uses, and in which order they run.
//!
//! | when | hook | who |
//! |---|---|---|
//! | before a query is planned | `planner_hook` | `joins::foreign` changes the query; then the hook that was there |
//! | around the planning of a query | `planner_hook` | `skip::scan`, which may have it planned again |
//! | when a table of the query is built | `get_relation_info_hook`, from 19 on `build_simple_rel_hook` | the hook that was there; then `skip::scan` |
//! | when the planner asks for statistics | `get_relation_stats_hook` | the hook that was there; if it has none, `skip::scan` |
//! | at the end of the planner's search | `create_upper_paths_hook` | the hook that was there; then `joins::local` notes its setting |
//! | when it is planned | `planner_hook` | `joins::local` changes the plan |
//! | when it is started | `ExecutorStart_hook` | the hook that was there, which starts the query; then `joins::local` |
//!
//! A library is loaded by one thread, and never unloaded. So each hook is put once, and what was there stays.

use super::setting::depend_on_settings;
use super::version;
use pgrx::pg_sys::{self, QueryDesc};
use std::ffi::{c_char, c_int, c_void};
use std::sync::OnceLock;

/// Changes a query before it is planned, with the options of the cursor that it is planned for, and the values of its
/// parameters. Returns whether it did: then the plan is for the current user alone.
pub type BeforePlanning = unsafe fn(*mut pg_sys::Query, c_int, pg_sys::ParamListInfo) -> bool;

/// Plans a query, by the hook that was there.
pub type Plan<'a> = &'a mut dyn FnMut(*mut pg_sys::Query) -> *mut pg_sys::PlannedStmt;

/// Has a query planned, once or several times. Takes the options of the cursor that it is planned for, and the values
/// of its parameters, too.
pub type AroundPlanning =
    unsafe fn(*mut pg_sys::Query, c_int, pg_sys::ParamListInfo, Plan<'_>) -> *mut pg_sys::PlannedStmt;

/// Is told of a table of a query, before the planner has its partitions.
pub type BaseRelation = unsafe fn(*mut pg_sys::PlannerInfo, *mut pg_sys::RelOptInfo);

/// Finds the statistics of a column of a table. Returns whether it did.
pub type Statistics = unsafe fn(
    *mut pg_sys::PlannerInfo,
    *mut pg_sys::RangeTblEntry,
    pg_sys::AttrNumber,
    *mut pg_sys::VariableStatData,
) -> bool;

/// Changes a finished plan. Returns whether it did.
pub type AfterPlanning = unsafe fn(*mut pg_sys::PlannedStmt) -> bool;

/// Is told of the end of the search for the plan of a query, and not of its subqueries.
pub type AfterSearch = fn();

/// Is told of a query that was started while the number changed that the other function returns.
pub type AfterStart = (fn() -> usize, unsafe fn(*mut QueryDesc));

/// What the hooks call.
static BEFORE_PLANNING: OnceLock<BeforePlanning> = OnceLock::new();
static AROUND_PLANNING: OnceLock<AroundPlanning> = OnceLock::new();
static BASE_RELATION: OnceLock<BaseRelation> = OnceLock::new();
static STATISTICS: OnceLock<Statistics> = OnceLock::new();
static AFTER_SEARCH: OnceLock<AfterSearch> = OnceLock::new();
static AFTER_PLANNING: OnceLock<AfterPlanning> = OnceLock::new();
static AFTER_START: OnceLock<AfterStart> = OnceLock::new();

/// The hooks that were there before.
static PLANNER: OnceLock<pg_sys::planner_hook_type> = OnceLock::new();
static RELATION_STATS: OnceLock<pg_sys::get_relation_stats_hook_type> = OnceLock::new();
static CREATE_UPPER_PATHS: OnceLock<pg_sys::create_upper_paths_hook_type> = OnceLock::new();
static EXECUTOR_START: OnceLock<pg_sys::ExecutorStart_hook_type> = OnceLock::new();

/// Has the planner call a function before it plans a query. The hook that was there is called after it.
pub fn before_planning(before: BeforePlanning) {
    if BEFORE_PLANNING.set(before).is_ok() {
        hook_planner();
    }
}

/// Has a function called in place of the planner. It calls the hook that was there.
pub fn around_planning(around: AroundPlanning) {
    if AROUND_PLANNING.set(around).is_ok() {
        hook_planner();
    }
}

/// Has the planner call a function after it has planned a query. The hook that was there is called before it.
pub fn after_planning(after: AfterPlanning) {
    if AFTER_PLANNING.set(after).is_ok() {
        hook_planner();
    }
}

fn hook_planner() {
    // SAFETY: see the module.
    unsafe {
        if PLANNER.set(pg_sys::planner_hook).is_ok() {
            pg_sys::planner_hook = Some(planner);
        }
    }
}

/// Has the planner call a function when its search ends.
pub fn after_search(after: AfterSearch) {
    // SAFETY: see the module.
    unsafe {
        if AFTER_SEARCH.set(after).is_ok() && CREATE_UPPER_PATHS.set(pg_sys::create_upper_paths_hook).is_ok()
        {
            pg_sys::create_upper_paths_hook = Some(create_upper_paths);
        }
    }
}

/// Has the executor call a function after it has started a query.
pub fn after_start(after: AfterStart) {
    // SAFETY: see the module.
    unsafe {
        if AFTER_START.set(after).is_ok() && EXECUTOR_START.set(pg_sys::ExecutorStart_hook).is_ok() {
            pg_sys::ExecutorStart_hook = Some(executor_start);
        }
    }
}

/// Defines the hook of the planner with its parameters: the query, its text, options of its cursor, the parameters of
/// the query, and in some majors others.
macro_rules! planner {
    ($($other:ident: $of:ty),*) => {
        // The bindings of pgrx catch errors of C functions, which costs time; no Rust value is alive here.
        unsafe extern "C-unwind" {
            fn standard_planner(
                query: *mut pg_sys::Query,
                text: *const c_char,
                options: c_int,
                parameters: pg_sys::ParamListInfo,
                $($other: $of),*
            ) -> *mut pg_sys::PlannedStmt;
        }

        unsafe extern "C-unwind" fn planner(
            query: *mut pg_sys::Query,
            text: *const c_char,
            options: c_int,
            parameters: pg_sys::ParamListInfo,
            $($other: $of),*
        ) -> *mut pg_sys::PlannedStmt {
            // SAFETY: PostgreSQL calls the hook with what the planner takes, and nothing here needs to be dropped.
            unsafe {
                let mut is_changed =
                    BEFORE_PLANNING.get().is_some_and(|before| before(query, options, parameters));
                let mut plan = |query| match PLANNER.get().copied().flatten() {
                    Some(previous) => previous(query, text, options, parameters, $($other),*),
                    None => standard_planner(query, text, options, parameters, $($other),*),
                };
                let plan = match AROUND_PLANNING.get() {
                    Some(around) => around(query, options, parameters, &mut plan),
                    None => plan(query),
                };
                if is_changed {
                    (*plan).dependsOnRole = true;
                    version::drop_unrequired_permissions(plan);
                }
                is_changed |= AFTER_PLANNING.get().is_some_and(|after| after(plan));
                if is_changed {
                    depend_on_settings(plan);
                }
                plan
            }
        }
    };
}
#[cfg(any(feature = "pg15", feature = "pg16", feature = "pg17", feature = "pg18"))]
planner!();
#[cfg(feature = "pg19")]
planner!(explain: *mut pg_sys::ExplainState);

/// Has the planner call a function for each table of a query.
pub fn base_relation(built: BaseRelation) {
    // SAFETY: see the module.
    unsafe {
        if BASE_RELATION.set(built).is_ok() {
            #[cfg(any(feature = "pg15", feature = "pg16", feature = "pg17", feature = "pg18"))]
            if RELATION_INFO.set(pg_sys::get_relation_info_hook).is_ok() {
                pg_sys::get_relation_info_hook = Some(get_relation_info);
            }
            #[cfg(feature = "pg19")]
            if RELATION_INFO.set(pg_sys::build_simple_rel_hook).is_ok() {
                pg_sys::build_simple_rel_hook = Some(build_simple_rel);
            }
        }
    }
}

/// Has the planner call a function when it asks for statistics.
pub fn statistics(find: Statistics) {
    // SAFETY: see the module.
    unsafe {
        if STATISTICS.set(find).is_ok() && RELATION_STATS.set(pg_sys::get_relation_stats_hook).is_ok() {
            pg_sys::get_relation_stats_hook = Some(get_relation_stats);
        }
    }
}

unsafe extern "C-unwind" fn get_relation_stats(
    root: *mut pg_sys::PlannerInfo,
    entry: *mut pg_sys::RangeTblEntry,
    attribute: pg_sys::AttrNumber,
    found: *mut pg_sys::VariableStatData,
) -> bool {
    // SAFETY: the planner calls the hook with what it takes, and nothing here needs to be dropped.
    unsafe {
        let previous = RELATION_STATS.get().copied().flatten();
        previous.is_some_and(|previous| previous(root, entry, attribute, found))
            || STATISTICS.get().is_some_and(|find| find(root, entry, attribute, found))
    }
}

#[cfg(any(feature = "pg15", feature = "pg16", feature = "pg17", feature = "pg18"))]
static RELATION_INFO: OnceLock<pg_sys::get_relation_info_hook_type> = OnceLock::new();
#[cfg(feature = "pg19")]
static RELATION_INFO: OnceLock<pg_sys::build_simple_rel_hook_type> = OnceLock::new();

#[cfg(any(feature = "pg15", feature = "pg16", feature = "pg17", feature = "pg18"))]
unsafe extern "C-unwind" fn get_relation_info(
    root: *mut pg_sys::PlannerInfo,
    table: pg_sys::Oid,
    is_parent: bool,
    relation: *mut pg_sys::RelOptInfo,
) {
    // SAFETY: the planner calls the hook with what it takes, and nothing here needs to be dropped.
    unsafe {
        if let Some(previous) = RELATION_INFO.get().copied().flatten() {
            previous(root, table, is_parent, relation);
        }
        if let Some(built) = BASE_RELATION.get() {
            built(root, relation);
        }
    }
}

#[cfg(feature = "pg19")]
unsafe extern "C-unwind" fn build_simple_rel(
    root: *mut pg_sys::PlannerInfo,
    relation: *mut pg_sys::RelOptInfo,
    entry: *mut pg_sys::RangeTblEntry,
) {
    // SAFETY: as above.
    unsafe {
        if let Some(previous) = RELATION_INFO.get().copied().flatten() {
            previous(root, relation, entry);
        }
        if let Some(built) = BASE_RELATION.get() {
            built(root, relation);
        }
    }
}

unsafe extern "C-unwind" fn create_upper_paths(
    root: *mut pg_sys::PlannerInfo,
    stage: pg_sys::UpperRelationKind::Type,
    input: *mut pg_sys::RelOptInfo,
    output: *mut pg_sys::RelOptInfo,
    extra: *mut c_void,
) {
    // SAFETY: the planner calls the hook with what it takes, and nothing here needs to be dropped.
    unsafe {
        if let Some(previous) = CREATE_UPPER_PATHS.get().copied().flatten() {
            previous(root, stage, input, output, extra);
        }
        if stage == pg_sys::UpperRelationKind::UPPERREL_FINAL
            && (*root).query_level == 1
            && let Some(after) = AFTER_SEARCH.get()
        {
            after();
        }
    }
}

unsafe extern "C-unwind" {
    // The bindings of pgrx catch errors, which costs time.
    fn standard_ExecutorStart(query: *mut QueryDesc, flags: c_int);
}

unsafe extern "C-unwind" fn executor_start(query: *mut QueryDesc, flags: c_int) {
    let number = || AFTER_START.get().map(|(number, _)| number());
    let before = number();
    // SAFETY: the server calls this with a query to start; nothing on the stack needs to be dropped.
    unsafe {
        match EXECUTOR_START.get().copied().flatten() {
            Some(previous) => previous(query, flags),
            None => standard_ExecutorStart(query, flags),
        }
        if number() != before
            && !(*query).planstate.is_null()
            && let Some((_, after)) = AFTER_START.get()
        {
            after(query);
        }
    }
}
