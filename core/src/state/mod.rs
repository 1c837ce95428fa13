//! A filter being built, as one flat run of bytes that is updated in place.
//!
//! Flat, so that the state of an SQL aggregate can travel between processes as an ordinary value.
//! Hashes are first collected in a buffer and applied together: their memory accesses overlap, which
//! a bit-by-bit update between two rows of a query cannot have.
//!
//! A state is in one of three modes:
//!
//! * `Fixed`: the capacity is known; the body is the bitmap of the filter to be.
//! * `Exact`: the capacity is unknown; the body is a hash table of all distinct hashes. Finishing
//!   makes a filter of exactly the right size. It starts with no table at all (small groups stay
//!   small), which doubles as long as the budget lasts; see `table.rs`.
//! * `Growing`: more distinct values than the budget holds; the body is a bitmap larger than needed,
//!   unfolded as it fills and folded to fit at the end; see `growing.rs`.
//!
//! In place of bits there may be counters: then the table counts too, and values can be taken away again; see `forget.rs`.
//!
//! The caller owns the memory: when a state must grow, the operation says how long the new one is and
//! the caller hands in the room.

use crate::element::{Element, Family};
use crate::error::{Error, Result};
use crate::hash::Hash;
use crate::hashing::{Hashing, check_element};
use crate::scheme::Dialect;
use layout::{Layout, Mode, at, layout_for, layout_of};
use table::Table;

mod edit;
mod finished;
mod forget;
mod growing;
mod layout;
pub mod merging;
mod table;
#[cfg(test)]
mod tests;
mod validate;

pub use finished::Finished;
pub use forget::Forgotten;
pub use layout::{Plan, Room};

/// Hashes collected before they are applied.
const PENDING: usize = 128;

const MAGIC: [u8; 4] = *b"BLMS";
/// The hash that a table cannot tell from an empty slot.
const ZERO: Hash = Hash { h1: 0, h2: 0 };
const WHAT: &str = "bloom filter state";

/// A state that is only read.
#[derive(Debug, Clone, Copy)]
pub struct State<'a> {
    bytes: &'a [u8],
    layout: Layout,
}

/// A state that takes values.
#[derive(Debug)]
pub struct StateMut<'a> {
    bytes: &'a mut [u8],
    layout: Layout,
}

#[inline]
fn read<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    let mut field = [0; N];
    field.copy_from_slice(&bytes[at..at + N]);
    field
}

impl<'a> State<'a> {
    /// Looks at `bytes` as a state, in constant time.
    ///
    /// # Errors
    /// [`Error::Malformed`].
    pub fn new(bytes: &'a [u8]) -> Result<Self> {
        Ok(Self { bytes, layout: layout_of(bytes)? })
    }

    fn number(&self, at: usize) -> u64 {
        u64::from_le_bytes(read(self.bytes, at))
    }

    fn fpp(&self) -> f64 {
        f64::from_le_bytes(read(self.bytes, at::FPP))
    }

    fn pending_len(&self) -> usize {
        usize::from(u16::from_le_bytes(read(self.bytes, at::PENDING)))
    }

    fn pending(&self) -> impl Iterator<Item = Hash> + use<'a> {
        let buffer = &self.bytes[at::BUFFER..at::BODY];
        buffer.as_chunks().0[..self.pending_len()].iter().map(|bytes| Hash::from_bytes(*bytes))
    }

    fn body(&self) -> &'a [u8] {
        &self.bytes[at::BODY..]
    }

    /// The table of an exact state.
    fn table(&self) -> Table<'a> {
        Table::new(self.body(), self.layout)
    }

    /// All distinct hashes of an exact state that have been applied, and how often each.
    fn entries(&self) -> impl Iterator<Item = (Hash, u32)> + use<'a> {
        let zeros = u32::from(self.bytes[at::ZEROS]);
        (zeros > 0).then_some((ZERO, zeros)).into_iter().chain(self.table().entries())
    }

    /// What the state holds.
    #[must_use]
    pub fn element(&self) -> Element {
        element_of(self.bytes)
    }

    /// How the values of the build are hashed: by its dialect, as what it holds.
    #[must_use]
    pub fn hashing(&self) -> Hashing {
        let own = self.plan().dialect.hashing();
        Hashing { element: own.holding(self.element()), ..own }
    }

    /// What was asked of the build.
    #[must_use]
    pub fn plan(&self) -> Plan {
        let capacity = self.number(at::CAPACITY);
        Plan {
            cell: self.layout.cell,
            dialect: layout::dialect_of(self.bytes).unwrap_or(Dialect::DEFAULT),
            capacity: (capacity > 0).then_some(capacity),
            fpp: self.fpp(),
            budget: self.number(at::BUDGET),
            shares: u16::from_le_bytes(read(self.bytes, at::SHARES)),
        }
    }

    /// Distinct values of an exact state that have been applied.
    fn applied_count(&self) -> u64 {
        self.number(at::DISTINCT) + u64::from(self.bytes[at::ZEROS] > 0)
    }

    /// The element of this and another state, either of which may have none yet.
    fn common_element(&self, other: &Self) -> Result<Element> {
        let (own, theirs) = (self.element(), other.element());
        if theirs.family == Family::None {
            return Ok(own);
        }
        check_element(own, theirs).map(|()| theirs)
    }

    /// The room for one state with all values of this and another one.
    ///
    /// # Errors
    /// [`Error::ElementMismatch`], [`Error::ArgumentChanged`] if the two were planned differently, [`Error::WrongState`]
    /// if one counts.
    pub fn merged_room(&self, other: &Self) -> Result<Room> {
        self.common_element(other)?;
        let (plan, theirs) = (self.plan(), other.plan());
        if plan.cell != theirs.cell {
            return Err(Error::WrongState);
        }
        if plan.dialect != theirs.dialect {
            return Err(changed_scheme(plan.dialect, theirs.dialect));
        }
        if plan.capacity != theirs.capacity || plan.fpp != theirs.fpp {
            return Err(changed(&plan, theirs.capacity.map(|capacity| capacity as i64), theirs.fpp));
        }
        let (a, b) = (self.layout, other.layout);
        Ok(Room(match (a.mode, b.mode) {
            (Mode::Exact, Mode::Exact) => {
                let most = self.applied_count() + other.applied_count() + 2 * PENDING as u64;
                layout_for(most, &self.plan(), a)
            }
            (Mode::Exact, _) => b,
            (_, Mode::Exact) => a,
            _ => {
                if a.size >= b.size {
                    a
                } else {
                    b
                }
            }
        }))
    }
}

fn element_of(bytes: &[u8]) -> Element {
    Element {
        family: Family::from_code(bytes[at::FAMILY]).unwrap_or(Family::None),
        tag: u64::from_le_bytes(read(bytes, at::TAG)),
        environment: u32::from_le_bytes(read(bytes, at::ENVIRONMENT)),
    }
}

/// The error for another scheme than the one that the build was planned with.
#[cold]
fn changed_scheme(first: Dialect, later: Dialect) -> Error {
    Error::ArgumentChanged { name: "scheme", first: first.to_string(), later: later.to_string() }
}

/// The error for arguments other than those that the build was planned with.
#[cold]
fn changed(plan: &Plan, capacity: Option<i64>, fpp: f64) -> Error {
    let first = plan.capacity.map(|capacity| capacity as i64);
    if first == capacity {
        let (first, later) = (plan.fpp.to_string(), fpp.to_string());
        return Error::ArgumentChanged { name: "fpp", first, later };
    }
    let show = |capacity: Option<i64>| capacity.map_or("NULL".into(), |capacity| capacity.to_string());
    Error::ArgumentChanged { name: "capacity", first: show(first), later: show(capacity) }
}
