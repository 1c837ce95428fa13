//! What long work of live sets calls: `bloom_set_query` and `bloom_progress`.

use crate::call::{Call, sql_functions};
use crate::error::{self, Result};
use crate::pg::detoast::Varlena;
use crate::pg::encoding::to_message;
use crate::pg::notice::{self, Steps};
use crate::pg::query;
use crate::pg::varlena::NewVarlena;
use pgrx::PgSqlErrorCode as Code;
use std::time::Duration;

/// Implements `bloom_set_query(query)`: the query as it can stand in parentheses, if it is a SELECT of one column.
fn bloom_set_query(call: Call<'_>) -> Result<NewVarlena> {
    let text = call.required::<Varlena<'_>>(0)?;
    let bytes = text.bytes();
    let Some(select) = query::select(bytes)? else {
        return Err(error::new(
            Code::ERRCODE_SYNTAX_ERROR,
            "the query is not one SELECT statement",
            "",
            "Pass a single SELECT, VALUES or TABLE statement that returns the values in its only column.",
        ));
    };
    if select.columns != 1 {
        return Err(error::new(
            Code::ERRCODE_SYNTAX_ERROR,
            "the query must return one column",
            format!("It returns {} columns.", select.columns),
            "Select only the values. For a set of rows, select ROW(...) cast to the type of the set.",
        ));
    }
    NewVarlena::copy_of(&bytes[select.text])
}

/// Implements `bloom_progress(work, total, seconds)`: counts the calls of this call site, and says how many there were every
/// so many seconds.
fn bloom_progress(call: Call<'_>) -> Result<bool> {
    call.with_cache(|steps: &mut Steps, _| {
        let interval = call.argument(2).and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        if let Some(done) = steps.count(interval.unwrap_or(Duration::MAX)) {
            let work = call.argument::<Varlena<'_>>(0);
            let work = work.map_or_else(String::new, |work| to_message(work.bytes()));
            let of = call.argument::<i64>(1).map_or_else(String::new, |total| format!(" of {total}"));
            notice::send(format!("{work}: {done}{of}"), "", "");
        }
        Ok(true)
    })
}

sql_functions! {
    "bloom_set_query" => bloom_set_query,
    "bloom_progress" => bloom_progress,
}
