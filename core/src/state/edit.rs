//! States that values are added to.

use super::build_spec::{BuildSpec, changed_scheme};
use super::expected::{Expected, Received};
use super::format::{Format, MAGIC, Mode, PENDING, StateSize, at, format_of, options_code};
use super::growing::Growth;
use super::table::{TableMut, most_entries};
use super::view::{State, ZERO, held_element};
use crate::cells::{CellKind, Cells};
use crate::element::ElementType;
use crate::error::{Error, Result};
use crate::field::{Field, Value};
use crate::hash::Hash;
use crate::interrupt::{Meter, POSITIONS};
use crate::scheme::{HashSpec, SchemeOptions, check_element};
use std::marker::PhantomData;

/// Most values that a state counts: more make no difference, and a header can still hold twice as many.
pub(super) const MOST_VALUES: u64 = 1 << 62;

/// Mutable state of a build, for a filter with cells `C`.
#[derive(Debug)]
pub struct StateMut<'a, C> {
    pub(super) bytes: &'a mut [u8],
    pub(super) format: Format,
    marker: PhantomData<C>,
}

impl<'a, C: Cells> StateMut<'a, C> {
    /// Creates a state in zeroed bytes of this size; it takes the element type of its first value.
    pub(super) fn create(bytes: &'a mut [u8], size: StateSize) -> Result<Self> {
        let mut state = Self::without_values(bytes, size)?;
        state.put(at::MERGED_STATES, 1);
        Ok(state)
    }

    /// Creates a state that other states will be merged into.
    pub(super) fn without_values(bytes: &'a mut [u8], size: StateSize) -> Result<Self> {
        let StateSize { format, spec, until } = size;
        if bytes.len() != size.len() || format.cell != C::CELL {
            return Err(Error::Internal("the buffer for a state has the wrong length"));
        }
        let mut state = Self { bytes, format, marker: PhantomData };
        state.bytes[..4].copy_from_slice(&MAGIC);
        state.put(at::MODE, format.mode as u8);
        state.put(at::HASHES, format.hashes);
        state.put(at::CELL, format.cell as u8);
        state.put(at::OPTIONS, options_code(spec.options));
        if spec.options.scheme.has_wide_seed() {
            state.put(at::SEED, spec.options.seed);
        }
        state.put(at::FPP, spec.fpp);
        state.put(at::CAPACITY, spec.capacity.unwrap_or(0));
        state.put(at::SIZE, format.size);
        state.set_limits(&spec, until);
        Ok(state)
    }

    /// Sets the limits of the build and of its bitmap.
    pub(super) fn set_limits(&mut self, spec: &BuildSpec, until: u64) {
        self.put(at::BUDGET, spec.budget);
        self.put(at::EXPECTED_STATES, spec.expected_states.max(1));
        self.put(at::BITS_UNTIL, until);
    }

    /// Reads `bytes` as a state, in constant time.
    ///
    /// # Errors
    /// [`Error::Malformed`]; [`Error::WrongState`] if the state has cells of another kind.
    #[inline]
    pub fn new(bytes: &'a mut [u8]) -> Result<Self> {
        let format = format_of::<C>(bytes)?;
        Ok(Self { bytes, format, marker: PhantomData })
    }

    /// Returns a read-only view of the state.
    #[must_use]
    pub fn as_state(&self) -> State<'_, C> {
        State { bytes: self.bytes, format: self.format, marker: PhantomData }
    }

    #[inline]
    pub(super) fn get<T: Value>(&self, field: Field<T>) -> T {
        field.get(self.bytes)
    }

    #[inline]
    pub(super) fn put<T: Value>(&mut self, field: Field<T>, value: T) {
        field.put(self.bytes, value);
    }

    /// Buffers a hash of the default scheme, if there is room and the row's arguments and element type are
    /// those of the build, as for almost all rows. Otherwise does nothing; the other functions tell why.
    #[inline(always)]
    pub fn append(
        bytes: &mut [u8],
        element: ElementType,
        capacity: Option<i64>,
        fpp: f64,
        hash: Hash,
    ) -> bool {
        let Some(head) = bytes.first_chunk_mut::<{ at::BODY }>() else { return false };
        let pending = usize::from(at::PENDING.get(head));
        let same = head[..4] == MAGIC
            && at::CELL.get(head) == C::CELL as u8
            && has_arguments(head, SchemeOptions::DEFAULT, capacity, fpp)
            && at::FAMILY.get(head) == element.family as u8
            && at::TAG.get(head) == element.tag
            && at::ENVIRONMENT.get(head) == element.environment;
        if !same || pending >= PENDING {
            return false;
        }
        Field::at(at::BUFFER + pending * Hash::LEN).put(head, hash);
        at::PENDING.put(head, pending as u16 + 1);
        true
    }

    /// Like [`StateMut::append`] for canonical bytes and any scheme, once the build has an element type.
    pub fn append_by(
        bytes: &mut [u8],
        options: SchemeOptions,
        element: ElementType,
        capacity: Option<i64>,
        fpp: f64,
        canonical: &[u8],
    ) -> bool {
        let buffer = if options.scheme.has_wide_seed() { at::SEED.end() } else { at::BUFFER };
        if bytes.len() < buffer + PENDING * Hash::LEN {
            return false;
        }
        let (own, pending) = (held_element(bytes), usize::from(at::PENDING.get(bytes)));
        let same = bytes[..4] == MAGIC
            && at::CELL.get(bytes) == C::CELL as u8
            && has_arguments(bytes, options, capacity, fpp);
        if !same || pending >= PENDING || own == ElementType::NONE {
            return false;
        }
        let hashing = HashSpec { element: own, scheme: options.scheme, seed: options.seed };
        let Ok(hash) = hashing.hash(element, canonical) else { return false };
        Field::at(buffer + pending * Hash::LEN).put(bytes, hash);
        at::PENDING.put(bytes, pending as u16 + 1);
        true
    }

    /// Checks that a row's arguments are those of the build.
    ///
    /// # Errors
    /// [`Error::ArgumentChanged`].
    #[inline]
    pub fn check_arguments(&self, options: SchemeOptions, capacity: Option<i64>, fpp: f64) -> Result<()> {
        if has_arguments(self.bytes, options, capacity, fpp) {
            return Ok(());
        }
        let spec = self.as_state().spec();
        let same_options = has_options(self.bytes, options);
        Err(if same_options { spec.changed(capacity, fpp) } else { changed_scheme(spec.options, options) })
    }

    /// Checks that hashes by [`State::hashing`] for this element type belong to the build; the first sets it.
    ///
    /// # Errors
    /// [`Error::ElementMismatch`].
    #[inline]
    pub fn check_element(&mut self, element: ElementType) -> Result<()> {
        let own = held_element(self.bytes);
        check_element(own, element)?;
        if own != element {
            self.set_element(element);
        }
        Ok(())
    }

    pub(super) fn set_element(&mut self, element: ElementType) {
        self.put(at::FAMILY, element.family as u8);
        self.put(at::TAG, element.tag);
        self.put(at::ENVIRONMENT, element.environment);
    }

    /// Adds a hash. If the buffer is full and the state too small, adds nothing and returns the size that the state
    /// needs, for the values `expected`.
    #[inline]
    pub(super) fn push(
        &mut self,
        hash: Hash,
        expected: impl FnOnce() -> Expected,
    ) -> Result<Option<StateSize>> {
        let mut pending = self.as_state().pending_len();
        if pending >= PENDING {
            if let Some(size) = self.flush(expected)? {
                return Ok(Some(size));
            }
            pending = 0;
        }
        self.put(Field::at(self.format.buffer() + pending * Hash::LEN), hash);
        self.put(at::PENDING, pending as u16 + 1);
        Ok(None)
    }

    /// Applies the buffer and empties it, or returns the size that the state needs first, as [`StateMut::push`] does.
    pub(super) fn flush(&mut self, expected: impl FnOnce() -> Expected) -> Result<Option<StateSize>> {
        let pending: Vec<Hash> = self.as_state().pending().collect();
        if pending.is_empty() {
            return Ok(None);
        }
        if let Some(size) = self.outgrown(expected)? {
            return Ok(Some(size));
        }
        self.apply(&pending);
        self.put(at::PENDING, 0);
        Ok(None)
    }

    /// Returns the size that the state needs before a whole buffer is applied, if it is too small.
    fn outgrown(&self, expected: impl FnOnce() -> Expected) -> Result<Option<StateSize>> {
        let state = self.as_state();
        let parts = state.get(at::MERGED_STATES);
        match self.format.mode {
            Mode::Fixed => Ok(None),
            Mode::Exact => {
                let more = PENDING as u64;
                let received =
                    Received { distinct: state.get(at::DISTINCT) + more, rows: state.get(at::ROWS) + more };
                if received.distinct <= most_entries(self.format.size) {
                    return Ok(None);
                }
                let size = self.format.outgrown(received, state.spec(), parts, expected());
                Ok(Some(size).filter(|size| size.format != self.format))
            }
            Mode::Growing => {
                let ended = state.filled();
                if ended.set < ended.stage.until {
                    return Ok(None);
                }
                let spec = state.spec();
                let growth = Growth::new(C::CELL, &spec, parts);
                match growth.next(ended) {
                    Some(stage) => Ok(Some(self.format.growing(stage, spec))),
                    None => growth.check_last(ended).map(|()| None),
                }
            }
        }
    }

    pub(super) fn apply(&mut self, batch: &[Hash]) {
        let body = &mut self.bytes[self.format.body()..];
        match self.format.mode {
            Mode::Fixed => {
                let prober = self.format.prober();
                prober.insert_all::<C>(body, batch);
                if C::CELL == CellKind::Counter {
                    self.add_to(at::DISTINCT, batch.len() as u64);
                }
            }
            Mode::Growing => {
                let prober = self.format.prober();
                let (mut distinct, mut bits_set) = (0, 0);
                prober.insert_counting::<C>(body, batch, |fresh| {
                    distinct += u32::from(fresh > 0);
                    bits_set += u64::from(fresh);
                });
                // This share of new values sets no new bit; the counted ones stand for them.
                let state = self.as_state();
                let unseen = self.format.layout().fpp_of_set(self.format.params(), state.get(at::BITS_SET));
                let distinct = f64::from(distinct) / (1.0 - unseen).max(0.5);
                self.add_to(at::DISTINCT, distinct.round() as u64);
                self.add_to(at::BITS_SET, bits_set);
            }
            Mode::Exact => {
                self.apply_counted(batch.iter().map(|hash| (*hash, 1)));
                self.add_to(at::ROWS, batch.len() as u64);
            }
        }
    }

    /// Adds hashes to the table, each with its count.
    pub(super) fn apply_counted(&mut self, entries: impl Iterator<Item = (Hash, u32)>) {
        let (mut distinct, mut zeros) = (0, 0u32);
        let mut table = TableMut::new(&mut self.bytes[self.format.body()..], self.format.size);
        let mut meter = Meter::new(POSITIONS);
        for (hash, times) in entries {
            meter.done(1);
            match hash {
                ZERO => zeros = zeros.saturating_add(times),
                hash => distinct += u64::from(table.insert(hash, times)),
            }
        }
        self.add_to(at::DISTINCT, distinct);
        let most = if C::CELL == CellKind::Bit { 1 } else { u32::from(u8::MAX) };
        let zeros = u32::from(self.get(at::ZEROS)).saturating_add(zeros).min(most);
        self.put(at::ZEROS, zeros as u8);
    }

    pub(super) fn add_to(&mut self, field: Field<u64>, more: u64) {
        let sum = self.get(field).saturating_add(more).min(MOST_VALUES);
        self.put(field, sum);
    }
}

/// Returns whether the build in `bytes`, whose header is whole, was begun with these arguments.
#[inline(always)]
fn has_arguments(bytes: &[u8], options: SchemeOptions, capacity: Option<i64>, fpp: f64) -> bool {
    at::FPP.get(bytes) == fpp
        && at::CAPACITY.get(bytes) == capacity.unwrap_or(0) as u64
        && capacity != Some(0)
        && has_options(bytes, options)
}

#[inline(always)]
fn has_options(bytes: &[u8], options: SchemeOptions) -> bool {
    at::OPTIONS.get(bytes) == options_code(options)
        && (!options.scheme.has_wide_seed() || at::SEED.get(bytes) == options.seed)
}
