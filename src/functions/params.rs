//! Functions that compute the parameters of a filter: `bloom_params` and the single formulas.

use super::build;
use crate::call::{Call, NewDatum, sql_functions};
use crate::error::Result;
use crate::pg::row::column;
use bloom_core::Error as Core;
use bloom_core::filter::HEADER_LEN;
use bloom_core::layout::{Params, params};

fn bloom_params(call: Call<'_>) -> Result<NewDatum> {
    let (capacity, fpp) = (build::capacity(call.required(0)?)?, call.required(1)?);
    let params = Params::for_capacity(capacity, fpp)?;
    build::notice_excess(params, capacity, fpp);
    call.row(&[
        column(params.bits as i64),
        column(i32::from(params.hashes)),
        column((HEADER_LEN + params.bitmap_len()) as i64),
        column(params::real_fpp(params.bits, params.hashes, capacity)),
    ])
}

fn bloom_optimal_bits(call: Call<'_>) -> Result<i64> {
    let n = build::capacity(call.required(0)?)?;
    let p = params::check_fpp(call.required(1)?)?;
    Ok(params::optimal_bits(n, p).ceil() as i64)
}

fn bloom_optimal_hashes(call: Call<'_>) -> Result<i32> {
    let (bits, n) = (positive_bits(call)?, build::capacity(call.required(1)?)?);
    Ok(params::optimal_hashes(bits, n).into())
}

fn bloom_expected_fpp(call: Call<'_>) -> Result<f64> {
    let (hashes, n) = (call.required::<i32>(1)?, call.required::<i64>(2)?);
    let valid = u8::try_from(hashes).ok().filter(|&hashes| hashes > 0);
    let hashes = valid.ok_or(Core::Hashes(hashes.into()))?;
    let n = u64::try_from(n).map_err(|_| Core::Capacity(n))?;
    Ok(params::expected_fpp(positive_bits(call)?, hashes, n))
}

/// Returns the number of bits in argument 0, which must be positive.
fn positive_bits(call: Call<'_>) -> Result<u64> {
    let bits = call.required(0)?;
    Ok(u64::try_from(bits).ok().filter(|&bits| bits > 0).ok_or(Core::Bits(bits))?)
}

sql_functions! {
    "bloom_params" => bloom_params,
    "bloom_optimal_bits" => bloom_optimal_bits,
    "bloom_optimal_hashes" => bloom_optimal_hashes,
    "bloom_expected_fpp" => bloom_expected_fpp,
}
