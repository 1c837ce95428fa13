//! The server's source of random bytes.

use crate::error::{self, Result};
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys;

/// Bytes that nobody can guess, as those of `gen_random_uuid` and of passwords.
///
/// # Errors
/// XX000 if the server has none.
pub fn strong<const N: usize>() -> Result<[u8; N]> {
    let mut bytes = [0; N];
    // SAFETY: room for so many bytes.
    if unsafe { pg_sys::pg_strong_random(bytes.as_mut_ptr().cast(), N) } {
        return Ok(bytes);
    }
    let message = "could not generate random values";
    Err(error::new(Code::ERRCODE_INTERNAL_ERROR, message, "The server's source of random bytes failed.", ""))
}
