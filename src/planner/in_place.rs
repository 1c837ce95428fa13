//! Tells PL/pgSQL that a function may change in place the variable to which its result is assigned (from 18 on).
//!
//! A change must happen completely or fail before it begins, because a variable keeps its value after an exception. So
//! functions of arrays copy the filter: a cancel may interrupt them.

use crate::call::expression::variable;
use crate::call::{Answer, Call, sql_functions};
use crate::error::Result;

/// Implements the support function of the functions that add or remove one value: `f := f || value` may change `f`, the
/// first argument, in place. This is safe even if `value` depends on `f`, because the value is hashed before the filter
/// is changed.
fn bloom_add_support(call: Call<'_>) -> Result<Answer<'_>> {
    let asked = call.node(0)?.asked_to_change_in_place();
    Ok(Answer(asked.and_then(|(arguments, assigned)| {
        arguments.get(0).filter(|first| variable(*first) == Some(assigned))
    })))
}

sql_functions! {
    "bloom_add_support" => bloom_add_support,
}
