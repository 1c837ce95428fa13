//! Decoding of hostile bytes: they are rejected, or encoding the decoded value gives the same bytes.

use bloom_core::cells::{Bits, CellKind, Cells, Counters};
use bloom_core::element::{ElementType, Family};
use bloom_core::exchange::{DataSketches, ImportedFilter, StreamFormat};
use bloom_core::filter::{Filter, FilterReader, HEADER_LEN, Header};
use bloom_core::hash::Seed;
use bloom_core::matrix::build::{self, Filters};
use bloom_core::matrix::{Arrangement, Matrix, MatrixStateRef};
use bloom_core::scheme::{Scheme, SchemeOptions, ValueHash};
use bloom_core::state::{self, State, StateKind, compact};

/// Largest value that the fuzzer decodes, in bytes, as a few bytes may ask for a large one. Servers allow more.
pub const MAX_LEN: usize = 1 << 20;

/// Decodes a filter of bits or counters.
pub fn filter(bytes: &[u8]) {
    let Ok(header) = Header::read(bytes) else {
        assert!(Filter::<Bits>::validate(bytes).is_err() && Filter::<Counters>::validate(bytes).is_err());
        return;
    };
    match header.cell {
        CellKind::Bit => filter_of::<Bits>(bytes, &header),
        CellKind::Counter => filter_of::<Counters>(bytes, &header),
    }
}

fn filter_of<C: Cells>(bytes: &[u8], header: &Header) {
    let mut again = [0; HEADER_LEN];
    header.write(&mut again).unwrap();
    assert!(again == bytes[..HEADER_LEN]);
    assert!(header.hashing.scheme.takes_seed(header.hashing.seed));
    let Ok(filter) = Filter::<C>::validate(bytes) else { return };
    let counts = filter.counts();
    assert!((0.0..=1.0).contains(&counts.fill) && (0.0..=1.0).contains(&counts.current_fpp));
    assert!(counts.estimated_count >= 0.0);
    let reader = FilterReader::<C>::new(bytes).unwrap();
    assert!(reader.reads(bytes));
    let _ = reader.contains(bytes, header.element(), [7; 8].as_slice());
}

/// Decodes a state in its form in memory.
pub fn state(bytes: &[u8]) {
    if state::validate(bytes).is_ok()
        && let Some(cell) = cell_of(bytes)
    {
        let fpp = match cell {
            CellKind::Bit => State::<Bits>::new(bytes).unwrap().spec().fpp,
            CellKind::Counter => State::<Counters>::new(bytes).unwrap().spec().fpp,
        };
        assert!(fpp > 0.0 && fpp < 1.0);
    }
}

/// Returns the cells of the filter that a valid state builds from values; `None` for a state of another kind.
pub fn cell_of(bytes: &[u8]) -> Option<CellKind> {
    (StateKind::of(bytes) == Some(StateKind::Build)).then(|| state::cell_of(bytes).unwrap())
}

/// Returns the state in memory for a compact one.
pub fn decoded(bytes: &[u8]) -> Option<Vec<u8>> {
    let len = compact::decoded_len(bytes).ok().filter(|len| *len <= MAX_LEN)?;
    let mut state = vec![0; len];
    compact::decode(bytes, &mut state).ok().map(|()| state)
}

/// Returns the compact form of a state.
pub fn sent(state: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0; compact::len(state)];
    compact::write(state, &mut bytes).unwrap();
    bytes
}

/// Decodes a matrix, or the state of one.
pub fn matrix(bytes: &[u8]) {
    if let Ok(matrix) = Matrix::validate(bytes) {
        let mut again = vec![0; bytes.len()];
        matrix.header().begin(Arrangement::Rows, matrix.keys(), &mut again).unwrap();
        let begin = matrix.header().bits_at();
        assert!(again[..begin] == bytes[..begin]);
        let mut columns = 0;
        matrix.count_columns(|_| columns += 1);
        assert_eq!(columns, matrix.header().columns);
    }
    if let Ok(state) = MatrixStateRef::validate(bytes) {
        let mut again = vec![0; build::len(&state, Arrangement::Columns).unwrap()];
        build::write_state(&state, &mut again).unwrap();
        assert!(again == bytes);
        assert_eq!(state.header().len(Arrangement::Columns), bytes.len());
    }
}

/// Decodes a hash with the element type of its value.
pub fn hash(bytes: &[u8]) {
    if let Ok(key) = ValueHash::from_bytes(bytes) {
        assert_eq!(key.to_bytes(), bytes);
    }
}

/// Parses the name of a scheme. No error shows any part of a key.
pub fn scheme(bytes: &[u8]) {
    let Ok(name) = str::from_utf8(bytes) else { return };
    let shown = match SchemeOptions::from_name(name) {
        Ok(options) if options.scheme == Scheme::Keyed => {
            assert!(options.scheme.takes_seed(options.seed));
            options.to_string()
        }
        Ok(options) => {
            assert_eq!(SchemeOptions::from_name(&options.to_string()), Ok(options));
            options.to_string()
        }
        Err(error) => error.to_string(),
    };
    let mut runs = name.split(|character: char| !character.is_ascii_hexdigit());
    assert!(!runs.any(|run| run.len() >= 2 * Seed::LEN && shown.contains(run)), "a key is shown");
}

/// Decodes a stream; encoding it again gives the same bytes.
pub fn stream<F: StreamFormat>(bytes: &[u8]) {
    if let Ok(imported) = F::read(bytes) {
        assert!(written::<F>(&imported_filter(&imported)).unwrap() == bytes);
    }
}

/// Decodes a DataSketches image and encodes it again. The image may omit the number of set bits.
pub fn datasketches(bytes: &[u8]) {
    let Ok(imported) = DataSketches::read(bytes) else { return };
    let ImportedFilter { scheme, seed, params, .. } = imported;
    // An empty filter of a few bytes can claim a large size.
    if params.bitmap_len() > MAX_LEN {
        assert!(imported.words.is_empty());
        return;
    }
    let filter = imported_filter(&imported);
    let again = written::<DataSketches>(&filter).unwrap();
    let read = DataSketches::read(&again).unwrap();
    assert_eq!((read.scheme, read.seed, read.params), (scheme, seed, params));
    assert!(imported_filter(&read) == filter);
}

/// Returns the filter of a stream, with element type text.
pub fn imported_filter(imported: &ImportedFilter<'_>) -> Vec<u8> {
    let text = ElementType::of(Family::Text);
    let mut bytes = vec![0; imported.header(text).filter_len()];
    imported.write_filter(text, &mut bytes).unwrap();
    bytes
}

/// Returns the stream of a filter.
///
/// # Errors
/// The errors of [`StreamFormat::write`].
pub fn written<F: StreamFormat>(filter: &[u8]) -> bloom_core::Result<Vec<u8>> {
    let filter = Filter::new(filter).unwrap();
    let mut out = vec![0xaa; F::len(&filter)];
    F::write(&filter, &mut out)?;
    Ok(out)
}
