//! Live sets: tables of small filters, with functions, that many sessions add to. They belong to the user.

use super::build;
use super::contains::ProbeCache;
use super::shard::shard_of;
use crate::call::{Call, NewDatum, SiteArgument, sql_functions};
use crate::error::{self, Result};
use crate::pg::catalog::{self, Inside};
use crate::pg::detoast::{Varlena, VarlenaRef};
use crate::pg::memory::Memory;
use crate::pg::names::{QualifiedName, schema_of_function};
use crate::pg::row::column;
use crate::pg::table::Table;
use crate::report;
use crate::template::Template;
use crate::value::{Any, Value, ValueType};
use bloom_core::cells::Bits;
use bloom_core::layout::params;
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys::{BOOLOID, Datum, INT4OID, ItemPointerData, Oid};
use std::cmp::Reverse;

/// Number of values that a row is sized for. Smaller rows take more bytes a value, larger ones more to write.
const ROW: u32 = 390;

/// Mean number of values in the rows of a full layer. The number of values in a row varies by its square root: at the
/// mean of `ROW`, the mean rate would exceed the rate at the mean.
const FULL: u32 = 370;

/// Least number of rows of a new set. For a smaller table the planner would choose a sequential scan and keep it while the
/// set grows, and writers would often wait for each other.
const FEWEST_ROWS: u32 = 160;

/// Ratio of the capacities of a layer and of the one before it. With 2, a set has room for at most twice its values, and 8
/// layers hold 15 million.
const GROWTH: u32 = 2;

fn bloom_set_create(call: Call<'_>) -> Result<NewDatum> {
    let name = QualifiedName::to_create(call.required::<Varlena<'_>>(0)?.bytes())?;
    let element = call.required::<Oid>(1)?;
    check_element(element)?;
    let capacity = call.required::<i64>(2)?;
    build::capacity(capacity)?;
    let fpp = params::check_fpp(call.required(3)?)?;
    let grows = call.required::<bool>(4)?;
    Template::new(include_str!("../../sql/templates/set.sql"))
        .object("set", name.clone())
        .name("bloom", &schema_of_function(call.function())?)?
        .data_type("element", element)?
        .number("capacity", capacity.max(i64::from(FEWEST_ROWS * FULL)))
        .number("fpp", format_args!("{fpp:e}"))
        .number("first", format_args!("{:e}", if grows { fpp / 2.0 } else { fpp }))
        .number("grows", grows)
        .number("row", ROW)
        .number("full", FULL)
        .number("growth", GROWTH)
        .execute()?;
    Ok(NewDatum(Datum::from(name.relation()?)))
}

/// Drops all that [`bloom_set_create`] made. Whatever is missing is an error, so another table is never dropped.
fn bloom_set_drop(call: Call<'_>) -> Result<()> {
    let name = QualifiedName::of_relation(call.required(0)?)?;
    Template::new(include_str!("../../sql/templates/set_drop.sql")).object("set", name).execute()
}

/// What a lookup found.
enum Found {
    /// The value is in the set, or a false positive.
    Present,
    /// The value is not in the set.
    Absent {
        newest: Layer,
        /// The value's row in the newest layer.
        row: SetRow,
        /// Whether one of its rows in older layers is open.
        unclosed: bool,
    },
}

#[derive(Clone, Copy)]
struct Layer {
    number: i32,
    rows: i32,
    grows: bool,
}

/// A row of a set, for one value.
#[derive(Clone, Copy)]
struct SetRow {
    present: bool,
    open: bool,
    place: ItemPointerData,
}

/// Cache of a call site.
#[derive(Default)]
struct LookUpCache {
    probe: ProbeCache<Bits>,
    /// Type of the filters; invalid at first.
    filters: Oid,
}

/// Looks a value up in the layers of a set, beginning with the newest one: `(set, layers, value)`.
fn look_up(call: Call<'_>) -> Result<Found> {
    let (set, layers) = (call.required::<Oid>(0)?, call.required::<Oid>(1)?);
    call.with_cache(|LookUpCache { probe: ProbeCache { reader, filter: known }, filters }, site| {
        let Some(value) = Any::read(site, 2)? else { return Err(error::internal("no value")) };
        if *filters == Oid::INVALID {
            *filters = catalog::type_beside(call.function(), c"bloom");
        }
        value.with_canonical(site, 2, reader, |element, canonical| {
            let row_of = |shards| shard_of(element, canonical, shards);
            let contains = |filter: VarlenaRef<'_>| known.contains(filter, site.memory, element, canonical);
            look_up_in(Table::open(set)?, Table::open(layers)?, *filters, row_of, contains)
        })?
    })
}

/// Looks up the value whose number of a row `row_of` returns, and which `contains` looks for in a filter.
fn look_up_in(
    mut set: Table,
    mut layers: Table,
    filters: Oid,
    row_of: impl Fn(i32) -> Result<i32>,
    mut contains: impl FnMut(VarlenaRef<'_>) -> Result<bool>,
) -> Result<Found> {
    let [number, rows] = [layers.column(c"layer", INT4OID)?, layers.column(c"shards", INT4OID)?];
    let grows = layers.column(c"grows", BOOLOID)?;
    let mut all = Vec::new();
    layers.for_rows(|row| {
        all.push(Layer {
            number: row.integer(number)?,
            rows: row.integer(rows)?,
            grows: row.boolean(grows)?,
        });
        Ok(())
    })?;
    layers.close();
    all.sort_unstable_by_key(|layer| Reverse(layer.number));
    let [layer, shard] = [set.column(c"layer", INT4OID)?, set.column(c"shard", INT4OID)?];
    let (f, open) = (set.column(c"f", filters)?, set.column(c"open", BOOLOID)?);
    let (mut newest, mut unclosed) = (None, false);
    for of in all {
        pgrx::check_for_interrupts!();
        let row = set.row([(layer, of.number), (shard, row_of(of.rows)?)], |row| {
            Ok(SetRow { present: contains(row.varlena(f)?)?, open: row.boolean(open)?, place: row.place() })
        })?;
        let row = row.ok_or_else(|| missing(&set))?;
        if row.present {
            set.close();
            return Ok(Found::Present);
        }
        match newest {
            None => newest = Some((of, row)),
            Some(_) => unclosed |= row.open,
        }
    }
    let (newest, row) = newest.ok_or_else(|| missing(&set))?;
    set.close();
    Ok(Found::Absent { newest, row, unclosed })
}

#[cold]
fn missing(set: &Table) -> error::Error {
    error::new(
        Code::ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
        format!("a row is missing in {}", set.name()),
        "Without it the answer may be wrong.",
        "Restore the row from a backup, or load the set again.",
    )
}

/// Implements `bloom_set_probe(set, layers, value)`: where to add a value; NULL if it is present.
fn bloom_set_probe(call: Call<'_>) -> Result<Option<NewDatum>> {
    let Found::Absent { newest, row, unclosed } = look_up(call)? else { return Ok(None) };
    let place = if row.open { column(row.place) } else { None };
    call.row([column(newest.number), column(newest.rows), column(newest.grows), place, column(unclosed)])
        .map(Some)
}

sql_functions! {
    "bloom_set_create" => bloom_set_create,
    "bloom_set_drop" => bloom_set_drop,
    "bloom_set_contains" => |call| Ok(matches!(look_up(call)?, Found::Present)),
    "bloom_set_probe" => bloom_set_probe,
}

/// Checks that a set can hold the values of a type.
fn check_element(element: Oid) -> Result<()> {
    if !catalog::is_type(element) {
        return Err(error::new(
            Code::ERRCODE_UNDEFINED_OBJECT,
            format!("type with OID {} does not exist", element.to_u32()),
            "",
            "",
        ));
    }
    let refused = |detail, hint| Err(report::unsupported(element, detail, hint));
    if catalog::is_pseudo(element) {
        return refused("It is a pseudo-type.", "Specify the type of the values.");
    }
    if catalog::is_enum(catalog::base_type(element)) {
        return refused(
            "Enum values have no shard: renaming a label would move its values to another shard.",
            "Use a set of text, and cast the values to text.",
        );
    }
    if let Inside::Element(_) = catalog::inside(element) {
        return refused(
            "A batch is an array of values, and there are no arrays of arrays.",
            "Create a domain over the array type, and use a set of that domain.",
        );
    }
    ValueType::new(element, catalog::collation_of(element), Memory::of_this_call()).map(drop)
}
