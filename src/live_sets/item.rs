//! Values to be looked up in a set or added to it.

use crate::error::Result;
use crate::functions::shard::shard_hash;
use bloom_core::element::ElementType;
use bloom_core::filter::shard::ShardHash;
use bloom_core::hash::{Hash, SEED};
use bloom_core::scheme::ValueHash;

/// What the filters of a set need to know of a value.
#[derive(Debug, Clone, Copy)]
pub struct Item {
    pub element: ElementType,
    pub hash: Hash,
    pub shard: ShardHash,
}

impl Item {
    /// Hashes a value by its canonical bytes.
    ///
    /// # Errors
    /// 0A000 for an enum.
    pub fn new(element: ElementType, canonical: &[u8]) -> Result<Self> {
        Ok(Self { element, hash: Hash::of(canonical, SEED), shard: shard_hash(element, canonical)? })
    }

    /// Returns the number of the value's row in a layer of so many rows.
    ///
    /// # Errors
    /// 22023 if there are no rows.
    pub fn row(&self, rows: i32) -> Result<i32> {
        Ok(self.shard.shard(rows)?)
    }

    pub fn value_hash(&self) -> ValueHash {
        ValueHash { element: self.element, hash: self.hash }
    }
}
