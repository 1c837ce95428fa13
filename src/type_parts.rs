//! What the server's hash of a type rests on: its parts, down to the last column of a row.

#![allow(unsafe_code)]

use crate::datum::Varlena;
use crate::error::{self, Result};
use crate::value::check_collation;
use crate::value_type::{FIRST_UNSTABLE_OID, extended_hash, fingerprint, no_hash, unsupported};
use pgrx::Spi;
use pgrx::pg_sys::{self, BuiltinOid, Oid};
use std::cell::OnceCell;

/// Marks the environment of a big-endian machine, on which PostgreSQL's hashes differ.
const BIG_ENDIAN: u32 = 1 << 31;

/// What the hash of a type may depend on besides the value.
#[derive(Debug, Clone, Copy, Default)]
pub struct Parts {
    /// Some part holds text: the hash depends on the encoding of the database.
    text: bool,
    /// Some part is of a type that is not PostgreSQL's own, such as citext: its hash may depend on the locale of the
    /// database.
    foreign: bool,
}

impl Parts {
    /// Looks at a type and all its parts. `whole` is the type that errors name.
    ///
    /// # Errors
    /// 0A000 if equal values hash differently, or differently after a dump: enums and the names of objects hash by OID,
    /// texts by a collation of their own.
    pub fn of(part: Oid, whole: Oid) -> Result<Self> {
        // SAFETY: catalog lookups of a type and its parts.
        unsafe {
            let part = pg_sys::getBaseType(part);
            if names_an_object(part) {
                return Err(unsupported(
                    whole,
                    "It names objects by OID, and another server or a restored dump gives them other ones.",
                    "Cast the value to text, or to oid if the OID itself is meant.",
                ));
            }
            if pg_sys::type_is_enum(part) {
                return Err(unsupported(
                    whole,
                    "PostgreSQL hashes the enum values in it by OID, which does not survive dump and restore.",
                    "Cast the value to text, or an array of enums to text[].",
                ));
            }
            let element = pg_sys::get_element_type(part);
            if element != Oid::INVALID {
                return Self::of_inner(element, whole);
            }
            if pg_sys::type_is_range(part) {
                let collation = pg_sys::get_range_collation(part);
                if collation != Oid::INVALID {
                    check_collation(collation)?;
                }
                return Self::of(pg_sys::get_range_subtype(part), whole);
            }
            if pg_sys::type_is_multirange(part) {
                return Self::of(pg_sys::get_multirange_range(part), whole);
            }
            if part == pg_sys::RECORDOID {
                return Ok(Self::default()); // its columns are looked at row by row
            }
            if pg_sys::type_is_rowtype(part) {
                return Self::of_columns((part, -1), whole).map(|(_, parts)| parts);
            }
            let foreign = part.to_u32() >= FIRST_UNSTABLE_OID;
            if foreign && is_filter(part) {
                return Err(unsupported(
                    whole,
                    "A filter is not a value of another filter.",
                    "For the values of both, use the union of two filters, the operator |.",
                ));
            }
            Ok(Self { text: !holds_no_text(part), foreign })
        }
    }

    /// The same for a part inside another one, where a row must have a named type.
    fn of_inner(part: Oid, whole: Oid) -> Result<Self> {
        // SAFETY: looks up a domain's base type.
        if unsafe { pg_sys::getBaseType(part) } == pg_sys::RECORDOID {
            return Err(unsupported(
                whole,
                "The columns of a row of no named type inside it are not known.",
                "Cast the inner row to a named composite type.",
            ));
        }
        Self::of(part, whole)
    }

    /// The same for all columns of a row type, and that each can be hashed; their types.
    ///
    /// # Errors
    /// Those of [`Parts::of`].
    ///
    /// # Safety
    /// The row type must exist, or be that of a registered record.
    pub unsafe fn of_columns((oid, typmod): (Oid, i32), whole: Oid) -> Result<(Vec<Oid>, Self)> {
        let mut parts = Self::default();
        let mut check = |column: &pg_sys::FormData_pg_attribute| {
            if column.attcollation != Oid::INVALID {
                check_collation(column.attcollation)?;
            }
            let part = Self::of_inner(column.atttypid, whole)?;
            parts = Self { text: parts.text | part.text, foreign: parts.foreign | part.foreign };
            // SAFETY: looks up a domain's base type and its hash function.
            let base = unsafe { pg_sys::getBaseType(column.atttypid) };
            // SAFETY: the current context lives as long as this call.
            let context = unsafe { pg_sys::CurrentMemoryContext };
            extended_hash(base, context).map(|_| base).ok_or_else(|| no_hash(base))
        };
        // SAFETY: the caller promises the row type; the copy of its descriptor is ours.
        let types: Result<Vec<Oid>, error::Error> = unsafe {
            let descriptor = pg_sys::lookup_rowtype_tupdesc_copy(oid, typmod);
            let columns = (*descriptor).attrs.as_slice((*descriptor).natts as usize);
            let types = columns.iter().filter(|column| !column.attisdropped).map(&mut check).collect();
            pg_sys::FreeTupleDesc(descriptor);
            types
        };
        Ok((types?, parts))
    }

    /// All that the hash depends on here, as a number: byte order, locale, encoding.
    pub fn environment(self) -> u32 {
        let order = if cfg!(target_endian = "big") { BIG_ENDIAN } else { 0 };
        // SAFETY: takes nothing, returns a number below 255.
        let encoding = if self.text { 1 + unsafe { pg_sys::GetDatabaseEncoding() } as u32 } else { 0 };
        let locale = if self.foreign { locale_fingerprint() } else { 0 };
        order | locale << 8 | encoding
    }
}

/// A number of 22 bits, the lowest of which is bit 8 of the environment, for the locale of the database, which the functions of foreign types may use.
fn locale_fingerprint() -> u32 {
    thread_local! {
        static FINGERPRINT: OnceCell<u32> = const { OnceCell::new() };
    }
    let find = || {
        let locale: Option<String> = Spi::get_one(
            "SELECT pg_catalog.concat_ws('/', datlocprovider, datcollate, datctype, daticulocale) FROM pg_catalog.pg_database
              WHERE datname OPERATOR(pg_catalog.=) pg_catalog.current_database()",
        )
        .unwrap_or_default();
        fingerprint(locale.unwrap_or_default().as_bytes()) >> 8
    };
    FINGERPRINT.with(|known| *known.get_or_init(find))
}

/// Whether a type is `bloom` or `counting_bloom`, in whatever schema it stands: its input function tells.
///
/// # Safety
/// The type must exist.
unsafe fn is_filter(oid: Oid) -> bool {
    // SAFETY: reads catalog rows; the text is detoasted while its row is pinned.
    unsafe {
        let (mut input, mut parameter) = (Oid::INVALID, Oid::INVALID);
        pg_sys::getTypeInputInfo(oid, &raw mut input, &raw mut parameter);
        let cache = pg_sys::SysCacheIdentifier::PROCOID as i32;
        let tuple = pg_sys::SearchSysCache1(cache, input.into());
        if tuple.is_null() {
            return false;
        }
        let mut null = false;
        let symbol = pg_sys::SysCacheGetAttr(cache, tuple, pg_sys::Anum_pg_proc_prosrc as i16, &raw mut null);
        let is_filter = !null
            && [b"bloom_in_wrapper".as_slice(), b"counting_bloom_in_wrapper"]
                .contains(&Varlena::new(symbol).bytes());
        pg_sys::ReleaseSysCache(tuple);
        is_filter
    }
}

/// Types whose values are OIDs of catalog rows.
fn names_an_object(oid: Oid) -> bool {
    use BuiltinOid::{
        ACLITEMOID, REGCLASSOID, REGCOLLATIONOID, REGCONFIGOID, REGDICTIONARYOID, REGNAMESPACEOID,
        REGOPERATOROID, REGOPEROID, REGPROCEDUREOID, REGPROCOID, REGROLEOID, REGTYPEOID,
    };
    matches!(
        BuiltinOid::from_u32(oid.to_u32()),
        Ok(ACLITEMOID
            | REGCLASSOID
            | REGCOLLATIONOID
            | REGCONFIGOID
            | REGDICTIONARYOID
            | REGNAMESPACEOID
            | REGOPERATOROID
            | REGOPEROID
            | REGPROCEDUREOID
            | REGPROCOID
            | REGROLEOID
            | REGTYPEOID)
    )
}

/// PostgreSQL's own types whose hash is known not to depend on the encoding.
fn holds_no_text(oid: Oid) -> bool {
    use BuiltinOid::{
        BOOLOID, BYTEAOID, CHAROID, CIDOID, CIDROID, DATEOID, FLOAT4OID, FLOAT8OID, INETOID, INT2OID,
        INT4OID, INT8OID, INTERVALOID, MACADDR8OID, MACADDROID, NUMERICOID, OIDOID, PG_LSNOID, TIDOID,
        TIMEOID, TIMESTAMPOID, TIMESTAMPTZOID, TIMETZOID, UUIDOID, XID8OID, XIDOID,
    };
    matches!(
        BuiltinOid::from_u32(oid.to_u32()),
        Ok(BOOLOID
            | BYTEAOID
            | CHAROID
            | CIDOID
            | CIDROID
            | DATEOID
            | FLOAT4OID
            | FLOAT8OID
            | INETOID
            | INT2OID
            | INT4OID
            | INT8OID
            | INTERVALOID
            | MACADDR8OID
            | MACADDROID
            | NUMERICOID
            | OIDOID
            | PG_LSNOID
            | TIDOID
            | TIMEOID
            | TIMESTAMPOID
            | TIMESTAMPTZOID
            | TIMETZOID
            | UUIDOID
            | XID8OID
            | XIDOID)
    )
}
