//! Fields of structures that are changed in place: values at fixed offsets, numbers little-endian.

use crate::hash::{Hash, Seed};
use std::marker::PhantomData;

/// A value at a fixed offset.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Field<T> {
    at: usize,
    of: PhantomData<T>,
}

/// Type of the value of a field.
pub(crate) trait Value: Copy {
    /// Reads the value from the start of `bytes`, which must be long enough.
    fn read(bytes: &[u8]) -> Self;

    /// Writes the value to the start of `bytes`.
    fn write(self, bytes: &mut [u8]);
}

/// Implements [`Value`] by functions from and to bytes.
macro_rules! values {
    ($from:ident, $to:ident: $($value:ty),*) => {$(
        impl Value for $value {
            #[inline(always)]
            fn read(bytes: &[u8]) -> Self {
                let mut own = [0; size_of::<Self>()];
                own.copy_from_slice(&bytes[..size_of::<Self>()]);
                Self::$from(own)
            }

            #[inline(always)]
            fn write(self, bytes: &mut [u8]) {
                bytes[..size_of::<Self>()].copy_from_slice(&self.$to());
            }
        }
    )*};
}
values!(from_le_bytes, to_le_bytes: u8, u16, u32, u64, f64);
values!(from_bytes, to_bytes: Hash, Seed);

impl<T: Value> Field<T> {
    /// Creates the field that begins at offset `at`.
    pub const fn at(at: usize) -> Self {
        Self { at, of: PhantomData }
    }

    /// Returns the offset after the field.
    pub const fn end(self) -> usize {
        self.at + size_of::<T>()
    }

    /// Returns the field's value in `bytes`, which must contain the field.
    #[inline(always)]
    pub fn get(self, bytes: &[u8]) -> T {
        T::read(&bytes[self.at..])
    }

    /// Changes the field's value in `bytes`, which must contain the field.
    #[inline(always)]
    pub fn put(self, bytes: &mut [u8], value: T) {
        value.write(&mut bytes[self.at..]);
    }
}
