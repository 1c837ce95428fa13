//! Header of a state, its mode and its length.

use super::build_spec::BuildSpec;
use super::expected::{Expected, Received};
use super::growing::{self, Growth, Stage};
use super::table;
use crate::bytes::LARGEST;
use crate::cells::{CellKind, Cells};
use crate::error::{Error, Result, malformed};
use crate::filter::Prober;
use crate::hash::{Hash, Seed};
use crate::layout::{BitLayout, Params, params};
use crate::scheme::{Scheme, SchemeOptions};
use crate::state_kind::StateKind;

/// Hashes that are buffered before they are applied.
pub(super) const PENDING: usize = 128;

/// Bytes of the buffer.
pub(super) const BUFFER_LEN: usize = PENDING * Hash::LEN;

pub(super) const MAGIC: [u8; 4] = *StateKind::Build.magic();

pub(super) const WHAT: &str = "Bloom filter state";

/// Most slots of a table: those with counts in the largest value, so that all kinds of state build alike.
pub(super) const MOST_SLOTS: u64 = ((LARGEST - at::BODY) / table::slot_len(CellKind::Counter)) as u64;

/// Offsets of the fields, after the four bytes of the magic.
pub(super) mod at {
    use crate::field::Field;
    use crate::hash::Seed;

    pub const MODE: Field<u8> = Field::at(4);
    pub const CELL: Field<u8> = Field::at(5);
    pub const FAMILY: Field<u8> = Field::at(6);
    pub const HASHES: Field<u8> = Field::at(7);
    pub const PENDING: Field<u16> = Field::at(8);
    /// Number of states of the build that share the allowed load.
    pub const EXPECTED_STATES: Field<u16> = Field::at(10);
    /// Count of the all-zero hash, which a table cannot hold.
    pub const ZEROS: Field<u8> = Field::at(12);
    /// Always zero.
    pub const RESERVED: Field<u8> = Field::at(13);
    /// Number of those states that were merged into this one.
    pub const MERGED_STATES: Field<u16> = Field::at(14);
    pub const TAG: Field<u64> = Field::at(16);
    pub const ENVIRONMENT: Field<u32> = Field::at(24);
    /// Options without the seed, see [`super::options_code`].
    pub const OPTIONS: Field<u32> = Field::at(28);
    pub const FPP: Field<f64> = Field::at(32);
    pub const CAPACITY: Field<u64> = Field::at(40);
    /// Slots of the table, or cells of the array.
    pub const SIZE: Field<u64> = Field::at(48);
    /// Distinct values in the table, or that set a new bit; all values in the counters of a `Fixed` state.
    pub const DISTINCT: Field<u64> = Field::at(56);
    /// Set bits (`Growing`).
    pub const BITS_SET: Field<u64> = Field::at(64);
    /// Values so far, including duplicates (`Exact`).
    pub const ROWS: Field<u64> = BITS_SET;
    /// Set bits at which a bitmap is unfolded; if more are set, at once.
    pub const BITS_UNTIL: Field<u64> = Field::at(72);
    /// Bytes that the table may use.
    pub const BUDGET: Field<u64> = Field::at(80);
    /// Seed or key, only in states of schemes that have one of more than 32 bits; the buffer follows.
    pub const SEED: Field<Seed> = Field::at(BUDGET.end());
    /// Buffer of states without that field; the body follows.
    pub const BUFFER: usize = BUDGET.end();
    pub const BODY: usize = BUFFER + super::BUFFER_LEN;
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Mode {
    Fixed = 0,
    Exact = 1,
    Growing = 2,
}

/// Mode, size and scheme of a state, from which its length follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Format {
    pub cell: CellKind,
    pub scheme: Scheme,
    pub mode: Mode,
    /// Slots of the table, or cells of the array.
    pub size: u64,
    pub hashes: u8,
}

impl Format {
    fn body_len(self) -> usize {
        match self.mode {
            Mode::Exact => self.size as usize * table::slot_len(self.cell),
            Mode::Fixed | Mode::Growing => self.cell.len(self.size),
        }
    }

    pub fn len(self) -> usize {
        self.body() + self.body_len()
    }

    /// Returns the offset of the buffer.
    #[inline]
    pub fn buffer(self) -> usize {
        if self.scheme.has_wide_seed() { at::SEED.end() } else { at::BUFFER }
    }

    /// Returns the offset of the body.
    #[inline]
    pub fn body(self) -> usize {
        self.buffer() + BUFFER_LEN
    }

    /// Returns the layout of the bits.
    pub fn layout(self) -> BitLayout {
        self.scheme.layout()
    }

    pub fn params(self) -> Params {
        Params { bits: self.size, hashes: self.hashes }
    }

    /// Returns the prober that computes positions in the array.
    pub fn prober(self) -> Prober {
        Prober::of(self.scheme, self.params())
    }

    /// Returns the size of a state of unknown capacity with `received` values: a table if the budget allows one.
    pub fn outgrown(
        self,
        received: Received,
        spec: BuildSpec,
        merged_states: u16,
        expected: Expected,
    ) -> StateSize {
        let table = |budget| {
            let size = table::grown(self.size, received.distinct, budget, MOST_SLOTS)?;
            Some(StateSize { format: Self { size, ..self }, spec, until: 0 })
        };
        table(spec.budget).unwrap_or_else(|| {
            let growth = Growth::new(self.cell, &spec, merged_states);
            let stage = growth.first(received, expected);
            // Tables merge without loss, bitmaps do not; if many are merged, a table may be smaller. At very
            // low rates it may be smaller than the filter of its values.
            let merges = spec.expected_states > 1;
            let least = if merges { stage.bits as f64 } else { growth.needed(received.distinct as f64) };
            let bits = |table: &StateSize| (table.format.size * Hash::LEN as u64 * 8) as f64;
            table(u64::MAX).filter(|table| bits(table) <= least).unwrap_or_else(|| self.growing(stage, spec))
        })
    }

    /// Returns the size of a state with such a bitmap.
    pub fn growing(self, stage: Stage, spec: BuildSpec) -> StateSize {
        StateSize { format: Self { mode: Mode::Growing, size: stage.bits, ..self }, spec, until: stage.until }
    }
}

/// Size that a state needs.
#[derive(Debug, Clone, Copy, PartialEq)]
#[must_use]
pub(super) struct StateSize {
    pub format: Format,
    pub spec: BuildSpec,
    /// Value of [`at::BITS_UNTIL`].
    pub until: u64,
}

impl StateSize {
    /// Returns the length in bytes.
    pub fn len(self) -> usize {
        self.format.len()
    }
}

impl BuildSpec {
    /// Returns the size of a new state for a filter with cells `C`.
    pub(super) fn state_size<C: Cells>(&self) -> Result<StateSize> {
        let (mode, size, hashes) = match self.capacity {
            Some(capacity) => {
                let params = self.options.params(C::CELL, capacity, self.fpp)?;
                (Mode::Fixed, params.bits, params.hashes)
            }
            None => {
                params::check_fpp(self.fpp)?;
                (Mode::Exact, 0, growing::hashes(self))
            }
        };
        Ok(StateSize {
            format: Format { cell: C::CELL, scheme: self.options.scheme, mode, size, hashes },
            spec: *self,
            until: 0,
        })
    }
}

/// Returns the stored form of options without the seed: scheme, `int4`, `pow2`, zero.
#[inline]
pub(super) fn options_code(options: SchemeOptions) -> u32 {
    options.scheme as u32 | u32::from(options.int4) << 8 | u32::from(options.pow2) << 16
}

/// Reads the options of a state.
pub(super) fn options_of(bytes: &[u8]) -> Result<SchemeOptions> {
    match at::OPTIONS.get(bytes).to_le_bytes() {
        [scheme, int4 @ (0 | 1), pow2 @ (0 | 1), 0] => {
            let Some(scheme) = Scheme::from_code(scheme) else {
                return Err(malformed(WHAT, format!("Its hash scheme {scheme} is unknown.")));
            };
            let wide = scheme.has_wide_seed() && bytes.len() >= at::SEED.end();
            let seed = if wide { at::SEED.get(bytes) } else { Seed::ZERO };
            if !scheme.takes_seed(seed) {
                return Err(malformed(WHAT, "Its seed is invalid."));
            }
            Ok(SchemeOptions { scheme, seed, int4: int4 == 1, pow2: pow2 == 1 })
        }
        _ => Err(malformed(WHAT, "A reserved byte is not zero.")),
    }
}

/// Returns the kind of cells of the filter that the state in `bytes` builds.
///
/// # Errors
/// [`Error::Malformed`]; [`Error::WrongState`] if the state merges filters.
pub fn cell_of(bytes: &[u8]) -> Result<CellKind> {
    match StateKind::of(bytes) {
        Some(StateKind::Build) if bytes.len() >= at::BUFFER => {}
        Some(StateKind::Merge | StateKind::Matrix) => return Err(Error::WrongState),
        _ => return Err(malformed(WHAT, "It does not start with a whole header.")),
    }
    match at::CELL.get(bytes) {
        0 => Ok(CellKind::Bit),
        1 => Ok(CellKind::Counter),
        cell => Err(malformed(WHAT, format!("Its kind of cell {cell} is unknown."))),
    }
}

/// Returns the format of a state, if its header and its length agree.
pub(super) fn format_of<C: Cells>(bytes: &[u8]) -> Result<Format> {
    let format = read_format::<C>(bytes)?;
    if format.len() != bytes.len() {
        let why = format!("Its size {} does not match its length of {} bytes.", format.size, bytes.len());
        return Err(malformed(WHAT, why));
    }
    Ok(format)
}

/// Returns the format in a state's header.
pub(super) fn read_format<C: Cells>(bytes: &[u8]) -> Result<Format> {
    let cell = cell_of(bytes)?;
    if cell != C::CELL {
        return Err(Error::WrongState);
    }
    let mode = match at::MODE.get(bytes) {
        0 => Mode::Fixed,
        1 => Mode::Exact,
        2 => Mode::Growing,
        mode => return Err(malformed(WHAT, format!("Its mode {mode} is unknown."))),
    };
    let options = options_of(bytes)?;
    let size = at::SIZE.get(bytes);
    let format = Format { cell, scheme: options.scheme, mode, size, hashes: at::HASHES.get(bytes) };
    if bytes.len() < format.buffer() {
        return Err(malformed(WHAT, "It does not start with a whole header."));
    }
    if cell == CellKind::Counter && format.layout() == BitLayout::SplitBlock {
        return Err(malformed(WHAT, "Split-block filters have no counters."));
    }
    let possible = match mode {
        Mode::Exact => size <= MOST_SLOTS,
        Mode::Fixed => (1..=cell.most()).contains(&size) && format.layout().has(format.params()),
        Mode::Growing => growing::is_size(cell, options, size) && format.layout().has(format.params()),
    };
    if !possible || format.hashes == 0 {
        return Err(malformed(WHAT, format!("Its size {size} is invalid.")));
    }
    Ok(format)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cells::{Bits, Counters};

    /// A table ends at the largest value, whatever the budget, and the build continues in a bitmap.
    #[test]
    fn no_state_is_larger_than_a_value() {
        let (options, budget) = (SchemeOptions::DEFAULT, u64::MAX);
        for expected_states in [1, 2, 48, u16::MAX] {
            let spec = BuildSpec { options, capacity: None, fpp: 0.01, budget, expected_states };
            states_within_a_value::<Bits>(&spec);
            states_within_a_value::<Counters>(&spec);
        }
        let slots = MOST_SLOTS as usize;
        assert!(
            at::BODY + (slots + 1) * table::slot_len(CellKind::Counter) > LARGEST,
            "and not much smaller"
        );
        for cell in [CellKind::Bit, CellKind::Counter] {
            assert!(at::SEED.end() + BUFFER_LEN + cell.len(cell.most()) <= LARGEST);
        }
        let table = slots * table::slot_len(CellKind::Bit);
        assert!(at::SEED.end() + BUFFER_LEN + table <= LARGEST, "a key adds a little");
    }

    fn states_within_a_value<C: Cells>(spec: &BuildSpec) {
        let mut format = spec.state_size::<C>().unwrap().format;
        let (mut entries, mut slots) = (0, 0);
        while format.mode == Mode::Exact {
            assert!(format.len() <= LARGEST, "{format:?}");
            slots = format.size;
            entries = table::most_entries(slots);
            let received = Received { distinct: entries + PENDING as u64, rows: 0 };
            format = format.outgrown(received, *spec, 1, Expected::default()).format;
        }
        assert_eq!(slots, MOST_SLOTS, "{entries} values in a table");
        assert!(format.len() <= LARGEST);
        assert!(growing::is_size(C::CELL, spec.options, format.size));
    }
}
