//! `bloom_contains`: may the filter hold this value?

#![allow(unsafe_code)]

use crate::call_site::CallSite;
use crate::datum::{Passed, Raw, argument};
use crate::error::Result;
use crate::value::{Any, Bytea, Place, Reading, Text, Uuid, Value};
use bloom_core::cells::{Bits, Cells, Counters};
use pgrx::prelude::*;

/// `bloom_contains(filter, value)` and `counting_bloom_contains(filter, value)`, and with `FILTER` 1 and `VALUE` 0 `bloom_contained_by(value, filter)`. Reads its
/// arguments itself: the glue of `#[pg_extern]` for each of them takes longer than the probe.
#[inline(always)]
fn contains<C: Cells, V: Value + FromDatum, const FILTER: usize, const VALUE: usize>(
    fcinfo: pg_sys::FunctionCallInfo,
) -> Result<Passed> {
    // SAFETY: declared strict, with a filter and the type of V as arguments; the context is that of the call site.
    unsafe {
        let (Some(filter), Some(value)) = (argument::<Raw>(fcinfo, FILTER), argument::<V>(fcinfo, VALUE))
        else {
            return Ok(Passed(pg_sys::Datum::from(false)));
        };
        CallSite::with(fcinfo, |site, context| {
            let CallSite { readers, filter: known } = site;
            let reading = Reading { place: Place { fcinfo, number: VALUE }, readers, context };
            let contains = value.with_canonical(reading, |element, canonical| {
                known.contains::<C>(filter, context, element, canonical)
            })??;
            Ok(Passed(pg_sys::Datum::from(contains)))
        })
    }
}

macro_rules! bloom_contains {
    ($cells:ty: $($contains:ident, $contained:ident($value:ty)),* $(,)?) => {
        $(#[pg_extern(sql = false)]
        fn $contains(fcinfo: pg_sys::FunctionCallInfo) -> Passed {
            contains::<$cells, $value, 0, 1>(fcinfo).unwrap_or_else(|error| error.raise())
        }

        #[pg_extern(sql = false)]
        fn $contained(fcinfo: pg_sys::FunctionCallInfo) -> Passed {
            contains::<$cells, $value, 1, 0>(fcinfo).unwrap_or_else(|error| error.raise())
        })*
    };
}
bloom_contains! {
    Bits:
    bloom_contains_int2, bloom_contained_by_int2(i16),
    bloom_contains_int4, bloom_contained_by_int4(i32),
    bloom_contains_int8, bloom_contained_by_int8(i64),
    bloom_contains_char, bloom_contained_by_char(i8),
    bloom_contains_text, bloom_contained_by_text(Text<'_>),
    bloom_contains_bytea, bloom_contained_by_bytea(Bytea<'_>),
    bloom_contains_uuid, bloom_contained_by_uuid(Uuid<'_>),
    bloom_contains_any, bloom_contained_by_any(Any),
}
bloom_contains! {
    Counters:
    counting_bloom_contains_int2, counting_bloom_contained_by_int2(i16),
    counting_bloom_contains_int4, counting_bloom_contained_by_int4(i32),
    counting_bloom_contains_int8, counting_bloom_contained_by_int8(i64),
    counting_bloom_contains_char, counting_bloom_contained_by_char(i8),
    counting_bloom_contains_text, counting_bloom_contained_by_text(Text<'_>),
    counting_bloom_contains_bytea, counting_bloom_contained_by_bytea(Bytea<'_>),
    counting_bloom_contains_uuid, counting_bloom_contained_by_uuid(Uuid<'_>),
    counting_bloom_contains_any, counting_bloom_contained_by_any(Any),
}
