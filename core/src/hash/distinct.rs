//! Counts the distinct hashes of a long list.
//!
//! ```
//! use bloom_core::hash::{Hash, SEED};
//! use bloom_core::hash::distinct::distinct_count;
//!
//! let mut hashes: Vec<Hash> = ["a", "b", "a"].map(|value| Hash::of(value.as_bytes(), SEED)).to_vec();
//! assert_eq!(distinct_count(&mut hashes), 2);
//! ```

use super::murmur128::Hash;
use crate::interrupt::{Meter, POSITIONS};

/// Lists up to this length are sorted at once, which takes about 25 ms.
const AT_ONCE: usize = 1 << 19;

/// Groups of a partition, by four bits of the hash; more would not fit the processor's cache.
const GROUPS: usize = 16;

/// Deepest partition: below it only equal hashes are left.
const MOST_PARTS: usize = Hash::LEN * 2;

/// Returns the number of distinct hashes in a list and leaves the list in another order.
///
/// Partitions long lists in place by four bits at a time, the most significant first (McIlroy, Bostic and
/// McIlroy 1993), until they are short enough to sort: one long sort could not be interrupted.
#[must_use]
pub fn distinct_count(hashes: &mut [Hash]) -> u64 {
    count(hashes, 0, &mut Meter::new(POSITIONS))
}

fn count(hashes: &mut [Hash], depth: usize, meter: &mut Meter) -> u64 {
    if hashes.len() <= AT_ONCE {
        hashes.sort_unstable();
        meter.done(hashes.len());
        return hashes.chunk_by(PartialEq::eq).count() as u64;
    }
    if depth == MOST_PARTS {
        return 1;
    }
    let ends = part(hashes, depth, meter);
    let (mut rest, mut begin, mut sum) = (hashes, 0, 0);
    for end in ends {
        let (group, others) = rest.split_at_mut(end - begin);
        sum += count(group, depth + 1, meter);
        (rest, begin) = (others, end);
    }
    sum
}

/// Partitions a list by the four bits at `depth`; returns where each group ends.
fn part(hashes: &mut [Hash], depth: usize, meter: &mut Meter) -> [usize; GROUPS] {
    let mut ends = [0; GROUPS];
    for hash in hashes.iter() {
        ends[group_of(*hash, depth)] += 1;
        meter.done(1);
    }
    let (mut next, mut sum) = ([0; GROUPS], 0);
    for (end, next) in ends.iter_mut().zip(&mut next) {
        *next = sum;
        sum += *end;
        *end = sum;
    }
    for group in 0..GROUPS {
        while next[group] < ends[group] {
            let belongs = group_of(hashes[next[group]], depth);
            hashes.swap(next[group], next[belongs]);
            next[belongs] += 1;
            meter.done(1);
        }
    }
    ends
}

/// Returns the four bits of a hash at `depth`; depth 0 has the most significant bits of h1.
#[inline]
#[allow(clippy::cast_possible_truncation)]
fn group_of(hash: Hash, depth: usize) -> usize {
    let half = if depth < MOST_PARTS / 2 { hash.h1 } else { hash.h2 };
    (half >> (60 - 4 * (depth % (MOST_PARTS / 2)))) as usize % GROUPS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_counted_like_short_ones() {
        let of = |distinct: u64, hash: fn(u64) -> Hash| {
            let mut hashes: Vec<Hash> = (0..600_000).map(|i| hash(i * 7919 % distinct)).collect();
            let mut sorted = hashes.clone();
            sorted.sort_unstable();
            assert_eq!(distinct_count(&mut hashes), distinct);
            hashes.sort_unstable();
            assert!(hashes == sorted, "only the order changes");
        };
        for distinct in [1, 2, 1000, 600_000] {
            of(distinct, |value| Hash::of(&value.to_le_bytes(), 0));
            // Hashes that an attacker may choose: they differ in their last bits alone.
            of(distinct, |value| Hash { h1: 1, h2: value });
            of(distinct, |value| Hash { h1: value, h2: 1 });
        }
    }
}
