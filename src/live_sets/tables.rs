//! The tables of a set, open for reading.

use super::layers::{self, FULL, Layer, LayerColumns};
use crate::error::{self, Result};
use crate::pg::catalog::{relation_literal, relation_name};
use crate::pg::detoast::{Varlena, VarlenaRef};
use crate::pg::table::{ColumnIndex, Key, Seen, Table};
use bloom_core::cells::Bits;
use bloom_core::filter::Filter;
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys::{BOOLOID, INT4OID, ItemPointerData, Oid};

/// Tables of a set that are locked as by a query.
#[derive(Debug)]
pub struct Tables {
    pub set: Oid,
    filters: Table,
    layers: Table,
    columns: Columns,
}

/// Columns of the tables.
#[derive(Debug, Clone, Copy)]
pub struct Columns {
    key: Key<2>,
    shard: ColumnIndex,
    f: ColumnIndex,
    open: ColumnIndex,
    layers: LayerColumns,
}

impl Columns {
    /// Finds the columns of the tables of a set, whose filters are of type `bloom`.
    ///
    /// # Errors
    /// 42809 and 42703 if the tables have another key or other columns.
    pub fn find(filters: &Table, layers: &Table, bloom: Oid) -> Result<Self> {
        let [layer, shard] = [filters.column(c"layer", INT4OID)?, filters.column(c"shard", INT4OID)?];
        Ok(Self {
            key: filters.key([layer, shard])?,
            shard,
            f: filters.column(c"f", bloom)?,
            open: filters.column(c"open", BOOLOID)?,
            layers: LayerColumns::find(layers)?,
        })
    }
}

/// What rows of a layer hold.
#[derive(Debug, Default)]
pub struct Contents {
    pub rows: f64,
    /// Estimated number of values.
    pub values: f64,
    /// Number of values that fit into these rows beside them; negative if there are too many.
    pub room: f64,
    /// Sum of the rates of the filters.
    rates: f64,
}

impl Contents {
    /// Counts a row.
    ///
    /// # Errors
    /// XX001 if the filter is damaged.
    pub fn count(&mut self, filter: VarlenaRef<'_>) -> Result<()> {
        let filter = Varlena::from(filter);
        let counts = Filter::<Bits>::new(filter.bytes())?.counts();
        self.rows += 1.0;
        self.values += counts.estimated_count;
        self.room += f64::from(FULL) - counts.estimated_count;
        self.rates += counts.current_fpp;
        Ok(())
    }

    /// Returns the mean rate of the filters.
    pub fn rate(&self) -> f64 {
        self.rates / self.rows
    }
}

impl Tables {
    /// Opens the tables of a set, whose columns `find` returns.
    ///
    /// # Errors
    /// Those of [`Table::open`] and `find`.
    pub fn open(set: Oid, layers: Oid, find: impl FnOnce(&Table, &Table) -> Result<Columns>) -> Result<Self> {
        let (filters, layers) = (Table::open(set)?, Table::open(layers)?);
        let columns = find(&filters, &layers)?;
        Ok(Self { set, filters, layers, columns })
    }

    pub fn close(self) {
        self.filters.close();
        self.layers.close();
    }

    /// Reads the layers that the current snapshot shows, the newest first; at least one.
    ///
    /// # Errors
    /// 55000 if a layer is missing, 40001 if it is not for a newer snapshot.
    pub fn layers(&mut self) -> Result<Vec<Layer>> {
        let all = self.layers_seen(Seen::Snapshot)?;
        if layers::newest_of_whole(&all).is_some() {
            return Ok(all);
        }
        Err(match layers::newest_of_whole(&self.layers_seen(Seen::Latest)?) {
            Some(_) => rewritten(self.set),
            None => lost(self.set, "a layer is missing in", ""),
        })
    }

    /// Reads the newest layer that the current snapshot shows.
    ///
    /// # Errors
    /// Those of [`Tables::layers`].
    pub fn newest(&mut self) -> Result<Layer> {
        let layers = self.layers()?;
        layers.first().copied().ok_or_else(|| error::internal("a set without layers"))
    }

    /// Reads the rows of layers, the newest first, whether or not one is missing.
    ///
    /// # Errors
    /// Those of [`layers::read`].
    pub fn layers_seen(&mut self, seen: Seen) -> Result<Vec<Layer>> {
        layers::read(self.set, &mut self.layers, &self.columns.layers, seen)
    }

    /// Calls `visit` with the filter of a row, and returns its result and the place of the row if it is open.
    ///
    /// # Errors
    /// Those of `visit`; 55000 if the row is missing, 40001 if it is not for a newer snapshot.
    pub fn row<T>(
        &mut self,
        layer: &Layer,
        row: i32,
        mut visit: impl FnMut(VarlenaRef<'_>) -> Result<T>,
    ) -> Result<(T, Option<ItemPointerData>)> {
        pgrx::check_for_interrupts!();
        let Columns { key, f, open, .. } = self.columns;
        let found = self.filters.row(Seen::Snapshot, &key, [layer.number, row], |row| {
            let place = if row.boolean(open)? { Some(row.place()) } else { None };
            Ok((visit(row.varlena(f)?)?, place))
        })?;
        found.ok_or_else(|| self.without_row(layer, row))
    }

    /// Counts what the rows of a layer hold.
    ///
    /// # Errors
    /// As for [`Tables::row`].
    pub fn contents(&mut self, layer: &Layer) -> Result<Contents> {
        let mut contents = Contents::default();
        let (Columns { key, shard, f, .. }, mut expected) = (self.columns, 0);
        self.filters.rows(Seen::Snapshot, &key, &[layer.number], |row| {
            pgrx::check_for_interrupts!();
            if row.integer(shard)? != expected || expected == layer.rows {
                return Ok(false);
            }
            expected += 1;
            contents.count(row.varlena(f)?)?;
            Ok(true)
        })?;
        if expected == layer.rows { Ok(contents) } else { Err(self.without_row(layer, expected)) }
    }

    /// Creates the error for a row that the current snapshot does not show.
    #[cold]
    fn without_row(&mut self, layer: &Layer, row: i32) -> error::Error {
        let mut is_there = || -> Result<bool> {
            let now = self.layers_seen(Seen::Latest)?;
            let is_whole = layers::newest_of_whole(&now).is_some();
            let has_layer = now.iter().any(|now| now.number == layer.number);
            let row = self.filters.row(Seen::Latest, &self.columns.key, [layer.number, row], |_| Ok(()))?;
            Ok(is_whole && (row.is_some() || !has_layer))
        };
        match is_there() {
            Ok(true) => rewritten(self.set),
            Ok(false) => lost(self.set, "a row is missing in", ""),
            Err(error) => error,
        }
    }

    /// Creates the error for a row that is closed although its layer is the newest.
    #[cold]
    pub fn closed(&self) -> error::Error {
        lost(self.set, "a row is closed in", ", although its layer is the newest")
    }
}

/// Creates the error for a set that has lost rows, with what stands before and after its name.
#[cold]
fn lost(set: Oid, before: &str, after: &str) -> error::Error {
    error::new(
        Code::ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
        format!("{before} live set {}{after}", relation_name(set)),
        "Without what is missing the answer may be wrong.",
        format!(
            "Restore both tables of the set from a backup, or empty it with SELECT bloom_set_clear({}) and add the values \
             again.",
            relation_literal(set)
        ),
    )
}

/// Creates the error for a set whose rows a newer snapshot shows.
#[cold]
fn rewritten(set: Oid) -> error::Error {
    error::new(
        Code::ERRCODE_T_R_SERIALIZATION_FAILURE,
        format!("could not serialize access due to a concurrent change of live set {}", relation_name(set)),
        "A table of the set was rewritten after the snapshot was taken.",
        "Try the transaction again.",
    )
}
