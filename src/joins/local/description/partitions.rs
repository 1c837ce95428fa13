//! What can be skipped, as a part of the description of a filter in a plan.

use super::numbers::{flag, number, oid, read_all, write_all};
use pgrx::pg_sys::Oid;

/// What tells which partitions have none of the keys.
#[derive(Default)]
pub struct PlannedPartitions {
    pub bounds: Vec<PlannedBounds>,
    pub indexes: Vec<PlannedIndex>,
}

/// The bounds of a partitioned table, whose first column is a key of the join.
pub struct PlannedBounds {
    /// The number of the key.
    pub key: i32,
    pub table: Oid,
    /// The function that compares bounds with keys, or hashes keys, and its collation.
    pub function: Oid,
    pub collation: Oid,
    /// Whether the partition key has more columns.
    pub has_more_columns: bool,
}

/// An index of a partitioned table on a key of the join.
#[derive(Clone, Copy, PartialEq)]
pub struct PlannedIndex {
    pub key: i32,
    pub index: Oid,
    /// The function that hashes keys as the index hashes the values of its column.
    pub function: Oid,
}

/// The leaf index of a scan's table.
#[derive(Clone)]
pub struct PlannedLeafIndex {
    /// The number of the index above it.
    pub number: i32,
    pub index: Oid,
}

/// A partition that a scan is below, or that it is of.
#[derive(Clone)]
pub struct PlannedLevel {
    /// The number of the bounds.
    pub bounds: i32,
    pub partition: Oid,
}

impl PlannedPartitions {
    /// Returns whether a key is of use.
    pub fn use_key(&self, key: usize) -> bool {
        let key = key as i32;
        self.bounds.iter().any(|bounds| bounds.key == key)
            || self.indexes.iter().any(|index| index.key == key)
    }

    pub fn write(&self, to: &mut Vec<i32>) {
        write_all(&self.bounds, to, |bounds, to| {
            let oids = [bounds.table, bounds.function, bounds.collation];
            to.push(bounds.key);
            to.extend(oids.map(|oid| oid.to_u32().cast_signed()));
            to.push(bounds.has_more_columns.into());
        });
        write_all(&self.indexes, to, |index, to| {
            to.push(index.key);
            to.extend([index.index, index.function].map(|oid| oid.to_u32().cast_signed()));
        });
    }

    pub fn read(from: &mut impl Iterator<Item = i32>) -> Self {
        let bounds = read_all(from, |from| PlannedBounds {
            key: number(from),
            table: oid(from),
            function: oid(from),
            collation: oid(from),
            has_more_columns: flag(from),
        });
        let indexes =
            read_all(from, |from| PlannedIndex { key: number(from), index: oid(from), function: oid(from) });
        Self { bounds, indexes }
    }
}

impl PlannedLevel {
    pub fn write(&self, to: &mut Vec<i32>) {
        to.extend([self.bounds, self.partition.to_u32().cast_signed()]);
    }

    pub fn read(from: &mut impl Iterator<Item = i32>) -> Self {
        Self { bounds: number(from), partition: oid(from) }
    }
}

impl PlannedLeafIndex {
    pub fn write(&self, to: &mut Vec<i32>) {
        to.extend([self.number, self.index.to_u32().cast_signed()]);
    }

    pub fn read(from: &mut impl Iterator<Item = i32>) -> Self {
        Self { number: number(from), index: oid(from) }
    }
}
