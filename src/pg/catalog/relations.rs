//! Relations, and who owns them.

use super::CatalogRow;
use crate::pg::encoding;
use crate::pg::nodes::{items, oids};
use pgrx::pg_sys::{self, Oid, SysCacheIdentifier};
use std::collections::HashSet;
use std::ffi::{CStr, c_void};

/// How a table is partitioned.
#[derive(Debug)]
pub struct PartitionKey {
    /// One of the constants below.
    pub strategy: u8,
    /// The numbers of the columns of the key; 0 stands for an expression.
    pub columns: Vec<i16>,
    /// Of the first column: the operator family, its input type, and the collation.
    pub family: Oid,
    pub input: Oid,
    pub collation: Oid,
}

impl PartitionKey {
    pub const HASH: u8 = b'h';
    pub const LIST: u8 = b'l';
    pub const RANGE: u8 = b'r';

    /// Finds the key of a table; `None` if it is not partitioned.
    pub fn of(table: Oid) -> Option<Self> {
        let row = CatalogRow::find(SysCacheIdentifier::PARTRELID, table)?;
        let column = |number| row.column(number).map(pg_sys::Datum::cast_mut_ptr::<c_void>);
        let columns = column(pg_sys::Anum_pg_partitioned_table_partattrs)?;
        let classes = column(pg_sys::Anum_pg_partitioned_table_partclass)?;
        let collations = column(pg_sys::Anum_pg_partitioned_table_partcollation)?;
        // SAFETY: the columns are an int2vector and oidvectors, which live as long as the row is held, and have
        // an item for each column of the key. Operator classes that are used exist.
        unsafe {
            let columns = &*columns.cast::<pg_sys::int2vector>();
            let first = |oids: *mut c_void| {
                let oids = &*oids.cast::<pg_sys::oidvector>();
                oids.values.as_slice(oids.dim1 as usize).first().copied()
            };
            let class = first(classes)?;
            Some(Self {
                strategy: row.column(pg_sys::Anum_pg_partitioned_table_partstrat)?.value() as u8,
                columns: columns.values.as_slice(columns.dim1 as usize).to_vec(),
                family: pg_sys::get_opclass_family(class),
                input: pg_sys::get_opclass_input_type(class),
                collation: first(collations)?,
            })
        }
    }
}

/// Returns the numbers of the columns of a table's partition key; 0 stands for an expression.
pub fn partition_key(table: Oid) -> Vec<i16> {
    PartitionKey::of(table).map_or_else(Vec::new, |key| key.columns)
}

/// Returns whether a table has triggers, or may have had some.
pub fn has_triggers(table: Oid) -> bool {
    let row = CatalogRow::find(SysCacheIdentifier::RELOID, table);
    row.and_then(|row| row.column(pg_sys::Anum_pg_class_relhastriggers)).is_some_and(|has| has.value() != 0)
}

/// Returns whether the row of a relation in `pg_class` is older than all snapshots of the transaction.
pub fn is_older(relation: Oid) -> bool {
    // SAFETY: the row is held while it is looked at.
    CatalogRow::find(SysCacheIdentifier::RELOID, relation)
        .is_some_and(|row| super::is_row_older(unsafe { &*(*row.tuple).t_data }))
}

/// Returns whether a table has partitions or tables that inherit from it, or may have had some.
pub fn has_subclass(table: Oid) -> bool {
    // SAFETY: this is a catalog lookup.
    unsafe { pg_sys::has_subclass(table) }
}

/// Returns a relation, its partitions and the tables that inherit from it, as `find_all_inheritors` does, in
/// its order. They are not locked, so they may be gone; that function raises an internal error if one goes
/// before it looks for what is below it.
pub fn inheritors(relation: Oid) -> Vec<Oid> {
    let (mut all, mut seen) = (vec![relation], HashSet::from([relation]));
    let mut at = 0;
    while let Some(&parent) = all.get(at) {
        at += 1;
        if kind_of(parent) == 0 {
            continue; // else the next lookup finds the same cached row
        }
        // SAFETY: a catalog lookup, which returns a new list of OIDs.
        unsafe {
            let below = pg_sys::find_inheritance_children(parent, pg_sys::NoLock as i32);
            all.extend(oids(below).filter(|child| seen.insert(*child)));
        }
    }
    all
}

/// Returns the comment of a relation, in the encoding of the database.
pub fn comment(relation: Oid) -> Option<Vec<u8>> {
    // SAFETY: this is a catalog lookup, which returns a new zero-terminated string or null.
    unsafe {
        let comment = pg_sys::GetComment(relation, pg_sys::RelationRelationId, 0);
        (!comment.is_null()).then(|| CStr::from_ptr(comment).to_bytes().to_vec())
    }
}

/// Returns whether a relation is a partition.
pub fn is_partition(relation: Oid) -> bool {
    // SAFETY: this is a catalog lookup.
    unsafe { pg_sys::get_rel_relispartition(relation) }
}

/// Returns the type of a column; `None` if there is no such relation or column.
pub fn type_of_column(relation: Oid, name: &CStr) -> Option<Oid> {
    // SAFETY: these are catalog lookups, of an OID, a zero-terminated name and the number of a column.
    unsafe {
        let number = pg_sys::get_attnum(relation, name.as_ptr());
        (number > 0).then(|| pg_sys::get_atttype(relation, number))
    }
}

/// Returns the table that a CHECK constraint of this name belongs to; `None` if the constraint is another.
pub fn table_of_check(constraint: Oid, name: &CStr) -> Option<Oid> {
    let row = CatalogRow::find(SysCacheIdentifier::CONSTROID, constraint)?;
    let is_check = row.column(pg_sys::Anum_pg_constraint_contype)?.value() as u8 == pg_sys::CONSTRAINT_CHECK;
    let has_name = row.name(pg_sys::Anum_pg_constraint_conname)? == name.to_bytes();
    row.oid(pg_sys::Anum_pg_constraint_conrelid).filter(|_| is_check && has_name)
}

/// Returns the owner of a relation; `None` if there is no such relation.
pub fn owner_of(relation: Oid) -> Option<Oid> {
    CatalogRow::find(SysCacheIdentifier::RELOID, relation)?.oid(pg_sys::Anum_pg_class_relowner)
}

/// Returns the kind of a relation, as pg_class has it; 0 if there is no such relation.
pub fn kind_of(relation: Oid) -> u8 {
    // SAFETY: this is a catalog lookup.
    unsafe { pg_sys::get_rel_relkind(relation) as u8 }
}

/// Returns whether row-level security applies to what a role reads of a table; the invalid OID is the current user.
pub fn hides_rows(table: Oid, role: Oid) -> bool {
    // SAFETY: this is a catalog lookup.
    let applies = unsafe { pg_sys::check_enable_rls(table, role, true) };
    applies == pg_sys::CheckEnableRlsResult::RLS_ENABLED as i32
}

/// Returns the mean length of the values of a column, as the last ANALYZE saw it; 0 if none did.
pub fn average_width(table: Oid, column: i16) -> i32 {
    // SAFETY: this is a catalog lookup.
    unsafe { pg_sys::get_attavgwidth(table, column) }
}

/// A foreign key of a table.
pub struct ForeignKey {
    pub referenced: Oid,
    /// Columns of the table, with those that they refer to.
    pub columns: Vec<(i16, i16)>,
}

/// Returns the foreign keys of a table that the planner has locked; none for an invalid OID.
pub fn foreign_keys(table: Oid) -> Vec<ForeignKey> {
    if table == Oid::INVALID {
        return Vec::new();
    }
    // SAFETY: the table is locked; the list is the relation's until it is closed.
    unsafe {
        let relation = pg_sys::relation_open(table, pg_sys::NoLock as i32);
        let keys = items::<pg_sys::ForeignKeyCacheInfo>(pg_sys::RelationGetFKeyList(relation));
        let found = keys.map(|key| {
            let columns = 0..(*key).nkeys as usize;
            let pair = |place| ((*key).conkey[place], (*key).confkey[place]);
            ForeignKey { referenced: (*key).confrelid, columns: columns.map(pair).collect() }
        });
        let found = found.collect();
        pg_sys::relation_close(relation, pg_sys::NoLock as i32);
        found
    }
}

/// Returns whether a view that the statement has locked is a security barrier.
pub fn is_security_barrier(view: Oid) -> bool {
    // SAFETY: the view is locked; it has these options, or none.
    unsafe {
        let relation = pg_sys::relation_open(view, pg_sys::NoLock as i32);
        let options = (*relation).rd_options.cast::<pg_sys::ViewOptions>();
        let is_barrier = options.as_ref().is_some_and(|options| options.security_barrier);
        pg_sys::relation_close(relation, pg_sys::NoLock as i32);
        is_barrier
    }
}

/// Returns the number of rows of a relation, as the last VACUUM or ANALYZE saw it; negative if none did.
pub fn counted_rows(relation: Oid) -> f64 {
    let rows = CatalogRow::find(SysCacheIdentifier::RELOID, relation)
        .and_then(|row| row.column(pg_sys::Anum_pg_class_reltuples));
    rows.map_or(-1.0, |rows| f32::from_bits(rows.value() as u32).into())
}

/// Returns whether a column is computed when it is read; raises an error unless the column exists.
pub fn is_virtual(table: Oid, attribute: i16) -> bool {
    // SAFETY: this is a catalog lookup.
    unsafe { pg_sys::get_attgenerated(table, attribute) as u8 == b'v' }
}

/// Returns the name of a relation as SQL spells it, with its schema; its OID if the relation no longer exists.
pub fn relation_name(relation: Oid) -> String {
    // SAFETY: these are catalog lookups; the names are new zero-terminated strings, or null if the relation is gone.
    unsafe {
        let name = pg_sys::get_rel_name(relation);
        let schema = pg_sys::get_namespace_name(pg_sys::get_rel_namespace(relation));
        if name.is_null() || schema.is_null() {
            return relation.to_u32().to_string();
        }
        let qualified = CStr::from_ptr(pg_sys::quote_qualified_identifier(schema, name));
        encoding::to_message(qualified.to_bytes())
    }
}

/// Returns the name of a relation without its schema; its OID if the relation no longer exists.
pub fn own_name(relation: Oid) -> String {
    // SAFETY: this is a catalog lookup; the name is a new zero-terminated string, or null if the relation is gone.
    unsafe {
        let name = pg_sys::get_rel_name(relation);
        if name.is_null() {
            return relation.to_u32().to_string();
        }
        encoding::to_message(CStr::from_ptr(name).to_bytes())
    }
}

/// Returns the name of a relation as an SQL literal, for the argument of a function.
pub fn relation_literal(relation: Oid) -> String {
    format!("'{}'", relation_name(relation).replace('\'', "''"))
}

/// Returns the place of a column of a table in an index, from 0 on; `None` unless there is one that has it as a key.
pub fn place_in_index(index: Oid, column: i16) -> Option<usize> {
    let row = CatalogRow::find(SysCacheIdentifier::INDEXRELID, index)?;
    let keys = row.column(pg_sys::Anum_pg_index_indnkeyatts)?.value();
    let columns = row.column(pg_sys::Anum_pg_index_indkey)?;
    // SAFETY: the column is an int2vector, which lives as long as the row is held.
    let place = unsafe {
        let columns = &*columns.cast_mut_ptr::<pg_sys::int2vector>();
        columns.values.as_slice(columns.dim1 as usize).iter().position(|number| *number == column)
    };
    place.filter(|place| *place < keys)
}
