//! Conversion of text between the encoding of the database and UTF-8.

use crate::error::{self, Result};
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys::{self, Oid, pg_enc};
use std::borrow::Cow;
use std::ffi::{CStr, c_char};

/// Largest number of bytes that one byte becomes in a conversion to or from UTF-8 (MAX_CONVERSION_GROWTH).
const GROWTH: usize = 4;

/// Length in bytes of the longest text that can be converted: PostgreSQL counts the bytes in an int.
const MOST: usize = i32::MAX as usize / GROWTH - 1;

/// Converter from the database's encoding to UTF-8.
#[derive(Debug, Clone, Copy)]
pub struct ToUtf8 {
    /// The conversion function; an invalid OID where the bytes are used unchanged: in UTF8 databases, and in databases
    /// whose encoding cannot be converted to UTF-8 (SQL_ASCII and MULE_INTERNAL).
    function: Oid,
}

impl ToUtf8 {
    pub fn new() -> Self {
        let encoding = server_encoding();
        let as_it_is = [pg_enc::PG_UTF8, pg_enc::PG_SQL_ASCII].contains(&encoding);
        let function = if as_it_is { Oid::INVALID } else { conversion(encoding, pg_enc::PG_UTF8) };
        Self { function }
    }

    /// Returns whether text is used unchanged.
    #[inline(always)]
    pub fn is_identity(self) -> bool {
        self.function == Oid::INVALID
    }

    /// Converts a text to UTF-8.
    ///
    /// # Errors
    /// 22P05 for characters that UTF-8 does not have, 54000 for texts of more than half a GB.
    #[inline]
    pub fn convert(self, text: &[u8]) -> Result<Cow<'_, [u8]>> {
        if self.is_identity() || text.is_ascii() {
            return Ok(Cow::Borrowed(text));
        }
        if text.len() > MOST {
            return Err(error::too_large(text.len() * GROWTH));
        }
        let utf8 = convert(self.function, server_encoding(), pg_enc::PG_UTF8, text);
        utf8.map(Cow::Owned).map_err(|rest| untranslatable(&text[text.len() - rest..]))
    }
}

#[cold]
fn untranslatable(rest: &[u8]) -> error::Error {
    let bytes: Vec<String> = rest.iter().take(GROWTH).map(|byte| format!("0x{byte:02x}")).collect();
    error::new(
        Code::ERRCODE_UNTRANSLATABLE_CHARACTER,
        "text has a character that has no equivalent in encoding UTF8",
        format!("The part that cannot be converted begins with {}.", bytes.join(" ")),
        "A filter holds text as UTF-8. Replace the character, or cast the value to bytea.",
    )
}

/// Converts a name or text of the server to UTF-8 for a message. Bytes that are not valid UTF-8 become \xNN.
pub fn to_message(text: &[u8]) -> String {
    let utf8 = ToUtf8::new().convert(text).unwrap_or(Cow::Borrowed(text));
    utf8.utf8_chunks().fold(String::with_capacity(utf8.len()), |mut message, chunk| {
        message.push_str(chunk.valid());
        chunk.invalid().iter().for_each(|byte| message.push_str(&format!("\\x{byte:02x}")));
        message
    })
}

/// Converts a message to the encoding of the database, as a zero-terminated string in the current memory context.
pub fn to_server(message: &str) -> *const c_char {
    let encoding = server_encoding();
    let converts = ![pg_enc::PG_UTF8, pg_enc::PG_SQL_ASCII].contains(&encoding) && !message.is_ascii();
    let function = if converts { conversion(pg_enc::PG_UTF8, encoding) } else { Oid::INVALID };
    let converted = if function == Oid::INVALID {
        None
    } else {
        convert(function, pg_enc::PG_UTF8, encoding, message.as_bytes()).ok()
    };
    let bytes = converted.unwrap_or_else(|| {
        if converts { message.escape_default().to_string().into_bytes() } else { message.into() }
    });
    // SAFETY: palloc0 returns that much memory; its last byte stays zero.
    unsafe {
        let copy = pg_sys::palloc0(bytes.len() + 1).cast::<u8>();
        copy.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len());
        copy.cast()
    }
}

/// Converts a zero-terminated string that PostgreSQL allocated for us to a message, and frees the string.
///
/// # Safety
/// `string` must be such a string or null.
pub unsafe fn message_of(string: *mut c_char) -> Option<String> {
    if string.is_null() {
        return None;
    }
    // SAFETY: the caller guarantees the string, and nobody else uses it.
    unsafe {
        let message = to_message(CStr::from_ptr(string).to_bytes());
        pg_sys::pfree(string.cast());
        Some(message)
    }
}

/// Returns the encoding of the database.
pub fn server_encoding() -> u32 {
    // SAFETY: the function takes no arguments and returns a number.
    unsafe { pg_sys::GetDatabaseEncoding() as u32 }
}

fn conversion(from: u32, to: u32) -> Oid {
    // SAFETY: the function looks up a conversion between two encodings.
    unsafe { pg_sys::FindDefaultConversionProc(from as i32, to as i32) }
}

/// Converts a text to another encoding, or returns how many bytes are left where that fails.
fn convert(function: Oid, from: u32, to: u32, text: &[u8]) -> std::result::Result<Vec<u8>, usize> {
    let mut converted = vec![0u8; text.len() * GROWTH + 1];
    let (Ok(len), Ok(room)) = (i32::try_from(text.len()), i32::try_from(converted.len())) else {
        return Err(text.len());
    };
    // SAFETY: the function reads and writes at most that many bytes, and ends its result with a zero.
    let done = unsafe {
        pg_sys::pg_do_encoding_conversion_buf(
            function,
            from as i32,
            to as i32,
            text.as_ptr().cast_mut(),
            len,
            converted.as_mut_ptr(),
            room,
            true,
        )
    };
    match usize::try_from(done) {
        Ok(done) if done >= text.len() => {
            let end = converted.iter().position(|byte| *byte == 0).unwrap_or(0);
            converted.truncate(end);
            Ok(converted)
        }
        done => Err(text.len() - done.unwrap_or(0)),
    }
}
