//! How the table of a set is tied to its table of layers, whatever their names are and wherever they are
//! copied.
//!
//! A constraint of the table of layers names the set's table. PostgreSQL keeps it through renames and dumps,
//! and neither `CREATE TABLE AS` nor a copy of the set's table makes another set of the same layers. Names
//! would not do: after `seen` and `seen_new` were swapped, each would be read by the layers of the other, and
//! values be absent. In a set of 0.3.0 its function `contains` depends on both tables. Only what one role
//! owns is tied: nobody can tie a table to another's.

use crate::error::{self, Result};
use crate::pg::catalog::{
    self, Extension, argument_types, function_name, kind_of, owner_of, relation_literal, relation_name,
};
use crate::pg::catalog_scan::{self, Dependence};
use crate::pg::names::{self, QualifiedName};
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys::{self, ANYCOMPATIBLEOID, BOOLOID, FLOAT8OID, INT4OID, Oid, REGCLASSOID, TIMESTAMPTZOID};
use std::ffi::CStr;

/// The name of the constraint.
pub const CONSTRAINT: &CStr = c"layers_of";

/// What the comments of all that older releases made for a set begin with.
const MADE: &[u8] = b"live set of bloom_set_create: ";

/// What ties the two tables.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Tie {
    Constraint(Oid),
    /// The function of a set of 0.3.0.
    Function(Oid),
}

#[derive(Debug, Clone, Copy)]
pub struct Link {
    pub tie: Tie,
    pub layers: Oid,
    /// Type of the values.
    pub element: Oid,
}

impl Link {
    /// Finds the table of layers of a set.
    ///
    /// # Errors 42P01 if there is no such relation, 42809 if it is no live set, 55000 if an older release
    /// made it, or if two tables are tied to it.
    pub fn find(set: Oid) -> Result<Self> {
        match Self::tied(set)? {
            Some(link) if has_column(set, c"f") => Ok(link),
            Some(link) => Err(without_filters(set, link.layers)),
            None => Err(untied(set)),
        }
    }

    /// Finds the table of layers that is tied to a table, whose filters may be gone; `None` if there is none.
    ///
    /// # Errors 42P01 if there is no such relation, 42809 if it is not an ordinary table, 55000 if two tables
    /// are tied to it.
    pub fn tied(set: Oid) -> Result<Option<Self>> {
        check_kind(set)?;
        let (mut constraints, mut functions) = (Vec::new(), Vec::new());
        let dependents = [pg_sys::RelationRelationId, set];
        catalog_scan::for_rows::<pg_sys::FormData_pg_depend>(dependents, |row, _| match row.classid {
            pg_sys::ConstraintRelationId => constraints.push(row.objid),
            pg_sys::ProcedureRelationId => functions.push(row.objid),
            _ => {}
        });
        let mut tied = constraints.into_iter().filter_map(|oid| of_constraint(set, oid));
        match (tied.next(), tied.next()) {
            (Some(one), Some(other)) if one.layers != other.layers => Err(two(set, one.layers, other.layers)),
            (Some(link), _) => Ok(Some(link)),
            (None, _) => Ok(functions.into_iter().find_map(|oid| of_function(set, oid))),
        }
    }

    /// Returns whether the link is still there.
    pub fn holds(&self, set: Oid) -> bool {
        match self.tie {
            Tie::Constraint(oid) => of_constraint(set, oid).is_some_and(|link| link.layers == self.layers),
            Tie::Function(oid) => of_function(set, oid).is_some_and(|link| link.layers == self.layers),
        }
    }
}

fn of_constraint(set: Oid, constraint: Oid) -> Option<Link> {
    let layers = catalog::table_of_check(constraint, CONSTRAINT)?;
    let element = catalog::element_of(catalog::type_of_column(layers, c"element")?)?;
    are_alike(set, layers).then_some(Link { tie: Tie::Constraint(constraint), layers, element })
}

/// Returns the link of a set of 0.3.0: its function that depends on both tables, and on the function that it
/// calls.
fn of_function(set: Oid, function: Oid) -> Option<Link> {
    let callee =
        Extension::own()?.function(c"bloom_set_contains", &[REGCLASSOID, REGCLASSOID, ANYCOMPATIBLEOID])?;
    let is_contains = function_name(function)?.to_bytes().ends_with(b"_contains")
        && Some(catalog::owner_of_parsed(function)?) == owner_of(set);
    let [element] = argument_types(function)[..] else { return None };
    let (mut others, mut calls) = (Vec::new(), false);
    catalog_scan::for_rows::<Dependence>([pg_sys::ProcedureRelationId, function], |row, _| {
        let (class, object) = (row.0.refclassid, row.0.refobjid);
        calls |= class == pg_sys::ProcedureRelationId && object == callee;
        if class == pg_sys::RelationRelationId && object != set {
            others.push(object);
        }
    });
    others.dedup();
    let [layers] = others[..] else { return None };
    let is_link = is_contains && calls && are_alike(set, layers);
    is_link.then_some(Link { tie: Tie::Function(function), layers, element })
}

/// Returns whether two tables may be those of one set: they belong to one role.
fn are_alike(set: Oid, layers: Oid) -> bool {
    set != layers
        && kind_of(layers) == pg_sys::RELKIND_RELATION
        && !catalog::is_partition(layers)
        && owner_of(set) == owner_of(layers)
}

/// Returns the table of layers of a set that an older release made, by its name; `None` unless both tables
/// are as it made them, but that the filters may be gone.
pub fn by_name(set: Oid) -> Result<Option<Oid>> {
    let Ok(name) = QualifiedName::of_relation(set)?.with_suffix("_layers") else { return Ok(None) };
    let layers = name.relation()?;
    let has = |table, columns: &[(&CStr, Oid)]| {
        columns.iter().all(|(name, of)| catalog::type_of_column(table, name) == Some(*of))
    };
    let is_set = layers != Oid::INVALID
        && are_alike(set, layers)
        && [set, layers]
            .into_iter()
            .all(|table| catalog::comment(table).is_some_and(|text| text.starts_with(MADE)))
        && has(set, &[(c"layer", INT4OID), (c"shard", INT4OID), (c"open", BOOLOID)])
        && has(layers, &[(c"layer", INT4OID), (c"shards", INT4OID), (c"fpp", FLOAT8OID)])
        && has(layers, &[(c"grows", BOOLOID), (c"older", BOOLOID), (c"since", TIMESTAMPTZOID)])
        && !has_column(layers, c"set_fpp");
    Ok(is_set.then_some(layers))
}

pub fn has_column(table: Oid, name: &CStr) -> bool {
    catalog::type_of_column(table, name).is_some()
}

/// Checks that a relation is an ordinary table.
///
/// # Errors
/// 42P01 if there is no such relation, 42809 if it is another.
fn check_kind(set: Oid) -> Result<()> {
    let is = match kind_of(set) {
        0 => return Err(names::no_relation(set)),
        pg_sys::RELKIND_RELATION if catalog::is_partition(set) => "a partition",
        pg_sys::RELKIND_RELATION => return Ok(()),
        pg_sys::RELKIND_VIEW => "a view",
        pg_sys::RELKIND_MATVIEW => "a materialized view",
        pg_sys::RELKIND_FOREIGN_TABLE => "a foreign table",
        pg_sys::RELKIND_PARTITIONED_TABLE => "a partitioned table",
        _ => "not a table",
    };
    Err(not_a_set(set, &format!("It is {is}."), ""))
}

#[cold]
fn not_a_set(relation: Oid, detail: &str, hint: &str) -> error::Error {
    let message = format!("{} is not a live set", relation_name(relation));
    error::new(Code::ERRCODE_WRONG_OBJECT_TYPE, message, detail, hint)
}

/// Creates the error for a table that nothing ties to a table of layers.
#[cold]
fn untied(set: Oid) -> error::Error {
    match by_name(set) {
        Ok(Some(layers)) if !has_column(set, c"f") => without_filters(set, layers),
        Ok(Some(layers)) => error::new(
            Code::ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
            format!("live set {} was made by an older version", relation_name(set)),
            format!("Its table of layers, {}, lacks the settings of the set.", relation_name(layers)),
            format!(
                "Call bloom_set_create({}, ...) with the arguments that it was created with: it keeps the values.",
                relation_literal(set)
            ),
        ),
        _ => not_a_set(
            set,
            "No table of layers of the same owner belongs to it.",
            "Pass the table that bloom_set_create has made. Both tables of a set must have one owner.",
        ),
    }
}

#[cold]
fn two(set: Oid, one: Oid, other: Oid) -> error::Error {
    let [one, other] = if one.to_u32() < other.to_u32() { [one, other] } else { [other, one] };
    let [set, one, other] = [set, one, other].map(relation_name);
    error::new(
        Code::ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
        format!("live set {set} has two tables of layers"),
        format!("Both {one} and {other} have a constraint \"layers_of\" that names the set."),
        "Drop the constraint of the one that is a copy.",
    )
}

/// Creates the error for tables of a set that have lost its filters.
#[cold]
fn without_filters(set: Oid, layers: Oid) -> error::Error {
    let (detail, hint) = left(set, layers);
    not_a_set(set, &detail, &hint)
}

/// Returns the DETAIL and HINT about tables of a set that have lost its filters.
pub fn left(set: Oid, layers: Oid) -> (String, String) {
    (
        format!(
            "Tables {} and {} are left of a live set whose filters were dropped, as by DROP EXTENSION.",
            relation_name(set),
            relation_name(layers)
        ),
        format!("Drop what is left: SELECT bloom_set_drop({}).", relation_literal(set)),
    )
}
