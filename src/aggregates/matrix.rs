//! `bloom_matrix_agg`: many filters become the columns of a matrix.

use crate::call::{Call, NewDatum, RawArg, ReturnValue, sql_functions};
use crate::error::{self, Result};
use crate::pg::memory::{Memory, Slots};
use crate::types::filter::Bloom;
use crate::types::matrix::NewMatrix;
use crate::types::matrix_state::{MatrixEntry, MatrixStateArg, MatrixStateResult, with_filters, with_more};
use bloom_core::matrix::{Arrangement, build};
use pgrx::PgSqlErrorCode as Code;

/// The transition: `bloom_matrix_step(state, filter, key)`. A NULL filter is skipped.
fn step(call: Call<'_>) -> Result<Option<MatrixStateResult>> {
    let Some(filter) = call.argument::<Bloom<'_>>(1) else { return Ok(unchanged(call)) };
    let key = call.argument::<i64>(2).ok_or_else(|| {
        error::new(
            Code::ERRCODE_NULL_VALUE_NOT_ALLOWED,
            "key of a filter must not be NULL",
            "A search of the matrix answers with the keys of its filters.",
            "Give the number of the file, partition or document that the filter is of.",
        )
    })?;
    with_more(call, &MatrixEntry::new(filter.filter()?, key)?).map(Some)
}

/// The state that is argument 0, as it is.
fn unchanged(call: Call<'_>) -> Option<MatrixStateResult> {
    call.argument::<RawArg>(0).map(|state| MatrixStateResult::Same(NewDatum(state.0)))
}

/// Two states as one: `bloom_matrix_combine(state, state)`. NULL is the state of no filters.
fn combine(call: Call<'_>) -> Result<impl ReturnValue + use<'_>> {
    let Some(other) = call.argument::<MatrixStateArg<'_>>(1) else { return Ok(unchanged(call)) };
    with_filters!(&other, other => with_more(call, other)).map(Some)
}

/// The matrix of a state: `bloom_matrix_final(state)`.
fn finish(call: Call<'_>) -> Result<NewMatrix> {
    let state = call.required::<MatrixStateArg<'_>>(0)?;
    with_filters!(&state, filters => {
        let len = build::len(filters, Arrangement::Rows)?;
        let mut room = Slots::new(Memory::of_this_call(), build::ROOM, || 0);
        let matrix = NewMatrix::written(len, |out| build::write_matrix(filters, room.as_mut_slice(), out));
        room.free();
        matrix
    })
}

sql_functions! {
    "bloom_matrix_step" => step,
    "bloom_matrix_combine" => combine,
    "bloom_matrix_final" => finish,
}
