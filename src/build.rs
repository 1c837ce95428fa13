//! Filters made one value at a time: `bloom_empty`, `bloom_sized`, `bloom_add`.

use crate::bloom_type::{Bloom, FilterArgument, NewBloom, NewFilter, SqlFilter};
use crate::error::Result;
use crate::value::{Any, Bytea, Text, Uuid, Value, canonical};
use bloom_core::Error as Core;
use bloom_core::element::Element;
use bloom_core::filter;
use bloom_core::header::Header;
use bloom_core::params::Params;
use bloom_core::scheme::Dialect;
use pgrx::pg_sys::panic::ErrorReport;
use pgrx::prelude::*;

/// A capacity as SQL gives it.
///
/// # Errors
/// 22023 unless it is positive.
pub fn capacity(capacity: i64) -> Result<u64> {
    let positive = u64::try_from(capacity).ok().filter(|&capacity| capacity > 0);
    Ok(positive.ok_or(Core::Capacity(capacity))?)
}

/// A filter without values.
///
/// # Errors
/// 54000 if it would be too long.
pub fn empty<C: SqlFilter>(
    params: Params,
    dialect: Dialect,
    capacity: Option<u64>,
    fpp: Option<f64>,
) -> Result<NewFilter<C>> {
    let header = Header { cell: C::CELL, hashing: dialect.hashing(), params, capacity, fpp };
    let mut new = NewFilter::zeroed(header.filter_len())?;
    header.write(new.bytes_mut())?;
    Ok(new)
}

/// The rate if none is asked for.
pub const DEFAULT_FPP: f64 = 0.01;

/// The filter of no rows at all: as small as can be, of no declared size.
///
/// # Errors
/// 22023 for an impossible rate.
pub fn empty_of_nothing<C: SqlFilter>(fpp: f64) -> Result<NewFilter<C>> {
    empty(Params::for_capacity(1, fpp)?, Dialect::DEFAULT, None, Some(fpp))
}

#[pg_extern(immutable, strict, parallel_safe, cost = 100)]
fn bloom_empty(capacity: i64, fpp: default!(f64, "0.01")) -> Result<NewBloom, ErrorReport> {
    Ok(sized_for(capacity, fpp, Dialect::DEFAULT)?)
}

/// A filter without values, sized for a capacity and a rate.
///
/// # Errors
/// 22023, 54000.
pub fn sized_for<C: SqlFilter>(capacity: i64, fpp: f64, dialect: Dialect) -> Result<NewFilter<C>> {
    let capacity = self::capacity(capacity)?;
    let params = C::CELL.params(capacity, fpp)?;
    dialect.scheme.check_size(params)?;
    empty(params, dialect, Some(capacity), Some(fpp))
}

#[pg_extern(sql = false)]
fn bloom_empty_of_scheme(capacity: i64, fpp: f64, scheme: &str) -> Result<NewBloom, ErrorReport> {
    let dialect = Dialect::from_name(scheme).map_err(crate::error::Error::from)?;
    Ok(sized_for(capacity, fpp, dialect)?)
}

#[pg_extern(immutable, strict, parallel_safe, cost = 100)]
fn bloom_sized(bits: i64, hashes: i32) -> Result<NewBloom, ErrorReport> {
    let params = Params::sized(bits, hashes.into()).map_err(crate::error::Error::from)?;
    Ok(empty(params, Dialect::DEFAULT, None, None)?)
}

/// A copy of the filter that was changed by `change` with the element and the canonical bytes of a value, argument 1.
///
/// # Errors
/// 42804, 0A000, and those of `change`.
pub fn changed<C: SqlFilter, R>(
    filter: &FilterArgument<'_, C>,
    value: &impl Value,
    fcinfo: pg_sys::FunctionCallInfo,
    change: impl FnOnce(&mut [u8], Element, &[u8]) -> bloom_core::Result<R>,
) -> Result<(NewFilter<C>, R)> {
    let mut new = filter.to_new()?;
    let result =
        canonical(value, fcinfo, 1, |element, canonical| change(new.bytes_mut(), element, canonical))??;
    Ok((new, result))
}

macro_rules! bloom_add {
    ($($function:ident($value:ty)),* $(,)?) => {
        $(#[pg_extern(name = "bloom_add", immutable, strict, parallel_safe, cost = 100)]
        fn $function(
            filter: Bloom<'_>,
            value: $value,
            fcinfo: pg_sys::FunctionCallInfo,
        ) -> Result<NewBloom, ErrorReport> {
            Ok(changed(&filter, &value, fcinfo, |bytes, element, canonical| {
                filter::add(bytes, element, canonical)
            })?.0)
        })*
    };
}
bloom_add! {
    bloom_add_int2(i16),
    bloom_add_int4(i32),
    bloom_add_int8(i64),
    bloom_add_char(i8),
    bloom_add_text(Text<'_>),
    bloom_add_bytea(Bytea<'_>),
    bloom_add_uuid(Uuid<'_>),
    bloom_add_any(Any),
}
