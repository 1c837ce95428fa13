//! `bloom_set_grow`, and the growth of a set by itself.

use super::layers::{self, Layer};
use super::set::LiveSet;
use super::tables::{Contents, Tables};
use crate::call::{Call, sql_functions};
use crate::error::{self, Result};
use crate::functions::build;
use crate::pg::catalog::{relation_literal, relation_name};
use crate::pg::names::QualifiedName;
use crate::pg::query::{self, at_new_snapshot};
use crate::pg::random;
use crate::pg::typed::TypedDatum;
use bloom_core::layout::params;
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys::Oid;

/// Number of rows that tell whether a layer is full.
const SAMPLE: i32 = 100;

/// Implements `bloom_set_grow(set, capacity, fpp)`: begins a layer for that many more values; without a
/// capacity, if the newest layer is full. Returns its number.
fn bloom_set_grow(call: Call<'_>) -> Result<Option<i32>> {
    let Some(oid) = call.argument::<Oid>(0) else { return Ok(None) };
    let mut set = LiveSet::open(oid, call.function())?;
    let number = match call.argument::<i64>(1) {
        Some(capacity) => Some(set.grow(capacity, call.argument(2))?),
        None => set.grow_if_full()?,
    };
    set.tables.close();
    Ok(number)
}

impl LiveSet {
    /// Begins a layer, after those that other sessions are beginning.
    ///
    /// # Errors
    /// Those of [`LiveSet::lock_newest`] and [`LiveSet::begin`].
    pub fn grow(&mut self, capacity: i64, fpp: Option<f64>) -> Result<i32> {
        self.lock_newest()?;
        let layers = at_new_snapshot(|| self.tables.layers())?;
        let newest = newest_of(&layers)?;
        let fpp = match fpp {
            Some(fpp) => params::check_fpp(fpp)?,
            None => self.rate_of_next(&newest, &layers)?,
        };
        self.begin(&newest, capacity, fpp)
    }

    /// Begins a layer if the newest one is full, unless another session does so or has done so. Returns its
    /// number.
    ///
    /// # Errors
    /// Those of [`LiveSet::begin`].
    pub fn grow_if_full(&mut self) -> Result<Option<i32>> {
        let full = at_new_snapshot(|| -> Result<Option<Layer>> {
            let newest = self.tables.newest()?;
            Ok(self.tables.is_full(&newest)?.then_some(newest))
        })?;
        let Some(newest) = full else { return Ok(None) };
        let sql = self.statement(
            "SELECT l.layer FROM ONLY @layers@ AS l WHERE l.layer OPERATOR(pg_catalog.=) $1 AND NOT l.newer
             FOR UPDATE SKIP LOCKED",
        )?;
        let number = [TypedDatum::integer(newest.number)];
        if query::run(&sql.statement()?, number, |rows| Ok(rows.count))? == 0 {
            return Ok(None);
        }
        self.grow_locked(newest.capacity_of_next()).map(Some)
    }

    /// Begins a layer for a batch that does not fit, unless another session has done so since.
    ///
    /// # Errors
    /// Those of [`LiveSet::begin`].
    pub fn grow_after(&mut self, newest: &Layer, capacity: i64) -> Result<()> {
        let sql = self.statement(
            "SELECT l.layer FROM ONLY @layers@ AS l WHERE l.layer OPERATOR(pg_catalog.=) $1 AND NOT l.newer FOR UPDATE",
        )?;
        let number = [TypedDatum::integer(newest.number)];
        if query::run(&sql.statement()?, number, |rows| Ok(rows.count))? > 0 {
            self.grow_locked(capacity)?;
        }
        Ok(())
    }

    /// Begins a layer by itself, while the row of the newest one is locked.
    fn grow_locked(&mut self, capacity: i64) -> Result<i32> {
        let layers = at_new_snapshot(|| self.tables.layers())?;
        let newest = newest_of(&layers)?;
        // A set whose rate is not known keeps it, whatever it is.
        let fpp = match newest.set_fpp {
            Some(set_fpp) => rate_of_next(self.oid(), &newest, &layers, set_fpp)?,
            None => newest.fpp / 2.0,
        };
        self.begin(&newest, capacity, fpp)
    }

    /// Locks the row of the newest layer, and whoever begins one waits.
    ///
    /// # Errors
    /// 55000 if a layer is missing.
    pub fn lock_newest(&mut self) -> Result<()> {
        let sql = self.statement("SELECT l.layer FROM ONLY @layers@ AS l WHERE NOT l.newer FOR UPDATE")?;
        let sql = sql.statement()?;
        while query::run(&sql, [], |rows| Ok(rows.count))? == 0 {
            // The layer that was waited for is no longer the newest, or there is none.
            at_new_snapshot(|| self.tables.newest())?;
            pgrx::check_for_interrupts!();
        }
        Ok(())
    }

    /// Locks the table of layers against others that do.
    ///
    /// # Errors
    /// 42501 without a privilege to change it.
    pub fn lock_layers(&self) -> Result<()> {
        let sql = self.statement("LOCK TABLE ONLY @layers@ IN SHARE UPDATE EXCLUSIVE MODE")?;
        query::run(&sql.statement()?, [], |_| Ok(()))
    }

    /// Returns the rate of a layer that follows the newest one.
    ///
    /// # Errors
    /// 55000 if the rate of the set is not known, or is used up.
    pub fn rate_of_next(&self, newest: &Layer, layers: &[Layer]) -> Result<f64> {
        rate_of_next(self.oid(), newest, layers, self.set_fpp(newest)?)
    }

    /// Returns the rate of the set.
    ///
    /// # Errors
    /// 55000 in a set of 0.3.0, whose functions had it.
    pub fn set_fpp(&self, newest: &Layer) -> Result<f64> {
        newest.set_fpp.ok_or_else(|| {
            error::new(
                Code::ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                format!("the rate of live set {} is not known", relation_name(self.oid())),
                "An older version made it, and kept its rate in functions.",
                format!(
                    "Call bloom_set_create({}, ...) with the arguments that it was created with: it keeps the values.",
                    relation_literal(self.oid())
                ),
            )
        })
    }

    /// Begins the layer after the newest one, whose row is locked. Returns its number.
    ///
    /// # Errors
    /// 22023 or 54000 for an impossible capacity or rate.
    pub fn begin(&self, newest: &Layer, capacity: i64, fpp: f64) -> Result<i32> {
        let layer = self.next(newest, capacity, fpp)?;
        self.insert(&layer)?;
        Ok(layer.number)
    }

    /// Returns the layer after the newest one.
    ///
    /// # Errors
    /// Those of [`LiveSet::begin`].
    pub fn next(&self, newest: &Layer, capacity: i64, fpp: f64) -> Result<Layer> {
        let rows = layers::rows(build::capacity(capacity)?)?;
        layers::announce(self.oid(), rows, fpp)?;
        let number = newest.number.checked_add(1).ok_or_else(|| {
            error::new(
                Code::ERRCODE_PROGRAM_LIMIT_EXCEEDED,
                format!("live set {} has had too many layers", relation_name(self.oid())),
                format!("The number of the last one is {}.", newest.number),
                "Create another set, and add the values to it.",
            )
        })?;
        Ok(Layer { number, rows, fpp, has_older: true, has_newer: false, ..*newest })
    }

    /// Adds a layer with empty filters, as the newest one.
    pub fn insert(&self, layer: &Layer) -> Result<()> {
        self.insert_rows(layer)?;
        self.insert_layer(layer)
    }

    /// Adds a layer, whose rows are there, to the table of layers, as the newest one. Others have added values to
    /// older layers until now, and not only until the transaction began.
    pub fn insert_layer(&self, layer: &Layer) -> Result<()> {
        let sql = self.statement("UPDATE ONLY @layers@ AS l SET newer = true WHERE NOT l.newer")?;
        query::run(&sql.statement()?, [], |_| Ok(()))?;
        let sql = self.statement(
            "INSERT INTO @layers@ (layer, shards, fpp, grows, older, since, newer@column@)
             VALUES ($1, $2, $3, $4, $5, pg_catalog.clock_timestamp(), false@value@)",
        )?;
        // The table of a set of 0.3.0 lacks the column.
        let (column, value) = if layer.set_fpp.is_some() { (", set_fpp", ", $6") } else { ("", "") };
        let arguments = [
            TypedDatum::integer(layer.number),
            TypedDatum::integer(layer.rows),
            TypedDatum::float8(layer.fpp),
            TypedDatum::boolean(layer.grows),
            TypedDatum::boolean(layer.has_older),
            TypedDatum::float8(layer.set_fpp.unwrap_or_default()),
        ];
        query::run(&sql.sql("column", column).sql("value", value).statement()?, arguments, |_| Ok(()))
    }

    /// Adds the rows of a layer, with empty filters.
    fn insert_rows(&self, layer: &Layer) -> Result<()> {
        let sql = self.statement(
            "INSERT INTO @set@ (layer, shard, f)
             SELECT $1, i, $2 FROM pg_catalog.generate_series(0, $3 OPERATOR(pg_catalog.-) 1) AS i
             WHERE @bloom@.bloom_progress($4, $3::bigint, 5::double precision)",
        )?;
        let arguments = [
            TypedDatum::integer(layer.number),
            self.types().filter(self.empty_filter(layer.fpp)?),
            TypedDatum::integer(layer.rows),
            self.work("rows written to")?,
        ];
        query::run(&sql.statement()?, arguments, |_| Ok(()))
    }

    /// Returns what a notice about long work says of it.
    pub fn work<'a>(&self, what: &str) -> Result<TypedDatum<'a>> {
        let name = QualifiedName::of_relation(self.oid())?.quoted()?;
        TypedDatum::text(&[what.as_bytes(), b" live set ", &name].concat())
    }
}

impl Tables {
    /// Returns whether a layer is full, of which a large one is sampled.
    ///
    /// # Errors
    /// Those of [`Tables::row`].
    fn is_full(&mut self, layer: &Layer) -> Result<bool> {
        let count = layer.rows.min(SAMPLE);
        let mut contents = Contents::default();
        for number in 0..count {
            let random = (random::fraction() * f64::from(layer.rows)) as i32;
            let row = if layer.rows <= SAMPLE { number } else { random };
            self.row(layer, row, |filter| contents.count(filter))?;
        }
        Ok(contents.room <= 0.0)
    }
}

pub fn newest_of(layers: &[Layer]) -> Result<Layer> {
    layers.first().copied().ok_or_else(|| error::internal("a set without layers"))
}

/// Returns the rate of a new layer: a part of what the others have left of the set's rate. If another layer
/// was given more than its share, a set that grows goes on with half the rate of the newest layer.
///
/// # Errors
/// 55000 if the set does not grow, and nothing is left.
pub fn rate_of_next(set: Oid, newest: &Layer, layers: &[Layer], set_fpp: f64) -> Result<f64> {
    let rest = set_fpp - layers.iter().map(|layer| layer.fpp).sum::<f64>();
    if rest > 0.0 {
        Ok(rest / (layers.len() + 2) as f64)
    } else if newest.grows {
        Ok(newest.fpp / 2.0)
    } else {
        Err(error::new(
            Code::ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
            format!("the layers of live set {} have used up its false-positive rate", relation_name(set)),
            format!("The rate of the set is {set_fpp}."),
            format!(
                "Specify the rate of the new layer, which adds to theirs: SELECT bloom_set_grow({}, {}, {}).",
                relation_literal(set),
                newest.capacity(),
                newest.fpp
            ),
        ))
    }
}

sql_functions! { "bloom_set_grow" => bloom_set_grow }
