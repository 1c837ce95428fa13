//! Filters of other libraries: Guava's and Spark's streams, DataSketches' images, Parquet's bitsets.

use crate::call::{Call, sql_functions};
use crate::error::{self, Result, as_input_error};
use crate::pg::catalog;
use crate::pg::memory::Memory;
use crate::pg::varlena::NewVarlena;
use crate::types::filter::{Bloom, NewBloom};
use crate::value::{Bytea, ValueType, is_narrow};
use bloom_core::element::{ElementType, Family, plain};
use bloom_core::exchange::{ImportedFilter, datasketches, guava, parquet, spark};
use bloom_core::filter::Header;
use bloom_core::scheme::HashSpec;
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys::{BuiltinOid, DEFAULT_COLLATION_OID, Oid};

fn bloom_to_guava(call: Call<'_>) -> Result<NewVarlena> {
    let argument = call.required::<Bloom<'_>>(0)?;
    let filter = argument.filter()?;
    let Header { hashing, params, .. } = *filter.header();
    let mut stream = NewVarlena::zeroed(guava::len(params))?;
    guava::write(hashing.scheme, params, filter.cells(), stream.bytes_mut())?;
    Ok(stream)
}

fn bloom_to_spark(call: Call<'_>) -> Result<NewVarlena> {
    let argument = call.required::<Bloom<'_>>(0)?;
    let filter = argument.filter()?;
    let Header { hashing: HashSpec { scheme, seed, .. }, params, .. } = *filter.header();
    let mut stream = NewVarlena::zeroed(spark::len(scheme, params))?;
    spark::write(scheme, seed, params, filter.cells(), stream.bytes_mut())?;
    Ok(stream)
}

fn bloom_to_parquet(call: Call<'_>) -> Result<NewVarlena> {
    let argument = call.required::<Bloom<'_>>(0)?;
    let filter = argument.filter()?;
    parquet::check(filter.header().hashing.scheme)?;
    NewVarlena::copy_of(filter.cells())
}

fn bloom_to_datasketches(call: Call<'_>) -> Result<NewVarlena> {
    let argument = call.required::<Bloom<'_>>(0)?;
    let filter = argument.filter()?;
    let Header { hashing: HashSpec { scheme, seed, .. }, params, .. } = *filter.header();
    let mut image = NewVarlena::zeroed(datasketches::len(filter.cells()))?;
    datasketches::write(scheme, seed, params, filter.cells(), image.bytes_mut())?;
    Ok(image)
}

fn bloom_from_guava(call: Call<'_>) -> Result<NewBloom> {
    let stream = call.required::<Bytea<'_>>(0)?;
    let element = element_argument(call, false)?;
    // What integerFunnel takes, and not longFunnel.
    let int4 = call.required::<Oid>(1)?.to_u32() == BuiltinOid::INT4OID as u32;
    let element = if int4 { ElementType::of(Family::Integer4) } else { element };
    filter_of(&as_input_error(guava::read(stream.bytes()))?, element)
}

fn bloom_from_spark(call: Call<'_>) -> Result<NewBloom> {
    let stream = call.required::<Bytea<'_>>(0)?;
    let element = element_argument(call, false)?;
    filter_of(&as_input_error(spark::read(stream.bytes()))?, element)
}

fn bloom_from_datasketches(call: Call<'_>) -> Result<NewBloom> {
    let (image, element) = (call.required::<Bytea<'_>>(0)?, element_argument(call, true)?);
    filter_of(&as_input_error(datasketches::read(image.bytes()))?, element)
}

fn bloom_from_parquet(call: Call<'_>) -> Result<NewBloom> {
    let (bitset, type_oid) = (call.required::<Bytea<'_>>(0)?, call.required::<Oid>(1)?);
    let imported = as_input_error(parquet::read(bitset.bytes()))?;
    let hint = "Give smallint, integer, bigint, real, double precision, text, bytea, uuid, date, time, timestamp, \
                timestamptz or an enum: whichever the column has.";
    if !catalog::is_type(type_oid) {
        return Err(not_held(type_oid, hint));
    }
    let untyped = HashSpec { element: ElementType::NONE, scheme: imported.scheme, seed: imported.seed };
    let of_values = ValueType::new(type_oid, DEFAULT_COLLATION_OID, Memory::of_this_call())?.element();
    let element = untyped.starting(of_values, || is_narrow(type_oid));
    // How far a file pads char(n) is not known.
    if element.family == Family::Padded || plain::encode(element.family, &[]).is_none() {
        return Err(not_held(type_oid, hint));
    }
    filter_of(&imported, element)
}

/// What a filter holds whose library was given values of the type that argument 1 names; `float` tells whether it takes
/// floating-point numbers.
fn element_argument(call: Call<'_>, float: bool) -> Result<ElementType> {
    let type_oid = call.required::<Oid>(1)?;
    let family = match BuiltinOid::from_u32(type_oid.to_u32()) {
        Ok(BuiltinOid::TEXTOID | BuiltinOid::VARCHAROID) => Family::Text,
        Ok(BuiltinOid::BYTEAOID) => Family::Bytes,
        Ok(BuiltinOid::UUIDOID) => Family::Uuid,
        Ok(BuiltinOid::INT8OID | BuiltinOid::INT4OID) => Family::Integer,
        Ok(BuiltinOid::FLOAT8OID) if float => Family::Float,
        _ => {
            let also = if float { "double precision, " } else { "" };
            let hint =
                format!("Give text, bytea, uuid, {also}bigint or integer: whichever the library was given.");
            return Err(not_held(type_oid, &hint));
        }
    };
    Ok(ElementType::of(family))
}

#[track_caller]
fn not_held(type_oid: Oid, hint: &str) -> error::Error {
    error::new(
        Code::ERRCODE_INVALID_PARAMETER_VALUE,
        "filters of other libraries do not hold values of this type",
        format!("The type is {}.", catalog::sql_name(type_oid)),
        hint,
    )
}

fn filter_of(imported: &ImportedFilter<'_>, element: ElementType) -> Result<NewBloom> {
    let mut new = NewBloom::zeroed(imported.header(element).filter_len())?;
    imported.write_filter(element, new.bytes_mut())?;
    Ok(new)
}

sql_functions! {
    "bloom_to_guava" => bloom_to_guava,
    "bloom_to_spark" => bloom_to_spark,
    "bloom_to_parquet" => bloom_to_parquet,
    "bloom_to_datasketches" => bloom_to_datasketches,
    "bloom_from_guava" => bloom_from_guava,
    "bloom_from_spark" => bloom_from_spark,
    "bloom_from_parquet" => bloom_from_parquet,
    "bloom_from_datasketches" => bloom_from_datasketches,
}
