//! The SQL functions: which partitions may have a value, what is known of an index, builds by hand.

use super::build::{build_beside_writers, is_due, values};
use super::key::Key;
use super::leaves::{below, leaves, with_index, with_leaf};
use super::meta::{self, METAPAGE};
use super::probe::Probes;
use super::versions::Beside;
use crate::call::{Call, NewSet, sql_functions};
use crate::error::{self, Result};
use crate::pg::catalog;
use crate::pg::index_pages::{IndexPages, PAGE_LEN};
use crate::pg::row::column;
use crate::pg::typed::TypedDatum;
use crate::pg::version;
use bloom_core::index::Metapage;
use bloom_core::layout::split_block::expected_rate;
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys::{self, Datum, Oid, Relation};

/// Implements `bloom_skip_candidates(index, value)`.
fn bloom_skip_candidates(call: Call<'_>) -> Result<NewSet> {
    let mut candidates = call.new_set()?;
    let (index, value) = (call.required::<Oid>(0)?, call.typed_argument(1).ok_or_else(no_type)?);
    let leaves = leaves(index)?;
    let hash = hash(index, value)?;
    let probes = Probes::begin();
    for leaf in leaves {
        pgrx::check_for_interrupts!();
        if leaf.index.is_none_or(|index| probes.may_contain(leaf.table, index, hash)) {
            candidates.push_row([column(leaf.table)])?;
        }
    }
    Ok(candidates)
}

/// Returns the hash of a value that is looked for.
fn hash(index: Oid, value: TypedDatum<'_>) -> Result<u64> {
    // SAFETY: the index is open.
    with_leaf(index, |index| unsafe {
        Ok(Key::of_values(index, value.of())?.hash(Datum::from(value.word())))
    })
    .unwrap_or_else(|| Err(error::internal("a locked index is gone")))
}

#[cold]
fn no_type() -> error::Error {
    error::new(
        Code::ERRCODE_FEATURE_NOT_SUPPORTED,
        "could not determine the type of the value",
        "The function was called without a parsed expression, which gives the type.",
        "Call it from SQL.",
    )
}

/// What an index is, for a leaf.
struct State {
    name: &'static str,
    values: Option<f64>,
    capacity: Option<u64>,
    rate: f64,
}

impl State {
    /// # Safety
    /// `index` must be an open leaf index.
    unsafe fn of(index: Relation) -> Self {
        // SAFETY: the caller guarantees the index.
        let pages = unsafe { IndexPages::of(index) };
        let Ok(metapage) = pages.read(METAPAGE, |page| Metapage::read(page)) else {
            return Self { name: "unknown", values: None, capacity: None, rate: 1.0 };
        };
        let name = match (metapage.current, metapage.next) {
            (_, Some(_)) => "building",
            (Some(_), None) => "built",
            (None, None) => "open",
        };
        let Some(current) = metapage.current else {
            return Self { name, values: None, capacity: None, rate: 1.0 };
        };
        let values = values(pages, &current);
        let rate = expected_rate(current.blocks.into(), values);
        Self { name, values: Some(values), capacity: Some(current.capacity), rate }
    }
}

/// Implements `bloom_skip_info(index)`.
fn bloom_skip_info(call: Call<'_>) -> Result<NewSet> {
    let mut rows = call.new_set()?;
    for leaf in leaves(call.required(0)?)? {
        pgrx::check_for_interrupts!();
        let known = leaf.index.and_then(|index| {
            // SAFETY: the index is open.
            with_leaf(index, |index| unsafe {
                let is_leaf = (*(*index).rd_rel).relkind as u8 == pg_sys::RELKIND_INDEX;
                let is_readable = (*(*index).rd_rel).relpersistence as u8 == pg_sys::RELPERSISTENCE_PERMANENT
                    || !pg_sys::RecoveryInProgress();
                (is_leaf && is_readable && !is_others_temporary(index))
                    .then(|| (State::of(index), i64::from(IndexPages::of(index).count()) * PAGE_LEN as i64))
            })
        });
        let row = match known.flatten() {
            Some((state, bytes)) => [
                column(leaf.table),
                column(state.name),
                column(state.values.map(|values| values.round() as i64)),
                column(state.capacity.map(|capacity| capacity as i64)),
                column(state.rate),
                column(bytes),
            ],
            None => [column(leaf.table), column("none"), None, None, column(1.0), None],
        };
        rows.push_row(row)?;
    }
    Ok(rows)
}

/// Implements `bloom_skip_build(index)`: builds the leaves that VACUUM would, and those that it leaves to
/// this function. Returns their number.
fn bloom_skip_build(call: Call<'_>) -> Result<i64> {
    let index = call.required(0)?;
    // SAFETY: the string is zero-terminated.
    unsafe { pg_sys::PreventCommandDuringRecovery(c"bloom_skip_build()".as_ptr()) };
    let check = |table| {
        if version::owns(table) {
            return Ok(());
        }
        let message = format!("must be owner of index {}", catalog::relation_name(index));
        Err(error::brief(Code::ERRCODE_INSUFFICIENT_PRIVILEGE, message))
    };
    let leaves = with_index(index, check, |table| Ok(below(index, table).0))?;
    let mut built = 0;
    for leaf in leaves {
        pgrx::check_for_interrupts!();
        if let Some(index) = leaf.index.filter(|index| version::owns(*index)) {
            // SAFETY: both are open.
            built += i64::from(with_locked(leaf.table, index, |heap, index| unsafe {
                let is_due = is_due(IndexPages::of(index), &meta::read(index)?);
                // The hash function may be anybody's.
                let build = || build_beside_writers(heap, index, Beside::Writers);
                Ok(is_due && catalog::as_owner(heap, build)?)
            })?);
        }
    }
    Ok(built)
}

/// Calls `f` with a leaf and its index, locked as by VACUUM; returns false if they are gone or cannot be
/// built.
fn with_locked(table: Oid, index: Oid, f: impl FnOnce(Relation, Relation) -> Result<bool>) -> Result<bool> {
    // SAFETY: the relations are open until they are closed or the transaction ends. The locks stay, as they
    // hold off other builds.
    unsafe {
        let heap = pg_sys::try_relation_open(table, pg_sys::ShareUpdateExclusiveLock as i32);
        if heap.is_null() {
            return Ok(false);
        }
        let leaf = pg_sys::try_relation_open(index, pg_sys::RowExclusiveLock as i32);
        let mut result = Ok(false);
        if !leaf.is_null() {
            let form = (*leaf).rd_index;
            let is_its = !form.is_null()
                && (*form).indrelid == table
                && (*form).indisready
                && (*(*leaf).rd_rel).relkind as u8 == pg_sys::RELKIND_INDEX;
            if is_its && !is_others_temporary(leaf) {
                result = f(heap, leaf);
            }
            pg_sys::relation_close(leaf, pg_sys::NoLock as i32);
        }
        pg_sys::relation_close(heap, pg_sys::NoLock as i32);
        result
    }
}

/// Returns whether a relation is temporary and of another session, whose memory has its pages.
///
/// # Safety
/// The relation must be open.
unsafe fn is_others_temporary(relation: Relation) -> bool {
    // SAFETY: the caller guarantees the relation.
    unsafe {
        (*(*relation).rd_rel).relpersistence as u8 == pg_sys::RELPERSISTENCE_TEMP
            && !(*relation).rd_islocaltemp
    }
}

sql_functions! {
    "bloom_skip_index_candidates" => bloom_skip_candidates,
    "bloom_skip_index_info" => bloom_skip_info,
    "bloom_skip_build" => bloom_skip_build,
}
