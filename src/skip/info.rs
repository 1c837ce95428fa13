//! What is known about the partitions of a set.

use super::matrices::Matrices;
use super::set::{Set, State, partition_of};
use crate::call::{Call, NewDatum, NewSet, sql_functions};
use crate::error::Result;
use crate::matrix::{MatrixArg, false_candidates};
use crate::pg::query;
use crate::pg::row::column;
use crate::pg::table::Seen;
use crate::pg::typed::TypedDatum;
use bloom_core::layout::params::estimate_count;
use std::collections::HashMap;
use std::ffi::CStr;

/// Query for the bytes of the two tables.
const BYTES: &CStr = c"SELECT pg_catalog.pg_total_relation_size($1) OPERATOR(pg_catalog.+) pg_catalog.pg_total_relation_size($2)";

/// Implements `bloom_skip_info(parent, columns, matrices, marks)`.
fn bloom_skip_info(call: Call<'_>) -> Result<Option<NewDatum>> {
    let Some(set) = Set::of(call, call.argument(0)) else { return Ok(None) };
    let (mut all, mut sealed, mut stale) = (0_i64, 0_i64, 0_i64);
    for (_, state) in set.states(call)? {
        all += 1;
        match state {
            State::Sealed(_) => sealed += 1,
            State::Stale(_) => stale += 1,
            State::Unsealed => {}
        }
    }
    let mut candidates = 0.0;
    for_matrices(call, &set, |_, matrix| {
        candidates += false_candidates(&matrix.matrix()?);
        Ok(())
    })?;
    let bytes = query::number(BYTES, [TypedDatum::oid(set.matrices), TypedDatum::oid(set.marks)])?;
    call.row(&[column(all), column(sealed), column(stale), column(bytes), column(candidates)]).map(Some)
}

/// Implements `bloom_skip_partitions(parent, columns, matrices, marks)`: each leaf partition, whether it is sealed,
/// whether it is stale, and the number of distinct values when it was sealed.
fn bloom_skip_partitions(call: Call<'_>) -> Result<NewSet> {
    let mut partitions = call.new_set()?;
    let Some(set) = Set::of(call, call.argument(0)) else { return Ok(partitions) };
    let mut values = HashMap::new();
    for_matrices(call, &set, |seals, matrix| {
        let matrix = matrix.matrix()?;
        let params = matrix.header().filters.params;
        let mut seals = seals.iter();
        matrix.count_columns(|set| {
            if let Some(seal) = seals.next() {
                values.insert(*seal, estimate_count(params.bits, params.hashes, set).round() as i64);
            }
        });
        Ok(())
    })?;
    for (partition, state) in set.states(call)? {
        let seal = match state {
            State::Sealed(seal) | State::Stale(seal) => Some(seal),
            State::Unsealed => None,
        };
        debug_assert!(seal.is_none_or(|seal| partition_of(seal) == partition), "a seal of another partition");
        let is_stale = matches!(state, State::Stale(_));
        let values = seal.and_then(|seal| values.get(&seal).copied());
        partitions.push_row([
            column(partition),
            column(matches!(state, State::Sealed(_))),
            column(is_stale),
            column(values),
        ])?;
    }
    Ok(partitions)
}

/// Calls `visit` with each matrix and its seals.
fn for_matrices(
    call: Call<'_>,
    set: &Set<'_>,
    mut visit: impl FnMut(Vec<i64>, MatrixArg<'_>) -> Result<()>,
) -> Result<()> {
    let mut matrices = Matrices::open(call, set.matrices)?;
    matrices.for_rows(Seen::Snapshot, |row| {
        pgrx::check_for_interrupts!();
        visit(row.all_seals()?, MatrixArg::from(row.matrix()?))
    })?;
    matrices.close();
    Ok(())
}

sql_functions! {
    "bloom_skip_info" => bloom_skip_info,
    "bloom_skip_partitions" => bloom_skip_partitions,
}
