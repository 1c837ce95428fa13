//! Sets of lookups: `bloom_skip_create`, `bloom_skip_drop` and `bloom_skip_upgrade`.

use super::look_up::parameter;
use super::partitions::{column_number, column_type, is_partitioned, locked_leaves, not_partitioned};
use super::seal::check_functions;
use crate::call::{Call, sql_functions};
use crate::error::{self, Result};
use crate::pg::array::{Array, new_names};
use crate::pg::catalog::{self, Inside, is_owner, relation_name};
use crate::pg::encoding::to_message;
use crate::pg::memory::Memory;
use crate::pg::names::{self, QualifiedName};
use crate::pg::query;
use crate::pg::typed::TypedDatum;
use crate::report;
use crate::template::Template;
use crate::value::ValueType;
use bloom_core::layout::params;
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys::Oid;
use std::ffi::CStr;

/// Wrong partitions that a lookup reads on average, of twice the partitions that there are.
const WRONG: f64 = 0.1;

/// Number of partitions that a default rate is for at least.
const PARTITIONS: f64 = 100.0;

/// The lowest false-positive rate of a filter in a matrix. For lower ones sealing would fail: a filter of some thousand
/// values takes more than a matrix holds.
const LEAST_FPP: f64 = 1e-9;

/// The largest number of columns of a set.
const MOST_COLUMNS: usize = 8;

/// Names of the columns of a set, in their order.
type Columns<'a> = Vec<&'a CStr>;

/// Reads argument 1, the name of a column; `None` if it is NULL.
fn one_column(call: Call<'_>) -> Result<Option<Columns<'_>>> {
    Ok(call.argument(1).map(|column| vec![column]))
}

/// Reads argument 1, the names of columns; `None` if it is NULL.
///
/// # Errors
/// 22023 if there are too few or too many, or if one is NULL or named twice.
fn columns(call: Call<'_>) -> Result<Option<Columns<'_>>> {
    let Some(names) = call.argument::<Array<'_>>(1) else { return Ok(None) };
    let names = names.names().unwrap_or_default();
    let is_new = |(number, name): (usize, &&CStr)| !names[..number].contains(name);
    if (1..=MOST_COLUMNS).contains(&names.len()) && names.iter().enumerate().all(is_new) {
        return Ok(Some(names));
    }
    Err(error::new(
        Code::ERRCODE_INVALID_PARAMETER_VALUE,
        format!("lookups must be by 1 to {MOST_COLUMNS} different columns"),
        "",
        "",
    ))
}

/// Implements `bloom_skip_create(parent, columns, fpp)`, and `bloom_skip_upgrade`, which first drops what an older
/// release made.
fn bloom_skip_create<'fcx, const UPGRADE: bool>(
    call: Call<'fcx>,
    columns: Option<Columns<'fcx>>,
) -> Result<Option<Oid>> {
    let (Some(parent), Some(columns)) = (call.argument::<Oid>(0), columns) else { return Ok(None) };
    if UPGRADE {
        drop_set(call, parent, &columns)?;
    }
    create(call, parent, &columns).map(Some)
}

fn create(call: Call<'_>, parent: Oid, columns: &[&CStr]) -> Result<Oid> {
    let table = QualifiedName::of_relation(parent)?;
    let declared = columns.iter().map(|name| check_column(parent, name)).collect::<Result<Vec<_>>>()?;
    let partitions = locked_leaves(parent)?.len() as f64;
    let fpp = match call.argument(2) {
        Some(fpp) => check_fpp(fpp)?,
        None => WRONG / f64::max(PARTITIONS, 2.0 * partitions),
    };
    check_functions(call)?;
    let names = Names::new(&table, columns)?;
    names.check_unused(parent, columns)?;
    let literals = declared.iter().map(|of| names::literal(&names::type_in_sql(*of)?));
    let literals = literals.collect::<Result<Vec<_>>>()?;
    let fill = |sql| -> Result<Template> {
        Ok(Template::new(sql)
            .object("skip", names.skip.clone())
            .object("by", names.by.clone())
            .object("parent", table.clone())
            .sql("bloom", names::schema_of_function(call.function())?)
            .sql("columns", names::literal(&array_of_names(columns))?)
            .sql("declared", literals.join(b", ".as_slice()))
            .number("fpp", format_args!("{fpp:e}")))
    };
    fill(include_str!("../../sql/templates/skip.sql"))?.execute()?;
    let elements: Vec<Oid> = declared.iter().map(|of| parameter(catalog::base_type(*of))).collect();
    let (parameters, value, found) = match elements.as_slice() {
        [element] => (typed(b"value", *element)?, "$1".into(), "this value"),
        elements => {
            let named = columns.iter().zip(elements);
            let parameters = named.map(|(name, of)| typed(&names::identifier(name.to_bytes())?, *of));
            let values: Vec<_> = (1..=elements.len()).map(|number| format!("${number}")).collect();
            let parameters = parameters.collect::<Result<Vec<_>>>()?.join(b", ".as_slice());
            (parameters, format!("ROW({})", values.join(", ")), "these values")
        }
    };
    let look_up = |sql, name, parameters: &[u8], found| -> Result<Template> {
        let template = fill(sql)?.object("look_up", name).sql("parameters", parameters);
        Ok(template.sql("value", value.as_str()).sql("found", found))
    };
    const LOOK_UP: &str = include_str!("../../sql/templates/skip_look_up.sql");
    look_up(LOOK_UP, names.by.clone(), &parameters, found)?
        .sql("function", "bloom_skip_look_up")
        .execute()?;
    // There are no arrays of arrays.
    if let [element] = elements.as_slice()
        && !matches!(catalog::inside(*element), Inside::Element(_))
    {
        let parameters = [typed(b"vals", *element)?.as_slice(), b"[]"].concat();
        look_up(LOOK_UP, names.by.with_suffix("_any")?, &parameters, "one of these values")?
            .sql("function", "bloom_skip_look_up_any")
            .execute()?;
    }
    let partitions = names.by.with_suffix("_partitions")?;
    look_up(include_str!("../../sql/templates/skip_look_up_partitions.sql"), partitions, &parameters, found)?
        .execute()?;
    names.skip.relation()
}

/// Spells a parameter, whose name is quoted, with its type.
fn typed(name: &[u8], of: Oid) -> Result<Vec<u8>> {
    Ok([name, b" ", &names::type_in_sql(of)?].concat())
}

/// Spells columns for a message.
fn shown(columns: &[&CStr]) -> String {
    let names: Vec<_> = columns.iter().map(|name| format!("\"{}\"", to_message(name.to_bytes()))).collect();
    format!("column{} {}", if columns.len() > 1 { "s" } else { "" }, names.join(", "))
}

/// Spells an array of names, as its type reads it.
fn array_of_names(names: &[&CStr]) -> Vec<u8> {
    let quoted = names.iter().map(|name| {
        let escaped = name.to_bytes().iter().flat_map(|byte| {
            let escape = matches!(byte, b'"' | b'\\').then_some(b'\\');
            escape.into_iter().chain([*byte])
        });
        [b"\"".to_vec(), escaped.collect(), b"\"".to_vec()].concat()
    });
    [b"{".to_vec(), quoted.collect::<Vec<_>>().join(b",".as_slice()), b"}".to_vec()].concat()
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

/// Implements `bloom_skip_drop(parent, columns)`.
fn bloom_skip_drop<'fcx>(call: Call<'fcx>, columns: Option<Columns<'fcx>>) -> Result<()> {
    drop_set(call, call.required(0)?, &columns.unwrap_or_default())
}

/// Query for the table of matrices of a set of lookups, by its name: a function of the set, which calls
/// `bloom_skip_seal` of the schema of function `$2` with the columns `$4`, depends on the parent and on this table.
/// Columns `a_b, c` and `a, b_c` lead to the same name.
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
           AND f.proname OPERATOR(pg_catalog.=) 'bloom_skip_seal' AND own.oid OPERATOR(pg_catalog.=) $2
           AND pg_catalog.strpos(pg_catalog.pg_get_function_sqlbody(objid),
               pg_catalog.quote_literal($4::pg_catalog.text) OPERATOR(pg_catalog.||) '::') OPERATOR(pg_catalog.>) 0)";

/// Query for the lookups of a table that release 0.2.0 made under a name.
const RELEASED: &CStr = c"
    SELECT pg_catalog.count(*)
      FROM pg_catalog.pg_proc AS p
      JOIN pg_catalog.pg_class AS c ON c.reltype OPERATOR(pg_catalog.=) p.prorettype
      JOIN pg_catalog.pg_language AS l ON l.oid OPERATOR(pg_catalog.=) p.prolang
     WHERE c.oid OPERATOR(pg_catalog.=) $1 AND p.proname OPERATOR(pg_catalog.=) $2
       AND p.pronamespace OPERATOR(pg_catalog.=) c.relnamespace AND p.proretset
       AND l.lanname OPERATOR(pg_catalog.=) 'plpgsql'";

/// Drops the set of lookups of a table by columns.
fn drop_set(call: Call<'_>, parent: Oid, columns: &[&CStr]) -> Result<()> {
    let table = QualifiedName::of_relation(parent)?;
    let names = Names::new(&table, columns)?;
    let (parent_oid, own) = (TypedDatum::oid(parent), TypedDatum::oid(call.function()));
    let arguments = [parent_oid, own, TypedDatum::name(&names.skip.name), new_names(columns)?];
    if let Some(matrices) = query::number(MATRICES, arguments)? {
        return Template::new(include_str!("../../sql/templates/skip_drop.sql"))
            .sql("bloom", names::schema_of_function(call.function())?)
            .number("matrices", matrices)
            .number("parent", parent.to_u32())
            .execute();
    }
    // Release 0.2.0 made a lookup in PL/pgSQL, whose rows are the parent's, and a trigger function.
    let old = [parent_oid, TypedDatum::name(&names.by.name)];
    if columns.len() == 1 && query::number(RELEASED, old)?.is_some_and(|look_ups| look_ups > 0) {
        return Template::new(include_str!("../../sql/templates/skip_drop_0.2.0.sql"))
            .object("skip", names.skip)
            .object("by", names.by.clone())
            .object("parent", table)
            .sql("schema", names::literal(&names.by.schema)?)
            .sql("name", names::literal(&names.by.name)?)
            .execute();
    }
    Err(error::new(
        Code::ERRCODE_UNDEFINED_OBJECT,
        format!("there are no lookups of {} by {}", relation_name(parent), shown(columns)),
        format!("They would have a table {}.", to_message(&names.skip.quoted()?)),
        "If the table was renamed, rename the table of matrices alike; if the column was, pass its old name.",
    ))
}

/// Names of the objects of a table and its columns.
#[derive(Debug)]
struct Names {
    /// The table of matrices, and what begins with its name.
    skip: QualifiedName,
    /// The lookup.
    by: QualifiedName,
}

impl Names {
    fn new(table: &QualifiedName, columns: &[&CStr]) -> Result<Self> {
        let of = |parts: [&[u8]; 3]| {
            let name = [table.name.as_slice(), parts[0], parts[1], parts[2]].concat();
            QualifiedName { schema: table.schema.clone(), name }.with_suffix("")
        };
        let columns: Vec<_> = columns.iter().map(|column| column.to_bytes()).collect();
        let columns = columns.join(b"_".as_slice());
        Ok(Self { skip: of([b"_", &columns, b"_skip"])?, by: of([b"_by_", &columns, b""])? })
    }

    /// Checks that the names are not taken, by these lookups or by others.
    ///
    /// # Errors
    /// 42P07 if they are.
    fn check_unused(&self, parent: Oid, columns: &[&CStr]) -> Result<()> {
        if self.skip.relation()? == Oid::INVALID {
            return Ok(());
        }
        Err(error::new(
            Code::ERRCODE_DUPLICATE_TABLE,
            format!("relation {} already exists", to_message(&self.skip.quoted()?)),
            format!("Lookups of {} by {} need a table of that name.", relation_name(parent), shown(columns)),
            "If the lookups are there, use them, or call bloom_skip_drop first. Other columns or another table may also lead to the same name.",
        ))
    }
}

/// Returns the type of a column of a table, and checks that its partitions can be skipped.
///
/// # Errors
/// 42809 if the table has no partitions, 42501 if it belongs to another role, 42703 if there is no such column, 0A000
/// if filters cannot hold its values, or if they are enums or contain rows.
fn check_column(parent: Oid, name: &CStr) -> Result<Oid> {
    if !is_partitioned(parent) {
        return Err(not_partitioned(parent));
    }
    let (table, shown) = (relation_name(parent), to_message(name.to_bytes()));
    let number = column_number(parent, name);
    if number <= 0 {
        return Err(report::no_column(&table, &shown));
    }
    // The tables belong to the caller, and marks are left in a table of the owner of the partition only.
    if !is_owner(parent) {
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
    if catalog::is_generated(parent, number) {
        return refused("is generated", "ALTER TABLE can change its values without firing triggers.");
    }
    let declared = column_type(parent, name)?;
    let base = catalog::base_type(declared);
    if catalog::is_enum(base) {
        return refused(
            "is an enum",
            "ALTER TYPE can rename a label, and a dump can change its OID, without firing triggers.",
        );
    }
    let collation = catalog::collation_of_column(parent, number);
    if ValueType::new(base, collation, Memory::of_this_call())?.contains_rows() {
        return refused(
            "contains rows",
            "ALTER TYPE can change the values of the column without firing triggers.",
        );
    }
    Ok(declared)
}

sql_functions! {
    "bloom_skip_create" => |call| bloom_skip_create::<false>(call, one_column(call)?),
    "bloom_skip_create_columns" => |call| bloom_skip_create::<false>(call, columns(call)?),
    "bloom_skip_drop" => |call| bloom_skip_drop(call, one_column(call)?),
    "bloom_skip_drop_columns" => |call| bloom_skip_drop(call, columns(call)?),
    "bloom_skip_upgrade" => |call| bloom_skip_create::<true>(call, one_column(call)?),
    "bloom_skip_upgrade_columns" => |call| bloom_skip_create::<true>(call, columns(call)?),
}
