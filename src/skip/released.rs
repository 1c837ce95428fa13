//! What is left of `bloom_skip_create` of 0.3.0, until the extension in the database is updated: its lookups can be
//! dropped. All else that they call raises an error, also the trigger function: a row that leaves no mark would be
//! missed by the library of 0.3.0, on a standby for example.

use crate::call::{Call, sql_functions};
use crate::error::Result;
use crate::functions::released;
use crate::pg::array::Array;
use crate::pg::names;
use crate::template::Template;
use pgrx::pg_sys::Oid;
use std::ffi::CStr;

/// Implements `bloom_skip_drop(parent, columns)`.
fn drop_look_ups(call: Call<'_>, columns: &[&CStr]) -> Result<()> {
    let parent: Oid = call.required(0)?;
    let mark = [names::schema_of_function(call.function())?, b".bloom_skip_mark()".to_vec()].concat();
    let columns = columns.iter().map(|name| names::literal(name.to_bytes())).collect::<Result<Vec<_>>>()?;
    Template::new(include_str!("released.sql"))
        .sql("mark", mark)
        .number("parent", parent.to_u32())
        .sql("columns", columns.join(b", ".as_slice()))
        .execute()
}

fn bloom_skip_drop(call: Call<'_>) -> Result<()> {
    drop_look_ups(call, &[call.required(1)?])
}

fn bloom_skip_drop_columns(call: Call<'_>) -> Result<()> {
    drop_look_ups(call, &call.required::<Array<'_>>(1)?.names().unwrap_or_default())
}

/// Raises the error of a function that went.
fn removed(call: Call<'_>) -> Result<bool> {
    Err(released::removed(
        call,
        "Call bloom_skip_drop for each lookup, update the extension: ALTER EXTENSION bloom_rs UPDATE, and CREATE INDEX \
         ... USING bloom_skip.",
    ))
}

sql_functions! {
    "bloom_skip_drop" => bloom_skip_drop,
    "bloom_skip_drop_columns" => bloom_skip_drop_columns,
    "bloom_skip_create" => removed,
    "bloom_skip_create_columns" => removed,
    "bloom_skip_upgrade" => removed,
    "bloom_skip_upgrade_columns" => removed,
    "bloom_skip_plain_queries" => removed,
    "bloom_skip_mark" => removed,
    "bloom_skip_seal" => removed,
    "bloom_skip_info" => removed,
    "bloom_skip_partitions" => removed,
    "bloom_skip_look_up" => removed,
    "bloom_skip_look_up_any" => removed,
    "bloom_skip_look_up_partitions" => removed,
    "bloom_skip_scan_support" => removed,
    "bloom_skip_scan" => removed,
    "bloom_skip_candidates" => removed,
    "bloom_skip_rows" => removed,
}
