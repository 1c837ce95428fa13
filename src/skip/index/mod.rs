//! The access method `bloom_skip`: an index that says whether a partition may have a value.
//!
//! `CREATE INDEX ON events USING bloom_skip (user_id)` makes an index for each leaf partition. Its file is
//! one split-block filter (`bloom_core::index`, `docs/FORMAT.md`): the server keeps it, copies it to
//! standbys, builds it in a restore, and drops it with the partition. Tests: `tests/sql/42_skip_index.sql`,
//! `tests/isolation/specs/skip_index_*`, `tests/e2e/skip_index*.sh`.
//!
//! # States
//!
//! | state | an addition | a probe |
//! |---|---|---|
//! | *open* | reads the state, and goes | says *maybe* |
//! | *building* | sets its bits in the current filter, if any, and in the next | reads the current one |
//! | *built* | sets its bits in the filter | reads the filter |
//!
//! # An example
//!
//! A row is added beside a build, and a query looks for its value, 7. Time goes down.
//!
//! | writer | VACUUM | query |
//! |---|---|---|
//! | puts the row into the table | | |
//! | reads *open*: sets nothing | | |
//! | | writes *building*, then reads how many pages the table has | |
//! | | scans them: finds the row, which is not committed | |
//! | commits | | |
//! | | sets the bits of 7, writes *built* | |
//! | | | takes its snapshot, which shows the row |
//! | | | reads *built*; the bits are set: *maybe* |
//!
//! If the writer puts his row into the table after the scan has passed its page, he reads the state after
//! that, so *building* or *built*, and sets the bits himself before he commits.
//!
//! # Why no row is lost
//!
//! A probe says *no* only if its filter has the value of no version that the query's snapshot may see:
//!
//! 1. `heap_insert`, `heap_multi_insert` and `heap_update` put a version into the table, and then the
//!    executor calls `aminsert` ([`insert`]), which reads the state each time. A session that knows the
//!    filter reads it from the page of the value, which has a mark while another filter is built. Only a HOT
//!    update calls no `aminsert`; its version has the key of the version before it.
//! 2. A build ([`build`]) writes *building* under the metapage's exclusive lock, and marks the pages of the
//!    current filter under theirs. Then it begins its scan, which reads the number of pages of the table
//!    after that.
//! 3. So whoever read the state before had put his version into the table before the scan began. Whoever
//!    reads it later finds the new filter, and sets his bits there before he commits. If the bits were clear
//!    under the share lock, the state is read again under the exclusive one.
//! 4. The scan ([`versions`]) is of our own, by `SnapshotAny`, and takes every version, also those that are
//!    HOT-updated or deleted. `table_index_build_range_scan` would skip a HOT-updated version when its
//!    successor lies behind the scan.
//! 5. Some member of each HOT chain is on its page when the scan comes there. The scan's pin forbids pruning,
//!    and it visits every line pointer. The members that are added later have the same key.
//! 6. Chains that were broken before CREATE INDEX have all their keys in the filter, too. `indcheckxmin` is
//!    respected all the same.
//! 7. Versions that `HeapTupleSatisfiesVacuum` calls dead are left out, as what they have in the TOAST table
//!    may be gone. No snapshot of this server sees them. One on a standby may, so the metapage has the number
//!    before which transactions must have ended for the snapshot (`horizon`). A key out of line is fetched
//!    while the page of its live version is locked; of other versions it may vanish, so then the build gives
//!    up.
//! 8. *Already set* is read under the page's share lock. So whoever set these bits has their record in WAL,
//!    before this transaction's commit.
//! 9. To end a build, its bits are set in the pages, the pages of the old filter are taken from it, and then
//!    the metapage names the new one. Each page has the number of its build. A session that remembers an old
//!    place finds another number, and reads the metapage anew. An addition that finds another number leaves
//!    the value to the build that took the page, which began later than the state was read.
//! 10. SERIALIZABLE: a probe takes its predicate lock on the index before it reads. An addition looks for
//!     such locks after its bits are set, whether they were set before or not, in every state. So one of the
//!     two sees the other.
//! 11. Rows have no operator class: `ALTER TYPE ... ADD ATTRIBUTE` keeps the index, and changes the hashes.
//! 12. CREATE INDEX CONCURRENTLY adds the versions that a later snapshot sees, by `aminsert`. Versions that
//!     were added and deleted before that are in no filter, so [`vacuum::bulk_delete`], which it calls
//!     before, raises the horizon.
//!
//! The snapshot of a query is taken before it probes, so whatever it sees was in the table, and committed,
//! before the filter was read. While a query is planned nothing is probed.

#![allow(unsafe_code)]

mod build;
pub mod copied;
mod filling;
mod functions;
mod insert;
pub mod key;
pub mod leaves;
mod meta;
mod options;
pub mod probe;
pub mod routine;
mod vacuum;
mod validate;
mod versions;

pub use options::install;
pub use probe::Probes;
