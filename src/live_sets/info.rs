//! `bloom_set_info`.

use super::layers::Layer;
use super::set::LiveSet;
use crate::call::{Call, NewDatum, sql_functions};
use crate::error::Result;
use crate::pg::query;
use crate::pg::row::column;
use crate::pg::typed::TypedDatum;
use pgrx::pg_sys::Oid;
use std::ffi::CStr;

const BYTES: &CStr = c"
SELECT pg_catalog.pg_total_relation_size($1) OPERATOR(pg_catalog.+) pg_catalog.pg_total_relation_size($2)";

/// Implements `bloom_set_info(set)`: its type, layers, values, capacity, rates, whether it grows, and bytes.
fn bloom_set_info(call: Call<'_>) -> Result<NewDatum> {
    let mut set = LiveSet::open(call.required::<Oid>(0)?, call.function())?;
    let layers = set.tables.layers()?;
    let (mut values, mut absent) = (0.0, 1.0);
    for layer in &layers {
        let contents = set.tables.contents(layer)?;
        values += contents.values;
        absent *= 1.0 - contents.rate();
    }
    let tables = [set.oid(), set.layers_oid()].map(TypedDatum::oid);
    let bytes = query::number(BYTES, tables)?;
    let capacity = layers.iter().map(Layer::capacity).fold(0, i64::saturating_add);
    let fpp: f64 = layers.iter().map(|layer| layer.fpp).sum();
    let element = set.element();
    set.tables.close();
    call.row(&[
        column(element),
        column(layers.len() as i32),
        column(values.round() as i64),
        column(capacity),
        column(fpp),
        column(1.0 - absent),
        column(layers.first().is_some_and(|newest| newest.grows)),
        column(bytes),
    ])
}

sql_functions! { "bloom_set_info" => bloom_set_info }
