//! Forged states that pass validation: operations on them give states that pass it too.

use super::INTEGER;
use super::builds::{Limited, Owned};
use super::matrices::written;
use crate::decode::{MAX_LEN, cell_of, decoded, sent};
use crate::script::Script;
use bloom_core::Result;
use bloom_core::cells::{Bits, CellKind, Cells, Counters};
use bloom_core::element::{ElementType, Family};
use bloom_core::filter::Filter;
use bloom_core::filter::algebra::{Intersection, Operation, Union};
use bloom_core::hash::Hash;
use bloom_core::matrix::{Arrangement, Matrix, MatrixStateRef, build};
use bloom_core::state::merging::{self, Merge, MergeKind};
use bloom_core::state::{self, BuildSpec, Expected, Heap, State, StateKind, StateMut};

/// Length of the script before the bytes of the state.
const SCRIPT: usize = 24;

/// Runs a script.
pub fn run(bytes: &[u8]) {
    let Some((script, bytes)) = bytes.split_at_checked(SCRIPT) else { return };
    let decoded =
        if StateKind::of(bytes) == Some(StateKind::Compact) { decoded(bytes) } else { Some(bytes.to_vec()) };
    let Some(bytes) = decoded.filter(|bytes| bytes.len() <= MAX_LEN) else { return };
    let mut script = Script::new(script);
    if state::validate(&bytes).is_err() {
        return;
    }
    let _ = match cell_of(&bytes) {
        Some(CellKind::Bit) => build::<Bits>(&mut script, bytes).map(drop),
        Some(CellKind::Counter) => {
            build::<Counters>(&mut script, bytes).and_then(|state| remove(&mut script, state))
        }
        None if StateKind::of(&bytes) == Some(StateKind::Merge) => merge_any(&mut script, bytes),
        None => write_matrix(&bytes),
    };
}

fn build<C: Cells>(script: &mut Script<'_>, bytes: Vec<u8>) -> Result<Owned<C>> {
    let planned = Some(script.byte().into());
    let expected = Expected { planned, scanned: None, alone: script.flag() };
    let mut state = Owned::<C>::of(bytes, expected);
    let spec = state.state().spec();
    let mut added = Vec::new();
    for _ in 0..script.up_to(5) {
        match script.up_to(5) {
            5 => {
                let (value, capacity) = (script.long().to_le_bytes(), spec.capacity.map(u64::cast_signed));
                let (bytes, element) =
                    (&mut state.bytes, script.one_of(&[INTEGER, ElementType::of(Family::Text)]));
                StateMut::<C>::append(bytes, element, capacity, spec.fpp, script.hash());
                StateMut::<C>::append_by(bytes, spec.options, element, capacity, spec.fpp, &value);
                StateMut::<C>::new(bytes).unwrap().check_arguments(spec.options, capacity, spec.fpp).unwrap();
                let other = BuildSpec { capacity: Some(1), fpp: 0.25, ..spec };
                StateMut::<C>::new(bytes)
                    .unwrap()
                    .check_arguments(other.options, Some(1), other.fpp)
                    .unwrap_err();
                let other = Owned::<C>::new(&other, expected);
                assert!(state.merge(&other.state(), MAX_LEN).is_err(), "merged with another build");
            }
            0 => {
                let hashing = state.state().hashing();
                let element = hashing.holding(INTEGER);
                StateMut::<C>::new(&mut state.bytes).unwrap().check_element(element)?;
                // Up to 255 hashes, more than the buffer holds.
                let (hash, count) = (script.hash(), script.byte());
                let before = added.len();
                added.extend((0..u64::from(count)).map(|i| Hash { h1: hash.h1 ^ i, ..hash }));
                added[before..].iter().try_for_each(|hash| state.add(*hash, MAX_LEN))?;
            }
            1 => state.flush(MAX_LEN)?,
            2 => {
                let other = state.clone();
                state.merge(&other.state(), MAX_LEN)?
            }
            3 => {
                let empty = state::create::<C, _>(&spec, &Limited { most: MAX_LEN, expected })?;
                state.merge(&State::validate(&empty).unwrap(), MAX_LEN)?;
            }
            _ => assert!(decoded(&sent(&state.bytes)).as_ref() == Some(&state.bytes)),
        }
        assert_eq!(state::validate(&state.bytes), Ok(()));
    }
    if let Some(bytes) = state.finish(MAX_LEN)? {
        let filter = Filter::<C>::new(&bytes).unwrap();
        assert!(added.iter().all(|hash| filter.contains(*hash)), "a false negative");
    }
    Ok(state)
}

fn remove(script: &mut Script<'_>, mut state: Owned<Counters>) -> Result<()> {
    state.flush(MAX_LEN)?;
    for _ in 0..script.up_to(3) {
        let _ = StateMut::<Counters>::new(&mut state.bytes).unwrap().remove(script.hash());
        assert_eq!(state::validate(&state.bytes), Ok(()));
    }
    state.finish(MAX_LEN).map(drop)
}

fn merge_any(script: &mut Script<'_>, bytes: Vec<u8>) -> Result<()> {
    match merging::kind_of(&bytes).unwrap() {
        MergeKind::Union => merge::<Union<Bits>>(script, bytes),
        MergeKind::CountingUnion => merge::<Union<Counters>>(script, bytes),
        MergeKind::Intersection => merge::<Intersection>(script, bytes),
    }
}

fn merge<O: Operation>(script: &mut Script<'_>, mut bytes: Vec<u8>) -> Result<()> {
    for _ in 0..script.up_to(3) {
        let before = bytes.clone();
        let (merge, own) = Merge::<O>::read(&before).unwrap();
        let own = Filter::<O::Cells>::validate(own).unwrap();
        Merge::<O>::merge(&mut bytes, &own, merge, &Heap::default())?;
        assert!(bytes.len() == before.len(), "of one size with itself");
        assert_eq!(state::validate(&bytes), Ok(()));
    }
    let merged = Merge::<O>::finish(&bytes)?;
    let mut filter = vec![0; merged.filter_len()];
    merged.write(&mut filter)?;
    Filter::<O::Cells>::validate(&filter).map(drop)
}

fn write_matrix(bytes: &[u8]) -> Result<()> {
    let state = MatrixStateRef::validate(bytes).unwrap();
    let len = build::len(&state, Arrangement::Rows)?;
    if len <= MAX_LEN {
        Matrix::validate(&written(&state, Arrangement::Rows)?).unwrap();
    }
    Ok(())
}
