//! `counting_bloom_agg`: a moving aggregate, which can remove values again.

use super::build::{finish, step};
use crate::call::{Call, ReturnValue, sql_functions};
use crate::error::Result;
use crate::types::state::WritableState;
use crate::value::{Any, Value, hashed, sql_functions_of_types};
use bloom_core::cells::Counters;
use bloom_core::state::{self, Removal, StateMut};

/// Implements the transition function `counting_bloom_agg_any_step(state, value [, capacity [, fpp]])`. A window
/// function finishes the state after every row, so the step empties the state's buffer.
fn counting_step<'fcx, V: Value<'fcx>>(call: Call<'fcx>) -> Result<WritableState<'fcx>> {
    let mut own = step::<V, Counters>(call)?;
    if call.is_window() {
        state::flush::<Counters, _>(&mut own, &call)?;
    }
    Ok(own)
}

/// Implements the inverse transition `counting_bloom_agg_any_forget(state, value [, capacity [, fpp]])`. A NULL result
/// makes the executor compute the frame from scratch.
fn remove<'fcx, V: Value<'fcx>>(call: Call<'fcx>) -> Result<impl ReturnValue + use<'fcx, V>> {
    let Some(mut own) = WritableState::of(call)? else { return Ok(None) };
    let mut state = StateMut::<Counters>::new(own.as_mut())?;
    let hashing = state.as_state().hashing();
    let Some((_, hash)) = hashed::<V>(call, 1, hashing)? else { return Ok(Some(own)) };
    let removal = state.remove(hash);
    Ok((removal == Removal::Done).then_some(own))
}

// Of the SQL of 0.3.0:
sql_functions_of_types! { "counting_bloom_agg_step" => counting_step }
sql_functions_of_types! { "counting_bloom_agg_forget" => remove }
sql_functions! {
    "counting_bloom_agg_final" => finish::<Counters>,
    "counting_bloom_agg_any_step" => |call| call.in_aggregate_memory(counting_step::<Any<'_>>(call)?),
    "counting_bloom_agg_any_forget" => |call| call.in_aggregate_memory(remove::<Any<'_>>(call)?),
}
