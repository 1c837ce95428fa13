//! The type `bloom`: its text form (base64), its binary form and `bytea` (the bytes themselves).

#![allow(unsafe_code)]

use crate::datum::{NewCString, NewVarlena, Raw, Varlena, received, sql_argument, sql_result};
use crate::error::{self, Result};
use base64::engine::general_purpose::STANDARD as BASE64;
use base64::{DecodeSliceError, Engine};
use bloom_core::filter::Filter;
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys::panic::ErrorReport;
use pgrx::prelude::*;
use std::ffi::CStr;

/// An argument of type `bloom`.
#[derive(Debug)]
pub struct Bloom<'a>(Varlena<'a>);
sql_argument!(Bloom<'a>, "bloom", datum => Bloom(Varlena::new(datum)));

impl Bloom<'_> {
    /// Its bytes, not looked at.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        self.0.bytes()
    }

    /// The filter.
    ///
    /// # Errors
    /// 22P02 if a stored value is damaged.
    pub fn filter(&self) -> Result<Filter<'_>> {
        Ok(Filter::new(self.0.bytes())?)
    }

    /// A copy to be changed and returned.
    ///
    /// # Errors
    /// As [`Bloom::filter`].
    pub fn to_new(&self) -> Result<NewBloom> {
        self.filter()?;
        Ok(NewBloom(NewVarlena::copy_of(self.0.bytes())?))
    }
}

/// A new value of type `bloom`.
#[derive(Debug)]
pub struct NewBloom(NewVarlena);
sql_result!(NewBloom, "bloom");

impl NewBloom {
    /// One of `len` zero bytes, to be written.
    ///
    /// # Errors
    /// 54000 if that is more than a value can be.
    pub fn zeroed(len: usize) -> Result<Self> {
        Ok(Self(NewVarlena::zeroed(len)?))
    }

    /// One with these bytes, those of a filter.
    ///
    /// # Errors
    /// 54000 if that is more than a value can be.
    pub fn copy_of(filter: &[u8]) -> Result<Self> {
        Ok(Self(NewVarlena::copy_of(filter)?))
    }

    /// Its bytes.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        self.0.bytes_mut()
    }

    fn into_datum(self) -> pg_sys::Datum {
        self.0.into_datum()
    }

    fn validated(mut value: NewVarlena) -> Result<Self> {
        Filter::validate(value.bytes_mut())?;
        Ok(Self(value))
    }
}

/// Decodes base64 into a new value, which the caller validates.
///
/// # Errors
/// 22P02.
pub fn decode_text(type_name: &str, text: &CStr) -> Result<NewVarlena> {
    let text = text.to_bytes();
    let mut value = NewVarlena::zeroed(base64::decoded_len_estimate(text.len()))?;
    match BASE64.decode_slice(text, value.bytes_mut()) {
        Ok(len) => {
            value.truncate(len);
            Ok(value)
        }
        Err(reason) => {
            let reason = match reason {
                DecodeSliceError::DecodeError(reason) => reason.to_string(),
                DecodeSliceError::OutputSliceTooSmall => reason.to_string(),
            };
            Err(error::new(
                Code::ERRCODE_INVALID_TEXT_REPRESENTATION,
                format!("invalid input syntax for type {type_name}"),
                format!("The text form is base64: {}.", reason.trim_end_matches('.')),
                "",
            ))
        }
    }
}

/// Encodes bytes as base64.
///
/// # Errors
/// 54000 if the text would be too long.
pub fn encode_text(bytes: &[u8]) -> Result<NewCString> {
    let len = bytes.len().div_ceil(3) * 4;
    NewCString::new(len, |out| {
        // The buffer has the encoding's exact length.
        let _ = BASE64.encode_slice(bytes, out);
    })
}

#[pg_extern(sql = false)]
fn bloom_in(text: &CStr) -> Result<NewBloom, ErrorReport> {
    Ok(NewBloom::validated(decode_text("bloom", text)?)?)
}

#[pg_extern(sql = false)]
fn bloom_out(filter: Bloom<'_>) -> Result<NewCString, ErrorReport> {
    Ok(encode_text(filter.0.bytes())?)
}

#[pg_extern(sql = false)]
fn bloom_recv(message: Raw) -> Result<NewBloom, ErrorReport> {
    // SAFETY: declared with one argument of type internal, the message.
    let bytes = unsafe { received(message) };
    Ok(NewBloom::validated(NewVarlena::copy_of(bytes)?)?)
}

#[pg_extern(sql = false)]
fn bloom_send(filter: Bloom<'_>) -> Result<NewVarlena, ErrorReport> {
    Ok(NewVarlena::copy_of(filter.0.bytes())?)
}

#[pg_extern(sql = false)]
fn bloom_from_bytea(bytes: Bloom<'_>) -> Result<NewBloom, ErrorReport> {
    Ok(NewBloom::validated(NewVarlena::copy_of(bytes.0.bytes())?)?)
}
