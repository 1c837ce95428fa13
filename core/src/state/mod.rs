//! A filter being built, as one flat run of bytes that is updated in place.
//!
//! Flat, so that the state of an SQL aggregate can travel between processes as an ordinary value.
//! Hashes are first collected in a buffer and applied together: their memory accesses overlap, which
//! a bit-by-bit update between two rows of a query cannot have.
//!
//! A state is in one of three modes:
//!
//! * `Fixed`: the capacity is known; the body is the bitmap of the filter to be.
//! * `Exact`: the capacity is unknown; the body is a hash table of all distinct hashes. Finishing
//!   makes a filter of exactly the right size. It starts with no table at all (small groups stay
//!   small), which doubles as long as the budget lasts; see [`table`].
//! * `Growing`: more distinct values than the budget holds; the body is a bitmap larger than needed,
//!   unfolded as it fills and folded to fit at the end; see [`growing`].
//!
//! The caller owns the memory: when a state must grow, the operation says how long the new one is and
//! the caller hands in the room.

use crate::bits;
use crate::element::{Element, Family};
use crate::error::{Error, Result, malformed};
use crate::filter::check_element;
use crate::hash::Hash;
use crate::header::{HEADER_LEN, Header};
use crate::params::{self, MAX_BITS, Params, WORD_BITS};
use crate::probe::Prober;

mod growing;
pub mod merging;
mod table;
#[cfg(test)]
mod tests;

/// Hashes collected before they are applied.
const PENDING: usize = 128;

const MAGIC: [u8; 4] = *b"BLMS";
/// The hash that a table cannot tell from an empty slot.
const ZERO: Hash = Hash { h1: 0, h2: 0 };
const WHAT: &str = "bloom filter state";

/// Where the fields are; all little-endian.
mod at {
    pub const MODE: usize = 4;
    pub const HAS_ZERO: usize = 5;
    pub const PENDING: usize = 6;
    pub const FAMILY: usize = 8;
    pub const HASHES: usize = 9;
    pub const RESERVED: usize = 10;
    pub const TAG: usize = 12;
    pub const ENVIRONMENT: usize = 16;
    pub const FPP: usize = 24;
    pub const CAPACITY: usize = 32;
    /// Slots of the table, or bits of the bitmap.
    pub const SIZE: usize = 40;
    /// Distinct values met (`Exact`: in the table; `Growing`: that set a new bit).
    pub const DISTINCT: usize = 48;
    /// Bits set (`Growing`).
    pub const BITS_SET: usize = 56;
    /// Bits set at the start of this stage (`Growing`).
    pub const BITS_BEFORE: usize = 64;
    /// Bytes that the table may take.
    pub const BUDGET: usize = 72;
    pub const BUFFER: usize = 80;
    pub const BODY: usize = BUFFER + super::PENDING * super::Hash::LEN;
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Mode {
    Fixed = 0,
    Exact = 1,
    Growing = 2,
}

/// What is asked of a build, the same for all its values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plan {
    /// Distinct values expected; `None`: find out.
    pub capacity: Option<u64>,
    /// False-positive rate.
    pub fpp: f64,
    /// Bytes for a table of distinct hashes, if the capacity is unknown.
    pub budget: u64,
}

/// A state's size and kind: what its length follows from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Layout {
    mode: Mode,
    size: u64,
    hashes: u8,
}

impl Layout {
    fn body_len(self) -> usize {
        match self.mode {
            Mode::Exact => self.size as usize * Hash::LEN,
            Mode::Fixed | Mode::Growing => (self.size / 8) as usize,
        }
    }

    fn len(self) -> usize {
        at::BODY + self.body_len()
    }

    fn params(self) -> Params {
        Params { bits: self.size, hashes: self.hashes }
    }
}

/// The room a state needs before it can go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub struct Room(Layout);

impl Room {
    /// Bytes.
    #[must_use]
    pub fn len(self) -> usize {
        self.0.len()
    }

    /// Never: a state has a header.
    #[must_use]
    pub fn is_empty(self) -> bool {
        false
    }
}

impl Plan {
    /// The room for a new state.
    ///
    /// # Errors
    /// Those of [`Params::for_capacity`].
    pub fn room(&self) -> Result<Room> {
        Ok(Room(match self.capacity {
            Some(capacity) => {
                let params = Params::for_capacity(capacity, self.fpp)?;
                Layout { mode: Mode::Fixed, size: params.bits, hashes: params.hashes }
            }
            None => {
                params::check_fpp(self.fpp)?;
                Layout { mode: Mode::Exact, size: 0, hashes: growing::hashes(self.fpp) }
            }
        }))
    }
}

/// A state that is only read.
#[derive(Debug, Clone, Copy)]
pub struct State<'a> {
    bytes: &'a [u8],
    layout: Layout,
}

/// A state that takes values.
#[derive(Debug)]
pub struct StateMut<'a> {
    bytes: &'a mut [u8],
    layout: Layout,
}

fn read<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    let mut field = [0; N];
    field.copy_from_slice(&bytes[at..at + N]);
    field
}

fn is_blank(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| *byte == 0)
}

fn layout_of(bytes: &[u8]) -> Result<Layout> {
    if bytes.len() < at::BODY || bytes[..4] != MAGIC {
        return Err(malformed(WHAT, "It does not start with a whole header."));
    }
    let mode = match bytes[at::MODE] {
        0 => Mode::Fixed,
        1 => Mode::Exact,
        2 => Mode::Growing,
        mode => return Err(malformed(WHAT, format!("Unknown mode {mode}."))),
    };
    let size = u64::from_le_bytes(read(bytes, at::SIZE));
    let layout = Layout { mode, size, hashes: bytes[at::HASHES] };
    let possible = match mode {
        Mode::Exact => size <= MAX_BITS / (8 * Hash::LEN as u64),
        Mode::Fixed => {
            (1..=MAX_BITS / WORD_BITS).contains(&(size / WORD_BITS)) && size.is_multiple_of(WORD_BITS)
        }
        Mode::Growing => growing::sizes().any(|possible| possible == size),
    };
    if !possible || layout.hashes == 0 || layout.len() != bytes.len() {
        let why = format!("Size {size} and {} bytes do not agree.", bytes.len());
        return Err(malformed(WHAT, why));
    }
    Ok(layout)
}

impl<'a> State<'a> {
    /// Looks at `bytes` as a state, in constant time.
    ///
    /// # Errors
    /// [`Error::Malformed`].
    pub fn new(bytes: &'a [u8]) -> Result<Self> {
        Ok(Self { bytes, layout: layout_of(bytes)? })
    }

    /// Checks all that later operations rely on, for bytes of unknown origin; reads them once.
    ///
    /// # Errors
    /// [`Error::Malformed`].
    pub fn validate(bytes: &'a [u8]) -> Result<Self> {
        let state = Self::new(bytes)?;
        let bad = |why: &str| Err(malformed(WHAT, why));
        let element = state.element();
        Element::decode(WHAT, element.family as u8, element.tag, element.environment)?;
        if Family::from_code(bytes[at::FAMILY]).is_none() {
            return bad("Unknown element family.");
        }
        if element.family == Family::None
            && (state.pending_len() > 0
                || !is_blank(&bytes[at::DISTINCT..at::BUDGET])
                || !is_blank(state.body()))
        {
            return bad("It has values but no element family.");
        }
        if params::check_fpp(state.fpp()).is_err() {
            return bad("It has no false-positive rate.");
        }
        if bytes[at::RESERVED..at::TAG] != [0; 2] || bytes[at::HAS_ZERO] > 1 {
            return bad("A reserved byte is not zero.");
        }
        if state.pending_len() > PENDING {
            return bad("Its buffer is too long.");
        }
        if i64::try_from(state.number(at::CAPACITY)).is_err() {
            return bad("Its capacity is impossible.");
        }
        if state.number(at::DISTINCT) > MAX_BITS * u64::from(u8::MAX) {
            return bad("It counts more values than fit.");
        }
        let agrees = match state.layout.mode {
            Mode::Fixed => Params::for_capacity(state.number(at::CAPACITY), state.fpp())
                .is_ok_and(|params| params == state.layout.params()),
            Mode::Exact | Mode::Growing => {
                state.number(at::CAPACITY) == 0 && state.layout.hashes == growing::hashes(state.fpp())
            }
        };
        if !agrees {
            return bad("Its size does not follow from its capacity and rate.");
        }
        let counted = match state.layout.mode {
            Mode::Fixed => 0,
            Mode::Exact => state.table().iter().filter(|slot| **slot != table::EMPTY).count() as u64,
            Mode::Growing => bits::count_ones(state.body()),
        };
        let stored = match state.layout.mode {
            Mode::Fixed => 0,
            Mode::Exact => state.number(at::DISTINCT),
            Mode::Growing => state.number(at::BITS_SET),
        };
        // A table with no empty slot could take no value.
        let full = state.layout.mode == Mode::Exact && counted > table::most_entries(state.layout.size);
        if counted != stored || full || state.number(at::BITS_BEFORE) > state.layout.size {
            return bad("Its counts do not agree with its body.");
        }
        Ok(state)
    }

    fn number(&self, at: usize) -> u64 {
        u64::from_le_bytes(read(self.bytes, at))
    }

    fn fpp(&self) -> f64 {
        f64::from_le_bytes(read(self.bytes, at::FPP))
    }

    fn pending_len(&self) -> usize {
        usize::from(u16::from_le_bytes(read(self.bytes, at::PENDING)))
    }

    fn pending(&self) -> impl Iterator<Item = Hash> + use<'a> {
        let buffer = &self.bytes[at::BUFFER..at::BODY];
        buffer.as_chunks().0[..self.pending_len()].iter().map(|bytes| Hash::from_bytes(*bytes))
    }

    fn body(&self) -> &'a [u8] {
        &self.bytes[at::BODY..]
    }

    fn table(&self) -> &'a [table::Slot] {
        table::slots(self.body())
    }

    /// All distinct hashes of an exact state that have been applied.
    fn entries(&self) -> impl Iterator<Item = Hash> + use<'a> {
        let zero = (self.bytes[at::HAS_ZERO] == 1).then_some(ZERO);
        let stored = self.table().iter().filter(|slot| **slot != table::EMPTY);
        zero.into_iter().chain(stored.map(|slot| Hash::from_bytes(*slot)))
    }

    /// What the state holds.
    #[must_use]
    pub fn element(&self) -> Element {
        element_of(self.bytes)
    }

    /// What was asked of the build.
    #[must_use]
    pub fn plan(&self) -> Plan {
        let capacity = self.number(at::CAPACITY);
        Plan {
            capacity: (capacity > 0).then_some(capacity),
            fpp: self.fpp(),
            budget: self.number(at::BUDGET),
        }
    }

    /// The filter that the state amounts to now; the state is left as it is.
    ///
    /// # Errors
    /// [`Error::TooManyValues`], [`Error::TooLarge`].
    pub fn finish(&self) -> Result<Finished<'a>> {
        let plan = self.plan();
        let (params, capacity, fresh) = match self.layout.mode {
            Mode::Fixed => (self.layout.params(), plan.capacity, Vec::new()),
            Mode::Exact => {
                let fresh = self.fresh_pending();
                let count = self.applied_count() + fresh.len() as u64;
                let params = Params::for_capacity(count.max(1), plan.fpp)?;
                (params, (count > 0).then_some(count), fresh)
            }
            Mode::Growing => {
                let fresh = self.pending().collect::<Vec<_>>();
                let (distinct, pending) = (self.number(at::DISTINCT), fresh.len() as u64);
                let params = growing::smallest_fold(self.body(), plan.fpp, distinct, pending)?;
                (params, Some(distinct.saturating_add(pending).max(1)), fresh)
            }
        };
        let header = Header { element: self.element(), params, capacity, fpp: Some(plan.fpp) };
        Ok(Finished { state: *self, header, fresh })
    }

    fn applied_count(&self) -> u64 {
        self.number(at::DISTINCT) + u64::from(self.bytes[at::HAS_ZERO])
    }

    /// The distinct hashes of the buffer that the table does not hold yet.
    fn fresh_pending(&self) -> Vec<Hash> {
        let mut fresh: Vec<Hash> = self.pending().collect();
        fresh.sort_unstable();
        fresh.dedup();
        fresh.retain(|hash| match *hash {
            ZERO => self.bytes[at::HAS_ZERO] == 0,
            hash => !table::contains(self.table(), hash),
        });
        fresh
    }

    /// The element of this and another state, either of which may have none yet.
    fn common_element(&self, other: &Self) -> Result<Element> {
        let (own, theirs) = (self.element(), other.element());
        if theirs.family == Family::None {
            return Ok(own);
        }
        check_element(own, theirs).map(|()| theirs)
    }

    /// The room for one state with all values of this and another one.
    ///
    /// # Errors
    /// [`Error::ElementMismatch`], [`Error::ArgumentChanged`] if the two were planned differently.
    pub fn merged_room(&self, other: &Self) -> Result<Room> {
        self.common_element(other)?;
        let (plan, theirs) = (self.plan(), other.plan());
        if plan.capacity != theirs.capacity || plan.fpp != theirs.fpp {
            return Err(changed(&plan, theirs.capacity.map(|capacity| capacity as i64), theirs.fpp));
        }
        let (a, b) = (self.layout, other.layout);
        Ok(Room(match (a.mode, b.mode) {
            (Mode::Exact, Mode::Exact) => {
                let most = self.applied_count() + other.applied_count() + 2 * PENDING as u64;
                layout_for(most, &self.plan(), a)
            }
            (Mode::Exact, _) => b,
            (_, Mode::Exact) => a,
            _ => {
                if a.size >= b.size {
                    a
                } else {
                    b
                }
            }
        }))
    }
}

/// The layout of a state of unknown capacity for so many distinct values: a table if the budget allows.
fn layout_for(entries: u64, plan: &Plan, now: Layout) -> Layout {
    match table::grown(now.size, entries, plan.budget) {
        Some(size) => Layout { size, ..now },
        None => {
            Layout { mode: Mode::Growing, size: growing::first_size(entries, plan.fpp, plan.budget), ..now }
        }
    }
}

fn element_of(bytes: &[u8]) -> Element {
    Element {
        family: Family::from_code(bytes[at::FAMILY]).unwrap_or(Family::None),
        tag: u32::from_le_bytes(read(bytes, at::TAG)),
        environment: u32::from_le_bytes(read(bytes, at::ENVIRONMENT)),
    }
}

/// The error for arguments other than those that the build was planned with.
#[cold]
fn changed(plan: &Plan, capacity: Option<i64>, fpp: f64) -> Error {
    let first = plan.capacity.map(|capacity| capacity as i64);
    if first == capacity {
        let (first, later) = (plan.fpp.to_string(), fpp.to_string());
        return Error::ArgumentChanged { name: "fpp", first, later };
    }
    let show = |capacity: Option<i64>| capacity.map_or("NULL".into(), |capacity| capacity.to_string());
    Error::ArgumentChanged { name: "capacity", first: show(first), later: show(capacity) }
}

impl<'a> StateMut<'a> {
    /// A new state in zeroed bytes of the length of `room`; it takes the element of its first value.
    ///
    /// # Errors
    /// [`Error::Malformed`] if the length is another.
    pub fn create(bytes: &'a mut [u8], room: Room, plan: &Plan) -> Result<Self> {
        if bytes.len() != room.len() {
            return Err(malformed(WHAT, "The room for it has another length."));
        }
        let mut state = Self { bytes, layout: room.0 };
        state.bytes[..4].copy_from_slice(&MAGIC);
        state.bytes[at::MODE] = room.0.mode as u8;
        state.bytes[at::HASHES] = room.0.hashes;
        state.put(at::FPP, plan.fpp.to_le_bytes());
        state.put(at::CAPACITY, plan.capacity.unwrap_or(0).to_le_bytes());
        state.put(at::SIZE, room.0.size.to_le_bytes());
        state.put(at::BUDGET, plan.budget.to_le_bytes());
        Ok(state)
    }

    /// Looks at `bytes` as a state, in constant time.
    ///
    /// # Errors
    /// [`Error::Malformed`].
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
    fn put<const N: usize>(&mut self, at: usize, field: [u8; N]) {
        self.bytes[at..at + N].copy_from_slice(&field);
    }

    /// Checks that a row's arguments are those of the build.
    ///
    /// # Errors
    /// [`Error::ArgumentChanged`].
    #[inline]
    pub fn check_arguments(&self, capacity: Option<i64>, fpp: f64) -> Result<()> {
        let state = self.as_state();
        let same_capacity = capacity != Some(0) && capacity.unwrap_or(0) as u64 == state.number(at::CAPACITY);
        if same_capacity && fpp == state.fpp() { Ok(()) } else { Err(changed(&state.plan(), capacity, fpp)) }
    }

    /// Checks that a value of this kind belongs to the build, whose first value decides.
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

    fn set_element(&mut self, element: Element) {
        self.bytes[at::FAMILY] = element.family as u8;
        self.put(at::TAG, element.tag.to_le_bytes());
        self.put(at::ENVIRONMENT, element.environment.to_le_bytes());
    }

    /// Adds a hash. If the buffer is full and the state too small, `Some` says what it needs first:
    /// then nothing was added; [`State::grow_into`] that room and add again.
    #[inline]
    pub fn push(&mut self, hash: Hash) -> Result<Option<Room>> {
        let mut pending = self.as_state().pending_len();
        if pending >= PENDING {
            if let Some(room) = self.flush()? {
                return Ok(Some(room));
            }
            pending = 0;
        }
        self.put(at::BUFFER + pending * Hash::LEN, hash.to_bytes());
        self.put(at::PENDING, (pending as u16 + 1).to_le_bytes());
        Ok(None)
    }

    /// Applies the buffer, or says what room that needs.
    fn flush(&mut self) -> Result<Option<Room>> {
        let state = self.as_state();
        let next = match self.layout.mode {
            Mode::Fixed => self.layout,
            Mode::Exact => {
                let entries = state.number(at::DISTINCT) + PENDING as u64;
                if entries <= table::most_entries(self.layout.size) {
                    self.layout
                } else {
                    layout_for(entries, &state.plan(), self.layout)
                }
            }
            Mode::Growing => {
                let (set, before) = (state.number(at::BITS_SET), state.number(at::BITS_BEFORE));
                let size = growing::next_size(self.layout.size, state.fpp(), set, before);
                Layout { size, ..self.layout }
            }
        };
        if next != self.layout {
            return Ok(Some(Room(next)));
        }
        let mut batch = [ZERO; PENDING];
        let mut len = 0;
        for hash in state.pending() {
            batch[len] = hash;
            len += 1;
        }
        self.apply(&batch[..len]);
        self.put(at::PENDING, 0u16.to_le_bytes());
        Ok(None)
    }

    fn apply(&mut self, batch: &[Hash]) {
        let body = &mut self.bytes[at::BODY..];
        match self.layout.mode {
            Mode::Fixed => {
                let prober = Prober::new(self.layout.params());
                for hash in batch {
                    prober.insert(body, *hash);
                }
            }
            Mode::Growing => {
                let prober = Prober::new(self.layout.params());
                let (mut distinct, mut bits_set) = (0, 0);
                for hash in batch {
                    let fresh = prober.insert(body, *hash);
                    distinct += u64::from(fresh > 0);
                    bits_set += u64::from(fresh);
                }
                self.add_to(at::DISTINCT, distinct);
                self.add_to(at::BITS_SET, bits_set);
            }
            Mode::Exact => {
                let table = body.as_chunks_mut().0;
                let (mut distinct, mut zero) = (0, false);
                for hash in batch {
                    match *hash {
                        ZERO => zero = true,
                        hash => distinct += u64::from(table::insert(table, hash)),
                    }
                }
                self.add_to(at::DISTINCT, distinct);
                self.bytes[at::HAS_ZERO] |= u8::from(zero);
            }
        }
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
            (_, Mode::Exact) => {
                let mut batch = Vec::with_capacity(PENDING);
                for hash in from.entries() {
                    batch.push(hash);
                    if batch.len() == PENDING {
                        self.apply(&batch);
                        batch.clear();
                    }
                }
                self.apply(&batch);
            }
            (Mode::Exact, _) => return Err(malformed(WHAT, "A bitmap does not go into a table.")),
            _ => {
                bits::unfold_into(&mut self.bytes[at::BODY..], from.body());
                if self.layout.mode == Mode::Growing {
                    let state = self.as_state();
                    let bits_set = bits::count_ones(state.body());
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
    /// [`Error::Malformed`] if `bytes` are not zeroed bytes of that length.
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

/// A filter that is ready to be written.
#[derive(Debug)]
pub struct Finished<'a> {
    state: State<'a>,
    header: Header,
    /// Buffered hashes that are not in the body.
    fresh: Vec<Hash>,
}

impl Finished<'_> {
    /// Bytes of the filter.
    #[must_use]
    pub fn filter_len(&self) -> usize {
        self.header.filter_len()
    }

    /// Writes the filter to zeroed bytes of that length.
    ///
    /// # Errors
    /// [`Error::Malformed`] if the length is another.
    pub fn write(&self, out: &mut [u8]) -> Result<()> {
        if out.len() != self.filter_len() {
            return Err(malformed(WHAT, "The room for its filter has another length."));
        }
        self.header.write(out)?;
        let bitmap = &mut out[HEADER_LEN..];
        let prober = Prober::new(self.header.params);
        match self.state.layout.mode {
            Mode::Fixed => {
                bits::fold_into(bitmap, self.state.body());
                for hash in self.state.pending() {
                    prober.insert(bitmap, hash);
                }
            }
            Mode::Growing => bits::fold_into(bitmap, self.state.body()),
            Mode::Exact => {
                for hash in self.state.entries() {
                    prober.insert(bitmap, hash);
                }
            }
        }
        for hash in &self.fresh {
            prober.insert(bitmap, *hash);
        }
        Ok(())
    }
}
