//! The filter that one place in a query probes.
//!
//! The first probe of a stored filter fetches its header and just the chunks that hold the bits. The second
//! probe of the same one at the same place fetches it whole and keeps it, so that one lookup in a huge
//! filter is cheap and a million lookups are too. How many are kept is in [`super::stored_filters`].

use super::FilterRef;
use super::stored_filters::StoredFilters;
use crate::error::Result;
use crate::pg::memory::Memory;
use crate::pg::toast::{self, Fetched, Horizon, ToastPointer};
use crate::pg::varlena::{self, Varlena};
use bloom_core::cells::Cells;
use bloom_core::filter::FilterReader;
use bloom_core::hash_spec::Hashable;
use bloom_core::header::{HEADER_LEN, Header};
use bloom_core::kind::ValueKind;
use std::ops::Range;

/// The filter that was met last, and the stored ones that are kept.
#[derive(Debug)]
pub struct CachedFilter<C> {
    reader: Option<FilterReader<C>>,
    /// Where the stored filter that was met last is stored.
    pointer: Option<ToastPointer>,
    /// All of it, if it was fetched.
    whole: Option<Fetched>,
    /// When `whole` is what `pointer` means.
    horizon: Horizon,
    stored: StoredFilters,
}

impl<C> Default for CachedFilter<C> {
    fn default() -> Self {
        Self {
            reader: None,
            pointer: None,
            whole: None,
            horizon: Horizon::default(),
            stored: StoredFilters::default(),
        }
    }
}

impl<C: Cells> CachedFilter<C> {
    /// Whether the filter may hold the value. `memory` is that of the place.
    ///
    /// # Errors
    /// 42804 if it holds other elements, XX001 if it is damaged.
    #[inline(always)]
    pub fn contains(
        &mut self,
        filter: FilterRef,
        memory: Memory,
        kind: ValueKind,
        value: impl Hashable,
    ) -> Result<bool> {
        // SAFETY: a filter is a varlena.
        let bytes = unsafe {
            if varlena::is_plain(filter.0) {
                varlena::plain(filter.0)
            } else {
                match (&self.whole, ToastPointer::of(filter.0)) {
                    (Some(whole), pointer @ Some(_))
                        if self.pointer == pointer && self.horizon == Horizon::now() =>
                    {
                        whole.bytes()
                    }
                    (_, pointer) => return self.probe_elsewhere(filter, pointer, memory, kind, value),
                }
            }
        };
        probe(&mut self.reader, bytes, kind, value)
    }

    /// The same for a filter that is not at hand.
    #[cold]
    #[inline(never)]
    fn probe_elsewhere(
        &mut self,
        filter: FilterRef,
        pointer: Option<ToastPointer>,
        memory: Memory,
        kind: ValueKind,
        value: impl Hashable,
    ) -> Result<bool> {
        let Some(pointer) = pointer else {
            // SAFETY: a filter is a varlena.
            let short_or_compressed = unsafe { Varlena::new(filter.0) };
            return probe(&mut self.reader, short_or_compressed.bytes(), kind, value);
        };
        let (horizon, last) = (Horizon::now(), self.pointer.take());
        self.whole = None;
        if horizon != self.horizon || horizon == Horizon::default() {
            self.stored.forget();
            self.horizon = horizon;
        }
        // SAFETY: a stored filter, of this pointer; the memory of the place outlives what it remembers, and what was met
        // last is forgotten above.
        self.whole = unsafe { self.stored.meet(pointer, last == Some(pointer), filter.0, memory) };
        self.pointer = Some(pointer);
        match &self.whole {
            Some(whole) => probe(&mut self.reader, whole.bytes(), kind, value),
            None => probe_slices::<C>(filter, kind, value),
        }
    }
}

#[inline(always)]
fn probe<C: Cells>(
    known: &mut Option<FilterReader<C>>,
    bytes: &[u8],
    kind: ValueKind,
    value: impl Hashable,
) -> Result<bool> {
    let reader = match known {
        Some(reader) if reader.reads(bytes) => reader,
        _ => known.insert(FilterReader::new(bytes)?),
    };
    Ok(reader.contains(bytes, kind, value)?)
}

/// Whether a stored filter may hold the value, by reading no more of it than that takes.
///
/// # Errors
/// As [`CachedFilter::contains`].
pub fn probe_slices<C: Cells>(filter: FilterRef, kind: ValueKind, value: impl Hashable) -> Result<bool> {
    let (prefix, len) = filter.prefix(HEADER_LEN);
    let header = Header::read(&prefix)?.made_of(C::CELL)?;
    header.check_len(len)?;
    let hash = match header.hashing.hash(kind, value) {
        Ok(hash) => hash,
        Err(error) => return Ok(error.as_absent()?),
    };
    let prober = header.prober();
    // SAFETY: a filter is a varlena.
    let read = |block: Range<usize>| unsafe { toast::bytes(filter.0, HEADER_LEN + block.start, block.len()) };
    if let Some(contains) = prober.contains_by_block(hash, read) {
        return Ok(contains);
    }
    Ok(prober.positions(hash).all(|position| {
        let at = C::byte(position);
        // SAFETY: a filter is a varlena.
        let byte = unsafe { toast::bytes(filter.0, HEADER_LEN + at, 1) };
        byte.first().is_some_and(|byte| C::test(&[*byte], position - C::first_of(at)) & 1 == 1)
    }))
}
