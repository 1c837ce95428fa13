//! Live sets: tables of small filters, with functions, that many sessions add to. They belong to the user.

use super::build;
use crate::call::{Call, NewDatum, sql_functions};
use crate::error::{self, Result};
use crate::pg::catalog;
use crate::pg::detoast::Varlena;
use crate::pg::memory::Memory;
use crate::pg::names::{QualifiedName, schema_of_function};
use crate::report;
use crate::template::Template;
use crate::types::hash_value;
use crate::value::ValueType;
use bloom_core::element::ElementType;
use bloom_core::hash::{Hash, SEED};
use bloom_core::layout::params;
use bloom_core::scheme::ValueHash;
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys::{Datum, Oid};

/// Number of values that a row is sized for. Smaller rows take more bytes a value, larger ones more to write.
const ROW: u32 = 390;

/// Mean number of values in the rows of a full layer. The number of values in a row varies by its square root: at the
/// mean of `ROW`, the mean rate would exceed the rate at the mean.
const FULL: u32 = 370;

/// Least number of rows of a new set. For a smaller table the planner would choose a sequential scan and keep it while the
/// set grows, and writers would often wait for each other.
const FEWEST_ROWS: u32 = 160;

/// Ratio of the capacities of a layer and of the one before it. With 2, a set has room for at most twice its values, and 8
/// layers hold 15 million.
const GROWTH: u32 = 2;

fn bloom_set_create(call: Call<'_>) -> Result<NewDatum> {
    let name = QualifiedName::to_create(call.required::<Varlena<'_>>(0)?.bytes())?;
    if name.is_temporary()? {
        return Err(error::new(
            Code::ERRCODE_FEATURE_NOT_SUPPORTED,
            "a live set cannot be temporary",
            "Parallel workers cannot read temporary tables.",
            "Name a schema that is not temporary.",
        ));
    }
    let element = call.required::<Oid>(1)?;
    let any_hash = ValueHash { element: element_type(element)?, hash: Hash::of(b"", SEED) };
    let capacity = call.required::<i64>(2)?;
    build::capacity(capacity)?;
    let fpp = params::check_fpp(call.required(3)?)?;
    let grows = call.required::<bool>(4)?;
    Template::new(include_str!("../../sql/templates/set.sql"))
        .object("set", name.clone())
        .name("bloom", &schema_of_function(call.function())?)?
        .data_type("element", element)?
        .literal("hash", hash_value::text(any_hash).as_bytes())?
        .number("capacity", capacity.max(i64::from(FEWEST_ROWS * FULL)))
        .number("fpp", format_args!("{fpp:e}"))
        .number("first", format_args!("{:e}", if grows { fpp / 2.0 } else { fpp }))
        .number("grows", grows)
        .number("row", ROW)
        .number("full", FULL)
        .number("growth", GROWTH)
        .execute()?;
    Ok(NewDatum(Datum::from(name.relation()?)))
}

/// Drops all that [`bloom_set_create`] made. Whatever is missing is an error, so another table is never dropped.
fn bloom_set_drop(call: Call<'_>) -> Result<()> {
    let name = QualifiedName::of_relation(call.required(0)?)?;
    Template::new(include_str!("../../sql/templates/set_drop.sql")).object("set", name).execute()
}

sql_functions! {
    "bloom_set_create" => bloom_set_create,
    "bloom_set_drop" => bloom_set_drop,
}

/// Returns the element type of the values of a type.
///
/// # Errors
/// 0A000 if a set cannot hold them; 42704 if there is no such type.
fn element_type(element: Oid) -> Result<ElementType> {
    if !catalog::is_type(element) {
        return Err(error::new(
            Code::ERRCODE_UNDEFINED_OBJECT,
            format!("type with OID {} does not exist", element.to_u32()),
            "",
            "",
        ));
    }
    let refused = |detail, hint| Err(report::unsupported(element, detail, hint));
    if catalog::is_pseudo(element) {
        return refused("It is a pseudo-type.", "Specify the type of the values.");
    }
    if catalog::is_enum(catalog::base_type(element)) {
        return refused(
            "Enum values have no shard: renaming a label would move its values to another shard.",
            "Use a set of text, and cast the values to text.",
        );
    }
    if catalog::element_of(element).is_some() {
        return refused(
            "A batch is an array of values, which array_agg cannot collect if they are arrays or of a domain over an array.",
            "Create a composite type with a column of the array type, and use a set of that type.",
        );
    }
    Ok(ValueType::new(element, catalog::collation_of(element), Memory::of_this_call())?.element())
}
