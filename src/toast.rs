//! Filters that are stored out of line: a TOAST pointer arrives on every row.
//!
//! The first probe of a stored filter fetches its header and just the chunks that hold the bits. The second
//! probe of the same one at the same call site fetches it whole and keeps it, so that one lookup in a huge
//! filter is cheap and a million lookups are too.

#![allow(unsafe_code)]

use crate::datum::{Raw, Varlena, is_plain_varlena, plain_varlena, varlena_prefix};
use crate::error::Result;
use bloom_core::cells::Cells;
use bloom_core::element::Element;
use bloom_core::filter::FilterReader;
use bloom_core::hashing::Hashable;
use bloom_core::header::{HEADER_LEN, Header};
use pgrx::{pg_sys, varlena};
use std::ptr::NonNull;

/// Values shorter than this take few chunks: fetching them whole costs no more than a slice.
const WORTH_SLICING: i32 = 4 * 2000;

/// What a TOAST pointer says: equal pointers mean the same value.
type Pointer = [u8; size_of::<pg_sys::varatt_external>()];

/// The filter that a call site met last.
#[derive(Debug, Default)]
pub struct Known {
    reader: Option<FilterReader>,
    /// Where it is stored.
    pointer: Pointer,
    /// The whole stored value, in the memory of the call site, once it was probed twice.
    whole: Option<NonNull<pg_sys::varlena>>,
}

impl Known {
    /// Whether the filter in `raw` may hold the value. `context` is the memory of the call site.
    ///
    /// # Errors
    /// 42804 if it holds other elements, 22P02 if it is damaged.
    ///
    /// # Safety
    /// `raw` must be of type bloom; `context` must outlive `self`.
    #[inline(always)]
    pub unsafe fn contains<C: Cells>(
        &mut self,
        raw: Raw,
        context: pg_sys::MemoryContext,
        element: Element,
        value: impl Hashable,
    ) -> Result<bool> {
        // SAFETY: the caller promises a varlena.
        unsafe {
            if is_plain_varlena(raw.0) {
                return self.probe::<C>(plain_varlena(raw.0), element, value);
            }
            let Some((pointer, external)) = stored_pointer(raw.0) else {
                return self.probe::<C>(Varlena::new(raw.0).bytes(), element, value);
            };
            match self.whole {
                Some(whole) if self.pointer == pointer => {
                    self.probe::<C>(plain_varlena(pg_sys::Datum::from(whole.as_ptr())), element, value)
                }
                _ => self.probe_stored::<C>(raw.0, pointer, external, context, element, value),
            }
        }
    }

    /// # Safety
    /// As [`Known::contains`]; `pointer` and `external` must be what `datum` points with.
    #[cold]
    unsafe fn probe_stored<C: Cells>(
        &mut self,
        datum: pg_sys::Datum,
        pointer: Pointer,
        external: pg_sys::varatt_external,
        context: pg_sys::MemoryContext,
        element: Element,
        value: impl Hashable,
    ) -> Result<bool> {
        // SAFETY: the caller promises a stored varlena, and that the context outlives the copy.
        unsafe {
            if self.pointer != pointer {
                self.forget();
                self.pointer = pointer;
                let stored = (external.va_extinfo & VARLENA_EXTSIZE_MASK) as i32;
                let compressed = stored < external.va_rawsize - pg_sys::VARHDRSZ as i32;
                if !compressed && external.va_rawsize >= WORTH_SLICING {
                    return probe_slices::<C>(datum, element, value);
                }
            }
            let whole = fetch(datum, context);
            self.whole = Some(whole);
            self.probe::<C>(plain_varlena(pg_sys::Datum::from(whole.as_ptr())), element, value)
        }
    }

    #[inline(always)]
    fn probe<C: Cells>(&mut self, bytes: &[u8], element: Element, value: impl Hashable) -> Result<bool> {
        let reader = match &self.reader {
            Some(reader) if reader.reads(bytes) => reader,
            _ => self.reader.insert(FilterReader::new(C::CELL, bytes)?),
        };
        Ok(reader.contains::<C>(bytes, element, value)?)
    }

    fn forget(&mut self) {
        if let Some(whole) = self.whole.take() {
            // SAFETY: allocated by `fetch`, and nobody else has the pointer.
            unsafe { pg_sys::pfree(whole.as_ptr().cast()) }
        }
    }
}

/// Low 30 bits of `va_extinfo`: the stored size; the others tell the compression method.
const VARLENA_EXTSIZE_MASK: u32 = (1 << 30) - 1;

/// # Safety
/// `datum` must point to a stored, uncompressed varlena.
unsafe fn probe_slices<C: Cells>(
    datum: pg_sys::Datum,
    element: Element,
    value: impl Hashable,
) -> Result<bool> {
    // SAFETY: the caller promises the varlena; a slice is a new varlena.
    unsafe {
        let (prefix, len) = varlena_prefix(datum, HEADER_LEN);
        let header = Header::read(&prefix)?.made_of(C::CELL)?;
        header.check_len(len)?;
        let hash = match header.hashing.hash(element, value) {
            Ok(hash) => hash,
            Err(error) => return Ok(error.as_absent()?),
        };
        Ok(header.prober().positions(hash).all(|position| {
            let at = C::byte(position);
            let slice = pg_sys::pg_detoast_datum_slice(datum.cast_mut_ptr(), (HEADER_LEN + at) as i32, 1);
            let cells = Varlena::new(pg_sys::Datum::from(slice));
            let set =
                !cells.bytes().is_empty() && C::test(cells.bytes(), position - C::first_of(at)) & 1 == 1;
            pg_sys::pfree(slice.cast());
            set
        }))
    }
}

/// The whole value, in `context`.
///
/// # Safety
/// `datum` must point to a stored varlena.
unsafe fn fetch(datum: pg_sys::Datum, context: pg_sys::MemoryContext) -> NonNull<pg_sys::varlena> {
    // SAFETY: the caller promises the varlena. The function returns a new one, or raises an error: then the whole
    // query ends, and with it the context that was switched to.
    unsafe {
        let previous = pg_sys::CurrentMemoryContext;
        pg_sys::CurrentMemoryContext = context;
        let whole = pg_sys::pg_detoast_datum(datum.cast_mut_ptr());
        pg_sys::CurrentMemoryContext = previous;
        NonNull::new_unchecked(whole)
    }
}

/// The pointer of a value that is stored out of line in a table.
///
/// # Safety
/// `datum` must point to a varlena.
#[inline]
unsafe fn stored_pointer(datum: pg_sys::Datum) -> Option<(Pointer, pg_sys::varatt_external)> {
    let value = datum.cast_mut_ptr::<pg_sys::varlena>();
    // SAFETY: the caller promises a varlena; the tag says what follows it, which need not be aligned.
    unsafe {
        if !varlena::varatt_is_1b_e(value)
            || u32::from(varlena::vartag_external(value)) != pg_sys::vartag_external::VARTAG_ONDISK
        {
            return None;
        }
        let data = varlena::vardata_1b_e(value);
        Some((
            data.cast::<Pointer>().read_unaligned(),
            data.cast::<pg_sys::varatt_external>().read_unaligned(),
        ))
    }
}
