//! The access method as the server calls it.

use super::{build, insert, options, vacuum, validate};
use crate::call::{Call, callback, sql_functions};
use crate::error::{self, Result};
use crate::pg::version;
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys::{
    self, BlockNumber, Cost, Datum, IndexAmRoutine, IndexBuildResult, IndexBulkDeleteResult, IndexInfo,
    IndexPath, IndexScanDesc, IndexUniqueCheck, IndexVacuumInfo, ItemPointer, Oid, PlannerInfo, Relation,
    ScanKey, Selectivity,
};
use std::ffi::{c_int, c_void};

/// The access method's properties and functions. There is no scan: the planner never uses such an index by
/// itself.
static ROUTINE: Routine = Routine({
    // SAFETY: all fields are numbers, flags and optional functions, for which zero is a value.
    let mut routine: IndexAmRoutine = unsafe { std::mem::zeroed() };
    routine.type_ = pg_sys::NodeTag::T_IndexAmRoutine;
    routine.amstrategies = 1;
    routine.amsupport = 1;
    routine.ampredlocks = true;
    routine.amkeytype = Oid::INVALID;
    routine.ambuild = Some(am_build);
    routine.ambuildempty = Some(am_build_empty);
    routine.aminsert = Some(am_insert);
    routine.ambulkdelete = Some(am_bulk_delete);
    routine.amvacuumcleanup = Some(am_vacuum_cleanup);
    routine.amcostestimate = Some(am_cost_estimate);
    routine.amoptions = Some(am_options);
    routine.amvalidate = Some(am_validate);
    routine.ambeginscan = Some(am_begin_scan);
    routine.amrescan = Some(am_rescan);
    routine.amendscan = Some(am_end_scan);
    routine
});

struct Routine(IndexAmRoutine);

// SAFETY: it is never changed, and points to nothing but functions.
unsafe impl Sync for Routine {}

/// Returns whether a relation is an index of this access method.
///
/// # Safety
/// `index` must be open.
pub unsafe fn is_ours(index: Relation) -> bool {
    // SAFETY: the caller guarantees the relation, which has an access method's functions if it is an index.
    unsafe {
        (*index).rd_indam.as_ref().and_then(|routine| routine.aminsert).is_some_and(|insert| {
            std::ptr::fn_addr_eq(
                insert,
                am_insert as unsafe extern "C-unwind" fn(_, _, _, _, _, _, _, _) -> _,
            )
        })
    }
}

/// Implements `bloom_skip_handler(internal)`.
fn bloom_skip_handler(_: Call<'_>) -> Result<*mut IndexAmRoutine> {
    Ok(version::access_method(&ROUTINE.0))
}

sql_functions! { "bloom_skip_handler" => bloom_skip_handler }

// SAFETY of all functions below: the server calls them with open relations and arguments that live until they
// return, and nothing on their stack needs to be dropped.

unsafe extern "C-unwind" fn am_build(
    heap: Relation,
    index: Relation,
    info: *mut IndexInfo,
) -> *mut IndexBuildResult {
    // SAFETY: see above.
    unsafe {
        callback(|| {
            let counts = build::build(heap, index, info)?;
            let result = pg_sys::palloc0(size_of::<IndexBuildResult>()).cast::<IndexBuildResult>();
            (*result).heap_tuples = counts.rows;
            (*result).index_tuples = counts.keys;
            Ok(result)
        })
    }
}

unsafe extern "C-unwind" fn am_build_empty(index: Relation) {
    // SAFETY: see above.
    unsafe { callback(|| build::build_empty(index)) }
}

unsafe extern "C-unwind" fn am_insert(
    index: Relation,
    values: *mut Datum,
    nulls: *mut bool,
    _: ItemPointer,
    _: Relation,
    _: IndexUniqueCheck::Type,
    _: bool,
    _: *mut IndexInfo,
) -> bool {
    // SAFETY: see above; there is one column.
    unsafe {
        callback(|| {
            if !*nulls {
                insert::insert(index, *values)?;
            }
            Ok(false)
        })
    }
}

unsafe extern "C-unwind" fn am_bulk_delete(
    info: *mut IndexVacuumInfo,
    stats: *mut IndexBulkDeleteResult,
    _: pg_sys::IndexBulkDeleteCallback,
    _: *mut c_void,
) -> *mut IndexBulkDeleteResult {
    // SAFETY: see above.
    unsafe {
        callback(|| {
            vacuum::bulk_delete(&*info)?;
            Ok(stats)
        })
    }
}

unsafe extern "C-unwind" fn am_vacuum_cleanup(
    info: *mut IndexVacuumInfo,
    stats: *mut IndexBulkDeleteResult,
) -> *mut IndexBulkDeleteResult {
    // SAFETY: see above.
    unsafe {
        callback(|| {
            if (*info).analyze_only {
                return Ok(stats);
            }
            vacuum::clean_up(&*info)?;
            let stats = if stats.is_null() {
                pg_sys::palloc0(size_of::<IndexBulkDeleteResult>()).cast::<IndexBulkDeleteResult>()
            } else {
                stats
            };
            let fork = pg_sys::ForkNumber::MAIN_FORKNUM;
            (*stats).num_pages = pg_sys::RelationGetNumberOfBlocksInFork((*info).index, fork) as BlockNumber;
            (*stats).num_index_tuples = (*info).num_heap_tuples;
            (*stats).estimated_count = (*info).estimated_count;
            Ok(stats)
        })
    }
}

/// The planner asks for each matching condition, but cannot choose the index.
unsafe extern "C-unwind" fn am_cost_estimate(
    _: *mut PlannerInfo,
    _: *mut IndexPath,
    _: f64,
    startup: *mut Cost,
    total: *mut Cost,
    selectivity: *mut Selectivity,
    correlation: *mut f64,
    pages: *mut f64,
) {
    const NEVER: Cost = 1e10;
    // SAFETY: see above.
    unsafe {
        *startup = NEVER;
        *total = NEVER;
        *selectivity = 1.0;
        *correlation = 0.0;
        *pages = 1.0;
    }
}

unsafe extern "C-unwind" fn am_options(given: Datum, validate: bool) -> *mut pg_sys::bytea {
    // SAFETY: see above.
    unsafe { callback(|| Ok(options::parse(given, validate))) }
}

unsafe extern "C-unwind" fn am_validate(class: Oid) -> bool {
    // SAFETY: see above.
    unsafe { callback(|| Ok(validate::is_valid(class))) }
}

unsafe extern "C-unwind" fn am_begin_scan(_: Relation, _: c_int, _: c_int) -> IndexScanDesc {
    // SAFETY: see above.
    unsafe { callback(no_scan) }
}

unsafe extern "C-unwind" fn am_rescan(_: IndexScanDesc, _: ScanKey, _: c_int, _: ScanKey, _: c_int) {
    // SAFETY: see above.
    unsafe { callback(no_scan) }
}

unsafe extern "C-unwind" fn am_end_scan(_: IndexScanDesc) {
    // SAFETY: see above.
    unsafe { callback(no_scan) }
}

fn no_scan<T>() -> Result<T> {
    let message = "access method \"bloom_skip\" does not support scans";
    Err(error::brief(Code::ERRCODE_FEATURE_NOT_SUPPORTED, message))
}
