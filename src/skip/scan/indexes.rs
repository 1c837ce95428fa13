//! The `bloom_skip` indexes of a partitioned table, and their leaf indexes, as the session knows them.

use crate::pg::catalog::{is_equality_of, kind_of, partition_key};
use crate::pg::list::List;
use crate::pg::memory::Memory;
use crate::pg::nodes::oids;
use crate::pg::session::RelationCache;
use crate::pg::statistics::is_sharded;
use crate::pg::version;
use crate::skip::index::key::hash_function;
use crate::skip::index::leaves::{self, Leaf};
use crate::skip::index::routine::is_ours;
use pgrx::pg_sys::{self, Oid};
use std::collections::HashSet;
use std::rc::Rc;

/// What is known of a partitioned table that has such an index.
#[derive(Debug)]
pub struct Table {
    pub indexes: Vec<SkipIndex>,
    /// Columns that are the first one of another index.
    pub first_columns: Vec<i16>,
    /// Columns of its partition key; 0 stands for an expression.
    pub partition_key: Vec<i16>,
}

/// An index of a partitioned table.
#[derive(Debug, Clone, Copy)]
pub struct SkipIndex {
    pub oid: Oid,
    pub attribute: i16,
    pub family: Oid,
    /// The type of its operator class.
    pub input: Oid,
    pub collation: Oid,
    /// The type of the column.
    pub column_type: Oid,
}

static TABLES: RelationCache<Option<Rc<Table>>> = RelationCache::new(false);

/// Returns what is known of a partitioned table, which is locked; `None` if it has no such index, or if its rows
/// are in shards of Citus.
pub fn of_table(table: Oid) -> Option<Rc<Table>> {
    TABLES.with(table, || find(table).map(Rc::new), Option::clone)
}

fn find(table: Oid) -> Option<Table> {
    let mut found = Table { indexes: Vec::new(), first_columns: Vec::new(), partition_key: Vec::new() };
    // SAFETY: no index of a locked table is dropped. As in the plain query, the indexes are not locked.
    unsafe {
        let relation = pg_sys::RelationIdGetRelation(table);
        if relation.is_null() {
            return None;
        }
        for index in oids(pg_sys::RelationGetIndexList(relation)) {
            let index = pg_sys::RelationIdGetRelation(index);
            if !index.is_null() {
                found.add(index);
                pg_sys::RelationClose(index);
            }
        }
        pg_sys::RelationClose(relation);
    }
    found.partition_key = partition_key(table);
    let is_used = !found.indexes.is_empty() && !is_sharded(table).unwrap_or(true);
    is_used.then_some(found)
}

impl Table {
    /// # Safety
    /// `index` must be open.
    unsafe fn add(&mut self, index: pg_sys::Relation) {
        // SAFETY: the caller guarantees the index.
        let (index, is_ours) = unsafe { (SkipIndex::of(index), is_ours(index)) };
        if is_ours {
            self.indexes.push(index);
        } else if index.attribute > 0 && !self.first_columns.contains(&index.attribute) {
            self.first_columns.push(index.attribute);
        }
    }
}

impl SkipIndex {
    /// No index.
    pub const NONE: Self = {
        let none = Oid::INVALID;
        Self { oid: none, attribute: 0, family: none, input: none, collation: none, column_type: none }
    };

    /// Returns what is known of an index by its first column.
    ///
    /// # Safety
    /// `index` must be open.
    pub unsafe fn of(index: pg_sys::Relation) -> Self {
        // SAFETY: the caller guarantees the index, which has a column.
        unsafe {
            Self {
                oid: (*index).rd_id,
                attribute: (*(*index).rd_index).indkey.values.as_slice(1)[0],
                family: *(*index).rd_opfamily,
                input: *(*index).rd_opcintype,
                collation: *(*index).rd_indcollation,
                column_type: version::attributes((*index).rd_att)[0].atttypid,
            }
        }
    }

    /// Returns whether an operator is an equality by which the filter's values are hashed.
    pub fn has_equality(&self, operator: Oid, collation: Oid) -> bool {
        const EQUAL: u32 = 1;
        is_equality_of(operator, self.family, EQUAL)
            && (self.collation == Oid::INVALID || self.collation == collation)
    }

    /// Returns the function that hashes values of a type; `None` if they cannot be in the filter.
    pub fn hash_function(&self, of: Oid) -> Option<Oid> {
        hash_function((self.family, self.input), self.column_type, of)
    }
}

/// The leaves below an index, in the order of the server's list, with their leaf indexes.
struct Leaves {
    all: Vec<Leaf>,
    /// Their places in the order of their OIDs.
    by_oid: Vec<(Oid, usize)>,
    /// The partitioned indexes below the index, and the index itself.
    branches: HashSet<Oid>,
    has_foreign: bool,
}

impl Leaves {
    /// Finds what is below an index of a table.
    fn find(index: Oid, table: Oid) -> Self {
        let (all, branches) = leaves::below(index, table);
        let mut by_oid: Vec<_> = all.iter().zip(0..).map(|(leaf, place)| (leaf.table, place)).collect();
        by_oid.sort_unstable_by_key(|(table, _)| table.to_u32());
        let mut others = all.iter().filter(|leaf| leaf.index.is_none());
        let has_foreign = others.any(|leaf| kind_of(leaf.table) == pg_sys::RELKIND_FOREIGN_TABLE);
        Self { all, by_oid, branches: branches.into_iter().collect(), has_foreign }
    }

    /// Returns the place of a leaf. Mostly it is the next one.
    fn place(&self, table: Oid, next: usize) -> Option<usize> {
        if self.all.get(next).is_some_and(|leaf| leaf.table == table) {
            return Some(next);
        }
        let found = self.by_oid.binary_search_by_key(&table.to_u32(), |(table, _)| table.to_u32()).ok()?;
        Some(self.by_oid[found].1)
    }

    /// Calls `f` with each of the leaves and its leaf index; returns false if one is not known.
    fn for_each(&self, leaves: impl Iterator<Item = Oid>, mut f: impl FnMut(Leaf)) -> bool {
        let mut next = 0;
        for table in leaves {
            let Some(place) = self.place(table, next) else { return false };
            f(self.all[place]);
            next = place + 1;
        }
        true
    }
}

/// By index. It is forgotten when a partitioned index below it changes, too: a leaf may have been attached again, with
/// another of its indexes. A probe answers *maybe* for an index that is gone.
static LEAVES: RelationCache<Rc<Leaves>> =
    RelationCache::new(false).depending_on(|known, relation| known.branches.contains(&relation));

/// Returns leaves of a table with their leaf indexes below an index.
pub fn leaf_indexes(
    index: Oid,
    table: Oid,
    leaves: impl Iterator<Item = Oid> + Clone,
    memory: Memory,
) -> List<Leaf> {
    let list = || Rc::new(Leaves::find(index, table));
    let count = leaves.size_hint().0;
    for _ in 0..2 {
        let known = LEAVES.with(index, list, Rc::clone);
        let mut found = List::with_capacity(memory, count);
        if known.for_each(leaves.clone(), |leaf| found.push(leaf)) {
            return found;
        }
        LEAVES.forget(index); // partitions of partitions were attached
    }
    let mut none = List::with_capacity(memory, count);
    leaves.for_each(|table| none.push(Leaf { table, index: None }));
    none
}

/// Returns a few leaves of a table that has such an index.
pub fn sample(table: Oid) -> Vec<Oid> {
    const MOST: usize = 3;
    let few = |known: &Leaves| {
        let step = (known.all.len() / MOST).max(1);
        known.all.iter().rev().step_by(step).take(MOST).map(|leaf| leaf.table).collect()
    };
    with_leaves(table, few).unwrap_or_default()
}

/// Returns whether a table that has such an index has foreign partitions, as far as the session knows.
pub fn has_foreign(table: Oid) -> bool {
    with_leaves(table, |known| known.has_foreign).unwrap_or_default()
}

/// Calls `f` with the leaves of a table that has such an index.
fn with_leaves<R>(table: Oid, f: impl Fn(&Leaves) -> R) -> Option<R> {
    let index = of_table(table)?.indexes[0].oid;
    let list = || Rc::new(Leaves::find(index, table));
    Some(LEAVES.with(index, list, |known| f(known)))
}

/// Forgets the leaf indexes below an index, as they are out of date.
pub fn forget(index: Oid) {
    LEAVES.forget(index);
}
