//! `bloom_contains`: may the filter hold this value?

use crate::bloom_type::Bloom;
use crate::error::Result;
use crate::value::{Any, Bytea, Place, Text, Uuid, Value};
use bloom_core::filter::check_element;
use pgrx::pg_sys::panic::ErrorReport;
use pgrx::prelude::*;

#[inline]
fn contains(filter: &Bloom<'_>, value: &impl Value, fcinfo: pg_sys::FunctionCallInfo) -> Result<bool> {
    let filter = filter.filter()?;
    let (element, hash) = value.hash(Place { fcinfo, number: 1 })?;
    check_element(filter.header().element, element)?;
    Ok(filter.contains(hash))
}

macro_rules! bloom_contains {
    ($($function:ident($value:ty)),* $(,)?) => {
        $(#[pg_extern(name = "bloom_contains", immutable, strict, parallel_safe, cost = 2)]
        fn $function(
            filter: Bloom<'_>,
            value: $value,
            fcinfo: pg_sys::FunctionCallInfo,
        ) -> Result<bool, ErrorReport> {
            Ok(contains(&filter, &value, fcinfo)?)
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
