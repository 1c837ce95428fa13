//! How a plan describes a filter: a list of numbers, which is copied and sent to parallel workers with the plan.

mod numbers;
mod partitions;

pub use partitions::{PlannedBounds, PlannedIndex, PlannedLeafIndex, PlannedLevel, PlannedPartitions};

use super::key::{JoinKey, KeyKind};
use crate::pg::list;
use crate::pg::memory::Memory;
use crate::pg::tree::{Numbers, make};
use numbers::{flag, number, oid, read_all, write_all};
use pgrx::pg_sys::{List, Oid};

/// The description of a filter in a plan.
pub struct Description {
    /// The number of the node that builds the filter, if this one only hands it to the workers of the Gather above it;
    /// otherwise 0.
    pub source: i32,
    /// Whether it is tested always.
    pub always: bool,
    /// Whether the numbers of tested rows are counted. They are not where the statement hides rows from its user.
    pub counts: bool,
    /// Whether the join's own table has the hashes of the keys.
    pub takes: bool,
    /// Number of keys that are expected.
    pub expected: f64,
    /// Number of bytes of keys up to which it is built, unless it is tested always.
    pub most_bytes: f64,
    /// The keys of the inner side, as columns of the Hash node's input.
    pub keys: Vec<PlannedKey>,
    pub partitions: PlannedPartitions,
    pub scans: Vec<PlannedScan>,
}

/// A key of a filter, or of a scan that tests it.
#[derive(Debug, Clone, Copy)]
pub struct PlannedKey {
    /// The column, from 1 on.
    pub column: i16,
    /// The column of the table, for EXPLAIN; 0 if it is not known.
    pub name: i16,
    pub operator: Oid,
    pub function: Oid,
    pub collation: Oid,
}

/// A scan that is screened.
#[derive(Clone)]
pub struct PlannedScan {
    /// The number of the scan's node in the plan, and that of its table.
    pub node: i32,
    pub table: u32,
    /// The number of the node that hands the filter to it and to the workers; 0 if the scan is not below a Gather.
    pub receiver: i32,
    /// Whether the keys are columns of the table, and not of the node's output.
    pub of_table: bool,
    /// Whether the conditions of the scan may come after the test.
    pub early: bool,
    /// Whether all rows with a key are dropped or none.
    pub whole_groups: bool,
    pub costs: PlannedCosts,
    pub keys: Vec<PlannedKey>,
    pub levels: Vec<PlannedLevel>,
    pub indexes: Vec<PlannedLeafIndex>,
    /// The numbers of the keys for which its table has a btree index, and of those for which it has one of BRIN, which
    /// name blocks.
    pub btree: Vec<i32>,
    pub brin: Vec<i32>,
}

/// What is known of the costs of a scan and of its test when the plan is made.
#[derive(Debug, Clone, Copy, Default)]
pub struct PlannedCosts {
    /// What the conditions of the scan cost, in operators; 0 if it has none.
    pub operators: i32,
    /// The last column that they read.
    pub last_column: i32,
    /// Share of the rows that they keep.
    pub kept: f32,
    /// Length of the keys that are hashed.
    pub width: i32,
    /// Number of joins that a row passes if it is not dropped.
    pub joins: i32,
}

impl Description {
    /// Writes the description as the numbers of a plan.
    pub fn to_list(&self) -> *mut List {
        let mut all = Vec::new();
        self.write(&mut all);
        make::numbers(all)
    }

    /// Returns whether the values of a key are of use, and not only the filter.
    pub fn uses_key(&self, key: usize) -> bool {
        self.partitions.use_key(key) || self.scans.iter().any(|scan| scan.names_blocks(key as i32))
    }

    fn write(&self, to: &mut Vec<i32>) {
        to.extend([
            self.source,
            self.always.into(),
            self.counts.into(),
            self.takes.into(),
            self.expected as i32,
            kilobytes(self.most_bytes),
        ]);
        write_all(&self.keys, to, PlannedKey::write);
        self.partitions.write(to);
        write_all(&self.scans, to, PlannedScan::write);
    }

    /// Reads what [`Self::to_list`] wrote; what is missing is zero.
    pub fn read(numbers: Numbers<'_>) -> Self {
        let from = &mut numbers.iter();
        Self {
            source: number(from),
            always: flag(from),
            counts: flag(from),
            takes: flag(from),
            expected: number(from).into(),
            most_bytes: f64::from(number(from)) * 1024.0,
            keys: read_all(from, PlannedKey::read),
            partitions: PlannedPartitions::read(from),
            scans: read_all(from, PlannedScan::read),
        }
    }
}

impl PlannedKey {
    /// Prepares keys to be hashed, in a list in `memory`.
    pub fn prepare(planned: &[Self], memory: Memory) -> list::List<JoinKey> {
        let mut keys = list::List::with_capacity(memory, planned.len());
        let kind = |key: &Self| KeyKind::of(key.operator, key.function);
        // If one is hashed by a function, all are, as the join does it.
        let is_hashed = planned.iter().any(|key| kind(key) == KeyKind::Hashed);
        for key in planned {
            let kind = if is_hashed { KeyKind::Hashed } else { kind(key) };
            keys.push(JoinKey::new(key.column, kind, (key.function, key.collation), memory));
        }
        keys
    }

    fn write(&self, to: &mut Vec<i32>) {
        let oid = |oid: Oid| oid.to_u32().cast_signed();
        to.extend([self.column, self.name].map(i32::from));
        to.extend([self.operator, self.function, self.collation].map(oid));
    }

    fn read(from: &mut impl Iterator<Item = i32>) -> Self {
        let (column, name) = (number(from) as i16, number(from) as i16);
        Self { column, name, operator: oid(from), function: oid(from), collation: oid(from) }
    }
}

impl PlannedScan {
    /// Returns whether it may be skipped and groups of its rows have to stay whole.
    pub fn skips_groups(&self) -> bool {
        self.whole_groups && !(self.levels.is_empty() && self.indexes.is_empty())
    }

    /// Returns whether its table has an index that names the blocks of a key.
    fn names_blocks(&self, key: i32) -> bool {
        self.btree.contains(&key) || self.brin.contains(&key)
    }

    fn write(&self, to: &mut Vec<i32>) {
        to.extend([self.node, self.table.cast_signed(), self.receiver]);
        to.extend([self.of_table, self.early, self.whole_groups].map(i32::from));
        self.costs.write(to);
        write_all(&self.keys, to, PlannedKey::write);
        write_all(&self.levels, to, PlannedLevel::write);
        write_all(&self.indexes, to, PlannedLeafIndex::write);
        write_all(&self.btree, to, |key, to| to.push(*key));
        write_all(&self.brin, to, |key, to| to.push(*key));
    }

    fn read(from: &mut impl Iterator<Item = i32>) -> Self {
        Self {
            node: number(from),
            table: number(from).cast_unsigned(),
            receiver: number(from),
            of_table: flag(from),
            early: flag(from),
            whole_groups: flag(from),
            costs: PlannedCosts::read(from),
            keys: read_all(from, PlannedKey::read),
            levels: read_all(from, PlannedLevel::read),
            indexes: read_all(from, PlannedLeafIndex::read),
            btree: read_all(from, number),
            brin: read_all(from, number),
        }
    }
}

impl PlannedCosts {
    fn write(&self, to: &mut Vec<i32>) {
        let kept = self.kept.to_bits().cast_signed();
        to.extend([self.operators, self.last_column, kept, self.width, self.joins]);
    }

    fn read(from: &mut impl Iterator<Item = i32>) -> Self {
        Self {
            operators: number(from),
            last_column: number(from),
            kept: f32::from_bits(number(from).cast_unsigned()),
            width: number(from),
            joins: number(from),
        }
    }
}

fn kilobytes(bytes: f64) -> i32 {
    (bytes / 1024.0) as i32
}
