//! The modes of a state and what its length follows from.

use super::{MAGIC, PENDING, WHAT, growing, read, table};
use crate::cells::Cell;
use crate::error::{Result, malformed};
use crate::hash::Hash;
use crate::params::{self, MAX_BITS, Params, WORD_BITS};
use crate::probe::Prober;
use crate::scheme::{Dialect, Fold, Scheme};

/// Where the fields are; all little-endian.
pub(super) mod at {
    pub const MODE: usize = 4;
    pub const CELL: usize = 5;
    pub const FAMILY: usize = 6;
    pub const HASHES: usize = 7;
    pub const PENDING: usize = 8;
    /// Among how many states of the same build the load is shared.
    pub const SHARES: usize = 10;
    /// How often the hash came that a table cannot hold.
    pub const ZEROS: usize = 12;
    /// Three zeros.
    pub const RESERVED: usize = 13;
    pub const TAG: usize = 16;
    pub const ENVIRONMENT: usize = 24;
    /// The hash scheme, whether whole numbers are hashed as four bytes, two zeros.
    pub const DIALECT: usize = 28;
    pub const FPP: usize = 32;
    pub const CAPACITY: usize = 40;
    /// Slots of the table, or cells of the array.
    pub const SIZE: usize = 48;
    /// Distinct values met (`Exact`: in the table; `Growing`: that set a new bit); of counters in a `Fixed` state, all
    /// values that are in them.
    pub const DISTINCT: usize = 56;
    /// Bits set (`Growing`).
    pub const BITS_SET: usize = 64;
    /// Bits set at the start of this stage (`Growing`).
    pub const BITS_BEFORE: usize = 72;
    /// Bytes that the table may take.
    pub const BUDGET: usize = 80;
    pub const BUFFER: usize = 88;
    pub const BODY: usize = BUFFER + super::PENDING * super::Hash::LEN;
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Mode {
    Fixed = 0,
    Exact = 1,
    Growing = 2,
}

/// What is asked of a build, the same for all its values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plan {
    /// What the filter is to be an array of.
    pub cell: Cell,
    /// How it is to hash.
    pub dialect: Dialect,
    /// Distinct values expected; `None`: find out.
    pub capacity: Option<u64>,
    /// False-positive rate.
    pub fpp: f64,
    /// Bytes for a table of distinct hashes, if the capacity is unknown.
    pub budget: u64,
    /// With how many others, itself included, the result may be merged: as the loads of merged bitmaps add up, each may
    /// use only its share of what the rate allows.
    pub shares: u16,
}

/// A state's size and kind: what its length follows from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Layout {
    pub cell: Cell,
    pub fold: Fold,
    pub mode: Mode,
    /// Slots of the table, or cells of the array.
    pub size: u64,
    pub hashes: u8,
}

impl Layout {
    fn body_len(self) -> usize {
        match self.mode {
            Mode::Exact => self.size as usize * table::slot_len(self.cell),
            Mode::Fixed | Mode::Growing => self.cell.len(self.size),
        }
    }

    fn len(self) -> usize {
        at::BODY + self.body_len()
    }

    pub fn params(self) -> Params {
        Params { bits: self.size, hashes: self.hashes }
    }

    /// What finds the positions of hashes in the array.
    pub fn prober(self) -> Prober {
        Prober::new(self.params()).folding(self.fold)
    }
}

/// The room a state needs before it can go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub struct Room(pub(super) Layout);

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
        let fold = self.dialect.scheme.fold();
        Ok(Room(match self.capacity {
            Some(capacity) => {
                let params = self.cell.params(capacity, self.fpp)?;
                self.dialect.scheme.check_size(params)?;
                Layout { cell: self.cell, fold, mode: Mode::Fixed, size: params.bits, hashes: params.hashes }
            }
            None => {
                params::check_fpp(self.fpp)?;
                Layout {
                    cell: self.cell,
                    fold,
                    mode: Mode::Exact,
                    size: 0,
                    hashes: growing::hashes(self.fpp),
                }
            }
        }))
    }
}

/// The stored form of a dialect.
#[inline]
pub(super) fn dialect_bytes(dialect: Dialect) -> [u8; 4] {
    [dialect.scheme as u8, u8::from(dialect.int4), 0, 0]
}

/// The dialect that a state's bytes say.
pub(super) fn dialect_of(bytes: &[u8]) -> Result<Dialect> {
    match read(bytes, at::DIALECT) {
        [scheme, int4 @ (0 | 1), 0, 0] => match Scheme::from_code(scheme) {
            Some(scheme) => Ok(Dialect { scheme, int4: int4 == 1 }),
            None => Err(malformed(WHAT, format!("Unknown hash scheme {scheme}."))),
        },
        _ => Err(malformed(WHAT, "A reserved byte is not zero.")),
    }
}

/// The layout that a state's bytes say, if their length agrees.
pub(super) fn layout_of(bytes: &[u8]) -> Result<Layout> {
    if bytes.len() < at::BODY || bytes[..4] != MAGIC {
        return Err(malformed(WHAT, "It does not start with a whole header."));
    }
    let mode = match bytes[at::MODE] {
        0 => Mode::Fixed,
        1 => Mode::Exact,
        2 => Mode::Growing,
        mode => return Err(malformed(WHAT, format!("Unknown mode {mode}."))),
    };
    let cell = match bytes[at::CELL] {
        0 => Cell::Bit,
        1 => Cell::Counter,
        cell => return Err(malformed(WHAT, format!("Unknown kind of cell {cell}."))),
    };
    let dialect = dialect_of(bytes)?;
    let size = u64::from_le_bytes(read(bytes, at::SIZE));
    let layout = Layout { cell, fold: dialect.scheme.fold(), mode, size, hashes: bytes[at::HASHES] };
    let possible = match mode {
        Mode::Exact => size <= MAX_BITS / (8 * Hash::LEN as u64),
        Mode::Fixed => {
            (1..=cell.most() / WORD_BITS).contains(&(size / WORD_BITS)) && size.is_multiple_of(WORD_BITS)
        }
        Mode::Growing => growing::is_size(cell, size),
    };
    if !possible || layout.hashes == 0 || layout.len() != bytes.len() {
        let why = format!("Size {size} and {} bytes do not agree.", bytes.len());
        return Err(malformed(WHAT, why));
    }
    Ok(layout)
}

/// The layout of a state of unknown capacity for so many distinct values: a table if the budget allows.
pub(super) fn layout_for(entries: u64, plan: &Plan, now: Layout) -> Layout {
    match table::grown(now.size, entries, plan.budget) {
        Some(size) => Layout { size, ..now },
        None => Layout { mode: Mode::Growing, size: growing::first_size(entries, plan), ..now },
    }
}
