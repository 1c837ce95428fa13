//! The type `bloom_state`: a filter being built, or filters being merged, by an aggregate.
//!
//! A type of its own, not `internal`, so that parallel workers and other engines pass it as an ordinary value. It is
//! updated in place: a transition function returns the pointer it was given. A state that must grow is returned as a
//! new value in the current memory context, which the executor copies into its own.

use super::base64;
use super::filter::{output, send};
use crate::call::{Answer, Call, RawArg, WritableArg, answer, argument, sql_functions};
use crate::error::{Result, of_input};
use crate::pg::huge_pages;
use crate::pg::varlena::{NewVarlena, Varlena};
use bloom_core::state::{self, StateSize, merging};
use pgrx::pg_sys;
use std::ffi::CStr;

/// Bytes of a state from which on it is put into huge pages: what the processor finds in pages of 4 kB without looking
/// at the page tables. (Measured, a row of `bloom_agg`: 12 MB 63 ns, in huge pages 58; 120 MB 105 to 123, in huge
/// pages 97; to move 12 MB takes 6 to 10 ms, 120 MB 80 to 120, and 700 where free memory was in pieces.)
const WORTH_HUGE_PAGES: usize = 8 << 20;

/// An argument of type `bloom_state`.
#[derive(Debug)]
pub struct StateArg<'a>(Varlena<'a>);

argument! {
    /// `bloom_state`.
    StateArg<'fcx>: Varlena<'fcx> => Self,
}

impl StateArg<'_> {
    /// Its bytes.
    pub fn bytes(&self) -> &[u8] {
        self.0.bytes()
    }
}

/// A new value of type `bloom_state`.
#[derive(Debug)]
pub struct NewState(NewVarlena);

answer! {
    NewState: state => state.0.into_datum(),
}

impl NewState {
    /// Its bytes.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        self.0.bytes_mut()
    }

    fn validated(mut value: NewVarlena) -> Result<Self> {
        let bytes = value.bytes_mut();
        of_input(if merging::is_one(bytes) { merging::validate(bytes) } else { state::validate(bytes) })?;
        Ok(Self(value))
    }

    /// A new state in `size`, filled by `fill`.
    ///
    /// # Errors
    /// 54000 if it would be too long, and those of `fill`.
    pub fn filled(
        size: StateSize,
        fill: impl FnOnce(&mut [u8], StateSize) -> bloom_core::Result<()>,
    ) -> Result<Self> {
        Self::written(size.len(), |bytes| fill(bytes, size))
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

/// A state that a call may change: that of the executor in place, any other one as a copy.
#[derive(Debug)]
pub enum WritableState<'fcx> {
    /// The executor's.
    InPlace(WritableArg<'fcx>),
    /// A new one.
    New(NewState),
}

impl<'fcx> WritableState<'fcx> {
    /// The state that is argument 0 of a call; `None` for that of no rows.
    ///
    /// # Errors
    /// 54000.
    #[inline(always)]
    pub fn of(call: Call<'fcx>) -> Result<Option<Self>> {
        if let Some(state) = call.writable_state() {
            return Ok(Some(Self::InPlace(state)));
        }
        let Some(state) = call.argument::<StateArg<'_>>(0) else { return Ok(None) };
        Ok(Some(Self::New(NewState(NewVarlena::copy_of(state.bytes())?))))
    }

    /// Its bytes.
    #[inline(always)]
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        match self {
            Self::InPlace(state) => state.bytes_mut(),
            Self::New(state) => state.bytes_mut(),
        }
    }

    /// Puts the executor's state into huge pages, if it is so large that it is worth while.
    pub fn use_huge_pages(&mut self) {
        if let Self::InPlace(state) = self
            && state.bytes_mut().len() >= WORTH_HUGE_PAGES
        {
            huge_pages::collapse(state.bytes_mut());
        }
    }
}

impl Answer for WritableState<'_> {
    #[inline(always)]
    fn into_datum(self) -> Option<pg_sys::Datum> {
        match self {
            Self::InPlace(state) => state.into_datum(),
            Self::New(state) => state.into_datum(),
        }
    }
}

/// What a combine function returns for the two states that are its arguments, NULL being that of no rows: `both` is
/// called if there are two.
///
/// # Errors
/// Those of [`WritableState::of`] and of `both`.
pub fn combine<'fcx>(
    call: Call<'fcx>,
    both: impl FnOnce(WritableState<'fcx>, &StateArg<'fcx>) -> Result<WritableState<'fcx>>,
) -> Result<Option<WritableState<'fcx>>> {
    match (WritableState::of(call)?, call.argument::<StateArg<'_>>(1)) {
        (Some(state), Some(other)) => both(state, &other).map(Some),
        (None, Some(other)) => Ok(Some(WritableState::New(NewState(NewVarlena::copy_of(other.bytes())?)))),
        (state, None) => Ok(state),
    }
}

fn input(call: Call<'_>) -> Result<NewState> {
    NewState::validated(base64::decode("bloom_state", call.required::<&CStr>(0)?)?)
}

fn receive(call: Call<'_>) -> Result<NewState> {
    NewState::validated(NewVarlena::copy_of(call.required::<RawArg>(0)?.message())?)
}

sql_functions! {
    "bloom_state_in" => input,
    "bloom_state_out" => output,
    "bloom_state_recv" => receive,
    "bloom_state_send" => send,
}
