//! Tells PL/pgSQL that a function may change in place the variable to which its result is assigned (from 18 on).
//!
//! A change must happen completely or fail before it begins, because a variable keeps its value after an exception. So
//! functions of arrays copy the filter: a cancel may interrupt them.

use crate::call::expression::variable;
use crate::call::{Call, sql_functions};
use crate::error::Result;
use crate::pg::nodes::nth;
use crate::pg::version;
use pgrx::pg_sys::Node;

/// Implements the support function of the functions that add or remove one value: `f := f || value` may change `f`, the
/// first argument, in place. This is safe even if `value` depends on `f`, because the value is hashed before the filter
/// is changed.
fn bloom_add_support(call: Call<'_>) -> Result<*mut Node> {
    let request = call.required(0)?;
    // SAFETY: PostgreSQL passes a request with nodes of its own.
    let filter = unsafe {
        version::asked_to_change_in_place(request).and_then(|(arguments, assigned)| {
            let first = nth::<Node>(arguments, 0);
            (variable(first) == Some(assigned)).then_some(first)
        })
    };
    // A support function returns a null pointer, not NULL, if it has no answer.
    Ok(filter.unwrap_or(std::ptr::null_mut()))
}

sql_functions! {
    "bloom_add_support" => bloom_add_support,
}
