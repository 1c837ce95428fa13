//! Random numbers from the server's sources.

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

/// Returns a random number from 0 on and below 1, of the sequence from which the server takes its own.
pub fn fraction() -> f64 {
    // SAFETY: the state is the session's, which has one thread.
    unsafe { pg_sys::pg_prng_double(&raw mut pg_sys::pg_global_prng_state) }
}
