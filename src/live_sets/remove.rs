//! `bloom_set_expire` and `bloom_set_clear`, which remove layers.

use super::layers::{FEWEST, Layer};
use super::set::LiveSet;
use crate::call::{Call, Declared, sql_functions};
use crate::error::{self, Result};
use crate::pg::catalog::{relation_literal, relation_name};
use crate::pg::query::{self, at_new_snapshot, by_index};
use crate::pg::table::Seen;
use crate::pg::typed::TypedDatum;
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys::{INTERVALOID, Oid};

/// An interval.
type Interval<'a> = Declared<'a, { INTERVALOID.to_u32() }>;

/// A new layer begins when the newest one has taken values for this part of the age at which they are
/// removed.
const PARTS: f64 = 6.0;

/// The oldest layer that stays: the newest one that began so long ago that the layers before it have only older
/// values. They take none since its transaction was committed.
const OLDEST_KEPT: &str = "
SELECT pg_catalog.max(l.layer) FROM ONLY @layers@ AS l
WHERE l.since OPERATOR(pg_catalog.<) (pg_catalog.now() OPERATOR(pg_catalog.-) $1)";

/// Whether the newest layer began long ago.
const IS_OLD: &str = "
SELECT l.since OPERATOR(pg_catalog.<) (pg_catalog.now() OPERATOR(pg_catalog.-) ($1 OPERATOR(pg_catalog./) $2))
FROM ONLY @layers@ AS l ORDER BY l.layer DESC LIMIT 1";

/// Implements `bloom_set_expire(set, older_than, every)`. Returns how many layers it has removed.
fn bloom_set_expire(call: Call<'_>) -> Result<Option<i32>> {
    let (Some(oid), Some(Declared(older_than))) = (call.argument::<Oid>(0), call.argument::<Interval<'_>>(1))
    else {
        return Ok(None);
    };
    let (every, parts) = match call.argument::<Interval<'_>>(2) {
        Some(Declared(every)) => (every, 1.0),
        None => (older_than, PARTS),
    };
    let mut set = LiveSet::open(oid, call.function())?;
    let removed = by_index(|| set.expire(older_than, every, parts))?;
    set.tables.close();
    Ok(Some(removed as i32))
}

impl LiveSet {
    fn expire(&mut self, older_than: TypedDatum<'_>, every: TypedDatum<'_>, parts: f64) -> Result<u64> {
        self.lock_layers()?;
        let newest = at_new_snapshot(|| self.tables.newest())?;
        self.set_fpp(&newest)?;
        let sql = self.statement(OLDEST_KEPT)?.statement()?;
        let mut removed = 0;
        if let Some(kept) = query::run(&sql, [older_than], |rows| Ok(rows.word(0)))? {
            let kept = kept as i32;
            removed = self.remove_layers(kept.saturating_sub(1))?;
            let sql = "UPDATE ONLY @layers@ AS l SET older = false WHERE l.older AND l.layer OPERATOR(pg_catalog.=) $1";
            query::run(&self.statement(sql)?.statement()?, [TypedDatum::integer(kept)], |_| Ok(()))?;
        }
        let sql = self.statement(IS_OLD)?.statement()?;
        if query::run(&sql, [every, TypedDatum::float8(parts)], |rows| Ok(rows.word(0)))? == Some(1) {
            // The capacity is the number of values added since the newest layer began, and a quarter more.
            let values = at_new_snapshot(|| -> Result<f64> {
                let newest = self.tables.newest()?;
                Ok(self.tables.contents(&newest)?.values)
            })?;
            self.grow(((values * 1.25) as i64).max(FEWEST), None)?;
        }
        Ok(removed)
    }

    /// Locks layers up to a number in their order, and removes them. Returns how many there were.
    ///
    /// # Errors
    /// 42501 without the privilege.
    pub fn remove_layers(&self, last: i32) -> Result<u64> {
        let run = |sql| -> Result<u64> {
            let sql = self.statement(sql)?.statement()?;
            query::run(&sql, [TypedDatum::integer(last)], |rows| Ok(rows.count))
        };
        run(
            "SELECT l.layer FROM ONLY @layers@ AS l WHERE l.layer OPERATOR(pg_catalog.<=) $1 ORDER BY l.layer FOR UPDATE",
        )?;
        let removed = run("DELETE FROM ONLY @layers@ AS l WHERE l.layer OPERATOR(pg_catalog.<=) $1")?;
        run("DELETE FROM ONLY @set@ AS s WHERE s.layer OPERATOR(pg_catalog.<=) $1")?;
        Ok(removed)
    }
}

/// Implements `bloom_set_clear(set, capacity)`: removes all layers, and begins one. Returns its number.
fn bloom_set_clear(call: Call<'_>) -> Result<Option<i32>> {
    let Some(oid) = call.argument::<Oid>(0) else { return Ok(None) };
    let mut set = LiveSet::open(oid, call.function())?;
    let number = by_index(|| set.clear(call.argument(1)))?;
    set.tables.close();
    Ok(Some(number))
}

impl LiveSet {
    /// Whatever is missing, the new layer gets a number that was never used.
    fn clear(&mut self, capacity: Option<i64>) -> Result<i32> {
        self.lock_layers()?;
        let all = self.lock_all_layers()?;
        let Some(newest) = all.first() else { return Err(self.without_settings()) };
        let set_fpp = self.set_fpp(newest)?;
        let sql = self.statement("SELECT pg_catalog.max(s.layer) FROM ONLY @set@ AS s")?.statement()?;
        let last = query::run(&sql, [], |rows| Ok(rows.word(0)))?.map_or(0, |number| number as i32);
        let last = Layer { number: newest.number.max(last), ..*newest };
        // As much room as before.
        let before = || all.iter().map(Layer::capacity).fold(0, i64::saturating_add).max(FEWEST);
        let fpp = if newest.grows { set_fpp / 2.0 } else { set_fpp };
        let mut layer = self.next(&last, capacity.unwrap_or_else(before), fpp)?;
        layer.has_older = false;
        self.remove_layers(last.number)?;
        self.insert(&layer)?;
        Ok(layer.number)
    }

    /// Locks the rows of all layers, and reads them, the newest first.
    fn lock_all_layers(&mut self) -> Result<Vec<Layer>> {
        let sql = self.statement("SELECT l.layer FROM ONLY @layers@ AS l ORDER BY l.layer FOR UPDATE")?;
        let sql = sql.statement()?;
        loop {
            let locked = query::run(&sql, [], |rows| Ok(rows.count))?;
            let all = at_new_snapshot(|| self.tables.layers_seen(Seen::Snapshot))?;
            // None may have begun meanwhile.
            if all.len() as u64 == locked {
                return Ok(all);
            }
            pgrx::check_for_interrupts!();
        }
    }

    #[cold]
    fn without_settings(&self) -> error::Error {
        error::new(
            Code::ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
            format!("live set {} has lost its settings", relation_name(self.oid())),
            format!("They were in the rows of {}.", relation_name(self.layers_oid())),
            format!(
                "Restore that table from a backup, or drop the set with SELECT bloom_set_drop({}) and create it again.",
                relation_literal(self.oid())
            ),
        )
    }
}

sql_functions! {
    "bloom_set_expire" => bloom_set_expire,
    "bloom_set_clear" => bloom_set_clear,
}
