//! `counting_bloom_agg`: like `bloom_agg`, and with an inverse, so that a window that moves does constant work per row.

#![allow(unsafe_code)]

use crate::aggregate::finish;
use crate::bloom_type::NewCountingBloom;
use crate::datum::{Passed, Raw, argument};
use crate::error::Result;
use crate::state_type::{BloomState, NewState, Own, own_state};
use crate::value::{Any, Bytea, Text, Uuid, Value, canonical};
use bloom_core::cells::Cell;
use bloom_core::hashing::Hashable;
use bloom_core::state::{Forgotten, StateMut};
use pgrx::is_a;
use pgrx::pg_sys::panic::ErrorReport;
use pgrx::prelude::*;

/// The transition: `counting_bloom_agg_step(state, value [, capacity [, fpp]])`. In a window the state is finished after
/// every row, so that nothing stays in its buffer.
fn step<V: Value + FromDatum>(fcinfo: pg_sys::FunctionCallInfo) -> Result<Passed> {
    let mut own = crate::aggregate::step::<V>(Cell::Counter, fcinfo)?;
    // SAFETY: PostgreSQL passes a valid fcinfo, whose context is a node.
    if unsafe { is_a((*fcinfo).context, pg_sys::NodeTag::T_WindowAggState) } {
        let mut state = StateMut::new(own.bytes_mut())?;
        if let Some(room) = state.settle() {
            let grown = NewState::filled(room, |bytes, room| state.as_state().grow_into(bytes, room))?;
            own = Own::New(grown);
        }
    }
    Ok(own.into_passed())
}

/// The inverse transition, `counting_bloom_agg_forget(state, value [, capacity [, fpp]])`; NULL asks the executor to
/// start the frame anew.
fn forget<V: Value + FromDatum>(fcinfo: pg_sys::FunctionCallInfo) -> Result<Option<Passed>> {
    // SAFETY: each inverse transition function is declared with the type of its value.
    let (state, value) = unsafe { (argument::<Raw>(fcinfo, 0), argument::<V>(fcinfo, 1)) };
    let (Some(raw), Some(value)) = (state, value) else { return Ok(state.map(|state| Passed(state.0))) };
    let hash = canonical(&value, fcinfo, 1, |_, bytes| bytes.default_hash())?;
    let mut own = own_state(fcinfo, raw)?;
    let forgotten = StateMut::new(own.bytes_mut())?.forget(hash);
    Ok((forgotten == Forgotten::Done).then(|| own.into_passed()))
}

macro_rules! counting_bloom_agg {
    ($($step:ident, $forget:ident($value:ty)),* $(,)?) => {
        $(#[pg_extern(sql = false)]
        fn $step(fcinfo: pg_sys::FunctionCallInfo) -> Passed {
            step::<$value>(fcinfo).unwrap_or_else(|error| error.raise())
        }

        #[pg_extern(sql = false)]
        fn $forget(fcinfo: pg_sys::FunctionCallInfo) -> Option<Passed> {
            forget::<$value>(fcinfo).unwrap_or_else(|error| error.raise())
        })*
    };
}
counting_bloom_agg! {
    counting_bloom_agg_step_int2, counting_bloom_agg_forget_int2(i16),
    counting_bloom_agg_step_int4, counting_bloom_agg_forget_int4(i32),
    counting_bloom_agg_step_int8, counting_bloom_agg_forget_int8(i64),
    counting_bloom_agg_step_char, counting_bloom_agg_forget_char(i8),
    counting_bloom_agg_step_text, counting_bloom_agg_forget_text(Text<'_>),
    counting_bloom_agg_step_bytea, counting_bloom_agg_forget_bytea(Bytea<'_>),
    counting_bloom_agg_step_uuid, counting_bloom_agg_forget_uuid(Uuid<'_>),
    counting_bloom_agg_step_any, counting_bloom_agg_forget_any(Any),
}

/// The filter of a state: `counting_bloom_agg_final(state)`.
#[pg_extern(sql = false)]
fn counting_bloom_agg_final(state: Option<BloomState<'_>>) -> Result<NewCountingBloom, ErrorReport> {
    Ok(finish(state.as_ref())?)
}
