//! Seeds and keys of hashes.

/// Seed of a hash, or its key: 16 bytes, little-endian; most schemes use the first 4 or 8, or none.
/// An array, not a `u128`, as PostgreSQL aligns memory to eight bytes at most.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seed([u8; Self::LEN]);

/// Hides the bytes, which may be a key.
impl std::fmt::Debug for Seed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if *self == Self::ZERO { "Seed(0)" } else { "Seed(...)" })
    }
}

impl Seed {
    /// Bytes of a seed.
    pub const LEN: usize = 16;

    /// Bits of a seed.
    pub const BITS: u32 = u128::BITS;

    /// The seed 0, that of most schemes.
    pub const ZERO: Self = Self([0; Self::LEN]);

    /// Creates a seed of 32 bits.
    #[must_use]
    pub const fn of(seed: u32) -> Self {
        Self((seed as u128).to_le_bytes())
    }

    /// Creates a key.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; Self::LEN]) -> Self {
        Self(bytes)
    }

    /// Returns the 16 bytes.
    #[must_use]
    pub const fn to_bytes(self) -> [u8; Self::LEN] {
        self.0
    }

    /// Returns the length in bits, without leading zero bits.
    #[must_use]
    pub const fn bits(self) -> u32 {
        Self::BITS - u128::from_le_bytes(self.0).leading_zeros()
    }

    /// Returns the lowest 32 bits.
    #[must_use]
    #[inline]
    #[allow(clippy::cast_possible_truncation)]
    pub const fn low32(self) -> u32 {
        self.low64() as u32
    }

    /// Returns the lowest 64 bits.
    #[must_use]
    #[inline]
    #[allow(clippy::cast_possible_truncation)]
    pub const fn low64(self) -> u64 {
        u128::from_le_bytes(self.0) as u64
    }
}

impl From<u64> for Seed {
    fn from(seed: u64) -> Self {
        Self(u128::from(seed).to_le_bytes())
    }
}

impl From<u32> for Seed {
    fn from(seed: u32) -> Self {
        Self::of(seed)
    }
}
