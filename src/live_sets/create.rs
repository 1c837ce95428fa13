//! `bloom_set_create`, `bloom_set_drop` and `bloom_set_upgrade`.

use super::layers::{self, FULL};
use super::objects;
use super::set::{FEWEST_ROWS, LiveSet, element_type};
use crate::call::{Call, sql_functions};
use crate::error::{self, Result};
use crate::functions::build;
use crate::pg::catalog::{self, relation_name};
use crate::pg::detoast::Varlena;
use crate::pg::names::{self, QualifiedName};
use bloom_core::layout::params;
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys::Oid;

fn bloom_set_create(call: Call<'_>) -> Result<Oid> {
    let schema = names::schema_of_function(call.function())?;
    if !objects::is_function(&[schema.as_slice(), b".bloom_set_query(text)"].concat())? {
        return Err(error::new(
            Code::ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
            "the extension in this database is older than its library",
            "The functions of a live set call functions that it lacks.",
            "Update it first: ALTER EXTENSION bloom_rs UPDATE.",
        ));
    }
    let table = QualifiedName::to_create(call.required::<Varlena<'_>>(0)?.bytes())?;
    if table.is_temporary()? {
        return Err(error::new(
            Code::ERRCODE_FEATURE_NOT_SUPPORTED,
            "a live set cannot be temporary",
            "Parallel workers cannot read temporary tables.",
            "Name a schema that is not temporary.",
        ));
    }
    let element = call.required::<Oid>(1)?;
    element_type(element)?;
    let capacity = call.required::<i64>(2)?;
    layers::rows(build::capacity(capacity)?)?;
    let (fpp, grows) = (params::check_fpp(call.required(3)?)?, call.required::<bool>(4)?);
    layers::row_params(fpp)?;
    let layers = table.with_suffix("_layers")?;
    let set = LiveSet { functions: table.clone(), table, layers, element, fpp, grows };
    set.check_is_new()?;
    let bloom = call.function();
    set.template(include_str!("../../sql/templates/set_tables.sql"), bloom)?.execute()?;
    set.make_functions("CREATE", bloom)?;
    set.objects("SELECT @set_clear@(@capacity@::bigint)")?
        .number("capacity", capacity.max(i64::from(FEWEST_ROWS * FULL)))
        .execute_with_notices()?;
    set.table.relation()
}

/// Drops all that [`bloom_set_create`] made. Whatever is missing is an error, so another table is never dropped.
fn bloom_set_drop(call: Call<'_>) -> Result<()> {
    let (set, objects) = LiveSet::find(call.required(0)?)?;
    if objects.has_clear {
        set.objects("DROP FUNCTION @set_clear@(bigint)")?.execute()?;
    }
    set.objects(include_str!("../../sql/templates/set_drop.sql"))?.execute()
}

/// Replaces the functions of a set by those of this version, which know the names that its tables have now, and adds to the
/// tables what they lack.
fn bloom_set_upgrade(call: Call<'_>) -> Result<()> {
    let relation = call.required(0)?;
    let (set, objects) = LiveSet::find(relation)?;
    // What is created belongs to the caller.
    if !catalog::is_owner(relation) {
        return Err(error::new(
            Code::ERRCODE_INSUFFICIENT_PRIVILEGE,
            format!("must be owner of live set {}", relation_name(relation)),
            "Neither membership in the role of the owner nor being a superuser suffices.",
            "Call the function after SET ROLE to the owner.",
        ));
    }
    if !objects.has_clear {
        set.check_has_no_function("_clear", "bigint")?;
    }
    if !objects.has_newer {
        set.template(include_str!("../../sql/templates/set_upgrade.sql"), call.function())?.execute()?;
    }
    set.make_functions("CREATE OR REPLACE", call.function())
}

sql_functions! {
    "bloom_set_create" => bloom_set_create,
    "bloom_set_drop" => bloom_set_drop,
    "bloom_set_upgrade" => bloom_set_upgrade,
}
