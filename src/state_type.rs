//! The type `bloom_state`: a filter being built, or filters being merged, by an aggregate.
//!
//! A type of its own, not `internal`, so that parallel workers and other engines pass it as an ordinary value. It is
//! updated in place: a transition function returns the pointer it was given. A state that must grow is returned as a
//! new value in the current memory context, which the executor copies into its own.

#![allow(unsafe_code)]

use crate::bloom_type::{decode_text, encode_text};
use crate::datum::{
    NewCString, NewVarlena, Passed, Raw, Varlena, is_plain_varlena, plain_varlena_mut, received,
    sql_argument, sql_result,
};
use crate::error::Result;
use bloom_core::state::merging::Merge;
use bloom_core::state::{Room, State};
use pgrx::pg_sys::panic::ErrorReport;
use pgrx::prelude::*;
use std::ffi::CStr;

/// An argument of type `bloom_state`.
#[derive(Debug)]
pub struct BloomState<'a>(Varlena<'a>);
sql_argument!(BloomState<'a>, "bloom_state", datum => BloomState(Varlena::new(datum)));

impl BloomState<'_> {
    /// Looks at the state in a datum.
    ///
    /// # Safety
    /// `raw` must be of type bloom_state.
    pub unsafe fn new(raw: Raw) -> Self {
        // SAFETY: the caller promises a varlena.
        Self(unsafe { Varlena::new(raw.0) })
    }

    /// Its bytes.
    pub fn bytes(&self) -> &[u8] {
        self.0.bytes()
    }

    /// A filter being built.
    ///
    /// # Errors
    /// 22P02 if it is none.
    pub fn state(&self) -> Result<State<'_>> {
        Ok(State::new(self.0.bytes())?)
    }
}

/// A new value of type `bloom_state`.
#[derive(Debug)]
pub struct NewState(NewVarlena);
sql_result!(NewState, "bloom_state");

impl NewState {
    /// Its bytes.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        self.0.bytes_mut()
    }

    /// The datum to return.
    pub fn into_datum(self) -> pg_sys::Datum {
        self.0.into_datum()
    }

    fn validated(mut value: NewVarlena) -> Result<Self> {
        let bytes = value.bytes_mut();
        if Merge::is_one(bytes) {
            Merge::validate(bytes)?;
        } else {
            State::validate(bytes)?;
        }
        Ok(Self(value))
    }

    /// A new state in `room`, filled by `fill`.
    ///
    /// # Errors
    /// 54000 if it would be too long, and those of `fill`.
    pub fn filled(room: Room, fill: impl FnOnce(&mut [u8], Room) -> bloom_core::Result<()>) -> Result<Self> {
        Self::written(room.len(), |bytes| fill(bytes, room))
    }

    /// A new state of `len` bytes, written by `write` to zeros.
    ///
    /// # Errors
    /// 54000 if it would be too long, and those of `write`.
    pub fn written(len: usize, write: impl FnOnce(&mut [u8]) -> bloom_core::Result<()>) -> Result<Self> {
        let mut new = NewVarlena::zeroed(len)?;
        write(new.bytes_mut())?;
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

/// The state that a call may change: that of the executor in place, any other one as a copy.
///
/// # Errors
/// 54000.
#[inline]
pub fn own_state(fcinfo: pg_sys::FunctionCallInfo, state: Raw) -> Result<Own> {
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
pub enum Own {
    /// The executor's.
    InPlace(Raw),
    /// A new one.
    New(NewState),
}

impl Own {
    /// Its bytes.
    #[inline]
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        match self {
            // SAFETY: made by `own_state` of a plain varlena that is ours during the call.
            Self::InPlace(state) => unsafe { plain_varlena_mut(state.0) },
            Self::New(state) => state.0.bytes_mut(),
        }
    }

    /// What to return.
    #[inline]
    pub fn into_passed(self) -> Passed {
        match self {
            Self::InPlace(state) => Passed(state.0),
            Self::New(state) => Passed(state.into_datum()),
        }
    }
}

/// What a combine function returns for two states, NULL being that of no rows: `both` is called if there are two.
///
/// # Errors
/// Those of [`own_state`] and of `both`.
pub fn combine(
    state: Option<Raw>,
    other: Option<Raw>,
    fcinfo: pg_sys::FunctionCallInfo,
    both: impl FnOnce(Own, &BloomState<'_>) -> Result<Passed>,
) -> Result<Option<Passed>> {
    match (state, other) {
        (Some(state), Some(other)) => {
            // SAFETY: combine functions are declared with two arguments of the state type.
            let other = unsafe { BloomState::new(other) };
            both(own_state(fcinfo, state)?, &other).map(Some)
        }
        (one, None) | (None, one) => Ok(match one {
            Some(one) => Some(own_state(fcinfo, one)?.into_passed()),
            None => None,
        }),
    }
}
