//! `bloom_agg`: builds a filter from the values of many rows.

use crate::call::{Call, NewDatum, RawArg, ReturnValue, sql_functions};
use crate::error::{Result, as_input_error};
use crate::functions::build::{self, DEFAULT_FPP, options};
use crate::functions::overfull::{Filled, warn_overfull};
use crate::pg::detoast::Varlena;
use crate::types::filter::{NewFilter, SqlFilter};
use crate::types::state::{LARGE, StateArg, WritableState, combine};
use crate::value::{Any, Value, ValueReader, canonical, hashed, sql_functions_of_types};
use bloom_core::cells::{Bits, CellKind, Cells, Counters};
use bloom_core::filter::Filter;
use bloom_core::scheme::{Hashable, SchemeOptions};
use bloom_core::state::{self, BuildSpec, State, StateMut, cell_of};
use pgrx::pg_sys::Datum;

/// Number of the argument that names the scheme.
const SCHEME: usize = 4;

/// The arguments of one row besides its value. The capacity is unknown if it is NULL or not given.
#[derive(Clone, Copy)]
struct BuildArgs {
    capacity: Option<i64>,
    fpp: f64,
    options: SchemeOptions,
}

impl BuildArgs {
    /// Reads the arguments. Every transition function has a prefix of (state, value, bigint, double precision, text).
    fn of(call: Call<'_>) -> Result<Self> {
        Ok(Self {
            capacity: call.argument(2),
            fpp: call.argument(3).unwrap_or(DEFAULT_FPP),
            options: if call.argument_count() > SCHEME {
                call.with_cache(|reader: &mut ValueReader, _| scheme_options(reader, call))?
            } else {
                SchemeOptions::DEFAULT
            },
        })
    }
}

/// Returns the state of a build without values.
fn new_state<C: Cells>(call: Call<'_>) -> Result<WritableState<'_>> {
    let BuildArgs { capacity, fpp, options } = BuildArgs::of(call)?;
    let capacity = capacity.map(build::capacity).transpose()?;
    let budget = call.memory_budget();
    let expected_states = if capacity.is_none() { call.expected_states() } else { 1 };
    if let Some(capacity) = capacity
        && call.is_first()
    {
        build::notice_excess(options.params(C::CELL, capacity, fpp)?, capacity, fpp);
    }
    state::create::<C, _>(&BuildSpec { options, capacity, fpp, budget, expected_states }, &call)
}

/// Implements the transition function `bloom_agg_step(state, value [, capacity [, fpp [, scheme]]])` for cells `C`.
///
/// # Errors
/// 22023 for invalid or changing arguments; 42804, 0A000 or 54000 if the filter cannot hold the value.
#[inline(always)]
pub fn step<'fcx, V: Value<'fcx>, C: Cells>(call: Call<'fcx>) -> Result<WritableState<'fcx>> {
    let mut state = match WritableState::of(call)? {
        Some(state) => state,
        None => new_state::<C>(call)?,
    };
    let (capacity, fpp) = (call.argument(2), call.argument(3).unwrap_or(DEFAULT_FPP));
    if call.argument_count() > SCHEME {
        return step_by_scheme::<V, C>(state, capacity, fpp, call);
    }
    // The closure returns only a flag: if the hash were returned through memory, the processor would wait for it.
    let added = canonical::<V, _>(call, 1, |element, bytes| {
        StateMut::<C>::append(state.as_mut(), element, capacity, fpp, bytes.default_hash())
    })?;
    if added == Some(true) { Ok(state) } else { push::<V, C>(state, call) }
}

/// Implements [`step`] for calls with a scheme argument.
#[inline(never)]
fn step_by_scheme<'fcx, V: Value<'fcx>, C: Cells>(
    mut state: WritableState<'fcx>,
    capacity: Option<i64>,
    fpp: f64,
    call: Call<'fcx>,
) -> Result<WritableState<'fcx>> {
    // As in `step`, the closure returns only a flag.
    let added = call.with_cache(|reader: &mut ValueReader, site| {
        let options = scheme_options(reader, call)?;
        let Some(value) = V::read(site, 1)? else { return Ok(None) };
        let append = |element, bytes: &[u8]| {
            StateMut::<C>::append_by(state.as_mut(), options, element, capacity, fpp, bytes)
        };
        value.with_canonical(site, 1, reader, append).map(Some)
    })?;
    if added == Some(true) { Ok(state) } else { push::<V, C>(state, call) }
}

/// Returns the options of the scheme argument, which the call site caches.
#[inline(always)]
fn scheme_options(reader: &mut ValueReader, call: Call<'_>) -> Result<SchemeOptions> {
    match call.argument::<Varlena<'_>>(SCHEME) {
        None => Ok(SchemeOptions::DEFAULT),
        Some(name) => reader.options(name.bytes(), || options(call, SCHEME)),
    }
}

/// Adds a value to the state when the fast path cannot, for example the first value, or when the buffer is full. Only
/// checks the other arguments if the value is NULL.
#[cold]
fn push<'fcx, V: Value<'fcx>, C: Cells>(
    mut state: WritableState<'fcx>,
    call: Call<'fcx>,
) -> Result<WritableState<'fcx>> {
    let BuildArgs { capacity, fpp, options } = BuildArgs::of(call)?;
    let mut own = StateMut::<C>::new(state.as_mut())?;
    own.check_arguments(options, capacity, fpp)?;
    let hashing = own.as_state().hashing();
    if let Some((element, hash)) = hashed::<V>(call, 1, hashing)? {
        own.check_element(element)?;
        state::push::<C, _>(&mut state, hash, &call)?;
    }
    Ok(state)
}

/// Implements `bloom_agg_combine(state, state)`: merges two states. NULL is the state of no rows.
fn bloom_agg_combine(call: Call<'_>) -> Result<impl ReturnValue + use<'_>> {
    combine(call, |mut own, other| {
        match cell_of(own.as_mut())? {
            CellKind::Bit => state::merge::<Bits, _>(&mut own, &State::new(other.bytes())?, &call)?,
            CellKind::Counter => state::merge::<Counters, _>(&mut own, &State::new(other.bytes())?, &call)?,
        }
        Ok(own)
    })
}

/// What a final function returns.
#[derive(Debug)]
pub enum Finished<C> {
    /// A new filter.
    New(NewFilter<C>),
    /// The filter that a large state has become.
    InState(NewDatum),
}

impl<C: SqlFilter> ReturnValue for Finished<C> {
    fn into_datum(self) -> Option<Datum> {
        match self {
            Self::New(filter) => filter.into_datum(),
            Self::InState(filter) => filter.into_datum(),
        }
    }
}

/// Implements `bloom_agg_final(state)`: returns the filter of a state, an empty filter for no rows. The state
/// keeps its values, because window functions continue with it.
///
/// # Errors
/// 54000 if the filter would be too large; XX001 if the state belongs to other filters.
pub fn finish<C: SqlFilter>(call: Call<'_>) -> Result<Finished<C>> {
    if let Some(mut own) = call.final_state()
        && own.bytes_mut().len() >= LARGE
        && let Some(offset) = StateMut::<C>::new(own.bytes_mut())?.finish_in_place()?
    {
        warn_overfull(&Filter::<C>::new(&own.bytes_mut()[offset..])?, None, Filled::Built);
        return own.into_rest(offset).map(Finished::InState);
    }
    let Some(state) = call.argument::<StateArg<'_>>(0) else {
        return build::empty_of_nothing(DEFAULT_FPP).map(Finished::New);
    };
    let finished = State::<C>::new(state.bytes())?.finish()?;
    let mut filter = NewFilter::zeroed(finished.filter_len())?;
    finished.write(filter.bytes_mut())?;
    warn_overfull(&filter.filter()?, None, Filled::Built);
    Ok(Finished::New(filter))
}

/// Converts a state of type `internal` to bytea, which has the same representation.
fn serialize(call: Call<'_>) -> Result<RawArg<'_>> {
    call.required(0)
}

/// Converts bytea to a state of type `internal` after checking the bytes. The combine function only reads this state.
///
/// # Errors
/// 22P02 if the bytes are not a valid state.
fn deserialize(call: Call<'_>) -> Result<RawArg<'_>> {
    let state = call.required::<StateArg<'_>>(0)?;
    as_input_error(cell_of(state.bytes()).and_then(|_| state::validate(state.bytes())))?;
    serialize(call)
}

fn bloom_agg_step<'fcx, V: Value<'fcx>>(call: Call<'fcx>) -> Result<WritableState<'fcx>> {
    step::<V, Bits>(call)
}

sql_functions_of_types! { "bloom_agg_step" => bloom_agg_step }
sql_functions! {
    "bloom_agg_combine" => bloom_agg_combine,
    "bloom_agg_final" => finish::<Bits>,
    "bloom_agg_any_step" => |call| call.in_aggregate_memory(bloom_agg_step::<Any<'_>>(call)?),
    "bloom_agg_any_combine" => |call| call.in_aggregate_memory(bloom_agg_combine(call)?),
    "bloom_agg_any_serialize" => serialize,
    "bloom_agg_any_deserialize" => deserialize,
}
