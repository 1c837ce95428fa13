//! Single filters and pairs of filters, of bits or counters.

use super::{Alike, Built, INTEGER, combined_bits};
use crate::model::Model;
use crate::script::Script;
use bloom_core::cells::{Bits, Cells, Counters};
use bloom_core::element::{ElementType, Family};
use bloom_core::filter::algebra::{self, Intersection, Operation, Union};
use bloom_core::filter::{self, Filter, FilterReader, HEADER_LEN};
use bloom_core::layout::params::{WORD_BITS, estimate_count};
use bloom_core::layout::{BitLayout, Params};
use bloom_core::scheme::Scheme;

/// Runs a script.
pub fn run(bytes: &[u8]) {
    let mut script = Script::new(bytes);
    let alike = Alike::of(&mut script, &Scheme::ALL);
    if script.flag() && alike.scheme.layout() != BitLayout::SplitBlock {
        both::<Counters>(&mut script, alike);
    } else {
        let (a, b) = both::<Bits>(&mut script, alike);
        intersect(&a, &b);
    }
}

fn both<C: Cells>(script: &mut Script<'_>, alike: Alike) -> (Built, Built) {
    let mut a = Built::of::<C>(script, alike);
    // Sometimes the second filter has another number of hashes.
    let other =
        if script.byte() == 0 && alike.scheme != Scheme::Parquet { alike.hashes + 1 } else { alike.hashes };
    let b = Built::of::<C>(script, Alike { hashes: other, ..alike });
    one::<C>(&mut a, script);
    unite::<C>(&a, &b);
    (a, b)
}

/// Compares a filter with the model, value by value.
fn one<C: Cells>(built: &mut Built, script: &mut Script<'_>) {
    let mut model = built.model();
    for _ in 0..script.up_to(4) {
        let value = u64::from(script.byte()).to_le_bytes();
        let hash = built.header.hashing.hash(INTEGER, value.as_slice()).unwrap();
        filter::add::<C>(&mut built.bytes, INTEGER, value.as_slice()).unwrap();
        let reader = FilterReader::<C>::new(&built.bytes).unwrap();
        assert_eq!(reader.contains(&built.bytes, INTEGER, value.as_slice()), Ok(true), "a false negative");
        assert!(reader.contains(&built.bytes, ElementType::of(Family::Text), value.as_slice()).is_err());
        built.hashes.push(hash);
        built.header = *Filter::<C>::new(&built.bytes).unwrap().header();
        model.add(hash);
    }
    assert!(built.cells() == model.bytes(C::CELL));
    let (filter, reader) = (built.filter::<C>(), FilterReader::<C>::new(&built.bytes).unwrap());
    assert_eq!(filter.counts().bits_set, model.set());
    assert!(built.hashes.iter().all(|hash| filter.contains(*hash)), "a false negative");
    for _ in 0..4 {
        let hash = script.hash();
        assert_eq!(filter.contains(hash), model.contains(hash));
        if built.header.hashing.scheme == Scheme::Mitz64 {
            assert_eq!(reader.contains(&built.bytes, INTEGER, hash), Ok(model.contains(hash)));
        }
    }
}

/// Returns the size of the combination of two filters.
fn common(a: &Built, b: &Built) -> Option<Params> {
    let (x, y) = (a.header.params, b.header.params);
    if b.is_unsized() {
        return Some(x);
    }
    if a.is_unsized() {
        return Some(y);
    }
    let words = combined_bits(a.header.cell, &[x, y].map(|params| params.bits / WORD_BITS))?;
    (x.hashes == y.hashes).then_some(Params { bits: words * WORD_BITS, ..x })
}

fn combined<O: Operation>(a: &Built, b: &Built) -> Option<Vec<u8>> {
    let (x, y) = (a.filter::<O::Cells>(), b.filter::<O::Cells>());
    let expected = common(a, b);
    assert_eq!(algebra::combined_header(x.header(), y.header()).ok().map(|header| header.params), expected);
    expected?;
    let mut anew = vec![0; algebra::combined_len(&x, &y).unwrap()];
    algebra::combine::<O>(&x, &y, &mut anew).unwrap();
    // If both filters are unsized, the result has the size of the first.
    if !a.is_unsized() || !b.is_unsized() {
        let mut turned = vec![0; anew.len()];
        algebra::combine::<O>(&y, &x, &mut turned).unwrap();
        assert!(anew == turned, "the order matters");
    }
    let mut own = a.bytes.clone();
    let done = algebra::combine_into::<O>(&mut own, &y).unwrap();
    assert_eq!(done, expected == Some(a.header.params));
    assert!(&own == (if done { &anew } else { &a.bytes }));
    Filter::<O::Cells>::validate(&anew).unwrap();
    Some(anew)
}

fn unite<C: Cells>(a: &Built, b: &Built) {
    let Some(union) = combined::<Union<C>>(a, b) else { return };
    let params = Filter::<C>::new(&union).unwrap().header().params;
    let all = a.hashes.iter().chain(&b.hashes);
    let sized = [a, b].into_iter().filter(|built| !built.is_unsized()).map(Built::model);
    let model = Model::union(a.header.hashing.scheme, params, sized);
    assert!(union[HEADER_LEN..] == model.bytes(C::CELL));
    let filter = Filter::<C>::new(&union).unwrap();
    assert!(all.into_iter().all(|hash| filter.contains(*hash)), "a false negative");
}

fn intersect(a: &Built, b: &Built) {
    let Some(bytes) = combined::<Intersection>(a, b) else { return };
    let params = Filter::<Bits>::new(&bytes).unwrap().header().params;
    let [x, y] = [a, b].map(|built| {
        if built.is_unsized() { Model::of(built.header.hashing.scheme, params, []) } else { built.model() }
    });
    assert!(bytes[HEADER_LEN..] == x.intersection(&y, params).bytes(a.header.cell));
    let filter = Filter::<Bits>::new(&bytes).unwrap();
    assert!(
        a.hashes.iter().filter(|hash| b.hashes.contains(hash)).all(|hash| filter.contains(*hash)),
        "a false negative"
    );

    let told = algebra::compare(&a.filter(), &b.filter()).unwrap();
    let sizes = [a, b].map(|built| if built.is_unsized() { params.bits } else { built.header.params.bits });
    // One divides the other, or the result has the size that they have in common.
    let params = Params { bits: params.bits.min(sizes[0]).min(sizes[1]), ..params };
    let [x, y] = [x, y].map(|model| model.intersection(&model, params));
    assert_eq!(told.is_subset, x.is_subset(&y));
    let union = Model::of(a.header.hashing.scheme, params, a.hashes.iter().chain(&b.hashes)).set();
    assert_eq!(told.union_count, estimate_count(params.bits, params.hashes, union));
    assert!(told.intersection_count >= 0.0 && (0.0..=1.0).contains(&told.jaccard()));
}
