//! The trigger function of sealed partitions: marks the seal of the partition as stale when a row is added.

use super::marks::{is_marked, mark};
use super::partitions::SealArguments;
use crate::call::{Call, sql_functions};
use crate::error::{self, Result};
use crate::pg::catalog::relation_name;
use pgrx::PgSqlErrorCode as Code;

/// Implements the trigger function `bloom_skip_mark`. A partition that was restored from a dump, or copied with its
/// database, has triggers with seals that are worth nothing there.
fn bloom_skip_mark(call: Call<'_>) -> Result<()> {
    let trigger = call.row_trigger()?;
    let seal = SealArguments::read(&mut trigger.arguments()).ok_or_else(bad_arguments)?;
    if is_marked(seal.marks, seal.seal) || !seal.is_of(trigger.table()) {
        return Ok(());
    }
    mark(seal.marks, seal.seal, trigger.owner(), || relation_name(trigger.table()))
}

#[cold]
fn bad_arguments() -> error::Error {
    error::new(
        Code::ERRCODE_INVALID_PARAMETER_VALUE,
        "the arguments of the trigger are not those of a seal",
        "They are a seal, the OID of a table of marks, an origin, and the number and the name of each column.",
        "Such triggers are created when partitions are sealed. Drop this one.",
    )
}

sql_functions! {
    "bloom_skip_mark" => bloom_skip_mark,
}
