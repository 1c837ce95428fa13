//! Compact form of a state, for sending and dumping: without unused space, and tables as lists.
//!
//! | bytes | what                                                                                |
//! |-------|-------------------------------------------------------------------------------------|
//! | 0..4  | `BLMP`                                                                              |
//! | 4     | encoding of the body: 0 unchanged, 1 gaps (see `cells/rice.rs`), 2 a list           |
//! | 5     | parameter r of the gaps' code, otherwise 0                                          |
//! | 6..8  | zeros                                                                               |
//! | 8..12 | bytes of the head                                                                   |
//! | 12..20 | set cells, or hashes of the list, otherwise 0                                      |
//! | 20..  | the head: the state's first bytes, up to its last buffered hash or its filter's cells |
//! | then  | the body: each hash of a table, with its count in four bytes if it counts; or the array |
//!
//! ```
//! use bloom_core::cells::Bits;
//! use bloom_core::scheme::SchemeOptions;
//! use bloom_core::state::{self, BuildSpec, Heap};
//! use bloom_core::state::compact::{self, Compact};
//!
//! let (options, capacity) = (SchemeOptions::DEFAULT, Some(100_000));
//! let spec = BuildSpec { options, capacity, fpp: 0.01, budget: 0, expected_states: 1 };
//! let state = state::create::<Bits, _>(&spec, &Heap::default())?;
//!
//! let compact = Compact::of(&state)?;
//! let mut sent = vec![0; compact.len()];
//! compact.write(&mut sent)?;
//! assert!(sent.len() < state.len() / 10); // nothing is in it yet
//!
//! let mut received = vec![0; compact::decoded_len(&sent)?];
//! compact::decode(&sent, &mut received)?;
//! state::validate(&received)?;
//! assert_eq!(received, state);
//! # Ok::<(), bloom_core::Error>(())
//! ```

use super::format::{MOST_SLOTS, Mode, WHAT, at, cell_of, read_format};
use super::merging::{self, PREFIX_LEN};
use super::table::{self, Table, TableMut};
use super::view::{State, ZERO};
use crate::bytes;
use crate::cells::rice::RiceCode;
use crate::cells::{Bits, CellKind, Cells, Counters};
use crate::error::{Error, Result, malformed};
use crate::field::Field;
use crate::filter::{HEADER_LEN, Header};
use crate::hash::Hash;
use crate::interrupt::{Meter, POSITIONS};
use crate::state_kind::StateKind;

const WRONG_LENGTH: Error = Error::Internal("the buffer for a state has the wrong length");

mod envelope {
    use crate::field::Field;

    pub const ENCODING: Field<u8> = Field::at(4);
    pub const RICE: Field<u8> = Field::at(5);
    pub const RESERVED: Field<u16> = Field::at(6);
    pub const HEAD: Field<u32> = Field::at(8);
    pub const COUNT: Field<u64> = Field::at(12);
    pub const LEN: usize = COUNT.end();
}

/// Encoding of a state's body.
#[derive(Debug, Clone, Copy)]
enum Encoding {
    Unchanged,
    Gaps(RiceCode),
    /// List of so many hashes.
    List(u64),
}

impl Encoding {
    fn put(self, compact: &mut [u8]) {
        let (encoding, rice, count) = match self {
            Self::Unchanged => (0, 0, 0),
            Self::Gaps(coding) => (1, coding.rice, coding.set),
            Self::List(count) => (2, 0, count),
        };
        envelope::ENCODING.put(compact, encoding);
        envelope::RICE.put(compact, rice);
        envelope::COUNT.put(compact, count);
    }

    /// Returns the encoding that a compact state's header says, if it fits the state and the body's length.
    fn get(compact: &[u8], parts: &Parts, rest: usize) -> Result<Self> {
        let count = envelope::COUNT.get(compact);
        let (encoding, fits) = match (envelope::ENCODING.get(compact), parts.slots) {
            (0, None) => (Self::Unchanged, rest == parts.len - parts.cells),
            // Each code takes at least one bit.
            (1, None) => {
                let coding = RiceCode { set: count, rice: envelope::RICE.get(compact) };
                (Self::Gaps(coding), count <= rest as u64 * 8)
            }
            (2, Some(slots)) => {
                let len = count.saturating_mul(entry_len(parts.cell) as u64);
                (Self::List(count), slots == least_slots(count)? && len == rest as u64)
            }
            _ => return Err(malformed(WHAT, "Its encoding is unknown.")),
        };
        if fits { Ok(encoding) } else { Err(malformed(WHAT, "Its body has the wrong length.")) }
    }
}

/// A state and its encoding.
#[derive(Debug)]
pub struct Compact<'a> {
    state: &'a [u8],
    parts: Parts,
    encoding: Encoding,
    len: usize,
}

impl<'a> Compact<'a> {
    /// Chooses the encoding of a state, which may be of any kind.
    ///
    /// # Errors
    /// [`crate::Error::Malformed`].
    pub fn of(state: &'a [u8]) -> Result<Self> {
        let parts = Parts::of(state)?;
        if parts.len != state.len() {
            return Err(malformed(WHAT, "Its length does not match its header."));
        }
        Ok(match parts.cell {
            CellKind::Bit => Self::of_cells::<Bits>(state, parts),
            CellKind::Counter => Self::of_cells::<Counters>(state, parts),
        })
    }

    fn of_cells<C: Cells>(state: &'a [u8], parts: Parts) -> Self {
        let rest = &state[parts.cells..];
        let (encoding, len) = if let Some(slots) = parts.slots {
            let count = Table::new(rest, slots).entries().count();
            (Encoding::List(count as u64), count * entry_len(C::CELL))
        } else {
            let coding = RiceCode::of::<C>(rest);
            let len = coding.len::<C>(rest);
            // Saving less than a fifth is not worth the time.
            if len + len / 4 < rest.len() {
                (Encoding::Gaps(coding), len)
            } else {
                (Encoding::Unchanged, rest.len())
            }
        };
        Self { state, len: envelope::LEN + parts.head + len, parts, encoding }
    }

    /// Returns the length of the compact form in bytes.
    #[must_use]
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Writes the compact form to zeroed bytes of that length.
    ///
    /// # Errors
    /// [`crate::Error::Internal`] if the length is wrong.
    pub fn write(&self, out: &mut [u8]) -> Result<()> {
        if out.len() != self.len {
            return Err(WRONG_LENGTH);
        }
        out[..4].copy_from_slice(StateKind::Compact.magic());
        self.encoding.put(out);
        envelope::HEAD.put(out, self.parts.head as u32);
        let (head, rest) = out[envelope::LEN..].split_at_mut(self.parts.head);
        head.copy_from_slice(&self.state[..self.parts.head]);
        if let Encoding::List(count) = self.encoding {
            at::SIZE.put(head, least_slots(count)?);
        }
        match self.parts.cell {
            CellKind::Bit => self.write_rest::<Bits>(rest),
            CellKind::Counter => self.write_rest::<Counters>(rest),
        }
        Ok(())
    }

    fn write_rest<C: Cells>(&self, out: &mut [u8]) {
        let cells = &self.state[self.parts.cells..];
        match (self.parts.slots, self.encoding) {
            (Some(slots), _) => write_list::<C>(Table::new(cells, slots), out),
            (None, Encoding::Gaps(coding)) => coding.write::<C>(cells, out),
            (None, _) => bytes::copy(out, cells),
        }
    }
}

/// Returns the slots of the table that a list is decoded to: the fewest, so that no list claims more memory.
fn least_slots(count: u64) -> Result<u64> {
    let least = if count == 0 { Some(0) } else { table::grown(0, count, u64::MAX, MOST_SLOTS) };
    least.ok_or_else(|| malformed(WHAT, "Its list is longer than a table can be."))
}

/// Returns the bytes of a hash in a list.
fn entry_len(cell: CellKind) -> usize {
    match cell {
        CellKind::Bit => Hash::LEN,
        CellKind::Counter => TIMES.end(),
    }
}

/// Count of a hash, stored after it.
const TIMES: Field<u32> = Field::at(Hash::LEN);

fn write_list<C: Cells>(table: Table<'_>, out: &mut [u8]) {
    for (entry, (hash, times)) in out.chunks_exact_mut(entry_len(C::CELL)).zip(table.entries()) {
        Field::at(0).put(entry, hash);
        if C::CELL == CellKind::Counter {
            TIMES.put(entry, times);
        }
    }
}

/// Layout of a state, from its first bytes.
#[derive(Debug)]
struct Parts {
    cell: CellKind,
    /// Length of the head in bytes.
    head: usize,
    /// Offset of the cells or the table.
    cells: usize,
    /// Slots of the table, if the state has one.
    slots: Option<u64>,
    /// Length of the whole state in bytes.
    len: usize,
}

impl Parts {
    fn of(head: &[u8]) -> Result<Self> {
        if StateKind::of(head) == Some(StateKind::Merge) {
            merging::kind_of(head)?;
            let header = Header::read(&head[PREFIX_LEN..])?;
            let cells = PREFIX_LEN + HEADER_LEN;
            return Ok(Self {
                cell: header.cell,
                head: cells,
                cells,
                slots: None,
                len: PREFIX_LEN + header.filter_len(),
            });
        }
        let cell = cell_of(head)?;
        let format = match cell {
            CellKind::Bit => read_format::<Bits>(head)?,
            CellKind::Counter => read_format::<Counters>(head)?,
        };
        let pending = usize::from(at::PENDING.get(head)).min(super::format::PENDING);
        Ok(Self {
            cell,
            head: format.buffer() + pending * Hash::LEN,
            cells: format.body(),
            slots: (format.mode == Mode::Exact).then_some(format.size),
            len: format.len(),
        })
    }
}

/// Returns the length in bytes of the state in a compact form.
///
/// # Errors
/// [`crate::Error::Malformed`].
pub fn decoded_len(compact: &[u8]) -> Result<usize> {
    Ok(Opened::new(compact)?.parts.len)
}

/// Decodes a compact state to zeroed bytes of that length. The result must be validated.
///
/// # Errors
/// [`crate::Error::Malformed`]; [`crate::Error::Internal`] if the length is wrong.
pub fn decode(compact: &[u8], out: &mut [u8]) -> Result<()> {
    let opened = Opened::new(compact)?;
    if out.len() != opened.parts.len {
        return Err(WRONG_LENGTH);
    }
    let done = match opened.parts.cell {
        CellKind::Bit => opened.read::<Bits>(out),
        CellKind::Counter => opened.read::<Counters>(out),
    };
    done.map_err(|why| malformed(WHAT, why))
}

/// A compact state, checked as far as possible without memory for the decoded state.
struct Opened<'a> {
    parts: Parts,
    encoding: Encoding,
    head: &'a [u8],
    rest: &'a [u8],
}

impl<'a> Opened<'a> {
    fn new(compact: &'a [u8]) -> Result<Self> {
        let short = || malformed(WHAT, "It does not start with a whole header.");
        if StateKind::of(compact) != Some(StateKind::Compact) || compact.len() < envelope::LEN {
            return Err(short());
        }
        let head = envelope::HEAD.get(compact) as usize;
        let (head, rest) = compact[envelope::LEN..].split_at_checked(head).ok_or_else(short)?;
        let parts = Parts::of(head)?;
        if parts.head != head.len() || envelope::RESERVED.get(compact) != 0 {
            return Err(malformed(WHAT, "Its head has the wrong length, or a reserved byte is not zero."));
        }
        if StateKind::of(head) != Some(StateKind::Merge) {
            match parts.cell {
                CellKind::Bit => State::<Bits>::validate_header(head)?,
                CellKind::Counter => State::<Counters>::validate_header(head)?,
            }
        }
        let encoding = Encoding::get(compact, &parts, rest.len())?;
        Ok(Self { parts, encoding, head, rest })
    }

    fn read<C: Cells>(&self, out: &mut [u8]) -> Result<(), &'static str> {
        out[..self.head.len()].copy_from_slice(self.head);
        let cells = &mut out[self.parts.cells..];
        match self.encoding {
            Encoding::Unchanged => {
                bytes::copy(cells, self.rest);
                Ok(())
            }
            Encoding::Gaps(coding) => coding.read::<C>(self.rest, cells),
            Encoding::List(_) => {
                read_list::<C>(self.rest, TableMut::new(cells, self.parts.slots.unwrap_or(0)))
            }
        }
    }
}

fn read_list<C: Cells>(from: &[u8], mut table: TableMut<'_>) -> Result<(), &'static str> {
    let mut meter = Meter::new(POSITIONS);
    for entry in from.chunks_exact(entry_len(C::CELL)) {
        let hash: Hash = Field::at(0).get(entry);
        let times = if C::CELL == CellKind::Counter { TIMES.get(entry) } else { 1 };
        if hash == ZERO || !table.insert(hash, times) {
            return Err("Its list contains an invalid hash.");
        }
        meter.done(1);
    }
    Ok(())
}
