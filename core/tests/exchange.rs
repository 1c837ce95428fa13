//! Streams of other libraries, compared with what the libraries themselves wrote.

#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use bloom_core::Error;
use bloom_core::cells::{Bits, CellKind};
use bloom_core::element::{ElementType, Family, canonical};
use bloom_core::exchange::{DataSketches, Guava, ImportedFilter, Parquet, Spark, StreamFormat};
use bloom_core::filter::{Filter, Header};
use bloom_core::hash::Seed;
use bloom_core::layout::Params;
use bloom_core::layout::params::MAX_BITS;
use bloom_core::scheme::{HashSpec, Scheme};
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

/// Returns the canonical bytes of the values of an element type.
fn values(element: &str) -> Vec<Vec<u8>> {
    // DataSketches' libraries ignore empty values.
    let (file, empty) = match element {
        "line" => ("text", false),
        "bytes" => ("bytea", false),
        other => (other, true),
    };
    let text = fs::read_to_string(data().join(format!("{file}.values"))).unwrap();
    let canonical = |line: &str| match element {
        "text" | "bytea" | "line" | "bytes" => unhex(line),
        "bigint" => canonical::integer(line.parse().unwrap()).to_vec(),
        "integer" => line.parse::<i32>().unwrap().to_le_bytes().to_vec(),
        other => panic!("{other}"),
    };
    text.lines().filter(|line| empty || !line.is_empty()).map(canonical).collect()
}

fn read(scheme: Scheme, bytes: &[u8]) -> Result<ImportedFilter<'_>, Error> {
    match scheme {
        Scheme::Mitz64 | Scheme::Mitz32 => Guava::read(bytes),
        Scheme::SparkV1 | Scheme::SparkV2 => Spark::read(bytes),
        Scheme::Parquet => Parquet::read(bytes),
        Scheme::DataSketches => DataSketches::read(bytes),
        Scheme::Keyed => panic!("no other library has it"),
    }
}

/// The filter with this bitmap.
fn filter(scheme: Scheme, seed: Seed, params: Params, bitmap: &[u8]) -> Vec<u8> {
    let hashing = HashSpec { element: ElementType::of(Family::Text), scheme, seed };
    let header = Header { cell: CellKind::Bit, hashing, params, capacity: None, fpp: None };
    let mut bytes = vec![0; header.filter_len()];
    header.begin(&mut bytes).unwrap().copy_from_slice(bitmap);
    bytes
}

fn written_by<F: StreamFormat>(filter: &Filter<'_, Bits>) -> Vec<u8> {
    let mut out = vec![0xaa; F::len(filter)];
    F::write(filter, &mut out).unwrap();
    out
}

fn written(scheme: Scheme, seed: Seed, params: Params, bitmap: &[u8]) -> Vec<u8> {
    let bytes = filter(scheme, seed, params, bitmap);
    let filter = Filter::new(&bytes).unwrap();
    match scheme {
        Scheme::Mitz64 | Scheme::Mitz32 => written_by::<Guava>(&filter),
        Scheme::SparkV1 | Scheme::SparkV2 => written_by::<Spark>(&filter),
        Scheme::Parquet => written_by::<Parquet>(&filter),
        Scheme::DataSketches => written_by::<DataSketches>(&filter),
        Scheme::Keyed => panic!("no other library has it"),
    }
}

fn bitmap(imported: &ImportedFilter) -> Vec<u8> {
    let mut bitmap = vec![0; imported.params.bitmap_len()];
    imported.write_bitmap(&mut bitmap).unwrap();
    bitmap
}

/// Builds the bitmap of a filter that holds these values.
fn build(scheme: Scheme, seed: Seed, params: Params, values: &[Vec<u8>]) -> Vec<u8> {
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
        let Some((library, element)) = name.strip_suffix(".filter").and_then(|name| name.split_once('.'))
        else {
            continue;
        };
        let stream = unhex(fs::read_to_string(&path).unwrap().trim());
        let scheme = Scheme::from_name(library.trim_end_matches("-seed")).unwrap();
        let imported = read(scheme, &stream).unwrap();
        let seed = match library {
            "spark2-seed" => (-7i32).cast_unsigned().into(),
            "datasketches" => 9001u32.into(),
            _ => Seed::ZERO,
        };
        let params = match library {
            "parquet" => Params { bits: 512, hashes: 8 },
            _ => Params { bits: 384, hashes: 7 },
        };
        assert_eq!(imported.scheme, scheme, "{name}");
        assert_eq!(imported.seed, seed, "{name}");
        assert_eq!(imported.params, params, "{name}");
        let built = build(imported.scheme, seed, imported.params, &values(element));
        assert!(bitmap(&imported) == built, "{name}: other bits");
        let mut again = written(imported.scheme, seed, imported.params, &built);
        if library == "datasketches" {
            again[24..32].fill(0xff); // Java does not count the bits
        }
        assert!(again == stream, "{name}: another stream");
        count += 1;
    }
    assert_eq!(count, 24);
}

fn why(result: Result<ImportedFilter<'_>, Error>) -> String {
    match result {
        Err(Error::Malformed { what, why }) => format!("{what}: {why}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn streams_that_no_filter_can_be() {
    let guava = |head: &[u8], words: usize| why(Guava::read(&[head, &vec![0; words * 8]].concat()));
    for (is, expected) in [
        (guava(&[1, 7, 0, 0, 0], 0), "It has 5 bytes, but its header alone has 6."),
        (guava(&[2, 7, 0, 0, 0, 1], 1), "Its strategy 2 is unknown."),
        (guava(&[255, 7, 0, 0, 0, 1], 1), "Its strategy -1 is unknown."),
        (guava(&[1, 0, 0, 0, 0, 1], 1), "Its number of hash functions is 0, not 1 to 255."),
        (guava(&[1, 7, 0, 0, 0, 0], 0), "Its number of words is 0, not 1 to 134217215."),
        (guava(&[1, 7, 255, 255, 255, 255], 1), "Its number of words is -1, not 1 to 134217215."),
        (guava(&[1, 7, 0, 0, 0, 2], 1), "Its bits should take 16 bytes, but 8 bytes follow its header."),
        (guava(&[1, 7, 0, 0, 0, 1], 2), "Its bits should take 8 bytes, but 16 bytes follow its header."),
    ] {
        assert_eq!(is, format!("Guava Bloom filter: {expected}"));
    }
    let spark = |head: &[i32], words: usize| {
        let head: Vec<u8> = head.iter().flat_map(|number| number.to_be_bytes()).collect();
        why(Spark::read(&[head, vec![0; words * 8]].concat()))
    };
    let most = i32::try_from(MAX_BITS / 64).unwrap();
    for (is, expected) in [
        (spark(&[1, 7], 0), "Its header is cut off: it has 8 bytes."),
        (spark(&[2, 7, 1], 0), "Its header is cut off: it has 12 bytes."),
        (spark(&[3, 7, 1], 1), "Its version 3 is unknown."),
        (spark(&[1, 256, 1], 1), "Its number of hash functions is 256, not 1 to 255."),
        (spark(&[2, -1, 0, 1], 1), "Its number of hash functions is -1, not 1 to 255."),
        (spark(&[1, 7, most + 1], 0), "Its number of words is 134217216, not 1 to 134217215."),
        (spark(&[1, 7, most], 0), "Its bits should take 1073737720 bytes, but 0 bytes follow its header."),
    ] {
        assert_eq!(is, format!("Spark Bloom filter: {expected}"));
    }
}

#[test]
fn writing_checks_scheme_and_room() {
    fn refused<F: StreamFormat>(scheme: Scheme) -> Option<String> {
        let params = Params { bits: 256, hashes: 8 };
        let bytes = filter(scheme, Seed::ZERO, params, &[1; 32]);
        let filter = Filter::new(&bytes).unwrap();
        let mut out = vec![0; F::len(&filter) + 1];
        let len = out.len() - 1;
        let error = F::write(&filter, &mut out[..len]).err();
        if error.is_none() {
            assert!(matches!(F::write(&filter, &mut out), Err(Error::Internal(_))), "too long");
            assert!(matches!(F::write(&filter, &mut out[..len - 1]), Err(Error::Internal(_))), "too short");
        }
        error.map(|error| error.to_string())
    }
    for scheme in Scheme::ALL {
        let name = scheme.name();
        for (is, library, expected) in [
            (refused::<Guava>(scheme), "Guava", matches!(scheme, Scheme::Mitz64 | Scheme::Mitz32)),
            (refused::<Spark>(scheme), "Spark", matches!(scheme, Scheme::SparkV1 | Scheme::SparkV2)),
            (refused::<Parquet>(scheme), "Parquet", scheme == Scheme::Parquet),
            (refused::<DataSketches>(scheme), "DataSketches", scheme == Scheme::DataSketches),
        ] {
            let refusal = format!("a {library} Bloom filter cannot have hash scheme {name}");
            assert_eq!(is, (!expected).then_some(refusal));
        }
    }
    let stream = [1, 7, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0];
    let too_short = Guava::read(&stream).unwrap().write_bitmap(&mut [0; 7]);
    assert!(matches!(too_short, Err(Error::Internal(_))));
}

type Reader = for<'a> fn(&'a [u8]) -> Result<ImportedFilter<'a>, Error>;
const ALL_READERS: [Reader; 4] = [Guava::read, Spark::read, Parquet::read, DataSketches::read];

fn any_scheme() -> impl Strategy<Value = Scheme> {
    prop::sample::select(
        Scheme::ALL.into_iter().filter(|scheme| *scheme != Scheme::Keyed).collect::<Vec<_>>(),
    )
}

/// Generates filters of at most ten words.
fn any_stream() -> impl Strategy<Value = (Scheme, Seed, Params, Vec<u8>)> {
    let units = prop::collection::vec(prop_oneof![Just([0; 32]), any::<[u8; 32]>()], 1..4);
    (any_scheme(), any::<u64>(), 1u8.., units, 0..3usize).prop_map(|(scheme, seed, hashes, units, less)| {
        let seeds = [Seed::from(seed), Seed::from(seed >> 32), Seed::ZERO];
        let seed = seeds.into_iter().find(|seed| scheme.takes_seed(*seed)).unwrap();
        let mut bitmap = units.concat();
        if scheme.layout().unit() == 64 {
            bitmap.truncate(bitmap.len() - less * 8);
        }
        let hashes = scheme.layout().fixed_hashes().unwrap_or(hashes);
        (scheme, seed, Params { bits: 8 * bitmap.len() as u64, hashes }, bitmap)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn streams_round_trip((scheme, seed, params, bits) in any_stream()) {
        let stream = written(scheme, seed, params, &bits);
        let imported = read(scheme, &stream).unwrap();
        prop_assert_eq!((imported.scheme, imported.seed, imported.params), (scheme, seed, params));
        prop_assert_eq!(bitmap(&imported), bits);
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
            // Mostly within the header, where changes matter.
            let at = index.index(stream.len()) % 20;
            stream[at] = byte;
        }
        stream.truncate(cut.unwrap_or(usize::MAX));
        stream.extend(more);
        for imported in ALL_READERS.into_iter().filter_map(|read| read(&stream).ok()) {
            prop_assert!(imported.params.hashes > 0 && imported.params.bits > 0);
            let mut again = written(imported.scheme, imported.seed, imported.params, &bitmap(&imported));
            if imported.scheme == Scheme::DataSketches {
                // Some writers say that the preamble always has 3 words, and libraries need not count bits.
                again[0] = stream[0];
                if stream.len() > 32 && stream[24..32] == [0xff; 8] {
                    again.resize(32.max(again.len()), 0xff);
                    again[24..32].fill(0xff);
                }
                if again[3] == 4 && stream[3] == 0 {
                    continue; // full of zeros
                }
            }
            // Nothing else is dropped, completed or normalized.
            prop_assert_eq!(again, &stream[..]);
        }
    }

    #[test]
    fn only_whole_streams_are_read((scheme, seed, params, bits) in any_stream(), at: prop::sample::Index) {
        let mut stream = written(scheme, seed, params, &bits);
        let cut = at.index(stream.len());
        // A part of a bitset may be a bitset.
        let may_be = |len: usize| scheme == Scheme::Parquet && len > 0 && len.is_multiple_of(32);
        prop_assert!(read(scheme, &stream[..cut]).is_err() || may_be(cut));
        stream.push(0);
        prop_assert!(read(scheme, &stream).is_err());
    }

    #[test]
    fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        for read in ALL_READERS {
            let _ = read(&bytes);
        }
    }
}
