//! The SQL type `bloom_matrix`.

use crate::call::{Call, Message, ReturnValue, argument, sql_functions};
use crate::error::{Result, as_input_error};
use crate::pg::detoast::{Varlena, VarlenaRef};
use crate::pg::varlena::NewVarlena;
use crate::types::base64;
use bloom_core::matrix::Matrix;
use pgrx::pg_sys::Datum;
use std::ffi::CStr;

/// An argument of type `bloom_matrix`.
#[derive(Debug)]
pub struct MatrixArg<'a>(Varlena<'a>);

argument! {
    /// SQL type `bloom_matrix`.
    MatrixArg<'fcx>: Varlena<'fcx> => Self,
}

impl<'a> From<VarlenaRef<'a>> for MatrixArg<'a> {
    fn from(stored: VarlenaRef<'a>) -> Self {
        Self(stored.into())
    }
}

impl MatrixArg<'_> {
    /// Reads the matrix.
    ///
    /// # Errors
    /// XX001 if a stored value is damaged.
    pub fn matrix(&self) -> Result<Matrix<'_>> {
        Ok(Matrix::new(self.0.bytes())?)
    }
}

/// A new value of type `bloom_matrix`.
#[derive(Debug)]
pub struct NewMatrix(NewVarlena);

impl NewMatrix {
    /// Makes a matrix of `len` bytes, which `write` gets as zeros.
    ///
    /// # Errors
    /// 54000 if PostgreSQL cannot store a value of that size, and the errors of `write`.
    pub fn written(len: usize, write: impl FnOnce(&mut [u8]) -> bloom_core::Result<()>) -> Result<Self> {
        let mut new = NewVarlena::zeroed(len)?;
        write(new.bytes_mut())?;
        Ok(Self(new))
    }

    fn validated(value: NewVarlena) -> Result<Self> {
        as_input_error(Matrix::validate(value.bytes()))?;
        Ok(Self(value))
    }
}

impl ReturnValue for NewMatrix {
    fn into_datum(self) -> Option<Datum> {
        self.0.into_datum().into()
    }
}

fn input(call: Call<'_>) -> Result<NewMatrix> {
    NewMatrix::validated(base64::decode("bloom_matrix", call.required::<&CStr>(0)?)?)
}

fn receive(call: Call<'_>) -> Result<NewMatrix> {
    NewMatrix::validated(NewVarlena::copy_of(call.required::<Message<'_>>(0)?.0)?)
}

fn from_bytea(call: Call<'_>) -> Result<NewMatrix> {
    NewMatrix::validated(call.required::<Varlena<'_>>(0)?.into_new()?)
}

sql_functions! {
    "bloom_matrix_in" => input,
    "bloom_matrix_recv" => receive,
    "bloom_matrix_from_bytea" => from_bytea,
}
