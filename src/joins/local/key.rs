//! The key of a join: which column of a row, and how its value is hashed.

use super::filter::mix;
use crate::pg::catalog::is_built_in;
use crate::pg::executor;
use crate::pg::hash_table::combined;
use crate::pg::memory::Memory;
use pgrx::pg_sys::{self, Datum, Oid};

/// Most keys of a filter; the others of the join are not looked at.
pub const MOST_KEYS: usize = 8;

/// How a value is hashed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum KeyKind {
    /// 2-byte integers, of all sizes alike.
    Int2,
    /// 4-byte integers, and dates.
    Int4,
    /// 8-byte integers.
    Int8,
    /// 4-byte integers without a sign.
    Oid,
    /// Whatever the join's own hash function hashes.
    Hashed,
}

impl KeyKind {
    /// Returns how an equality operator's values are hashed, of which `function` is the hash function. The server's
    /// own operators with these functions compare integers.
    pub fn of(operator: Oid, function: Oid) -> Self {
        const INT2: u32 = 449;
        const INT4: u32 = 450;
        const INT8: u32 = 949;
        const OID: u32 = 453;
        const DATE: u32 = 6415; // since 18; before, dates have the function of 4-byte integers
        // Elsewhere 8-byte integers are pointers.
        if !is_built_in(operator) || cfg!(not(target_pointer_width = "64")) {
            return Self::Hashed;
        }
        match function.to_u32() {
            INT2 => Self::Int2,
            INT4 | DATE => Self::Int4,
            INT8 => Self::Int8,
            OID => Self::Oid,
            _ => Self::Hashed,
        }
    }

    /// Returns whether equal values of both kinds have equal hashes.
    pub fn agrees_with(self, other: Self) -> bool {
        let is_integer = |kind| matches!(kind, Self::Int2 | Self::Int4 | Self::Int8);
        self == other || is_integer(self) && is_integer(other)
    }

    /// Returns the number of bytes of a value, if it is the same for all.
    pub fn width(self) -> Option<i16> {
        match self {
            Self::Int2 => Some(2),
            Self::Int4 | Self::Oid => Some(4),
            Self::Int8 => Some(8),
            Self::Hashed => None,
        }
    }
}

/// A column of a row, with how to hash it.
#[derive(Debug, Clone, Copy)]
pub struct JoinKey {
    /// The column, from 1 on.
    pub column: i16,
    pub kind: KeyKind,
    function: *mut pg_sys::FmgrInfo,
    collation: Oid,
}

/// Hash of the keys of a row.
#[derive(Debug, Clone, Copy)]
pub enum Hash {
    /// A key is NULL.
    Null,
    /// A key is stored elsewhere, or compressed: reading it would cost too much.
    Unknown,
    Known(u64),
}

impl JoinKey {
    /// Prepares to hash a column, by a function or not. What the function allocates is in `memory`.
    pub fn new(column: i16, kind: KeyKind, (function, collation): (Oid, Oid), memory: Memory) -> Self {
        let mut info = std::ptr::null_mut();
        if kind == KeyKind::Hashed {
            info = memory.zeroed::<pg_sys::FmgrInfo>();
            // SAFETY: the function raises an error if there is no such function.
            unsafe { pg_sys::fmgr_info_cxt(function, info, memory.context()) };
        }
        Self { column, kind, function: info, collation }
    }

    /// Returns whether values are hashed by what a collation sorts them by, as different ones can be equal.
    pub fn is_of_sort_key(&self) -> bool {
        // SAFETY: a catalog lookup of an existing collation.
        self.kind == KeyKind::Hashed
            && self.collation != Oid::INVALID
            && unsafe { !pg_sys::get_collation_isdeterministic(self.collation) }
    }

    /// Returns a value as a number, equal for equal values; `None` if it is not at hand.
    ///
    /// # Safety
    /// The value must be of the key's type; for the stack, see [`executor`].
    #[inline(always)]
    unsafe fn number(&self, value: Datum, at_hand: bool) -> Option<u64> {
        let bits = value.value();
        Some(match self.kind {
            KeyKind::Int2 => i64::from(bits as i16).cast_unsigned(),
            KeyKind::Int4 => i64::from(bits as i32).cast_unsigned(),
            KeyKind::Int8 => bits as u64,
            KeyKind::Oid => u64::from(bits as u32),
            KeyKind::Hashed => {
                // SAFETY: the value has the type that the function takes, and is not NULL.
                unsafe {
                    if at_hand && is_elsewhere(value) {
                        return None;
                    }
                    u64::from(executor::call(self.function, self.collation, value).value() as u32)
                }
            }
        })
    }
}

/// Returns whether no function hashes the keys: all are numbers, or none is used as one.
#[inline(always)]
pub fn are_numbers(keys: &[JoinKey]) -> bool {
    keys.first().is_some_and(|key| key.kind != KeyKind::Hashed)
}

/// Returns the hash of a row's keys, whose values `column` returns; `None` stands for NULL. Values that would have
/// to be fetched or decompressed are unknown if `toasted` says of which keys they may be.
///
/// # Safety
/// The values must be of the keys' types; for the stack, see [`executor`].
#[inline(always)]
pub unsafe fn hash(
    keys: &[JoinKey],
    toasted: u64,
    mut column: impl FnMut(&JoinKey) -> Option<Datum>,
) -> Hash {
    let mut hash = 0_u64;
    for (place, key) in keys.iter().enumerate() {
        let Some(value) = column(key) else { return Hash::Null };
        // SAFETY: `column` returned the value of this key, which has its type.
        let Some(number) = (unsafe { key.number(value, toasted >> place & 1 != 0) }) else {
            return Hash::Unknown;
        };
        hash = match key.kind {
            KeyKind::Hashed => combined(hash as u32, number as u32).into(),
            _ => add(hash, number),
        };
    }
    Hash::Known(if are_numbers(keys) { hash } else { add(0, hash) })
}

/// Returns the sum of the lengths of the keys of a row, of those that `varying` says to be of variable length.
///
/// # Safety
/// As for [`hash`]; `length` must be a function of such a value.
#[inline(always)]
pub unsafe fn sum_of_lengths(
    keys: &[JoinKey],
    varying: u64,
    length: unsafe fn(Datum) -> usize,
    mut column: impl FnMut(&JoinKey) -> Option<Datum>,
) -> usize {
    let varying = keys.iter().enumerate().filter(|(place, _)| varying >> place & 1 != 0);
    // SAFETY: the key is of a varying length, so the value is a varlena.
    varying.filter_map(|(_, key)| column(key)).map(|value| unsafe { length(value) }).sum()
}

/// Returns the hash of one more key.
#[inline(always)]
pub const fn add(hash: u64, number: u64) -> u64 {
    mix(hash.wrapping_add(number))
}

/// Returns whether a variable-length value is stored elsewhere or compressed.
///
/// # Safety
/// It must be such a value.
unsafe fn is_elsewhere(value: Datum) -> bool {
    let value = value.cast_mut_ptr::<pg_sys::varlena>();
    // SAFETY: the value is a varlena.
    unsafe { pgrx::varlena::varatt_is_1b_e(value) || pgrx::varlena::varatt_is_4b_c(value) }
}
