//! `bloom_shard`: the shard of a value when a set is split into several filters.

use crate::call::{Call, sql_functions};
use crate::error::{self, Result};
use crate::value::{Any, canonical};
use bloom_core::element::{ElementType, Family};
use bloom_core::filter::shard::ShardHash;
use pgrx::PgSqlErrorCode as Code;

fn bloom_shard(call: Call<'_>) -> Result<Option<i32>> {
    let Some(shards) = call.argument(1) else { return Ok(None) };
    let hash = canonical::<Any<'_>, _>(call, 0, shard_hash)?.transpose()?;
    Ok(hash.map(|hash| hash.shard(shards)).transpose()?)
}

/// Returns the hash that decides the shard of a value.
///
/// # Errors
/// 0A000 for an enum.
pub fn shard_hash(element: ElementType, canonical: &[u8]) -> Result<ShardHash> {
    match element.family {
        // Tables and indexes store shards, so the shard of a value must never change.
        Family::Enum => Err(error::new(
            Code::ERRCODE_FEATURE_NOT_SUPPORTED,
            "enum values have no shard",
            "Renaming a label would move its values to another shard.",
            "Shard the rows by another value, or by the label: bloom_shard(value::text, shards).",
        )),
        family => Ok(ShardHash::of(family, canonical)),
    }
}

sql_functions! { "bloom_shard" => bloom_shard }
