//! What to do, as the fuzzer's bytes say; once they are used up, all numbers are 0.

use bloom_core::hash::Hash;
use libfuzzer_sys::arbitrary::Unstructured;

/// Bytes that are read as what to do.
pub struct Script<'a>(Unstructured<'a>);

impl<'a> Script<'a> {
    /// One of these bytes.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(Unstructured::new(bytes))
    }

    /// Whether anything is left.
    pub fn goes_on(&self) -> bool {
        !self.0.is_empty()
    }

    /// A byte.
    pub fn byte(&mut self) -> u8 {
        self.0.arbitrary().unwrap_or_default()
    }

    /// A number of eight bytes.
    pub fn long(&mut self) -> u64 {
        self.0.arbitrary().unwrap_or_default()
    }

    /// A number from 0 up to this one, which is less than 256.
    pub fn up_to(&mut self, most: u8) -> u8 {
        self.byte() % (most + 1)
    }

    /// One of these.
    pub fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[usize::from(self.byte()) % all.len()]
    }

    /// Yes or no.
    pub fn flag(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    /// So many bytes, or as many as are left.
    pub fn bytes(&mut self, most: usize) -> &'a [u8] {
        self.0.bytes(most.min(self.0.len())).unwrap_or_default()
    }

    /// The hash of a value out of few, so that some come again; or any hash, as somebody may have forged it.
    pub fn hash(&mut self) -> Hash {
        match self.byte() {
            0 => Hash { h1: 0, h2: 0 },
            1 => Hash { h1: self.long(), h2: self.long() },
            2 => Hash { h1: self.byte().into(), h2: self.byte().into() },
            value => hash_of(value.into()),
        }
    }

    /// Up to so many hashes.
    pub fn hashes(&mut self, most: u8) -> Vec<Hash> {
        (0..self.up_to(most)).map(|_| self.hash()).collect()
    }
}

/// The hash of a number.
pub fn hash_of(value: u64) -> Hash {
    Hash::of(&value.to_le_bytes(), 0)
}
