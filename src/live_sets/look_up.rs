//! Lookups in live sets: `bloom_set_contains` and `bloom_set_probe`, which the functions of a set call.

use super::layers::{Layer, layers, lost};
use crate::call::{Call, NewDatum, SiteArgument, sql_functions};
use crate::error::{self, Result};
use crate::functions::contains::ProbeCache;
use crate::functions::shard::shard_of;
use crate::pg::catalog;
use crate::pg::detoast::VarlenaRef;
use crate::pg::row::column;
use crate::pg::table::Table;
use crate::value::{Any, Value, check_collation};
use bloom_core::cells::Bits;
use pgrx::pg_sys::{BOOLOID, INT4OID, ItemPointerData, Oid};

enum Found {
    /// The value is in the set, or a false positive.
    Present,
    /// The value is not in the set.
    Absent {
        newest: Layer,
        /// The place of its row in the newest layer.
        place: ItemPointerData,
        /// Whether one of its rows in older layers is open.
        unclosed: bool,
    },
}

#[derive(Default)]
struct LookUpCache {
    probe: ProbeCache<Bits>,
    /// Type of the filters; invalid at first.
    filters: Oid,
}

/// Looks a value up in the layers of a set, beginning with the newest one: `(set, layers, value)`.
fn look_up(call: Call<'_>) -> Result<Found> {
    let (set, layers_table) = (call.required::<Oid>(0)?, call.required::<Oid>(1)?);
    call.with_cache(|LookUpCache { probe: ProbeCache { reader, filter: known }, filters }, site| {
        let Some(value) = Any::read(site, 2)? else { return Err(error::internal("no value")) };
        if *filters == Oid::INVALID {
            // The planner puts the caller's value into the body of the set's function, whose collation the
            // call has.
            let own = call.argument_collation(2);
            if own != Oid::INVALID {
                check_collation(own)?;
            }
            *filters = catalog::type_beside(call.function(), c"bloom");
        }
        value.with_canonical(site, 2, reader, |element, canonical| {
            let row_of = |shards| shard_of(element, canonical, shards);
            let contains = |filter: VarlenaRef<'_>| known.contains(filter, site.memory, element, canonical);
            look_up_in(Table::open(set)?, Table::open(layers_table)?, *filters, row_of, contains)
        })?
    })
}

/// Looks up the value whose number of a row `row_of` returns, and which `contains` looks for in a filter.
///
/// A row of the newest layer is never closed: whatever snapshot shows that a row was closed shows the newer layer for which
/// it was closed.
fn look_up_in(
    mut set: Table,
    layers_table: Table,
    filters: Oid,
    row_of: impl Fn(i32) -> Result<i32>,
    mut contains: impl FnMut(VarlenaRef<'_>) -> Result<bool>,
) -> Result<Found> {
    let layers = layers(set.oid(), layers_table)?;
    let key = set.key([set.column(c"layer", INT4OID)?, set.column(c"shard", INT4OID)?])?;
    let (f, open) = (set.column(c"f", filters)?, set.column(c"open", BOOLOID)?);
    let (mut newest, mut unclosed) = (None, false);
    for layer in layers {
        pgrx::check_for_interrupts!();
        let row = set.row(&key, [layer.number, row_of(layer.rows)?], |row| {
            let place = if row.boolean(open)? { Some(row.place()) } else { None };
            Ok((contains(row.varlena(f)?)?, place))
        })?;
        let (present, place) = row.ok_or_else(|| lost(set.oid(), "a row is missing in", ""))?;
        if present {
            set.close();
            return Ok(Found::Present);
        }
        match (&newest, place) {
            (Some(_), place) => unclosed |= place.is_some(),
            (None, Some(place)) => newest = Some((layer, place)),
            (None, None) => {
                return Err(lost(set.oid(), "a row is closed in", ", although its layer is the newest"));
            }
        }
    }
    let (newest, place) = newest.ok_or_else(|| error::internal("a set without layers"))?;
    set.close();
    Ok(Found::Absent { newest, place, unclosed })
}

/// Implements `bloom_set_contains(set, layers, value)`.
fn bloom_set_contains(call: Call<'_>) -> Result<bool> {
    Ok(matches!(look_up(call)?, Found::Present))
}

/// Implements `bloom_set_probe(set, layers, value)`: where to add a value; NULL if it is present.
fn bloom_set_probe(call: Call<'_>) -> Result<Option<NewDatum>> {
    let Found::Absent { newest, place, unclosed } = look_up(call)? else { return Ok(None) };
    let columns =
        [column(newest.number), column(newest.rows), column(newest.grows), column(place), column(unclosed)];
    call.row(&columns).map(Some)
}

sql_functions! {
    "bloom_set_contains" => bloom_set_contains,
    "bloom_set_probe" => bloom_set_probe,
}
