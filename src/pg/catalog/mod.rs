//! Lookups in the system catalogs, through the server's caches: none of them runs a query or takes a transaction ID.

mod extension;
mod foreign;
mod functions;
mod relations;
mod roles;
mod types;

pub use extension::*;
pub use foreign::*;
pub use functions::*;
pub use relations::*;
pub use roles::*;
pub use types::*;

use super::detoast::Varlena;
use super::version;
use pgrx::pg_sys::{self, Datum, Oid, SysCacheIdentifier};
use std::ffi::CStr;

/// First OID that may differ from one PostgreSQL installation to another (FirstGenbkiObjectId).
const FIRST_UNSTABLE_OID: u32 = 10_000;

/// Returns whether the object with this OID is built into PostgreSQL.
pub fn is_built_in(oid: Oid) -> bool {
    oid.to_u32() < FIRST_UNSTABLE_OID
}

/// A row of a system cache, held until this value is dropped.
struct CatalogRow {
    cache: i32,
    tuple: pg_sys::HeapTuple,
}

impl CatalogRow {
    fn find(cache: SysCacheIdentifier::Type, key: impl Into<Datum>) -> Option<Self> {
        let cache = cache as _; // signed or not, by the major
        // SAFETY: each cache that is searched here has one key, an OID.
        let tuple = unsafe { pg_sys::SearchSysCache1(cache, key.into()) };
        (!tuple.is_null()).then(|| Self { cache, tuple }) // made lazily: dropping it releases the row
    }

    /// Returns the datum of a column, given its number; `None` for NULL.
    fn column(&self, number: u32) -> Option<Datum> {
        let mut null = false;
        // SAFETY: the row is held, and its table has this column.
        let datum = unsafe { pg_sys::SysCacheGetAttr(self.cache, self.tuple, number as i16, &raw mut null) };
        (!null).then_some(datum)
    }

    /// Returns a column of type oid, or of another type of object numbers.
    fn oid(&self, number: u32) -> Option<Oid> {
        self.column(number).map(|oid| Oid::from(oid.value() as u32))
    }

    /// Returns the bytes of a column of type name, as the server stores it.
    fn name(&self, number: u32) -> Option<&[u8]> {
        // SAFETY: a name is zero-terminated and lives as long as the row is held.
        self.column(number).map(|name| unsafe { CStr::from_ptr(name.cast_mut_ptr()).to_bytes() })
    }

    /// Returns the bytes of a column of type text, as the server stores it.
    fn text(&self, number: u32) -> Option<Vec<u8>> {
        // SAFETY: a text is a varlena and lives as long as the row is held.
        self.column(number).map(|text| unsafe { Varlena::new(text).bytes().to_vec() })
    }
}

impl Drop for CatalogRow {
    fn drop(&mut self) {
        // SAFETY: the row was found by a cache and has not been released yet.
        unsafe { pg_sys::ReleaseSysCache(self.tuple) }
    }
}

/// Returns whether the transaction that wrote a row of a catalog ended before all snapshots of this one were taken.
pub fn is_row_older(row: &pg_sys::HeapTupleHeaderData) -> bool {
    let is_frozen = u32::from(row.t_infomask) & pg_sys::HEAP_XMIN_FROZEN == pg_sys::HEAP_XMIN_FROZEN;
    // SAFETY: a row of a catalog has a writer, and the number is the session's.
    is_frozen || unsafe { pg_sys::TransactionIdPrecedes(row.t_choice.t_heap.t_xmin, pg_sys::TransactionXmin) }
}

/// Returns the locale of the database, as stored in `pg_database`, as one text.
pub fn database_locale() -> Vec<u8> {
    // SAFETY: this reads a number that does not change.
    let database = unsafe { pg_sys::MyDatabaseId };
    let Some(row) = CatalogRow::find(SysCacheIdentifier::DATABASEOID, database) else { return Vec::new() };
    // SAFETY: the column is of type "char".
    let provider = row.column(pg_sys::Anum_pg_database_datlocprovider).map(|c| vec![c.value() as u8]);
    let texts = [
        pg_sys::Anum_pg_database_datcollate,
        pg_sys::Anum_pg_database_datctype,
        version::DATABASE_PROVIDER_LOCALE,
    ];
    let parts: Vec<Vec<u8>> =
        provider.into_iter().chain(texts.into_iter().filter_map(|column| row.text(column))).collect();
    parts.join(&b'/')
}
