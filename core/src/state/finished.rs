//! From a state to its filter.

use super::layout::{Mode, at};
use super::{State, WHAT, ZERO, growing, table};
use crate::bits;
use crate::error::{Result, malformed};
use crate::hash::Hash;
use crate::header::{HEADER_LEN, Header};
use crate::params::Params;
use crate::probe::Prober;

impl<'a> State<'a> {
    /// The filter that the state amounts to now; the state is left as it is.
    ///
    /// # Errors
    /// [`crate::Error::TooManyValues`], [`crate::Error::TooLarge`].
    pub fn finish(&self) -> Result<Finished<'a>> {
        let plan = self.plan();
        let (params, capacity, fresh) = match self.layout.mode {
            Mode::Fixed => (self.layout.params(), plan.capacity, Vec::new()),
            Mode::Exact => {
                let fresh = self.fresh_pending();
                let count = self.applied_count() + fresh.len() as u64;
                let params = Params::for_capacity(count.max(1), plan.fpp)?;
                (params, (count > 0).then_some(count), fresh)
            }
            Mode::Growing => {
                let fresh = self.pending().collect::<Vec<_>>();
                let (distinct, pending) = (self.number(at::DISTINCT), fresh.len() as u64);
                let params = growing::smallest_fold(self.body(), plan.fpp, distinct, pending)?;
                (params, Some(distinct.saturating_add(pending).max(1)), fresh)
            }
        };
        let header = Header { element: self.element(), params, capacity, fpp: Some(plan.fpp) };
        Ok(Finished { state: *self, header, fresh })
    }

    /// The distinct hashes of the buffer that the table does not hold yet.
    fn fresh_pending(&self) -> Vec<Hash> {
        let mut fresh: Vec<Hash> = self.pending().collect();
        fresh.sort_unstable();
        fresh.dedup();
        fresh.retain(|hash| match *hash {
            ZERO => self.bytes[at::HAS_ZERO] == 0,
            hash => !table::contains(self.table(), hash),
        });
        fresh
    }
}

/// A filter that is ready to be written.
#[derive(Debug)]
pub struct Finished<'a> {
    state: State<'a>,
    header: Header,
    /// Buffered hashes that are not in the body.
    fresh: Vec<Hash>,
}

impl Finished<'_> {
    /// Bytes of the filter.
    #[must_use]
    pub fn filter_len(&self) -> usize {
        self.header.filter_len()
    }

    /// Writes the filter to zeroed bytes of that length.
    ///
    /// # Errors
    /// [`crate::Error::Malformed`] if the length is another.
    pub fn write(&self, out: &mut [u8]) -> Result<()> {
        if out.len() != self.filter_len() {
            return Err(malformed(WHAT, "The room for its filter has another length."));
        }
        self.header.write(out)?;
        let bitmap = &mut out[HEADER_LEN..];
        let prober = Prober::new(self.header.params);
        match self.state.layout.mode {
            Mode::Fixed => {
                bits::fold_into(bitmap, self.state.body());
                for hash in self.state.pending() {
                    prober.insert(bitmap, hash);
                }
            }
            Mode::Growing => bits::fold_into(bitmap, self.state.body()),
            Mode::Exact => {
                for hash in self.state.entries() {
                    prober.insert(bitmap, hash);
                }
            }
        }
        for hash in &self.fresh {
            prober.insert(bitmap, *hash);
        }
        Ok(())
    }
}
