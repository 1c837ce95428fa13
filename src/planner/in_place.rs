//! Whether a function may change the variable that its result is assigned to.

use crate::call::expression::{nth, variable};
use crate::call::{Call, NewDatum, RawArg, sql_functions};
use crate::error::Result;
use crate::pg::version;
use pgrx::pg_sys::{Datum, Node};

/// The support function of what adds one value to a filter or takes it away: `f := f || value` may change the `f` that
/// is its first argument. Whatever the value is made of, the filter itself perhaps, it is hashed before the filter is
/// changed.
fn bloom_add_support(call: Call<'_>) -> Result<NewDatum> {
    let request = call.required::<RawArg>(0)?.pointer::<Node>();
    // SAFETY: PostgreSQL passes a request with nodes of its own.
    let filter = unsafe {
        version::asked_to_change_in_place(request).and_then(|(arguments, assigned)| {
            let first = nth::<Node>(arguments, 0);
            (variable(first) == Some(assigned)).then_some(first)
        })
    };
    // No answer is a null pointer, not NULL.
    Ok(NewDatum(filter.map_or(Datum::null(), Datum::from)))
}

sql_functions! {
    "bloom_add_support" => bloom_add_support,
}
