//! Unions and intersections of several filters, in any order.

use super::{Alike, Built, combined_bits};
use crate::decode::{decoded, sent};
use crate::model::Model;
use crate::script::Script;
use bloom_core::Result;
use bloom_core::cells::{Bits, Cells, Counters};
use bloom_core::filter::algebra::{Intersection, Operation, Union};
use bloom_core::filter::{Filter, HEADER_LEN};
use bloom_core::layout::BitLayout;
use bloom_core::layout::params::WORD_BITS;
use bloom_core::scheme::Scheme;
use bloom_core::state::merging::Merge;
use bloom_core::state::{self, Heap};

/// Runs a script.
pub fn run(bytes: &[u8]) {
    let mut script = Script::new(bytes);
    let alike = Alike::of(&mut script, &Scheme::ALL);
    match script.up_to(2) {
        0 => of::<Union<Bits>>(&mut script, alike, true),
        1 if alike.scheme.layout() != BitLayout::SplitBlock => {
            of::<Union<Counters>>(&mut script, alike, true)
        }
        _ => of::<Intersection>(&mut script, alike, false),
    }
}

fn of<O: Operation>(script: &mut Script<'_>, alike: Alike, unites: bool) {
    // A union only gets fuller, so every order exceeds the limit or none.
    let max_fpp = if unites { script.one_of(&[1.0, 0.5, 0.01]) } else { 1.0 };
    let count = 1 + script.up_to(4);
    let filters: Vec<Built> = (0..count).map(|_| Built::of::<O::Cells>(script, alike)).collect();
    let one_by_one =
        filters.iter().map(|built| begun::<O>(built, max_fpp)).reduce(|a, b| join::<O>(&a?, &b?));
    let mut states: Vec<_> = filters.iter().map(|built| begun::<O>(built, max_fpp)).collect();
    while states.len() > 1 {
        let a = states.swap_remove(usize::from(script.byte()) % states.len());
        let b = states.swap_remove(usize::from(script.byte()) % states.len());
        states.push(a.and_then(|a| join::<O>(&a, &b?)));
    }
    let [one_by_one, in_any_order] = [one_by_one, states.pop()].map(|state| state.unwrap());
    let finished = |state: &Result<Vec<u8>>| {
        let merged = Merge::<O>::finish(state.as_ref().map_err(Clone::clone)?)?;
        let mut filter = vec![0; merged.filter_len()];
        merged.write(&mut filter).map(|()| filter)
    };
    let (first, second) = match (finished(&one_by_one), finished(&in_any_order)) {
        (Ok(first), Ok(second)) => (first, second),
        (first, second) => return assert!(first.is_err() && second.is_err(), "{first:?} {second:?}"),
    };
    // If all filters are unsized, the result may be any of them.
    if filters.iter().all(Built::is_unsized) {
        return;
    }
    // An intersection of several sizes has more bits set the earlier it is folded.
    let begin = if unites || filters.iter().all(|built| built.header.params == filters[0].header.params) {
        first.len()
    } else {
        HEADER_LEN
    };
    assert!(first[..begin] == second[..begin], "the order matters");
    let filter = Filter::<O::Cells>::validate(&first).unwrap();
    let sized = filters.iter().filter(|built| !built.is_unsized());
    let sizes: Vec<u64> = sized.clone().map(|built| built.header.params.bits / WORD_BITS).collect();
    let bits = combined_bits(O::Cells::CELL, &sizes).unwrap() * WORD_BITS;
    assert!(filter.header().params.bits == bits || !unites, "the wrong size");
    if unites {
        let all = filters.iter().flat_map(|built| &built.hashes);
        let model = Model::union(alike.scheme, filter.header().params, sized.map(Built::model));
        assert!(first[HEADER_LEN..] == model.bytes(O::Cells::CELL));
        assert!(all.into_iter().all(|hash| filter.contains(*hash)), "a false negative");
        assert!(max_fpp == 1.0 || filter.counts().current_fpp <= max_fpp);
    } else {
        let in_all = |hash| filters.iter().all(|built| built.hashes.contains(hash));
        let mut common = filters[0].hashes.iter().filter(|hash| in_all(hash));
        assert!(common.all(|hash| filter.contains(*hash)), "a false negative");
    }
}

fn begun<O: Operation>(built: &Built, max_fpp: f64) -> Result<Vec<u8>> {
    Merge::<O>::new(max_fpp).begin(&built.bytes, &Heap::default())
}

fn join<O: Operation>(a: &[u8], b: &[u8]) -> Result<Vec<u8>> {
    assert!(decoded(&sent(b)).as_deref() == Some(b));
    let (other, filter) = Merge::<O>::read(b)?;
    let filter = Filter::<O::Cells>::new(filter)?;
    let mut merged = a.to_vec();
    Merge::<O>::merge(&mut merged, &filter, other, &Heap::default()).unwrap();
    state::validate(&merged).unwrap();
    Ok(merged)
}
