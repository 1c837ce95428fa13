//! Queries of this extension, for data that no cache of the server has, and statements that create objects.

use crate::error::{self, Result};
use pgrx::pg_sys::{self, Datum, Oid};
use std::ffi::CStr;

/// Runs a function while this call is connected to SPI.
///
/// # Errors
/// XX000 if SPI fails; otherwise those of the function.
pub fn connected<T>(function: impl FnOnce() -> Result<T>) -> Result<T> {
    // SAFETY: this opens a connection and closes it; an ERROR in between closes it as well.
    unsafe {
        if pg_sys::SPI_connect() != pg_sys::SPI_OK_CONNECT as i32 {
            return Err(error::internal("could not connect to SPI"));
        }
        let result = function();
        pg_sys::SPI_finish();
        result
    }
}

/// Runs a query and returns its first row, `None` if it has none. The query is read-only, whatever the transaction did
/// before, so it may run in a parallel worker and on a standby.
///
/// # Errors
/// XX000 if the query cannot be run or does not have `N` columns.
///
/// # Safety
/// Each argument must be of the type given with it, and each column of a type that is passed by value.
pub unsafe fn first_row<const A: usize, const N: usize>(
    sql: &CStr,
    arguments: [(Oid, Datum); A],
) -> Result<Option<[Option<Datum>; N]>> {
    let mut types = arguments.map(|(of, _)| of);
    let mut values = arguments.map(|(_, datum)| datum);
    connected(|| {
        // SAFETY: the query has these arguments, none of them NULL.
        let done = unsafe {
            pg_sys::SPI_execute_with_args(
                sql.as_ptr(),
                A as i32,
                types.as_mut_ptr(),
                values.as_mut_ptr(),
                std::ptr::null(),
                true,
                1,
            )
        };
        // SAFETY: the table is null or what the query returned, with so many rows.
        unsafe {
            match pg_sys::SPI_tuptable.as_ref() {
                Some(table)
                    if done == pg_sys::SPI_OK_SELECT as i32 && (*table.tupdesc).natts as usize == N =>
                {
                    Ok((pg_sys::SPI_processed > 0).then(|| columns(table)))
                }
                _ => Err(error::internal("a catalog query failed")),
            }
        }
    })
}

/// Settings of [`execute`]. Names without a schema are PostgreSQL's own: neither the caller's search path nor temporary
/// objects replace them. Notices about the objects do not concern the caller.
const SETTINGS: [(&CStr, &CStr); 2] =
    [(c"search_path", c"pg_catalog, pg_temp"), (c"client_min_messages", c"warning")];

/// Runs statements one after another, as the caller of the function, with settings of their own.
///
/// # Errors
/// XX000 if SPI fails; the statements raise their own errors.
pub fn execute<'a>(statements: impl IntoIterator<Item = &'a CStr>) -> Result<()> {
    connected(|| {
        // SAFETY: this opens a level of settings and closes it; an ERROR in between closes it as well. The strings are
        // zero-terminated.
        let failed = unsafe {
            let level = pg_sys::NewGUCNestLevel();
            for (name, value) in SETTINGS {
                pg_sys::set_config_option(
                    name.as_ptr(),
                    value.as_ptr(),
                    pg_sys::GucContext::PGC_USERSET,
                    pg_sys::GucSource::PGC_S_SESSION,
                    pg_sys::GucAction::GUC_ACTION_SAVE,
                    true,
                    0,
                    false,
                );
            }
            let failed = statements.into_iter().any(|sql| pg_sys::SPI_execute(sql.as_ptr(), false, 0) < 0);
            pg_sys::AtEOXact_GUC(true, level);
            failed
        };
        if failed { Err(error::internal("a statement could not be run")) } else { Ok(()) }
    })
}

/// # Safety
/// The table must have a row of `N` columns.
unsafe fn columns<const N: usize>(table: &pg_sys::SPITupleTable) -> [Option<Datum>; N] {
    std::array::from_fn(|column| {
        let mut null = false;
        // SAFETY: the caller guarantees the row; columns are counted from 1.
        let datum =
            unsafe { pg_sys::SPI_getbinval(*table.vals, table.tupdesc, column as i32 + 1, &raw mut null) };
        (!null).then_some(datum)
    })
}
