//! `bloom_shard`: which of several filters a value belongs to.

use crate::call::{Call, sql_functions};
use crate::error::{self, Result};
use crate::value::{Any, canonical};
use bloom_core::element::Family;
use bloom_core::filter::shard::shard;
use pgrx::PgSqlErrorCode as Code;

fn bloom_shard(call: Call<'_>) -> Result<Option<i32>> {
    let Some(shards) = call.argument(1) else { return Ok(None) };
    let shard = canonical::<Any, _>(call, 0, |element, bytes| match element.family {
        // Rows are kept by their shard, in indexes too: it must never change.
        Family::Enum => Err(error::new(
            Code::ERRCODE_FEATURE_NOT_SUPPORTED,
            "enum values have no shard",
            "A label may be renamed, and its values would belong to another shard.",
            "Keep the rows by another value, or by the label: bloom_shard(value::text, shards).",
        )),
        family => Ok(shard(family, bytes, shards)?),
    })?;
    shard.transpose()
}

sql_functions! { "bloom_shard" => bloom_shard }
