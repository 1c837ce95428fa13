//! Functions that only `counting_bloom` has, such as removal. Those it shares with `bloom` are generic code elsewhere.
//! The symbols have the names that the functions had in 0.3.0.

use super::build::changed;
use super::info::described;
use crate::call::{Call, NewDatum, sql_functions};
use crate::error::Result;
use crate::pg::notice::Notice;
use crate::pg::row::column;
use crate::types::filter::{ChangedFilter, CountingBloom, NewCountingBloom};
use crate::value::{Any, canonical};
use bloom_core::cells::{Counters, counters};
use bloom_core::filter::{algebra, counting};

/// Raises a notice if values were not removed because they are certainly absent.
pub fn notice_absent(absent: u64) {
    let count = match absent {
        0 => return,
        1 => "one of the values to be removed is".into(),
        _ => format!("{absent} of the values to be removed are"),
    };
    say_absent(&count);
}

fn say_absent(values: &str) {
    Notice::Absent.say(
        || format!("{values} certainly not in the filter"),
        "Further such values in the same statement are not reported.",
        "",
    );
}

fn bloom_remove(call: Call<'_>) -> Result<Option<ChangedFilter<'_, Counters>>> {
    let removed =
        changed::<Any<'_>, _, _>(call, |bytes, element, hash| counting::remove_all(bytes, element, &[hash]))?;
    Ok(removed.map(|(changed, removed)| {
        if removed == 0 {
            say_absent("the value to be removed is");
        }
        changed
    }))
}

fn bloom_occurrences(call: Call<'_>) -> Result<Option<i32>> {
    let argument = call.required::<CountingBloom<'_>>(0)?;
    let filter = argument.filter()?;
    let count = canonical::<Any<'_>, _>(call, 1, |element, canonical| {
        counting::count_of(&filter, element, canonical)
    })?;
    Ok(count.transpose()?.map(i32::from))
}

fn bloom_subtract(call: Call<'_>) -> Result<NewCountingBloom> {
    let (a, b) = (call.required::<CountingBloom<'_>>(0)?, call.required::<CountingBloom<'_>>(1)?);
    let (a, b) = (a.filter()?, b.filter()?);
    let mut new = NewCountingBloom::zeroed(algebra::combined_len(&a, &b)?)?;
    counting::subtract(&a, &b, new.bytes_mut())?;
    Ok(new)
}

fn info(call: Call<'_>) -> Result<NewDatum> {
    let argument = call.required::<CountingBloom<'_>>(0)?;
    let filter = argument.filter()?;
    let (header, counts) = (filter.header(), filter.counts());
    let mut columns = described(header);
    columns.extend([
        column(counts.bits_set as i64),
        column(counters::count_saturated(filter.cells()) as i64),
        column(counts.fill),
        column(counts.estimated_count.round() as i64),
        column(counts.current_fpp),
        column(argument.bytes().len() as i64),
        column(header.element().family.is_portable()),
    ]);
    call.row(&columns)
}

sql_functions! {
    "counting_bloom_remove" => bloom_remove,
    "counting_bloom_count_of" => bloom_occurrences,
    "counting_bloom_subtract" => bloom_subtract,
    "counting_bloom_info" => info,
}
