//! What a filter is and how well it is filled; what a filter will be; the formulas one by one.

#![allow(unsafe_code)]

use crate::bloom_type::Bloom;
use crate::build;
use crate::datum::{Passed, Raw, varlena_prefix};
use crate::error::{Error, Result};
use crate::record::{column, row};
use crate::value_type;
use bloom_core::Error as Core;
use bloom_core::header::{HEADER_LEN, Header, VERSION};
use bloom_core::params::{self, Params};
use pgrx::pg_sys::panic::ErrorReport;
use pgrx::prelude::*;

/// The columns of `bloom_info` that do not need the bits; of a stored filter only its beginning is fetched.
#[pg_extern(sql = false)]
fn bloom_header(filter: Raw, fcinfo: pg_sys::FunctionCallInfo) -> Result<Passed, ErrorReport> {
    // SAFETY: declared with one argument of type bloom and these OUT parameters.
    unsafe {
        let (prefix, len) = varlena_prefix(filter.0, HEADER_LEN);
        let header = Header::read(&prefix).map_err(Error::from)?;
        header.check_len(len).map_err(Error::from)?;
        let capacity = header.capacity.map(|capacity| capacity as i64);
        Ok(row(
            fcinfo,
            [
                column(i32::from(VERSION)),
                column(value_type::name(header.element())),
                column(capacity),
                column(header.fpp),
                column(header.params.bits as i64),
                column(i32::from(header.params.hashes)),
                column(len as i64),
                column(header.element().family.is_portable()),
                column(header.hashing.scheme.name()),
            ],
        ))
    }
}

#[pg_extern(sql = false)]
fn bloom_bits_set(filter: Bloom<'_>) -> Result<i64, ErrorReport> {
    Ok(filter.filter()?.counts().bits_set as i64)
}

#[pg_extern(sql = false)]
fn bloom_fill(filter: Bloom<'_>) -> Result<f64, ErrorReport> {
    Ok(filter.filter()?.counts().fill)
}

#[pg_extern(sql = false)]
fn bloom_current_fpp(filter: Bloom<'_>) -> Result<f64, ErrorReport> {
    Ok(filter.filter()?.counts().current_fpp)
}

#[pg_extern(immutable, strict, parallel_safe, cost = 100)]
fn bloom_count(filter: Bloom<'_>) -> Result<i64, ErrorReport> {
    Ok(filter.filter()?.counts().estimated_count.round() as i64)
}

#[pg_extern(sql = false)]
fn bloom_params(capacity: i64, fpp: f64, fcinfo: pg_sys::FunctionCallInfo) -> Result<Passed, ErrorReport> {
    let capacity = build::capacity(capacity)?;
    let params = Params::for_capacity(capacity, fpp).map_err(Error::from)?;
    let rate = params::real_fpp(params.bits, params.hashes, capacity);
    // SAFETY: declared with these OUT parameters.
    Ok(unsafe {
        row(
            fcinfo,
            [
                column(params.bits as i64),
                column(i32::from(params.hashes)),
                column((HEADER_LEN + params.bitmap_len()) as i64),
                column(rate),
            ],
        )
    })
}

#[pg_extern(immutable, strict, parallel_safe)]
fn bloom_optimal_bits(n: i64, p: f64) -> Result<i64, ErrorReport> {
    let n = build::capacity(n)?;
    let p = params::check_fpp(p).map_err(Error::from)?;
    Ok(params::optimal_bits(n, p).ceil() as i64)
}

#[pg_extern(immutable, strict, parallel_safe)]
fn bloom_optimal_hashes(bits: i64, n: i64) -> Result<i32, ErrorReport> {
    Ok(i32::from(params::optimal_hashes(positive_bits(bits)?, build::capacity(n)?)))
}

#[pg_extern(immutable, strict, parallel_safe)]
fn bloom_expected_fpp(bits: i64, hashes: i32, n: i64) -> Result<f64, ErrorReport> {
    let valid = u8::try_from(hashes).ok().filter(|&hashes| hashes > 0);
    let hashes = valid.ok_or(Core::Hashes(hashes.into())).map_err(Error::from)?;
    let n = u64::try_from(n).map_err(|_| Error::from(Core::Capacity(n)))?;
    Ok(params::expected_fpp(positive_bits(bits)?, hashes, n))
}

fn positive_bits(bits: i64) -> Result<u64> {
    Ok(u64::try_from(bits).ok().filter(|&bits| bits > 0).ok_or(Core::Bits(bits))?)
}
