//! Functions that take arrays of values, such as `bloom_contains_any`, `bloom_add_all` and `bloom_of`. They skip NULLs.

use super::build::{empty_of_nothing, notice_excess};
use super::contains::ProbeCache;
use super::counting::notice_absent;
use super::overfull::{Filled, warn_overfull};
use crate::call::{Call, sql_functions};
use crate::error::Result;
use crate::pg::array::Array;
use crate::pg::detoast::VarlenaRef;
use crate::pg::list::List;
use crate::pg::memory::Memory;
use crate::pg::varlena::NewVarlena;
use crate::types::filter::{FilterArg, NewCountingBloom, NewFilter, SqlFilter};
use crate::value::ValueReader;
use bloom_core::cells::{Bits, Cells, Counters};
use bloom_core::element::ElementType;
use bloom_core::filter::{self, Header, counting};
use bloom_core::hash::Hash;
use bloom_core::hash::distinct::distinct_count;
use bloom_core::scheme::{HashSpec, SchemeOptions, check_element};

/// Implements `bloom_contains_any(filter, values)` and `bloom_contains_all(filter, values)`, also for counting filters.
/// Both stop at the first value that decides the result.
fn contains<C: Cells, const ANY: bool>(call: Call<'_>) -> Result<bool> {
    let (filter, array) = (call.required::<VarlenaRef<'_>>(0)?, call.required::<Array<'_>>(1)?);
    call.with_cache(|ProbeCache::<C> { reader, filter: known }, site| {
        let decided = array.try_each(site, reader, |value| {
            let Some((element, canonical)) = value else { return Ok(None) };
            let contains = known.contains(filter, site.memory, element, canonical)?;
            Ok((contains == ANY).then_some(ANY))
        })?;
        Ok(decided.unwrap_or(!ANY))
    })
}

/// Implements `bloom_contains_each(filter, values)`: one result for each element, NULL for a NULL.
fn contains_each(call: Call<'_>) -> Result<NewVarlena> {
    let (filter, array) = (call.required::<VarlenaRef<'_>>(0)?, call.required::<Array<'_>>(1)?);
    let mut answers = List::with_capacity(Memory::of_this_call(), array.len());
    call.with_cache(|ProbeCache::<Bits> { reader, filter: known }, site| {
        array.try_each(site, reader, |value| {
            let contains =
                value.map(|(element, canonical)| known.contains(filter, site.memory, element, canonical));
            answers.push(contains.transpose()?);
            Ok(None::<()>)
        })
    })?;
    let result = array.like(&answers)?;
    answers.free();
    Ok(result)
}

/// Returns the hashes of the values of the array in argument `number`, and the element type of a filter with `hashing`
/// that holds them.
///
/// # Errors
/// 0A000 if a filter cannot hold such values, 42804 if one filter cannot hold all of them.
fn hashes(call: Call<'_>, number: usize, hashing: HashSpec) -> Result<(ElementType, List<Hash>)> {
    let array = call.required::<Array<'_>>(number)?;
    let mut holds = ElementType::NONE;
    let mut hashes = List::with_capacity(Memory::of_this_call(), array.len());
    call.with_cache(|reader: &mut ValueReader, site| {
        array.try_each(site, reader, |value| {
            let Some((element, canonical)) = value else { return Ok(None) };
            let element = hashing.starting(element, || array.fits_four_bytes());
            check_element(holds, element)?;
            holds = element;
            hashes.push(hashing.hash(element, canonical)?);
            Ok(None::<()>)
        })
    })?;
    Ok((hashing.holding(holds), hashes))
}

/// Returns a copy of the filter in argument 0 after `change`, which gets the element type and the hashes of the values
/// of the array in argument 1.
fn changed<C: SqlFilter, R>(
    call: Call<'_>,
    change: impl FnOnce(&mut [u8], ElementType, &[Hash]) -> bloom_core::Result<R>,
) -> Result<(NewFilter<C>, R)> {
    let filter = call.required::<FilterArg<'_, C>>(0)?;
    let (element, hashes) = hashes(call, 1, filter.filter()?.header().hashing)?;
    let mut new = filter.into_new()?;
    let result = change(new.bytes_mut(), element, &hashes)?;
    hashes.free();
    Ok((new, result))
}

fn add_all<C: SqlFilter>(call: Call<'_>) -> Result<NewFilter<C>> {
    let (new, ()) = changed::<C, _>(call, filter::add_all::<C>)?;
    warn_overfull(&new.filter()?, None, Filled::Added);
    Ok(new)
}

fn remove_all(call: Call<'_>) -> Result<NewCountingBloom> {
    let (new, absent) = changed(call, |bytes, element, hashes| {
        Ok(hashes.len() as u64 - counting::remove_all(bytes, element, hashes)?)
    })?;
    notice_absent(absent);
    Ok(new)
}

/// Implements `bloom_of(values, fpp)`: a filter sized for the distinct values of the array.
fn of<C: SqlFilter>(call: Call<'_>) -> Result<NewFilter<C>> {
    let fpp = call.required(1)?;
    let (holds, mut hashes) = hashes(call, 0, HashSpec::DEFAULT)?;
    let count = distinct_count(&mut hashes);
    if count == 0 {
        return empty_of_nothing(fpp);
    }
    let params = SchemeOptions::DEFAULT.params_of_count(C::CELL, count, fpp)?;
    notice_excess(params, count, fpp);
    let header = Header {
        cell: C::CELL,
        hashing: HashSpec { element: holds, ..HashSpec::DEFAULT },
        params,
        capacity: Some(count),
        fpp: Some(fpp),
    };
    let mut new = NewFilter::zeroed(header.filter_len())?;
    header.write(new.bytes_mut())?;
    filter::add_all::<C>(new.bytes_mut(), holds, &hashes)?;
    hashes.free();
    Ok(new)
}

sql_functions! {
    "bloom_contains_any" => contains::<Bits, true>,
    "bloom_contains_all" => contains::<Bits, false>,
    "bloom_contains_each" => contains_each,
    "bloom_add_all" => add_all::<Bits>,
    "bloom_of" => of::<Bits>,
    "counting_bloom_contains_any" => contains::<Counters, true>,
    "counting_bloom_contains_all" => contains::<Counters, false>,
    "counting_bloom_add_all" => add_all::<Counters>,
    "counting_bloom_remove_all" => remove_all,
    "counting_bloom_of" => of::<Counters>,
}
