//! What the functions of sets call that older releases made, until the extension in their database is
//! updated; and after that their function `contains`.

use super::grow::rate_of_next;
use super::item::Item;
use super::layers;
use super::load::select;
use super::look_up::Found;
use super::tables::{Columns, Tables};
use crate::call::{Call, NewDatum, SiteArgument, sql_functions};
use crate::error::{self, Result};
use crate::functions::build;
use crate::functions::contains::ProbeCache;
use crate::pg::detoast::{Varlena, VarlenaRef};
use crate::pg::row::column;
use crate::pg::varlena::NewVarlena;
use crate::types::OwnTypes;
use crate::value::{Any, Value, check_collation};
use bloom_core::cells::Bits;
use bloom_core::layout::params;
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys::Oid;

/// Opens the tables in the first two arguments.
fn tables(call: Call<'_>) -> Result<Tables> {
    let bloom = OwnTypes::beside(call.function()).bloom();
    Tables::open(call.required(0)?, call.required(1)?, |set, layers| Columns::find(set, layers, bloom))
}

#[derive(Default)]
struct LookUpCache {
    probe: ProbeCache<Bits>,
    collation_is_checked: bool,
}

/// Looks up the value in argument 2.
fn look_up(call: Call<'_>) -> Result<Found> {
    call.with_cache(
        |LookUpCache { probe: ProbeCache { reader, filter: known }, collation_is_checked }, site| {
            let Some(value) = Any::read(site, 2)? else { return Err(error::internal("no value")) };
            if !*collation_is_checked {
                // The planner puts the caller's value into the body of the set's function, whose collation
                // the call has.
                let own = call.argument_collation(2);
                if own != Oid::INVALID {
                    check_collation(own)?;
                }
                *collation_is_checked = true;
            }
            let item = value.with_canonical(site, 2, reader, Item::new)??;
            let mut tables = tables(call)?;
            let contains =
                |filter: VarlenaRef<'_>| known.contains(filter, site.memory, item.element, item.hash);
            let found = tables.look_up(&item, contains)?;
            tables.close();
            Ok(found)
        },
    )
}

/// Implements `bloom_set_probe(set, layers, value)`: where to add a value; NULL if it is present.
fn bloom_set_probe(call: Call<'_>) -> Result<Option<NewDatum>> {
    let Found::Absent { newest, place, unclosed } = look_up(call)? else { return Ok(None) };
    let columns =
        [column(newest.number), column(newest.rows), column(newest.grows), column(place), column(unclosed)];
    call.row(&columns).map(Some)
}

/// Implements `bloom_set_newest(set, layers)`: the newest layer.
fn bloom_set_newest(call: Call<'_>) -> Result<NewDatum> {
    let mut tables = tables(call)?;
    let newest = tables.newest()?;
    tables.close();
    call.row(&[column(newest.number), column(newest.rows), column(newest.fpp), column(newest.grows)])
}

/// Implements `bloom_set_next(set, layers, set_fpp, capacity, fpp)`: what a layer for `capacity` more values
/// will be.
fn bloom_set_next(call: Call<'_>) -> Result<Option<NewDatum>> {
    let (Some(set_fpp), Some(capacity)) = (call.argument::<f64>(2), call.argument::<i64>(3)) else {
        return Ok(None);
    };
    let rows = layers::rows(build::capacity(capacity)?)?;
    let mut tables = tables(call)?;
    let (set, all) = (tables.set, tables.layers()?);
    let newest = tables.newest()?;
    tables.close();
    let fpp = match call.argument::<f64>(4) {
        Some(fpp) => params::check_fpp(fpp)?,
        None => rate_of_next(set, &newest, &all, set_fpp)?,
    };
    layers::announce(set, rows, fpp)?;
    let number = newest.number.saturating_add(1);
    call.row(&[column(number), column(rows), column(fpp), column(newest.grows)]).map(Some)
}

/// Implements `bloom_set_query(query)`: the query as it can stand in parentheses.
fn bloom_set_query(call: Call<'_>) -> Result<NewVarlena> {
    let text = call.required::<Varlena<'_>>(0)?;
    NewVarlena::copy_of(select(text.bytes())?)
}

/// Implements `bloom_set_upgrade(set)`, which replaced the functions of a set.
fn bloom_set_upgrade(_: Call<'_>) -> Result<()> {
    Err(older_extension())
}

/// Creates the error for a database whose extension is older than its library.
#[cold]
pub fn older_extension() -> error::Error {
    error::new(
        Code::ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
        "the extension in this database is older than its library",
        "It lacks the functions of live sets.",
        "Update it first: ALTER EXTENSION bloom_rs UPDATE.",
    )
}

sql_functions! {
    "bloom_set_contains" => |call| Ok(matches!(look_up(call)?, Found::Present)),
    "bloom_set_probe" => bloom_set_probe,
    "bloom_set_newest" => bloom_set_newest,
    "bloom_set_next" => bloom_set_next,
    "bloom_set_query" => bloom_set_query,
    "bloom_set_upgrade" => bloom_set_upgrade,
}
