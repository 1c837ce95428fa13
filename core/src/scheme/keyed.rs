//! SipHash with a key, for values that untrusted users choose.

use super::addressing::{Addressing, Reduction};
use super::info::SchemeInfo;
use crate::hash::Seed;

pub(super) use crate::hash::siphash::hash;

pub(super) const INFO: SchemeInfo = SchemeInfo {
    seed_bits: Seed::BITS,
    default_seed: None,
    ..SchemeInfo::new("keyed", Addressing::Sums(Reduction::Mask63))
};
