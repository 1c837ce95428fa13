//! The text form of all SQL types of this extension: base64 of their bytes.

use crate::error::{self, Result};
use crate::pg::varlena::{NewCString, NewVarlena};
use ::base64::engine::general_purpose::STANDARD as BASE64;
use ::base64::{DecodeSliceError, Engine};
use bloom_core::interrupt;
use pgrx::PgSqlErrorCode as Code;
use std::ffi::CStr;

/// Number of characters between two checks for interrupts: whole groups of four.
const STRETCH: usize = 1 << 20;

/// Number of bytes that `STRETCH` characters encode.
const STRETCH_BYTES: usize = STRETCH / 4 * 3;

/// Decodes the text form into a new value, which the caller validates.
///
/// # Errors
/// 22P02 if the text is not base64, with a HINT.
pub fn decode(type_name: &str, text: &CStr) -> Result<NewVarlena> {
    let text = text.to_bytes();
    let mut value = NewVarlena::zeroed(::base64::decoded_len_estimate(text.len()))?;
    let mut len = 0;
    for (number, part) in text.chunks(STRETCH).enumerate() {
        interrupt::check();
        // Padding ends a text, so only the last stretch may have padding.
        if len < number * STRETCH_BYTES {
            return Err(invalid(type_name, "padding before its end", ""));
        }
        len += BASE64.decode_slice(part, &mut value.bytes_mut()[len..]).map_err(|reason| {
            let (why, hint) = why(reason, number * STRETCH);
            invalid(type_name, &why, hint)
        })?;
    }
    value.truncate(len);
    Ok(value)
}

fn invalid(type_name: &str, why: &str, hint: &str) -> error::Error {
    error::new(
        Code::ERRCODE_INVALID_TEXT_REPRESENTATION,
        format!("invalid input syntax for type {type_name}"),
        format!("The text form is base64: {why}."),
        hint,
    )
}

/// Describes why a text cannot be decoded in the stretch that begins at `start`, and says what to do.
fn why(reason: DecodeSliceError, start: usize) -> (String, &'static str) {
    use ::base64::DecodeError::{InvalidByte, InvalidLastSymbol};
    let text = match reason {
        DecodeSliceError::DecodeError(InvalidByte(at, b'\r' | b'\n')) => {
            let hint =
                "Remove the line breaks. encode(bytea, 'base64') adds them, but the cast to text does not.";
            return (format!("Line break at offset {}", start + at), hint);
        }
        DecodeSliceError::DecodeError(InvalidByte(at, byte)) => InvalidByte(start + at, byte).to_string(),
        DecodeSliceError::DecodeError(InvalidLastSymbol { offset, symbol, symbol_value }) => {
            InvalidLastSymbol { offset: start + offset, symbol, symbol_value }.to_string()
        }
        DecodeSliceError::DecodeError(other) => other.to_string(),
        DecodeSliceError::OutputSliceTooSmall => reason.to_string(),
    };
    (text.trim_end_matches('.').into(), "")
}

/// Encodes bytes as base64 text.
///
/// # Errors
/// 54000 if the text would be too long.
pub fn encode(bytes: &[u8]) -> Result<NewCString> {
    let mut stretches = bytes.chunks(STRETCH_BYTES);
    NewCString::new(bytes.len().div_ceil(3) * 4, STRETCH, |to| {
        interrupt::check();
        // The buffer has the exact length of the encoding.
        let _ = BASE64.encode_slice(stretches.next().unwrap_or_default(), to);
    })
}
