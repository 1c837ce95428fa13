//! Twins: numbers that are equal in SQL but hashed differently by other libraries, 0 and -0, NaN and -NaN, or by
//! earlier releases, infinite dates and timestamps.
//!
//! Filters built here hash canonical bytes: 0 and the NaN without a sign. Imported filters may hold the twin.
//! Unions and folds keep the bits of both, but where bits are ANDed or compared, 0 in one filter and -0 in
//! the other would be two values. So filters are completed first: a number's bits bring those of its twin.

use super::header::Header;
use crate::cells::{Bits, Cells};
use crate::hash::Hash;
use std::collections::BTreeSet;

/// Numbers that a filter is completed with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum With {
    /// The canonical one if its twin is present.
    Canonical,
    /// Each one if the other is present.
    Both,
}

/// Completes a filter in place.
pub(crate) fn complete(header: &Header, bits: &mut [u8]) {
    for position in missing(header, With::Canonical, |position| Bits::test(bits, position) & 1 == 1) {
        Bits::add(bits, position);
    }
}

/// Returns the positions to set to complete a filter whose set bits `is_set` tells; none without twins.
///
/// The intersection of complete filters is complete, so the order and grouping of many does not matter.
pub(crate) fn missing(header: &Header, with: With, is_set: impl Fn(u64) -> bool) -> BTreeSet<u64> {
    let prober = header.prober();
    let mut missing = BTreeSet::new();
    // Bits set for one number may be the last ones that another was missing.
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
