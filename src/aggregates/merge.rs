//! `bloom_union_agg` and `bloom_intersection_agg`: many filters become one.

use crate::call::{Answer, Call, sql_functions};
use crate::error::Result;
use crate::functions::build::{self, DEFAULT_FPP};
use crate::types::filter::{FilterArg, NewFilter, SqlFilter};
use crate::types::state::{NewState, StateArg, WritableState, combine};
use bloom_core::Error as Core;
use bloom_core::algebra::Operation;
use bloom_core::cells::{Bits, Counters};
use bloom_core::filter::Filter;
use bloom_core::params::check_fpp;
use bloom_core::state::merging::Merge;

/// The highest rate of a union without a limit.
const NO_LIMIT: f64 = 1.0;

/// The transition: `bloom_union_step(state, filter [, max_fpp])` and `bloom_intersection_step(state, filter)`. A NULL
/// filter is skipped; NULL as the highest rate is none.
fn step<C: SqlFilter>(operation: Operation, call: Call<'_>) -> Result<Option<WritableState<'_>>> {
    let max_fpp = match call.argument::<f64>(2) {
        None | Some(NO_LIMIT) => NO_LIMIT,
        Some(limited) => check_fpp(limited)?,
    };
    let state = WritableState::of(call)?;
    let Some(filter) = call.argument::<FilterArg<'_, C>>(1) else { return Ok(state) };
    let merge = Merge { operation, max_fpp };
    let Some(state) = state else {
        filter.filter()?;
        let new = NewState::written(Merge::len_with(filter.bytes()), |out| merge.begin(filter.bytes(), out))?;
        return Ok(Some(WritableState::New(new)));
    };
    merged(state, &filter.filter()?, merge).map(Some)
}

/// The state with one more filter; `expected` is how it must have been begun.
fn merged<'fcx>(
    mut own: WritableState<'fcx>,
    filter: &Filter<'_>,
    expected: Merge,
) -> Result<WritableState<'fcx>> {
    let bytes = own.bytes_mut();
    let (merge, _) = Merge::read(bytes)?;
    if expected != merge {
        let (first, later) = (merge.max_fpp.to_string(), expected.max_fpp.to_string());
        return Err(Core::ArgumentChanged { name: "max_fpp", first, later }.into());
    }
    if merge.merge(bytes, filter)? {
        return Ok(own);
    }
    let len = Merge::merged_len(bytes, filter)?;
    Ok(WritableState::New(NewState::written(len, |out| merge.merge_anew(bytes, filter, out))?))
}

/// Two states as one: `bloom_merge_combine(state, state)`. NULL is the state of no filters.
fn bloom_merge_combine(call: Call<'_>) -> Result<impl Answer + use<'_>> {
    combine(call, |own, other| {
        let (merge, filter) = Merge::read(other.bytes())?;
        merged(own, &Filter::new(filter)?, merge)
    })
}

/// The union of the filters: `bloom_union_final(state)`; that of no filters is the empty one. The intersection of no
/// filters would hold everything: `bloom_intersection_final` is strict.
fn finish<C: SqlFilter>(operation: Operation, call: Call<'_>) -> Result<NewFilter<C>> {
    let Some(state) = call.argument::<StateArg<'_>>(0) else { return build::empty_of_nothing(DEFAULT_FPP) };
    let (merge, filter) = Merge::read(state.bytes())?;
    if merge.operation != operation {
        return Err(Core::WrongState.into());
    }
    Filter::new(filter)?.made_of(C::CELL)?;
    NewFilter::copy_of(filter)
}

sql_functions! {
    "bloom_union_step" => |call| step::<Bits>(Operation::Union, call),
    "bloom_intersection_step" => |call| step::<Bits>(Operation::Intersection, call),
    "bloom_merge_combine" => bloom_merge_combine,
    "bloom_union_final" => |call| finish::<Bits>(Operation::Union, call),
    "bloom_intersection_final" => |call| finish::<Bits>(Operation::Intersection, call),
    "counting_bloom_union_step" => |call| step::<Counters>(Operation::Union, call),
    "counting_bloom_union_final" => |call| finish::<Counters>(Operation::Union, call),
}
