//! `bloom_union_agg` and `bloom_intersection_agg`: many filters become one.

#![allow(unsafe_code)]

use crate::bloom_type::{FilterArgument, NewBloom, NewCountingBloom, NewFilter, SqlFilter};
use crate::build::{self, DEFAULT_FPP};
use crate::datum::{Passed, Raw, argument};
use crate::error::Result;
use crate::state_type::{BloomState, NewState, Own, combine, own_state};
use bloom_core::Error as Core;
use bloom_core::algebra::Operation;
use bloom_core::cells::{Bits, Counters};
use bloom_core::filter::Filter;
use bloom_core::params::check_fpp;
use bloom_core::state::merging::Merge;
use pgrx::pg_sys::panic::ErrorReport;
use pgrx::prelude::*;

/// The highest rate of a union without a limit.
const NO_LIMIT: f64 = 1.0;

/// The transition: `bloom_union_step(state, filter [, max_fpp])` and `bloom_intersection_step(state, filter)`. A NULL
/// filter is skipped; NULL as the highest rate is none.
fn step<C: SqlFilter>(operation: Operation, fcinfo: pg_sys::FunctionCallInfo) -> Result<Option<Passed>>
where
    for<'a> FilterArgument<'a, C>: FromDatum,
{
    // SAFETY: declared with a prefix of (bloom_state, a filter, double precision).
    let (state, filter, max_fpp) = unsafe {
        (argument::<Raw>(fcinfo, 0), argument::<FilterArgument<'_, C>>(fcinfo, 1), argument::<f64>(fcinfo, 2))
    };
    let max_fpp = match max_fpp {
        None | Some(NO_LIMIT) => NO_LIMIT,
        Some(limited) => check_fpp(limited)?,
    };
    let Some(filter) = filter else { return Ok(state.map(|state| Passed(state.0))) };
    let merge = Merge { operation, max_fpp };
    let Some(state) = state else {
        filter.filter()?;
        let new = NewState::written(Merge::len_with(filter.bytes()), |out| merge.begin(filter.bytes(), out))?;
        return Ok(Some(Passed(new.into_datum())));
    };
    merged(own_state(fcinfo, state)?, &filter.filter()?, merge).map(Some)
}

/// The state with one more filter; `expected` is how it must have been begun.
fn merged(mut own: Own, filter: &Filter<'_>, expected: Merge) -> Result<Passed> {
    let bytes = own.bytes_mut();
    let (merge, _) = Merge::read(bytes)?;
    if expected != merge {
        let (first, later) = (merge.max_fpp.to_string(), expected.max_fpp.to_string());
        return Err(Core::ArgumentChanged { name: "max_fpp", first, later }.into());
    }
    if merge.merge(bytes, filter)? {
        return Ok(own.into_passed());
    }
    let len = Merge::merged_len(bytes, filter)?;
    let anew = NewState::written(len, |out| merge.merge_anew(bytes, filter, out))?;
    Ok(Passed(anew.into_datum()))
}

#[pg_extern(sql = false)]
fn bloom_union_step(fcinfo: pg_sys::FunctionCallInfo) -> Result<Option<Passed>, ErrorReport> {
    Ok(step::<Bits>(Operation::Union, fcinfo)?)
}

#[pg_extern(sql = false)]
fn bloom_intersection_step(fcinfo: pg_sys::FunctionCallInfo) -> Result<Option<Passed>, ErrorReport> {
    Ok(step::<Bits>(Operation::Intersection, fcinfo)?)
}

#[pg_extern(sql = false)]
fn counting_bloom_union_step(fcinfo: pg_sys::FunctionCallInfo) -> Result<Option<Passed>, ErrorReport> {
    Ok(step::<Counters>(Operation::Union, fcinfo)?)
}

/// Two states as one: `bloom_merge_combine(state, state)`. NULL is the state of no filters.
#[pg_extern(sql = false)]
fn bloom_merge_combine(
    state: Option<Raw>,
    other: Option<Raw>,
    fcinfo: pg_sys::FunctionCallInfo,
) -> Result<Option<Passed>, ErrorReport> {
    Ok(combine(state, other, fcinfo, |own, other| {
        let (merge, filter) = Merge::read(other.bytes())?;
        merged(own, &Filter::new(filter)?, merge)
    })?)
}

/// The union of the filters: `bloom_union_final(state)`; that of no filters is the empty one.
#[pg_extern(sql = false)]
fn bloom_union_final(state: Option<BloomState<'_>>) -> Result<NewBloom, ErrorReport> {
    Ok(match state {
        Some(state) => finish(&state)?,
        None => build::empty_of_nothing(DEFAULT_FPP)?,
    })
}

#[pg_extern(sql = false)]
fn counting_bloom_union_final(state: Option<BloomState<'_>>) -> Result<NewCountingBloom, ErrorReport> {
    Ok(match state {
        Some(state) => finish(&state)?,
        None => build::empty_of_nothing(DEFAULT_FPP)?,
    })
}

/// The intersection of the filters: `bloom_intersection_final(state)`, strict: that of no filters would hold everything.
#[pg_extern(sql = false)]
fn bloom_intersection_final(state: BloomState<'_>) -> Result<NewBloom, ErrorReport> {
    Ok(finish(&state)?)
}

fn finish<C: SqlFilter>(state: &BloomState<'_>) -> Result<NewFilter<C>> {
    let (_, filter) = Merge::read(state.bytes())?;
    Filter::new(filter)?.made_of(C::CELL)?;
    NewFilter::copy_of(filter)
}
