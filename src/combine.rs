//! Two filters together: union, intersection, folding, comparison and equality.

use crate::bloom_type::{Bloom, FilterArgument, NewBloom, NewFilter, SqlFilter};
use crate::error::Result;
use bloom_core::algebra::{self, Comparison, Operation};
use bloom_core::hash::Hash;
use bloom_core::header::{HEADER_LEN, Header};
use bloom_core::params::{self, Params};
use bloom_core::{bits, fold};
use pgrx::pg_sys::panic::ErrorReport;
use pgrx::prelude::*;

/// The combination of two filters.
///
/// # Errors
/// 22000 if they do not combine.
pub fn combine<C: SqlFilter>(
    operation: Operation,
    a: &FilterArgument<'_, C>,
    b: &FilterArgument<'_, C>,
) -> Result<NewFilter<C>> {
    let (a, b) = (a.filter()?, b.filter()?);
    let mut new = NewFilter::zeroed(algebra::combined_len(&a, &b)?)?;
    algebra::combine(operation, &a, &b, new.bytes_mut())?;
    Ok(new)
}

#[pg_extern(immutable, strict, parallel_safe, cost = 100)]
fn bloom_union(a: Bloom<'_>, b: Bloom<'_>) -> Result<NewBloom, ErrorReport> {
    Ok(combine(Operation::Union, &a, &b)?)
}

#[pg_extern(immutable, strict, parallel_safe, cost = 100)]
fn bloom_intersection(a: Bloom<'_>, b: Bloom<'_>) -> Result<NewBloom, ErrorReport> {
    Ok(combine(Operation::Intersection, &a, &b)?)
}

#[pg_extern(immutable, strict, parallel_safe, cost = 10)]
fn bloom_compatible(a: Bloom<'_>, b: Bloom<'_>) -> Result<bool, ErrorReport> {
    Ok(algebra::combined_header(a.filter()?.header(), b.filter()?.header()).is_ok())
}

#[pg_extern(immutable, strict, parallel_safe, cost = 100)]
fn bloom_fold(filter: Bloom<'_>, fpp: f64) -> Result<NewBloom, ErrorReport> {
    Ok(folded(&filter, fpp)?)
}

/// The smallest fold at the rate; the filter itself if not even that keeps it.
fn folded(filter: &Bloom<'_>, fpp: f64) -> Result<NewBloom> {
    let fpp = params::check_fpp(fpp)?;
    let whole = filter.filter()?;
    let (header, distinct) = (*whole.header(), whole.counts().estimated_count);
    let hashes = header.params.hashes;
    let wanted = fold::Wanted { hashes, fpp, distinct, more: 0 };
    let bits = match fold::smallest(whole.cells(), wanted) {
        Some(bits) if bits < header.params.bits => bits,
        _ => return filter.to_new(),
    };
    let capacity = (distinct.round() > 0.0).then_some(distinct.round() as u64);
    let header = Header { params: Params { bits, hashes }, capacity, fpp: Some(fpp), ..header };
    let mut new = NewBloom::zeroed(header.filter_len())?;
    header.write(new.bytes_mut())?;
    bits::fold_into(&mut new.bytes_mut()[HEADER_LEN..], whole.cells());
    Ok(new)
}

fn compare(a: &Bloom<'_>, b: &Bloom<'_>) -> Result<Comparison> {
    Ok(algebra::compare(&a.filter()?, &b.filter()?)?)
}

#[pg_extern(immutable, strict, parallel_safe, cost = 100)]
fn bloom_union_count(a: Bloom<'_>, b: Bloom<'_>) -> Result<i64, ErrorReport> {
    Ok(compare(&a, &b)?.union_count.round() as i64)
}

#[pg_extern(immutable, strict, parallel_safe, cost = 100)]
fn bloom_intersection_count(a: Bloom<'_>, b: Bloom<'_>) -> Result<i64, ErrorReport> {
    Ok(compare(&a, &b)?.intersection_count.round() as i64)
}

#[pg_extern(immutable, strict, parallel_safe, cost = 100)]
fn bloom_jaccard(a: Bloom<'_>, b: Bloom<'_>) -> Result<f64, ErrorReport> {
    Ok(compare(&a, &b)?.jaccard())
}

#[pg_extern(immutable, strict, parallel_safe, cost = 100)]
fn bloom_is_subset(a: Bloom<'_>, b: Bloom<'_>) -> Result<bool, ErrorReport> {
    Ok(compare(&a, &b)?.is_subset)
}

#[pg_extern(immutable, strict, parallel_safe, cost = 100)]
fn bloom_eq(a: Bloom<'_>, b: Bloom<'_>) -> bool {
    a.bytes() == b.bytes()
}

#[pg_extern(immutable, strict, parallel_safe, cost = 100)]
fn bloom_ne(a: Bloom<'_>, b: Bloom<'_>) -> bool {
    a.bytes() != b.bytes()
}

#[pg_extern(immutable, strict, parallel_safe, cost = 100)]
fn bloom_hash_filter(filter: Bloom<'_>) -> i32 {
    Hash::of(filter.bytes(), 0).h1 as i32
}

#[pg_extern(immutable, strict, parallel_safe, cost = 100)]
fn bloom_hash_filter_extended(filter: Bloom<'_>, seed: i64) -> i64 {
    // Without a seed its lower half must be the short hash.
    let (low, high) = (seed as u32, (seed >> 32) as u32);
    (Hash::of(filter.bytes(), low).h1 ^ u64::from(high)) as i64
}
