//! Partitions that a join need not read.
//!
//! When the filter of a join is complete, its keys are known, if they are not too many. A partition that can have
//! none of them has no row with a partner, so its scan need not begin.
//!
//! For example, `sales` is partitioned by month of `day`, and `SELECT * FROM sales JOIN holidays USING (day) WHERE
//! country = 'FR'` runs with `bloom_rs.screen_joins = on`:
//!
//! 1. [`plan`] finds `sales` above the scans of its 84 partitions: its partition key is `day`, a key of the join,
//!    and the join's `=` is that of the partition key. This goes into the [description](super::description).
//! 2. When the query starts, [`start`] opens the [`bounds`] of `sales`, and puts a gate before each scan: [`leaf`].
//! 3. The join fetches a first row of `sales`. No key is known: the gate of the first partition lets it through.
//! 4. The join reads `holidays` through the node [`Bloom Screen`](super::node), which keeps the distinct
//!    [keys](super::keys): 11 days in 7 months.
//! 5. The join asks for the next row. The first partition's gate finds its month among those 7 or not; if not, it
//!    says that there are no more rows. So do the gates of 77 partitions, whose files are not even opened.
//!
//! # No row is lost
//!
//! [`super`] says why rows of a scan may be missing whose key is not that of any inner row. Here these are all rows
//! of a scan, as
//!
//! 1. all keys of the inner side are there, by the same rule as for the filter: [`Build::usable_keys`], asked anew each
//!    time that a scan is to be skipped.
//! 2. The operator of the join is the equality of the partition key's operator family, with its input type and its
//!    collation. A row is in the partition that this equality says, and its key is equal to a key of the inner side,
//!    or it has no partner. Keys of another type go through the functions of the family, and are never cast.
//! 3. The bounds are those that the server uses: of a table in the query's range table, which is locked, as are its
//!    partitions. So no partition of the plan gets other bounds, and no value of a default partition moves.
//! 4. Rows that the snapshot sees were in their partition under these bounds: all of them were there when the
//!    snapshot was taken. It would otherwise see rows that were deleted before a partition was attached.
//! 5. An index of access method `bloom_skip` says *no* only if no row that the snapshot sees has the value; its
//!    equality and collation are the join's.
//!
//! Where groups of rows have to stay whole, rows of a key that is not there could be skipped in one partition, and pass
//! the filter by a false positive in another one: of an index, of bounds of several columns or of another level, or of
//! another table of a UNION ALL. So rows are tested by the hashes of all keys, too. Those of numbers have 64 bits; by
//! other keys, nothing is skipped.
//!
//! Under SERIALIZABLE, a scan that is skipped by bounds locks nothing: a row that could join would have to be
//! written into a partition that is read. A probe locks the index.
//!
//! # Secrets
//!
//! Bounds tell nothing of the rows in a partition. An index does, so none is probed where a statement hides rows.
//! Where a view hides rows, it may be keys of the inner side that are hidden, and nothing is skipped.

mod bounds;
mod explain;
mod index;
mod leaf;
mod plan;
mod start;

pub use plan::{Finder, Parents};
pub use start::{connect, prepare};

use super::node::Build;
use crate::pg::list::List;
use bounds::Bounds;
use leaf::Leaf;
use pgrx::pg_sys::Oid;

/// What is known of the partitions that the scans of one filter read.
pub struct Partitions {
    build: *mut Build,
    bounds: List<Bounds>,
    /// The indexes of the partitioned tables, for EXPLAIN.
    indexes: List<Oid>,
    /// The scans that may be skipped.
    leaves: List<*mut Leaf>,
}
