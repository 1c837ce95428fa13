//! Tests of matrices against the filters themselves.

use super::MatrixStateRef;
use super::build::{self, Filters};
use super::header::{Arrangement, KEY_LEN, MATRIX_HEADER_LEN};
use super::search::{Candidates, columns};
use super::{Matrix, MatrixHeader, merge, transpose};
use crate::cells::{Bits, CellKind, bits, fold};
use crate::element::{ElementType, Family};
use crate::error::Error;
use crate::filter::{self, Filter, HEADER_LEN, Header};
use crate::hash::Hash;
use crate::layout::Params;
use crate::scheme::{HashSpec, Scheme};
use crate::state;
use proptest::prelude::*;

const INTEGER: ElementType = ElementType::of(Family::Integer);

fn hash(value: u32) -> Hash {
    Hash::of(&u64::from(value).to_le_bytes(), 0)
}

fn header_of(bits: u64) -> Header {
    header_in(Scheme::Mitz64, bits)
}

fn header_in(scheme: Scheme, bits: u64) -> Header {
    let hashing = HashSpec { scheme, ..HashSpec::DEFAULT };
    let params = Params { bits, hashes: scheme.layout().fixed_hashes().unwrap_or(4) };
    Header { cell: CellKind::Bit, hashing, params, capacity: None, fpp: None }
}

fn filter_in(scheme: Scheme, bits: u64, values: &[u32]) -> Vec<u8> {
    let header = header_in(scheme, bits);
    let mut filter = vec![0; header.filter_len()];
    header.write(&mut filter).unwrap();
    let hashes: Vec<Hash> = values.iter().copied().map(hash).collect();
    filter::add_all::<Bits>(&mut filter, INTEGER, &hashes).unwrap();
    filter
}

/// Reference: filters collected the slow way.
struct Slow {
    header: MatrixHeader,
    keys: Vec<i64>,
    bitmaps: Vec<Vec<u8>>,
}

impl Slow {
    fn of(filters: &[Vec<u8>]) -> Result<Self, Error> {
        let headers: Vec<Header> = filters.iter().map(|filter| Header::read(filter).unwrap()).collect();
        let mut header = MatrixHeader::of(&headers[0]);
        for other in &headers[1..] {
            header = header.with(&MatrixHeader::of(other))?;
        }
        let len = header.filters.params.bitmap_len();
        let bitmaps = filters.iter().map(|filter| {
            let mut bitmap = vec![0; len];
            fold::fit_into(header.filters.layout(), &mut bitmap, &filter[HEADER_LEN..]);
            bitmap
        });
        Ok(Self {
            header,
            keys: (0..).map(|i| 7 - i * i).take(filters.len()).collect(),
            bitmaps: bitmaps.collect(),
        })
    }

    fn written(&self, arrangement: Arrangement) -> Vec<u8> {
        let mut out = vec![0xa5; build::len(self, arrangement).unwrap()];
        match arrangement {
            Arrangement::Rows => build::write_matrix(self, &mut scratch(), &mut out).unwrap(),
            Arrangement::Columns => build::write_state(self, &mut out).unwrap(),
        }
        out
    }
}

impl Filters for Slow {
    fn header(&self) -> &MatrixHeader {
        &self.header
    }

    fn key(&self, number: usize) -> i64 {
        self.keys[number]
    }

    fn bitmap(&self, number: usize) -> &[u8] {
        &self.bitmaps[number]
    }
}

/// Returns scratch memory that is not zeroed.
fn scratch() -> Vec<u64> {
    vec![0xa5a5_a5a5; build::SCRATCH_LEN]
}

fn found(matrix: &Matrix<'_>, value: u32) -> Vec<i64> {
    let header = matrix.header();
    let (prober, hash) = (header.filters.prober(), hash(value));
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
    let keys: Vec<i64> = matrix.keys().collect();
    columns(&joined).map(|column| keys[column as usize]).collect()
}

fn sets() -> impl Strategy<Value = Vec<Vec<u32>>> {
    prop::collection::vec(prop::collection::vec(0..200u32, 0..30), 1..200)
}

/// Builds filters whose size is `units` times the unit of the scheme's layout.
fn filters_in(scheme: Scheme, sets: &[Vec<u32>], units: u64) -> Vec<Vec<u8>> {
    sets.iter().map(|set| filter_in(scheme, scheme.layout().unit() * units, set)).collect()
}

fn scheme() -> impl Strategy<Value = Scheme> {
    prop::sample::select(vec![Scheme::Mitz64, Scheme::Parquet, Scheme::DataSketches])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_search_finds_what_the_filters_contain(scheme in scheme(), sets in sets(), units in 1..20u64) {
        let filters = filters_in(scheme, &sets, units);
        let gathered = Slow::of(&filters).unwrap();
        let bytes = gathered.written(Arrangement::Rows);
        let matrix = Matrix::validate(&bytes).unwrap();
        for value in 0..250 {
            let contains = |filter: &Vec<u8>| Filter::<Bits>::new(filter).unwrap().contains(hash(value));
            let expected: Vec<i64> =
                filters.iter().zip(&gathered.keys).filter(|(filter, _)| contains(filter)).map(|(_, key)| *key).collect();
            prop_assert_eq!(found(&matrix, value), expected, "{}", value);
        }
        let mut counts = Vec::new();
        matrix.count_columns(|count| counts.push(count));
        prop_assert_eq!(counts.len(), filters.len());
        for (i, filter) in filters.iter().enumerate() {
            let mut column = vec![0; filter.len() - HEADER_LEN];
            matrix.column_into(i as u64, &mut column);
            prop_assert_eq!(&column, &filter[HEADER_LEN..]);
            prop_assert_eq!(counts[i], bits::count_ones(&column));
        }
    }

    #[test]
    fn a_state_is_the_same_in_one_run_of_bytes(sets in sets(), words in 1..5u64) {
        let gathered = Slow::of(&filters_in(Scheme::Mitz64, &sets, words)).unwrap();
        let state = gathered.written(Arrangement::Columns);
        prop_assert_eq!(state::validate(&state), Ok(()));
        prop_assert!(state::validate(&state[..state.len() - 1]).is_err());
        let flat = MatrixStateRef::new(&state).unwrap();
        let mut out = vec![0xa5; build::len(&flat, Arrangement::Rows).unwrap()];
        build::write_matrix(&flat, &mut scratch(), &mut out).unwrap();
        prop_assert_eq!(out, gathered.written(Arrangement::Rows));
    }

    #[test]
    fn merging_equals_gathering_all(scheme in scheme(), a in sets(), b in sets(), d in 1..5u64, e in 1..5u64) {
        let (first, second) = (filters_in(scheme, &a, 12 / d), filters_in(scheme, &b, 12 / e));
        let all = Slow::of(&[first.clone(), second.clone()].concat()).unwrap();
        let state = all.written(Arrangement::Columns);
        let state = MatrixStateRef::validate(&state).unwrap();
        prop_assert_eq!(state.header(), &all.header);
        let [x, y] = [first, second].map(|filters| Slow::of(&filters).unwrap());
        let [mut x, mut y] = [x, y].map(|filters| filters.written(Arrangement::Rows));
        for (matrix, keys) in [(&mut x, &all.keys[..a.len()]), (&mut y, &all.keys[a.len()..])] {
            for (i, key) in keys.iter().enumerate() {
                matrix[MATRIX_HEADER_LEN + i * KEY_LEN..][..KEY_LEN].copy_from_slice(&key.to_le_bytes());
            }
        }
        let (x, y) = (Matrix::validate(&x).unwrap(), Matrix::validate(&y).unwrap());
        let header = merge::merged_header(&x, &y);
        if all.header.check_fold_factor().is_err() {
            let refused = matches!(header, Err(Error::NoCommonSize { .. }));
            prop_assert!(refused, "{:?}", header);
            return Ok(());
        }
        let mut merged = vec![0xa5; header.unwrap().len(Arrangement::Rows)];
        merge::merge(&x, &y, &mut merged).unwrap();
        prop_assert_eq!(merged, all.written(Arrangement::Rows));
    }

    #[test]
    fn transposing_twice_changes_nothing(block: [[u64; 32]; 2]) {
        let mut block: transpose::Block = block.concat().try_into().unwrap();
        let before = block;
        transpose::transpose(&mut block);
        for (i, word) in before.iter().enumerate() {
            for (j, transposed) in block.iter().enumerate() {
                prop_assert_eq!(word >> j & 1, transposed >> i & 1);
            }
        }
        transpose::transpose(&mut block);
        prop_assert_eq!(block, before);
    }

    #[test]
    fn any_bytes_are_refused_or_work(
        sets in prop::collection::vec(prop::collection::vec(0..200u32, 0..30), 1..70),
        changes in prop::collection::vec((0..400usize, any::<u8>()), 1..4), cut in 0..3usize, rows: bool
    ) {
        let arrangement = if rows { Arrangement::Rows } else { Arrangement::Columns };
        let mut bytes = Slow::of(&filters_in(Scheme::Mitz64, &sets, 2)).unwrap().written(arrangement);
        for (at, byte) in changes {
            let len = bytes.len();
            bytes[at % len] = byte;
        }
        bytes.truncate(bytes.len() - cut);
        if let Ok(matrix) = Matrix::validate(&bytes) {
            found(&matrix, 1);
            matrix.count_columns(|_| ());
            if matrix.header().with(matrix.header()).is_ok() && matrix.header().check_fold_factor().is_ok() {
                let mut out = vec![0xa5; merge::merged_header(&matrix, &matrix).unwrap().len(Arrangement::Rows)];
                merge::merge(&matrix, &matrix, &mut out).unwrap();
                prop_assert!(Matrix::validate(&out).is_ok());
            }
        }
        if let Ok(state) = MatrixStateRef::validate(&bytes)
            && let Ok(len) = build::len(&state, Arrangement::Rows)
        {
            let mut out = vec![0xa5; len];
            build::write_matrix(&state, &mut scratch(), &mut out).unwrap();
            prop_assert!(Matrix::validate(&out).is_ok());
        }
    }
}

/// A filter of no rows has no size of its own.
#[test]
fn filters_without_rows_take_the_size_of_the_others() {
    let nothing = Header { fpp: Some(0.01), ..header_of(64) };
    let mut empty = vec![0; nothing.filter_len()];
    nothing.write(&mut empty).unwrap();
    let sized = MatrixHeader::of(&header_of(960));
    for header in [MatrixHeader::of(&nothing).with(&sized), sized.with(&MatrixHeader::of(&nothing))] {
        let header = header.unwrap();
        assert_eq!((header.filters.params.bits, header.columns), (960, 2));
    }
    let of_nothing = Slow::of(&[empty.clone(), empty]).unwrap().written(Arrangement::Rows);
    let of_values = Slow::of(&[filter_in(Scheme::Mitz64, 960, &[1])]).unwrap().written(Arrangement::Rows);
    for (first, second) in [(&of_nothing, &of_values), (&of_values, &of_nothing)] {
        let (first, second) = (Matrix::new(first).unwrap(), Matrix::new(second).unwrap());
        let mut out = vec![0xa5; merge::merged_header(&first, &second).unwrap().len(Arrangement::Rows)];
        merge::merge(&first, &second, &mut out).unwrap();
        assert_eq!(found(&Matrix::validate(&out).unwrap(), 1).len(), 1);
    }
}

/// Columns are unfolded, so each has the bits that it would have in the largest filter's size.
#[test]
fn the_largest_filter_keeps_its_bits() {
    let small = filters_in(Scheme::Parquet, &[vec![1, 2], vec![3]], 1);
    let large = filters_in(Scheme::Parquet, &[(0..200).collect()], 16);
    let all = [small.clone(), large.clone()].concat();
    let bytes = Slow::of(&all).unwrap().written(Arrangement::Rows);
    let matrix = Matrix::validate(&bytes).unwrap();
    assert_eq!(matrix.header().filters.params.bits, 16 * 256);
    let mut column = vec![0; 16 * 32];
    matrix.column_into(2, &mut column);
    assert_eq!(column, large[0][HEADER_LEN..]);
    for value in 0..2000 {
        let contains = |filter: &Vec<u8>| Filter::<Bits>::new(filter).unwrap().contains(hash(value));
        let expected: Vec<i64> =
            all.iter().zip([7, 6, 3]).filter(|(f, _)| contains(f)).map(|(_, key)| key).collect();
        assert_eq!(found(&matrix, value), expected, "{value}");
    }
}

/// A matrix that would be too large is made of folded filters instead.
#[test]
fn unfolding_makes_no_matrix_too_large() {
    let [small, large] = [64, 1 << 20].map(|bits| MatrixHeader::of(&header_of(bits)));
    let most = large.most_columns();
    let many = MatrixHeader { columns: most - 1, ..small };
    let with = many.with(&large).unwrap();
    assert_eq!((with.filters.params.bits, with.columns), (1 << 20, most));
    for both in [with.with(&small), MatrixHeader { columns: most, ..small }.with(&large)] {
        let both = both.unwrap();
        assert_eq!((both.filters.params.bits, both.columns), (64, most + 1));
        assert_eq!(both.check_fold_factor(), Ok(()));
        assert_eq!(both.with(&large).unwrap().filters.params.bits, 64);
    }
}

/// The limit is PostgreSQL's, and is checked before memory for the result is allocated.
#[test]
fn no_matrix_is_larger_than_a_value() {
    for bits in [64, 640, 191_744, 1 << 24, 1 << 27] {
        let header = MatrixHeader::of(&header_of(bits));
        let most = header.most_columns();
        let full = MatrixHeader { columns: most, ..header };
        assert!(full.len(Arrangement::Rows) <= crate::bytes::LARGEST);
        assert!(MatrixHeader { columns: most + 64, ..header }.len(Arrangement::Rows) > crate::bytes::LARGEST);
        let refused = full.with(&header);
        assert_eq!(refused, Err(Error::MatrixTooLarge { bits, columns: most + 1, fit: most }));
    }
    // Figures of docs/MATRIX.md for these capacities at a rate of 0.0001, and for the largest filter.
    for (capacity, most) in [(500, 828_480), (10_000, 44_608), (100_000, 4416), (1_000_000, 448)] {
        let bits = Params::for_capacity(capacity, 0.0001).unwrap().bits;
        assert_eq!(MatrixHeader::of(&header_of(bits)).most_columns(), most);
    }
    assert_eq!(MatrixHeader::of(&header_of(16_776_000 * 8)).most_columns(), 64);
    assert_eq!(MatrixHeader::of(&header_of(16_800_000 * 8)).most_columns(), 0);
}

/// A header is read only as it would be written.
#[test]
fn no_other_sizes_are_read() {
    const FOLDS: usize = 6;
    const FOLD_FACTOR: usize = 16;
    let written = |header: &MatrixHeader, arrangement: Arrangement| {
        let mut bytes = vec![0; header.len(arrangement)];
        header.begin(arrangement, 0..header.columns.cast_signed(), &mut bytes).unwrap();
        assert_eq!(MatrixHeader::read(arrangement, &bytes).unwrap().columns, header.columns);
        bytes
    };
    let refused = |arrangement, mut bytes: Vec<u8>, place: usize, byte: u8| {
        assert_ne!(bytes[place], byte);
        bytes[place] = byte;
        assert!(matches!(MatrixHeader::read(arrangement, &bytes), Err(Error::Malformed { .. })));
    };
    let [two, three] = [2, 3].map(|words| MatrixHeader::of(&header_of(words * 64)));
    refused(Arrangement::Columns, written(&two.with(&three).unwrap(), Arrangement::Columns), FOLDS, 0);
    let of_no_values = MatrixHeader::of(&Header { fpp: Some(0.01), ..header_of(64) });
    for arrangement in [Arrangement::Rows, Arrangement::Columns] {
        refused(arrangement, written(&of_no_values, arrangement), FOLD_FACTOR, 2);
    }
}
