//! Numbers that are equal in SQL and that other libraries hash by other bits: 0 and -0, NaNs with and without
//! a sign.
//!
//! Filters here are built of canonical bytes, so they hold 0 and the NaN without a sign. Imported ones may hold
//! the twin instead. A union or a fold keeps the bits of both. Where bits are ANDed or compared, 0 in one filter
//! and -0 in the other would be two values; so a filter is completed first, that is, the bits of a number are
//! set if those of its twin are.

use super::header::Header;
use crate::cells::{Bits, Cells};
use crate::hash::Hash;
use std::collections::BTreeSet;

/// Which numbers a filter is completed with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum With {
    /// The canonical one where the other is there.
    Canonical,
    /// Each where the other is there.
    Both,
}

/// Completes a filter in place.
pub(crate) fn complete(header: &Header, bits: &mut [u8]) {
    for position in missing(header, With::Canonical, |position| Bits::test(bits, position) & 1 == 1) {
        Bits::add(bits, position);
    }
}

/// The positions that are to be set to complete a filter of which `is_set` tells the bits, and that are not
/// set; none unless it is one of numbers with twins.
///
/// Complete filters have a complete intersection, so neither order nor grouping of many matters.
pub(crate) fn missing(header: &Header, with: With, is_set: impl Fn(u64) -> bool) -> BTreeSet<u64> {
    let prober = header.prober();
    let mut missing = BTreeSet::new();
    // What is set for one number may be the last that lacks of another.
    loop {
        let before = missing.len();
        let mut complete = |held: Hash, equal: Hash| {
            if prober.positions(held).all(|position| is_set(position) || missing.contains(&position)) {
                missing.extend(prober.positions(equal).filter(|position| !is_set(*position)));
            }
        };
        for (canonical, twin) in header.hashing.twins() {
            complete(twin, canonical);
            if with == With::Both {
                complete(canonical, twin);
            }
        }
        if missing.len() == before {
            return missing;
        }
    }
}
