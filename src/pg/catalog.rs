//! What the catalogs say, by the caches of the server: nothing here runs a query or takes a transaction id.

use super::detoast::Varlena;
use super::encoding::{self, ToUtf8};
use super::version;
use crate::error::{self, Result};
use pgrx::pg_sys::{self, Datum, Oid, SysCacheIdentifier};
use pgrx::{FromDatum, PgSqlErrorCode as Code};
use std::ffi::CStr;

/// OIDs below this are the same in every PostgreSQL (FirstGenbkiObjectId).
const FIRST_UNSTABLE_OID: u32 = 10_000;

/// Whether PostgreSQL itself brings an object of this OID.
pub fn is_built_in(oid: Oid) -> bool {
    oid.to_u32() < FIRST_UNSTABLE_OID
}

/// A row of a cache, held until this is dropped.
struct Row {
    cache: i32,
    tuple: pg_sys::HeapTuple,
}

impl Row {
    fn find(cache: SysCacheIdentifier::Type, key: impl Into<Datum>) -> Option<Self> {
        let cache = cache as _; // signed or not, by the major
        // SAFETY: each cache that is asked here has one key, an OID.
        let tuple = unsafe { pg_sys::SearchSysCache1(cache, key.into()) };
        (!tuple.is_null()).then(|| Self { cache, tuple }) // not made in vain: it would be released
    }

    /// A column, by its number.
    fn column(&self, number: u32) -> Option<Datum> {
        let mut null = false;
        // SAFETY: the row is held, and its table has such a column.
        let datum = unsafe { pg_sys::SysCacheGetAttr(self.cache, self.tuple, number as i16, &raw mut null) };
        (!null).then_some(datum)
    }

    /// A column of type name, as the server stores it.
    fn name(&self, number: u32) -> Option<&[u8]> {
        // SAFETY: a name is zero-terminated, and lives as long as the row is held.
        self.column(number).map(|name| unsafe { CStr::from_ptr(name.cast_mut_ptr()).to_bytes() })
    }

    /// A column of type text, as the server stores it.
    fn text(&self, number: u32) -> Option<Vec<u8>> {
        // SAFETY: a text is a varlena, and lives as long as the row is held.
        self.column(number).map(|text| unsafe { Varlena::new(text).bytes().to_vec() })
    }
}

impl Drop for Row {
    fn drop(&mut self) {
        // SAFETY: found by a cache, and not released yet.
        unsafe { pg_sys::ReleaseSysCache(self.tuple) }
    }
}

/// The type that a domain is over; any other type is its own.
pub fn base_type(oid: Oid) -> Oid {
    // SAFETY: catalog lookup.
    unsafe { pg_sys::getBaseType(oid) }
}

/// Whether a type is an enum.
pub fn is_enum(oid: Oid) -> bool {
    // SAFETY: catalog lookup.
    unsafe { pg_sys::type_is_enum(oid) }
}

/// Whether a type's values are rows.
pub fn is_row(oid: Oid) -> bool {
    // SAFETY: catalog lookup.
    unsafe { pg_sys::type_is_rowtype(oid) }
}

/// Whether a type has a collation.
pub fn is_collatable(oid: Oid) -> bool {
    // SAFETY: catalog lookup.
    unsafe { pg_sys::type_is_collatable(oid) }
}

/// Whether a type stands for others.
pub fn is_pseudo(oid: Oid) -> bool {
    // SAFETY: catalog lookup.
    unsafe { pg_sys::get_typtype(oid) as u8 == pg_sys::TYPTYPE_PSEUDO }
}

/// Whether texts that are equal under a collation have equal bytes.
pub fn is_deterministic(collation: Oid) -> bool {
    // SAFETY: catalog lookup.
    unsafe { pg_sys::get_collation_isdeterministic(collation) }
}

/// What a container's values are made of.
#[derive(Debug, Clone, Copy)]
pub enum Inside {
    /// An array, of this type.
    Element(Oid),
    /// A range of this type, whose bounds are compared under this collation, if any.
    Bounds(Oid, Oid),
    /// A multirange of these ranges.
    Ranges(Oid),
    /// A row, known only when it comes, or of this type.
    Columns,
    /// None.
    Nothing,
}

/// What a type that is no domain is made of.
pub fn inside(oid: Oid) -> Inside {
    // SAFETY: catalog lookups.
    unsafe {
        let element = pg_sys::get_element_type(oid);
        if element != Oid::INVALID {
            Inside::Element(element)
        } else if pg_sys::type_is_range(oid) {
            Inside::Bounds(pg_sys::get_range_subtype(oid), pg_sys::get_range_collation(oid))
        } else if pg_sys::type_is_multirange(oid) {
            Inside::Ranges(pg_sys::get_multirange_range(oid))
        } else if is_row(oid) {
            Inside::Columns
        } else {
            Inside::Nothing
        }
    }
}

/// The types and collations of the columns of a row type, without dropped ones.
///
/// # Errors
/// 42704 or 42809 from PostgreSQL if there is no such row type.
pub fn columns((oid, typmod): (Oid, i32)) -> Vec<(Oid, Oid)> {
    // SAFETY: the function raises an error unless there is such a row type; the copy of its descriptor is ours.
    unsafe {
        let descriptor = pg_sys::lookup_rowtype_tupdesc_copy(oid, typmod);
        let present = version::attributes(descriptor).iter().filter(|column| !column.attisdropped);
        let types = present.map(|column| (column.atttypid, column.attcollation)).collect();
        pg_sys::FreeTupleDesc(descriptor);
        types
    }
}

/// Raises an error before a recursion exhausts the stack.
pub fn check_stack() {
    // SAFETY: takes nothing; raises 54001.
    unsafe { pg_sys::check_stack_depth() }
}

/// The label of an enum value, which is an OID, looked up each time: it may be renamed at any moment.
///
/// # Errors
/// 22P03 if there is no such value.
pub fn enum_label(oid: Oid) -> Result<Vec<u8>> {
    let row = Row::find(SysCacheIdentifier::ENUMOID, oid);
    match row.as_ref().and_then(|row| row.name(pg_sys::Anum_pg_enum_enumlabel)) {
        Some(label) => Ok(label.to_vec()),
        None => Err(error::new(
            Code::ERRCODE_INVALID_BINARY_REPRESENTATION,
            "enum value has no label",
            format!("Its OID is {}.", oid.to_u32()),
            "",
        )),
    }
}

/// Whether there is such a type: a `regtype` may be any number.
pub fn is_type(oid: Oid) -> bool {
    Row::find(SysCacheIdentifier::TYPEOID, oid).is_some()
}

/// A type's name without its schema and without a lookup in the search path, in UTF-8; as it is stored where it cannot
/// be converted.
pub fn type_name(oid: Oid) -> Vec<u8> {
    let Some(row) = Row::find(SysCacheIdentifier::TYPEOID, oid) else { return Vec::new() };
    let name = row.name(pg_sys::Anum_pg_type_typname).unwrap_or_default();
    ToUtf8::new().convert(name).map_or_else(|_| name.to_vec(), |utf8| utf8.into_owned())
}

/// A type's name as SQL spells it, for messages.
pub fn sql_name(oid: Oid) -> String {
    // SAFETY: the function returns a new zero-terminated string, also for OIDs from outside that name no type.
    unsafe {
        let name = pg_sys::format_type_extended(oid, -1, pg_sys::FORMAT_TYPE_ALLOW_INVALID as u16);
        encoding::message_of(name).unwrap_or_default()
    }
}

/// The locale of the database, as `pg_database` has it, in one text.
pub fn database_locale() -> Vec<u8> {
    // SAFETY: reads a number that does not change.
    let database = unsafe { pg_sys::MyDatabaseId };
    let Some(row) = Row::find(SysCacheIdentifier::DATABASEOID, database) else { return Vec::new() };
    // SAFETY: the column is a "char".
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

/// The number of the database's encoding.
pub fn database_encoding() -> u32 {
    // SAFETY: takes nothing, returns a number.
    unsafe { pg_sys::GetDatabaseEncoding() as u32 }
}

/// The C symbol of the function that reads the text form of a type.
pub fn input_symbol(oid: Oid) -> Option<Vec<u8>> {
    let (mut input, mut parameter) = (Oid::INVALID, Oid::INVALID);
    // SAFETY: raises an error unless there is such a type.
    unsafe { pg_sys::getTypeInputInfo(oid, &raw mut input, &raw mut parameter) };
    Row::find(SysCacheIdentifier::PROCOID, input)?.text(pg_sys::Anum_pg_proc_prosrc)
}

/// Number of the column aggtransfn of pg_aggregate, for which pgrx has no name.
const AGGTRANSFN: u32 = 4;

/// The transition function of an aggregate.
pub fn transition_of(aggregate: Oid) -> Option<Oid> {
    let row = Row::find(SysCacheIdentifier::AGGFNOID, aggregate)?;
    // SAFETY: the column is of type regproc.
    row.column(AGGTRANSFN).and_then(|function| unsafe { Oid::from_datum(function, false) })
}

/// Number of the column aggfinalfn of pg_aggregate.
const AGGFINALFN: u32 = 5;

/// Whether an aggregate makes something else of its state at the end.
pub fn has_final(aggregate: Oid) -> bool {
    let row = Row::find(SysCacheIdentifier::AGGFNOID, aggregate);
    // SAFETY: the column is of type regproc.
    let function = row.and_then(|row| unsafe { Oid::from_datum(row.column(AGGFINALFN)?, false) });
    function.is_some_and(|function| function != Oid::INVALID)
}

/// The operator that is `=` for a type.
pub fn equality_of(oid: Oid) -> Oid {
    // SAFETY: the type cache keeps its entries.
    unsafe { (*pg_sys::lookup_type_cache(oid, pg_sys::TYPECACHE_EQ_OPR as i32)).eq_opr }
}

/// A number of a row type's definition, another one whenever that changes.
pub fn definition((oid, typmod): (Oid, i32)) -> u64 {
    // SAFETY: raises an error unless there is such a row type.
    unsafe { pg_sys::assign_record_type_identifier(oid, typmod) }
}

/// A relation's name as SQL spells it, with its schema; its OID if it is gone.
pub fn relation_name(relation: Oid) -> String {
    // SAFETY: catalog lookups; the names are new zero-terminated strings, or null if the relation is gone.
    unsafe {
        let name = pg_sys::get_rel_name(relation);
        let schema = pg_sys::get_namespace_name(pg_sys::get_rel_namespace(relation));
        if name.is_null() || schema.is_null() {
            return relation.to_u32().to_string();
        }
        let qualified = CStr::from_ptr(pg_sys::quote_qualified_identifier(schema, name));
        encoding::to_message(qualified.to_bytes())
    }
}
