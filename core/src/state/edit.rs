//! States that take values.

use super::growing;
use super::layout::{Layout, MAGIC, Mode, PENDING, Room, at, dialect_bytes, layout_of, read};
use super::plan::{Plan, changed_scheme};
use super::table::{TableMut, most_entries};
use super::view::{State, ZERO, element_of};
use crate::cells::{Cell, Cells};
use crate::dialect::Dialect;
use crate::element::Element;
use crate::error::{Error, Result};
use crate::hash::Hash;
use crate::hashing::check_element;
use crate::interrupt::{Meter, POSITIONS};
use crate::params::current_fpp;
use std::marker::PhantomData;

/// Most values that a state counts; more make no difference, and a header can still say as many.
pub(super) const MOST_VALUES: u64 = 1 << 62;

/// A state that takes values, of a build of a filter of such cells.
#[derive(Debug)]
pub struct StateMut<'a, C> {
    pub(super) bytes: &'a mut [u8],
    pub(super) layout: Layout,
    kind: PhantomData<C>,
}

impl<'a, C: Cells> StateMut<'a, C> {
    /// A new state in zeroed bytes of the length of `room`, which a plan told; it takes the element of its first value.
    ///
    /// # Errors
    /// [`Error::Internal`] if the length is another.
    pub fn create(bytes: &'a mut [u8], room: Room) -> Result<Self> {
        let mut state = Self::without_values(bytes, room)?;
        state.put(at::PARTS, 1u16.to_le_bytes());
        Ok(state)
    }

    /// A state that is to take over those of others.
    pub(super) fn without_values(bytes: &'a mut [u8], room: Room) -> Result<Self> {
        let Room { layout, plan } = room;
        if bytes.len() != room.len() || layout.cell != C::CELL {
            return Err(Error::Internal("the room for a state has another length"));
        }
        let mut state = Self { bytes, layout, kind: PhantomData };
        state.bytes[..4].copy_from_slice(&MAGIC);
        state.bytes[at::MODE] = layout.mode as u8;
        state.bytes[at::HASHES] = layout.hashes;
        state.bytes[at::CELL] = layout.cell as u8;
        state.put(at::DIALECT, dialect_bytes(plan.dialect));
        state.put(at::FPP, plan.fpp.to_le_bytes());
        state.put(at::CAPACITY, plan.capacity.unwrap_or(0).to_le_bytes());
        state.put(at::SIZE, layout.size.to_le_bytes());
        state.set_limits(&plan);
        Ok(state)
    }

    /// What the build may take.
    pub(super) fn set_limits(&mut self, plan: &Plan) {
        self.put(at::BUDGET, plan.budget.to_le_bytes());
        self.put(at::SHARES, plan.shares.max(1).to_le_bytes());
    }

    /// Looks at `bytes` as a state, in constant time.
    ///
    /// # Errors
    /// [`Error::Malformed`]; [`Error::WrongState`] if it is for other cells.
    #[inline]
    pub fn new(bytes: &'a mut [u8]) -> Result<Self> {
        let layout = layout_of::<C>(bytes)?;
        Ok(Self { bytes, layout, kind: PhantomData })
    }

    /// The same, for reading.
    #[must_use]
    pub fn as_state(&self) -> State<'_, C> {
        State { bytes: self.bytes, layout: self.layout, kind: PhantomData }
    }

    #[inline]
    pub(super) fn put<const N: usize>(&mut self, at: usize, field: [u8; N]) {
        self.bytes[at..at + N].copy_from_slice(&field);
    }

    /// Adds a hash of the default scheme to the buffer if there is room and if the row's arguments and element are
    /// those of the build: what almost all rows need. Otherwise nothing happens, and the other functions tell why.
    #[inline(always)]
    pub fn append(bytes: &mut [u8], element: Element, capacity: Option<i64>, fpp: f64, hash: Hash) -> bool {
        let Some(head) = bytes.first_chunk_mut::<{ at::BODY }>() else { return false };
        let pending = usize::from(u16::from_le_bytes([head[at::PENDING], head[at::PENDING + 1]]));
        let same = head[..4] == MAGIC
            && read(head, at::FPP) == fpp.to_le_bytes()
            && read(head, at::CAPACITY) == capacity.unwrap_or(0).to_le_bytes()
            && capacity != Some(0)
            && read(head, at::DIALECT) == dialect_bytes(Dialect::DEFAULT)
            && read(head, at::CELL) == [C::CELL as u8, element.family as u8]
            && read(head, at::TAG) == element.tag.to_le_bytes()
            && read(head, at::ENVIRONMENT) == element.environment.to_le_bytes();
        if !same || pending >= PENDING {
            return false;
        }
        let slot = at::BUFFER + pending * Hash::LEN;
        head[slot..slot + Hash::LEN].copy_from_slice(&hash.to_bytes());
        head[at::PENDING..at::PENDING + 2].copy_from_slice(&(pending as u16 + 1).to_le_bytes());
        true
    }

    /// Checks that a row's arguments are those of the build.
    ///
    /// # Errors
    /// [`Error::ArgumentChanged`].
    #[inline]
    pub fn check_arguments(&self, dialect: Dialect, capacity: Option<i64>, fpp: f64) -> Result<()> {
        let state = self.as_state();
        if read(state.bytes, at::DIALECT) != dialect_bytes(dialect) {
            return Err(changed_scheme(state.plan().dialect, dialect));
        }
        let same_capacity = capacity != Some(0) && capacity.unwrap_or(0) as u64 == state.number(at::CAPACITY);
        if same_capacity && fpp == state.fpp() { Ok(()) } else { Err(state.plan().changed(capacity, fpp)) }
    }

    /// Checks that hashes of this kind ([`State::hashing`] made them and tells the kind) belong to the
    /// build, whose first value decides.
    ///
    /// # Errors
    /// [`Error::ElementMismatch`].
    #[inline]
    pub fn check_element(&mut self, element: Element) -> Result<()> {
        let own = element_of(self.bytes);
        check_element(own, element)?;
        if own != element {
            self.set_element(element);
        }
        Ok(())
    }

    pub(super) fn set_element(&mut self, element: Element) {
        self.bytes[at::FAMILY] = element.family as u8;
        self.put(at::TAG, element.tag.to_le_bytes());
        self.put(at::ENVIRONMENT, element.environment.to_le_bytes());
    }

    /// Adds a hash. If the buffer is full and the state too small, `Some` says what it needs first:
    /// then nothing was added; [`State::grow_into`] that room and add again.
    #[inline]
    pub fn push(&mut self, hash: Hash) -> Option<Room> {
        let mut pending = self.as_state().pending_len();
        if pending >= PENDING {
            if let Some(room) = self.flush() {
                return Some(room);
            }
            pending = 0;
        }
        self.put(at::BUFFER + pending * Hash::LEN, hash.to_bytes());
        self.put(at::PENDING, (pending as u16 + 1).to_le_bytes());
        None
    }

    /// Leaves nothing in the buffer, for a state that is finished after every row; `Some` says the room that
    /// [`State::grow_into`] needs for that.
    pub fn settle(&mut self) -> Option<Room> {
        if self.as_state().pending_len() == 0 { None } else { self.flush() }
    }

    /// Applies the buffer, or says what room that needs.
    fn flush(&mut self) -> Option<Room> {
        let state = self.as_state();
        let (plan, parts) = (state.plan(), state.small_number(at::PARTS));
        let next = match self.layout.mode {
            Mode::Fixed => self.layout,
            Mode::Exact => {
                let entries = state.number(at::DISTINCT) + PENDING as u64;
                if entries <= most_entries(self.layout.size) {
                    self.layout
                } else {
                    self.layout.with_entries(entries, &plan, parts)
                }
            }
            Mode::Growing => {
                let (set, before) = (state.number(at::BITS_SET), state.number(at::BITS_BEFORE));
                let size = growing::next_size(C::CELL, self.layout.size, &plan, parts, set, before);
                Layout { size, ..self.layout }
            }
        };
        if next != self.layout {
            return Some(Room { layout: next, plan });
        }
        let mut batch = [ZERO; PENDING];
        let mut len = 0;
        for hash in state.pending() {
            batch[len] = hash;
            len += 1;
        }
        self.apply(&batch[..len]);
        self.put(at::PENDING, 0u16.to_le_bytes());
        None
    }

    pub(super) fn apply(&mut self, batch: &[Hash]) {
        let body = &mut self.bytes[at::BODY..];
        match self.layout.mode {
            Mode::Fixed => {
                let prober = self.layout.prober();
                prober.insert_all::<C>(body, batch);
                if C::CELL == Cell::Counter {
                    self.add_to(at::DISTINCT, batch.len() as u64);
                }
            }
            Mode::Growing => {
                let prober = self.layout.prober();
                let (mut distinct, mut bits_set) = (0, 0);
                prober.insert_counting::<C>(body, batch, |fresh| {
                    distinct += u32::from(fresh > 0);
                    bits_set += u64::from(fresh);
                });
                // Of new values this share sets no new bit; the others stand for them.
                let state = self.as_state();
                let unseen = current_fpp(self.layout.size, self.layout.hashes, state.number(at::BITS_SET));
                let distinct = f64::from(distinct) / (1.0 - unseen).max(0.5);
                self.add_to(at::DISTINCT, distinct.round() as u64);
                self.add_to(at::BITS_SET, bits_set);
            }
            Mode::Exact => self.apply_counted(batch.iter().map(|hash| (*hash, 1))),
        }
    }

    /// Puts hashes into the table, each as often as it says.
    pub(super) fn apply_counted(&mut self, entries: impl Iterator<Item = (Hash, u32)>) {
        let (mut distinct, mut zeros) = (0, 0u32);
        let mut table = TableMut::new(&mut self.bytes[at::BODY..], self.layout.size);
        let mut meter = Meter::new(POSITIONS);
        for (hash, times) in entries {
            meter.done(1);
            match hash {
                ZERO => zeros = zeros.saturating_add(times),
                hash => distinct += u64::from(table.insert(hash, times)),
            }
        }
        self.add_to(at::DISTINCT, distinct);
        let most = if C::CELL == Cell::Bit { 1 } else { u32::from(u8::MAX) };
        self.bytes[at::ZEROS] = (u32::from(self.bytes[at::ZEROS]).saturating_add(zeros)).min(most) as u8;
    }

    pub(super) fn add_to(&mut self, at: usize, more: u64) {
        let sum = self.as_state().number(at).saturating_add(more).min(MOST_VALUES);
        self.put(at, sum.to_le_bytes());
    }
}
