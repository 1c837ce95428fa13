//! `bloom_agg`. Its state type is in [`crate::state_type`].

#![allow(unsafe_code)]

use crate::bloom_type::{NewBloom, NewFilter, SqlFilter};
use crate::build::{self, DEFAULT_FPP};
use crate::datum::{Passed, Raw, argument};
use crate::error::Result;
use crate::state_type::{BloomState, NewState, Own, combine, own_state};
use crate::value::{Any, Bytea, Text, Uuid, Value, canonical, is_parsed};
use bloom_core::cells::Cell;
use bloom_core::hash::Hash;
use bloom_core::hashing::Hashable;
use bloom_core::scheme::Dialect;
use bloom_core::state::{Plan, Room, State, StateMut};
use pgrx::is_a;
use pgrx::pg_sys::panic::ErrorReport;
use pgrx::prelude::*;

/// What the arguments of a row ask for: the capacity (NULL or not given: unknown) and the rate.
#[derive(Clone, Copy)]
struct Asked {
    capacity: Option<i64>,
    fpp: f64,
    dialect: Dialect,
}

/// How a build of a named scheme hashes.
///
/// # Safety
/// `fcinfo` must be of a transition function with a scheme.
#[cold]
unsafe fn dialect(fcinfo: pg_sys::FunctionCallInfo) -> Result<Dialect> {
    // SAFETY: the caller promises the argument.
    match unsafe { argument::<&str>(fcinfo, 4) } {
        None => Ok(Dialect::DEFAULT),
        Some(name) => Ok(Dialect::from_name(name)?),
    }
}

impl Asked {
    #[inline(always)]
    fn of(fcinfo: pg_sys::FunctionCallInfo) -> Result<Self> {
        // SAFETY: every transition function is declared with a prefix of (state, value, bigint, double precision,
        // text).
        unsafe {
            Ok(Self {
                capacity: argument(fcinfo, 2),
                fpp: argument(fcinfo, 3).unwrap_or(DEFAULT_FPP),
                dialect: if (*fcinfo).nargs > 4 { dialect(fcinfo)? } else { Dialect::DEFAULT },
            })
        }
    }

    fn new_state(self, cell: Cell, fcinfo: pg_sys::FunctionCallInfo) -> Result<NewState> {
        // SAFETY: takes nothing, returns a number; PostgreSQL passes a valid fcinfo.
        let (budget, shares) = unsafe { (pg_sys::get_hash_memory_limit() as u64, shares(fcinfo)) };
        let capacity = self.capacity.map(build::capacity).transpose()?;
        let plan = Plan { cell, dialect: self.dialect, capacity, fpp: self.fpp, budget, shares };
        NewState::filled(plan.room()?, |bytes, room| StateMut::create(bytes, room, &plan).map(drop))
    }
}

/// Among how many states at least an engine shares a build that calls the aggregate's functions by itself.
const ENGINE_SHARES: u8 = 16;

/// Among how many states a build may be shared: the executor says that there are others in parallel plans, and engines
/// that call the aggregate's functions by themselves, of calls that nobody parsed, do it to share the work.
///
/// # Safety
/// `fcinfo` must be that of a transition function.
unsafe fn shares(fcinfo: pg_sys::FunctionCallInfo) -> u8 {
    // SAFETY: the context of an aggregate's functions is the executor's node.
    unsafe {
        let context = (*fcinfo).context;
        if !is_parsed(fcinfo) {
            return ENGINE_SHARES;
        }
        let parallel = is_a(context, pg_sys::NodeTag::T_AggState)
            && (*context.cast::<pg_sys::AggState>()).aggsplit & pg_sys::AGGSPLITOP_SKIPFINAL != 0;
        let workers = if parallel { pg_sys::max_parallel_workers_per_gather } else { 0 };
        u8::try_from(workers.saturating_add(1)).unwrap_or(u8::MAX)
    }
}

/// The transition: `bloom_agg_step(state, value [, capacity [, fpp [, scheme]]])`, for a filter of such cells.
///
/// # Errors
/// 22023 for impossible or changing arguments, 42804, 0A000, 54000.
#[inline(always)]
pub fn step<V: Value + FromDatum>(cell: Cell, fcinfo: pg_sys::FunctionCallInfo) -> Result<Own> {
    let asked = Asked::of(fcinfo)?;
    // SAFETY: each transition function is declared with the type of its value.
    let (state, value) = unsafe { (argument::<Raw>(fcinfo, 0), argument::<V>(fcinfo, 1)) };
    let mut own = match state {
        Some(state) => own_state(fcinfo, state)?,
        None => Own::New(asked.new_state(cell, fcinfo)?),
    };
    let Asked { capacity, fpp, dialect } = asked;
    let Some(value) = value else {
        StateMut::new(own.bytes_mut())?.check_arguments(dialect, capacity, fpp)?;
        return Ok(own);
    };
    // Only whether it was done comes back: on a way through memory the processor would wait for the hash.
    let done = dialect == Dialect::DEFAULT
        && canonical(&value, fcinfo, 1, |element, bytes| {
            StateMut::append(own.bytes_mut(), element, capacity, fpp, bytes.default_hash())
        })?;
    if done { Ok(own) } else { push(own, &value, asked, fcinfo) }
}

/// The state with one more value, where it is not as simple as almost always.
#[cold]
fn push(mut own: Own, value: &impl Value, asked: Asked, fcinfo: pg_sys::FunctionCallInfo) -> Result<Own> {
    let hashing = asked.dialect.hashing();
    let (element, hash) = canonical(value, fcinfo, 1, |element, bytes| {
        hashing.hash(element, bytes).map(|hash| (hashing.holding(element), hash))
    })??;
    let mut state = StateMut::new(own.bytes_mut())?;
    state.check_arguments(asked.dialect, asked.capacity, asked.fpp)?;
    state.check_element(element)?;
    match state.push(hash) {
        None => Ok(own),
        Some(room) => Ok(Own::New(grown(&state.as_state(), room, hash)?)),
    }
}

/// The state in as much room as it needs to take a hash, with that hash.
#[cold]
fn grown(state: &State<'_>, room: Room, hash: Hash) -> Result<NewState> {
    let mut new = NewState::filled(room, |bytes, room| state.grow_into(bytes, room))?;
    let mut state = StateMut::new(new.bytes_mut())?;
    match state.push(hash) {
        None => Ok(new),
        Some(more) => grown(&state.as_state(), more, hash),
    }
}

macro_rules! bloom_agg_step {
    ($($function:ident($value:ty)),* $(,)?) => {
        $(#[pg_extern(sql = false)]
        fn $function(fcinfo: pg_sys::FunctionCallInfo) -> Passed {
            step::<$value>(Cell::Bit, fcinfo).map_or_else(|error| error.raise(), Own::into_passed)
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
    Ok(combine(state, other, fcinfo, combined)?)
}

fn combined(mut own: Own, other: &BloomState<'_>) -> Result<Passed> {
    let other = other.state()?;
    let mut state = StateMut::new(own.bytes_mut())?;
    let Some(room) = state.merge(&other)? else { return Ok(own.into_passed()) };
    let merged = NewState::filled(room, |bytes, room| state.as_state().merge_into(&other, bytes, room))?;
    Ok(Passed(merged.into_datum()))
}

/// The filter that a state amounts to: `bloom_agg_final(state)`. The state is left as it is, for window frames.
#[pg_extern(sql = false)]
fn bloom_agg_final(state: Option<BloomState<'_>>) -> Result<NewBloom, ErrorReport> {
    Ok(finish(state.as_ref())?)
}

/// The filter of a state; that of no rows is empty.
///
/// # Errors
/// 54000.
pub fn finish<C: SqlFilter>(state: Option<&BloomState<'_>>) -> Result<NewFilter<C>> {
    let Some(state) = state else { return build::empty_of_nothing(DEFAULT_FPP) };
    let finished = state.state()?.finish()?;
    finished.header().made_of(C::CELL)?;
    let mut filter = NewFilter::zeroed(finished.filter_len())?;
    finished.write(filter.bytes_mut())?;
    Ok(filter)
}
