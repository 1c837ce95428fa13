//! Fields of what is changed in place: values at fixed places in a run of bytes, numbers little-endian.

use crate::hash::{Hash, Seed};
use std::marker::PhantomData;

/// A value at a fixed place.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Field<T> {
    at: usize,
    of: PhantomData<T>,
}

/// What a field can be.
pub(crate) trait Value: Copy {
    /// Reads it from the start of `bytes`, which are not fewer than it has.
    fn read(bytes: &[u8]) -> Self;

    /// Writes it to the start of `bytes`.
    fn write(self, bytes: &mut [u8]);
}

/// Values by their functions from and to bytes.
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
    /// The field that begins at that byte.
    pub const fn at(at: usize) -> Self {
        Self { at, of: PhantomData }
    }

    /// The byte after it.
    pub const fn end(self) -> usize {
        self.at + size_of::<T>()
    }

    /// Its value in `bytes`, which reach beyond it.
    #[inline(always)]
    pub fn get(self, bytes: &[u8]) -> T {
        T::read(&bytes[self.at..])
    }

    /// Changes it in `bytes`, which reach beyond it.
    #[inline(always)]
    pub fn put(self, bytes: &mut [u8], value: T) {
        value.write(&mut bytes[self.at..]);
    }
}
