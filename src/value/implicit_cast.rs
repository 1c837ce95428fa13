//! Values that PostgreSQL turned into another type on the way to a function that is declared with that type.

use crate::call::Call;
use crate::error::Result;
use crate::pg::catalog;
use crate::report;
use pgrx::pg_sys::{self, Oid};

/// Refuses an argument, declared to be of some type, that PostgreSQL made of a type with another notion of equality,
/// such as citext, without being asked to. An explicit cast says that it is meant.
///
/// # Errors
/// 0A000.
#[cold]
pub fn refuse(call: Call<'_>, number: usize, declared: Oid) -> Result<()> {
    let Some(source) = call.hidden_source(number, declared) else { return Ok(()) };
    let (name, declared_name) = (catalog::sql_name(source), catalog::sql_name(declared));
    let hint = if declared != pg_sys::TEXTOID {
        "Cast it, both when building and when probing: to text in a way that maps equal values to equal texts, or to \
         another type that does."
    } else if call.is_aggregate() {
        "Use lower(value)::text, or another cast to text that maps equal values to equal texts, both when \
         building and when probing."
    } else {
        "The operator || was given text in site of it: use bloom_add(filter, value)."
    };
    let detail = if declared == pg_sys::TEXTOID {
        format!(
            "Its values can be equal although their texts differ, and \"=\" on {name} is not \"=\" on text."
        )
    } else {
        format!("It was turned into {declared_name}, and \"=\" on {name} is not \"=\" on {declared_name}.")
    };
    Err(report::unsupported(source, &detail, hint))
}
