//! A simple model of filters, by the formula alone, with which the optimized code is compared.

use bloom_core::cells::CellKind;
use bloom_core::hash::Hash;
use bloom_core::layout::{Params, split_block};
use bloom_core::scheme::Scheme;

/// Largest count of a counter.
const MOST: u8 = 15;

/// A filter as an array of one byte for each cell.
#[derive(Clone)]
pub struct Model {
    scheme: Scheme,
    params: Params,
    cells: Vec<u8>,
}

impl Model {
    /// Creates a filter of the values with these hashes.
    pub fn of<'a>(scheme: Scheme, params: Params, hashes: impl IntoIterator<Item = &'a Hash>) -> Self {
        let mut model = Self { scheme, params, cells: vec![0; params.bits as usize] };
        hashes.into_iter().for_each(|hash| model.add(*hash));
        model
    }

    /// Returns the positions of a value's cells.
    fn positions(&self, hash: Hash) -> impl Iterator<Item = usize> + use<> {
        self.scheme.positions(hash, self.params).map(|position| position as usize)
    }

    /// Adds a value.
    pub fn add(&mut self, hash: Hash) {
        for position in self.positions(hash) {
            self.cells[position] = (self.cells[position] + 1).min(MOST);
        }
    }

    /// Removes a value if it may be present; returns whether it did.
    pub fn remove(&mut self, hash: Hash) -> bool {
        let before = self.cells.clone();
        for position in self.positions(hash) {
            match &mut self.cells[position] {
                0 => {
                    self.cells = before;
                    return false;
                }
                &mut MOST => {}
                count => *count -= 1,
            }
        }
        true
    }

    /// Returns an upper bound for how often a value was added.
    pub fn count_of(&self, hash: Hash) -> u8 {
        self.positions(hash).map(|position| self.cells[position]).min().unwrap()
    }

    /// Returns whether a value or its twin may be present.
    pub fn contains(&self, hash: Hash) -> bool {
        let twin = if self.scheme == Scheme::Parquet { split_block::twin(hash) } else { None };
        self.count_of(hash) > 0 || twin.is_some_and(|twin| self.count_of(twin) > 0)
    }

    /// Returns the number of cells that are set.
    pub fn set(&self) -> u64 {
        self.cells.iter().filter(|count| **count > 0).count() as u64
    }

    /// Returns whether no counter is saturated.
    pub fn knows(&self) -> bool {
        self.cells.iter().all(|count| *count < MOST)
    }

    /// Returns the cells that are set in both models, fitted to the given size.
    pub fn intersection(&self, other: &Self, params: Params) -> Self {
        let [mut own, theirs] = [self.fitted(params), other.fitted(params)];
        own.cells.iter_mut().zip(theirs.cells).for_each(|(own, theirs)| *own = (*own).min(theirs));
        own
    }

    /// Returns the union of models that are fitted to the given size.
    pub fn union(scheme: Scheme, params: Params, models: impl IntoIterator<Item = Self>) -> Self {
        let mut all = Self::of(scheme, params, []);
        for model in models {
            let fitted = model.fitted(params).cells;
            all.cells.iter_mut().zip(fitted).for_each(|(all, more)| *all = (*all + more).min(MOST));
        }
        all
    }

    fn fitted(&self, params: Params) -> Self {
        let mut cells = vec![0; params.bits as usize];
        for (position, count) in (0..).zip(&self.cells) {
            for fitted in self.scheme.layout().fitted(position, self.params.bits, params.bits) {
                let fitted = &mut cells[fitted as usize];
                *fitted = (*fitted + count).min(MOST);
            }
        }
        Self { params, cells, ..*self }
    }

    /// Returns whether all set cells are set in another model of the same size.
    pub fn is_subset(&self, other: &Self) -> bool {
        self.cells.iter().zip(&other.cells).all(|(own, theirs)| *own == 0 || *theirs > 0)
    }

    /// Returns the cells in the format of filters.
    pub fn bytes(&self, cell: CellKind) -> Vec<u8> {
        let mut bytes = vec![0; cell.len(self.params.bits)];
        for (position, count) in self.cells.iter().enumerate().filter(|(_, count)| **count > 0) {
            match cell {
                CellKind::Bit => bytes[position / 8] |= 1 << (position % 8),
                CellKind::Counter => bytes[position / 2] |= count << (position % 2 * 4),
            }
        }
        bytes
    }
}
