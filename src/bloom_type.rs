//! The types `bloom` and `counting_bloom`: their text form (base64), their binary form and `bytea` (the bytes themselves).

#![allow(unsafe_code)]

use crate::datum::{NewCString, NewVarlena, Raw, Varlena, received, sql_argument, sql_result};
use crate::error::{self, Result};
use base64::engine::general_purpose::STANDARD as BASE64;
use base64::{DecodeSliceError, Engine};
use bloom_core::cells::{Bits, Cells, Counters};
use bloom_core::counting;
use bloom_core::filter::Filter;
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys::panic::ErrorReport;
use pgrx::prelude::*;
use std::ffi::CStr;
use std::marker::PhantomData;

/// The SQL types of filters.
pub trait SqlFilter: Cells {
    /// The name of the type.
    const NAME: &str;
}

impl SqlFilter for Bits {
    const NAME: &str = "bloom";
}

impl SqlFilter for Counters {
    const NAME: &str = "counting_bloom";
}

/// An argument that is a filter of such cells.
#[derive(Debug)]
pub struct FilterArgument<'a, C>(Varlena<'a>, PhantomData<C>);

/// An argument of type `bloom`.
pub type Bloom<'a> = FilterArgument<'a, Bits>;
sql_argument!(Bloom<'a>, "bloom", datum => FilterArgument(Varlena::new(datum), PhantomData));

/// An argument of type `counting_bloom`.
pub type CountingBloom<'a> = FilterArgument<'a, Counters>;
sql_argument!(CountingBloom<'a>, "counting_bloom", datum => FilterArgument(Varlena::new(datum), PhantomData));

impl<C: SqlFilter> FilterArgument<'_, C> {
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
        Ok(Filter::new(self.0.bytes())?.made_of(C::CELL)?)
    }

    /// A copy to be changed and returned.
    ///
    /// # Errors
    /// As [`FilterArgument::filter`].
    pub fn to_new(&self) -> Result<NewFilter<C>> {
        self.filter()?;
        NewFilter::copy_of(self.0.bytes())
    }
}

/// A new filter of such cells.
#[derive(Debug)]
pub struct NewFilter<C>(NewVarlena, PhantomData<C>);

/// A new value of type `bloom`.
pub type NewBloom = NewFilter<Bits>;
sql_result!(NewBloom, "bloom");

/// A new value of type `counting_bloom`.
pub type NewCountingBloom = NewFilter<Counters>;
sql_result!(NewCountingBloom, "counting_bloom");

impl<C: SqlFilter> NewFilter<C> {
    /// One of `len` zero bytes, to be written.
    ///
    /// # Errors
    /// 54000 if that is more than a value can be.
    pub fn zeroed(len: usize) -> Result<Self> {
        Ok(Self(NewVarlena::zeroed(len)?, PhantomData))
    }

    /// One with these bytes, those of a filter.
    ///
    /// # Errors
    /// 54000 if that is more than a value can be.
    pub fn copy_of(filter: &[u8]) -> Result<Self> {
        Ok(Self(NewVarlena::copy_of(filter)?, PhantomData))
    }

    /// Its bytes.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        self.0.bytes_mut()
    }

    /// The datum to return.
    pub fn into_datum(self) -> pg_sys::Datum {
        self.0.into_datum()
    }

    fn validated(mut value: NewVarlena) -> Result<Self> {
        Filter::validate(value.bytes_mut())?.made_of(C::CELL)?;
        Ok(Self(value, PhantomData))
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

/// The functions of a type of filters.
macro_rules! filter_type {
    ($in:ident, $out:ident, $recv:ident, $send:ident, $from_bytea:ident, $argument:ident, $new:ident, $cells:ty) => {
        #[pg_extern(sql = false)]
        fn $in(text: &CStr) -> Result<$new, ErrorReport> {
            Ok($new::validated(decode_text(<$cells>::NAME, text)?)?)
        }

        #[pg_extern(sql = false)]
        fn $out(filter: $argument<'_>) -> Result<NewCString, ErrorReport> {
            Ok(encode_text(filter.bytes())?)
        }

        #[pg_extern(sql = false)]
        fn $recv(message: Raw) -> Result<$new, ErrorReport> {
            // SAFETY: declared with one argument of type internal, the message.
            let bytes = unsafe { received(message) };
            Ok($new::validated(NewVarlena::copy_of(bytes)?)?)
        }

        #[pg_extern(sql = false)]
        fn $send(filter: $argument<'_>) -> Result<NewVarlena, ErrorReport> {
            Ok(NewVarlena::copy_of(filter.bytes())?)
        }

        #[pg_extern(sql = false)]
        fn $from_bytea(bytes: $argument<'_>) -> Result<$new, ErrorReport> {
            Ok($new::validated(NewVarlena::copy_of(bytes.bytes())?)?)
        }
    };
}
filter_type!(bloom_in, bloom_out, bloom_recv, bloom_send, bloom_from_bytea, Bloom, NewBloom, Bits);
filter_type!(
    counting_bloom_in,
    counting_bloom_out,
    counting_bloom_recv,
    counting_bloom_send,
    counting_bloom_from_bytea,
    CountingBloom,
    NewCountingBloom,
    Counters
);

/// The plain filter of the same values: the cast from `counting_bloom` to `bloom`.
#[pg_extern(sql = false)]
fn bloom_from_counting(filter: CountingBloom<'_>) -> Result<NewBloom, ErrorReport> {
    Ok(plain(&filter)?)
}

fn plain(filter: &CountingBloom<'_>) -> Result<NewBloom> {
    let filter = filter.filter()?;
    let mut new = NewBloom::zeroed(counting::plain_header(*filter.header()).filter_len())?;
    counting::to_plain(&filter, new.bytes_mut())?;
    Ok(new)
}
