//! Sizes for any capacity and rate, and how far bitmaps fold.

use crate::model::Model;
use crate::script::Script;
use bloom_core::cells::CellKind;
use bloom_core::fold::{self, Wanted};
use bloom_core::hash::Scheme;
use bloom_core::params::{self, Params, WORD_BITS};
use bloom_core::pattern::Pattern;
use bloom_core::scheme_choice::SchemeChoice;

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
    let choice =
        SchemeChoice::from_name(script.one_of(&["mitz64", "mitz32", "parquet", "parquet pow2"])).unwrap();
    let cell = script.one_of(&[CellKind::Bit, CellKind::Counter]);
    // Any number of up to so many bits, and any rate.
    let capacity = script.long() >> script.up_to(63);
    let fpp = if script.flag() { f64::from_bits(script.long()) } else { 0.5f64.powi(script.byte().into()) };
    let pattern = choice.scheme.pattern();
    if let Ok(params) = choice.params(cell, capacity, fpp) {
        assert!(capacity > 0 && fpp > 0.0 && fpp < 1.0 && params.bits <= cell.most() && pattern.has(params));
        assert!(pattern.real_fpp(params, capacity) <= fpp || choice.pow2);
        let folding = choice.params_of_count(cell, capacity, fpp).unwrap();
        assert!(folding.bits >= params.bits && folding.bits <= cell.most() && pattern.has(folding));
        assert!(params.excess(capacity, fpp) > 0.0);
    }
}

fn given(script: &mut Script<'_>) {
    let pattern = script.one_of(&[Pattern::Spread, Pattern::Blocks]);
    let (bits, hashes) = (script.long().cast_signed(), i64::from(script.byte()) - 3);
    let Ok(params) = pattern.sized(bits >> script.up_to(63), hashes) else { return };
    assert!(pattern.has(params) && params.bits.is_multiple_of(WORD_BITS) && params.bits <= params::MAX_BITS);
    let set = script.long() % (params.bits + 1);
    assert!(params::estimate_count(params.bits, params.hashes, set) >= 0.0);
    for rate in [params::current_fpp(params.bits, params.hashes, set), pattern.fpp_of_set(params, set)] {
        assert!((0.0..=1.0).contains(&rate));
    }
    let rate = pattern.real_fpp(params, script.long());
    assert!((0.0..=1.0).contains(&rate) && pattern.allowed_load(rate.clamp(1e-9, 0.99), params.hashes) > 0.0);
}

/// The smallest fold that keeps the rate, of all there are.
fn fold(script: &mut Script<'_>) {
    let scheme = script.one_of(&[Scheme::Mitz64, Scheme::Parquet]);
    let (pattern, hashes) =
        (scheme.pattern(), scheme.pattern().fixed_hashes().unwrap_or(1 + script.up_to(9)));
    let params = Params { bits: pattern.unit() * (1 + u64::from(script.up_to(60))), hashes };
    let values = script.hashes(40);
    let model = Model::of(scheme, params, &values);
    let (fpp, pow2) = (script.one_of(&[0.01, 0.1, 0.5]), script.flag());
    let wanted = Wanted { pattern, pow2, hashes, fpp, distinct: 0.0, more: 0 };
    let units = params.bits / pattern.unit();
    let keeps = |bits: u64| {
        let folded = model.intersection(&model, Params { bits, hashes });
        let set = folded.set();
        pattern.fpp_of(Params { bits, hashes }, &folded.bytes(CellKind::Bit), set) <= fpp
    };
    let sizes = (1..=units).filter(|parts| units.is_multiple_of(*parts)).map(|parts| units / parts);
    let sizes: Vec<u64> =
        sizes.filter(|units| !pow2 || units.is_power_of_two()).map(|units| units * pattern.unit()).collect();
    match fold::smallest(&model.bytes(CellKind::Bit), wanted) {
        Some(bits) => assert!(sizes.contains(&bits)),
        None => assert!(!sizes.iter().any(|bits| keeps(*bits))),
    }
}
