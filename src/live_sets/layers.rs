//! The layers of a set, as its table of layers has them, and the parameters of their filters.

use crate::error::{self, Result};
use crate::pg::catalog::{relation_literal, relation_name};
use crate::pg::notice::Notice;
use crate::pg::table::{ColumnIndex, Row, Seen, Table};
use bloom_core::filter::HEADER_LEN;
use bloom_core::layout::Params;
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys::{BOOLOID, FLOAT8OID, INT4OID, Oid};
use std::cmp::Reverse;

/// Number of values that a row is sized for. Smaller rows take more bytes a value, larger ones more to write.
pub const ROW: u32 = 390;

/// Mean number of values in the rows of a full layer. The number of values in a row varies by its square
/// root: at the mean of `ROW`, the mean rate would exceed the rate at the mean.
pub const FULL: u32 = 370;

/// Least number of rows of a new set. For a smaller table the planner would choose a sequential scan and keep
/// it while the set grows, and writers would often wait for each other.
pub const FEWEST_ROWS: u32 = 160;

/// Least capacity of a layer whose capacity the caller does not give.
pub const FEWEST: i64 = (FEWEST_ROWS * FULL) as i64;

/// Ratio of the capacities of a layer and of the one before it. With 2, a set has room for at most twice its
/// values, and 8 layers hold 15 million.
const GROWTH: u32 = 2;

/// Mean number of values in the rows of a set that has far more values than its capacity.
const OVERFULL: u32 = ROW * 3 / 2;

#[derive(Debug, Clone, Copy)]
pub struct Layer {
    pub number: i32,
    pub rows: i32,
    pub grows: bool,
    pub fpp: f64,
    /// Highest rate of the whole set; `None` in a set of 0.3.0, whose functions had it.
    pub set_fpp: Option<f64>,
    pub has_older: bool,
    pub has_newer: bool,
}

impl Layer {
    /// Returns the number of values that the layer has room for.
    pub fn capacity(&self) -> i64 {
        i64::from(self.rows) * i64::from(FULL)
    }

    /// Returns the capacity of the layer that follows this one when it is full.
    pub fn capacity_of_next(&self) -> i64 {
        self.capacity() * i64::from(GROWTH)
    }

    fn is_possible(&self) -> bool {
        let is_rate = |fpp: f64| fpp > 0.0 && fpp < 1.0;
        self.rows > 0 && is_rate(self.fpp) && self.set_fpp.is_none_or(is_rate)
    }
}

/// Columns of a table of layers.
#[derive(Debug, Clone, Copy)]
pub struct LayerColumns {
    number: ColumnIndex,
    rows: ColumnIndex,
    fpp: ColumnIndex,
    grows: ColumnIndex,
    /// Whether a layer has older ones.
    older: ColumnIndex,
    newer: ColumnIndex,
    /// In a set of 0.4.0.
    set_fpp: Option<ColumnIndex>,
}

impl LayerColumns {
    /// Finds the columns.
    ///
    /// # Errors
    /// 42703 if the table lacks one.
    pub fn find(table: &Table) -> Result<Self> {
        Ok(Self {
            number: table.column(c"layer", INT4OID)?,
            rows: table.column(c"shards", INT4OID)?,
            fpp: table.column(c"fpp", FLOAT8OID)?,
            grows: table.column(c"grows", BOOLOID)?,
            older: table.column(c"older", BOOLOID)?,
            newer: table.column(c"newer", BOOLOID)?,
            set_fpp: table.find_column(c"set_fpp", FLOAT8OID),
        })
    }

    fn read(&self, row: &Row<'_>) -> Result<Layer> {
        Ok(Layer {
            number: row.integer(self.number)?,
            rows: row.integer(self.rows)?,
            grows: row.boolean(self.grows)?,
            fpp: row.double(self.fpp)?,
            set_fpp: self.set_fpp.map(|column| row.double(column)).transpose()?,
            has_older: row.boolean(self.older)?,
            has_newer: row.boolean(self.newer)?,
        })
    }
}

/// Reads the layers of a set, the newest first.
///
/// # Errors
/// 55000 if a row has impossible values, 22004 for a NULL.
pub fn read(set: Oid, table: &mut Table, columns: &LayerColumns, seen: Seen) -> Result<Vec<Layer>> {
    let mut all = Vec::new();
    table.for_rows(seen, |row| {
        let layer = columns.read(&row)?;
        if !layer.is_possible() {
            return Err(impossible(set, &layer));
        }
        all.push(layer);
        Ok(())
    })?;
    all.sort_unstable_by_key(|layer| Reverse(layer.number));
    Ok(all)
}

/// Returns the newest layer, unless one is missing.
pub fn newest_of_whole(layers: &[Layer]) -> Option<Layer> {
    let has_gap = layers.windows(2).any(|pair| i64::from(pair[0].number) - i64::from(pair[1].number) != 1);
    let (newest, oldest) = (layers.first()?, layers.last()?);
    (!has_gap && !newest.has_newer && !oldest.has_older).then_some(*newest)
}

#[cold]
fn impossible(set: Oid, layer: &Layer) -> error::Error {
    let Layer { number, rows, fpp, set_fpp, .. } = layer;
    let of_set = set_fpp.map_or_else(String::new, |fpp| format!(", rate of the set {fpp}"));
    error::new(
        Code::ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
        format!("layer {number} of live set {} is malformed", relation_name(set)),
        format!("Its row says: number of rows {rows}, rate {fpp}{of_set}."),
        "Restore the row of the table of layers from a backup.",
    )
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

/// Returns the parameters of the filter in a row.
///
/// # Errors
/// 22023 for an impossible rate, 54000 if a filter cannot have it.
pub fn row_params(fpp: f64) -> Result<Params> {
    Ok(Params::for_capacity(ROW.into(), fpp)?)
}

/// Layers of more bytes than this are announced before they are written.
const LARGE: f64 = 1e9;

/// Raises a notice before a large layer is written.
///
/// # Errors
/// Those of [`row_params`].
pub fn announce(set: Oid, rows: i32, fpp: f64) -> Result<()> {
    let filter = HEADER_LEN + row_params(fpp)?.bitmap_len();
    // A row has 36 bytes more, a page is filled to 85 %, and the index takes 20 bytes.
    let bytes = f64::from(rows) * ((filter + 36) as f64 / 0.85 + 20.0);
    if bytes > LARGE {
        Notice::LargeLayer.say(
            || {
                let name = relation_name(set);
                format!("the new layer of live set {name} takes about {:.0} GB", (bytes / 1e9).ceil())
            },
            "All of its rows are written now.",
            "Cancel the statement to undo it.",
        );
    }
    Ok(())
}

/// Raises a notice if the set does not grow, and rows of its newest layer have far too many values, `filled`
/// on average.
pub fn notice_overfull(set: Oid, newest: &Layer, filled: f64) {
    if newest.grows || filled < f64::from(OVERFULL) {
        return;
    }
    Notice::Overfull.say(
        || format!("live set {} has far more values than its capacity", relation_name(set)),
        &format!(
            "Its newest layer has room for {} values, and the set does not grow by itself.",
            newest.capacity()
        ),
        &format!(
            "Make room: SELECT bloom_set_grow({}, {}).",
            relation_literal(set),
            newest.capacity_of_next()
        ),
    );
}
