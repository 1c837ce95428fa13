//! Cache of the filter that one call site probes.
//!
//! The first probe of a stored filter fetches its header and only the chunks that hold the bits. The second probe of
//! the same filter detoasts it; see [`super::value`].

use super::value::CachedValue;
use crate::error::Result;
use crate::pg::detoast::{Varlena, VarlenaRef};
use crate::pg::memory::Memory;
use crate::pg::toast::ToastPointer;
use bloom_core::cells::Cells;
use bloom_core::element::ElementType;
use bloom_core::filter::{FilterReader, HEADER_LEN, Header};
use bloom_core::scheme::Hashable;
use std::ops::Range;

/// Per-call-site cache of filters: the reader of the filter that was probed last, and the stored filters that are kept.
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
    /// Returns whether the filter may hold the value. `memory` is the memory of the call site.
    ///
    /// # Errors
    /// 42804 if the filter has another element type, XX001 if it is damaged.
    #[inline(always)]
    pub fn contains(
        &mut self,
        filter: VarlenaRef<'_>,
        memory: Memory,
        element: ElementType,
        value: impl Hashable,
    ) -> Result<bool> {
        match self.value.find(filter) {
            Some(bytes) => probe(&mut self.reader, bytes, element, value),
            None => self.probe_elsewhere(filter, memory, element, value),
        }
    }

    /// Probes a filter that `find` does not find.
    #[cold]
    #[inline(never)]
    fn probe_elsewhere(
        &mut self,
        filter: VarlenaRef<'_>,
        memory: Memory,
        element: ElementType,
        value: impl Hashable,
    ) -> Result<bool> {
        if ToastPointer::of(filter).is_none() {
            let short_or_compressed = Varlena::from(filter);
            return probe(&mut self.reader, short_or_compressed.bytes(), element, value);
        }
        match self.value.load(filter, memory, true) {
            Some(bytes) => probe(&mut self.reader, bytes, element, value),
            None => probe_slices::<C>(filter, element, value),
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

/// Returns whether a stored filter may hold the value, and reads only the slices needed for that.
///
/// # Errors
/// As for [`CachedFilter::contains`].
pub fn probe_slices<C: Cells>(
    filter: VarlenaRef<'_>,
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
    let read = |block: Range<usize>| filter.slice(HEADER_LEN + block.start, block.len());
    if let Some(contains) = prober.contains_by_block(hash, read) {
        return Ok(contains);
    }
    Ok(prober.positions(hash).all(|position| {
        let at = C::byte(position);
        let byte = filter.slice(HEADER_LEN + at, 1);
        byte.bytes().first().is_some_and(|byte| C::test(&[*byte], position - C::first_of(at)) & 1 == 1)
    }))
}
