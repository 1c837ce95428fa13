//! The SQL types of this extension: their text forms (base64), their binary forms, and how functions take and return
//! values of them.

pub mod base64;
pub mod filter;
pub mod hash_value;
mod own;
pub mod state;

pub use own::OwnTypes;

use crate::call::Call;
use crate::error::Result;
use bloom_core::hash::Hash;

/// Returns the result of a type's extended hash function, given a value's hash; argument 1 is the seed. With seed 0 the
/// lower half of the result must be the 32-bit hash.
///
/// # Errors
/// XX000 if the seed is NULL.
pub fn seeded(hash: Hash, call: Call<'_>) -> Result<i64> {
    let seed = call.required::<i64>(1)?;
    let (low, high) = (seed as u32, (seed >> 32) as u32);
    let hash = if low == 0 { hash } else { Hash::of(&hash.to_bytes(), low) };
    Ok((hash.h1 ^ u64::from(high)) as i64)
}
