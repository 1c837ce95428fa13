//! Set operations on two filters (union, intersection, comparison, equality), and `bloom_fold`.

use super::overfull::{Filled, warn_overfull};
use crate::call::{Call, sql_functions};
use crate::error::Result;
use crate::pg::detoast::{Varlena, VarlenaRef};
use crate::pg::toast::ToastPointer;
use crate::types::filter::{Bloom, FilterArg, NewBloom, NewFilter, SqlFilter};
use crate::types::seeded;
use bloom_core::cells::{Bits, Counters, fold, fold_fit};
use bloom_core::filter::algebra::{self, Comparison, Intersection, Union};
use bloom_core::filter::{HEADER_LEN, Header};
use bloom_core::hash::Hash;
use bloom_core::layout::{Params, params};
use bloom_core::{bytes, interrupt};
use std::cmp::Ordering;

/// Implements `bloom_union(a, b)` of both types.
fn union<C: SqlFilter>(call: Call<'_>) -> Result<NewFilter<C>> {
    let (a, b) = (call.required::<FilterArg<'_, C>>(0)?, call.required::<FilterArg<'_, C>>(1)?);
    let (a, b) = (a.filter()?, b.filter()?);
    let mut new = NewFilter::zeroed(algebra::combined_len(&a, &b)?)?;
    algebra::combine::<Union<C>>(&a, &b, new.bytes_mut())?;
    let highest = [a.header().fpp, b.header().fpp].into_iter().flatten().reduce(f64::max);
    warn_overfull(&new.filter()?, highest, Filled::United);
    Ok(new)
}

fn bloom_intersection(call: Call<'_>) -> Result<NewBloom> {
    let (a, b) = (call.required::<Bloom<'_>>(0)?, call.required::<Bloom<'_>>(1)?);
    let (a, b) = (a.filter()?, b.filter()?);
    let mut new = NewFilter::zeroed(algebra::combined_len(&a, &b)?)?;
    algebra::combine::<Intersection>(&a, &b, new.bytes_mut())?;
    Ok(new)
}

fn bloom_is_compatible(call: Call<'_>) -> Result<bool> {
    let (a, b) = (call.required::<Bloom<'_>>(0)?, call.required::<Bloom<'_>>(1)?);
    Ok(algebra::combined_len(&a.filter()?, &b.filter()?).is_ok())
}

/// Implements `bloom_fold(filter, fpp)`: the smallest fold that keeps the rate, or the filter itself if none does.
fn bloom_fold(call: Call<'_>) -> Result<NewBloom> {
    let (filter, fpp) = (call.required::<Bloom<'_>>(0)?, params::check_fpp(call.required(1)?)?);
    let whole = filter.filter()?;
    let (header, distinct) = (*whole.header(), whole.counts().estimated_count);
    let hashes = header.params.hashes;
    let layout = header.layout();
    let wanted = fold_fit::Wanted { layout, pow2: false, hashes, fpp, distinct, more: 0 };
    let bits = match fold_fit::smallest(whole.cells(), wanted) {
        Some(bits) if bits < header.params.bits => bits,
        _ => return filter.into_new(),
    };
    let capacity = (distinct.round() > 0.0).then_some(distinct.round() as u64);
    let header = Header { params: Params { bits, hashes }, capacity, fpp: Some(fpp), ..header };
    let mut new = NewBloom::zeroed(header.filter_len())?;
    header.write(new.bytes_mut())?;
    fold::fit_into(layout, &mut new.bytes_mut()[HEADER_LEN..], whole.cells());
    Ok(new)
}

/// Compares the bits of both arguments.
fn compare(call: Call<'_>) -> Result<Comparison> {
    let (a, b) = (call.required::<Bloom<'_>>(0)?, call.required::<Bloom<'_>>(1)?);
    Ok(algebra::compare(&a.filter()?, &b.filter()?)?)
}

/// Returns whether two values of variable length have the same bytes.
fn equal(call: Call<'_>) -> Result<bool> {
    let (a, b) = (call.required::<Varlena<'_>>(0)?, call.required::<Varlena<'_>>(1)?);
    Ok(bytes::equal(a.bytes(), b.bytes()))
}

/// Bytes at the beginning of two values that are compared before stored values are fetched whole.
const BEGINNING: usize = 1024;

/// Compares two values of variable length, byte by byte. Two filters nearly always differ at their beginning.
fn order(call: Call<'_>) -> Result<Ordering> {
    let (a, b) = (call.required::<VarlenaRef<'_>>(0)?, call.required::<VarlenaRef<'_>>(1)?);
    let pointers = [a, b].map(ToastPointer::of);
    if pointers.iter().all(Option::is_some) && pointers[0] == pointers[1] {
        return Ok(Ordering::Equal);
    }
    if pointers.iter().any(Option::is_some) {
        let [a, b] = [a, b].map(|value| value.slice(0, BEGINNING));
        if a.bytes() != b.bytes() {
            return Ok(a.bytes().cmp(b.bytes()));
        }
    }
    let [a, b] = [a, b].map(Varlena::from);
    let mut parts = a.bytes().chunks(STRETCH).zip(b.bytes().chunks(STRETCH));
    let first = parts.find_map(|(a, b)| {
        interrupt::check();
        Some(a.cmp(b)).filter(|order| order.is_ne())
    });
    Ok(first.unwrap_or_else(|| a.bytes().len().cmp(&b.bytes().len())))
}

/// Bytes that are read between two checks for interrupts.
const STRETCH: usize = 1 << 20;

/// Returns the hash of a value's bytes or, for a long value, the hash of the hashes of its parts.
fn hash(call: Call<'_>) -> Result<Hash> {
    let value = call.required::<Varlena<'_>>(0)?;
    if value.bytes().len() <= STRETCH {
        return Ok(Hash::of(value.bytes(), 0));
    }
    let parts = value.bytes().chunks(STRETCH).flat_map(|part| {
        interrupt::check();
        Hash::of(part, 0).to_bytes()
    });
    Ok(Hash::of(&parts.collect::<Vec<u8>>(), 0))
}

sql_functions! {
    "bloom_union" => union::<Bits>,
    "bloom_intersection" => bloom_intersection,
    "bloom_compatible" => bloom_is_compatible,
    "bloom_fold" => bloom_fold,
    "bloom_intersection_count" => |call| Ok(compare(call)?.intersection_count.round() as i64),
    "bloom_jaccard" => |call| Ok(compare(call)?.jaccard()),
    "bloom_is_subset" => |call| Ok(compare(call)?.is_subset),
    "bloom_eq" => equal,
    "bloom_ne" => |call| Ok(!equal(call)?),
    "bloom_lt" => |call| Ok(order(call)?.is_lt()),
    "bloom_le" => |call| Ok(order(call)?.is_le()),
    "bloom_gt" => |call| Ok(order(call)?.is_gt()),
    "bloom_ge" => |call| Ok(order(call)?.is_ge()),
    "bloom_cmp" => |call| Ok(order(call)? as i32),
    "bloom_hash_filter" => |call| Ok(hash(call)?.h1 as i32),
    "bloom_hash_filter_extended" => |call| seeded(hash(call)?, call),
    "counting_bloom_union" => union::<Counters>,
    // Of the SQL of 0.3.0:
    "bloom_union_count" => |call| Ok(compare(call)?.union_count.round() as i64),
    "bloom_state_eq" => equal,
    "bloom_state_ne" => |call| Ok(!equal(call)?),
    "bloom_state_hash" => |call| Ok(hash(call)?.h1 as i32),
    "bloom_state_hash_extended" => |call| seeded(hash(call)?, call),
}
