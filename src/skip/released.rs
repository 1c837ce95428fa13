//! What the lookups of release 0.2.0 call, until `bloom_skip_upgrade` replaces them.
//!
//! Their seals can be restored from a dump, where they are worth nothing. So every partition is a candidate, and a
//! lookup runs the plain query, or reads the partitions one by one if they are few.

use super::kept_plans::{self, Keep};
use super::look_up::{Comparison, row_type, selects};
use super::partitions::{column_type, lock_to_read, locked_leaves};
use crate::call::{Call, NewSet, sql_functions};
use crate::error::Result;
use crate::pg::array::Array;
use crate::pg::catalog::{Inside, base_type, inside};
use pgrx::pg_sys::Oid;
use std::ffi::CStr;

/// Implements `bloom_skip_candidates(parent, marker, sealed, named)`: all leaf partitions.
fn bloom_skip_candidates(call: Call<'_>) -> Result<NewSet> {
    let mut candidates = call.new_set()?;
    locked_leaves(call.required(0)?)?.into_iter().for_each(|leaf| candidates.push(leaf.to_u32().into()));
    Ok(candidates)
}

/// Implements `bloom_skip_rows(rows, partitions, column, value)`: the rows of partitions whose column is equal to the
/// value, or to one of an array of values, as rows of the type of `rows`.
fn bloom_skip_rows(call: Call<'_>) -> Result<NewSet> {
    let mut rows = call.new_set()?;
    let (Some(partitions), Some(column), Some(value)) =
        (call.argument::<Array<'_>>(1), call.argument::<&CStr>(2), call.typed_argument(3))
    else {
        return Ok(rows);
    };
    let partitions: Vec<Oid> = partitions.oids().collect();
    let Some(first) = partitions.first() else { return Ok(rows) };
    lock_to_read(*first)?;
    // An array is compared as one with a column of arrays.
    let own = base_type(column_type(*first, column)?);
    let is_any = own != base_type(value.of()) && matches!(inside(value.of()), Inside::Element(_));
    let comparison = [Comparison { column, value, is_any }];
    kept_plans::run(selects(row_type(call)?, partitions, &comparison)?, &[value], Keep::Yes, &mut rows)?;
    Ok(rows)
}

sql_functions! {
    "bloom_skip_candidates" => bloom_skip_candidates,
    "bloom_skip_rows" => bloom_skip_rows,
}
