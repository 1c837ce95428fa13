//! `bloom_params`: the parameters of a filter.

use super::build;
use crate::call::{Call, NewDatum, sql_functions};
use crate::error::Result;
use crate::pg::row::column;
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

sql_functions! { "bloom_params" => bloom_params }
