//! `bloom_shard`: which of several filters a value belongs to.

#![allow(unsafe_code)]

use crate::datum::{Passed, argument};
use crate::error::Result;
use crate::value::{Any, Bytea, Text, Uuid, Value, canonical};
use bloom_core::shard;
use pgrx::prelude::*;

/// `bloom_shard(value, shards)`.
#[inline]
fn shard_of<V: Value + FromDatum>(fcinfo: pg_sys::FunctionCallInfo) -> Result<Passed> {
    // SAFETY: declared strict, with the type of V and an integer as arguments.
    let (value, shards) = unsafe { (argument::<V>(fcinfo, 0), argument::<i32>(fcinfo, 1)) };
    let (Some(value), Some(shards)) = (value, shards) else { return Ok(Passed(pg_sys::Datum::null())) };
    let shard = canonical(&value, fcinfo, 0, |_, canonical| shard::shard(canonical, shards))??;
    Ok(Passed(pg_sys::Datum::from(shard)))
}

macro_rules! bloom_shard {
    ($($function:ident($value:ty)),* $(,)?) => {
        $(#[pg_extern(sql = false)]
        fn $function(fcinfo: pg_sys::FunctionCallInfo) -> Passed {
            shard_of::<$value>(fcinfo).unwrap_or_else(|error| error.raise())
        })*
    };
}
bloom_shard! {
    bloom_shard_int2(i16),
    bloom_shard_int4(i32),
    bloom_shard_int8(i64),
    bloom_shard_char(i8),
    bloom_shard_text(Text<'_>),
    bloom_shard_bytea(Bytea<'_>),
    bloom_shard_uuid(Uuid<'_>),
    bloom_shard_any(Any),
}
