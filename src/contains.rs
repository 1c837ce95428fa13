//! `bloom_contains`: may the filter hold this value?

#![allow(unsafe_code)]

use crate::call_site::CallSite;
use crate::datum::{Passed, Raw, argument};
use crate::error::Result;
use crate::value::{Any, Bytea, Place, Text, Uuid, Value};
use pgrx::prelude::*;

/// `bloom_contains(filter, value)`. Reads its arguments itself: the glue of `#[pg_extern]` for each of them takes
/// longer than the probe.
#[inline]
fn contains<V: Value + FromDatum>(fcinfo: pg_sys::FunctionCallInfo) -> Result<Passed> {
    // SAFETY: declared strict, with a filter and the type of V as arguments; the context is that of the call site.
    unsafe {
        let (Some(filter), Some(value)) = (argument::<Raw>(fcinfo, 0), argument::<V>(fcinfo, 1)) else {
            return Ok(Passed(pg_sys::Datum::from(false)));
        };
        CallSite::with(fcinfo, |site, context| {
            let (element, hash) = value.hash(Place { fcinfo, number: 1 }, site, context)?;
            let contains = site.filter.contains(filter, context, element, hash)?;
            Ok(Passed(pg_sys::Datum::from(contains)))
        })
    }
}

macro_rules! bloom_contains {
    ($($function:ident($value:ty)),* $(,)?) => {
        $(#[pg_extern(sql = false)]
        fn $function(fcinfo: pg_sys::FunctionCallInfo) -> Passed {
            contains::<$value>(fcinfo).unwrap_or_else(|error| error.raise())
        })*
    };
}
bloom_contains! {
    bloom_contains_int2(i16),
    bloom_contains_int4(i32),
    bloom_contains_int8(i64),
    bloom_contains_char(i8),
    bloom_contains_text(Text<'_>),
    bloom_contains_bytea(Bytea<'_>),
    bloom_contains_uuid(Uuid<'_>),
    bloom_contains_any(Any),
}
