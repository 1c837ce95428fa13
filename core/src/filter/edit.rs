//! Creates filters and adds values to them.

use super::header::{HEADER_LEN, Header};
use crate::cells::Cells;
use crate::element::ElementType;
use crate::error::Result;
use crate::hash::Hash;
use crate::scheme::{Hashable, SchemeOptions, check_element};

/// Creates an empty filter of the default scheme; it takes the element type of its first value.
///
/// # Errors
/// Those of [`crate::layout::Params::for_capacity`].
pub fn empty<C: Cells>(capacity: u64, fpp: f64) -> Result<Vec<u8>> {
    let options = SchemeOptions::DEFAULT;
    let (hashing, params) = (options.hashing(), options.params(C::CELL, capacity, fpp)?);
    let header = Header { cell: C::CELL, hashing, params, capacity: Some(capacity), fpp: Some(fpp) };
    let mut bytes = vec![0; header.filter_len()];
    header.write(&mut bytes)?;
    Ok(bytes)
}

/// Adds a value to the filter in `bytes`; an untyped filter takes the value's element type.
///
/// # Errors
/// [`crate::Error::Malformed`], [`crate::Error::ElementMismatch`]; then `bytes` are unchanged.
pub fn add<C: Cells>(bytes: &mut [u8], element: ElementType, value: impl Hashable) -> Result<()> {
    let hashing = Header::read(bytes)?.hashing;
    let hash = hashing.hash(element, value)?;
    add_all::<C>(bytes, hashing.holding(element), &[hash])
}

/// Adds all values with these hashes, made by the filter's own hashing; sets its element type to `element`.
///
/// # Errors
/// Those of [`add`].
pub fn add_all<C: Cells>(bytes: &mut [u8], element: ElementType, hashes: &[Hash]) -> Result<()> {
    let mut header = Header::read(bytes)?.expect_cell(C::CELL)?;
    header.check_len(bytes.len())?;
    if hashes.is_empty() {
        return Ok(());
    }
    check_element(header.element(), element)?;
    header = header.with_element(header.hashing.holding(element));
    header.write(bytes)?;
    header.prober().insert_all::<C>(&mut bytes[HEADER_LEN..], hashes);
    Ok(())
}
