//! What long work of live sets calls: `bloom_set_query` and `bloom_progress`.

use crate::call::{Call, NewDatum, sql_functions};
use crate::error::{self, Result};
use crate::pg::detoast::Varlena;
use crate::pg::encoding::to_message;
use crate::pg::notice;
use crate::pg::query;
use crate::pg::varlena::NewVarlena;
use pgrx::PgSqlErrorCode as Code;
use std::time::{Duration, Instant};

/// Implements `bloom_set_query(query)`: the query as it can stand in parentheses, if it is a SELECT of one column.
fn bloom_set_query(call: Call<'_>) -> Result<NewDatum> {
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
    Ok(NewDatum(NewVarlena::copy_of(&bytes[select.text])?.into_datum()))
}

/// What a call site of `bloom_progress` has counted.
#[derive(Default)]
struct Progress {
    done: i64,
    /// When the first call came, or the last notice was sent.
    last: Option<Instant>,
}

/// Implements `bloom_progress(work, total, seconds)`: counts the calls of this call site, and says how many there were every
/// so many seconds.
fn bloom_progress(call: Call<'_>) -> Result<bool> {
    call.with_cache(|progress: &mut Progress, site| {
        progress.done += 1;
        let now = Instant::now();
        let last = *progress.last.get_or_insert(now);
        let every = site.call.argument::<f64>(2).and_then(|every| Duration::try_from_secs_f64(every).ok());
        if every.is_some_and(|every| now.duration_since(last) >= every) {
            progress.last = Some(now);
            let work = site.call.argument::<Varlena<'_>>(0);
            let work = work.map_or_else(String::new, |work| to_message(work.bytes()));
            let of = site.call.argument::<i64>(1).map_or_else(String::new, |total| format!(" of {total}"));
            notice::send(format!("{work}: {}{of}", progress.done), None);
        }
        Ok(true)
    })
}

sql_functions! {
    "bloom_set_query" => bloom_set_query,
    "bloom_progress" => bloom_progress,
}
