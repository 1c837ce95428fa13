//! States that are only read.

use super::layout::{Layout, PENDING, at, dialect_of, layout_of, read};
use super::plan::Plan;
use super::table::Table;
use crate::cells::Cells;
use crate::counters::SATURATED;
use crate::dialect::Dialect;
use crate::element::{Element, Family};
use crate::error::Result;
use crate::hash::Hash;
use crate::hashing::{Hashing, check_element};
use crate::interrupt::{Meter, POSITIONS};
use std::marker::PhantomData;

/// The hash that a table cannot tell from an empty slot.
pub(super) const ZERO: Hash = Hash { h1: 0, h2: 0 };

/// A state that is only read, of a build of a filter of such cells.
#[derive(Debug, Clone, Copy)]
pub struct State<'a, C> {
    pub(super) bytes: &'a [u8],
    pub(super) layout: Layout,
    pub(super) kind: PhantomData<C>,
}

impl<'a, C: Cells> State<'a, C> {
    /// Looks at `bytes` as a state, in constant time.
    ///
    /// # Errors
    /// [`crate::Error::Malformed`]; [`crate::Error::WrongState`] if it is for other cells.
    pub fn new(bytes: &'a [u8]) -> Result<Self> {
        Ok(Self { bytes, layout: layout_of::<C>(bytes)?, kind: PhantomData })
    }

    pub(super) fn number(&self, at: usize) -> u64 {
        u64::from_le_bytes(read(self.bytes, at))
    }

    pub(super) fn small_number(&self, at: usize) -> u16 {
        u16::from_le_bytes(read(self.bytes, at))
    }

    pub(super) fn fpp(&self) -> f64 {
        f64::from_le_bytes(read(self.bytes, at::FPP))
    }

    pub(super) fn pending_len(&self) -> usize {
        self.small_number(at::PENDING).into()
    }

    pub(super) fn pending(&self) -> impl Iterator<Item = Hash> + use<'a, C> {
        let buffer = &self.bytes[at::BUFFER..at::BODY];
        buffer.as_chunks().0[..self.pending_len()].iter().map(|bytes| Hash::from_bytes(*bytes))
    }

    pub(super) fn body(&self) -> &'a [u8] {
        &self.bytes[at::BODY..]
    }

    /// The table of an exact state.
    pub(super) fn table(&self) -> Table<'a> {
        Table::new(self.body(), self.layout.size)
    }

    /// All distinct hashes of an exact state that have been applied, and how often each.
    pub(super) fn entries(&self) -> impl Iterator<Item = (Hash, u32)> + use<'a, C> {
        let zeros = u32::from(self.bytes[at::ZEROS]);
        (zeros > 0).then_some((ZERO, zeros)).into_iter().chain(self.table().entries())
    }

    /// Hands on the hashes of an exact state, each as often as it came, many at a time.
    pub(super) fn in_batches(&self, mut take: impl FnMut(&[Hash])) {
        let (mut batch, mut meter) = (Vec::with_capacity(PENDING), Meter::new(POSITIONS));
        for (hash, times) in self.entries() {
            // More than fill a counter make no difference.
            for _ in 0..times.min(u32::from(SATURATED)) {
                batch.push(hash);
                meter.done(self.layout.hashes.into());
                if batch.len() == PENDING {
                    take(&batch);
                    batch.clear();
                }
            }
        }
        take(&batch);
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
            dialect: dialect_of(self.bytes).unwrap_or(Dialect::DEFAULT),
            capacity: (capacity > 0).then_some(capacity),
            fpp: self.fpp(),
            budget: self.number(at::BUDGET),
            shares: self.small_number(at::SHARES),
        }
    }

    /// Distinct values of an exact state that have been applied; all values in counters of a known capacity.
    pub(super) fn applied_count(&self) -> u64 {
        self.number(at::DISTINCT) + u64::from(self.bytes[at::ZEROS] > 0)
    }

    /// The element of this and another state, either of which may have none yet.
    pub(super) fn common_element(&self, other: &Self) -> Result<Element> {
        let (own, theirs) = (self.element(), other.element());
        if theirs.family == Family::None {
            return Ok(own);
        }
        check_element(own, theirs).map(|()| theirs)
    }
}

pub(super) fn element_of(bytes: &[u8]) -> Element {
    Element {
        family: Family::from_code(bytes[at::FAMILY]).unwrap_or(Family::None),
        tag: u64::from_le_bytes(read(bytes, at::TAG)),
        environment: u32::from_le_bytes(read(bytes, at::ENVIRONMENT)),
    }
}
