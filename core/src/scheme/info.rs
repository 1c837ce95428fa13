//! What schemes differ in, apart from their hash function.

use super::addressing::Addressing;
use crate::hash::{SEED, Seed};

/// Properties of a scheme, apart from its hash function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SchemeInfo {
    /// The name that users see and type.
    pub name: &'static str,
    /// Method of computing positions from hashes.
    pub addressing: Addressing,
    /// Most bits of a seed or key; 0 if the seed is fixed.
    pub seed_bits: u32,
    /// Seed of filters for which none is chosen; `None` if one must be chosen.
    pub default_seed: Option<Seed>,
    /// Whether integers can be hashed as four bytes.
    pub has_int4: bool,
}

impl SchemeInfo {
    /// Returns the properties of a scheme without anything special.
    pub const fn new(name: &'static str, addressing: Addressing) -> Self {
        let default_seed = Some(Seed::of(SEED));
        Self { name, addressing, seed_bits: 0, default_seed, has_int4: false }
    }
}
