//! Filters of other libraries: Guava's and Spark's streams.

use crate::bloom_type::{Bloom, NewBloom};
use crate::datum::NewVarlena;
use crate::error::{self, Result};
use crate::value::Bytea;
use crate::value_type::ValueType;
use bloom_core::cells::Cell;
use bloom_core::element::{Element, Family};
use bloom_core::exchange::{Foreign, guava, spark};
use bloom_core::hashing::Hashing;
use bloom_core::header::{HEADER_LEN, Header};
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys::panic::ErrorReport;
use pgrx::pg_sys::{BuiltinOid, Oid};
use pgrx::prelude::*;

#[pg_extern(sql = false)]
fn bloom_to_guava(filter: Bloom<'_>) -> Result<NewVarlena, ErrorReport> {
    Ok(to_guava(&filter)?)
}

fn to_guava(filter: &Bloom<'_>) -> Result<NewVarlena> {
    let filter = filter.filter()?;
    let header = filter.header();
    let mut stream = NewVarlena::zeroed(guava::len(header.params))?;
    guava::write(header.hashing.scheme, header.params, filter.cells(), stream.bytes_mut())?;
    Ok(stream)
}

#[pg_extern(sql = false)]
fn bloom_to_spark(filter: Bloom<'_>) -> Result<NewVarlena, ErrorReport> {
    Ok(to_spark(&filter)?)
}

fn to_spark(filter: &Bloom<'_>) -> Result<NewVarlena> {
    let filter = filter.filter()?;
    let header = filter.header();
    let Hashing { scheme, seed, .. } = header.hashing;
    let mut stream = NewVarlena::zeroed(spark::len(scheme, header.params))?;
    spark::write(scheme, seed, header.params, filter.cells(), stream.bytes_mut())?;
    Ok(stream)
}

#[pg_extern(sql = false)]
fn bloom_from_guava(stream: Bytea<'_>, element: Oid) -> Result<NewBloom, ErrorReport> {
    Ok(from_guava(&stream, element)?)
}

fn from_guava(stream: &Bytea<'_>, element: Oid) -> Result<NewBloom> {
    let family = family(element, Family::Integer4)?;
    imported(&guava::read(stream.bytes())?, family)
}

#[pg_extern(sql = false)]
fn bloom_from_spark(stream: Bytea<'_>, element: Oid) -> Result<NewBloom, ErrorReport> {
    Ok(from_spark(&stream, element)?)
}

fn from_spark(stream: &Bytea<'_>, element: Oid) -> Result<NewBloom> {
    let family = family(element, Family::Integer)?;
    imported(&spark::read(stream.bytes())?, family)
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
            format!("The type is {}.", ValueType::sql_name(element)),
            "Give text, bytea, uuid, bigint or integer: whichever the library was given.",
        )),
    }
}

fn imported(foreign: &Foreign<'_>, family: Family) -> Result<NewBloom> {
    let Foreign { scheme, seed, params, .. } = *foreign;
    let hashing = Hashing { element: Element::of(family), scheme, seed };
    let header = Header { cell: Cell::Bit, hashing, params, capacity: None, fpp: None };
    let mut new = NewBloom::zeroed(header.filter_len())?;
    header.write(new.bytes_mut())?;
    foreign.write_bitmap(&mut new.bytes_mut()[HEADER_LEN..])?;
    Ok(new)
}
