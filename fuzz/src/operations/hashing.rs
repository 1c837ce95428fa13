//! Hashing of values and their positions, in every scheme and for every element type.

use crate::model::Model;
use crate::script::Script;
use bloom_core::Error;
use bloom_core::cells::{Bits, CellKind};
use bloom_core::element::{ElementType, Family, canonical};
use bloom_core::filter::Prober;
use bloom_core::filter::shard::shard;
use bloom_core::hash::distinct::distinct_count;
use bloom_core::hash::{Hash, Seed};
use bloom_core::layout::{BitLayout, Params};
use bloom_core::scheme::{HashSpec, Scheme, ValueHash};
use std::collections::BTreeSet;

const FAMILIES: [Family; 18] = [
    Family::None,
    Family::Integer,
    Family::Text,
    Family::Bytes,
    Family::Uuid,
    Family::Float,
    Family::Boolean,
    Family::Char,
    Family::Date,
    Family::Time,
    Family::Timestamp,
    Family::Timestamptz,
    Family::Enum,
    Family::Oid,
    Family::Integer4,
    Family::Padded,
    Family::Float4,
    Family::Hashed,
];

fn element(script: &mut Script<'_>) -> ElementType {
    let family = script.one_of(&FAMILIES);
    match family {
        Family::Enum => {
            ElementType { tag: ElementType::named_tag(script.bytes(2)), ..ElementType::of(family) }
        }
        Family::Hashed => ElementType { tag: 1 + u64::from(script.byte()), environment: 1, family },
        _ => ElementType::of(family),
    }
}

/// Element families that only filters have, not values.
const OF_FILTERS: [Family; 3] = [Family::None, Family::Integer4, Family::Float4];

/// Runs a script.
pub fn run(bytes: &[u8]) {
    let mut script = Script::new(bytes);
    let scheme = script.one_of(&Scheme::ALL);
    let seed = match scheme {
        Scheme::SparkV2 => Seed::from(script.long() as u32),
        Scheme::DataSketches => Seed::from(script.long()),
        Scheme::Keyed => Seed::from_bytes(
            *[script.long().to_le_bytes(), script.long().to_le_bytes()].as_flattened().first_chunk().unwrap(),
        ),
        _ => Seed::ZERO,
    };
    let of = element(&mut script);
    let refused = OF_FILTERS.contains(&of.family);
    let unknown = ValueHash { element: of, hash: script.hash() };
    assert_eq!(ValueHash::from_bytes(&unknown.to_bytes()).ok(), (!refused).then_some(unknown));
    if refused {
        return;
    }
    let held = if script.flag() { of } else { element(&mut script) };
    let value = match of.family {
        Family::Integer | Family::Float if script.flag() => {
            canonical::float(f64::from_bits(script.long())).to_vec()
        }
        Family::Float => canonical::float(f64::from(f32::from_bits(script.long() as u32))).to_vec(),
        Family::Integer => canonical::integer(script.long().cast_signed()).to_vec(),
        Family::Padded => canonical::unpadded(script.bytes(100)).to_vec(),
        _ => script.bytes(100).to_vec(),
    };
    let hashing = HashSpec { element: held, scheme, seed };
    match hashing.hash(of, value.as_slice()) {
        Ok(hash) => {
            assert_eq!(hashing.hash(of, value.as_slice()), Ok(hash));
            // A filter with the new element type accepts the value again and contains it.
            let holding = HashSpec { element: hashing.holding(of), ..hashing };
            assert_eq!(holding.hash(of, value.as_slice()), Ok(hash), "a false negative");
            if (holding.element.family, of.family) == (Family::Padded, Family::Text) {
                assert_eq!(
                    holding.hash(of, [&value, b"  ".as_slice()].concat().as_slice()),
                    Ok(hash),
                    "a false negative"
                );
            }
            positions(&mut script, scheme, hash);
        }
        Err(Error::ElementMismatch { filter, value }) => assert!(filter != value),
        Err(Error::OutOfRange(_) | Error::Inexact(_)) => {
            assert!(matches!(hashing.holding(of).family, Family::Integer4 | Family::Float4));
        }
        Err(error) => assert!(matches!(error, Error::NotHeld { scheme: "parquet", .. }), "{error}"),
    }
    let default = Hash::of(&value, 0);
    if let Ok(hash) = hashing.hash(of, default) {
        assert_eq!((hash, scheme), (default, Scheme::Mitz64));
        assert_eq!(
            hashing.hash(of, value.as_slice()),
            Ok(hash),
            "the value and its hash are found in different places"
        );
    }
    let mut list = script.hashes(30);
    let distinct = list.iter().collect::<BTreeSet<_>>().len() as u64;
    assert_eq!(distinct_count(&mut list), distinct);
    let shards = script.long() as i32;
    match shard(of.family, &value, shards) {
        Ok(number) => assert!((0..shards).contains(&number)),
        Err(error) => assert_eq!((error, shards < 1), (Error::Shards(shards), true)),
    }
}

/// Compares the optimized computation of positions with the formula.
fn positions(script: &mut Script<'_>, scheme: Scheme, hash: Hash) {
    let layout = scheme.layout();
    let bits = layout.unit() * (1 + u64::from(script.byte()) * u64::from(script.byte()));
    let hashes = layout.fixed_hashes().unwrap_or(1 + script.up_to(29));
    let params = Params { bits, hashes };
    let prober = Prober::of(scheme, params);
    assert!(prober.positions(hash).eq(scheme.positions(hash, params)));
    // The largest size, where a multiplication could overflow.
    let largest = Params { bits: CellKind::Bit.most() / layout.unit() * layout.unit(), hashes };
    assert!(Prober::of(scheme, largest).positions(hash).eq(scheme.positions(hash, largest)));
    if params.bits > 1 << 12 {
        return;
    }
    let mut bitmap = vec![0; params.bitmap_len()];
    assert!(!prober.contains::<Bits>(&bitmap, hash));
    prober.insert::<Bits>(&mut bitmap, hash);
    assert!(bitmap == Model::of(scheme, params, [&hash]).bytes(CellKind::Bit));
    assert!(prober.contains::<Bits>(&bitmap, hash), "a false negative");
    let by_block = prober.contains_by_block(hash, |range| bitmap[range].to_vec());
    assert_eq!(by_block, (layout == BitLayout::SplitBlock).then_some(true));
}
