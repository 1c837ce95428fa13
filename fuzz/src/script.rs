//! Reads the fuzzer's bytes as a script of operations. Once they are used up, all numbers are 0.

use bloom_core::hash::Hash;
use libfuzzer_sys::arbitrary::Unstructured;

/// A script of operations.
pub struct Script<'a>(Unstructured<'a>);

impl<'a> Script<'a> {
    /// Creates a script of these bytes.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(Unstructured::new(bytes))
    }

    /// Returns whether bytes remain.
    pub fn goes_on(&self) -> bool {
        !self.0.is_empty()
    }

    /// Returns the next byte.
    pub fn byte(&mut self) -> u8 {
        self.0.arbitrary().unwrap_or_default()
    }

    /// Returns the next number of eight bytes.
    pub fn long(&mut self) -> u64 {
        self.0.arbitrary().unwrap_or_default()
    }

    /// Returns a number from 0 to `most`, which is less than 255.
    pub fn up_to(&mut self, most: u8) -> u8 {
        self.byte() % (most + 1)
    }

    /// Returns one of the given items.
    pub fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[usize::from(self.byte()) % all.len()]
    }

    /// Returns true or false.
    pub fn flag(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    /// Returns up to `most` bytes, as many as remain.
    pub fn bytes(&mut self, most: usize) -> &'a [u8] {
        self.0.bytes(most.min(self.0.len())).unwrap_or_default()
    }

    /// Returns the hash of one of few values, so that some repeat, or any hash, as it can be forged.
    pub fn hash(&mut self) -> Hash {
        match self.byte() {
            0 => Hash { h1: 0, h2: 0 },
            1 => Hash { h1: self.long(), h2: self.long() },
            2 => Hash { h1: self.byte().into(), h2: self.byte().into() },
            value => hash_of(value.into()),
        }
    }

    /// Returns up to `most` hashes.
    pub fn hashes(&mut self, most: u8) -> Vec<Hash> {
        (0..self.up_to(most)).map(|_| self.hash()).collect()
    }
}

/// Returns the hash of a number.
pub fn hash_of(value: u64) -> Hash {
    Hash::of(&value.to_le_bytes(), 0)
}
