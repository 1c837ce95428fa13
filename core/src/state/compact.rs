//! Compact form of a state of any kind, for sending and dumping: without its zero bytes.
//!
//! | bytes | what                                                                                 |
//! |-------|--------------------------------------------------------------------------------------|
//! | 0..4  | `BLMZ`                                                                               |
//! | 4..8  | length of the state                                                                  |
//! | 8..   | for every 8 bytes of the state, one whose bit i is set if byte i is not zero, and then these bytes |
//!
//! ```
//! use bloom_core::cells::Bits;
//! use bloom_core::scheme::SchemeOptions;
//! use bloom_core::state::{self, BuildSpec, Heap, compact};
//!
//! let (options, capacity) = (SchemeOptions::DEFAULT, Some(100_000));
//! let spec = BuildSpec { options, capacity, fpp: 0.01, budget: 0, expected_states: 1 };
//! let state = state::create::<Bits, _>(&spec, &Heap::default())?;
//!
//! let mut sent = vec![0; compact::len(&state)];
//! compact::write(&state, &mut sent)?;
//! assert!(sent.len() < state.len() / 7); // nothing is in it yet
//!
//! let mut received = vec![0; compact::decoded_len(&sent)?];
//! compact::decode(&sent, &mut received)?;
//! state::validate(&received)?;
//! assert_eq!(received, state);
//! # Ok::<(), bloom_core::Error>(())
//! ```

use super::format::WHAT;
use crate::error::{Error, Result, malformed};
use crate::field::Field;
use crate::interrupt::{Meter, STEP, steps};
use crate::state_kind::StateKind;

const LEN: Field<u32> = Field::at(4);

/// Bytes of a state that share a byte of flags.
const GROUP: usize = 8;

const WRONG_LENGTH: Error = Error::Internal("the buffer for a state has the wrong length");

/// Returns the length of a state's compact form, which may be longer than the state.
#[must_use]
pub fn len(state: &[u8]) -> usize {
    let set: usize = steps(state).map(|step| step.iter().filter(|byte| **byte != 0).count()).sum();
    LEN.end() + state.len().div_ceil(GROUP) + set
}

/// Writes the compact form of a state to bytes of that length.
///
/// # Errors
/// [`Error::Internal`] if the length is wrong.
pub fn write(state: &[u8], out: &mut [u8]) -> Result<()> {
    let total = u32::try_from(state.len()).ok().filter(|_| out.len() >= LEN.end()).ok_or(WRONG_LENGTH)?;
    out[..4].copy_from_slice(StateKind::Compact.magic());
    LEN.put(out, total);
    let (mut out, mut meter) = (&mut out[LEN.end()..], Meter::new(STEP));
    for group in state.chunks(GROUP) {
        let (mut coded, mut len) = ([0; 1 + GROUP], 1);
        for (i, byte) in group.iter().enumerate() {
            let is_set = *byte != 0;
            coded[0] |= u8::from(is_set) << i;
            coded[len] = *byte;
            len += usize::from(is_set);
        }
        out.split_off_mut(..len).ok_or(WRONG_LENGTH)?.copy_from_slice(&coded[..len]);
        meter.done(GROUP);
    }
    if out.is_empty() { Ok(()) } else { Err(WRONG_LENGTH) }
}

/// Returns the length of the state in a compact form, at most eight times the form's.
///
/// # Errors
/// [`Error::Malformed`].
pub fn decoded_len(compact: &[u8]) -> Result<usize> {
    if StateKind::of(compact) != Some(StateKind::Compact) || compact.len() < LEN.end() {
        return Err(malformed(WHAT, "It does not start with a whole header."));
    }
    let len = LEN.get(compact) as usize;
    if len.div_ceil(GROUP) > compact.len() - LEN.end() {
        return Err(malformed(WHAT, "It is shorter than its header says."));
    }
    Ok(len)
}

/// Decodes a compact form to zeroed bytes of that length. The result must be validated.
///
/// # Errors
/// [`Error::Malformed`]; [`Error::Internal`] if the length is wrong.
pub fn decode(compact: &[u8], out: &mut [u8]) -> Result<()> {
    if decoded_len(compact)? != out.len() {
        return Err(WRONG_LENGTH);
    }
    let (mut from, mut meter) = (&compact[LEN.end()..], Meter::new(STEP));
    let whole = out.chunks_mut(GROUP).all(|group| {
        meter.done(GROUP);
        read_group(&mut from, group).is_some()
    });
    if whole && from.is_empty() { Ok(()) } else { Err(malformed(WHAT, "Its body has the wrong length.")) }
}

fn read_group(from: &mut &[u8], group: &mut [u8]) -> Option<()> {
    let mut flags = *from.split_off_first()?;
    while flags != 0 {
        *group.get_mut(flags.trailing_zeros() as usize)? = *from.split_off_first()?;
        flags &= flags - 1;
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn compact(state: &[u8]) -> Vec<u8> {
        let mut bytes = vec![0xaa; len(state)];
        write(state, &mut bytes).unwrap();
        bytes
    }

    fn decoded(compact: &[u8]) -> Result<Vec<u8>> {
        let mut bytes = vec![0; decoded_len(compact)?];
        decode(compact, &mut bytes).map(|()| bytes)
    }

    proptest! {
        #[test]
        fn what_is_sent_is_received(state in prop::collection::vec(prop_oneof![3 => Just(0u8), 1 => any::<u8>()], 0..99)) {
            let mut sent = compact(&state);
            prop_assert_eq!(decoded(&sent), Ok(state.clone()));
            prop_assert!(decode(&sent, &mut vec![0; state.len() + 1]).is_err());
            prop_assert!(write(&state, &mut vec![0; sent.len() + 1]).is_err());
            for shorter in 0..sent.len() {
                prop_assert!(decoded(&sent[..shorter]).is_err());
                prop_assert!(write(&state, &mut vec![0; shorter]).is_err());
            }
            sent.push(0);
            prop_assert!(decoded(&sent).is_err());
        }

        /// Forged bytes are refused or decode to some state.
        #[test]
        fn any_bytes_are_refused_or_decoded(
            claimed in 0..99u32, body in prop::collection::vec(prop_oneof![Just(0u8), any::<u8>()], 0..99)
        ) {
            let forged = [StateKind::Compact.magic().as_slice(), &claimed.to_le_bytes(), &body].concat();
            if let Ok(state) = decoded(&forged) {
                prop_assert_eq!(state.len(), claimed as usize);
                prop_assert!(state.len() <= 8 * body.len());
                prop_assert_eq!(decoded(&compact(&state)), Ok(state));
            }
        }
    }
}
