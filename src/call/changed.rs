//! A varlena argument that a call changes and returns.

use super::{Answer, Call, RawArg};
use crate::error::Result;
use crate::pg::varlena::{NewVarlena, Varlena};
use crate::pg::{expanded, version};
use pgrx::pg_sys::Datum;
use std::marker::PhantomData;

/// The value that a call changes and returns. A change that fails must leave it as it was.
#[derive(Debug)]
pub enum Changed<'fcx> {
    /// The very value of a variable of PL/pgSQL, or a copy that the variable will hold.
    InPlace(Datum, PhantomData<&'fcx mut ()>),
    /// A copy.
    Copy(NewVarlena),
}

impl<'fcx> Call<'fcx> {
    /// Argument `number`, to be changed and returned, once `check` finds its bytes fit for that.
    ///
    /// # Errors
    /// Those of `check`; 54000 if it is too large; XX000 if it is NULL.
    pub fn changed(&self, number: usize, check: impl FnOnce(&[u8]) -> Result<()>) -> Result<Changed<'fcx>> {
        let RawArg(datum) = self.required(number)?;
        // SAFETY: the functions that call this are declared with a varlena.
        if let Some(bytes) = unsafe { expanded::bytes_mut(datum) } {
            check(bytes)?;
            return Ok(Changed::InPlace(datum, PhantomData));
        }
        // SAFETY: the same.
        let value = unsafe { Varlena::new(datum) };
        check(value.bytes())?;
        if version::CHANGES_IN_PLACE && self.is_variable(number) {
            return Ok(Changed::InPlace(expanded::copy_of(value.bytes()), PhantomData));
        }
        Ok(Changed::Copy(NewVarlena::copy_of(value.bytes())?))
    }
}

impl Changed<'_> {
    /// Its bytes.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        match self {
            // SAFETY: made of such a value, which is this call's to change; its arguments are no part of it.
            Self::InPlace(datum, _) => unsafe { expanded::bytes_mut(*datum) }.unwrap_or_default(),
            Self::Copy(new) => new.bytes_mut(),
        }
    }
}

impl Answer for Changed<'_> {
    fn into_datum(self) -> Option<Datum> {
        match self {
            Self::InPlace(datum, _) => Some(datum),
            Self::Copy(new) => new.into_datum().into(),
        }
    }
}
