//! Finds the partitioned tables above the scans of a join, when it is planned.
//!
//! The join's operator must be the equality of the partition key's operator family: rows are in their partition by
//! that equality, and another one that can be hashed may find partners in other partitions.

use super::index;
use crate::joins::local::description::{PlannedBounds, PlannedIndex, PlannedLeafIndex, PlannedLevel};
use crate::joins::local::outer::Place;
use crate::joins::local::pair::Pair;
use crate::pg::catalog::{self, Inside, PartitionKey, is_built_in};
use crate::pg::hidden_rows::HiddenRows;
use crate::pg::tree::{Node, make};
use pgrx::pg_sys::{self, AppendRelInfo, Oid, PlannedStmt, RTEKind};
use std::collections::HashMap;

/// The parents of the tables of a statement, by their numbers.
pub struct Parents<'t>(HashMap<u32, Node<'t, AppendRelInfo>>);

impl<'t> Parents<'t> {
    pub fn of(statement: Node<'t, PlannedStmt>) -> Self {
        Self(statement.append_relations().iter().map(|info| (info.child_relid, info)).collect())
    }
}

/// Finds what can be skipped of the scans of one join.
pub struct Finder<'f, 't> {
    statement: Node<'t, PlannedStmt>,
    parents: &'f Parents<'t>,
    pairs: &'f [Pair<'t>],
    hidden: HiddenRows,
    pub bounds: Vec<PlannedBounds>,
    pub indexes: Vec<PlannedIndex>,
    /// What was found, by partitioned table, column and key.
    known: HashMap<(Oid, i16, usize), Found>,
}

/// What a partitioned table has for a key: bounds, by their number, or an index.
#[derive(Clone, Copy)]
enum Found {
    Bounds(usize),
    Index(PlannedIndex),
    Nothing,
}

impl<'f, 't> Finder<'f, 't> {
    pub fn new(
        statement: Node<'t, PlannedStmt>,
        parents: &'f Parents<'t>,
        pairs: &'f [Pair<'t>],
        hidden: HiddenRows,
    ) -> Self {
        let (bounds, indexes) = (Vec::new(), Vec::new());
        Self { statement, parents, pairs, hidden, bounds, indexes, known: HashMap::new() }
    }

    /// Returns the bounds above a scan that tell something of the join's keys, and leaf indexes of its table that
    /// do. `number` is that of the scan among those of each key.
    pub fn find(&mut self, number: usize) -> (Vec<PlannedLevel>, Vec<PlannedLeafIndex>) {
        let (mut levels, mut leaf_indexes) = (Vec::new(), Vec::new());
        // Bounds depend on nothing that is hidden, but keys do that a view hides from its user.
        if self.hidden.by_view || self.parents.0.is_empty() {
            return (levels, leaf_indexes);
        }
        for (key, pair) in self.pairs.iter().enumerate() {
            let place: &Place<'t> = &pair.places[number];
            let (mut child, mut column) = (place.table, place.name);
            let mut topmost = None;
            while let Some(info) = self.parents.0.get(&child) {
                let Some(above) = info.parent_column(column) else { break };
                let Some(table) = self.partitioned_table(info.parent_relid) else { break };
                match self.found(table, above, key) {
                    Found::Bounds(number) => {
                        let partition = self.statement.table(child);
                        levels.push(PlannedLevel { bounds: number as i32, partition });
                    }
                    Found::Index(index) => topmost = Some((index, table)),
                    Found::Nothing => {}
                }
                (child, column) = (info.parent_relid, above);
            }
            if let Some((above, table)) = topmost
                && let Some(index) = index::of_leaf(above.index, table, self.statement.table(place.table))
            {
                leaf_indexes.push(PlannedLeafIndex { number: self.number(above) as i32, index });
            }
        }
        (levels, leaf_indexes)
    }

    /// Returns the partitioned table of that number in the range table, whose lock the query has.
    fn partitioned_table(&self, number: u32) -> Option<Oid> {
        let entry = self.statement.rtable().get((number as usize).wrapping_sub(1))?;
        let is_partitioned = entry.rtekind == RTEKind::RTE_RELATION
            && entry.relkind as u8 == pg_sys::RELKIND_PARTITIONED_TABLE;
        is_partitioned.then_some(entry.relid)
    }

    /// Returns what a table has for a key that is one of its columns.
    fn found(&mut self, table: Oid, column: i16, key: usize) -> Found {
        if let Some(known) = self.known.get(&(table, column, key)) {
            return *known;
        }
        let pair = &self.pairs[key];
        let found = if let Some(bounds) = bounds(pair, table, column, key) {
            make::depend_on_function(self.statement, bounds.function);
            self.bounds.push(bounds);
            Found::Bounds(self.bounds.len() - 1)
        } else if let Some(index) = self.index(pair, table, column, key) {
            Found::Index(index)
        } else {
            Found::Nothing
        };
        self.known.insert((table, column, key), found);
        found
    }

    /// Returns the number of an index in the plan.
    fn number(&mut self, index: PlannedIndex) -> usize {
        self.indexes.iter().position(|known| *known == index).unwrap_or_else(|| {
            make::depend_on_function(self.statement, index.function);
            self.indexes.push(index);
            self.indexes.len() - 1
        })
    }

    fn index(&self, pair: &Pair<'_>, table: Oid, column: i16, key: usize) -> Option<PlannedIndex> {
        if self.hidden.any() {
            return None; // a filter tells which values hidden rows have
        }
        let (_, right) = catalog::operand_types(pair.operator);
        let (index, function) = index::of_table(table, column, (pair.operator, pair.collation), right)?;
        Some(PlannedIndex { key: key as i32, index, function })
    }
}

/// Describes the bounds of a table, if they tell where rows with a key are.
fn bounds(pair: &Pair<'_>, table: Oid, column: i16, key: usize) -> Option<PlannedBounds> {
    let of = PartitionKey::of(table)?;
    let is_hash = of.strategy == PartitionKey::HASH;
    let (left, right) = catalog::operand_types(pair.operator);
    let equality = if is_hash { pg_sys::HTEqualStrategyNumber } else { pg_sys::BTEqualStrategyNumber };
    let is_equality = of.columns.first() == Some(&column)
        && (!is_hash || of.columns.len() == 1)
        && is_built_in(of.family)
        && catalog::is_equality_of(pair.operator, of.family, equality)
        && left == of.input
        && pair.collation == of.collation;
    if !is_equality || !keeps_rows_in_place(&of) {
        return None;
    }
    let (types, number) = if is_hash {
        ((right, right), pg_sys::HASHEXTENDED_PROC)
    } else {
        ((of.input, right), pg_sys::BTORDER_PROC)
    };
    Some(PlannedBounds {
        key: key as i32,
        table,
        function: catalog::support_function(of.family, types, number)?,
        collation: of.collation,
        has_more_columns: of.columns.len() > 1,
    })
}

/// Returns whether a row is where its key belongs by the functions of today. The order of texts may have changed with
/// the library of their collation, and then today's plan finds rows in other partitions than the order says.
fn keeps_rows_in_place(key: &PartitionKey) -> bool {
    if key.collation != Oid::INVALID && !catalog::is_deterministic(key.collation) {
        return false;
    }
    let is_alone = if catalog::is_pseudo(key.input) {
        key.input == pg_sys::ANYENUMOID
    } else {
        matches!(catalog::inside(key.input), Inside::Nothing)
    };
    let is_ordered_by_collation = key.collation != Oid::INVALID && !catalog::sorts_by_bytes(key.collation)
        || key.input == pg_sys::JSONBOID; // under the default collation
    is_alone && !(key.strategy == PartitionKey::RANGE && is_ordered_by_collation)
}
