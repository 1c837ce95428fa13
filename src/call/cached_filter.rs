//! The filter that one place in a query probes.
//!
//! The first probe of a stored filter fetches its header and just the chunks that hold the bits. The second
//! probe of the same one at the same place fetches it whole, see [`super::cached_value`].

use super::VarlenaRef;
use super::cached_value::{CachedValue, is_stored};
use crate::error::Result;
use crate::pg::memory::Memory;
use crate::pg::toast;
use crate::pg::varlena::Varlena;
use bloom_core::cells::Cells;
use bloom_core::element::ElementType;
use bloom_core::filter::{FilterReader, HEADER_LEN, Header};
use bloom_core::scheme::Hashable;
use std::ops::Range;

/// The filter that was met last, and the stored ones that are kept.
#[derive(Debug)]
pub struct CachedFilter<C> {
    reader: Option<FilterReader<C>>,
    value: CachedValue,
}

impl<C> Default for CachedFilter<C> {
    fn default() -> Self {
        Self { reader: None, value: CachedValue::default() }
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
        filter: VarlenaRef,
        memory: Memory,
        element: ElementType,
        value: impl Hashable,
    ) -> Result<bool> {
        // SAFETY: a filter is a varlena.
        match unsafe { self.value.at_hand(filter.0) } {
            Some(bytes) => probe(&mut self.reader, bytes, element, value),
            None => self.probe_elsewhere(filter, memory, element, value),
        }
    }

    /// The same for a filter that is not at hand.
    #[cold]
    #[inline(never)]
    fn probe_elsewhere(
        &mut self,
        filter: VarlenaRef,
        memory: Memory,
        element: ElementType,
        value: impl Hashable,
    ) -> Result<bool> {
        // SAFETY: a filter is a varlena.
        unsafe {
            if !is_stored(filter.0) {
                let short_or_compressed = Varlena::new(filter.0);
                return probe(&mut self.reader, short_or_compressed.bytes(), element, value);
            }
            match self.value.meet(filter.0, memory, true) {
                Some(bytes) => probe(&mut self.reader, bytes, element, value),
                None => probe_slices::<C>(filter, element, value),
            }
        }
    }
}

#[inline(always)]
fn probe<C: Cells>(
    known: &mut Option<FilterReader<C>>,
    bytes: &[u8],
    element: ElementType,
    value: impl Hashable,
) -> Result<bool> {
    let reader = match known {
        Some(reader) if reader.reads(bytes) => reader,
        _ => known.insert(FilterReader::new(bytes)?),
    };
    Ok(reader.contains(bytes, element, value)?)
}

/// Whether a stored filter may hold the value, by reading no more of it than that takes.
///
/// # Errors
/// As [`CachedFilter::contains`].
pub fn probe_slices<C: Cells>(
    filter: VarlenaRef,
    element: ElementType,
    value: impl Hashable,
) -> Result<bool> {
    let (prefix, len) = filter.prefix(HEADER_LEN);
    let header = Header::read(&prefix)?.expect_cell(C::CELL)?;
    header.check_len(len)?;
    let hash = match header.hashing.hash(element, value) {
        Ok(hash) => hash,
        Err(error) => return Ok(error.as_absent()?),
    };
    let prober = header.prober();
    // SAFETY: a filter is a varlena.
    let read = |block: Range<usize>| unsafe { toast::slice(filter.0, HEADER_LEN + block.start, block.len()) };
    if let Some(contains) = prober.contains_by_block(hash, read) {
        return Ok(contains);
    }
    Ok(prober.positions(hash).all(|position| {
        let at = C::byte(position);
        // SAFETY: a filter is a varlena.
        let byte = unsafe { toast::slice(filter.0, HEADER_LEN + at, 1) };
        byte.bytes().first().is_some_and(|byte| C::test(&[*byte], position - C::first_of(at)) & 1 == 1)
    }))
}
