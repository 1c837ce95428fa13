//! `bloom_set_add`: one value is added by one UPDATE.

use super::item::Item;
use super::layers::{self, Layer, ROW};
use super::look_up::Found;
use super::set::LiveSet;
use crate::call::{Call, SiteArgument, sql_functions};
use crate::error::{self, Result};
use crate::functions::contains::ProbeCache;
use crate::pg::detoast::VarlenaRef;
use crate::pg::notice::Notice;
use crate::pg::query::at_new_snapshot;
use crate::pg::random;
use crate::pg::typed::TypedDatum;
use crate::value::{Any, Value};
use bloom_core::cells::Bits;
use pgrx::pg_sys::{ItemPointerData, Oid};

/// Adds a value to its row if it is absent. If two sessions do so at once, one waits, rechecks the row, and
/// finds the value there.
const ADD: &str = "
UPDATE ONLY @set@ AS s SET f = @bloom@.bloom_add_hash(s.f, $1)
WHERE s.ctid OPERATOR(pg_catalog.=) $2 AND s.layer OPERATOR(pg_catalog.=) $3 AND s.shard OPERATOR(pg_catalog.=) $4
    AND s.open AND NOT @bloom@.bloom_contains_hash(s.f, $1)
RETURNING @bloom@.bloom_count(s.f)";

const CLOSE: &str = "
UPDATE ONLY @set@ AS s SET open = false
WHERE s.layer OPERATOR(pg_catalog.=) $1 AND s.shard OPERATOR(pg_catalog.=) $2 AND s.open";

/// Number of checks whether a layer is full, for each time that all of its rows have got values.
const CHECKS: f64 = 10.0;

/// A row to which a value could not be added. If it is met again as it was, something keeps it from being
/// changed.
#[derive(PartialEq)]
struct Tried(i32, [u16; 3], bool);

/// Implements `bloom_set_add(set, value)`.
fn bloom_set_add(call: Call<'_>) -> Result<bool> {
    let oid = call.required::<Oid>(0)?;
    call.with_cache(|ProbeCache::<Bits> { reader, filter: known }, site| {
        let Some(value) = Any::read(site, 1)? else { return Err(error::internal("no value")) };
        let item = value.with_canonical(site, 1, reader, Item::new)??;
        let mut set = LiveSet::open(oid, call.function())?;
        set.check_domain(value.of())?;
        let contains = |filter: VarlenaRef<'_>| known.contains(filter, site.memory, item.element, item.hash);
        let is_new = set.add(&item, contains).map_err(|error| set.about(error, Some(value.of())))?;
        set.tables.close();
        Ok(is_new)
    })
}

impl LiveSet {
    /// Adds a value, which `contains` looks for in a filter. Returns whether it was new.
    fn add(&mut self, item: &Item, mut contains: impl FnMut(VarlenaRef<'_>) -> Result<bool>) -> Result<bool> {
        let mut tried = None;
        loop {
            let found = at_new_snapshot(|| self.tables.look_up(item, &mut contains))?;
            let Found::Absent { newest, place, unclosed } = found else { return Ok(false) };
            let try_next = Tried(newest.number, words(place), unclosed);
            if unclosed {
                // Wait for sessions that still add to these rows, then look for the value again.
                let mut closed = 0;
                for layer in at_new_snapshot(|| self.tables.layers())?.iter().rev() {
                    if layer.number < newest.number {
                        closed += self.close_row(layer, item.row(layer.rows)?)?;
                    }
                }
                if closed > 0 {
                    tried = None;
                    continue;
                }
            } else if let Some(filled) = self.add_to_row(item, &newest, place)? {
                // The fullest rows show early enough that a layer is full.
                self.after_addition(&newest, filled, ROW, 1)?;
                return Ok(true);
            }
            // Meanwhile the value was added, or its row was closed or moved.
            if tried.as_ref() == Some(&try_next) {
                return Err(self.suppressed());
            }
            tried = Some(try_next);
        }
    }

    /// Adds a value to a row. Returns the number of values that the row has then; `None` if it was not
    /// changed.
    fn add_to_row(&self, item: &Item, newest: &Layer, place: ItemPointerData) -> Result<Option<f64>> {
        let arguments = [
            self.types().hash(item.value_hash()),
            TypedDatum::tid(place),
            TypedDatum::integer(newest.number),
            TypedDatum::integer(item.row(newest.rows)?),
        ];
        let sql = || self.statement(ADD)?.statement();
        // What a row holds is none of the caller's business.
        Notice::suppress_in(|| {
            self.plans()
                .add
                .run(self.oid(), sql, arguments, |rows| Ok(rows.word(0).map(|count| count as i64 as f64)))
        })
    }

    /// Closes a row of an older layer. Returns how many rows were changed.
    pub fn close_row(&self, layer: &Layer, row: i32) -> Result<u64> {
        let sql = || self.statement(CLOSE)?.statement();
        let arguments = [TypedDatum::integer(layer.number), TypedDatum::integer(row)];
        self.plans().close.run(self.oid(), sql, arguments, |rows| Ok(rows.count))
    }

    /// Begins a layer if the newest one may be full: values were added to so many of its rows, which then
    /// have `filled` values on average, and `full` is how many those of a full layer have.
    ///
    /// # Errors
    /// Those of growing.
    pub fn after_addition(&mut self, newest: &Layer, filled: f64, full: u32, rows: usize) -> Result<()> {
        layers::notice_overfull(self.oid(), newest, filled);
        let checks = random::fraction() * f64::from(newest.rows) < CHECKS * rows as f64;
        if newest.grows && filled >= f64::from(full) && checks {
            self.grow_if_full()?;
        }
        Ok(())
    }
}

/// Returns the parts of a place, to be compared.
fn words(place: ItemPointerData) -> [u16; 3] {
    [place.ip_blkid.bi_hi, place.ip_blkid.bi_lo, place.ip_posid]
}

sql_functions! { "bloom_set_add" => bloom_set_add }
