use super::*;
use crate::cells::{Bits, Cell};
use crate::filter::Filter;
use crate::params::Params;
use crate::probe::Prober;
use crate::scheme::Dialect;
use proptest::prelude::*;

/// A state with the memory it lives in, as the extension keeps it.
#[derive(Clone)]
struct Owned(Vec<u8>);

impl Owned {
    fn new(plan: &Plan) -> Self {
        let room = plan.room().unwrap();
        let mut bytes = vec![0; room.len()];
        StateMut::create(&mut bytes, room, plan).unwrap();
        Self(bytes)
    }

    fn add(&mut self, hash: Hash) {
        StateMut::new(&mut self.0).unwrap().check_element(Element::of(Family::Integer)).unwrap();
        while let Some(room) = StateMut::new(&mut self.0).unwrap().push(hash) {
            let mut bytes = vec![0; room.len()];
            self.state().grow_into(&mut bytes, room).unwrap();
            self.0 = bytes;
        }
    }

    /// The same, as far as possible without looking at the whole state.
    fn append(&mut self, hash: Hash) {
        let plan = self.state_unchecked().plan();
        let capacity = plan.capacity.map(|capacity| capacity as i64);
        if !StateMut::append(&mut self.0, Element::of(Family::Integer), capacity, plan.fpp, hash) {
            self.add(hash);
        }
    }

    fn with(mut self, values: impl IntoIterator<Item = u64>) -> Self {
        values.into_iter().for_each(|value| self.add(hash(value)));
        self
    }

    fn merged(&self, other: &Self) -> Self {
        let mut own = self.clone();
        let merged = StateMut::new(&mut own.0).unwrap().merge(&other.state()).unwrap();
        let Some(room) = merged else { return own };
        let mut bytes = vec![0; room.len()];
        self.state().merge_into(&other.state(), &mut bytes, room).unwrap();
        Self(bytes)
    }

    fn state(&self) -> State<'_> {
        State::validate(&self.0).unwrap()
    }

    fn finish(&self) -> Vec<u8> {
        let finished = self.state().finish().unwrap();
        let mut bytes = vec![0; finished.filter_len()];
        finished.write(&mut bytes).unwrap();
        bytes
    }
}

fn hash(value: u64) -> Hash {
    // The all-zero hash takes a path of its own.
    if value == 0 { ZERO } else { Hash::of(&value.to_le_bytes(), 0) }
}

fn unknown(budget: u64) -> Plan {
    Plan { cell: Cell::Bit, dialect: Dialect::DEFAULT, capacity: None, fpp: 0.01, budget, shares: 1 }
}

/// The filter that adding the values one by one to an empty filter of that size gives.
fn plain(params: Params, values: impl IntoIterator<Item = u64>) -> Vec<u8> {
    let mut bitmap = vec![0; params.bitmap_len()];
    for value in values {
        Prober::new(params).insert::<Bits>(&mut bitmap, hash(value));
    }
    bitmap
}

proptest! {
    #[test]
    fn a_known_capacity_gives_the_plain_filter(values in prop::collection::vec(0..5000u64, 0..2000), split in 0..2000usize) {
        let plan = Plan { cell: Cell::Bit, dialect: Dialect::DEFAULT, capacity: Some(1000), fpp: 0.01, budget: 0, shares: 1 };
        let params = Params::for_capacity(1000, 0.01).unwrap();
        let serial = Owned::new(&plan).with(values.iter().copied());
        let filter = serial.finish();
        let filter = Filter::validate(&filter).unwrap();
        prop_assert_eq!(filter.cells(), plain(params, values.iter().copied()));

        let (left, right) = values.split_at(split.min(values.len()));
        let (left, right) = (left.iter().copied(), right.iter().copied());
        let merged = Owned::new(&plan).with(left).merged(&Owned::new(&plan).with(right));
        prop_assert_eq!(merged.finish(), serial.finish());
    }

    #[test]
    fn an_unknown_capacity_within_the_budget_is_exact(values in prop::collection::vec(0..5000u64, 0..4000), split in 0..4000usize) {
        let mut distinct = values.clone();
        distinct.sort_unstable();
        distinct.dedup();
        let params = Params::for_capacity(distinct.len().max(1) as u64, 0.01).unwrap();
        let serial = Owned::new(&unknown(1 << 20)).with(values.iter().copied());
        let filter = serial.finish();
        let filter = Filter::validate(&filter).unwrap();
        prop_assert_eq!(filter.header().capacity.unwrap_or(0), distinct.len() as u64);
        prop_assert_eq!(filter.header().params, params);
        prop_assert_eq!(filter.cells(), plain(params, distinct));

        let (left, right) = values.split_at(split.min(values.len()));
        let (left, right) = (left.iter().copied(), right.iter().copied());
        let merged = Owned::new(&unknown(1 << 20)).with(left).merged(&Owned::new(&unknown(1 << 20)).with(right));
        prop_assert_eq!(merged.finish(), serial.finish());
    }

    #[test]
    fn finishing_leaves_the_state_as_it_is(values in prop::collection::vec(0..500u64, 0..1000), more in 0..500u64) {
        let mut appended = Owned::new(&unknown(1 << 20));
        values.iter().for_each(|value| appended.append(hash(*value)));
        let mut state = Owned::new(&unknown(1 << 20)).with(values);
        prop_assert_eq!(&appended.0, &state.0);
        let before = state.clone();
        state.finish();
        prop_assert_eq!(&state.0, &before.0);
        state.add(hash(more));
        prop_assert_eq!(state.finish(), before.with([more]).finish());
    }

    #[test]
    fn mutated_states_are_refused_or_usable(
        values in prop::collection::vec(any::<u64>(), 0..700),
        mode in 0..6,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        header_only: bool,
    ) {
        let plan = match mode % 3 {
            0 => Plan { cell: Cell::Bit, dialect: Dialect::DEFAULT, capacity: Some(500), fpp: 0.01, budget: 0, shares: 1 },
            1 => unknown(1 << 20),
            _ => unknown(1 << 10),
        };
        let plan = if mode < 3 { plan } else { counting(&plan) };
        let Owned(mut bytes) = Owned::new(&plan).with(values);
        let limit = if header_only { at::BUFFER } else { bytes.len() };
        for (index, byte) in changes {
            let at = index.index(limit);
            bytes[at] = byte;
        }
        if State::validate(&bytes).is_ok() {
            let mut state = Owned(bytes);
            let budget_before = state.state().plan().budget;
            if budget_before <= 1 << 24 && state.state().element() == Element::of(Family::Integer) {
                (0..300).for_each(|value| state.add(hash(value)));
            }
            if let Ok(finished) = state.state().finish() {
                let mut out = vec![0; finished.filter_len()];
                finished.write(&mut out).unwrap();
                Filter::validate(&out).unwrap();
            }
        }
    }
}

#[test]
fn past_the_budget_the_rate_still_holds() {
    for fpp in [0.1, 0.01, 0.001] {
        for (budget, count) in [(0, 3_000), (1 << 16, 100_000), (1 << 16, 1_000_000), (1 << 20, 2_000_000)] {
            let plan =
                Plan { cell: Cell::Bit, dialect: Dialect::DEFAULT, capacity: None, fpp, budget, shares: 1 };
            let state = Owned::new(&plan).with((1..=count).flat_map(|v| [v, v / 2 + 1]));
            assert_eq!(state.state().layout.mode, Mode::Growing);
            let bytes = state.finish();
            let filter = Filter::validate(&bytes).unwrap();
            let (params, counts) = (filter.header().params, filter.counts());
            assert!(counts.current_fpp <= fpp, "{counts:?}");
            assert!((1..=count).all(|value| filter.contains(hash(value))));
            let capacity = filter.header().capacity.unwrap();
            assert!(capacity.abs_diff(count) <= count / 50, "{capacity} of {count}");
            let best = Params::for_capacity(count, fpp).unwrap().bits;
            assert!(
                params.bits as f64 <= 3.0 * best as f64,
                "{fpp} {budget} {count}: {} of {best}",
                params.bits
            );
        }
    }
}

#[test]
fn merged_states_past_the_budget_hold_everything() {
    let plan = Plan { shares: 3, ..unknown(1 << 16) };
    let ranges = [1..200_000u64, 150_000..300_000, 300_000..300_500];
    let mut merged = Owned::new(&plan);
    for range in ranges {
        merged = merged.merged(&Owned::new(&plan).with(range));
    }
    let bytes = merged.finish();
    let filter = Filter::validate(&bytes).unwrap();
    assert!((1..300_500).all(|value| filter.contains(hash(value))));
    assert!(filter.counts().current_fpp <= 0.01);
}

/// Text that is offered to a build of padded text loses its blanks; its hash, made before, is none of padded text.
#[test]
fn a_build_of_padded_text_takes_text_by_its_bytes() {
    let (text, padded) = (Element::of(Family::Text), Element::of(Family::Padded));
    for plan in plans() {
        let mut owned = Owned::new(&plan);
        let mut state = StateMut::new(&mut owned.0).unwrap();
        for (element, bytes) in [(padded, b"a".as_slice()), (text, b"a  "), (text, b"a")] {
            let hashing = state.as_state().hashing();
            let hash = hashing.hash(element, bytes).unwrap();
            assert_eq!(hash, Hash::of(b"a", 0));
            state.check_element(hashing.holding(element)).unwrap();
            assert_eq!(state.push(hash), None);
        }
        let hashing = state.as_state().hashing();
        assert!(matches!(hashing.hash(text, Hash::of(b"a", 0)), Err(Error::ElementMismatch { .. })));
        assert!(matches!(state.check_element(text), Err(Error::ElementMismatch { .. })));
        assert!(!StateMut::append(&mut owned.0, text, plan.capacity.map(|c| c as i64), plan.fpp, ZERO));
        let filter = owned.finish();
        let filter = Filter::validate(&filter).unwrap();
        assert_eq!(filter.header().element(), padded);
        let mut of_text = Owned::new(&plan);
        StateMut::new(&mut of_text.0).unwrap().check_element(text).unwrap();
        for (a, b) in [(&owned, &of_text), (&of_text, &owned)] {
            assert!(matches!(a.state().merged_room(&b.state()), Err(Error::ElementMismatch { .. })));
        }
    }
}

#[test]
fn too_many_values_are_an_error() {
    let mut state = Owned::new(&unknown(0)).with(1..1000);
    let body = state.0.len();
    state.0[at::BODY..body].fill(0xff);
    let size = state.state_unchecked().layout.size;
    state.0[at::BITS_SET..at::BITS_SET + 8].copy_from_slice(&size.to_le_bytes());
    assert!(matches!(state.state().finish(), Err(Error::TooManyValues { reached: 1.0, .. })));
}

#[test]
fn arguments_and_elements_must_not_change() {
    let mut state = Owned::new(&unknown(0));
    let mut state = StateMut::new(&mut state.0).unwrap();
    assert_eq!(state.check_arguments(Dialect::DEFAULT, None, 0.01), Ok(()));
    for (capacity, fpp, name) in [
        (Some(1), 0.01, "capacity"),
        (Some(0), 0.01, "capacity"),
        (None, 0.02, "fpp"),
        (None, f64::NAN, "fpp"),
    ] {
        let refused = state.check_arguments(Dialect::DEFAULT, capacity, fpp);
        assert!(matches!(refused, Err(Error::ArgumentChanged { name: n, .. }) if n == name));
    }
    state.check_element(Element::of(Family::Integer)).unwrap();
    for (element, capacity, fpp, appended) in [
        (Family::Integer, None, 0.01, true),
        (Family::Integer, Some(0), 0.01, false),
        (Family::Integer, Some(1), 0.01, false),
        (Family::Integer, None, 0.02, false),
        (Family::Text, None, 0.01, false),
    ] {
        let done = StateMut::append(state.bytes, Element::of(element), capacity, fpp, ZERO);
        assert_eq!(done, appended, "{element:?} {capacity:?} {fpp}");
    }
    let refused = state.check_element(Element::of(Family::Text));
    assert!(matches!(refused, Err(Error::ElementMismatch { .. })));
}

impl Owned {
    fn state_unchecked(&self) -> State<'_> {
        State::new(&self.0).unwrap()
    }
}

/// What a moving window does.
impl Owned {
    fn settle(&mut self) {
        while let Some(room) = StateMut::new(&mut self.0).unwrap().settle() {
            let mut bytes = vec![0; room.len()];
            self.state().grow_into(&mut bytes, room).unwrap();
            self.0 = bytes;
        }
    }

    fn forget(&mut self, value: u64) -> Forgotten {
        StateMut::new(&mut self.0).unwrap().forget(hash(value))
    }
}

fn counting(plan: &Plan) -> Plan {
    Plan { cell: Cell::Counter, ..*plan }
}

fn as_plain(counting: &[u8]) -> Vec<u8> {
    let filter = Filter::validate(counting).unwrap().made_of(Cell::Counter).unwrap();
    let mut plain = vec![0; crate::counting::plain_header(*filter.header()).filter_len()];
    crate::counting::to_plain(&filter, &mut plain).unwrap();
    plain
}

/// The three modes: a known capacity, a table, more values than the budget holds.
fn plans() -> [Plan; 3] {
    [Plan { capacity: Some(400), ..unknown(0) }, unknown(1 << 20), unknown(1 << 10)]
}

proptest! {
    #[test]
    fn a_counting_filter_has_the_bits_of_the_plain_one(
        values in prop::collection::vec(0..3000u64, 0..2000), split in 0..2000usize, mode in 0..3usize
    ) {
        let plan = plans()[mode];
        let all = values.iter().copied();
        prop_assert_eq!(
            as_plain(&Owned::new(&counting(&plan)).with(all.clone()).finish()),
            Owned::new(&plan).with(all).finish()
        );
        let (left, right) = values.split_at(split.min(values.len()));
        let (left, right) = (left.iter().copied(), right.iter().copied());
        let merged = |plan: &Plan| {
            Owned::new(plan).with(left.clone()).merged(&Owned::new(plan).with(right.clone())).finish()
        };
        prop_assert_eq!(as_plain(&merged(&counting(&plan))), merged(&plan));
    }

    #[test]
    fn a_merged_table_counts_what_both_counted(values in prop::collection::vec(0..30u64, 0..600), split in 0..600usize) {
        let plan = counting(&unknown(1 << 20));
        let (left, right) = values.split_at(split.min(values.len()));
        let (left, right) = (left.iter().copied(), right.iter().copied());
        let merged = Owned::new(&plan).with(left).merged(&Owned::new(&plan).with(right));
        prop_assert_eq!(merged.finish(), Owned::new(&plan).with(values).finish());
    }

    /// A state that forgets is the state of what is left, or says that it is not.
    #[test]
    fn a_moving_window_is_each_of_its_frames(
        values in prop::collection::vec(0..300u64, 1..900), width in 1..200usize, mode in 0..2usize
    ) {
        let plan = counting(&plans()[mode]);
        let mut window = Owned::new(&plan);
        for (i, value) in values.iter().enumerate() {
            let first = (i + 1).saturating_sub(width);
            if i >= width && window.forget(values[i - width]) == Forgotten::Unknown {
                window = Owned::new(&plan).with(values[first..i].iter().copied());
                window.settle();
            }
            window.add(hash(*value));
            window.settle();
            if i % 16 == 0 {
                let anew = Owned::new(&plan).with(values[first..=i].iter().copied());
                prop_assert!(window.finish() == anew.finish());
            }
        }
        let last = &values[values.len().saturating_sub(width)..];
        if last.iter().all(|value| window.forget(*value) == Forgotten::Done) {
            prop_assert_eq!(window.finish(), Owned::new(&plan).finish(), "nothing is left, nor the element");
        }
    }
}

#[test]
fn what_is_saturated_or_past_the_budget_cannot_be_forgotten() {
    for (mode, unknown) in [(0, true), (1, false), (2, true)] {
        let mut state =
            Owned::new(&counting(&plans()[mode])).with((1..2000).map(|v| if v % 2 == 0 { 7 } else { v }));
        state.settle();
        assert_eq!(state.forget(7) == Forgotten::Unknown, unknown, "{mode}");
        assert_eq!(Owned::new(&plans()[mode]).with([7]).forget(7), Forgotten::Unknown, "bits cannot forget");
    }
    let mut absent = Owned::new(&counting(&plans()[1])).with([1]);
    absent.settle();
    assert_eq!(absent.forget(2), Forgotten::Unknown);
}
