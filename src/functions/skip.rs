//! Partitions that a lookup skips: the tables and functions of `bloom_skip_create`, which belong to the user, and
//! `bloom_skip_candidates` and `bloom_skip_rows`, which these call.

use crate::call::{Call, NewDatum, NewSet, kept_plans, sql_functions};
use crate::error::{self, Result};
use crate::pg::array::Array;
use crate::pg::catalog::{self, Inside, relation_name};
use crate::pg::encoding::to_message;
use crate::pg::memory::Memory;
use crate::pg::names::{self, QualifiedName, schema_of_function};
use crate::pg::partitions::{Column, column_type, for_leaves, is_partitioned, lock_to_read, not_partitioned};
use crate::report;
use crate::template::Template;
use crate::value::ValueType;
use bloom_core::layout::params;
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys::{Datum, Oid};
use std::ffi::{CStr, CString};

/// Wrong partitions that a lookup reads on average, of twice the partitions that there are.
const WRONG: f64 = 0.1;

/// Number of partitions that a default rate is for at least.
const PARTITIONS: f64 = 100.0;

/// Implements `bloom_skip_create(parent, column, fpp)`.
fn bloom_skip_create(call: Call<'_>) -> Result<Option<NewDatum>> {
    let (Some(parent), Some(name)) = (call.argument::<Oid>(0), call.argument::<&CStr>(1)) else {
        return Ok(None);
    };
    let table = QualifiedName::of_relation(parent)?;
    let column = column(parent, name)?;
    let mut partitions = 0.0;
    for_leaves(parent, Oid::INVALID, |_, _| partitions += 1.0)?;
    let fpp = match call.argument(2) {
        Some(fpp) => params::check_fpp(fpp)?,
        None => WRONG / f64::max(PARTITIONS, 2.0 * partitions),
    };
    let element = catalog::base_type(column.of);
    let names = Names::new(&table, name)?;
    let skip = names.skip.clone();
    let fill = |sql| -> Result<Template> {
        Ok(names
            .template(sql)?
            .object("parent", table.clone())
            .name("bloom", &schema_of_function(call.function())?)?
            .name("column", name.to_bytes())?
            .literal("column_name", name.to_bytes())?
            .name("equality", &catalog::operator_schema(catalog::equality_of(element)))?
            .data_type("declared", column.of)?
            .data_type("element", element)?
            .cast("cast", to_base(column.of))?
            .number("fpp", format_args!("{fpp:e}")))
    };
    fill(include_str!("../../sql/templates/skip.sql"))?.execute()?;
    let look_up = || fill(include_str!("../../sql/templates/skip_look_up.sql"));
    look_up()?
        .object("look_up", names.by.clone())
        .sql("parameter", "value")
        .sql("brackets", "")
        .sql("search", "bloom_matrix_search")
        .sql("compared", "$1")
        .sql("found", "this value")
        .execute()?;
    // There are no arrays of arrays.
    if !matches!(catalog::inside(element), Inside::Element(_)) {
        look_up()?
            .object("look_up", names.by.with_suffix("_any")?)
            .sql("parameter", "vals")
            .sql("brackets", "[]")
            .sql("search", "bloom_matrix_search_any")
            .sql("compared", "ANY ($1)")
            .sql("found", "one of these values")
            .execute()?;
    }
    Ok(Some(NewDatum(Datum::from(skip.relation()?))))
}

/// Implements `bloom_skip_drop(parent, column)`. Whatever is missing is an error, so another table is never dropped.
fn bloom_skip_drop(call: Call<'_>) -> Result<()> {
    let table = QualifiedName::of_relation(call.required(0)?)?;
    Names::new(&table, call.required(1)?)?
        .template(include_str!("../../sql/templates/skip_drop.sql"))?
        .object("parent", table)
        .execute()
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

    /// Fills in the names.
    fn template(&self, sql: &'static str) -> Result<Template> {
        Template::new(sql)
            .object("skip", self.skip.clone())
            .object("by", self.by.clone())
            .literal("marker", &[self.skip.with_suffix("_mark")?.quoted()?, b"()".to_vec()].concat())?
            .name("insert", &self.skip.with_suffix("_insert")?.name)?
            .name("update", &self.skip.with_suffix("_update")?.name)
    }
}

/// Finds the column of a table, and checks that its partitions can be skipped.
///
/// # Errors
/// 42809 if the table has no partitions, 42501 if it belongs to another role or is in the schema of one, 42703 if there is
/// no such column, 0A000 if filters cannot hold its values, or if they are enums or contain rows.
fn column(parent: Oid, name: &CStr) -> Result<Column> {
    if !is_partitioned(parent) {
        return Err(not_partitioned(parent));
    }
    let (table, shown) = (relation_name(parent), to_message(name.to_bytes()));
    let Some(column) = Column::of(parent, name)? else {
        return Err(report::no_column(&table, &shown));
    };
    // The trigger's function writes to a table as its owner, whoever inserts: nobody else may replace that table.
    if !column.is_owner {
        return Err(error::new(
            Code::ERRCODE_INSUFFICIENT_PRIVILEGE,
            format!("must be owner of table {table}"),
            "Neither membership in the role of the owner nor being a superuser suffices.",
            "Call the function after SET ROLE to the owner.",
        ));
    }
    if !column.is_in_own_schema {
        return Err(error::new(
            Code::ERRCODE_INSUFFICIENT_PRIVILEGE,
            format!("the schema of table {table} belongs to another role"),
            "The owner of a schema can replace the tables in it that a trigger's function would write to.",
            "Move the table to a schema of its owner or of a superuser.",
        ));
    }
    if column.is_generated {
        return Err(error::new(
            Code::ERRCODE_FEATURE_NOT_SUPPORTED,
            format!("column \"{shown}\" of relation {table} is generated"),
            "ALTER TABLE can change its values without firing triggers.",
            "",
        ));
    }
    let base = catalog::base_type(column.of);
    if catalog::is_enum(base) {
        return Err(error::new(
            Code::ERRCODE_FEATURE_NOT_SUPPORTED,
            format!("column \"{shown}\" of relation {table} is an enum"),
            "ALTER TYPE can rename a label, and a dump can change its OID, without firing triggers.",
            "",
        ));
    }
    let values = ValueType::new(base, column.collation, Memory::of_this_call())?;
    if values.contains_rows() {
        return Err(error::new(
            Code::ERRCODE_FEATURE_NOT_SUPPORTED,
            format!("column \"{shown}\" of relation {table} contains rows"),
            "ALTER TYPE can change the values of the column without firing triggers.",
            "",
        ));
    }
    Ok(column)
}

/// Implements `bloom_skip_candidates(parent, marker, sealed, named)`: all leaf partitions but those whose seal is in
/// `sealed` and not in `named`.
fn bloom_skip_candidates(call: Call<'_>) -> Result<NewSet> {
    let (parent, marker): (Oid, Oid) = (call.required(0)?, call.required(1)?);
    let (sealed, named) = (sorted(&call.required(2)?), sorted(&call.required(3)?));
    let among = |seals: &[i64], seal| seals.binary_search(&seal).is_ok();
    let mut candidates = call.new_set()?;
    for_leaves(parent, marker, |leaf, seal| {
        if !seal.is_some_and(|seal| among(&sealed, seal) && !among(&named, seal)) {
            candidates.push(i64::from(leaf.to_u32()));
        }
    })?;
    Ok(candidates)
}

/// Implements `bloom_skip_rows(rows, partitions, column, value)`: the rows of partitions whose column is equal to the
/// value, or to one of an array of values, as rows of the type of `rows`. The columns of a partition may have another
/// order.
fn bloom_skip_rows(call: Call<'_>) -> Result<NewSet> {
    let mut rows = call.new_set()?;
    let (Some(partitions), Some(column), Some(value)) =
        (call.argument::<Array<'_>>(1), call.argument::<&CStr>(2), call.typed_argument(3))
    else {
        return Ok(rows);
    };
    let row = call.argument_type(0).ok_or_else(|| error::internal("rows without a type"))?;
    let columns = columns_in_sql(row)?;
    let of = value.of();
    let mut queries = Vec::new();
    for partition in partitions.iter().flatten() {
        let partition = Oid::from(partition.word() as u32);
        lock_to_read(partition)?; // before its name is read, which may change
        let table = QualifiedName::of_relation(partition)?.quoted()?;
        let declared = column_type(partition, column)
            .ok_or_else(|| report::no_column(&relation_name(partition), &to_message(column.to_bytes())))?;
        let own = catalog::base_type(declared);
        let any = if own != catalog::base_type(of) && matches!(catalog::inside(of), Inside::Element(_)) {
            "ANY "
        } else {
            ""
        };
        let parts: [&[u8]; 12] = [
            b"SELECT ",
            &columns,
            b" FROM ONLY ",
            &table,
            b" AS p WHERE p.",
            &names::identifier(column.to_bytes())?,
            &to_base(declared).map_or(Ok(Vec::new()), names::cast_in_sql)?,
            b" OPERATOR(",
            &names::identifier(&catalog::operator_schema(catalog::equality_of(own)))?,
            b".=) ",
            any.as_bytes(),
            b"($1)",
        ];
        queries
            .push(CString::new(parts.concat()).map_err(|_| error::internal("a name contains a zero byte"))?);
    }
    kept_plans::run(queries, value, &mut rows)?;
    Ok(rows)
}

/// Returns the type to cast the values of a domain to, which may have an operator of its own.
fn to_base(declared: Oid) -> Option<Oid> {
    let base = catalog::base_type(declared);
    (base != declared).then_some(base)
}

/// Spells the columns of a row type as columns of the table `p`. A cast of `p` to the type could be anybody's, and a
/// column named `p` would take its place.
fn columns_in_sql(row: Oid) -> Result<Vec<u8>> {
    let names = catalog::column_names((catalog::base_type(row), -1));
    let columns = names.iter().map(|name| Ok([b"p.".as_slice(), &names::identifier(name)?].concat()));
    Ok(columns.collect::<Result<Vec<_>>>()?.join(b", ".as_slice()))
}

/// Returns the elements of an array of `bigint`s, without NULLs.
fn sorted(array: &Array<'_>) -> Vec<i64> {
    let mut numbers: Vec<i64> = array.iter().flatten().map(|number| number.word() as i64).collect();
    numbers.sort_unstable();
    numbers
}

sql_functions! {
    "bloom_skip_create" => bloom_skip_create,
    "bloom_skip_drop" => bloom_skip_drop,
    "bloom_skip_candidates" => bloom_skip_candidates,
    "bloom_skip_rows" => bloom_skip_rows,
}
