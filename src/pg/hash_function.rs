//! The extended hash functions of the server.

use super::catalog;
use super::memory::Memory;
use super::typed::{Storage, TypedDatum};
use crate::error::{self, Result};
use pgrx::pg_sys::{self, Datum, Oid};

/// Seed for the server's extended hash functions.
const SEED: u64 = 0;

/// The extended hash function of a type.
#[derive(Debug, Clone, Copy)]
pub struct HashFunction {
    function: *mut pg_sys::FmgrInfo,
    storage: Storage,
    is_row: bool,
    /// The type that the function is declared for.
    pub input: Oid,
}

impl HashFunction {
    /// Looks up the function in the default hash operator class of a type, whose values are stored as `storage` says.
    /// There is none if the class belongs to another operator than the type's `=`. The result refers to `memory` and
    /// must not outlive it.
    pub fn of(storage: Storage, memory: Memory) -> Option<Self> {
        let base = catalog::base_type(storage.of);
        let is_row = catalog::is_row(base);
        // SAFETY: the type cache keeps its entries as long as the process lives.
        unsafe {
            if base == pg_sys::RECORDOID {
                // The type cache has none, as it cannot know the columns; this function looks them up row by row.
                let function = memory.zeroed::<pg_sys::FmgrInfo>();
                let oid = Oid::from(pg_sys::F_HASH_RECORD_EXTENDED);
                pg_sys::fmgr_info_cxt(oid, function, memory.context());
                return Some(Self { function, storage, is_row, input: base });
            }
            // Only if it knows the operator does the type cache compare.
            let wanted = pg_sys::TYPECACHE_EQ_OPR | pg_sys::TYPECACHE_HASH_EXTENDED_PROC_FINFO;
            let entry = pg_sys::lookup_type_cache(base, wanted as i32);
            let function = &raw mut (*entry).hash_extended_proc_finfo;
            let input = (*entry).hash_opintype;
            ((*function).fn_oid != Oid::INVALID).then_some(Self { function, storage, is_row, input })
        }
    }

    pub fn is_row(&self) -> bool {
        self.is_row
    }

    /// Returns the row type that a row names in its header.
    ///
    /// # Errors
    /// XX000 if the values are not rows, or the value is of another type.
    pub fn row_type(&self, value: TypedDatum<'_>) -> Result<(Oid, i32)> {
        if !self.is_row {
            return Err(error::internal("a row type was requested of a value that is not a row"));
        }
        // SAFETY: the type is a row type.
        unsafe { self.storage.row_type(value) }
    }

    /// Computes the hash of a value.
    ///
    /// # Errors
    /// XX000 if the value is of another type.
    pub fn call(&self, collation: Oid, value: TypedDatum<'_>) -> Result<u64> {
        let (datum, seed) = (self.storage.datum(value)?, Datum::from(SEED));
        // SAFETY: the function takes values of this type and lives as long as `self`.
        Ok(unsafe { pg_sys::FunctionCall2Coll(self.function, collation, datum, seed) }.value() as u64)
    }
}
