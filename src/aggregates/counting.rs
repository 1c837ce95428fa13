//! `counting_bloom_agg`: a moving aggregate, whose values can be taken away again.

use super::build::{finish, step};
use crate::call::{Call, ReturnValue, sql_functions};
use crate::error::Result;
use crate::types::state::{NewState, WritableState};
use crate::value::{Any, Value, hashed, sql_functions_of_types};
use bloom_core::cells::Counters;
use bloom_core::state::{Removal, StateMut};

/// The transition: `counting_bloom_agg_step(state, value [, capacity [, fpp]])`. In a window the state is finished
/// after every row, so that nothing stays in its buffer.
fn counting_step<'fcx, V: Value<'fcx>>(call: Call<'fcx>) -> Result<WritableState<'fcx>> {
    let mut own = step::<V, Counters>(call)?;
    if call.is_window() {
        let mut state = StateMut::<Counters>::new(own.bytes_mut())?;
        if let Some(size) = state.settle(|| call.expected())? {
            let grown = NewState::filled(call, size, |bytes, size| state.as_state().grow_into(bytes, size))?;
            own = WritableState::New(grown);
        }
    }
    Ok(own)
}

/// The inverse transition, `counting_bloom_agg_forget(state, value [, capacity [, fpp]])`; NULL asks the executor to
/// start the frame anew.
fn forget<'fcx, V: Value<'fcx>>(call: Call<'fcx>) -> Result<impl ReturnValue + use<'fcx, V>> {
    let Some(mut own) = WritableState::of(call)? else { return Ok(None) };
    let mut state = StateMut::<Counters>::new(own.bytes_mut())?;
    let hashing = state.as_state().hashing();
    let Some((_, hash)) = hashed::<V>(call, 1, hashing)? else { return Ok(Some(own)) };
    let forgotten = state.forget(hash);
    Ok((forgotten == Removal::Done).then_some(own))
}

sql_functions_of_types! { "counting_bloom_agg_step" => counting_step }
sql_functions_of_types! { "counting_bloom_agg_forget" => forget }
sql_functions! {
    "counting_bloom_agg_final" => finish::<Counters>,
    "counting_bloom_agg_any_step" => |call| call.kept(counting_step::<Any>(call)?),
    "counting_bloom_agg_any_forget" => |call| call.kept(forget::<Any>(call)?),
}
