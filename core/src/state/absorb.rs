//! Two states of one build becoming one.

use super::edit::StateMut;
use super::growing::{self, Filled};
use super::layout::{Layout, Mode, PENDING, Room, at};
use super::view::State;
use crate::cells::Cells;
use crate::error::{Error, Result};
use crate::hash::Hash;

impl<C: Cells> State<'_, C> {
    /// The room for one state with all values of this and another one.
    ///
    /// # Errors
    /// [`Error::ElementMismatch`], [`Error::ArgumentChanged`] if the two were planned differently.
    pub fn merged_room(&self, other: &Self) -> Result<Room> {
        self.common_element(other)?;
        let plan = self.plan().merged(other.plan())?;
        let parts = self.small_number(at::PARTS).saturating_add(other.small_number(at::PARTS));
        let (a, b) = (self.layout, other.layout);
        let layout = match (a.mode, b.mode) {
            (Mode::Exact, Mode::Exact) => {
                let most = self.applied_count() + other.applied_count() + 2 * PENDING as u64;
                let larger = if a.size >= b.size { a } else { b };
                larger.with_entries(most, &plan, parts)
            }
            (Mode::Fixed, _) | (_, Mode::Fixed) => a,
            _ => {
                let (mut bitmaps, mut values) = (Vec::new(), 0);
                for state in [self, other] {
                    if state.layout.mode == Mode::Exact {
                        values += state.applied_count();
                    } else {
                        bitmaps.push(Filled {
                            bits: state.layout.size,
                            set: state.number(at::BITS_SET),
                            before: state.number(at::BITS_BEFORE),
                        });
                    }
                }
                let size = growing::merged_size(C::CELL, &plan, parts, &bitmaps, values);
                Layout { mode: Mode::Growing, size, ..a }
            }
        };
        Ok(Room { layout, plan })
    }

    /// Copies this state into `room`, which [`StateMut::push`] asked for.
    ///
    /// # Errors
    /// [`Error::Internal`] if `bytes` are not zeroed bytes of that length.
    pub fn grow_into(&self, bytes: &mut [u8], room: Room) -> Result<()> {
        StateMut::without_values(bytes, room)?.absorb(self)
    }

    /// Copies this state and another one into the room that [`State::merged_room`] said.
    ///
    /// # Errors
    /// Those of [`State::merged_room`] and [`State::grow_into`].
    pub fn merge_into(&self, other: &Self, bytes: &mut [u8], room: Room) -> Result<()> {
        let mut merged = StateMut::without_values(bytes, room)?;
        merged.absorb(self)?;
        merged.absorb(other)
    }
}

impl<C: Cells> StateMut<'_, C> {
    /// Adds all values of another state, if that can be done in place; `Some` says the room that
    /// [`State::merge_into`] needs otherwise.
    ///
    /// # Errors
    /// Those of [`State::merged_room`].
    pub fn merge(&mut self, other: &State<'_, C>) -> Result<Option<Room>> {
        let room = self.as_state().merged_room(other)?;
        if room.layout != self.layout {
            return Ok(Some(room));
        }
        self.set_limits(&room.plan);
        self.absorb(other).map(|()| None)
    }

    /// Takes over all values of `from`; the body must be large enough for them.
    fn absorb(&mut self, from: &State<'_, C>) -> Result<()> {
        let element = self.as_state().common_element(from)?;
        match (self.layout.mode, from.layout.mode) {
            (Mode::Exact, Mode::Exact) => self.apply_counted(from.entries()),
            (_, Mode::Exact) => from.in_batches(|batch| self.apply(batch)),
            (Mode::Exact, _) => return Err(Error::Internal("a bitmap does not go into a table")),
            _ => {
                let own = &mut self.bytes[at::BODY..];
                if !own.len().is_multiple_of(from.body().len()) {
                    return Err(Error::Internal("a bitmap does not go into a smaller one"));
                }
                C::unfold_into(own, from.body());
                if self.layout.mode == Mode::Fixed {
                    self.add_to(at::DISTINCT, from.number(at::DISTINCT));
                } else {
                    let state = self.as_state();
                    let bits_set = C::count_set(state.body());
                    let sum = state.number(at::DISTINCT).saturating_add(from.number(at::DISTINCT));
                    let distinct = growing::distinct_after_union(self.layout.params(), bits_set, sum);
                    self.put(at::BITS_SET, bits_set.to_le_bytes());
                    self.put(at::BITS_BEFORE, bits_set.to_le_bytes());
                    self.put(at::DISTINCT, distinct.to_le_bytes());
                }
            }
        }
        self.set_element(element);
        let parts = self.as_state().small_number(at::PARTS).saturating_add(from.small_number(at::PARTS));
        self.put(at::PARTS, parts.to_le_bytes());
        let pending: Vec<Hash> = from.pending().collect();
        self.apply(&pending);
        Ok(())
    }
}
