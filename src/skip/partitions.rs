//! Leaf partitions of a partitioned table, and the seal of each one.
//!
//! A leaf partition is *sealed* as long as two triggers of it, one for INSERT and one for UPDATE, call
//! `bloom_skip_mark` with the same arguments and fire always (`ENABLE ALWAYS`). [`SealArguments`] describes the
//! arguments. What a dump or a copy cannot carry makes a seal worthless elsewhere: the system identifier of the
//! cluster, the OIDs of the database and of the partition, and the transaction that wrote the rows of both triggers. A
//! trigger that was disabled and enabled since, or created again, has another one.

#![allow(unsafe_code)]

use crate::error::{self, Result};
use crate::pg::catalog::{check_stack, kind_of, mark_function, relation_name};
use crate::pg::catalog_scan;
use crate::pg::detoast::Varlena;
use crate::pg::encoding::to_message;
use crate::pg::session::RelationCache;
use crate::pg::table::{may_select, permission_denied};
use crate::pg::version;
use crate::report;
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys::{self, Oid};
use std::ffi::CStr;

/// The seals of a partition: of each set of lookups, one.
type Seals = Vec<Seal>;

/// The seal of a partition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seal {
    /// A random number; its lower 32 bits are the OID of the partition.
    pub number: i64,
    /// Table in which the triggers mark the seal as stale.
    pub marks: Oid,
    /// The trigger function.
    function: Oid,
}

/// The first arguments of a trigger that seals a partition, in their order. Behind them are the number and the name of
/// each column: the filter and the triggers are of the columns with these numbers, lookups are of those with these
/// names.
#[derive(Debug, Clone, Copy)]
pub struct SealArguments<'a> {
    /// Number of the seal.
    pub seal: i64,
    /// OID of the table of marks.
    pub marks: Oid,
    /// Where and when the triggers were made: `SYSTEM IDENTIFIER/DATABASE/TRANSACTION`.
    pub origin: &'a str,
}

impl<'a> SealArguments<'a> {
    /// Reads the first arguments; `None` if they cannot be those of a seal.
    pub fn read(arguments: &mut impl Iterator<Item = &'a CStr>) -> Option<Self> {
        let mut next = || arguments.next()?.to_str().ok();
        Some(Self {
            seal: next()?.parse().ok()?,
            marks: Oid::from(next()?.parse::<u32>().ok()?),
            origin: next()?,
        })
    }

    /// Returns whether the seal is one of this partition in this database. That of a dump or a copy is not.
    pub fn is_of(&self, partition: Oid) -> bool {
        let origin = self.origin.rsplit_once('/').map(|(place, _)| place);
        self.seal as u32 == partition.to_u32() && origin == Some(&place())
    }

    /// Returns whether the row of the trigger was written by the transaction that made the seal.
    fn is_by(&self, transaction: pg_sys::TransactionId) -> bool {
        let made = self.origin.rsplit_once('/').and_then(|(_, made)| made.parse().ok());
        made == Some(u32::from(transaction))
    }
}

/// Returns the part of a seal's origin that is the same for the whole database.
fn place() -> String {
    // SAFETY: these read numbers that do not change.
    unsafe { format!("{}/{}", pg_sys::GetSystemIdentifier(), pg_sys::MyDatabaseId.to_u32()) }
}

/// Returns the origin of seals that this transaction makes; assigns it a transaction ID.
pub fn origin() -> String {
    // SAFETY: the function takes no arguments; it raises an error where there can be no transaction ID.
    format!("{}/{}", place(), u32::from(unsafe { pg_sys::GetCurrentTransactionId() }))
}

/// The seals of the partitions that this session has read from the catalog.
static SEALS: RelationCache<Seals> = RelationCache::new(false);

/// Lists the leaf partitions of `parent`, in the order of their bounds. Locks `parent` and what it is partitioned into,
/// but for the leaves, against changes of the list.
///
/// Like a plan of a query of `parent`, the list is as of now and not as of the snapshot.
///
/// # Errors
/// 42809 if `parent` is not a partitioned table, 42P01 if it does not exist, 42501 if the user may not lock it.
pub fn locked_leaves(parent: Oid) -> Result<Vec<Oid>> {
    check_lockable(parent)?;
    accept_changes();
    Ok(Tree::of(parent)?.leaves)
}

/// Returns leaf partitions, whose parent is locked, each with its seal in the table `marks`, unless this transaction
/// writes to it.
pub fn with_seals(leaves: &[Oid], marks: Oid) -> Vec<(Oid, Option<i64>)> {
    // A transaction whose rows the snapshot shows, and that locked a partition after a change of its triggers, did so
    // after the message of the change was sent.
    accept_changes();
    let function = mark_function();
    let has_written = has_written();
    let in_marks = |seals: &Seals| seals.iter().find(|seal| seal.marks == marks).copied();
    let with_seal = |&leaf: &Oid| {
        let seal = if has_written && may_have_unmarked_rows(leaf) {
            None
        } else {
            SEALS.with(leaf, || read_seals(leaf), in_marks)
        };
        (leaf, seal.filter(|seal| Some(seal.function) == function).map(|seal| seal.number))
    };
    leaves.iter().map(with_seal).collect()
}

/// Returns whether this transaction has written anything: rows have the transaction's ID.
fn has_written() -> bool {
    // SAFETY: the function takes no arguments.
    unsafe { pg_sys::GetTopTransactionIdIfAny() != pg_sys::InvalidTransactionId }
}

/// Takes note of what other transactions have changed. A lock that the transaction already has does not do that.
fn accept_changes() {
    // SAFETY: the function takes no arguments.
    unsafe { pg_sys::AcceptInvalidationMessages() }
}

/// What a table is partitioned into.
#[derive(Debug, Default, PartialEq)]
pub struct Tree {
    /// Partitions that have rows.
    pub leaves: Vec<Oid>,
    /// Partitions that are partitioned themselves.
    pub branches: Vec<Oid>,
    /// Whether a partition is being detached concurrently. Whether it belongs to the table depends on the snapshot, but
    /// a plan that is kept does not.
    pub is_detaching: bool,
}

/// Returns the leaf partitions of a table, which may be one itself.
///
/// # Errors
/// 42P01 if a partition does not exist.
pub fn leaves_of(table: Oid) -> Result<Vec<Oid>> {
    if is_partitioned(table) { Ok(Tree::of(table)?.leaves) } else { Ok(vec![table]) }
}

/// Locks a table as a query of it does, until the transaction ends.
///
/// # Errors
/// 42P01 if it does not exist, 42501 if the user may not lock it.
pub fn lock_to_read(table: Oid) -> Result<()> {
    check_lockable(table)?;
    // SAFETY: the function returns an open relation, or null if there is none.
    unsafe {
        let relation = pg_sys::try_table_open(table, pg_sys::AccessShareLock as i32);
        if relation.is_null() {
            return Err(crate::pg::names::no_relation(table));
        }
        pg_sys::table_close(relation, pg_sys::NoLock as i32);
    }
    Ok(())
}

/// Checks that the user may lock a table as a query of it does: with the privilege to read some column of it.
fn check_lockable(table: Oid) -> Result<()> {
    let (select, any) = (pg_sys::ACL_SELECT as pg_sys::AclMode, pg_sys::AclMaskHow::ACLMASK_ANY);
    // SAFETY: these are catalog lookups.
    let of_column = || unsafe { pg_sys::pg_attribute_aclcheck_all(table, pg_sys::GetUserId(), select, any) };
    if may_select(table) || of_column() == pg_sys::AclResult::ACLCHECK_OK {
        return Ok(());
    }
    Err(permission_denied(table))
}

impl Tree {
    /// Lists the partitions of a partitioned table as a plan of a query does, in the order of their bounds. Locks what
    /// is partitioned against changes of the list.
    ///
    /// # Errors
    /// 42809 if the table is not partitioned, 42P01 if it does not exist.
    pub fn of(table: Oid) -> Result<Self> {
        let (mut tree, mut is_detaching) = (Self::default(), false);
        let describe = &mut |relation| {
            // SAFETY: the relation is open, and keeps its descriptions.
            unsafe {
                let all = pg_sys::RelationGetPartitionDesc(relation, false);
                let attached = pg_sys::RelationGetPartitionDesc(relation, true);
                is_detaching |= (*all).nparts > (*attached).nparts;
                attached
            }
        };
        tree.collect(table, describe)?;
        tree.is_detaching = is_detaching;
        Ok(tree)
    }

    /// Lists the partitions that a planner's directory has, the same for each reference to the table in a plan.
    ///
    /// # Errors
    /// As for [`Tree::of`].
    ///
    /// # Safety
    /// The directory must be open.
    pub unsafe fn in_directory(directory: pg_sys::PartitionDirectory, table: Oid) -> Result<Self> {
        let mut tree = Self::default();
        // SAFETY: the caller guarantees the directory; the relation is open.
        tree.collect(table, &mut |relation| unsafe {
            pg_sys::PartitionDirectoryLookup(directory, relation)
        })?;
        Ok(tree)
    }

    /// Returns whether the table has all of these partitions, which are in the order of their bounds.
    pub fn has(&self, leaves: &[Oid]) -> bool {
        let mut own = self.leaves.iter();
        leaves.iter().all(|leaf| own.any(|own| own == leaf))
    }

    /// Adds the partitions of a table, as `describe` does for each open relation that is partitioned.
    fn collect(
        &mut self,
        parent: Oid,
        describe: &mut impl FnMut(pg_sys::Relation) -> pg_sys::PartitionDesc,
    ) -> Result<()> {
        check_stack();
        // SAFETY: the relation is open while its description is read; it stays locked until the transaction ends.
        let parts: Vec<(Oid, bool)> = unsafe {
            let relation = pg_sys::table_open(parent, pg_sys::AccessShareLock as i32);
            let kind = (*(*relation).rd_rel).relkind as u8;
            let parts = (kind == pg_sys::RELKIND_PARTITIONED_TABLE).then(|| {
                let described = &*describe(relation);
                (0..described.nparts as usize)
                    .map(|number| (*described.oids.add(number), *described.is_leaf.add(number)))
                    .collect()
            });
            pg_sys::table_close(relation, pg_sys::NoLock as i32);
            parts.ok_or_else(|| not_partitioned(parent))?
        };
        for (part, is_leaf) in parts {
            if is_leaf {
                self.leaves.push(part);
            } else {
                self.branches.push(part);
                self.collect(part, describe)?;
            }
        }
        Ok(())
    }
}

/// Returns whether a partition may have rows of this transaction that are not marked yet: triggers mark them at the end
/// of the statement, but functions that the statement calls see them before. Whatever writes a row takes this lock;
/// sealing takes a stronger one only.
fn may_have_unmarked_rows(partition: Oid) -> bool {
    // SAFETY: this reads a number that does not change.
    let database = unsafe { pg_sys::MyDatabaseId };
    let lock = pg_sys::LOCKTAG {
        locktag_field1: database.to_u32(),
        locktag_field2: partition.to_u32(),
        locktag_field3: 0,
        locktag_field4: 0,
        locktag_type: pg_sys::LockTagType::LOCKTAG_RELATION as u8,
        locktag_lockmethodid: pg_sys::DEFAULT_LOCKMETHOD as u8,
    };
    version::holds_lock(&lock, pg_sys::RowExclusiveLock)
}

/// Locks a partition to be sealed: against writers, and against another session that seals it.
///
/// # Errors
/// 42P01 if it does not exist.
pub fn lock_to_seal(table: Oid) -> Result<()> {
    // SAFETY: the function returns an open relation, or null if there is none.
    unsafe {
        let relation = pg_sys::try_relation_open(table, pg_sys::ShareRowExclusiveLock as i32);
        if relation.is_null() {
            return Err(crate::pg::names::no_relation(table));
        }
        pg_sys::relation_close(relation, pg_sys::NoLock as i32);
    }
    Ok(())
}

/// Returns whether a table has columns that are computed when they are read, which a partition may compute in another
/// way. The table must be locked.
pub fn has_virtual_columns(table: Oid) -> bool {
    const VIRTUAL: u8 = b'v'; // ATTRIBUTE_GENERATED_VIRTUAL, from 18 on
    // SAFETY: the relation exists, and is open while its columns are read.
    unsafe {
        let relation = pg_sys::table_open(table, pg_sys::AccessShareLock as i32);
        let columns = version::attributes((*relation).rd_att);
        let has = columns.iter().any(|column| column.attgenerated as u8 == VIRTUAL);
        pg_sys::table_close(relation, pg_sys::NoLock as i32);
        has
    }
}

/// Returns whether each statement of this transaction takes a new snapshot.
pub fn is_read_committed() -> bool {
    // SAFETY: this reads a number.
    unsafe { pg_sys::XactIsoLevel < pg_sys::XACT_REPEATABLE_READ as i32 }
}

/// Lets what this command has written be seen by the next one.
pub fn end_command() {
    // SAFETY: the function takes no arguments.
    unsafe { pg_sys::CommandCounterIncrement() }
}

/// Returns the number of a column; 0 if there is no such column.
pub fn column_number(table: Oid, name: &CStr) -> i16 {
    // SAFETY: this is a catalog lookup by a zero-terminated name.
    unsafe { pg_sys::get_attnum(table, name.as_ptr()) }
}

/// Returns whether a relation is a partitioned table.
pub fn is_partitioned(relation: Oid) -> bool {
    kind_of(relation) == pg_sys::RELKIND_PARTITIONED_TABLE
}

/// Creates the error for a relation that is no partitioned table.
#[cold]
pub fn not_partitioned(relation: Oid) -> error::Error {
    error::new(
        Code::ERRCODE_WRONG_OBJECT_TYPE,
        format!("{} is not a partitioned table", relation_name(relation)),
        "Only partitions of a table created with PARTITION BY can be skipped, not child tables created with INHERITS.",
        "",
    )
}

/// Returns the type of a column.
///
/// # Errors
/// 42703 if there is no such column.
pub fn column_type(table: Oid, name: &CStr) -> Result<Oid> {
    // SAFETY: this is a catalog lookup.
    let of = unsafe { pg_sys::get_atttype(table, column_number(table, name)) };
    if of == Oid::INVALID {
        return Err(report::no_column(&relation_name(table), &to_message(name.to_bytes())));
    }
    Ok(of)
}

/// Reads the seals of a partition from pg_trigger.
fn read_seals(partition: Oid) -> Seals {
    let (mut on_insert, mut on_update) = (Seals::new(), Seals::new());
    catalog_scan::for_rows::<pg_sys::FormData_pg_trigger>([partition], |trigger| {
        let of_event = match trigger.tgtype as u32 {
            AFTER_INSERT => &mut on_insert,
            AFTER_UPDATE => &mut on_update,
            _ => return,
        };
        let arguments = trigger.column(pg_sys::Anum_pg_trigger_tgargs);
        if let Some(arguments) = arguments.filter(|_| trigger.tgenabled as u8 == pg_sys::TRIGGER_FIRES_ALWAYS)
        {
            // SAFETY: the column is of type bytea, and the scan holds the row.
            let arguments = unsafe { Varlena::new(arguments) };
            of_event.extend(seal_of(partition, trigger.tgfoid, trigger.writer(), arguments.bytes()));
        }
    });
    on_insert.retain(|seal| on_update.contains(seal));
    on_insert
}

/// `pg_trigger.tgtype` of a trigger AFTER INSERT FOR EACH ROW.
const AFTER_INSERT: u32 = pg_sys::TRIGGER_TYPE_ROW | pg_sys::TRIGGER_TYPE_INSERT;

/// `pg_trigger.tgtype` of a trigger AFTER UPDATE FOR EACH ROW.
const AFTER_UPDATE: u32 = pg_sys::TRIGGER_TYPE_ROW | pg_sys::TRIGGER_TYPE_UPDATE;

/// Returns the seal in the zero-terminated arguments of a trigger, whose row a transaction wrote, if it is one of the
/// partition, whose columns still have their names.
fn seal_of(partition: Oid, function: Oid, by: pg_sys::TransactionId, arguments: &[u8]) -> Option<Seal> {
    let mut texts =
        arguments.split_inclusive(|byte| *byte == 0).filter_map(|text| CStr::from_bytes_with_nul(text).ok());
    let arguments = SealArguments::read(&mut texts)?;
    let columns: Vec<&CStr> = texts.collect();
    let has_its_name = |column: &[&CStr]| match column {
        [number, name] => {
            number.to_str().ok().and_then(|number| number.parse().ok())
                == Some(column_number(partition, name))
        }
        _ => false,
    };
    let are_named = !columns.is_empty() && columns.chunks(2).all(has_its_name);
    let is_valid = arguments.is_of(partition) && arguments.is_by(by) && are_named;
    is_valid.then_some(Seal { number: arguments.seal, marks: arguments.marks, function })
}
