//! Merges two states of one build.

use super::edit::StateMut;
use super::expected::{Expected, Received};
use super::format::{Mode, PENDING, StateSize, at};
use super::growing::{self, Growth};
use super::table::most_entries;
use super::view::State;
use crate::cells::Cells;
use crate::error::{Error, Result};
use crate::hash::Hash;

impl<C: Cells> State<'_, C> {
    /// Returns the size of a state with all values of this and another one.
    fn merged_size(&self, other: &Self, expected: impl FnOnce() -> Expected) -> Result<StateSize> {
        self.common_element(other)?;
        let spec = self.spec().merged(other.spec())?;
        let merged_states = self.get(at::MERGED_STATES).saturating_add(other.get(at::MERGED_STATES));
        let (a, b) = (self.format, other.format);
        match (a.mode, b.mode) {
            (Mode::Exact, Mode::Exact) => {
                let more = 2 * PENDING as u64;
                let received = Received {
                    distinct: self.applied_count() + other.applied_count() + more,
                    rows: self.get(at::ROWS).saturating_add(other.get(at::ROWS)).saturating_add(more),
                };
                let larger = if a.size >= b.size { a } else { b };
                if received.distinct <= most_entries(larger.size) {
                    return Ok(StateSize { format: larger, spec, until: 0 });
                }
                Ok(larger.outgrown(received, spec, merged_states, expected()))
            }
            (Mode::Fixed, _) | (_, Mode::Fixed) => Ok(StateSize { format: a, spec, until: 0 }),
            _ => {
                let (mut bitmaps, mut values) = (Vec::new(), 0);
                for state in [self, other] {
                    if state.format.mode == Mode::Exact {
                        values += state.applied_count();
                    } else {
                        bitmaps.push(state.filled());
                    }
                }
                let stage = Growth::new(C::CELL, &spec, merged_states).merged(&bitmaps, values)?;
                Ok(a.growing(stage, spec))
            }
        }
    }
}

impl<C: Cells> StateMut<'_, C> {
    /// Adds all values of another state in place, or returns the size that a state with both needs.
    pub(super) fn merge(
        &mut self,
        other: &State<'_, C>,
        expected: impl FnOnce() -> Expected,
    ) -> Result<Option<StateSize>> {
        let size = self.as_state().merged_size(other, expected)?;
        if size.format != self.format {
            return Ok(Some(size));
        }
        self.set_limits(&size.spec, size.until);
        self.absorb(other).map(|()| None)
    }

    /// Adds all values of `from`; the body must be large enough for them.
    pub(super) fn absorb(&mut self, from: &State<'_, C>) -> Result<()> {
        let element = self.as_state().common_element(from)?;
        match (self.format.mode, from.format.mode) {
            (Mode::Exact, Mode::Exact) => {
                self.apply_counted(from.entries());
                self.add_to(at::ROWS, from.get(at::ROWS));
            }
            (_, Mode::Exact) => from.in_batches(|batch| self.apply(batch)),
            (Mode::Exact, _) => return Err(Error::Internal("a bitmap cannot be merged into a table")),
            _ => {
                let own = &mut self.bytes[self.format.body()..];
                if !own.len().is_multiple_of(from.body().len()) {
                    return Err(Error::Internal("a bitmap cannot be merged into a smaller one"));
                }
                C::fit_into(self.format.layout(), own, from.body());
                if self.format.mode == Mode::Fixed {
                    self.add_to(at::DISTINCT, from.get(at::DISTINCT));
                } else {
                    let state = self.as_state();
                    let bits_set = C::count_set(state.body());
                    let sum = state.get(at::DISTINCT).saturating_add(from.get(at::DISTINCT));
                    let distinct = growing::distinct_after_union(self.format.params(), bits_set, sum);
                    self.put(at::BITS_SET, bits_set);
                    self.put(at::DISTINCT, distinct);
                }
            }
        }
        self.set_element(element);
        let merged_states =
            self.as_state().get(at::MERGED_STATES).saturating_add(from.get(at::MERGED_STATES));
        self.put(at::MERGED_STATES, merged_states);
        let pending: Vec<Hash> = from.pending().collect();
        self.apply(&pending);
        Ok(())
    }
}
