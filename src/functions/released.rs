//! Functions of the last release without a successor: the library must have their symbols until the database is
//! updated.

use crate::call::{Call, sql_functions};
use crate::error::{self, Result};
use crate::pg::catalog::function_name;
use pgrx::PgSqlErrorCode as Code;

/// Raises the error of a function that went.
fn removed(call: Call<'_>) -> Result<bool> {
    let name = function_name(call.function()).unwrap_or_default().to_string_lossy();
    Err(error::new(
        Code::ERRCODE_FEATURE_NOT_SUPPORTED,
        format!("function {name} was removed in version 0.4.0"),
        "The extension in this database is older than its library.",
        "Compute the textbook's formula in SQL, and update the extension: ALTER EXTENSION bloom_rs UPDATE.",
    ))
}

sql_functions! {
    "bloom_optimal_bits" => removed,
    "bloom_optimal_hashes" => removed,
    "bloom_expected_fpp" => removed,
}
