//! Sizes for any capacity and false-positive rate, and folds of bitmaps.

use crate::model::Model;
use crate::script::Script;
use bloom_core::cells::CellKind;
use bloom_core::cells::fold_fit::{self, Wanted};
use bloom_core::layout::params::{self, WORD_BITS};
use bloom_core::layout::{BitLayout, Params};
use bloom_core::scheme::{Scheme, SchemeOptions};

/// Runs a script.
pub fn run(bytes: &[u8]) {
    let mut script = Script::new(bytes);
    match script.up_to(2) {
        0 => for_capacity(&mut script),
        1 => given(&mut script),
        _ => fold(&mut script),
    }
}

fn for_capacity(script: &mut Script<'_>) {
    let options =
        SchemeOptions::from_name(script.one_of(&["mitz64", "mitz32", "parquet", "parquet pow2"])).unwrap();
    let cell = script.one_of(&[CellKind::Bit, CellKind::Counter]);
    // Numbers of any magnitude, and any rate.
    let capacity = script.long() >> script.up_to(63);
    let fpp = if script.flag() { f64::from_bits(script.long()) } else { 0.5f64.powi(script.byte().into()) };
    let layout = options.scheme.layout();
    if let Ok(params) = options.params(cell, capacity, fpp) {
        assert!(capacity > 0 && fpp > 0.0 && fpp < 1.0 && params.bits <= cell.most() && layout.has(params));
        assert!(layout.real_fpp(params, capacity) <= fpp || options.pow2);
        let folding = options.params_of_count(cell, capacity, fpp).unwrap();
        assert!(folding.bits >= params.bits && folding.bits <= cell.most() && layout.has(folding));
        assert!(params.excess(capacity, fpp) > 0.0);
    }
}

fn given(script: &mut Script<'_>) {
    let classic = [true, false].map(|wraps| BitLayout::Classic { wraps });
    let layout = script.one_of(&[classic[0], classic[1], BitLayout::SplitBlock]);
    let (bits, hashes) = (script.long().cast_signed(), i64::from(script.byte()) - 3);
    let Ok(params) = layout.sized(bits >> script.up_to(63), hashes) else { return };
    assert!(layout.has(params) && params.bits.is_multiple_of(WORD_BITS) && params.bits <= params::MAX_BITS);
    let set = script.long() % (params.bits + 1);
    assert!(params::estimate_count(params.bits, params.hashes, set) >= 0.0);
    for rate in [params::current_fpp(params.bits, params.hashes, set), layout.fpp_of_set(params, set)] {
        assert!((0.0..=1.0).contains(&rate));
    }
    let rate = layout.real_fpp(params, script.long());
    assert!((0.0..=1.0).contains(&rate) && layout.allowed_load(rate.clamp(1e-9, 0.99), params.hashes) > 0.0);
}

/// Compares the smallest fold that keeps the rate with all possible folds.
fn fold(script: &mut Script<'_>) {
    let scheme = script.one_of(&[Scheme::Mitz64, Scheme::SparkV2, Scheme::Parquet]);
    let (layout, hashes) = (scheme.layout(), scheme.layout().fixed_hashes().unwrap_or(1 + script.up_to(9)));
    let params = Params { bits: layout.unit() * (1 + u64::from(script.up_to(60))), hashes };
    let values = script.hashes(40);
    let model = Model::of(scheme, params, &values);
    let (fpp, pow2) = (script.one_of(&[0.01, 0.1, 0.5]), script.flag());
    let wanted = Wanted { layout, pow2, hashes, fpp, distinct: 0.0, more: 0 };
    let units = params.bits / layout.unit();
    let keeps = |bits: u64| {
        let folded = model.intersection(&model, Params { bits, hashes });
        let set = folded.set();
        fold_fit::rate_of(layout, Params { bits, hashes }, &folded.bytes(CellKind::Bit), set) <= fpp
    };
    let sizes = (1..=units).filter(|parts| units.is_multiple_of(*parts)).map(|parts| units / parts);
    let sizes: Vec<u64> =
        sizes.filter(|units| !pow2 || units.is_power_of_two()).map(|units| units * layout.unit()).collect();
    match fold_fit::smallest(&model.bytes(CellKind::Bit), wanted) {
        Some(bits) => assert!(sizes.contains(&bits)),
        None => assert!(!sizes.iter().any(|bits| keeps(*bits))),
    }
}
