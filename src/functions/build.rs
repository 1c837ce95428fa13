//! Functions that create empty filters and add single values: `bloom_empty`, `bloom_sized`, `bloom_add`.

use super::overfull::{Filled, warn_overfull};
use crate::call::{Call, sql_functions};
use crate::error::Result;
use crate::pg::detoast::Varlena;
use crate::pg::notice::Notice;
use crate::pg::varlena::NewVarlena;
use crate::pg::{encoding, random};
use crate::types::filter::{ChangedFilter, NewBloom, NewFilter, SqlFilter};
use crate::value::{Any, Text, Value, hashed};
use bloom_core::Error as Core;
use bloom_core::cells::{Bits, Counters};
use bloom_core::element::ElementType;
use bloom_core::filter::{self, Filter, Header};
use bloom_core::hash::Hash;
use bloom_core::layout::Params;
use bloom_core::scheme::SchemeOptions;

/// Default false-positive rate.
pub const DEFAULT_FPP: f64 = 0.01;

/// Checks a capacity given in SQL.
///
/// # Errors
/// 22023 unless the capacity is positive.
pub fn capacity(capacity: i64) -> Result<u64> {
    let positive = u64::try_from(capacity).ok().filter(|&capacity| capacity > 0);
    Ok(positive.ok_or(Core::Capacity(capacity))?)
}

/// Returns the hash scheme that an argument names, or the default one if there is none.
///
/// # Errors
/// 22023 for an unknown scheme or invalid options.
pub fn options(call: Call<'_>, number: usize) -> Result<SchemeOptions> {
    match call.argument::<Varlena<'_>>(number) {
        None => Ok(SchemeOptions::DEFAULT),
        Some(name) => Ok(SchemeOptions::from_name(&encoding::to_message(name.bytes()))?),
    }
}

/// Filters larger than this multiple of the textbook formula's size cause a notice.
const MUCH: f64 = 4.0;

/// Filters of up to this number of bits never cause a notice.
const FEW_BITS: u64 = 800_000;

/// Raises a notice if a filter is much larger than the textbook formula says.
pub fn notice_excess(params: Params, capacity: u64, fpp: f64) {
    let excess = params.excess(capacity, fpp);
    if params.bits > FEW_BITS && excess > MUCH {
        Notice::Excess.say(
            || format!("the filter takes {excess:.0} times the bits of the textbook formula"),
            "Double hashing needs many more bits for a rate that is far below 1 / bits. A higher rate makes the filter \
             much smaller.",
            "",
        );
    }
}

/// Creates a filter without values.
fn empty<C: SqlFilter>(
    params: Params,
    options: SchemeOptions,
    capacity: Option<u64>,
    fpp: Option<f64>,
) -> Result<NewFilter<C>> {
    let header = Header { cell: C::CELL, hashing: options.hashing(), params, capacity, fpp };
    let mut new = NewFilter::zeroed(header.filter_len())?;
    header.write(new.bytes_mut())?;
    Ok(new)
}

/// Creates the filter of an empty set of rows: the smallest filter, without a declared capacity.
///
/// # Errors
/// 22023 for an invalid rate.
pub fn empty_of_nothing<C: SqlFilter>(fpp: f64) -> Result<NewFilter<C>> {
    empty(Params::for_capacity(1, fpp)?, SchemeOptions::DEFAULT, None, Some(fpp))
}

/// Implements `bloom_empty(capacity, fpp [, scheme])` and `counting_bloom_empty(capacity, fpp)`.
fn sized_for<C: SqlFilter>(call: Call<'_>) -> Result<NewFilter<C>> {
    let (capacity, fpp, options) = (capacity(call.required(0)?)?, call.required(1)?, options(call, 2)?);
    let params = options.params(C::CELL, capacity, fpp)?;
    notice_excess(params, capacity, fpp);
    empty(params, options, Some(capacity), Some(fpp))
}

/// Implements `bloom_sized(bits, hashes [, scheme])`.
fn bloom_sized(call: Call<'_>) -> Result<NewBloom> {
    let (bits, hashes, options) = (call.required(0)?, call.required::<i32>(1)?, options(call, 2)?);
    let params = options.scheme.layout().sized(bits, hashes.into())?;
    empty(params, options, None, None)
}

/// Implements `bloom_keyed_scheme()`: the name of a keyed scheme with a random key.
fn bloom_keyed_scheme(_: Call<'_>) -> Result<NewVarlena> {
    NewVarlena::copy_of(SchemeOptions::keyed_name(random::strong()?).as_bytes())
}

/// Returns the filter in argument 0 after `change`, which gets the new element type and the hash of argument 1. Changes
/// it in place if PL/pgSQL assigns the result to the same variable. A failing `change` must leave it unchanged.
///
/// # Errors
/// 42804 or 0A000 if the filter cannot hold the value, and the errors of `change`.
pub fn changed<'fcx, V: Value<'fcx>, C: SqlFilter, R>(
    call: Call<'fcx>,
    change: impl FnOnce(&mut [u8], ElementType, Hash) -> bloom_core::Result<R>,
) -> Result<Option<(ChangedFilter<'fcx, C>, R)>> {
    let mut filter = ChangedFilter::of(call)?;
    let Some((element, hash)) = hashed::<V>(call, 1, filter.header.hashing)? else { return Ok(None) };
    let result = change(filter.bytes_mut(), element, hash)?;
    Ok(Some((filter, result)))
}

fn add<'fcx, V: Value<'fcx>, C: SqlFilter>(call: Call<'fcx>) -> Result<Option<ChangedFilter<'fcx, C>>> {
    let added =
        changed::<V, _, _>(call, |bytes, element, hash| filter::add_all::<C>(bytes, element, &[hash]))?;
    let Some((mut changed, ())) = added else { return Ok(None) };
    let filter = Filter::<C>::with_header(changed.header, changed.bytes_mut())?;
    warn_overfull(&filter, None, Filled::Added);
    Ok(Some(changed))
}

sql_functions! {
    "bloom_empty" => sized_for::<Bits>,
    "bloom_empty_of_scheme" => sized_for::<Bits>,
    "bloom_sized" => bloom_sized,
    "bloom_sized_of_scheme" => bloom_sized,
    "bloom_new_key" => bloom_keyed_scheme,
    "bloom_add" => add::<Any<'_>, Bits>,
    // PostgreSQL's own operator || takes text on the right, and only an exact match takes precedence over it. "char"
    // needs its own function too, as PostgreSQL would convert it to text.
    "bloom_add_text" => add::<Text<'_>, Bits>,
    "bloom_add_char" => add::<i8, Bits>,
    "counting_bloom_empty" => sized_for::<Counters>,
    "counting_bloom_add" => add::<Any<'_>, Counters>,
    "counting_bloom_add_text" => add::<Text<'_>, Counters>,
    "counting_bloom_add_char" => add::<i8, Counters>,
}
