//! Random bytes from the server's source.

use crate::error::{self, Result};
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys;

/// Returns cryptographically strong random bytes, from the source that `gen_random_uuid` and passwords use.
///
/// # Errors
/// XX000 if the server's source fails.
pub fn strong<const N: usize>() -> Result<[u8; N]> {
    let mut bytes = [0; N];
    // SAFETY: the array has `N` bytes.
    if unsafe { pg_sys::pg_strong_random(bytes.as_mut_ptr().cast(), N) } {
        return Ok(bytes);
    }
    let message = "could not generate random values";
    Err(error::new(Code::ERRCODE_INTERNAL_ERROR, message, "The server's source of random bytes failed.", ""))
}
