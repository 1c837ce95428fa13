//! `bloom_show`: a one-line summary of a filter for psql users.

use crate::call::{Call, sql_functions};
use crate::error::Result;
use crate::pg::varlena::NewVarlena;
use crate::report::element_name;
use crate::types::filter::{FilterArg, SqlFilter};
use bloom_core::cells::{Bits, Counters};
use bloom_core::filter::Counts;
use bloom_core::scheme::Scheme;

/// Width, in characters, of the bar that shows the fill.
const BAR: usize = 20;

fn show<C: SqlFilter>(call: Call<'_>) -> Result<NewVarlena> {
    let argument = call.required::<FilterArg<'_, C>>(0)?;
    let filter = argument.filter()?;
    let (header, counts) = (filter.header(), filter.counts());
    let of = |wanted: Option<String>| wanted.map_or(String::new(), |wanted| format!(" of {wanted}"));
    let scheme = header.hashing.scheme;
    NewVarlena::copy_of(
        format!(
            "[{:.<BAR$}] {:3.0} %, {}{} values, fpp {}{}, {}, {}{}",
            "#".repeat((counts.fill * BAR as f64).round() as usize),
            counts.fill * 100.0,
            count(&counts, header.params.bits),
            of(header.capacity.map(|capacity| capacity.to_string())),
            rate(counts.current_fpp),
            of(header.fpp.map(rate)),
            element_name(header.element()),
            size(argument.bytes().len()),
            if scheme == Scheme::Mitz64 { String::new() } else { format!(", {}", scheme.name()) },
        )
        .as_bytes(),
    )
}

/// Formats the estimated number of values, which has no upper limit if all bits are set.
pub fn count(counts: &Counts, bits: u64) -> String {
    let more = if counts.bits_set == bits { "> " } else { "" };
    format!("{more}{:.0}", counts.estimated_count)
}

/// Formats a rate with two significant digits.
pub fn rate(rate: f64) -> String {
    let short = format!("{rate:.1e}");
    match short.parse::<f64>() {
        Ok(rounded) if rounded == 0.0 || rounded >= 1e-4 => rounded.to_string(),
        Ok(rounded) => format!("{rounded:e}"),
        Err(_) => short,
    }
}

/// Formats a size like `pg_size_pretty`.
fn size(bytes: usize) -> String {
    let (mut size, mut unit) = (bytes as f64, "bytes");
    for larger in ["kB", "MB"] {
        if size >= 10_240.0 {
            (size, unit) = (size / 1024.0, larger);
        }
    }
    format!("{size:.0} {unit}")
}

sql_functions! {
    "bloom_show" => show::<Bits>,
    "counting_bloom_show" => show::<Counters>,
}
