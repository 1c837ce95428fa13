//! Counting filters: values are added and removed.

use super::{Alike, Built, INTEGER};
use crate::script::Script;
use bloom_core::Error;
use bloom_core::cells::{Bits, CellKind, Counters};
use bloom_core::filter::algebra::{self, Union};
use bloom_core::filter::{self, Filter, HEADER_LEN, counting};
use bloom_core::hash::Hash;
use bloom_core::scheme::Scheme;
use std::collections::BTreeMap;

const SCHEMES: [Scheme; 6] =
    [Scheme::Mitz64, Scheme::Mitz32, Scheme::SparkV1, Scheme::SparkV2, Scheme::DataSketches, Scheme::Keyed];

/// Runs a script.
pub fn run(bytes: &[u8]) {
    let mut script = Script::new(bytes);
    let alike = Alike::of(&mut script, &SCHEMES);
    let mut built = Built::of::<Counters>(&mut script, alike);
    let mut times = BTreeMap::<Hash, u32>::new();
    built.hashes.iter().for_each(|hash| *times.entry(*hash).or_default() += 1);
    // Removing absent values by mistake can remove others too; then only the model knows what remains.
    let mistakes = script.flag();
    let mut model = built.model();
    for _ in 0..100 {
        if !script.goes_on() {
            break;
        }
        let (add, hash) = (script.flag(), script.hash());
        let times = times.entry(hash).or_default();
        if add {
            filter::add_all::<Counters>(&mut built.bytes, INTEGER, &[hash]).unwrap();
            model.add(hash);
            *times += 1;
        } else if *times > 0 || mistakes || model.count_of(hash) == 0 {
            let removed = counting::remove_all(&mut built.bytes, INTEGER, &[hash]).unwrap() == 1;
            assert_eq!(removed, model.remove(hash));
            assert!(removed || mistakes || *times == 0, "a false negative");
            *times = times.saturating_sub(1);
        }
        assert!(built.cells() == model.bytes(CellKind::Counter));
    }
    let filter = built.filter::<Counters>();
    for (hash, times) in times.iter().filter(|_| !mistakes) {
        assert!(u32::from(model.count_of(*hash)) >= (*times).min(15), "a false negative");
        if alike.scheme == Scheme::Mitz64 {
            assert_eq!(counting::count_of(&filter, INTEGER, *hash), Ok(model.count_of(*hash)));
        }
    }
    let mut plain = vec![0xff; counting::plain_header(*filter.header()).filter_len()];
    counting::to_plain(&filter, &mut plain).unwrap();
    assert!(plain[HEADER_LEN..] == model.bytes(CellKind::Bit));
    Filter::<Bits>::validate(&plain).unwrap();
    subtract(&built, &Built::of::<Counters>(&mut script, alike), model.knows());
}

/// Checks that subtracting a filter from a union gives the other filter.
fn subtract(a: &Built, b: &Built, knows: bool) {
    let (x, y) = (a.filter::<Counters>(), b.filter::<Counters>());
    let mut both = match algebra::combined_len(&x, &y) {
        Ok(len) => vec![0; len],
        Err(error) => return assert!(matches!(error, Error::Incompatible(_))),
    };
    algebra::combine::<Union<Counters>>(&x, &y, &mut both).unwrap();
    let sum = Filter::<Counters>::validate(&both).unwrap();
    let Ok(len) = algebra::combined_len(&sum, &y) else { return };
    let mut left = vec![0; len];
    let done = counting::subtract(&sum, &y, &mut left);
    let saturated = bloom_core::cells::counters::count_saturated(sum.cells()) > 0;
    if !knows || saturated || !b.model().knows() {
        return;
    }
    // The sum is not folded, so the difference is exact.
    if sum.header().params == x.header().params || b.is_unsized() {
        assert_eq!(done, Ok(()));
        assert!(left[HEADER_LEN..] == *a.cells());
    }
}
