//! Queries whose plans a session keeps.

#![allow(unsafe_code)]

use crate::call::NewSet;
use crate::error::{self, Result};
use crate::pg::query::connected;
use crate::pg::session;
use crate::pg::typed::TypedDatum;
use pgrx::pg_sys::{self, Datum, Oid};
use std::cell::Cell;
use std::collections::HashMap;
use std::ffi::{CStr, CString};
use std::sync::atomic::{AtomicBool, Ordering};

/// Number of plans that a session keeps; each takes 15 to 30 kB.
const MOST: usize = 256;

/// Whether a session keeps the plans of queries.
#[derive(Debug, Clone, Copy)]
pub enum Keep {
    Yes,
    /// They are only right under this snapshot.
    No,
}

/// The text of a query and the types of its parameters.
type Key = (CString, Vec<Oid>);

thread_local! {
    static PLANS: Cell<HashMap<Key, pg_sys::SPIPlanPtr>> = Cell::default();
}

/// Whether a query is running: it may call a function that runs another.
static RUNNING: AtomicBool = AtomicBool::new(false);

/// Returns whether one of the queries is running.
pub fn are_running() -> bool {
    RUNNING.load(Ordering::Relaxed)
}

/// Adds the rows of queries with parameters, which are not NULL, to a set. The queries see what the query that is
/// running sees, and change nothing; PostgreSQL plans one again where it must.
///
/// # Errors
/// XX000 if SPI fails; the queries raise their own errors, 42804 if their columns are not those of the set.
pub fn run(queries: Vec<CString>, values: &[TypedDatum<'_>], keep: Keep, rows: &mut NewSet) -> Result<()> {
    let types: Vec<Oid> = values.iter().map(|value| value.of()).collect();
    connected(|| {
        // SAFETY: SPI is connected; the parameters and the receiver live until the queries end.
        unsafe {
            let parameters = pg_sys::makeParamList(values.len() as i32);
            for (parameter, value) in (*parameters).params.as_mut_slice(values.len()).iter_mut().zip(values) {
                *parameter = pg_sys::ParamExternData {
                    value: Datum::from(value.word()),
                    isnull: false,
                    pflags: pg_sys::PARAM_FLAG_CONST as u16,
                    ptype: value.of(),
                };
            }
            let options = pg_sys::SPIExecuteOptions {
                params: parameters,
                read_only: true,
                must_return_tuples: true,
                dest: rows.receiver(),
                ..Default::default()
            };
            for sql in queries {
                let plan = match keep {
                    Keep::Yes => plan((sql, types.clone()))?,
                    Keep::No => prepare(&sql, &types)?,
                };
                let execute = || pg_sys::SPI_execute_plan_extended(plan, &raw const options);
                if session::with_flag(&RUNNING, execute) < 0 {
                    return Err(error::internal("a query could not be run"));
                }
            }
        }
        Ok(())
    })
}

/// Returns the plan of a query.
///
/// # Safety
/// SPI must be connected.
unsafe fn plan(key: Key) -> Result<pg_sys::SPIPlanPtr> {
    if let Some(plan) = session::with(&PLANS, |plans| plans.get(&key).copied()) {
        return Ok(plan);
    }
    // SAFETY: SPI is connected; only plans that are kept and that no query uses are freed.
    unsafe {
        if !are_running() && session::with(&PLANS, |plans| plans.len()) >= MOST {
            for plan in PLANS.take().into_values() {
                pg_sys::SPI_freeplan(plan);
            }
        }
        let plan = prepare(&key.0, &key.1)?;
        if pg_sys::SPI_keepplan(plan) != 0 {
            return Err(error::internal("a query could not be kept"));
        }
        session::with(&PLANS, |plans| plans.insert(key, plan));
        Ok(plan)
    }
}

/// Prepares a query with parameters of some types.
///
/// # Safety
/// SPI must be connected.
unsafe fn prepare(sql: &CStr, types: &[Oid]) -> Result<pg_sys::SPIPlanPtr> {
    let mut types = types.to_vec();
    // SAFETY: the caller guarantees SPI; the text is zero-terminated.
    let plan = unsafe { pg_sys::SPI_prepare(sql.as_ptr(), types.len() as i32, types.as_mut_ptr()) };
    if plan.is_null() { Err(error::internal("a query could not be prepared")) } else { Ok(plan) }
}
