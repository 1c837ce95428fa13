//! Read-only states.

use super::build_spec::BuildSpec;
use super::format::{Format, PENDING, at, format_of, options_of};
use super::growing::{Filled, Stage};
use super::table::Table;
use crate::cells::Cells;
use crate::cells::counters::SATURATED;
use crate::element::{ElementType, Family};
use crate::error::Result;
use crate::field::{Field, Value};
use crate::hash::Hash;
use crate::interrupt::{Meter, POSITIONS};
use crate::scheme::{HashSpec, SchemeOptions, check_element};
use std::marker::PhantomData;

/// The hash that looks like an empty slot of a table.
pub(super) const ZERO: Hash = Hash { h1: 0, h2: 0 };

/// Read-only state of a build, for a filter with cells `C`.
#[derive(Debug, Clone, Copy)]
pub struct State<'a, C> {
    pub(super) bytes: &'a [u8],
    pub(super) format: Format,
    pub(super) marker: PhantomData<C>,
}

impl<'a, C: Cells> State<'a, C> {
    /// Reads `bytes` as a state, in constant time.
    ///
    /// # Errors
    /// [`crate::Error::Malformed`]; [`crate::Error::WrongState`] if the state has cells of another kind.
    pub fn new(bytes: &'a [u8]) -> Result<Self> {
        Ok(Self { bytes, format: format_of::<C>(bytes)?, marker: PhantomData })
    }

    #[inline]
    pub(super) fn get<T: Value>(&self, field: Field<T>) -> T {
        field.get(self.bytes)
    }

    pub(super) fn pending_len(&self) -> usize {
        self.get(at::PENDING).into()
    }

    pub(super) fn pending(&self) -> impl Iterator<Item = Hash> + use<'a, C> {
        let buffer = &self.bytes[self.format.buffer()..self.format.body()];
        buffer.as_chunks().0[..self.pending_len()].iter().map(|bytes| Hash::from_bytes(*bytes))
    }

    pub(super) fn body(&self) -> &'a [u8] {
        &self.bytes[self.format.body()..]
    }

    /// Returns the table of an exact state.
    pub(super) fn table(&self) -> Table<'a> {
        Table::new(self.body(), self.format.size)
    }

    /// Returns all distinct hashes that were applied to an exact state, with their counts.
    pub(super) fn entries(&self) -> impl Iterator<Item = (Hash, u32)> + use<'a, C> {
        let zeros = u32::from(self.get(at::ZEROS));
        (zeros > 0).then_some((ZERO, zeros)).into_iter().chain(self.table().entries())
    }

    /// Passes on the hashes of an exact state in batches, each as often as it was added.
    pub(super) fn in_batches(&self, mut take: impl FnMut(&[Hash])) {
        let (mut batch, mut meter) = (Vec::with_capacity(PENDING), Meter::new(POSITIONS));
        for (hash, times) in self.entries() {
            // A counter saturates: higher counts make no difference.
            for _ in 0..times.min(u32::from(SATURATED)) {
                batch.push(hash);
                meter.done(self.format.hashes.into());
                if batch.len() == PENDING {
                    take(&batch);
                    batch.clear();
                }
            }
        }
        take(&batch);
    }

    /// Returns the element type of the values.
    #[must_use]
    pub fn element(&self) -> ElementType {
        held_element(self.bytes)
    }

    /// Returns how values are hashed: by the options of the build and its element type.
    #[must_use]
    pub fn hashing(&self) -> HashSpec {
        let own = self.spec().options.hashing();
        HashSpec { element: own.holding(self.element()), ..own }
    }

    /// Returns the arguments of the build.
    #[must_use]
    pub fn spec(&self) -> BuildSpec {
        let capacity = self.get(at::CAPACITY);
        BuildSpec {
            options: options_of(self.bytes).unwrap_or(SchemeOptions::DEFAULT),
            capacity: (capacity > 0).then_some(capacity),
            fpp: self.get(at::FPP),
            budget: self.get(at::BUDGET),
            expected_states: self.get(at::EXPECTED_STATES),
        }
    }

    /// Returns the applied values: distinct ones of an exact state, all of a known capacity in counters.
    pub(super) fn applied_count(&self) -> u64 {
        self.get(at::DISTINCT) + u64::from(self.get(at::ZEROS) > 0)
    }

    /// Returns the bitmap of a growing state.
    pub(super) fn filled(&self) -> Filled {
        let stage = Stage { bits: self.format.size, until: self.get(at::BITS_UNTIL) };
        Filled { stage, set: self.get(at::BITS_SET) }
    }

    /// Returns the common element type of this and another state; either may be untyped.
    pub(super) fn common_element(&self, other: &Self) -> Result<ElementType> {
        let (own, theirs) = (self.element(), other.element());
        if theirs.family == Family::None {
            return Ok(own);
        }
        check_element(own, theirs).map(|()| theirs)
    }
}

pub(super) fn held_element(bytes: &[u8]) -> ElementType {
    ElementType {
        family: Family::from_code(at::FAMILY.get(bytes)).unwrap_or(Family::None),
        tag: at::TAG.get(bytes),
        environment: at::ENVIRONMENT.get(bytes),
    }
}
