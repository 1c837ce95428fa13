//! Filters that go to other libraries and come back, and streams that somebody changed on the way.

use super::{Alike, Built, INTEGER};
use crate::decode::bitmap;
use crate::model::Model;
use crate::script::Script;
use bloom_core::cells::{Bits, CellKind};
use bloom_core::exchange::{ImportedFilter, datasketches, guava, parquet, spark};
use bloom_core::filter::{Filter, HEADER_LEN, Header};
use bloom_core::hash::Seed;
use bloom_core::layout::Params;
use bloom_core::scheme::{HashSpec, Scheme};
use bloom_core::{Error, Result};

const SCHEMES: [Scheme; 6] =
    [Scheme::Mitz64, Scheme::Mitz32, Scheme::SparkV1, Scheme::SparkV2, Scheme::Parquet, Scheme::DataSketches];

fn write(scheme: Scheme, seed: Seed, params: Params, bits: &[u8]) -> Result<Vec<u8>> {
    let mut out = vec![
        0xaa;
        match scheme {
            Scheme::SparkV1 | Scheme::SparkV2 => spark::len(scheme, params),
            Scheme::Parquet => bits.len(),
            Scheme::DataSketches => datasketches::len(bits),
            _ => guava::len(params),
        }
    ];
    match scheme {
        Scheme::SparkV1 | Scheme::SparkV2 => spark::write(scheme, seed, params, bits, &mut out)?,
        Scheme::Parquet => parquet::check(scheme).map(|()| out.copy_from_slice(bits))?,
        Scheme::DataSketches => datasketches::write(scheme, seed, params, bits, &mut out)?,
        _ => guava::write(scheme, params, bits, &mut out)?,
    }
    Ok(out)
}

fn read(scheme: Scheme, bytes: &[u8]) -> Result<ImportedFilter<'_>> {
    match scheme {
        Scheme::SparkV1 | Scheme::SparkV2 => spark::read(bytes),
        Scheme::Parquet => parquet::read(bytes),
        Scheme::DataSketches => datasketches::read(bytes),
        _ => guava::read(bytes),
    }
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
    assert!(matches!(write(Scheme::Keyed, seed, params, built.cells()), Err(Error::NotCarried { .. })));
    let mut stream = write(alike.scheme, seed, params, built.cells()).unwrap();
    let foreign = read(alike.scheme, &stream).unwrap();
    assert_eq!((foreign.scheme, foreign.seed, foreign.params), (alike.scheme, seed, params));
    assert!(bitmap(&foreign) == built.cells());
    assert!(bitmap(&foreign) == Model::of(alike.scheme, params, &built.hashes).bytes(CellKind::Bit));

    for _ in 0..script.up_to(3) {
        let at = usize::from(script.byte()) % stream.len();
        stream[at] = script.byte();
    }
    stream.truncate(stream.len() - script.one_of(&[0, 0, 0, 1, 8]).min(stream.len()));
    if let Ok(foreign) = read(alike.scheme, &stream)
        && foreign.params.bits < 1 << 20
    {
        usable(&foreign, &mut script);
    }
}

/// What is accepted makes a filter, which takes values and goes out again.
fn usable(foreign: &ImportedFilter<'_>, script: &mut Script<'_>) {
    let ImportedFilter { scheme, seed, params, .. } = *foreign;
    let hashing = HashSpec { element: INTEGER, scheme, seed };
    let header = Header { cell: CellKind::Bit, hashing, params, capacity: None, fpp: None };
    let mut bytes = vec![0; header.filter_len()];
    foreign.write_bitmap(header.begin(&mut bytes).unwrap()).unwrap();
    let hash = script.hash();
    bloom_core::filter::add_all::<Bits>(&mut bytes, INTEGER, &[hash]).unwrap();
    assert!(Filter::<Bits>::validate(&bytes).unwrap().contains(hash), "a false negative");
    let again = write(scheme, seed, params, &bytes[HEADER_LEN..]).unwrap();
    assert!(bitmap(&read(scheme, &again).unwrap()) == bytes[HEADER_LEN..]);
}
