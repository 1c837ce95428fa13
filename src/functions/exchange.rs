//! Filters of other libraries: Guava's and Spark's streams.

use crate::call::{Call, sql_functions};
use crate::error::{self, Result, of_input};
use crate::pg::catalog;
use crate::pg::varlena::NewVarlena;
use crate::types::filter::{Bloom, NewBloom};
use crate::value::Bytea;
use bloom_core::cells::CellKind;
use bloom_core::exchange::{Foreign, guava, spark};
use bloom_core::hash_spec::HashSpec;
use bloom_core::header::{HEADER_LEN, Header};
use bloom_core::kind::{Family, ValueKind};
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys::{BuiltinOid, Oid};

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

fn bloom_from_guava(call: Call<'_>) -> Result<NewBloom> {
    let (stream, family) = (call.required::<Bytea<'_>>(0)?, family(call.required(1)?, Family::Integer4)?);
    imported(&of_input(guava::read(stream.bytes()))?, family)
}

fn bloom_from_spark(call: Call<'_>) -> Result<NewBloom> {
    let (stream, family) = (call.required::<Bytea<'_>>(0)?, family(call.required(1)?, Family::Integer)?);
    imported(&of_input(spark::read(stream.bytes()))?, family)
}

/// The family of a type that a foreign filter can be said to hold; `integer` is what the type `integer` stands for.
fn family(element: Oid, integer: Family) -> Result<Family> {
    match BuiltinOid::from_u32(element.to_u32()) {
        Ok(BuiltinOid::TEXTOID | BuiltinOid::VARCHAROID) => Ok(Family::Text),
        Ok(BuiltinOid::BYTEAOID) => Ok(Family::Bytes),
        Ok(BuiltinOid::UUIDOID) => Ok(Family::Uuid),
        Ok(BuiltinOid::INT8OID) => Ok(Family::Integer),
        Ok(BuiltinOid::INT4OID) => Ok(integer),
        _ => Err(error::new(
            Code::ERRCODE_INVALID_PARAMETER_VALUE,
            "filters of other libraries do not hold values of this type",
            format!("The type is {}.", catalog::sql_name(element)),
            "Give text, bytea, uuid, bigint or integer: whichever the library was given.",
        )),
    }
}

fn imported(foreign: &Foreign<'_>, family: Family) -> Result<NewBloom> {
    let Foreign { scheme, seed, params, .. } = *foreign;
    let hashing = HashSpec { kind: ValueKind::of(family), scheme, seed };
    let header = Header { cell: CellKind::Bit, hashing, params, capacity: None, fpp: None };
    let mut new = NewBloom::zeroed(header.filter_len())?;
    header.write(new.bytes_mut())?;
    foreign.write_bitmap(&mut new.bytes_mut()[HEADER_LEN..])?;
    Ok(new)
}

sql_functions! {
    "bloom_to_guava" => bloom_to_guava,
    "bloom_to_spark" => bloom_to_spark,
    "bloom_from_guava" => bloom_from_guava,
    "bloom_from_spark" => bloom_from_spark,
}
