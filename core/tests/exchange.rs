//! The streams of other libraries, compared with what the libraries themselves made.

#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use bloom_core::Error;
use bloom_core::canonical;
use bloom_core::exchange::{Foreign, guava, spark};
use bloom_core::hash::Scheme;
use bloom_core::params::{MAX_BITS, Params};
use proptest::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/interop")
}

fn unhex(text: &str) -> Vec<u8> {
    text.as_bytes()
        .chunks(2)
        .map(|pair| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap())
        .collect()
}

/// The canonical bytes of the values of an element.
fn values(element: &str) -> Vec<Vec<u8>> {
    let text = fs::read_to_string(data().join(format!("{element}.values"))).unwrap();
    let canonical = |line: &str| match element {
        "text" | "bytea" => unhex(line),
        "bigint" => canonical::integer(line.parse().unwrap()).to_vec(),
        "integer" => line.parse::<i32>().unwrap().to_le_bytes().to_vec(),
        other => panic!("{other}"),
    };
    text.lines().map(canonical).collect()
}

fn read(bytes: &[u8]) -> Result<Foreign<'_>, Error> {
    // The first byte of a stream of Spark's is 0, as is that of Guava's older strategy; but the second,
    // Guava's number of hash functions, is not.
    if bytes.starts_with(&[0, 0]) { spark::read(bytes) } else { guava::read(bytes) }
}

fn written(scheme: Scheme, seed: u32, params: Params, bitmap: &[u8]) -> Vec<u8> {
    if matches!(scheme, Scheme::Mitz64 | Scheme::Mitz32) {
        let mut out = vec![0xaa; guava::len(params)];
        guava::write(scheme, params, bitmap, &mut out).unwrap();
        out
    } else {
        let mut out = vec![0xaa; spark::len(scheme, params)];
        spark::write(scheme, seed, params, bitmap, &mut out).unwrap();
        out
    }
}

fn bitmap(foreign: &Foreign) -> Vec<u8> {
    let mut bitmap = vec![0xaa; foreign.params.bitmap_len()];
    foreign.write_bitmap(&mut bitmap).unwrap();
    bitmap
}

/// The bitmap of a filter that holds these values.
fn build(scheme: Scheme, seed: u32, params: Params, values: &[Vec<u8>]) -> Vec<u8> {
    let mut bitmap = vec![0; params.bitmap_len()];
    for value in values {
        for position in scheme.positions(scheme.hash(value, seed), params) {
            bitmap[usize::try_from(position / 8).unwrap()] |= 1 << (position % 8);
        }
    }
    bitmap
}

#[test]
fn filters_of_the_libraries_bit_for_bit() {
    let mut count = 0;
    for file in fs::read_dir(data()).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let Some((kind, element)) = name.strip_suffix(".filter").and_then(|name| name.split_once('.')) else {
            continue;
        };
        let stream = unhex(fs::read_to_string(&path).unwrap().trim());
        let foreign = read(&stream).unwrap();
        let seed = if kind == "spark2-seed" { (-7i32).cast_unsigned() } else { 0 };
        assert_eq!(Some(foreign.scheme), Scheme::from_name(kind.trim_end_matches("-seed")), "{name}");
        assert_eq!(foreign.seed, seed, "{name}");
        assert_eq!(foreign.params, Params { bits: 384, hashes: 7 }, "{name}");
        let built = build(foreign.scheme, seed, foreign.params, &values(element));
        assert!(bitmap(&foreign) == built, "{name}: other bits");
        assert!(written(foreign.scheme, seed, foreign.params, &built) == stream, "{name}: another stream");
        count += 1;
    }
    assert_eq!(count, 17);
}

fn why(result: Result<Foreign<'_>, Error>) -> String {
    match result {
        Err(Error::Malformed { what, why }) => format!("{what}: {why}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn streams_that_no_filter_can_be() {
    let guava = |head: &[u8], words: usize| why(guava::read(&[head, &vec![0; words * 8]].concat()));
    let spark = |head: &[i32], words: usize| {
        let head: Vec<u8> = head.iter().flat_map(|number| number.to_be_bytes()).collect();
        why(spark::read(&[head, vec![0; words * 8]].concat()))
    };
    let most = i32::try_from(MAX_BITS / 64).unwrap();
    for (is, expected) in [
        (
            guava(&[1, 7, 0, 0, 0], 0),
            "Guava bloom filter: It has 5 bytes, which are fewer than its header's 6.",
        ),
        (guava(&[2, 7, 0, 0, 0, 1], 1), "Guava bloom filter: Its strategy 2 is unknown."),
        (guava(&[255, 7, 0, 0, 0, 1], 1), "Guava bloom filter: Its strategy -1 is unknown."),
        (
            guava(&[1, 0, 0, 0, 0, 1], 1),
            "Guava bloom filter: Its number of hash functions is 0, not 1 to 255.",
        ),
        (guava(&[1, 7, 0, 0, 0, 0], 0), "Guava bloom filter: Its number of words is 0, not 1 to 134217215."),
        (
            guava(&[1, 7, 255, 255, 255, 255], 1),
            "Guava bloom filter: Its number of words is -1, not 1 to 134217215.",
        ),
        (
            guava(&[1, 7, 0, 0, 0, 2], 1),
            "Guava bloom filter: Its bits should take 16 bytes, after its header it has 8.",
        ),
        (
            guava(&[1, 7, 0, 0, 0, 1], 2),
            "Guava bloom filter: Its bits should take 8 bytes, after its header it has 16.",
        ),
        (spark(&[1, 7], 0), "Spark bloom filter: It ends within its header: it has 8 bytes."),
        (spark(&[2, 7, 1], 0), "Spark bloom filter: It ends within its header: it has 12 bytes."),
        (spark(&[3, 7, 1], 1), "Spark bloom filter: Its version 3 is unknown."),
        (spark(&[1, 256, 1], 1), "Spark bloom filter: Its number of hash functions is 256, not 1 to 255."),
        (spark(&[2, -1, 0, 1], 1), "Spark bloom filter: Its number of hash functions is -1, not 1 to 255."),
        (
            spark(&[1, 7, most + 1], 0),
            "Spark bloom filter: Its number of words is 134217216, not 1 to 134217215.",
        ),
        (
            spark(&[1, 7, most], 0),
            "Spark bloom filter: Its bits should take 1073737720 bytes, after its header it has 0.",
        ),
    ] {
        assert_eq!(is, expected);
    }
}

#[test]
fn writing_checks_its_arguments() {
    let params = Params { bits: 64, hashes: 7 };
    let carried = |scheme| {
        (
            guava::write(scheme, params, &[0; 8], &mut [0; 99]).is_ok(),
            spark::write(scheme, 0, params, &[0; 8], &mut [0; 99]).is_ok(),
        )
    };
    assert_eq!(Scheme::ALL.map(carried), [(true, false), (true, false), (false, true), (false, true)]);
    let refused = guava::write(Scheme::SparkV1, params, &[0; 8], &mut [0; 99]).unwrap_err();
    assert_eq!(refused.to_string(), "a Guava bloom filter cannot have hash scheme spark1");
    let refused = spark::write(Scheme::Mitz64, 0, params, &[0; 8], &mut [0; 99]).unwrap_err();
    assert_eq!(refused.to_string(), "a Spark bloom filter cannot have hash scheme mitz64");

    assert!(guava::write(Scheme::Mitz64, params, &[0; 8], &mut [0; 13]).is_err());
    assert!(guava::write(Scheme::Mitz64, params, &[0; 16], &mut [0; 99]).is_err());
    assert!(spark::write(Scheme::SparkV1, 0, params, &[0; 8], &mut [0; 19]).is_err());
    assert!(
        guava::read(&[1, 7, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]).unwrap().write_bitmap(&mut [0; 7]).is_err()
    );
}

fn any_scheme() -> impl Strategy<Value = Scheme> {
    prop::sample::select(&Scheme::ALL)
}

/// A filter of at most ten words.
fn any_stream() -> impl Strategy<Value = (Scheme, u32, Params, Vec<u8>)> {
    (any_scheme(), any::<u32>(), 1u8.., prop::collection::vec(any::<[u8; 8]>(), 1..10)).prop_map(
        |(scheme, seed, hashes, words)| {
            let seed = if scheme.takes_seed(seed) { seed } else { 0 };
            (scheme, seed, Params { bits: 64 * words.len() as u64, hashes }, words.concat())
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn streams_round_trip((scheme, seed, params, bits) in any_stream()) {
        let stream = written(scheme, seed, params, &bits);
        let foreign = read(&stream).unwrap();
        prop_assert_eq!((foreign.scheme, foreign.seed, foreign.params), (scheme, seed, params));
        prop_assert_eq!(bitmap(&foreign), bits);
    }

    #[test]
    fn mutated_streams_are_refused_or_whole(
        (scheme, seed, params, bits) in any_stream(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
        cut in prop::option::of(0..100usize),
        more in prop::collection::vec(any::<u8>(), 0..9),
    ) {
        let mut stream = written(scheme, seed, params, &bits);
        for (index, byte) in changes {
            // Mostly within the header, where it matters.
            let at = index.index(stream.len()) % 20;
            stream[at] = byte;
        }
        stream.truncate(cut.unwrap_or(usize::MAX));
        stream.extend(more);
        for foreign in [guava::read(&stream), spark::read(&stream)].into_iter().flatten() {
            // Nothing is dropped, completed or normalised.
            prop_assert_eq!(written(foreign.scheme, foreign.seed, foreign.params, &bitmap(&foreign)), &stream[..]);
            prop_assert!(foreign.params.hashes > 0 && foreign.params.bits > 0);
        }
    }

    #[test]
    fn only_whole_streams_are_read((scheme, seed, params, bits) in any_stream(), at: prop::sample::Index) {
        let mut stream = written(scheme, seed, params, &bits);
        let cut = at.index(stream.len());
        prop_assert!(guava::read(&stream[..cut]).is_err() && spark::read(&stream[..cut]).is_err());
        stream.push(0);
        prop_assert!(guava::read(&stream).is_err() && spark::read(&stream).is_err());
    }

    #[test]
    fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = guava::read(&bytes);
        let _ = spark::read(&bytes);
    }
}
