//! The SQL type `bloom_state`: transition states of aggregates that build a filter or merge filters.
//!
//! It is a type of its own and not `internal`, so that parallel workers and other engines pass it as an ordinary value.
//! It is updated in place: a transition function returns the pointer that it was given. A state that must grow is
//! returned as a new value in the current memory context, which the executor copies into its own context. A large new
//! state is returned as an expanded object, which the executor keeps without copying it.

use super::base64;
use crate::call::{Call, Message, ReturnValue, WritableArg, sql_functions};
use crate::error::{self, Result, as_input_error};
use crate::pg::detoast::Varlena;
use crate::pg::expanded::NewExpanded;
use crate::pg::memory::Memory;
use crate::pg::varlena::{NewCString, NewVarlena};
use bloom_core::bytes;
use bloom_core::state::{self, Expected, StateKind, StateMemory, compact};
use pgrx::pg_sys::Datum;
use std::ffi::CStr;

/// An argument of type `bloom_state`.
pub type StateArg<'a> = Varlena<'a>;

/// A new value of type `bloom_state`.
#[derive(Debug)]
pub enum NewState {
    /// An ordinary value.
    Flat(NewVarlena),
    /// An expanded object, which the executor keeps without copying it.
    Expanded(NewExpanded, Memory),
}

impl ReturnValue for NewState {
    fn into_datum(self) -> Option<Datum> {
        match self {
            Self::Flat(state) => Some(state.into_datum()),
            Self::Expanded(state, memory) => Some(state.into_datum_of(memory)),
        }
    }
}

/// Size in bytes from which on copies are saved: a new state is returned as an expanded object, and becomes
/// its filter.
pub const LARGE: usize = 1 << 20;

impl NewState {
    /// Checks a state that came from outside, either in its ordinary or in its compact form.
    fn validated(mut value: NewVarlena) -> Result<Self> {
        if StateKind::of(value.bytes()) == Some(StateKind::Compact) {
            let sent = value;
            value = NewVarlena::zeroed(as_input_error(compact::decoded_len(sent.bytes()))?)?;
            as_input_error(compact::decode(sent.bytes(), value.bytes_mut()))?;
            sent.free();
        }
        as_input_error(state::validate(value.bytes()))?;
        Ok(Self::Flat(value))
    }
}

/// A state that a call may change: the executor's state is changed in place, any other state is copied.
#[derive(Debug)]
pub enum WritableState<'fcx> {
    /// The state that the executor keeps.
    InPlace(WritableArg<'fcx>),
    /// A new state, made by this call.
    New(NewState),
}

impl<'fcx> WritableState<'fcx> {
    /// Returns the state in argument 0 of a call; `None` if it is NULL, the state of no rows.
    ///
    /// # Errors
    /// 54000 if PostgreSQL cannot store a copy of that size.
    #[inline(always)]
    pub fn of(call: Call<'fcx>) -> Result<Option<Self>> {
        if let Some(state) = call.writable_state() {
            return Ok(Some(Self::InPlace(state)));
        }
        let Some(state) = call.argument::<StateArg<'_>>(0) else { return Ok(None) };
        Ok(Some(Self::New(NewState::Flat(NewVarlena::copy_of(state.bytes())?))))
    }
}

impl AsMut<[u8]> for WritableState<'_> {
    #[inline(always)]
    fn as_mut(&mut self) -> &mut [u8] {
        match self {
            Self::InPlace(state) => state.bytes_mut(),
            Self::New(NewState::Flat(state)) => state.bytes_mut(),
            Self::New(NewState::Expanded(state, _)) => state.bytes_mut(),
        }
    }
}

/// Memory for the state that a call returns.
impl<'fcx> StateMemory for Call<'fcx> {
    type Bytes = WritableState<'fcx>;
    type Error = error::Error;

    fn zeroed(&self, len: usize) -> Result<WritableState<'fcx>> {
        Ok(WritableState::New(match self.state_memory() {
            Some(memory) if len >= LARGE => NewState::Expanded(NewExpanded::zeroed(len)?, memory),
            _ => NewState::Flat(NewVarlena::zeroed(len)?),
        }))
    }

    fn expected(&self) -> Expected {
        self.expected_values()
    }
}

impl ReturnValue for WritableState<'_> {
    #[inline(always)]
    fn into_datum(self) -> Option<Datum> {
        match self {
            Self::InPlace(state) => state.into_datum(),
            Self::New(state) => state.into_datum(),
        }
    }
}

/// Combines the two states in the arguments of a combine function; calls `both` if neither is NULL. NULL is the state
/// of no rows.
///
/// # Errors
/// The errors of [`WritableState::of`] and of `both`.
pub fn combine<'fcx>(
    call: Call<'fcx>,
    both: impl FnOnce(WritableState<'fcx>, &StateArg<'fcx>) -> Result<WritableState<'fcx>>,
) -> Result<Option<WritableState<'fcx>>> {
    match (WritableState::of(call)?, call.argument::<StateArg<'_>>(1)) {
        (Some(state), Some(other)) => both(state, &other).map(Some),
        (None, Some(other)) => {
            let mut new = call.zeroed(other.bytes().len())?;
            bytes::copy(new.as_mut(), other.bytes());
            Ok(Some(new))
        }
        (state, None) => Ok(state),
    }
}

fn input(call: Call<'_>) -> Result<NewState> {
    NewState::validated(base64::decode("bloom_state", call.required::<&CStr>(0)?)?)
}

fn receive(call: Call<'_>) -> Result<NewState> {
    NewState::validated(NewVarlena::copy_of(call.required::<Message<'_>>(0)?.0)?)
}

fn compacted(call: Call<'_>) -> Result<NewVarlena> {
    let state = call.required::<StateArg<'_>>(0)?;
    let len = compact::len(state.bytes());
    if len >= state.bytes().len() {
        return NewVarlena::copy_of(state.bytes()); // half full, or nearly
    }
    let mut new = NewVarlena::zeroed(len)?;
    compact::write(state.bytes(), new.bytes_mut())?;
    Ok(new)
}

fn output(call: Call<'_>) -> Result<NewCString> {
    let compact = compacted(call)?;
    let text = base64::encode(compact.bytes())?;
    compact.free();
    Ok(text)
}

sql_functions! {
    "bloom_state_in" => input,
    "bloom_state_out" => output,
    "bloom_state_recv" => receive,
    "bloom_state_send" => compacted,
}
