//! Export and import of filters, and import of changed streams.

use super::{Alike, Built, INTEGER};
use crate::decode::{imported_filter, written};
use crate::model::Model;
use crate::script::Script;
use bloom_core::Result;
use bloom_core::cells::{Bits, CellKind};
use bloom_core::exchange::{DataSketches, Guava, ImportedFilter, Parquet, Spark, StreamFormat};
use bloom_core::filter::{Filter, HEADER_LEN, Header};
use bloom_core::hash::Seed;
use bloom_core::layout::Params;
use bloom_core::scheme::{HashSpec, Scheme};

const SCHEMES: [Scheme; 6] =
    [Scheme::Mitz64, Scheme::Mitz32, Scheme::SparkV1, Scheme::SparkV2, Scheme::Parquet, Scheme::DataSketches];

fn write(scheme: Scheme, filter: &[u8]) -> Result<Vec<u8>> {
    match scheme {
        Scheme::SparkV1 | Scheme::SparkV2 => written::<Spark>(filter),
        Scheme::Parquet => written::<Parquet>(filter),
        Scheme::DataSketches => written::<DataSketches>(filter),
        _ => written::<Guava>(filter),
    }
}

fn read(scheme: Scheme, bytes: &[u8]) -> Result<ImportedFilter<'_>> {
    match scheme {
        Scheme::SparkV1 | Scheme::SparkV2 => Spark::read(bytes),
        Scheme::Parquet => Parquet::read(bytes),
        Scheme::DataSketches => DataSketches::read(bytes),
        _ => Guava::read(bytes),
    }
}

/// Returns a filter with these bits.
fn filter(scheme: Scheme, seed: Seed, params: Params, bits: &[u8]) -> Vec<u8> {
    let hashing = HashSpec { element: INTEGER, scheme, seed };
    let header = Header { cell: CellKind::Bit, hashing, params, capacity: None, fpp: None };
    let mut bytes = vec![0; header.filter_len()];
    header.begin(&mut bytes).unwrap().copy_from_slice(bits);
    bytes
}

/// Runs a script.
pub fn run(bytes: &[u8]) {
    let mut script = Script::new(bytes);
    let alike = Alike::of(&mut script, &SCHEMES);
    let seed = match alike.scheme {
        Scheme::SparkV2 => Seed::from(script.long() as u32),
        Scheme::DataSketches => Seed::from(script.long()),
        _ => Seed::ZERO,
    };
    let built = Built::of::<Bits>(&mut script, alike);
    let params = built.header.params;
    let keyed = filter(Scheme::Keyed, Seed::ZERO, params, built.cells());
    let carried = |scheme| write(scheme, &keyed).is_ok();
    assert!(!SCHEMES.into_iter().any(carried), "a keyed filter was exported");
    let mut stream = write(alike.scheme, &filter(alike.scheme, seed, params, built.cells())).unwrap();
    let imported = read(alike.scheme, &stream).unwrap();
    assert_eq!((imported.scheme, imported.seed, imported.params), (alike.scheme, seed, params));
    let bits = imported_filter(&imported).split_off(HEADER_LEN);
    assert!(bits == built.cells());
    assert!(bits == Model::of(alike.scheme, params, &built.hashes).bytes(CellKind::Bit));

    for _ in 0..script.up_to(3) {
        let at = usize::from(script.byte()) % stream.len();
        stream[at] = script.byte();
    }
    stream.truncate(stream.len() - script.one_of(&[0, 0, 0, 1, 8]).min(stream.len()));
    if let Ok(imported) = read(alike.scheme, &stream)
        && imported.params.bits < 1 << 20
    {
        usable(&imported, &mut script);
    }
}

/// Checks that an imported filter accepts values and can be exported again.
fn usable(imported: &ImportedFilter<'_>, script: &mut Script<'_>) {
    let ImportedFilter { scheme, seed, params, .. } = *imported;
    let mut bytes = filter(scheme, seed, params, &imported_filter(imported)[HEADER_LEN..]);
    let hash = script.hash();
    bloom_core::filter::add_all::<Bits>(&mut bytes, INTEGER, &[hash]).unwrap();
    assert!(Filter::<Bits>::validate(&bytes).unwrap().contains(hash), "a false negative");
    let again = write(scheme, &bytes).unwrap();
    assert!(imported_filter(&read(scheme, &again).unwrap())[HEADER_LEN..] == bytes[HEADER_LEN..]);
}
