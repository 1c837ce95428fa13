//! `bloom_matrix_agg`: builds a matrix whose columns are filters.

use super::state::{MatrixEntry, MatrixStateArg, MatrixStateResult, with_filters, with_more};
use super::value::NewMatrix;
use crate::call::{Call, ReturnValue, sql_functions};
use crate::error::{self, Result};
use crate::pg::list::List;
use crate::pg::memory::Memory;
use crate::types::filter::Bloom;
use bloom_core::matrix::{Arrangement, build};
use pgrx::PgSqlErrorCode as Code;

/// Implements the transition function `bloom_matrix_step(state, filter, key)`. Skips NULL filters.
fn step(call: Call<'_>) -> Result<Option<MatrixStateResult<'_>>> {
    let Some(filter) = call.argument::<Bloom<'_>>(1) else { return Ok(unchanged(call)) };
    let key = call.argument::<i64>(2).ok_or_else(|| {
        error::new(
            Code::ERRCODE_NULL_VALUE_NOT_ALLOWED,
            "key of a filter must not be NULL",
            "A search of the matrix returns the keys of its filters.",
            "Specify the number of the file, partition or document that the filter describes.",
        )
    })?;
    with_more(call, &MatrixEntry::new(filter.filter()?, key)?).map(Some)
}

/// Returns the state in argument 0 unchanged.
fn unchanged(call: Call<'_>) -> Option<MatrixStateResult<'_>> {
    call.argument(0).map(MatrixStateResult::Same)
}

/// Implements `bloom_matrix_combine(state, state)`: merges two states. NULL is the state of no filters.
fn combine(call: Call<'_>) -> Result<impl ReturnValue + use<'_>> {
    let Some(other) = call.argument::<MatrixStateArg<'_>>(1) else { return Ok(unchanged(call)) };
    with_filters!(&other, other => with_more(call, other)).map(Some)
}

/// Implements `bloom_matrix_final(state)`: returns the matrix of a state.
fn finish(call: Call<'_>) -> Result<NewMatrix> {
    let state = call.required::<MatrixStateArg<'_>>(0)?;
    with_filters!(&state, filters => {
        let len = build::len(filters, Arrangement::Rows)?;
        let mut scratch = List::filled(Memory::of_this_call(), build::SCRATCH_LEN, 0);
        let matrix = NewMatrix::written(len, |out| build::write_matrix(filters, &mut scratch, out));
        scratch.free();
        matrix
    })
}

sql_functions! {
    "bloom_matrix_step" => step,
    "bloom_matrix_combine" => combine,
    "bloom_matrix_final" => finish,
}
