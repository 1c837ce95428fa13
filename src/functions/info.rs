//! Functions that return the parameters and the fill of a filter, such as `bloom_info`.

use crate::call::{Call, NewDatum, sql_functions};
use crate::error::Result;
use crate::pg::detoast::VarlenaRef;
use crate::pg::row::column;
use crate::report::element_name;
use crate::types::filter::Bloom;
use bloom_core::filter::{Counts, HEADER_LEN, Header, VERSION};
use pgrx::pg_sys::Datum;

/// Returns the columns that all rows about a filter begin with: version, element, capacity, fpp, bits and hashes.
pub fn described(header: &Header) -> Vec<Option<Datum>> {
    vec![
        column(i32::from(VERSION)),
        column(element_name(header.element())),
        column(header.capacity.map(|capacity| capacity as i64)),
        column(header.fpp),
        column(header.params.bits as i64),
        column(i32::from(header.params.hashes)),
    ]
}

/// Returns the columns of `bloom_info` that do not need the bits. Reads only the header of a stored filter.
fn bloom_header(call: Call<'_>) -> Result<NewDatum> {
    let (prefix, len) = call.required::<VarlenaRef<'_>>(0)?.prefix(HEADER_LEN);
    let header = Header::read(&prefix)?;
    header.check_len(len)?;
    let mut columns = described(&header);
    columns.extend([
        column(len as i64),
        column(header.element().family.is_portable()),
        column(header.hashing.scheme.name()),
    ]);
    call.row(&columns)
}

/// Returns the parameters and the fill of a filter. Reads its bits once.
fn bloom_info(call: Call<'_>) -> Result<NewDatum> {
    let argument = call.required::<Bloom<'_>>(0)?;
    let filter = argument.filter()?;
    let (header, counts) = (filter.header(), filter.counts());
    let mut columns = described(header);
    columns.extend([
        column(counts.bits_set as i64),
        column(counts.fill),
        column(counts.estimated_count.round() as i64),
        column(counts.current_fpp),
        column(argument.bytes().len() as i64),
        column(header.element().family.is_portable()),
        column(header.hashing.scheme.name()),
    ]);
    call.row(&columns)
}

fn counts(call: Call<'_>) -> Result<Counts> {
    Ok(call.required::<Bloom<'_>>(0)?.filter()?.counts())
}

sql_functions! {
    "bloom_header" => bloom_header,
    "bloom_info" => bloom_info,
    "bloom_current_fpp" => |call| Ok(counts(call)?.current_fpp),
    "bloom_count" => |call| Ok(counts(call)?.estimated_count.round() as i64),
    // Of the SQL of 0.3.0:
    "bloom_bits_set" => |call| Ok(counts(call)?.bits_set as i64),
    "bloom_fill" => |call| Ok(counts(call)?.fill),
}
