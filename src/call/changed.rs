//! Varlena arguments that a call changes and returns.

use super::{Call, RawArg, ReturnValue};
use crate::error::Result;
use crate::pg::detoast::Varlena;
use crate::pg::expanded::{self, NewExpanded};
use crate::pg::varlena::NewVarlena;
use crate::pg::version;
use pgrx::pg_sys::Datum;
use std::marker::PhantomData;

/// A varlena that a call changes and returns. A change that fails must leave it as it was.
#[derive(Debug)]
pub enum Changed<'fcx> {
    /// The value of a PL/pgSQL variable itself, or a copy that the variable will hold.
    InPlace(Datum, PhantomData<&'fcx mut ()>),
    /// A copy of the argument.
    Copy(NewVarlena),
}

impl<'fcx> Call<'fcx> {
    /// Returns argument `number`, to be changed and returned, and the result of `look` for its bytes. Another argument
    /// may be a part of it, and must not be read after the change.
    ///
    /// # Errors
    /// The errors of `look`; 54000 if the value is too large; XX000 if it is NULL.
    pub fn changed<T>(
        &self,
        number: usize,
        look: impl FnOnce(&[u8]) -> Result<T>,
    ) -> Result<(Changed<'fcx>, T)> {
        let datum = self.required::<RawArg<'_>>(number)?.datum;
        // SAFETY: the functions that call this are declared with a varlena.
        if let Some(bytes) = unsafe { expanded::bytes_mut(datum) } {
            let found = look(bytes)?;
            return Ok((Changed::InPlace(datum, PhantomData), found));
        }
        // SAFETY: the same functions call this.
        let value = unsafe { Varlena::new(datum) };
        let found = look(value.bytes())?;
        if version::CHANGES_IN_PLACE && self.is_variable(number) {
            let copy = NewExpanded::copy_of(value.bytes())?;
            return Ok((Changed::InPlace(copy.into_datum(), PhantomData), found));
        }
        Ok((Changed::Copy(value.into_new()?), found))
    }
}

impl Changed<'_> {
    /// Returns the bytes of the value, to be changed.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        match self {
            // SAFETY: this is a value that this call may change; the other arguments were read before.
            Self::InPlace(datum, _) => unsafe { expanded::bytes_mut(*datum) }.unwrap_or_default(),
            Self::Copy(new) => new.bytes_mut(),
        }
    }
}

impl ReturnValue for Changed<'_> {
    fn into_datum(self) -> Option<Datum> {
        match self {
            Self::InPlace(datum, _) => Some(datum),
            Self::Copy(new) => new.into_datum().into(),
        }
    }
}
