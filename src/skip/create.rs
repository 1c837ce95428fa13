//! Sets of lookups: `bloom_skip_create`, `bloom_skip_drop` and `bloom_skip_upgrade`.

use super::partitions::{Column, for_leaves, is_partitioned, not_partitioned};
use super::seal::check_functions;
use crate::call::{Call, sql_functions};
use crate::error::{self, Result};
use crate::pg::catalog::{self, Inside, is_current_user, relation_name};
use crate::pg::encoding::to_message;
use crate::pg::memory::Memory;
use crate::pg::names::{QualifiedName, schema_of_function};
use crate::pg::query;
use crate::pg::typed::TypedDatum;
use crate::report;
use crate::template::Template;
use crate::value::ValueType;
use bloom_core::layout::params;
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys::{self, Oid};
use std::ffi::CStr;

/// Wrong partitions that a lookup reads on average, of twice the partitions that there are.
const WRONG: f64 = 0.1;

/// Number of partitions that a default rate is for at least.
const PARTITIONS: f64 = 100.0;

/// The lowest false-positive rate of a filter in a matrix. For lower ones sealing would fail: a filter of some thousand values
/// takes more than a matrix holds.
const LEAST_FPP: f64 = 1e-9;

/// Implements `bloom_skip_create(parent, column, fpp)`.
fn bloom_skip_create(call: Call<'_>) -> Result<Option<Oid>> {
    let (Some(parent), Some(name)) = (call.argument::<Oid>(0), call.argument::<&CStr>(1)) else {
        return Ok(None);
    };
    create(call, parent, name).map(Some)
}

/// Implements `bloom_skip_upgrade(parent, column, fpp)`: drops what an older release made, and makes it anew.
fn bloom_skip_upgrade(call: Call<'_>) -> Result<Option<Oid>> {
    let (Some(parent), Some(name)) = (call.argument::<Oid>(0), call.argument::<&CStr>(1)) else {
        return Ok(None);
    };
    drop_set(call, parent, name)?;
    create(call, parent, name).map(Some)
}

fn create(call: Call<'_>, parent: Oid, name: &CStr) -> Result<Oid> {
    let table = QualifiedName::of_relation(parent)?;
    let column = column(parent, name)?;
    let mut partitions = 0.0;
    for_leaves(parent, Oid::INVALID, |_, _| partitions += 1.0)?;
    let fpp = match call.argument(2) {
        Some(fpp) => check_fpp(fpp)?,
        None => WRONG / f64::max(PARTITIONS, 2.0 * partitions),
    };
    check_functions(call)?;
    let names = Names::new(&table, name)?;
    names.check_unused(parent, name)?;
    let fill = |sql| -> Result<Template> {
        Ok(Template::new(sql)
            .object("skip", names.skip.clone())
            .object("by", names.by.clone())
            .object("parent", table.clone())
            .name("bloom", &schema_of_function(call.function())?)?
            .literal("column_name", name.to_bytes())?
            .data_type("declared", column.of)?
            .number("fpp", format_args!("{fpp:e}")))
    };
    fill(include_str!("../../sql/templates/skip.sql"))?.execute()?;
    let element = parameter(catalog::base_type(column.of));
    let look_up = |name: QualifiedName, function: &str, parameter: &str| {
        Ok::<_, error::Error>(
            fill(include_str!("../../sql/templates/skip_look_up.sql"))?
                .object("look_up", name)
                .data_type("element", element)?
                .sql("function", function)
                .sql("parameter", parameter)
                .sql("brackets", if parameter == "vals" { "[]" } else { "" })
                .sql("found", if parameter == "vals" { "one of these values" } else { "this value" }),
        )
    };
    look_up(names.by.clone(), "bloom_skip_look_up", "value")?.execute()?;
    // There are no arrays of arrays.
    if !matches!(catalog::inside(element), Inside::Element(_)) {
        look_up(names.by.with_suffix("_any")?, "bloom_skip_look_up_any", "vals")?.execute()?;
    }
    fill(include_str!("../../sql/templates/skip_look_up_partitions.sql"))?
        .object("look_up", names.by.with_suffix("_partitions")?)
        .data_type("element", element)?
        .execute()?;
    names.skip.relation()
}

/// Checks a false-positive rate.
///
/// # Errors
/// 22023 unless it is one that partitions can be sealed with.
fn check_fpp(fpp: f64) -> Result<f64> {
    let fpp = params::check_fpp(fpp)?;
    if fpp >= LEAST_FPP {
        return Ok(fpp);
    }
    Err(error::new(
        Code::ERRCODE_INVALID_PARAMETER_VALUE,
        "false-positive rate is too low for skipping partitions",
        format!("The rate is {fpp:e}, and the lowest one is {LEAST_FPP:e}."),
        "The default reads a wrong partition in at most one of ten lookups.",
    ))
}

/// Returns the type of a lookup's parameter for a column: the widest whose `=` compares with the column exactly as a query does.
/// A value of a narrower type stays as it is.
fn parameter(column: Oid) -> Oid {
    match column {
        pg_sys::INT2OID | pg_sys::INT4OID => pg_sys::INT8OID,
        pg_sys::FLOAT4OID => pg_sys::FLOAT8OID,
        pg_sys::VARCHAROID | pg_sys::NAMEOID => pg_sys::TEXTOID,
        other => other,
    }
}

/// Implements `bloom_skip_drop(parent, column)`.
fn bloom_skip_drop(call: Call<'_>) -> Result<()> {
    drop_set(call, call.required(0)?, call.required(1)?)
}

/// Query for the table of matrices of a set of lookups, by its name: a function of the set, which calls `bloom_skip_seal` of the
/// schema of function `$2`, depends on the parent and on this table.
const MATRICES: &CStr = c"
    SELECT pg_catalog.min(k.oid::pg_catalog.int8)
      FROM pg_catalog.pg_class AS k
     WHERE k.relname OPERATOR(pg_catalog.=) $3 AND k.relkind OPERATOR(pg_catalog.=) 'r' AND EXISTS (
        SELECT FROM pg_catalog.pg_depend AS on_table
          JOIN pg_catalog.pg_depend AS on_parent USING (classid, objid)
          JOIN pg_catalog.pg_depend AS on_function USING (classid, objid)
          JOIN pg_catalog.pg_proc AS f ON f.oid OPERATOR(pg_catalog.=) on_function.refobjid
          JOIN pg_catalog.pg_proc AS own ON own.pronamespace OPERATOR(pg_catalog.=) f.pronamespace
         WHERE classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_proc'::pg_catalog.regclass
           AND on_table.refobjid OPERATOR(pg_catalog.=) k.oid AND on_parent.refobjid OPERATOR(pg_catalog.=) $1
           AND on_table.refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_class'::pg_catalog.regclass
           AND on_parent.refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_class'::pg_catalog.regclass
           AND on_function.refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_proc'::pg_catalog.regclass
           AND f.proname OPERATOR(pg_catalog.=) 'bloom_skip_seal' AND own.oid OPERATOR(pg_catalog.=) $2)";

/// Query for the lookups of a table that release 0.2.0 made under a name.
const RELEASED: &CStr = c"
    SELECT pg_catalog.count(*)
      FROM pg_catalog.pg_proc AS p
      JOIN pg_catalog.pg_class AS c ON c.reltype OPERATOR(pg_catalog.=) p.prorettype
      JOIN pg_catalog.pg_language AS l ON l.oid OPERATOR(pg_catalog.=) p.prolang
     WHERE c.oid OPERATOR(pg_catalog.=) $1 AND p.proname OPERATOR(pg_catalog.=) $2
       AND p.pronamespace OPERATOR(pg_catalog.=) c.relnamespace AND p.proretset
       AND l.lanname OPERATOR(pg_catalog.=) 'plpgsql'";

/// Drops the set of lookups of a table by a column.
fn drop_set(call: Call<'_>, parent: Oid, column: &CStr) -> Result<()> {
    let table = QualifiedName::of_relation(parent)?;
    let names = Names::new(&table, column)?;
    let mut name = [0; pg_sys::NAMEDATALEN as usize];
    name[..names.skip.name.len()].copy_from_slice(&names.skip.name);
    let arguments = [TypedDatum::oid(parent), TypedDatum::oid(call.function()), TypedDatum::name(&name)];
    if let Some(matrices) = query::number(MATRICES, arguments)? {
        return Template::new(include_str!("../../sql/templates/skip_drop.sql"))
            .name("bloom", &schema_of_function(call.function())?)?
            .number("matrices", matrices)
            .number("parent", parent.to_u32())
            .execute();
    }
    // Release 0.2.0 made a lookup in PL/pgSQL, whose rows are the parent's, and a trigger function.
    let mut name = [0; pg_sys::NAMEDATALEN as usize];
    name[..names.by.name.len()].copy_from_slice(&names.by.name);
    let old = [TypedDatum::oid(parent), TypedDatum::name(&name)];
    if query::number(RELEASED, old)?.is_some_and(|look_ups| look_ups > 0) {
        return Template::new(include_str!("../../sql/templates/skip_drop_0.2.0.sql"))
            .object("skip", names.skip)
            .object("by", names.by.clone())
            .object("parent", table)
            .literal("schema", &names.by.schema)?
            .literal("name", &names.by.name)?
            .execute();
    }
    Err(error::new(
        Code::ERRCODE_UNDEFINED_OBJECT,
        format!(
            "there are no lookups of {} by column \"{}\"",
            relation_name(parent),
            to_message(column.to_bytes())
        ),
        format!("They would have a table {}.", to_message(&names.skip.quoted()?)),
        "If the table was renamed, rename the table of matrices alike; if the column was, pass its old name.",
    ))
}

/// Names of the objects of a table and a column.
#[derive(Debug)]
struct Names {
    /// The table of matrices, and what begins with its name.
    skip: QualifiedName,
    /// The lookup.
    by: QualifiedName,
}

impl Names {
    fn new(table: &QualifiedName, column: &CStr) -> Result<Self> {
        let of = |parts: [&[u8]; 3]| {
            let name = [table.name.as_slice(), parts[0], parts[1], parts[2]].concat();
            QualifiedName { schema: table.schema.clone(), name }.with_suffix("")
        };
        let column = column.to_bytes();
        Ok(Self { skip: of([b"_", column, b"_skip"])?, by: of([b"_by_", column, b""])? })
    }

    /// Checks that the names are not taken, by these lookups or by others.
    ///
    /// # Errors
    /// 42P07 if they are.
    fn check_unused(&self, parent: Oid, column: &CStr) -> Result<()> {
        if self.skip.relation()? == Oid::INVALID {
            return Ok(());
        }
        let column = to_message(column.to_bytes());
        Err(error::new(
            Code::ERRCODE_DUPLICATE_TABLE,
            format!("relation {} already exists", to_message(&self.skip.quoted()?)),
            format!("Lookups of {} by column \"{column}\" need a table of that name.", relation_name(parent)),
            "If the lookups are there, use them, or call bloom_skip_drop first. Another column or table may also lead to the same name.",
        ))
    }
}

/// Finds the column of a table, and checks that its partitions can be skipped.
///
/// # Errors
/// 42809 if the table has no partitions, 42501 if it belongs to another role, 42703 if there is no such column, 0A000 if
/// filters cannot hold its values, or if they are enums or contain rows.
fn column(parent: Oid, name: &CStr) -> Result<Column> {
    if !is_partitioned(parent) {
        return Err(not_partitioned(parent));
    }
    let (table, shown) = (relation_name(parent), to_message(name.to_bytes()));
    let Some(column) = Column::of(parent, name)? else {
        return Err(report::no_column(&table, &shown));
    };
    // The tables belong to the caller, and marks are left in a table of the owner of the partition only.
    if !is_current_user(column.owner) {
        return Err(error::new(
            Code::ERRCODE_INSUFFICIENT_PRIVILEGE,
            format!("must be owner of table {table}"),
            "Neither membership in the role of the owner nor being a superuser suffices.",
            "Call the function after SET ROLE to the owner.",
        ));
    }
    let refused = |what: &str, why: &str| {
        let message = format!("column \"{shown}\" of relation {table} {what}");
        Err(error::new(Code::ERRCODE_FEATURE_NOT_SUPPORTED, message, why, ""))
    };
    if column.is_generated {
        return refused("is generated", "ALTER TABLE can change its values without firing triggers.");
    }
    let base = catalog::base_type(column.of);
    if catalog::is_enum(base) {
        return refused(
            "is an enum",
            "ALTER TYPE can rename a label, and a dump can change its OID, without firing triggers.",
        );
    }
    if ValueType::new(base, column.collation, Memory::of_this_call())?.contains_rows() {
        return refused(
            "contains rows",
            "ALTER TYPE can change the values of the column without firing triggers.",
        );
    }
    Ok(column)
}

sql_functions! {
    "bloom_skip_create" => bloom_skip_create,
    "bloom_skip_drop" => bloom_skip_drop,
    "bloom_skip_upgrade" => bloom_skip_upgrade,
}
