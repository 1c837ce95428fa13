//! Queries and other statements of this extension, which run as the caller.

use super::boundary::hiding_context;
use super::names;
use super::typed::TypedDatum;
use crate::error::{self, Result};
use pgrx::pg_sys::{self, Datum};
use std::ffi::CStr;
use std::ops::Range;

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

/// Runs a query and returns what `read` makes of its first row, which the table has; `None` if there is none.
///
/// # Errors
/// XX000 if the query cannot be run, and those of `read`; the query raises its own errors.
fn first<const A: usize, T>(
    sql: &CStr,
    arguments: [TypedDatum<'_>; A],
    is_read_only: bool,
    read: impl FnOnce(&pg_sys::SPITupleTable) -> Result<T>,
) -> Result<Option<T>> {
    let mut types = arguments.map(TypedDatum::of);
    let mut values = arguments.map(TypedDatum::datum);
    connected(|| {
        // SAFETY: the query has these arguments, none of them NULL; the table is null or what the query returned.
        unsafe {
            let done = pg_sys::SPI_execute_with_args(
                sql.as_ptr(),
                A as i32,
                types.as_mut_ptr(),
                values.as_mut_ptr(),
                std::ptr::null(),
                is_read_only,
                1,
            );
            match pg_sys::SPI_tuptable.as_ref() {
                Some(table) if done == pg_sys::SPI_OK_SELECT as i32 => {
                    (pg_sys::SPI_processed > 0).then(|| read(table)).transpose()
                }
                _ => Err(error::internal("a query could not be run")),
            }
        }
    })
}

/// Runs a query and returns its first row, `None` if it has none. The columns must be of types that are passed by
/// value. The query is read-only, whatever the transaction did before, so it may run in a parallel worker and on a
/// standby.
///
/// # Errors
/// XX000 if the query cannot be run or does not have `N` columns.
pub fn first_row<const A: usize, const N: usize>(
    sql: &CStr,
    arguments: [TypedDatum<'_>; A],
) -> Result<Option<[Option<Datum>; N]>> {
    first(sql, arguments, true, columns)
}

#[derive(Debug)]
pub struct Select {
    /// The bytes of the statement in the text, without a semicolon at its end.
    pub text: Range<usize>,
    pub columns: usize,
}

/// Analyzes a text; `None` if it is not a single SELECT, VALUES or TABLE.
///
/// # Errors
/// XX000 if SPI fails; the text raises its own errors.
pub fn select(text: &[u8]) -> Result<Option<Select>> {
    let sql = names::c_string(text)?;
    connected(|| {
        // SAFETY: SPI is connected, and frees the plan at its end; the list consists of plan sources.
        unsafe {
            let plan = pg_sys::SPI_prepare(sql.as_ptr(), 0, std::ptr::null_mut());
            if plan.is_null() {
                return Ok(None); // COPY, or a command about the transaction
            }
            let sources = pg_sys::SPI_plan_get_plan_sources(plan);
            if sources.is_null() || (*sources).length != 1 {
                return Ok(None);
            }
            let source = &*(*(*sources).elements).ptr_value.cast::<pg_sys::CachedPlanSource>();
            if source.commandTag != pg_sys::CommandTag::CMDTAG_SELECT
                || source.resultDesc.is_null()
                || source.raw_parse_tree.is_null()
            {
                return Ok(None);
            }
            let (start, len) = ((*source.raw_parse_tree).stmt_location, (*source.raw_parse_tree).stmt_len);
            let start = usize::try_from(start).unwrap_or(0).min(text.len());
            let end = if len > 0 { (start + len as usize).min(text.len()) } else { text.len() };
            Ok(Some(Select { text: start..end, columns: (*source.resultDesc).natts as usize }))
        }
    })
}

/// Names without a schema are PostgreSQL's own: neither the caller's search path nor temporary objects replace them.
const SEARCH_PATH: (&CStr, &CStr) = (c"search_path", c"pg_catalog, pg_temp");

/// Notices about the objects that are made do not concern the caller.
const QUIET: (&CStr, &CStr) = (c"client_min_messages", c"warning");

/// A policy that would hide rows is an error.
const ALL_ROWS: (&CStr, &CStr) = (c"row_security", c"off");

/// Runs a function with settings of its own.
fn with_settings<T>(settings: &[(&CStr, &CStr)], function: impl FnOnce() -> T) -> T {
    // SAFETY: this opens a level of settings and closes it; an ERROR in between closes it as well. The strings are
    // zero-terminated.
    unsafe {
        let level = pg_sys::NewGUCNestLevel();
        for (name, value) in settings {
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
        let result = function();
        pg_sys::AtEOXact_GUC(true, level);
        result
    }
}

/// Runs statements one after another, as the caller of the function, with settings of their own and without notices. An
/// error does not show them, as the caller has not written them.
///
/// # Errors
/// XX000 if SPI fails; the statements raise their own errors.
pub fn execute<'a>(statements: impl IntoIterator<Item = &'a CStr>) -> Result<()> {
    // SAFETY: SPI is connected, and the statements are zero-terminated.
    let run = |sql: &CStr| unsafe { pg_sys::SPI_execute(sql.as_ptr(), false, 0) };
    let failed = hiding_context(|| {
        connected(|| {
            Ok(with_settings(&[SEARCH_PATH, QUIET], || statements.into_iter().any(|sql| run(sql) < 0)))
        })
    })?;
    if failed { Err(error::internal("a statement could not be run")) } else { Ok(()) }
}

/// What a statement has returned, until this call is no longer connected to SPI.
#[derive(Debug)]
pub struct Rows<'s> {
    /// The number of rows that were returned or changed.
    pub count: u64,
    table: Option<&'s pg_sys::SPITupleTable>,
}

impl<'s> Rows<'s> {
    /// Takes what the last statement returned.
    ///
    /// # Errors
    /// XX000 if `code`, the result of SPI, says that it could not be run.
    ///
    /// # Safety
    /// SPI must be connected, and have run a statement, as long as the result is used.
    pub(super) unsafe fn of_last(code: i32) -> Result<Self> {
        if code < 0 {
            return Err(error::internal("a statement could not be run"));
        }
        // SAFETY: the caller guarantees that these are those of the last statement.
        unsafe { Ok(Self { count: pg_sys::SPI_processed, table: pg_sys::SPI_tuptable.as_ref() }) }
    }

    /// Returns a column of a row, both counted from 0 on; `None` for NULL, and if there is no such row.
    pub fn value(&self, row: usize, column: usize) -> Option<TypedDatum<'s>> {
        let table = self.table.filter(|table| (row as u64) < table.numvals)?;
        let (number, mut null) = (column as i32 + 1, false);
        // SAFETY: the table has this row; SPI knows no type of a column that it does not have.
        unsafe {
            let of = pg_sys::SPI_gettypeid(table.tupdesc, number);
            let datum = pg_sys::SPI_getbinval(*table.vals.add(row), table.tupdesc, number, &raw mut null);
            (!null && of != pg_sys::Oid::INVALID).then(|| TypedDatum::new(datum, of))
        }
    }

    /// Returns a column of the first row, of a type that is passed by value.
    pub fn word(&self, column: usize) -> Option<u64> {
        self.value(0, column).map(TypedDatum::word)
    }
}

/// Runs a statement, which sees what has been committed by now, and returns what `read` makes of its rows.
///
/// # Errors
/// XX000 if it cannot be run, and those of `read`; the statement raises its own errors.
pub fn run<const A: usize, R>(
    sql: &CStr,
    arguments: [TypedDatum<'_>; A],
    read: impl FnOnce(Rows<'_>) -> Result<R>,
) -> Result<R> {
    let mut types = arguments.map(TypedDatum::of);
    let mut values = arguments.map(TypedDatum::datum);
    connected(|| {
        // SAFETY: SPI is connected, and the statement has these arguments, none of them NULL.
        unsafe {
            let code = pg_sys::SPI_execute_with_args(
                sql.as_ptr(),
                A as i32,
                types.as_mut_ptr(),
                values.as_mut_ptr(),
                std::ptr::null(),
                false,
                0,
            );
            read(Rows::of_last(code)?)
        }
    })
}

/// Plans find rows by indexes, in their order, and join them one by one: what a session planned when a table was small
/// must do when it is large, and rows are locked in the order of the index.
const BY_INDEX: [(&CStr, &CStr); 4] = [
    (c"enable_seqscan", c"off"),
    (c"enable_bitmapscan", c"off"),
    (c"enable_hashjoin", c"off"),
    (c"enable_mergejoin", c"off"),
];

/// Runs a function that runs statements whose plans use indexes.
pub fn by_index<T>(function: impl FnOnce() -> T) -> T {
    with_settings(&BY_INDEX, function)
}

/// Runs a function that reads tables, which are locked, as they are now: by what was committed, at the isolation level
/// READ COMMITTED, and by what this transaction has done.
pub fn at_new_snapshot<T>(function: impl FnOnce() -> T) -> T {
    // SAFETY: this pushes a snapshot and pops it; an ERROR in between pops it as well.
    unsafe {
        pg_sys::CommandCounterIncrement();
        pg_sys::PushActiveSnapshot(pg_sys::GetTransactionSnapshot());
        let result = function();
        pg_sys::PopActiveSnapshot();
        result
    }
}

/// Returns the only column, of type `bigint`, of the only row of a read-only query; `None` for NULL.
///
/// # Errors
/// As [`first_row`].
pub fn number<const A: usize>(sql: &CStr, arguments: [TypedDatum<'_>; A]) -> Result<Option<i64>> {
    let row = first_row::<A, 1>(sql, arguments)?;
    Ok(row.and_then(|[number]| number).map(|number| number.value() as i64))
}

/// Runs a query, which sees what has been committed by now, as the caller of the function, with settings of its own.
/// Returns the only column of its first row, in the memory of the call; `None` for NULL or no row.
///
/// # Errors
/// XX000 if SPI fails; the query raises its own errors.
pub fn value<'a, const A: usize>(
    sql: &CStr,
    arguments: [TypedDatum<'_>; A],
) -> Result<Option<TypedDatum<'a>>> {
    let read = |table: &pg_sys::SPITupleTable| {
        let [datum] = columns(table)?;
        // SAFETY: the table has this column, whose values are of this type.
        unsafe {
            let of = pg_sys::SPI_gettypeid(table.tupdesc, 1);
            let (mut len, mut by_value) = (0, false);
            pg_sys::get_typlenbyval(of, &raw mut len, &raw mut by_value);
            let copy = |datum| pg_sys::SPI_datumTransfer(datum, by_value, len.into());
            Ok(datum.map(|datum| TypedDatum::new(copy(datum), of)))
        }
    };
    let settings = [SEARCH_PATH, QUIET, ALL_ROWS];
    let found = hiding_context(|| with_settings(&settings, || first(sql, arguments, false, read)))?;
    Ok(found.flatten())
}

/// Returns the columns of the first row of a table, which has one.
fn columns<const N: usize>(table: &pg_sys::SPITupleTable) -> Result<[Option<Datum>; N]> {
    // SAFETY: the table has a descriptor.
    if unsafe { (*table.tupdesc).natts } as usize != N {
        return Err(error::internal("a query has another number of columns than expected"));
    }
    Ok(std::array::from_fn(|column| {
        let mut null = false;
        // SAFETY: the table has a row with this column; columns are counted from 1.
        let datum =
            unsafe { pg_sys::SPI_getbinval(*table.vals, table.tupdesc, column as i32 + 1, &raw mut null) };
        (!null).then_some(datum)
    }))
}
