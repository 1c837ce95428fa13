//! The compact form of a state, in which it travels and is dumped: what is in it, and not the room it has. A table is
//! then one of as few slots as hold its hashes.
//!
//! | bytes | what                                                                                |
//! |-------|-------------------------------------------------------------------------------------|
//! | 0..4  | `BLMP`                                                                              |
//! | 4     | how the rest is written: 0 as it is, 1 as gaps, see `sparse.rs`, 2 as a list          |
//! | 5     | the r of the gaps' code, else 0                                                     |
//! | 6..8  | zeros                                                                               |
//! | 8..12 | bytes of the head                                                                   |
//! | 12..20 | cells that are set, or hashes of the list, else 0                                  |
//! | 20..  | the head: the state's first bytes, up to the last hash of its buffer, or up to the cells of its filter |
//! | then  | the rest: of a table each hash, and if it counts, how often it came in four bytes; of bits or counters the array |

use super::layout::{MOST_SLOTS, Mode, WHAT, at, cell_of, layout_said};
use super::merging::{self, PREFIX_LEN};
use super::table::{self, TableMut, most_entries};
use super::view::{State, ZERO};
use crate::bytes;
use crate::cells::{Bits, CellKind, Cells, Counters};
use crate::error::{Error, Result, malformed};
use crate::field::Field;
use crate::hash::Hash;
use crate::header::{HEADER_LEN, Header};
use crate::interrupt::{Meter, POSITIONS};
use crate::sparse::Coding;

const MAGIC: [u8; 4] = *b"BLMP";

mod envelope {
    use crate::field::Field;

    pub const FORM: Field<u8> = Field::at(4);
    pub const RICE: Field<u8> = Field::at(5);
    pub const RESERVED: Field<u16> = Field::at(6);
    pub const HEAD: Field<u32> = Field::at(8);
    pub const COUNT: Field<u64> = Field::at(12);
    pub const LEN: usize = COUNT.end();
}

/// How the rest of a state is written.
#[derive(Debug, Clone, Copy)]
enum Form {
    AsItIs,
    Gaps(Coding),
    /// So many hashes.
    List(u64),
}

/// A state and how it is written.
#[derive(Debug)]
pub struct Compact<'a> {
    state: &'a [u8],
    head: usize,
    cell: CellKind,
    /// Where the cells begin.
    cells: usize,
    form: Form,
    len: usize,
}

impl<'a> Compact<'a> {
    /// That of a state of any kind.
    ///
    /// # Errors
    /// [`Error::Malformed`].
    pub fn of(state: &'a [u8]) -> Result<Self> {
        let parts = Parts::of(state)?;
        if parts.len != state.len() {
            return Err(malformed(WHAT, "Its length is not what it says."));
        }
        match parts.cell {
            CellKind::Bit => Self::of_cells::<Bits>(state, &parts),
            CellKind::Counter => Self::of_cells::<Counters>(state, &parts),
        }
    }

    fn of_cells<C: Cells>(state: &'a [u8], parts: &Parts) -> Result<Self> {
        let rest = &state[parts.cells..];
        let (form, len) = if parts.slots.is_some() {
            let count = State::<C>::new(state)?.table().entries().count();
            (Form::List(count as u64), count * entry_len(C::CELL))
        } else {
            let coding = Coding::of::<C>(rest);
            let len = coding.len::<C>(rest);
            // A quarter less is not worth the time.
            if len + len / 4 < rest.len() { (Form::Gaps(coding), len) } else { (Form::AsItIs, rest.len()) }
        };
        let (head, cells) = (parts.head, parts.cells);
        Ok(Self { state, head, cell: C::CELL, cells, form, len: envelope::LEN + head + len })
    }

    /// Bytes of it.
    #[must_use]
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Writes it to zeroed bytes of that length.
    ///
    /// # Errors
    /// [`Error::Internal`] if the length is another.
    pub fn write(&self, out: &mut [u8]) -> Result<()> {
        if out.len() != self.len {
            return Err(Error::Internal("the room for a state has another length"));
        }
        let (form, rice, count) = match self.form {
            Form::AsItIs => (0, 0, 0),
            Form::Gaps(coding) => (1, coding.rice, coding.set),
            Form::List(count) => (2, 0, count),
        };
        out[..4].copy_from_slice(&MAGIC);
        envelope::FORM.put(out, form);
        envelope::RICE.put(out, rice);
        envelope::HEAD.put(out, self.head as u32);
        envelope::COUNT.put(out, count);
        let (head, rest) = out[envelope::LEN..].split_at_mut(self.head);
        head.copy_from_slice(&self.state[..self.head]);
        if let Form::List(count) = self.form {
            at::SIZE.put(head, least_slots(count)?);
        }
        let cells = &self.state[self.cells..];
        match (self.form, self.cell) {
            (Form::AsItIs, _) => bytes::copy(rest, cells),
            (Form::Gaps(coding), CellKind::Bit) => coding.write::<Bits>(cells, rest),
            (Form::Gaps(coding), CellKind::Counter) => coding.write::<Counters>(cells, rest),
            (Form::List(_), CellKind::Bit) => write_list::<Bits>(self.state, rest)?,
            (Form::List(_), CellKind::Counter) => write_list::<Counters>(self.state, rest)?,
        }
        Ok(())
    }
}

/// Slots of the table that a list is read into: as few as hold it, so that none can claim more.
fn least_slots(count: u64) -> Result<u64> {
    let least = if count == 0 { Some(0) } else { table::grown(0, count, u64::MAX, MOST_SLOTS) };
    least.ok_or_else(|| malformed(WHAT, "Its list is longer than a table."))
}

/// Bytes of a hash in a list.
fn entry_len(cell: CellKind) -> usize {
    match cell {
        CellKind::Bit => Hash::LEN,
        CellKind::Counter => TIMES.end(),
    }
}

/// How often a hash came, after it.
const TIMES: Field<u32> = Field::at(Hash::LEN);

fn write_list<C: Cells>(state: &[u8], out: &mut [u8]) -> Result<()> {
    let entries = State::<C>::new(state)?.table().entries();
    for (entry, (hash, times)) in out.chunks_exact_mut(entry_len(C::CELL)).zip(entries) {
        Field::at(0).put(entry, hash);
        if C::CELL == CellKind::Counter {
            TIMES.put(entry, times);
        }
    }
    Ok(())
}

/// What a state's first bytes say.
struct Parts {
    cell: CellKind,
    /// Bytes of the head.
    head: usize,
    /// Where the cells or the table begin.
    cells: usize,
    /// Slots of the table.
    slots: Option<u64>,
    /// Bytes of all.
    len: usize,
}

impl Parts {
    fn of(head: &[u8]) -> Result<Self> {
        if merging::is_one(head) {
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
        let layout = match cell {
            CellKind::Bit => layout_said::<Bits>(head)?,
            CellKind::Counter => layout_said::<Counters>(head)?,
        };
        let pending = usize::from(at::PENDING.get(head)).min(super::layout::PENDING);
        Ok(Self {
            cell,
            head: layout.buffer() + pending * Hash::LEN,
            cells: layout.body(),
            slots: (layout.mode == Mode::Exact).then_some(layout.size),
            len: layout.len(),
        })
    }
}

/// Whether `bytes` begin like a compact state.
#[must_use]
pub fn is_one(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

/// Bytes of the state that a compact one is.
///
/// # Errors
/// [`Error::Malformed`].
pub fn decoded_len(compact: &[u8]) -> Result<usize> {
    Ok(opened(compact)?.0.len)
}

/// Writes the state that a compact one is to zeroed bytes of that length. It is still to be validated.
///
/// # Errors
/// [`Error::Malformed`]; [`Error::Internal`] if the length is another.
pub fn decode(compact: &[u8], out: &mut [u8]) -> Result<()> {
    let (parts, head, rest) = opened(compact)?;
    if out.len() != parts.len {
        return Err(Error::Internal("the room for a state has another length"));
    }
    out[..head.len()].copy_from_slice(head);
    let (cells, count) = (&mut out[parts.cells..], envelope::COUNT.get(compact));
    let coding = Coding { set: count, rice: envelope::RICE.get(compact) };
    let done = match (envelope::FORM.get(compact), parts.slots, parts.cell) {
        (0, None, _) if rest.len() == cells.len() => {
            bytes::copy(cells, rest);
            Ok(())
        }
        (1, None, CellKind::Bit) => coding.read::<Bits>(rest, cells),
        (1, None, CellKind::Counter) => coding.read::<Counters>(rest, cells),
        (2, Some(slots), cell) => read_list(cell, count, rest, slots, cells),
        _ => Err("It is written in no known way."),
    };
    done.map_err(|why| malformed(WHAT, why))
}

/// What it says, its head and its rest.
fn opened(compact: &[u8]) -> Result<(Parts, &[u8], &[u8])> {
    let short = || malformed(WHAT, "It does not start with a whole header.");
    if !is_one(compact) || compact.len() < envelope::LEN {
        return Err(short());
    }
    let (head, rest) =
        compact[envelope::LEN..].split_at_checked(envelope::HEAD.get(compact) as usize).ok_or_else(short)?;
    let parts = Parts::of(head)?;
    if parts.head != head.len() || envelope::RESERVED.get(compact) != 0 {
        return Err(malformed(WHAT, "Its head has another length, or a reserved byte is not zero."));
    }
    if !merging::is_one(head) {
        match parts.cell {
            CellKind::Bit => State::<Bits>::validate_header(head)?,
            CellKind::Counter => State::<Counters>::validate_header(head)?,
        }
    }
    // A code takes a bit at least.
    let bits = rest.len() as u64 * 8;
    let (form, count) = (envelope::FORM.get(compact), envelope::COUNT.get(compact));
    if let Some(slots) = parts.slots
        && slots != least_slots(count)?
    {
        return Err(malformed(WHAT, "Its table has another size."));
    }
    if (form == 1 && count > bits) || (form == 0 && rest.len() != parts.len - parts.cells) {
        return Err(malformed(WHAT, "Its rest has another length."));
    }
    Ok((parts, head, rest))
}

fn read_list(
    cell: CellKind,
    count: u64,
    from: &[u8],
    slots: u64,
    body: &mut [u8],
) -> std::result::Result<(), &'static str> {
    let len = entry_len(cell);
    if count > most_entries(slots) || from.len() as u64 != count * len as u64 {
        return Err("Its list has another length.");
    }
    let (mut table, mut meter) = (TableMut::new(body, slots), Meter::new(POSITIONS));
    for entry in from.chunks_exact(len) {
        let hash: Hash = Field::at(0).get(entry);
        let times = if cell == CellKind::Counter { TIMES.get(entry) } else { 1 };
        if hash == ZERO || !table.insert(hash, times) {
            return Err("Its list has a hash that cannot be.");
        }
        meter.done(1);
    }
    Ok(())
}
