//! `bloom_set_add_all`: the values of an array are added by one UPDATE.

use super::item::Item;
use super::layers::{FULL, Layer};
use super::set::LiveSet;
use crate::cache::CachedFilter;
use crate::call::{Call, NewSet, sql_functions};
use crate::error::{self, Result};
use crate::functions::contains::ProbeCache;
use crate::pg::array::{Array, new_array};
use crate::pg::detoast::Varlena;
use crate::pg::list::List;
use crate::pg::memory::Memory;
use crate::pg::query::{Rows, at_new_snapshot, by_index};
use crate::pg::typed::TypedDatum;
use crate::types::filter::NewBloom;
use bloom_core::cells::Bits;
use bloom_core::filter::{self, Filter};
use pgrx::pg_sys::{INT4OID, Oid, TIDOID};
use std::ops::Range;

/// Locks rows of a layer in their order.
const LOCK_ROWS: &str = "
SELECT r.shard, r.place, r.open, r.f
FROM pg_catalog.unnest($2) AS q (shard), LATERAL (
    SELECT s.shard, s.ctid AS place, s.open, s.f FROM ONLY @set@ AS s
    WHERE s.layer OPERATOR(pg_catalog.=) $1 AND s.shard OPERATOR(pg_catalog.=) q.shard
    FOR NO KEY UPDATE
) AS r";

/// A new statement, to see the locked rows.
const CHANGE_ROWS: &str = "
UPDATE ONLY @set@ AS s SET f = n.f
FROM ROWS FROM (pg_catalog.unnest($1), pg_catalog.unnest($2)) AS n (place, f)
WHERE s.ctid OPERATOR(pg_catalog.=) n.place";

/// Two batches of more values than the square root of this times the number of rows have at least that many
/// rows in common.
const IN_COMMON: usize = 8;

/// If a batch has more new values than this for each row, a twelfth of the capacity, it is checked whether
/// they fit.
const MANY: i64 = 32;

/// A value of a batch.
#[derive(Clone, Copy)]
struct Member<'a> {
    item: Item,
    value: TypedDatum<'a>,
    is_known: bool,
}

/// The values of a batch that are not known yet, in the order of their rows in any layer.
type Batch<'a> = List<Member<'a>>;

/// Open rows of older layers.
type Unclosed = List<(Layer, i32)>;

/// Implements `bloom_set_add_all(set, values)`.
fn bloom_set_add_all(call: Call<'_>) -> Result<NewSet> {
    let mut added = call.new_set()?;
    let (oid, array) = (call.required::<Oid>(0)?, call.required::<Array<'_>>(1)?);
    call.with_cache(|ProbeCache::<Bits> { reader, filter: filters }, site| {
        let mut batch = List::with_capacity(Memory::of_this_call(), array.len());
        let mut values = array.iter();
        array.try_each(site, reader, |canonical| {
            let value = values.next().flatten();
            if let (Some((element, bytes)), Some(value)) = (canonical, value) {
                batch.push(Member { item: Item::new(element, bytes)?, value, is_known: false });
            }
            Ok(None::<()>)
        })?;
        let mut set = LiveSet::open(oid, call.function())?;
        if !batch.is_empty() {
            set.check_domain(array.of())?;
        }
        sort(&mut batch);
        let done = by_index(|| set.add_all(&mut batch, filters, site.memory, &mut added));
        done.map_err(|error| set.about(error, Some(array.of())))?;
        set.tables.close();
        Ok(added)
    })
}

/// Brings values into the order of their rows, and leaves only one of equal ones.
fn sort(batch: &mut Batch<'_>) {
    batch.sort_unstable_by_key(|Member { item, .. }| (item.shard, item.hash.h1, item.hash.h2));
    for place in 1..batch.len() {
        let (before, item) = (batch[place - 1].item, batch[place].item);
        batch[place].is_known = before.hash == item.hash && before.element == item.element;
    }
    batch.retain(|member| !member.is_known);
}

/// Calls `visit` with each row that values have in a layer, in the order of rows, and with the places of
/// these values.
fn for_rows(
    batch: &mut Batch<'_>,
    layer: &Layer,
    mut visit: impl FnMut(i32, Range<usize>, &mut Batch<'_>) -> Result<()>,
) -> Result<()> {
    let mut start = 0;
    while start < batch.len() {
        let row = batch[start].item.row(layer.rows)?;
        let mut end = start + 1;
        while end < batch.len() && batch[end].item.row(layer.rows)? == row {
            end += 1;
        }
        visit(row, start..end, batch)?;
        start = end;
    }
    Ok(())
}

/// A locked row.
struct LockedRow<'s> {
    place: TypedDatum<'s>,
    is_open: bool,
    filter: Varlena<'s>,
}

/// The rows that a statement has locked.
#[derive(Default)]
struct Locked {
    any: bool,
    /// Number of those that are open, and the sum of their values now.
    open: usize,
    filled: f64,
}

impl LiveSet {
    fn add_all(
        &mut self,
        batch: &mut Batch<'_>,
        filters: &mut CachedFilter<Bits>,
        memory: Memory,
        added: &mut NewSet,
    ) -> Result<()> {
        let (mut is_first, mut last, mut tried) = (true, None, None);
        loop {
            // What is known is neither waited for nor locked.
            let (layers, unclosed) = at_new_snapshot(|| self.look_up_all(batch, filters, memory))?;
            let Some(newest) = layers.first().filter(|_| !batch.is_empty()) else { break };
            // Two batches that are large for the set have at least eight rows in common, and one waits for
            // the other anyway. It takes less time to wait for all of them at once. No row may be locked
            // before.
            if is_first && batch.len().saturating_mul(batch.len()) > IN_COMMON * newest.rows as usize {
                self.lock_layers()?;
            }
            is_first = false;
            if let Some((layer, row)) = unclosed.first() {
                let first = (layer.number, *row);
                let mut closed = 0;
                for (layer, row) in unclosed.iter() {
                    closed += self.close_row(layer, *row)?;
                }
                if closed == 0 && tried == Some(first) {
                    return Err(self.suppressed());
                }
                tried = Some(first);
                continue;
            }
            // Whether the values fit is checked before any row of the layer is locked.
            let many = batch.len() as i64 > i64::from(newest.rows) * MANY;
            if many && last.is_none() && newest.grows && !self.has_room(newest, batch.len())? {
                self.grow_after(newest, newest.capacity_of_next().max(2 * batch.len() as i64))?;
                continue;
            }
            let locked = self.add_to_rows(newest, batch, added)?;
            if locked.any {
                last = Some((*newest, locked));
            }
            // A newer layer takes what is left: its rows are closed, or were removed with their layer.
            if batch.is_empty() {
                break;
            }
        }
        if let Some((newest, Locked { open, filled, .. })) = last.filter(|(_, locked)| locked.open > 0) {
            self.after_addition(&newest, filled / open as f64, FULL, open)?;
        }
        Ok(())
    }

    /// Looks all values up in the layers that the current snapshot shows, and drops those that are known.
    /// Returns the layers, the newest first, and the open rows of the other values in older layers, in the
    /// order of layers and rows.
    fn look_up_all(
        &mut self,
        batch: &mut Batch<'_>,
        filters: &mut CachedFilter<Bits>,
        memory: Memory,
    ) -> Result<(Vec<Layer>, Unclosed)> {
        let layers = self.tables.layers()?;
        let mut open = List::with_capacity(Memory::of_this_call(), 0);
        for (number, layer) in layers.iter().enumerate() {
            for_rows(batch, layer, |row, of_row, batch| {
                let members = &mut batch[of_row.clone()];
                if members.iter().all(|member| member.is_known) {
                    return Ok(());
                }
                let ((), place) = self.tables.row(layer, row, |filter| {
                    for Member { item, is_known, .. } in members.iter_mut().filter(|member| !member.is_known)
                    {
                        *is_known = filters.contains(filter, memory, item.element, item.hash)?;
                    }
                    Ok(())
                })?;
                match (number, place) {
                    (0, None) if members.iter().any(|member| !member.is_known) => Err(self.tables.closed()),
                    (1.., Some(_)) => {
                        open.push((*layer, row, of_row));
                        Ok(())
                    }
                    _ => Ok(()),
                }
            })?;
        }
        let mut unclosed = List::with_capacity(Memory::of_this_call(), 0);
        for (layer, row, of_row) in open.iter() {
            if batch[of_row.clone()].iter().any(|member| !member.is_known) {
                unclosed.push((*layer, *row));
            }
        }
        unclosed.sort_unstable_by_key(|(layer, row): &(Layer, i32)| (layer.number, *row));
        batch.retain(|member| !member.is_known);
        Ok((layers, unclosed))
    }

    /// Returns whether a layer has room for so many values.
    fn has_room(&mut self, layer: &Layer, values: usize) -> Result<bool> {
        Ok(at_new_snapshot(|| self.tables.contents(layer))?.room >= values as f64)
    }

    /// Locks the rows of values, adds those that are absent, and returns these. Drops all whose rows are
    /// open.
    fn add_to_rows(&mut self, newest: &Layer, batch: &mut Batch<'_>, added: &mut NewSet) -> Result<Locked> {
        let mut shards = List::with_capacity(Memory::of_this_call(), batch.len());
        for_rows(batch, newest, |row, _, _| {
            shards.push(TypedDatum::integer(row));
            Ok(())
        })?;
        let shards = array(INT4OID, &shards)?;
        let sql = || self.statement(LOCK_ROWS)?.statement();
        let arguments = [TypedDatum::integer(newest.number), shards];
        let locked = self.plans().lock_rows.run(self.oid(), sql, arguments, |rows| {
            let capacity = batch.len();
            let [mut places, mut changed] =
                [(); 2].map(|()| List::with_capacity(Memory::of_this_call(), capacity));
            let mut locked = Locked { any: rows.count > 0, ..Locked::default() };
            let mut next = 0;
            for_rows(batch, newest, |shard, of_row, batch| {
                let Some(row) = self.locked_row(&rows, next, shard) else { return Ok(()) };
                next += 1;
                let members = &mut batch[of_row];
                let filter = Filter::<Bits>::new(row.filter.bytes())?;
                for Member { item, is_known, .. } in members.iter_mut() {
                    let hash = filter.header().hashing.hash(item.element, item.hash)?;
                    *is_known = filter.contains(hash);
                }
                if !row.is_open {
                    return Ok(());
                }
                let mut new = NewBloom::copy_of(row.filter.bytes())?;
                let mut is_changed = false;
                for Member { item, is_known, value } in members.iter_mut().filter(|member| !member.is_known) {
                    filter::add::<Bits>(new.bytes_mut(), item.element, item.hash)?;
                    added.push_value(*value)?;
                    (*is_known, is_changed) = (true, true);
                }
                locked.open += 1;
                locked.filled += new.filter()?.counts().estimated_count;
                if is_changed {
                    places.push(row.place);
                    changed.push(self.types().filter(new));
                }
                Ok(())
            })?;
            self.change_rows(&places, &changed)?;
            Ok(locked)
        })?;
        batch.retain(|member| !member.is_known);
        Ok(locked)
    }

    /// Returns a row that was locked; `None` if it has another shard, as one that was removed is left out.
    fn locked_row<'s>(&self, rows: &Rows<'s>, number: usize, shard: i32) -> Option<LockedRow<'s>> {
        let of_row = |column| rows.value(number, column);
        (of_row(0)?.word() as i32 == shard).then_some(())?;
        let filter = self.types().bytes_of(of_row(3)?)?;
        Some(LockedRow { place: of_row(1)?, is_open: of_row(2)?.word() != 0, filter })
    }

    fn change_rows(&self, places: &[TypedDatum<'_>], filters: &[TypedDatum<'_>]) -> Result<()> {
        if places.is_empty() {
            return Ok(());
        }
        let arguments = [array(TIDOID, places)?, array(self.types().bloom(), filters)?];
        let sql = || self.statement(CHANGE_ROWS)?.statement();
        self.plans().change_rows.run(self.oid(), sql, arguments, |rows| {
            if rows.count == places.len() as u64 { Ok(()) } else { Err(self.suppressed()) }
        })
    }
}

/// Makes an array of values of a type that has arrays.
fn array<'a>(of: Oid, items: &[TypedDatum<'_>]) -> Result<TypedDatum<'a>> {
    new_array(of, items)?.ok_or_else(|| error::internal("there are no arrays of a type"))
}

sql_functions! { "bloom_set_add_all" => bloom_set_add_all }
