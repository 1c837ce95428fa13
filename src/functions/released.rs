//! Functions of the last release without a successor: the library must have their symbols until the database is
//! updated.

use crate::call::{Call, sql_functions};
use crate::error::{self, Error, Result};
use crate::pg::catalog::function_name;
use pgrx::PgSqlErrorCode as Code;

/// Returns the error of a function that went, which says what to do instead.
pub fn removed(call: Call<'_>, hint: &str) -> Error {
    let name = function_name(call.function()).unwrap_or_default().to_string_lossy();
    error::new(
        Code::ERRCODE_FEATURE_NOT_SUPPORTED,
        format!("function {name} was removed in version 0.4.0"),
        "The extension in this database is older than its library.",
        hint,
    )
}

/// Raises the error of a formula.
fn formula(call: Call<'_>) -> Result<bool> {
    Err(removed(
        call,
        "Compute the textbook's formula in SQL, and update the extension: ALTER EXTENSION bloom_rs UPDATE.",
    ))
}

sql_functions! {
    "bloom_optimal_bits" => formula,
    "bloom_optimal_hashes" => formula,
    "bloom_expected_fpp" => formula,
}
