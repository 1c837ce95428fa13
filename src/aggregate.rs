//! `bloom_agg` and its state type.
//!
//! The state is a type of its own, not `internal`, so that parallel workers and other engines pass it as an ordinary
//! value. It is updated in place: the transition function returns the pointer it was given. A state that must grow
//! is returned as a new value in the current memory context, which the executor copies into its own.

#![allow(unsafe_code)]

use crate::bloom_type::{NewBloom, decode_text, encode_text};
use crate::build;
use crate::call_site::CallSite;
use crate::datum::{
    NewCString, NewVarlena, Passed, Raw, Varlena, argument, is_plain_varlena, plain_varlena_mut, received,
    sql_argument, sql_result,
};
use crate::error::Result;
use crate::value::{Any, Bytea, Place, Text, Uuid, Value};
use bloom_core::state::{Plan, Room, State, StateMut};
use pgrx::pg_sys::panic::ErrorReport;
use pgrx::prelude::*;
use std::ffi::CStr;

/// The rate if none is asked for.
const DEFAULT_FPP: f64 = 0.01;

/// An argument of type `bloom_state`.
#[derive(Debug)]
struct BloomState<'a>(Varlena<'a>);
sql_argument!(BloomState<'a>, "bloom_state", datum => BloomState(Varlena::new(datum)));

impl BloomState<'_> {
    fn state(&self) -> Result<State<'_>> {
        Ok(State::new(self.0.bytes())?)
    }
}

/// A new value of type `bloom_state`.
#[derive(Debug)]
struct NewState(NewVarlena);
sql_result!(NewState, "bloom_state");

impl NewState {
    fn into_datum(self) -> pg_sys::Datum {
        self.0.into_datum()
    }

    fn validated(mut value: NewVarlena) -> Result<Self> {
        State::validate(value.bytes_mut())?;
        Ok(Self(value))
    }

    /// A new state in `room`, filled by `fill`.
    fn filled(room: Room, fill: impl FnOnce(&mut [u8], Room) -> bloom_core::Result<()>) -> Result<Self> {
        let mut new = NewVarlena::zeroed(room.len())?;
        fill(new.bytes_mut(), room)?;
        Ok(Self(new))
    }
}

#[pg_extern(sql = false)]
fn bloom_state_in(text: &CStr) -> Result<NewState, ErrorReport> {
    Ok(NewState::validated(decode_text("bloom_state", text)?)?)
}

#[pg_extern(sql = false)]
fn bloom_state_out(state: BloomState<'_>) -> Result<NewCString, ErrorReport> {
    Ok(encode_text(state.0.bytes())?)
}

#[pg_extern(sql = false)]
fn bloom_state_recv(message: Raw) -> Result<NewState, ErrorReport> {
    // SAFETY: declared with one argument of type internal, the message.
    let bytes = unsafe { received(message) };
    Ok(NewState::validated(NewVarlena::copy_of(bytes)?)?)
}

#[pg_extern(sql = false)]
fn bloom_state_send(state: BloomState<'_>) -> Result<NewVarlena, ErrorReport> {
    Ok(NewVarlena::copy_of(state.0.bytes())?)
}

/// What the arguments of a row ask for: the capacity (NULL or not given: unknown) and the rate.
#[derive(Clone, Copy)]
struct Asked {
    capacity: Option<i64>,
    fpp: f64,
}

impl Asked {
    #[inline]
    fn of(fcinfo: pg_sys::FunctionCallInfo) -> Self {
        // SAFETY: every transition function is declared with a prefix of (state, value, bigint, double precision).
        unsafe { Self { capacity: argument(fcinfo, 2), fpp: argument(fcinfo, 3).unwrap_or(DEFAULT_FPP) } }
    }

    fn new_state(self) -> Result<NewState> {
        // SAFETY: takes nothing, returns a number.
        let budget = unsafe { pg_sys::get_hash_memory_limit() } as u64;
        let capacity = self.capacity.map(build::capacity).transpose()?;
        let plan = Plan { capacity, fpp: self.fpp, budget };
        NewState::filled(plan.room()?, |bytes, room| StateMut::create(bytes, room, &plan).map(drop))
    }
}

/// The state that a call may change: that of the executor in place, any other one as a copy.
#[inline]
fn own_state(fcinfo: pg_sys::FunctionCallInfo, state: Raw) -> Result<Own> {
    // SAFETY: an aggregate's state is read and written by its own functions alone, one after the other; the
    // executor says in `context` that it is one.
    unsafe {
        let context = (*fcinfo).context;
        let aggregating = !context.is_null()
            && matches!((*context).type_, pg_sys::NodeTag::T_AggState | pg_sys::NodeTag::T_WindowAggState);
        if aggregating && is_plain_varlena(state.0) {
            return Ok(Own::InPlace(state));
        }
        Ok(Own::New(NewState(NewVarlena::copy_of(Varlena::new(state.0).bytes())?)))
    }
}

/// See [`own_state`].
enum Own {
    InPlace(Raw),
    New(NewState),
}

impl Own {
    #[inline]
    fn bytes_mut(&mut self) -> &mut [u8] {
        match self {
            // SAFETY: made by `own_state` of a plain varlena that is ours during the call.
            Self::InPlace(state) => unsafe { plain_varlena_mut(state.0) },
            Self::New(state) => state.0.bytes_mut(),
        }
    }

    #[inline]
    fn into_passed(self) -> Passed {
        match self {
            Self::InPlace(state) => Passed(state.0),
            Self::New(state) => Passed(state.into_datum()),
        }
    }
}

/// The transition: `bloom_agg_step(state, value [, capacity [, fpp]])`.
#[inline]
fn step<V: Value + FromDatum>(fcinfo: pg_sys::FunctionCallInfo) -> Result<Passed> {
    let asked = Asked::of(fcinfo);
    // SAFETY: each transition function is declared with the type of its value.
    let (state, value) = unsafe { (argument::<Raw>(fcinfo, 0), argument::<V>(fcinfo, 1)) };
    let mut own = match state {
        Some(state) => own_state(fcinfo, state)?,
        None => Own::New(asked.new_state()?),
    };
    let Some(value) = value else { return Ok(own.into_passed()) };
    let (element, hash) =
        CallSite::with(fcinfo, |site, context| value.hash(Place { fcinfo, number: 1 }, site, context))?;
    loop {
        let mut state = StateMut::new(own.bytes_mut())?;
        state.check(element, asked.capacity, asked.fpp)?;
        let Some(room) = state.push(hash)? else { return Ok(own.into_passed()) };
        let grown = NewState::filled(room, |bytes, room| state.as_state().grow_into(bytes, room))?;
        own = Own::New(grown);
    }
}

macro_rules! bloom_agg_step {
    ($($function:ident($value:ty)),* $(,)?) => {
        $(#[pg_extern(sql = false)]
        fn $function(fcinfo: pg_sys::FunctionCallInfo) -> Passed {
            step::<$value>(fcinfo).unwrap_or_else(|error| error.raise())
        })*
    };
}
bloom_agg_step! {
    bloom_agg_step_int2(i16),
    bloom_agg_step_int4(i32),
    bloom_agg_step_int8(i64),
    bloom_agg_step_char(i8),
    bloom_agg_step_text(Text<'_>),
    bloom_agg_step_bytea(Bytea<'_>),
    bloom_agg_step_uuid(Uuid<'_>),
    bloom_agg_step_any(Any),
}

/// Two states as one: `bloom_agg_combine(state, state)`. NULL is the state of no rows.
#[pg_extern(sql = false)]
fn bloom_agg_combine(
    state: Option<Raw>,
    other: Option<Raw>,
    fcinfo: pg_sys::FunctionCallInfo,
) -> Result<Option<Passed>, ErrorReport> {
    Ok(combine(state, other, fcinfo)?)
}

fn combine(
    state: Option<Raw>,
    other: Option<Raw>,
    fcinfo: pg_sys::FunctionCallInfo,
) -> Result<Option<Passed>> {
    let (Some(state), Some(other)) = (state, other) else {
        let only = state.or(other).map(|state| own_state(fcinfo, state)).transpose()?;
        return Ok(only.map(Own::into_passed));
    };
    let mut own = own_state(fcinfo, state)?;
    // SAFETY: declared with two arguments of the state type.
    let other = BloomState(unsafe { Varlena::new(other.0) });
    let other = other.state()?;
    let mut state = StateMut::new(own.bytes_mut())?;
    let Some(room) = state.merge(&other)? else { return Ok(Some(own.into_passed())) };
    let merged = NewState::filled(room, |bytes, room| state.as_state().merge_into(&other, bytes, room))?;
    Ok(Some(Passed(merged.into_datum())))
}

/// The filter that a state amounts to: `bloom_agg_final(state)`. The state is left as it is, for window frames.
#[pg_extern(sql = false)]
fn bloom_agg_final(state: Option<BloomState<'_>>) -> Result<NewBloom, ErrorReport> {
    Ok(finish(state.as_ref())?)
}

fn finish(state: Option<&BloomState<'_>>) -> Result<NewBloom> {
    let Some(state) = state else { return build::empty_of_nothing(DEFAULT_FPP) };
    let finished = state.state()?.finish()?;
    let mut filter = NewBloom::zeroed(finished.filter_len())?;
    finished.write(filter.bytes_mut())?;
    Ok(filter)
}
