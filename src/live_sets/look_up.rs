//! Lookups: `bloom_set_contains`, which runs no query.

use super::item::Item;
use super::layers::Layer;
use super::set::LiveSet;
use super::tables::Tables;
use crate::call::{Call, SiteArgument, sql_functions};
use crate::error::{self, Result};
use crate::functions::contains::ProbeCache;
use crate::pg::detoast::VarlenaRef;
use crate::value::{Any, Value};
use bloom_core::cells::Bits;
use pgrx::pg_sys::{ItemPointerData, Oid};

pub enum Found {
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

impl Tables {
    /// Looks a value up, which `contains` looks for in a filter, in the layers that the current snapshot
    /// shows, beginning with the newest one.
    ///
    /// A row of the newest layer is never closed: whatever snapshot shows that a row was closed shows the
    /// newer layer for which it was closed.
    ///
    /// # Errors Those of `contains`, [`Tables::layers`] and [`Tables::row`]; 55000 if the row of the newest
    /// layer is closed.
    pub fn look_up(
        &mut self,
        item: &Item,
        mut contains: impl FnMut(VarlenaRef<'_>) -> Result<bool>,
    ) -> Result<Found> {
        let (mut newest, mut unclosed) = (None, false);
        for layer in self.layers()? {
            let (present, place) = self.row(&layer, item.row(layer.rows)?, &mut contains)?;
            if present {
                return Ok(Found::Present);
            }
            match (&newest, place) {
                (Some(_), place) => unclosed |= place.is_some(),
                (None, Some(place)) => newest = Some((layer, place)),
                (None, None) => return Err(self.closed()),
            }
        }
        let (newest, place) = newest.ok_or_else(|| error::internal("a set without layers"))?;
        Ok(Found::Absent { newest, place, unclosed })
    }
}

/// Implements `bloom_set_contains(set, value)`.
fn bloom_set_contains(call: Call<'_>) -> Result<bool> {
    let oid = call.required::<Oid>(0)?;
    call.with_cache(|ProbeCache::<Bits> { reader, filter: known }, site| {
        let Some(value) = Any::read(site, 1)? else { return Err(error::internal("no value")) };
        let item = value.with_canonical(site, 1, reader, Item::new)??;
        let mut set = LiveSet::open(oid, call.function())?;
        let contains = |filter: VarlenaRef<'_>| known.contains(filter, site.memory, item.element, item.hash);
        let found = set.tables.look_up(&item, contains);
        let found = found.map_err(|error| set.about(error, Some(value.of())))?;
        set.tables.close();
        Ok(matches!(found, Found::Present))
    })
}

sql_functions! { "bloom_set_contains_value" => bloom_set_contains }
