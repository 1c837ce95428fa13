//! From a state to its filter.

use super::format::{Mode, at};
use super::growing;
use super::view::{State, ZERO};
use crate::bytes;
use crate::cells::{CellKind, Cells, counters};
use crate::error::Result;
use crate::filter::Header;
use crate::hash::Hash;
use std::borrow::Cow;

impl<'a, C: Cells> State<'a, C> {
    /// The filter that the state amounts to now; the state is left as it is.
    ///
    /// # Errors
    /// [`crate::Error::TooManyValues`], [`crate::Error::TooLarge`].
    pub fn finish(&self) -> Result<Finished<'a, C>> {
        let spec = self.spec();
        let (params, capacity) = match self.format.mode {
            Mode::Fixed => (self.format.params(), spec.capacity),
            Mode::Exact => {
                let fresh = self.fresh_pending();
                let count = self.applied_count() + fresh;
                let params = spec.options.params_of_count(C::CELL, count.max(1), spec.fpp)?;
                (params, (count > 0).then_some(count))
            }
            Mode::Growing => {
                let (distinct, pending) = (self.get(at::DISTINCT), self.pending_len() as u64);
                let (params, count) = growing::smallest_fold(&self.bitmap(), &spec, distinct, pending)?;
                (params, Some(count.saturating_add(pending).max(1)))
            }
        };
        spec.options.scheme.check_size(params)?;
        // A four-byte filter of no values is one all the same.
        let hashing = self.hashing();
        let header = Header { cell: C::CELL, hashing, params, capacity, fpp: Some(spec.fpp) };
        Ok(Finished { state: *self, header })
    }

    /// The cells that are set, a bit each.
    fn bitmap(&self) -> Cow<'a, [u8]> {
        match C::CELL {
            CellKind::Bit => Cow::Borrowed(self.body()),
            CellKind::Counter => {
                let mut bitmap = vec![0; self.format.params().bitmap_len()];
                counters::to_bits(self.body(), &mut bitmap);
                Cow::Owned(bitmap)
            }
        }
    }

    /// How many distinct hashes of the buffer the table does not hold yet.
    fn fresh_pending(&self) -> u64 {
        let mut fresh: Vec<Hash> = self.pending().collect();
        fresh.sort_unstable();
        fresh.dedup();
        fresh.retain(|hash| match *hash {
            ZERO => self.get(at::ZEROS) == 0,
            hash => !self.table().contains(hash),
        });
        fresh.len() as u64
    }
}

/// A filter that is ready to be written.
#[derive(Debug)]
pub struct Finished<'a, C> {
    state: State<'a, C>,
    header: Header,
}

impl<C: Cells> Finished<'_, C> {
    /// The header of the filter.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Bytes of the filter.
    #[must_use]
    pub fn filter_len(&self) -> usize {
        self.header.filter_len()
    }

    /// Writes the filter to zeroed bytes of that length.
    ///
    /// # Errors
    /// [`crate::Error::Internal`] if the length is another.
    pub fn write(&self, out: &mut [u8]) -> Result<()> {
        let cells = self.header.begin(out)?;
        let prober = self.header.prober();
        if self.state.format.mode == Mode::Exact {
            self.state.in_batches(|batch| prober.insert_all::<C>(cells, batch));
        } else if cells.len() == self.state.body().len() {
            bytes::copy(cells, self.state.body());
        } else {
            C::fold_into(self.header.layout(), cells, self.state.body());
        }
        let pending: Vec<Hash> = self.state.pending().collect();
        prober.insert_all::<C>(cells, &pending);
        Ok(())
    }
}
