//! States of unknown origin.

use super::layout::{Mode, at};
use super::{PENDING, State, WHAT, growing, table};
use crate::bytes::is_blank;
use crate::cells::Cell;
use crate::element::{Element, Family};
use crate::error::{Result, malformed};
use crate::params::{self, MAX_BITS};

impl<'a> State<'a> {
    /// Checks all that later operations rely on, for bytes of unknown origin; reads them once.
    ///
    /// # Errors
    /// [`crate::Error::Malformed`].
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
        let narrow = element.family == Family::Integer4;
        if element.family != Family::None && narrow != state.plan().dialect.int4 {
            return bad("Its element family is not that of its hash scheme.");
        }
        if params::check_fpp(state.fpp()).is_err() {
            return bad("It has no false-positive rate.");
        }
        let most_zeros = if state.layout.cell == Cell::Bit { 1 } else { u8::MAX };
        if state.plan().shares == 0
            || bytes[at::ZEROS] > most_zeros
            || !is_blank(&bytes[at::RESERVED..at::TAG])
        {
            return bad("A flag is impossible.");
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
            Mode::Fixed => state
                .layout
                .cell
                .params(state.number(at::CAPACITY), state.fpp())
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
            Mode::Exact => state.table().entries().count() as u64,
            Mode::Growing => state.layout.cell.count_set(state.body()),
        };
        let stored = match state.layout.mode {
            Mode::Fixed => 0,
            Mode::Exact => state.number(at::DISTINCT),
            Mode::Growing => state.number(at::BITS_SET),
        };
        // A table with no empty slot could take no value.
        let full = state.layout.mode == Mode::Exact && counted > table::most_entries(state.layout.size);
        let counts_agree = state.layout.mode != Mode::Exact || state.table().counts_agree();
        let values = state.number(at::DISTINCT);
        let held = state.layout.mode != Mode::Fixed
            || if state.layout.cell == Cell::Bit {
                values == 0
            } else {
                (values == 0) == is_blank(state.body())
            };
        if counted != stored
            || !counts_agree
            || !held
            || full
            || state.number(at::BITS_BEFORE) > state.layout.size
        {
            return bad("Its counts do not agree with its body.");
        }
        Ok(state)
    }
}
