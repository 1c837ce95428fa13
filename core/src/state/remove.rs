//! Removes values from states, for moving windows.

use super::edit::StateMut;
use super::format::{Mode, at};
use super::table::TableMut;
use super::view::ZERO;
use crate::cells::Counters;
use crate::cells::counters::{self, SATURATED};
use crate::element::ElementType;
use crate::filter::counting::remove_hash;
use crate::hash::Hash;

/// Result of removing a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum Removal {
    /// The value was removed.
    Done,
    /// The state cannot tell and must be rebuilt from the remaining values.
    Unknown,
}

impl StateMut<'_, Counters> {
    /// Removes a value that was added before.
    pub fn remove(&mut self, hash: Hash) -> Removal {
        if self.as_state().pending_len() > 0 {
            return Removal::Unknown;
        }
        let done = match self.format.mode {
            Mode::Fixed => self.remove_counted(hash),
            Mode::Exact => self.remove_listed(hash),
            Mode::Growing => false,
        };
        if !done {
            return Removal::Unknown;
        }
        if self.as_state().applied_count() == 0 {
            self.set_element(ElementType::NONE);
        }
        Removal::Done
    }

    fn remove_counted(&mut self, hash: Hash) -> bool {
        let prober = self.format.prober();
        let cells = &mut self.bytes[self.format.body()..];
        let known = prober.positions(hash).all(|at| counters::get(cells, at) < SATURATED);
        if !known || !remove_hash(prober, cells, hash) {
            return false;
        }
        let left = self.as_state().get(at::DISTINCT).saturating_sub(1);
        self.put(at::DISTINCT, left);
        true
    }

    fn remove_listed(&mut self, hash: Hash) -> bool {
        if hash == ZERO {
            let zeros = self.get(at::ZEROS);
            let known = 0 < zeros && zeros < u8::MAX;
            self.put(at::ZEROS, zeros - u8::from(known));
            return known;
        }
        let mut table = TableMut::new(&mut self.bytes[self.format.body()..], self.format.size);
        let Some(gone) = table.remove(hash) else { return false };
        if gone {
            let left = self.as_state().get(at::DISTINCT).saturating_sub(1);
            self.put(at::DISTINCT, left);
        }
        true
    }
}
