//! What only `counting_bloom` can do: forget. What it does like `bloom` stands beside that, in generic code.

mod aggregate;

use crate::bloom_type::{CountingBloom, NewCountingBloom};
use crate::build::{changed, sized_for};
use crate::combine::combine;
use crate::datum::Passed;
use crate::error::Result;
use crate::record::{column, row};
use crate::value::{Any, Bytea, Text, Uuid, Value, canonical};
use crate::value_type;
use bloom_core::algebra::{self, Operation};
use bloom_core::header::VERSION;
use bloom_core::scheme::Dialect;
use bloom_core::{counters, counting, filter};
use pgrx::pg_sys::panic::ErrorReport;
use pgrx::prelude::*;

#[pg_extern(sql = false)]
fn counting_bloom_empty(capacity: i64, fpp: f64) -> Result<NewCountingBloom, ErrorReport> {
    Ok(sized_for(capacity, fpp, Dialect::DEFAULT)?)
}

/// Says that values were not removed because they certainly were not there.
pub fn notice_absent(absent: u64) {
    match absent {
        0 => {}
        1 => pgrx::notice!("one of the values to be removed is certainly not in the filter"),
        _ => pgrx::notice!("{absent} of the values to be removed are certainly not in the filter"),
    }
}

fn remove(
    filter: &CountingBloom<'_>,
    value: &impl Value,
    fcinfo: pg_sys::FunctionCallInfo,
) -> Result<NewCountingBloom> {
    let (new, removed) = changed(filter, value, fcinfo, |bytes, element, canonical| {
        counting::remove(bytes, element, canonical)
    })?;
    if !removed {
        pgrx::notice!("the value to be removed is certainly not in the filter");
    }
    Ok(new)
}

fn count_of(filter: &CountingBloom<'_>, value: &impl Value, fcinfo: pg_sys::FunctionCallInfo) -> Result<i32> {
    let filter = filter.filter()?;
    let count =
        canonical(value, fcinfo, 1, |element, canonical| counting::count_of(&filter, element, canonical))??;
    Ok(count.into())
}

macro_rules! counting_bloom_values {
    ($($add:ident, $remove:ident, $count_of:ident($value:ty)),* $(,)?) => {
        $(#[pg_extern(sql = false)]
        fn $add(
            filter: CountingBloom<'_>,
            value: $value,
            fcinfo: pg_sys::FunctionCallInfo,
        ) -> Result<NewCountingBloom, ErrorReport> {
            Ok(changed(&filter, &value, fcinfo, |bytes, element, canonical| {
                filter::add(bytes, element, canonical)
            })?.0)
        }

        #[pg_extern(sql = false)]
        fn $remove(
            filter: CountingBloom<'_>,
            value: $value,
            fcinfo: pg_sys::FunctionCallInfo,
        ) -> Result<NewCountingBloom, ErrorReport> {
            Ok(remove(&filter, &value, fcinfo)?)
        }

        #[pg_extern(sql = false)]
        fn $count_of(
            filter: CountingBloom<'_>,
            value: $value,
            fcinfo: pg_sys::FunctionCallInfo,
        ) -> Result<i32, ErrorReport> {
            Ok(count_of(&filter, &value, fcinfo)?)
        })*
    };
}
counting_bloom_values! {
    counting_bloom_add_int2, counting_bloom_remove_int2, counting_bloom_count_of_int2(i16),
    counting_bloom_add_int4, counting_bloom_remove_int4, counting_bloom_count_of_int4(i32),
    counting_bloom_add_int8, counting_bloom_remove_int8, counting_bloom_count_of_int8(i64),
    counting_bloom_add_char, counting_bloom_remove_char, counting_bloom_count_of_char(i8),
    counting_bloom_add_text, counting_bloom_remove_text, counting_bloom_count_of_text(Text<'_>),
    counting_bloom_add_bytea, counting_bloom_remove_bytea, counting_bloom_count_of_bytea(Bytea<'_>),
    counting_bloom_add_uuid, counting_bloom_remove_uuid, counting_bloom_count_of_uuid(Uuid<'_>),
    counting_bloom_add_any, counting_bloom_remove_any, counting_bloom_count_of_any(Any),
}

#[pg_extern(sql = false)]
fn counting_bloom_union(a: CountingBloom<'_>, b: CountingBloom<'_>) -> Result<NewCountingBloom, ErrorReport> {
    Ok(combine(Operation::Union, &a, &b)?)
}

#[pg_extern(sql = false)]
fn counting_bloom_subtract(
    a: CountingBloom<'_>,
    b: CountingBloom<'_>,
) -> Result<NewCountingBloom, ErrorReport> {
    Ok(subtract(&a, &b)?)
}

fn subtract(a: &CountingBloom<'_>, b: &CountingBloom<'_>) -> Result<NewCountingBloom> {
    let (a, b) = (a.filter()?, b.filter()?);
    let mut new = NewCountingBloom::zeroed(algebra::combined_len(&a, &b)?)?;
    counting::subtract(&a, &b, new.bytes_mut())?;
    Ok(new)
}

#[pg_extern(sql = false)]
fn counting_bloom_info(
    filter: CountingBloom<'_>,
    fcinfo: pg_sys::FunctionCallInfo,
) -> Result<Passed, ErrorReport> {
    Ok(info(&filter, fcinfo)?)
}

fn info(argument: &CountingBloom<'_>, fcinfo: pg_sys::FunctionCallInfo) -> Result<Passed> {
    let filter = argument.filter()?;
    let (header, counts) = (filter.header(), filter.counts());
    // SAFETY: declared with these OUT parameters.
    #[allow(unsafe_code)]
    Ok(unsafe {
        row(
            fcinfo,
            [
                column(i32::from(VERSION)),
                column(value_type::name(header.element())),
                column(header.capacity.map(|capacity| capacity as i64)),
                column(header.fpp),
                column(header.params.bits as i64),
                column(i32::from(header.params.hashes)),
                column(counts.bits_set as i64),
                column(counters::count_saturated(filter.cells()) as i64),
                column(counts.fill),
                column(counts.estimated_count.round() as i64),
                column(counts.current_fpp),
                column(argument.bytes().len() as i64),
                column(header.element().family.is_portable()),
            ],
        )
    })
}
