//! The layers of live sets: `bloom_set_newest` and `bloom_set_next`, which the functions of a set call.

use crate::call::{Call, NewDatum, sql_functions};
use crate::error::{self, Result};
use crate::functions::build;
use crate::pg::catalog::relation_name;
use crate::pg::encoding::to_message;
use crate::pg::names::QualifiedName;
use crate::pg::notice::Notice;
use crate::pg::row::column;
use crate::pg::table::{Seen, Table};
use bloom_core::filter::HEADER_LEN;
use bloom_core::layout::{Params, params};
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys::{BOOLOID, FLOAT8OID, INT4OID, Oid};
use std::cmp::Reverse;

/// Number of values that a row is sized for. Smaller rows take more bytes a value, larger ones more to write.
pub const ROW: u32 = 390;

/// Mean number of values in the rows of a full layer. The number of values in a row varies by its square root: at the
/// mean of `ROW`, the mean rate would exceed the rate at the mean.
pub const FULL: u32 = 370;

#[derive(Debug, Clone, Copy)]
pub struct Layer {
    pub number: i32,
    pub rows: i32,
    pub grows: bool,
    fpp: f64,
    /// Whether there are older layers, and whether there are newer ones; `None` if a set of 0.2.0 does not say it.
    others: Option<(bool, bool)>,
}

/// Reads the layers of a set, the newest first; at least one.
///
/// # Errors
/// 55000 if a layer is missing.
pub fn layers(set: Oid, mut table: Table) -> Result<Vec<Layer>> {
    let [number, rows] = [table.column(c"layer", INT4OID)?, table.column(c"shards", INT4OID)?];
    let (fpp, grows) = (table.column(c"fpp", FLOAT8OID)?, table.column(c"grows", BOOLOID)?);
    let others = table.find_column(c"older", BOOLOID).zip(table.find_column(c"newer", BOOLOID));
    let mut all = Vec::new();
    table.for_rows(Seen::Snapshot, |row| {
        all.push(Layer {
            number: row.integer(number)?,
            rows: row.integer(rows)?,
            grows: row.boolean(grows)?,
            fpp: row.double(fpp)?,
            others: match others {
                Some((older, newer)) => Some((row.boolean(older)?, row.boolean(newer)?)),
                None => None,
            },
        });
        Ok(())
    })?;
    table.close();
    all.sort_unstable_by_key(|layer: &Layer| Reverse(layer.number));
    let has_gap = all.windows(2).any(|pair| pair[0].number - pair[1].number != 1);
    let (newest, oldest) = (all.first(), all.last());
    let is_last = newest.is_some_and(|layer| layer.others.is_none_or(|(_, newer)| !newer));
    let is_first = oldest.is_some_and(|layer| layer.others.is_none_or(|(older, _)| !older));
    if has_gap || !is_last || !is_first {
        return Err(lost(set, "a layer is missing in", ""));
    }
    Ok(all)
}

/// Creates the error for a set that has lost rows, with what stands before and after its name.
#[cold]
pub fn lost(set: Oid, before: &str, after: &str) -> error::Error {
    let clear = QualifiedName::of_relation(set).and_then(|name| name.with_suffix("_clear")?.quoted());
    error::new(
        Code::ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
        format!("{before} {}{after}", relation_name(set)),
        "Without what is missing the answer may be wrong.",
        clear.map_or_else(
            |_| String::new(),
            |clear| {
                format!(
                    "Restore both tables of the set from a backup, or empty the set with SELECT {}() and add the values \
                     again.",
                    to_message(&clear)
                )
            },
        ),
    )
}

/// Implements `bloom_set_newest(set, layers)`: the newest layer.
fn bloom_set_newest(call: Call<'_>) -> Result<NewDatum> {
    let newest = newest(&layers(call.required(0)?, Table::open(call.required(1)?)?)?)?;
    call.row(&[column(newest.number), column(newest.rows), column(newest.fpp), column(newest.grows)])
}

fn newest(layers: &[Layer]) -> Result<Layer> {
    layers.first().copied().ok_or_else(|| error::internal("a set without layers"))
}

/// Implements `bloom_set_next(set, layers, set_fpp, capacity, fpp)`: what a layer for `capacity` more values will be. Without
/// `fpp` it takes a part of the rate that the other layers have left.
fn bloom_set_next(call: Call<'_>) -> Result<Option<NewDatum>> {
    let (Some(set), Some(table), Some(of_set), Some(capacity)) =
        (call.argument::<Oid>(0), call.argument::<Oid>(1), call.argument::<f64>(2), call.argument::<i64>(3))
    else {
        return Ok(None);
    };
    let rows = rows(build::capacity(capacity)?)?;
    let layers = layers(set, Table::open(table)?)?;
    let newest = newest(&layers)?;
    let fpp = match call.argument::<f64>(4) {
        Some(fpp) => params::check_fpp(fpp)?,
        None => rest(set, of_set, &layers)?,
    };
    announce(set, rows, fpp)?;
    let number = newest.number.checked_add(1).ok_or_else(|| error::internal("too many layers"))?;
    call.row(&[column(number), column(rows), column(fpp), column(newest.grows)]).map(Some)
}

/// Returns the number of rows of a layer.
///
/// # Errors
/// 54000 if a table cannot number them.
pub fn rows(capacity: u64) -> Result<i32> {
    i32::try_from(capacity.div_ceil(FULL.into())).map_err(|_| {
        error::new(
            Code::ERRCODE_PROGRAM_LIMIT_EXCEEDED,
            "capacity is too large for a layer of a live set",
            format!("It is {capacity}. A layer has room for {} values.", u64::from(FULL) * i32::MAX as u64),
            "Specify the number of values to expect.",
        )
    })
}

/// Returns the rate of a new layer. If another layer was given more than its share, a set that grows goes on with half
/// the rate of the newest layer.
fn rest(set: Oid, of_set: f64, layers: &[Layer]) -> Result<f64> {
    let rest = of_set - layers.iter().map(|layer| layer.fpp).sum::<f64>();
    let newest = newest(layers)?;
    if rest > 0.0 {
        Ok(rest / (layers.len() + 2) as f64)
    } else if newest.grows {
        Ok(newest.fpp / 2.0)
    } else {
        Err(error::new(
            Code::ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
            format!("the layers of {} have used up its false-positive rate", relation_name(set)),
            format!("The rate of the set is {of_set}."),
            "Make room with the set's function grow, and specify the rate of the new layer as its second argument. It adds \
             to the rates of the other layers.",
        ))
    }
}

/// Returns the parameters of the filter in a row.
///
/// # Errors
/// 54000 if a filter cannot have such a rate.
pub fn row_params(fpp: f64) -> Result<Params> {
    Ok(Params::for_capacity(ROW.into(), fpp)?)
}

/// Layers of more bytes than this are announced before they are written.
const LARGE: f64 = 1e9;

/// Raises a notice before a large layer is written. Checks that its rows can have such a rate.
fn announce(set: Oid, rows: i32, fpp: f64) -> Result<()> {
    let filter = HEADER_LEN + row_params(fpp)?.bitmap_len();
    // A row has 36 bytes more, a page is filled to 85 %, and the index takes 20 bytes.
    let bytes = f64::from(rows) * ((filter + 36) as f64 / 0.85 + 20.0);
    if bytes > LARGE {
        Notice::LargeLayer.say(
            || {
                let name = relation_name(set);
                format!("the new layer of {name} takes about {:.0} GB", (bytes / 1e9).ceil())
            },
            "All of its rows are written now.",
            "Cancel the statement to undo it.",
        );
    }
    Ok(())
}

sql_functions! {
    "bloom_set_newest" => bloom_set_newest,
    "bloom_set_next" => bloom_set_next,
}
