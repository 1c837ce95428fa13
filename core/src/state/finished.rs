//! Finishes a state: turns it into its filter.

use super::edit::StateMut;
use super::expected::Expected;
use super::format::{BUFFER_LEN, Mode, at};
use super::growing;
use super::view::{State, ZERO};
use crate::bytes;
use crate::cells::{CellKind, Cells, counters};
use crate::error::Result;
use crate::filter::{HEADER_LEN, Header};
use crate::hash::Hash;
use std::borrow::Cow;

impl<'a, C: Cells> State<'a, C> {
    /// Returns the filter of the current values; the state is unchanged.
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
        // A filter of no values also keeps the option of four-byte integers.
        let hashing = self.hashing();
        let header = Header { cell: C::CELL, hashing, params, capacity, fpp: Some(spec.fpp) };
        Ok(Finished { state: *self, header })
    }

    /// Returns one bit per cell, for those that are set.
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

    /// Returns the number of distinct hashes in the buffer that are not in the table.
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

impl<C: Cells> StateMut<'_, C> {
    /// Finishes a build with a capacity in place: applies the buffer, and writes the header of the filter
    /// over the end of the buffer, before the cells. So the filter is the rest of the state from the offset
    /// that is returned, until another value is added. The state keeps its values, and the four bytes before
    /// the filter are free, too. Returns `None` for a build without a capacity.
    ///
    /// # Errors
    /// Those of [`State::finish`].
    pub fn finish_in_place(&mut self) -> Result<Option<usize>> {
        const { assert!(BUFFER_LEN >= HEADER_LEN + 4) };
        if self.format.mode != Mode::Fixed {
            return Ok(None);
        }
        let header = self.as_state().finish()?.header;
        let _ = self.flush(Expected::default)?; // a state of fixed size needs no other
        let offset = self.format.body() - HEADER_LEN;
        header.write(&mut self.bytes[offset..])?;
        Ok(Some(offset))
    }
}

/// Filter that is ready to be written.
#[derive(Debug)]
pub struct Finished<'a, C> {
    state: State<'a, C>,
    header: Header,
}

impl<C: Cells> Finished<'_, C> {
    /// Returns the header of the filter.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the length of the filter in bytes.
    #[must_use]
    pub fn filter_len(&self) -> usize {
        self.header.filter_len()
    }

    /// Writes the filter to zeroed bytes of that length.
    ///
    /// # Errors
    /// [`crate::Error::Internal`] if the length is wrong.
    pub fn write(&self, out: &mut [u8]) -> Result<()> {
        let cells = self.header.begin(out)?;
        let prober = self.header.prober();
        if self.state.format.mode == Mode::Exact {
            self.state.in_batches(|batch| prober.insert_all::<C>(cells, batch));
        } else if cells.len() == self.state.body().len() {
            bytes::copy(cells, self.state.body());
        } else {
            C::fit_into(self.header.layout(), cells, self.state.body());
        }
        let pending: Vec<Hash> = self.state.pending().collect();
        prober.insert_all::<C>(cells, &pending);
        Ok(())
    }
}
