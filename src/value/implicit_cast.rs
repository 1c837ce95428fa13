//! Detection of values that PostgreSQL cast implicitly to the declared type of an argument.

use crate::call::Call;
use crate::error::Result;
use crate::pg::catalog;
use crate::report;
use pgrx::pg_sys::{self, Oid};

/// Rejects an argument that PostgreSQL cast implicitly to its declared type from a type with another equality, such as
/// citext. Explicit casts are accepted.
///
/// # Errors
/// 0A000 for such an argument.
#[cold]
pub fn refuse(call: Call<'_>, number: usize, declared: Oid) -> Result<()> {
    let Some(source) = call.implicit_cast_source(number, declared) else { return Ok(()) };
    let (name, target) = (catalog::sql_name(source), catalog::sql_name(declared));
    let hint = if declared != pg_sys::TEXTOID {
        "Cast the value, both when building and when probing, to text or another type in a way that maps equal \
         values to equal results."
    } else if call.is_aggregate() {
        "Use lower(value)::text or another cast to text that maps equal values to equal texts, both when \
         building and when probing."
    } else {
        "PostgreSQL cast the value to text for the operator ||. Use bloom_add(filter, value) instead."
    };
    let detail = if declared == pg_sys::TEXTOID {
        format!(
            "Equal values of type {name} can have different texts, because \"=\" on {name} is not \"=\" on text."
        )
    } else {
        format!("The value was cast to {target}, but \"=\" on {name} is not \"=\" on {target}.")
    };
    Err(report::unsupported(source, &detail, hint))
}
