//! Builds with and without a capacity: at once, in parts that are merged, and encoded and decoded in between.

use super::INTEGER;
use crate::decode::{decoded, sent};
use crate::model::Model;
use crate::script::{Script, hash_of};
use bloom_core::cells::{Bits, Cells, Counters};
use bloom_core::filter::{self, Filter, HEADER_LEN, Header};
use bloom_core::hash::Hash;
use bloom_core::layout::BitLayout;
use bloom_core::scheme::SchemeOptions;
use bloom_core::state::{self, BuildSpec, Expected, Heap, Removal, State, StateMemory, StateMut};
use bloom_core::{Error, Result};
use std::collections::BTreeSet;
use std::marker::PhantomData;

const CHOICES: [&str; 9] = [
    "mitz64",
    "mitz64 int4",
    "spark1",
    "spark2",
    "parquet",
    "parquet pow2",
    "parquet int4",
    "datasketches",
    "keyed:000102030405060708090a0b0c0d0e0f",
];

/// Memory budget larger than any script's table of values.
const PLENTY: u64 = 1 << 20;

/// Memory for states of at most so many bytes.
pub struct Limited {
    pub most: usize,
    pub expected: Expected,
}

impl StateMemory for Limited {
    type Bytes = Vec<u8>;
    type Error = Error;

    fn zeroed(&self, len: usize) -> Result<Vec<u8>> {
        if len <= self.most { Ok(vec![0; len]) } else { Err(Error::Internal("too long for this target")) }
    }

    fn expected(&self) -> Expected {
        self.expected
    }
}

/// A state and its memory, as the extension stores it.
#[derive(Clone)]
pub struct Owned<C> {
    pub bytes: Vec<u8>,
    pub expected: Expected,
    cells: PhantomData<C>,
}

impl<C: Cells> Owned<C> {
    /// Wraps an existing state.
    pub fn of(bytes: Vec<u8>, expected: Expected) -> Self {
        Self { bytes, expected, cells: PhantomData }
    }

    /// Creates a state without values.
    pub fn new(spec: &BuildSpec, expected: Expected) -> Self {
        Self::of(state::create::<C, _>(spec, &Heap { expected }).unwrap(), expected)
    }

    /// Returns the state after validating it.
    pub fn state(&self) -> State<'_, C> {
        State::validate(&self.bytes).unwrap()
    }

    fn read(&self) -> State<'_, C> {
        State::new(&self.bytes).unwrap()
    }

    fn writable(&mut self) -> StateMut<'_, C> {
        StateMut::new(&mut self.bytes).unwrap()
    }

    /// Adds a hash of its element type.
    pub fn add(&mut self, hash: Hash, most: usize) -> Result<()> {
        let memory = Limited { most, expected: self.expected };
        state::push::<C, _>(&mut self.bytes, hash, &memory)
    }

    /// Empties the buffer.
    pub fn flush(&mut self, most: usize) -> Result<()> {
        let memory = Limited { most, expected: self.expected };
        state::flush::<C, _>(&mut self.bytes, &memory)
    }

    /// Merges another state into this one.
    pub fn merge(&mut self, other: &State<'_, C>, most: usize) -> Result<()> {
        let memory = Limited { most, expected: self.expected };
        state::merge::<C, _>(&mut self.bytes, other, &memory)
    }

    /// Returns the filter if it fits.
    pub fn finish(&self, room: usize) -> Result<Option<Vec<u8>>> {
        let finished = self.read().finish()?;
        if finished.filter_len() > room {
            return Ok(None);
        }
        let mut bytes = vec![0; finished.filter_len()];
        finished.write(&mut bytes)?;
        Filter::<C>::validate(&bytes).unwrap();
        Ok(Some(bytes))
    }
}

/// Runs a script.
pub fn run(bytes: &[u8]) {
    let mut script = Script::new(bytes);
    let options = SchemeOptions::from_name(script.one_of(&CHOICES)).unwrap();
    let spec = BuildSpec {
        options,
        capacity: script.flag().then(|| 1 + u64::from(script.byte())),
        fpp: script.one_of(&[0.01, 0.1, 0.5, 0.0001]),
        budget: script.one_of(&[PLENTY, 0, 1000, 20_000]),
        expected_states: script.one_of(&[1, 2, 3]),
    };
    let planned = script.flag().then(|| u64::from(script.byte()) * 16);
    let scanned = script.flag().then(|| f64::from(script.byte()) / 255.0);
    let expected = Expected { planned, scanned, alone: spec.expected_states == 1 };
    if script.flag() && options.scheme.layout() != BitLayout::SplitBlock {
        let (state, hashes) = build::<Counters>(&mut script, spec, expected);
        remove(&mut script, spec, state, hashes);
    } else {
        build::<Bits>(&mut script, spec, expected);
    }
    append(&mut script, spec, expected);
}

/// Compares the fast paths that append to the buffer with the general one.
fn append(script: &mut Script<'_>, spec: BuildSpec, expected: Expected) {
    let [mut appended, mut pushed] = [(); 2].map(|()| Owned::<Bits>::new(&spec, expected));
    let capacity = spec.capacity.map(u64::cast_signed);
    let by_hash = spec.options == SchemeOptions::DEFAULT && script.flag();
    for value in 0..script.one_of(&[0u64, 1, 3, 130]) {
        let canonical = value.to_le_bytes();
        let hash = spec.options.hashing().hash(INTEGER, canonical.as_slice()).unwrap();
        let bytes = &mut appended.bytes;
        let done = if by_hash {
            StateMut::<Bits>::append(bytes, INTEGER, capacity, spec.fpp, hash)
        } else {
            StateMut::<Bits>::append_by(bytes, spec.options, INTEGER, capacity, spec.fpp, &canonical)
        };
        if !done {
            add_all(&mut appended, &[hash]);
        }
        add_all(&mut pushed, &[hash]);
    }
    assert!(appended.bytes == pushed.bytes, "appended and pushed differ");
}

/// Returns hashes of the filter's scheme, and the hash of zeros, which can be forged.
fn hashes(script: &mut Script<'_>, options: SchemeOptions) -> Vec<Hash> {
    let mut hashes = Vec::new();
    for _ in 0..script.up_to(2) {
        let (first, count) = (script.byte(), script.one_of(&[1, 2, 5, 20, 90, 140]));
        let values = u64::from(first)..u64::from(first) + count;
        hashes.extend(values.map(|value| match (value, options.scheme.layout()) {
            (0, BitLayout::Classic { .. }) => Hash { h1: 0, h2: 0 },
            _ => options.hashing().hash(INTEGER, value.to_le_bytes().as_slice()).unwrap(),
        }));
    }
    hashes
}

/// Returns whether the build's filter is fully determined by the hashes.
fn is_exact(spec: &BuildSpec) -> bool {
    spec.capacity.is_some() || spec.budget == PLENTY
}

fn build<C: Cells>(script: &mut Script<'_>, spec: BuildSpec, expected: Expected) -> (Owned<C>, Vec<Hash>) {
    let mut all = Vec::new();
    let mut merged = Owned::<C>::new(&spec, expected);
    for part in 0..1 + script.up_to(2) {
        let hashes = hashes(script, spec.options);
        let mut state = Owned::new(&spec, expected);
        add_all(&mut state, &hashes);
        if script.flag() {
            assert!(decoded(&sent(&state.bytes)).as_ref() == Some(&state.bytes));
        }
        all.extend(hashes);
        if part == 0 {
            merged = state;
        } else if script.flag() {
            merged.merge(&state.read(), usize::MAX).unwrap();
        } else {
            state.merge(&merged.read(), usize::MAX).unwrap();
            merged = state;
        }
    }
    merged.state();
    check::<C>(&merged, &spec, &all);
    if is_exact(&spec) {
        let mut serial = Owned::<C>::new(&spec, expected);
        add_all(&mut serial, &all);
        assert!(serial.finish(usize::MAX) == merged.finish(usize::MAX), "serial and merged differ");
    }
    (merged, all)
}

fn add_all<C: Cells>(state: &mut Owned<C>, hashes: &[Hash]) {
    if hashes.is_empty() {
        return;
    }
    let element = state.read().hashing().holding(INTEGER);
    state.writable().check_element(element).unwrap();
    for hash in hashes {
        state.add(*hash, usize::MAX).unwrap();
    }
}

/// Compares a finished filter with the model.
fn check<C: Cells>(state: &Owned<C>, spec: &BuildSpec, hashes: &[Hash]) {
    let bytes = match state.finish(usize::MAX) {
        Ok(bytes) => bytes.unwrap(),
        Err(error) => return assert!(!is_exact(spec), "{error}"),
    };
    let filter = Filter::<C>::new(&bytes).unwrap();
    let header = *filter.header();
    assert!(hashes.iter().all(|hash| filter.contains(*hash)), "a false negative");
    assert_eq!((header.fpp, header.hashing.scheme), (Some(spec.fpp), spec.options.scheme));
    if !is_exact(spec) {
        return;
    }
    let distinct = hashes.iter().collect::<BTreeSet<_>>().len() as u64;
    assert_eq!(header.capacity, spec.capacity.or((distinct > 0).then_some(distinct)));
    let model = Model::of(spec.options.scheme, header.params, hashes);
    assert!(bytes[HEADER_LEN..] == model.bytes(C::CELL));
    let mut anew = vec![0; header.filter_len()];
    let element = spec.options.hashing().element;
    Header { hashing: spec.options.hashing(), ..header }.with_element(element).write(&mut anew).unwrap();
    filter::add_all::<C>(&mut anew, header.element(), hashes).unwrap();
    assert!(anew == bytes, "rebuilt, it is another");
}

/// Checks that removed values leave no trace.
fn remove(script: &mut Script<'_>, spec: BuildSpec, mut state: Owned<Counters>, mut hashes: Vec<Hash>) {
    if state.flush(usize::MAX).is_err() {
        return;
    }
    check(&state, &spec, &hashes);
    for _ in 0..script.up_to(6) {
        if hashes.is_empty() {
            break;
        }
        let hash = hashes.swap_remove(usize::from(script.byte()) % hashes.len());
        let before = state.bytes.clone();
        match state.writable().remove(hash) {
            Removal::Done => check(&state, &spec, &hashes),
            Removal::Unknown => {
                assert!(state.bytes == before, "changed by a removal that was not done");
                hashes.push(hash);
            }
        }
    }
    // An absent value is not removed from a table.
    let absent = hash_of(9999);
    if spec.capacity.is_none() {
        assert_eq!(state.writable().remove(absent), Removal::Unknown);
    }
    state.state();
}
