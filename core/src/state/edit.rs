//! States that take values.

use super::layout::{Layout, Mode, Plan, Room, at, dialect_bytes, layout_for, layout_of};
use super::table::{TableMut, in_batches, most_entries};
use super::{MAGIC, PENDING, State, StateMut, ZERO, changed, changed_scheme, element_of, growing, read};
use crate::cells::Cell;
use crate::element::Element;
use crate::error::{Error, Result};
use crate::hash::Hash;
use crate::hashing::check_element;
use crate::interrupt::{Meter, POSITIONS};
use crate::params::current_fpp;
use crate::scheme::Dialect;

impl<'a> StateMut<'a> {
    /// A new state in zeroed bytes of the length of `room`; it takes the element of its first value.
    ///
    /// # Errors
    /// [`Error::Internal`] if the length is another.
    pub fn create(bytes: &'a mut [u8], room: Room, plan: &Plan) -> Result<Self> {
        if bytes.len() != room.len() {
            return Err(Error::Internal("the room for a state has another length"));
        }
        let mut state = Self { bytes, layout: room.0 };
        state.bytes[..4].copy_from_slice(&MAGIC);
        state.bytes[at::MODE] = room.0.mode as u8;
        state.bytes[at::HASHES] = room.0.hashes;
        state.bytes[at::CELL] = room.0.cell as u8;
        state.put(at::DIALECT, dialect_bytes(plan.dialect));
        state.put(at::FPP, plan.fpp.to_le_bytes());
        state.put(at::CAPACITY, plan.capacity.unwrap_or(0).to_le_bytes());
        state.put(at::SIZE, room.0.size.to_le_bytes());
        state.put(at::BUDGET, plan.budget.to_le_bytes());
        state.put(at::SHARES, plan.shares.max(1).to_le_bytes());
        Ok(state)
    }

    /// Looks at `bytes` as a state, in constant time.
    ///
    /// # Errors
    /// [`crate::Error::Malformed`].
    #[inline]
    pub fn new(bytes: &'a mut [u8]) -> Result<Self> {
        let layout = layout_of(bytes)?;
        Ok(Self { bytes, layout })
    }

    /// The same, for reading.
    #[must_use]
    pub fn as_state(&self) -> State<'_> {
        State { bytes: self.bytes, layout: self.layout }
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
            && head[at::FAMILY] == element.family as u8
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
    /// [`crate::Error::ArgumentChanged`].
    #[inline]
    pub fn check_arguments(&self, dialect: Dialect, capacity: Option<i64>, fpp: f64) -> Result<()> {
        let state = self.as_state();
        if read(state.bytes, at::DIALECT) != dialect_bytes(dialect) {
            return Err(changed_scheme(state.plan().dialect, dialect));
        }
        let same_capacity = capacity != Some(0) && capacity.unwrap_or(0) as u64 == state.number(at::CAPACITY);
        if same_capacity && fpp == state.fpp() { Ok(()) } else { Err(changed(&state.plan(), capacity, fpp)) }
    }

    /// Checks that hashes of this kind ([`State::hashing`] made them and tells the kind) belong to the
    /// build, whose first value decides.
    ///
    /// # Errors
    /// [`crate::Error::ElementMismatch`].
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
        let next = match self.layout.mode {
            Mode::Fixed => self.layout,
            Mode::Exact => {
                let entries = state.number(at::DISTINCT) + PENDING as u64;
                if entries <= most_entries(self.layout.size) {
                    self.layout
                } else {
                    layout_for(entries, &state.plan(), self.layout)
                }
            }
            Mode::Growing => {
                let (set, before) = (state.number(at::BITS_SET), state.number(at::BITS_BEFORE));
                let size = growing::next_size(self.layout.size, &state.plan(), set, before);
                Layout { size, ..self.layout }
            }
        };
        if next != self.layout {
            return Some(Room(next));
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

    fn apply(&mut self, batch: &[Hash]) {
        let body = &mut self.bytes[at::BODY..];
        match self.layout.mode {
            Mode::Fixed => {
                let prober = self.layout.prober();
                self.layout.cell.insert_all(prober, body, batch);
                if self.layout.cell == Cell::Counter {
                    self.add_to(at::DISTINCT, batch.len() as u64);
                }
            }
            Mode::Growing => {
                let prober = self.layout.prober();
                let (mut distinct, mut bits_set) = (0, 0);
                self.layout.cell.insert_counting(prober, body, batch, |fresh| {
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
    fn apply_counted(&mut self, entries: impl Iterator<Item = (Hash, u32)>) {
        let (mut distinct, mut zeros) = (0, 0u32);
        let mut table = TableMut::new(&mut self.bytes[at::BODY..], self.layout);
        let mut meter = Meter::new(POSITIONS);
        for (hash, times) in entries {
            meter.done(1);
            match hash {
                ZERO => zeros = zeros.saturating_add(times),
                hash => distinct += u64::from(table.insert(hash, times)),
            }
        }
        self.add_to(at::DISTINCT, distinct);
        let most = if self.layout.cell == Cell::Bit { 1 } else { u32::from(u8::MAX) };
        self.bytes[at::ZEROS] = (u32::from(self.bytes[at::ZEROS]).saturating_add(zeros)).min(most) as u8;
    }

    fn add_to(&mut self, at: usize, more: u64) {
        let sum = self.as_state().number(at).saturating_add(more);
        self.put(at, sum.to_le_bytes());
    }

    /// Adds all values of another state, if that can be done in place; `Some` says the room that
    /// [`State::merge_into`] needs otherwise.
    ///
    /// # Errors
    /// Those of [`State::merged_room`].
    pub fn merge(&mut self, other: &State<'_>) -> Result<Option<Room>> {
        let room = self.as_state().merged_room(other)?;
        if self.layout.mode == Mode::Fixed && room.0 == self.layout {
            return self.absorb(other).map(|()| None);
        }
        Ok(Some(room))
    }

    /// Takes over all values of `from`; the body must be large enough for them.
    fn absorb(&mut self, from: &State<'_>) -> Result<()> {
        let element = self.as_state().common_element(from)?;
        self.set_element(element);
        match (self.layout.mode, from.layout.mode) {
            (Mode::Exact, Mode::Exact) => self.apply_counted(from.entries()),
            (_, Mode::Exact) => {
                in_batches(from.entries(), self.layout.hashes, |batch| self.apply(batch));
            }
            (Mode::Exact, _) => return Err(Error::Internal("a bitmap does not go into a table")),
            _ => {
                let cell = self.layout.cell;
                cell.unfold_into(&mut self.bytes[at::BODY..], from.body());
                if self.layout.mode == Mode::Fixed {
                    self.add_to(at::DISTINCT, from.number(at::DISTINCT));
                } else {
                    let state = self.as_state();
                    let bits_set = cell.count_set(state.body());
                    let sum = state.number(at::DISTINCT).saturating_add(from.number(at::DISTINCT));
                    let distinct = growing::distinct_after_union(self.layout.params(), bits_set, sum);
                    self.put(at::BITS_SET, bits_set.to_le_bytes());
                    self.put(at::BITS_BEFORE, bits_set.to_le_bytes());
                    self.put(at::DISTINCT, distinct.to_le_bytes());
                }
            }
        }
        let pending: Vec<Hash> = from.pending().collect();
        self.apply(&pending);
        Ok(())
    }
}

impl State<'_> {
    /// Copies this state into `room`, which [`StateMut::push`] asked for.
    ///
    /// # Errors
    /// [`Error::Internal`] if `bytes` are not zeroed bytes of that length.
    pub fn grow_into(&self, bytes: &mut [u8], room: Room) -> Result<()> {
        StateMut::create(bytes, room, &self.plan())?.absorb(self)
    }

    /// Copies this state and another one into the room that [`State::merged_room`] said.
    ///
    /// # Errors
    /// Those of [`State::merged_room`] and [`State::grow_into`].
    pub fn merge_into(&self, other: &Self, bytes: &mut [u8], room: Room) -> Result<()> {
        let mut merged = StateMut::create(bytes, room, &self.plan())?;
        merged.absorb(self)?;
        merged.absorb(other)
    }
}
