//! The SQL type `bloom_hash_value`: the hash of a value, with its element type.
//!
//! It has a fixed length, so passing it costs nothing. It carries the element type, so that a mismatch is still an
//! error. It has no collation, so `postgres_fdw` ships it. Hash values are compared by their bytes.

use super::{base64, seeded};
use crate::call::{Call, Message, argument, sql_functions};
use crate::error::{Result, as_input_error};
use crate::pg::varlena::{NewCString, NewFixed, NewVarlena};
use bloom_core::hash::Hash;
use bloom_core::scheme::{VALUE_HASH_LEN, ValueHash};
use std::cmp::Ordering;
use std::ffi::CStr;

/// An argument of type `bloom_hash_value`.
#[derive(Debug)]
pub struct HashValue<'a>(&'a [u8; VALUE_HASH_LEN]);

argument! {
    /// SQL type `bloom_hash_value`.
    HashValue<'fcx>: &'fcx [u8; VALUE_HASH_LEN] => Self,
}

impl HashValue<'_> {
    /// Reads the hash value.
    ///
    /// # Errors
    /// XX001 if the stored value is damaged.
    pub fn key(&self) -> Result<ValueHash> {
        Ok(ValueHash::from_bytes(self.0)?)
    }
}

/// Makes a new value of type `bloom_hash_value`.
pub fn new(key: ValueHash) -> NewFixed {
    NewFixed::new(key.to_bytes())
}

fn validated(bytes: &[u8]) -> Result<NewFixed> {
    Ok(new(as_input_error(ValueHash::from_bytes(bytes))?))
}

fn input(call: Call<'_>) -> Result<NewFixed> {
    let mut value = base64::decode("bloom_hash_value", call.required::<&CStr>(0)?)?;
    validated(value.bytes_mut())
}

fn output(call: Call<'_>) -> Result<NewCString> {
    base64::encode(call.required::<HashValue<'_>>(0)?.0)
}

fn receive(call: Call<'_>) -> Result<NewFixed> {
    validated(call.required::<Message<'_>>(0)?.0)
}

fn send(call: Call<'_>) -> Result<NewVarlena> {
    NewVarlena::copy_of(call.required::<HashValue<'_>>(0)?.0)
}

fn order(call: Call<'_>) -> Result<Ordering> {
    Ok(call.required::<HashValue<'_>>(0)?.0.cmp(call.required::<HashValue<'_>>(1)?.0))
}

fn hash(call: Call<'_>) -> Result<Hash> {
    Ok(Hash::of(call.required::<HashValue<'_>>(0)?.0, 0))
}

sql_functions! {
    "bloom_hash_value_in" => input,
    "bloom_hash_value_out" => output,
    "bloom_hash_value_recv" => receive,
    "bloom_hash_value_send" => send,
    "bloom_hash_value_eq" => |call| Ok(order(call)?.is_eq()),
    "bloom_hash_value_ne" => |call| Ok(order(call)?.is_ne()),
    "bloom_hash_value_lt" => |call| Ok(order(call)?.is_lt()),
    "bloom_hash_value_le" => |call| Ok(order(call)?.is_le()),
    "bloom_hash_value_gt" => |call| Ok(order(call)?.is_gt()),
    "bloom_hash_value_ge" => |call| Ok(order(call)?.is_ge()),
    "bloom_hash_value_cmp" => |call| Ok(order(call)? as i32),
    "bloom_hash_value_hash" => |call| Ok(hash(call)?.h1 as i32),
    "bloom_hash_value_hash_extended" => |call| seeded(hash(call)?, call),
}
