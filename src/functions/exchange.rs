//! Import and export of other libraries' filters: Guava and Spark streams, DataSketches images, Parquet bitsets.

use crate::call::{Call, sql_functions};
use crate::error::{self, Result, as_input_error};
use crate::pg::catalog;
use crate::pg::memory::Memory;
use crate::pg::varlena::NewVarlena;
use crate::types::filter::{Bloom, NewBloom};
use crate::value::{Bytea, ValueType, fits_four_bytes};
use bloom_core::element::{ElementType, Family, plain};
use bloom_core::exchange::{DataSketches, Guava, ImportedFilter, Parquet, Spark, StreamFormat};
use bloom_core::scheme::HashSpec;
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys::{self, DEFAULT_COLLATION_OID, Oid};

/// Exports a filter to the stream format of a library.
fn export<F: StreamFormat>(call: Call<'_>) -> Result<NewVarlena> {
    let argument = call.required::<Bloom<'_>>(0)?;
    let filter = argument.filter()?;
    let mut stream = NewVarlena::zeroed(F::len(&filter))?;
    F::write(&filter, stream.bytes_mut())?;
    Ok(stream)
}

/// Imports a filter from a stream. Argument 1 is the type of its values.
fn import<F: ElementOfFormat>(call: Call<'_>) -> Result<NewBloom> {
    let stream = call.required::<Bytea<'_>>(0)?;
    let imported = as_input_error(F::read(stream.bytes()))?;
    let element = F::element(call.required(1)?, &imported)?;
    let mut new = NewBloom::zeroed(imported.header(element).filter_len())?;
    imported.write_filter(element, new.bytes_mut())?;
    Ok(new)
}

/// The SQL types whose values the filters of a library hold.
trait ElementOfFormat: StreamFormat {
    /// Returns the element type of an imported filter whose values have an SQL type.
    ///
    /// # Errors
    /// 22023 if the library has no filters of that type.
    fn element(type_oid: Oid, imported: &ImportedFilter<'_>) -> Result<ElementType>;
}

impl ElementOfFormat for Guava {
    fn element(type_oid: Oid, _: &ImportedFilter<'_>) -> Result<ElementType> {
        // Guava's integerFunnel hashes four bytes, longFunnel eight.
        if type_oid == pg_sys::INT4OID {
            Ok(ElementType::of(Family::Integer4))
        } else {
            common_element(type_oid, false)
        }
    }
}

impl ElementOfFormat for Spark {
    fn element(type_oid: Oid, _: &ImportedFilter<'_>) -> Result<ElementType> {
        common_element(type_oid, false)
    }
}

impl ElementOfFormat for DataSketches {
    fn element(type_oid: Oid, _: &ImportedFilter<'_>) -> Result<ElementType> {
        common_element(type_oid, true)
    }
}

impl ElementOfFormat for Parquet {
    fn element(type_oid: Oid, imported: &ImportedFilter<'_>) -> Result<ElementType> {
        let hint = "Specify the type of the column: smallint, integer, bigint, real, double precision, text, bytea, \
                    uuid, date, time, timestamp, timestamptz or an enum.";
        if !catalog::is_type(type_oid) {
            return Err(not_held(type_oid, hint));
        }
        let untyped = HashSpec { element: ElementType::NONE, scheme: imported.scheme, seed: imported.seed };
        let of_values = ValueType::new(type_oid, DEFAULT_COLLATION_OID, Memory::of_this_call())?.element();
        let element = untyped.starting(of_values, || fits_four_bytes(type_oid));
        // The width to which a file pads char(n) is not known.
        if element.family == Family::Padded || plain::encode(element.family, &[]).is_none() {
            return Err(not_held(type_oid, hint));
        }
        Ok(element)
    }
}

/// Returns the element type for the types of values that most libraries support. `float` adds double precision.
fn common_element(type_oid: Oid, float: bool) -> Result<ElementType> {
    let family = match type_oid {
        pg_sys::TEXTOID | pg_sys::VARCHAROID => Family::Text,
        pg_sys::BYTEAOID => Family::Bytes,
        pg_sys::UUIDOID => Family::Uuid,
        pg_sys::INT8OID | pg_sys::INT4OID => Family::Integer,
        pg_sys::FLOAT8OID if float => Family::Float,
        _ => {
            let also = if float { "double precision, " } else { "" };
            let hint =
                format!("Specify the type given to the library: text, bytea, uuid, {also}bigint or integer.");
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

sql_functions! {
    "bloom_to_guava" => export::<Guava>,
    "bloom_to_spark" => export::<Spark>,
    "bloom_to_parquet" => export::<Parquet>,
    "bloom_to_datasketches" => export::<DataSketches>,
    "bloom_from_guava" => import::<Guava>,
    "bloom_from_spark" => import::<Spark>,
    "bloom_from_parquet" => import::<Parquet>,
    "bloom_from_datasketches" => import::<DataSketches>,
}
