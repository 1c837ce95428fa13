//! `bloom_union_agg` and `bloom_intersection_agg`: combine many filters into one.

use crate::call::{Call, ReturnValue, sql_functions};
use crate::error::Result;
use crate::functions::build::{self, DEFAULT_FPP};
use crate::functions::overfull::{Filled, warn_overfull};
use crate::types::filter::{FilterArg, NewFilter, SqlFilter};
use crate::types::state::{StateArg, WritableState, combine};
use bloom_core::Error as Core;
use bloom_core::cells::{Bits, Counters};
use bloom_core::filter::Filter;
use bloom_core::filter::algebra::{Intersection, Operation, Union};
use bloom_core::layout::params::check_fpp;
use bloom_core::state::merging::{Merge, MergeKind, kind_of};

/// Highest rate of a union without a limit.
const NO_LIMIT: f64 = 1.0;

/// Implements the transitions `bloom_union_step(state, filter [, max_fpp])` and
/// `bloom_intersection_step(state, filter)`. Skips NULL filters; a NULL `max_fpp` means no limit.
fn step<O: SqlOperation>(call: Call<'_>) -> Result<Option<WritableState<'_>>> {
    let max_fpp = match call.argument::<f64>(2) {
        None | Some(NO_LIMIT) => NO_LIMIT,
        Some(limited) => check_fpp(limited)?,
    };
    let state = WritableState::of(call)?;
    let Some(filter) = call.argument::<FilterArg<'_, O::Cells>>(1) else { return Ok(state) };
    let (checked, merge) = (filter.filter()?, Merge::<O>::new(max_fpp));
    match state {
        Some(state) => merged(call, state, &checked, merge).map(Some),
        None => merge.begin(filter.bytes(), &call).map(Some),
    }
}

/// Merges one more filter into the state. The limit of `other` must equal the state's limit.
fn merged<'fcx, O: Operation>(
    call: Call<'fcx>,
    mut own: WritableState<'fcx>,
    filter: &Filter<'_, O::Cells>,
    other: Merge<O>,
) -> Result<WritableState<'fcx>> {
    let limit = Merge::<O>::read(own.as_mut())?.0.max_fpp();
    if limit != other.max_fpp() {
        let (first, later) = (limit.to_string(), other.max_fpp().to_string());
        return Err(Core::ArgumentChanged { name: "max_fpp", first, later }.into());
    }
    Merge::merge(&mut own, filter, other, &call)?;
    Ok(own)
}

/// Implements `bloom_merge_combine(state, state)`: merges two states. NULL is the state of no filters.
fn bloom_merge_combine(call: Call<'_>) -> Result<impl ReturnValue + use<'_>> {
    combine(call, |own, other| match kind_of(other.bytes())? {
        MergeKind::Union => combined::<Union<Bits>>(call, own, other),
        MergeKind::CountingUnion => combined::<Union<Counters>>(call, own, other),
        MergeKind::Intersection => combined::<Intersection>(call, own, other),
    })
}

fn combined<'fcx, O: Operation>(
    call: Call<'fcx>,
    own: WritableState<'fcx>,
    other: &StateArg<'fcx>,
) -> Result<WritableState<'fcx>> {
    let (merge, filter) = Merge::<O>::read(other.bytes())?;
    merged::<O>(call, own, &Filter::new(filter)?, merge)
}

/// Implements `bloom_union_final(state)`: the union of no filters is empty. `bloom_intersection_final` is strict,
/// because the intersection of no filters would contain every value.
fn finish<O: SqlOperation>(call: Call<'_>) -> Result<NewFilter<O::Cells>> {
    match call.argument::<StateArg<'_>>(0) {
        None => build::empty_of_nothing(DEFAULT_FPP),
        Some(state) => {
            let merged = Merge::<O>::finish(state.bytes())?;
            let new = NewFilter::written(merged.filter_len(), |out| merged.write(out))?;
            // An intersection can only be as full as its filters.
            let is_union = O::CODE == <Union<O::Cells>>::CODE;
            if is_union && Merge::<O>::read(state.bytes())?.0.max_fpp() == NO_LIMIT {
                warn_overfull(&new.filter()?, merged.built_for(), Filled::United);
            }
            Ok(new)
        }
    }
}

/// An operation on filters whose cells have an SQL type.
trait SqlOperation: Operation<Cells: SqlFilter> {}
impl<O: Operation<Cells: SqlFilter>> SqlOperation for O {}

sql_functions! {
    "bloom_union_step" => step::<Union<Bits>>,
    "bloom_intersection_step" => step::<Intersection>,
    "bloom_merge_combine" => bloom_merge_combine,
    "bloom_union_final" => finish::<Union<Bits>>,
    "bloom_intersection_final" => finish::<Intersection>,
    "counting_bloom_union_step" => step::<Union<Counters>>,
    "counting_bloom_union_final" => finish::<Union<Counters>>,
}
