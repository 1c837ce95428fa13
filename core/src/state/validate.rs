//! Validates states of unknown origin.

use super::edit::MOST_VALUES;
use super::format::{Mode, PENDING, WHAT, at, cell_of};
use super::view::State;
use super::{growing, merging, table};
use crate::cells::{Bits, CellKind, Cells, Counters, bits, counters};
use crate::element::{ElementType, Family};
use crate::error::{Result, malformed};
use crate::layout::params;
use crate::matrix::MatrixStateRef;
use crate::scheme::Scheme;
use crate::state_kind::StateKind;

/// Checks a state of any kind for bytes of unknown origin; see [`State::validate`] and [`MatrixStateRef::validate`].
///
/// # Errors
/// [`crate::Error::Malformed`], also for a state in its compact form.
pub fn validate(bytes: &[u8]) -> Result<()> {
    match StateKind::of(bytes) {
        Some(StateKind::Merge) => merging::validate(bytes),
        Some(StateKind::Matrix) => MatrixStateRef::validate(bytes).map(drop),
        Some(StateKind::Build | StateKind::Compact) | None => match cell_of(bytes)? {
            CellKind::Bit => State::<Bits>::validate(bytes).map(drop),
            CellKind::Counter => State::<Counters>::validate(bytes).map(drop),
        },
    }
}

impl<'a, C: Cells> State<'a, C> {
    /// Checks everything that later operations rely on, for bytes of unknown origin, in at most two passes.
    ///
    /// # Errors
    /// [`crate::Error::Malformed`]; [`crate::Error::WrongState`] if the state has cells of another kind.
    pub fn validate(bytes: &'a [u8]) -> Result<Self> {
        let state = Self::new(bytes)?;
        match state.broken_rule() {
            None => Ok(state),
            Some(why) => Err(malformed(WHAT, why)),
        }
    }

    /// Returns the rule that the state breaks.
    fn broken_rule(&self) -> Option<&'static str> {
        self.broken_header_rule().or_else(|| {
            let agrees = match self.format.mode {
                Mode::Fixed => self.fixed_agrees(),
                Mode::Exact => self.table_agrees(),
                Mode::Growing => C::count_set(self.body()) == self.get(at::BITS_SET),
            };
            // An untyped state must be empty.
            let untyped = self.element().family == Family::None;
            let holds = self.pending_len() > 0 || self.applied_count() > 0 || !bits::is_empty(self.body());
            (!agrees || (untyped && holds)).then_some("Its counts do not match its body.")
        })
    }

    fn broken_header_rule(&self) -> Option<&'static str> {
        let (element, spec, mode) = (self.element(), self.spec(), self.format.mode);
        let decoded = ElementType::decode(self.get(at::FAMILY), element.tag, element.environment);
        if decoded.is_err() {
            return Some("Its element type is invalid.");
        }
        let is_int4 = element.family == Family::Integer4;
        // For Parquet, the first value decides.
        let decided = spec.options.scheme == Scheme::Parquet && !spec.options.int4;
        if element.family != Family::None && is_int4 != spec.options.int4 && !decided {
            return Some("Its element family does not match its hash scheme.");
        }
        if params::check_fpp(spec.fpp).is_err() {
            return Some("It has no false-positive rate.");
        }
        let most_zeros = match (mode, C::CELL) {
            (Mode::Exact, CellKind::Bit) => 1,
            (Mode::Exact, CellKind::Counter) => u8::MAX,
            _ => 0,
        };
        let parts = self.get(at::MERGED_STATES);
        if spec.expected_states == 0
            || parts == 0
            || self.get(at::RESERVED) != 0
            || self.get(at::ZEROS) > most_zeros
        {
            return Some("It has an invalid flag.");
        }
        if self.pending_len() > PENDING {
            return Some("Its buffer is too long.");
        }
        let capacity = self.get(at::CAPACITY);
        let follows = match mode {
            Mode::Fixed => spec
                .options
                .params(C::CELL, capacity, spec.fpp)
                .is_ok_and(|params| params == self.format.params()),
            Mode::Exact | Mode::Growing => capacity == 0 && self.format.hashes == growing::hashes(&spec),
        };
        if i64::try_from(capacity).is_err() || !follows {
            return Some("Its size does not match its capacity and false-positive rate.");
        }
        let until = self.get(at::BITS_UNTIL);
        let possible = match mode {
            Mode::Fixed => self.get(at::BITS_SET) == 0 && until == 0,
            Mode::Exact => self.get(at::ROWS) <= MOST_VALUES && until == 0,
            Mode::Growing => until <= self.format.size,
        };
        if self.get(at::DISTINCT) > MOST_VALUES || !possible {
            return Some("Its counts are invalid.");
        }
        None
    }

    /// Returns whether a state of known capacity has as many values as its counters say.
    fn fixed_agrees(&self) -> bool {
        let values = self.get(at::DISTINCT);
        if C::CELL == CellKind::Bit {
            return values == 0;
        }
        let (sum, counted) =
            (counters::sum(self.body()), u128::from(values) * u128::from(self.format.hashes));
        // A saturated counter does not know its count.
        let lost = u128::from(sum) < counted && counters::count_saturated(self.body()) > 0;
        u128::from(sum) == counted || lost
    }

    /// Returns whether an exact state's table holds as many hashes as it says, and has an empty slot.
    fn table_agrees(&self) -> bool {
        let counted = self.table().entries().count() as u64;
        counted == self.get(at::DISTINCT)
            && counted <= table::most_entries(self.format.size)
            && self.table().counts_agree()
    }
}
