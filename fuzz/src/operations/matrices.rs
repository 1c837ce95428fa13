//! Matrices, compared with their single filters.

use super::{Alike, Built};
use crate::model::Model;
use crate::script::{Script, hash_of};
use bloom_core::cells::{Bits, bits};
use bloom_core::hash::Hash;
use bloom_core::matrix::build::{self, Filters};
use bloom_core::matrix::search::{Candidates, columns};
use bloom_core::matrix::{Arrangement, Matrix, MatrixHeader, MatrixStateRef, merge};
use bloom_core::scheme::Scheme;
use bloom_core::{Error, Result};
use std::cell::RefCell;

/// Filters collected without optimization.
struct Slow {
    header: MatrixHeader,
    bitmaps: Vec<Vec<u8>>,
}

impl Slow {
    fn of(filters: &[Built]) -> Result<Self> {
        let mut header = MatrixHeader::of(&filters[0].header);
        for built in &filters[1..] {
            header = header.with(&MatrixHeader::of(&built.header))?;
        }
        let model = |built: &Built| built.fitted(header.filters.params);
        Ok(Self {
            header,
            bitmaps: filters.iter().map(|built| model(built).bytes(header.filters.cell)).collect(),
        })
    }

    fn written(&self, arrangement: Arrangement) -> Result<Vec<u8>> {
        written(self, arrangement)
    }
}

impl Filters for Slow {
    fn header(&self) -> &MatrixHeader {
        &self.header
    }

    fn key(&self, number: usize) -> i64 {
        number as i64
    }

    fn bitmap(&self, number: usize) -> &[u8] {
        &self.bitmaps[number]
    }
}

thread_local! {
    /// Working memory, which may contain anything.
    static SCRATCH: RefCell<Vec<u64>> = RefCell::new(vec![0xa5a5_a5a5; build::SCRATCH_LEN]);
}

/// Writes the matrix of filters, or their state.
pub fn written(filters: &impl Filters, arrangement: Arrangement) -> Result<Vec<u8>> {
    let mut out = vec![0xa5; build::len(filters, arrangement)?];
    match arrangement {
        Arrangement::Rows => {
            SCRATCH.with_borrow_mut(|scratch| build::write_matrix(filters, scratch, &mut out))?
        }
        Arrangement::Columns => build::write_state(filters, &mut out)?,
    }
    Ok(out)
}

/// Returns the columns that may hold a value.
fn found(matrix: &Matrix<'_>, hash: Hash) -> Vec<u64> {
    let header = matrix.header();
    let prober = header.filters.prober();
    let [mut bits, mut bits_of_twin, mut joined] = [(); 3].map(|()| vec![0; header.row_len()]);
    let mut candidates = Candidates::all(header.columns, &mut bits);
    let mut of_twin = candidates.copy(&mut bits_of_twin);
    let keep = |candidates: &mut Candidates<'_>, hash| {
        for position in prober.positions(hash) {
            candidates.keep(&matrix.row(position)[candidates.within()]);
        }
    };
    keep(&mut candidates, hash);
    match prober.twin(hash) {
        Some(twin) => keep(&mut of_twin, twin),
        None => of_twin.none(),
    }
    candidates.add(&of_twin);
    candidates.join(&mut joined);
    columns(&joined).collect()
}

/// Runs a script.
pub fn run(bytes: &[u8]) {
    let mut script = Script::new(bytes);
    let alike = Alike::of(&mut script, &Scheme::ALL);
    let [first, second] = [(); 2].map(|()| {
        let count = 1 + script.up_to(3);
        let mut filters: Vec<Built> = (0..count).map(|_| Built::of::<Bits>(&mut script, alike)).collect();
        // Whole words of columns take other code paths.
        for _ in 0..script.one_of(&[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 61, 63, 64]) {
            let built = filters.last().unwrap();
            filters.push(Built { bytes: built.bytes.clone(), hashes: built.hashes.clone(), ..*built });
        }
        filters
    });
    let all: Vec<Hash> =
        first.iter().chain(&second).flat_map(|built| &built.hashes).copied().take(20).collect();
    let Some(x) = checked_matrix(&first, &all) else { return };
    let Some(y) = checked_matrix(&second, &all) else { return };
    let (a, b) = (Matrix::new(&x).unwrap(), Matrix::new(&y).unwrap());
    let merged = merge_both(&a, &b);
    let together: Vec<Built> = first.into_iter().chain(second).collect();
    // A matrix does not tell all sizes that its filters had, so the size may differ, if several are not alike.
    if let (Ok(merged), Ok(expected)) =
        (merged, Slow::of(&together).and_then(|slow| slow.written(Arrangement::Rows)))
    {
        let (merged, expected) = (Matrix::validate(&merged).unwrap(), Matrix::validate(&expected).unwrap());
        let is_same_size = merged.header().filters.params == expected.header().filters.params;
        for position in 0..if is_same_size { merged.header().filters.params.bits } else { 0 } {
            assert!(merged.row(position) == expected.row(position));
        }
    }
    forged(&mut script, x);
}

/// Returns the matrix of filters after comparing its searches and columns with the single filters.
fn checked_matrix(filters: &[Built], hashes: &[Hash]) -> Option<Vec<u8>> {
    let slow = Slow::of(filters).ok()?;
    let state = slow.written(Arrangement::Columns).unwrap();
    let state = MatrixStateRef::validate(&state).unwrap();
    let bytes = written(&state, Arrangement::Rows);
    assert!(bytes == slow.written(Arrangement::Rows));
    let bytes = bytes.ok()?;
    let matrix = Matrix::validate(&bytes).unwrap();
    let params = matrix.header().filters.params;
    let models: Vec<Model> = filters.iter().map(|built| built.fitted(params)).collect();
    for hash in hashes.iter().copied().chain([hash_of(1000)]) {
        let contain = (0..).zip(&models).filter(|(_, model)| model.contains(hash)).map(|(column, _)| column);
        assert_eq!(found(&matrix, hash), contain.collect::<Vec<u64>>());
    }
    let mut counts = Vec::new();
    matrix.count_columns(|count| counts.push(count));
    assert!(counts.iter().zip(&models).all(|(count, model)| *count == model.set()));
    for (column, bitmap) in (0..).zip(&slow.bitmaps) {
        let mut bits = vec![0; bitmap.len()];
        matrix.column_into(column, &mut bits);
        assert!(&bits == bitmap);
        assert_eq!(bits::count_ones(&bits), counts[column as usize]);
    }
    Some(bytes)
}

fn merge_both(a: &Matrix<'_>, b: &Matrix<'_>) -> Result<Vec<u8>> {
    let mut out = vec![0xa5; merge::merged_header(a, b)?.len(Arrangement::Rows)];
    merge::merge(a, b, &mut out)?;
    Ok(out)
}

/// Checks a matrix with changed bytes.
fn forged(script: &mut Script<'_>, mut bytes: Vec<u8>) {
    for _ in 0..script.up_to(3) {
        let at = script.long() as usize % bytes.len().min(400);
        bytes[at] = script.byte();
    }
    let Ok(matrix) = Matrix::validate(&bytes) else { return };
    let _ = found(&matrix, script.hash());
    matrix.count_columns(|_| ());
    match merge_both(&matrix, &matrix) {
        Ok(merged) => assert!(Matrix::validate(&merged).is_ok()),
        Err(error) => assert!(matches!(error, Error::NoCommonSize { .. } | Error::MatrixTooLarge { .. })),
    }
}
