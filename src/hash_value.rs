//! `bloom_hash(value)` and its type: hash once, probe many filters.
//!
//! The type has a fixed length, so that it costs nothing to pass, and carries the element, so that a mismatch is still an
//! error. `postgres_fdw` ships it, as it has no collation.

#![allow(unsafe_code)]

use crate::bloom_type::{Bloom, NewBloom, decode_text, encode_text};
use crate::call_site::CallSite;
use crate::datum::{NewCString, NewVarlena, Passed, Raw, argument, new_fixed, received, sql_argument};
use crate::error::Result;
use crate::value::{Any, Bytea, Text, Uuid, Value, canonical};
use bloom_core::cells::Bits;
use bloom_core::filter;
use bloom_core::hash::{Hash, SEED};
use bloom_core::key::{KEY_LEN, Key};
use pgrx::pg_sys::panic::ErrorReport;
use pgrx::prelude::*;
use std::ffi::CStr;

/// An argument of type `bloom_hash_value`.
#[derive(Debug)]
struct HashValue<'a>(&'a [u8; KEY_LEN]);
sql_argument!(HashValue<'a>, "bloom_hash_value", datum => HashValue(&*datum.cast_mut_ptr()));

fn new_key(bytes: &[u8]) -> Result<Passed> {
    Ok(Passed(new_fixed(Key::from_bytes(bytes)?.to_bytes())))
}

#[pg_extern(sql = false)]
fn bloom_hash_value_in(text: &CStr) -> Result<Passed, ErrorReport> {
    let mut value = decode_text("bloom_hash_value", text)?;
    Ok(new_key(value.bytes_mut())?)
}

#[pg_extern(sql = false)]
fn bloom_hash_value_out(key: HashValue<'_>) -> Result<NewCString, ErrorReport> {
    Ok(encode_text(key.0)?)
}

#[pg_extern(sql = false)]
fn bloom_hash_value_recv(message: Raw) -> Result<Passed, ErrorReport> {
    // SAFETY: declared with one argument of type internal, the message.
    Ok(new_key(unsafe { received(message) })?)
}

#[pg_extern(sql = false)]
fn bloom_hash_value_send(key: HashValue<'_>) -> Result<NewVarlena, ErrorReport> {
    Ok(NewVarlena::copy_of(key.0)?)
}

fn hash<V: Value + FromDatum>(fcinfo: pg_sys::FunctionCallInfo) -> Result<Passed> {
    // SAFETY: declared strict, with the type of V as argument.
    let value = unsafe { argument::<V>(fcinfo, 0) };
    let Some(value) = value else { return Ok(Passed(pg_sys::Datum::null())) };
    let key =
        canonical(&value, fcinfo, 0, |element, canonical| Key { element, hash: Hash::of(canonical, SEED) })?;
    Ok(Passed(new_fixed(key.to_bytes())))
}

macro_rules! bloom_hash {
    ($($function:ident($value:ty)),* $(,)?) => {
        $(#[pg_extern(sql = false)]
        fn $function(fcinfo: pg_sys::FunctionCallInfo) -> Passed {
            hash::<$value>(fcinfo).unwrap_or_else(|error| error.raise())
        })*
    };
}
bloom_hash! {
    bloom_hash_int2(i16),
    bloom_hash_int4(i32),
    bloom_hash_int8(i64),
    bloom_hash_char(i8),
    bloom_hash_text(Text<'_>),
    bloom_hash_bytea(Bytea<'_>),
    bloom_hash_uuid(Uuid<'_>),
    bloom_hash_any(Any),
}

#[pg_extern(sql = false)]
fn bloom_contains_hash(fcinfo: pg_sys::FunctionCallInfo) -> Passed {
    contains(fcinfo).unwrap_or_else(|error| error.raise())
}

fn contains(fcinfo: pg_sys::FunctionCallInfo) -> Result<Passed> {
    // SAFETY: declared strict, with these arguments; the context is that of the call site.
    unsafe {
        let (Some(raw), Some(key)) = (argument::<Raw>(fcinfo, 0), argument::<HashValue<'_>>(fcinfo, 1))
        else {
            return Ok(Passed(pg_sys::Datum::from(false)));
        };
        let Key { element, hash } = Key::from_bytes(key.0)?;
        CallSite::with(fcinfo, |site, context| {
            let contains = site.filter.contains::<Bits>(raw, context, element, hash)?;
            Ok(Passed(pg_sys::Datum::from(contains)))
        })
    }
}

#[pg_extern(sql = false)]
fn bloom_add_hash(filter: Bloom<'_>, key: HashValue<'_>) -> Result<NewBloom, ErrorReport> {
    Ok(add(&filter, &key)?)
}

fn add(filter: &Bloom<'_>, key: &HashValue<'_>) -> Result<NewBloom> {
    let Key { element, hash } = Key::from_bytes(key.0)?;
    let mut new = filter.to_new()?;
    filter::add(new.bytes_mut(), element, hash)?;
    Ok(new)
}
