//! Types: what they are, and what their values consist of.

use super::{CatalogRow, internal_symbol, opcode};
use crate::error::{self, Result};
use crate::pg::encoding::{self, ToUtf8};
use crate::pg::version;
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys::{self, Datum, Oid, SysCacheIdentifier};
use std::ffi::CStr;

/// Returns the type of this name in a schema; an invalid OID if there is none.
pub(super) fn type_in(schema: Oid, name: &CStr) -> Oid {
    // SAFETY: this is a catalog lookup, of a zero-terminated name and an OID.
    unsafe {
        let none = Datum::null();
        pg_sys::GetSysCacheOid(
            SysCacheIdentifier::TYPENAMENSP as _,
            pg_sys::Anum_pg_type_oid as i16,
            Datum::from(name.as_ptr()),
            schema.into(),
            none,
            none,
        )
    }
}

/// Returns the type of this name in the schema of a function; an invalid OID if there is none.
pub fn type_beside(function: Oid, name: &CStr) -> Oid {
    // SAFETY: this is a catalog lookup.
    type_in(unsafe { pg_sys::get_func_namespace(function) }, name)
}

/// Returns the base type of a domain; any other type is its own base type.
pub fn base_type(oid: Oid) -> Oid {
    // SAFETY: this is a catalog lookup.
    unsafe { pg_sys::getBaseType(oid) }
}

pub fn is_enum(oid: Oid) -> bool {
    // SAFETY: this is a catalog lookup.
    unsafe { pg_sys::type_is_enum(oid) }
}

/// Returns whether the values of a type are rows.
pub fn is_row(oid: Oid) -> bool {
    // SAFETY: this is a catalog lookup.
    unsafe { pg_sys::type_is_rowtype(oid) }
}

pub fn is_collatable(oid: Oid) -> bool {
    // SAFETY: this is a catalog lookup.
    unsafe { pg_sys::type_is_collatable(oid) }
}

/// Returns the collation of a type; an invalid OID if it has none.
pub fn collation_of(oid: Oid) -> Oid {
    // SAFETY: this is a catalog lookup.
    unsafe { pg_sys::get_typcollation(oid) }
}

/// Returns whether a type is one of PostgreSQL's integers with a sign, which compare with each other.
pub fn is_integer(oid: Oid) -> bool {
    matches!(oid, pg_sys::INT2OID | pg_sys::INT4OID | pg_sys::INT8OID)
}

pub fn is_pseudo(oid: Oid) -> bool {
    // SAFETY: this is a catalog lookup.
    unsafe { pg_sys::get_typtype(oid) as u8 == pg_sys::TYPTYPE_PSEUDO }
}

/// Returns whether texts that are equal under a collation have equal bytes; false without a collation.
pub fn is_deterministic(collation: Oid) -> bool {
    // SAFETY: this is a catalog lookup.
    collation != Oid::INVALID && unsafe { pg_sys::get_collation_isdeterministic(collation) }
}

/// Returns whether a collation sorts by bytes or code points, in each release of each library: C and POSIX, and
/// the default of a database whose locale is one of these, or a built-in one.
pub fn sorts_by_bytes(collation: Oid) -> bool {
    const POSIX: u32 = 951;
    let is_c = |name: Option<&[u8]>| name.is_some_and(|name| name == b"C" || name == b"POSIX");
    match collation {
        pg_sys::C_COLLATION_OID => true,
        pg_sys::DEFAULT_COLLATION_OID => {
            // SAFETY: this reads a number that does not change.
            let Some(row) =
                CatalogRow::find(SysCacheIdentifier::DATABASEOID, unsafe { pg_sys::MyDatabaseId })
            else {
                return false;
            };
            match row.column(pg_sys::Anum_pg_database_datlocprovider).map(|provider| provider.value() as u8) {
                Some(b'b') => true,
                Some(b'c') => is_c(row.text(pg_sys::Anum_pg_database_datcollate).as_deref()),
                _ => false,
            }
        }
        other => other.to_u32() == POSIX,
    }
}

/// The parts that the values of a container type consist of.
#[derive(Debug, Clone, Copy)]
pub enum Inside {
    /// Elements of an array, of this type.
    Element(Oid),
    /// Bounds of a range, of this type, compared under this collation if there is one.
    Bounds(Oid, Oid),
    /// Ranges of a multirange, of this range type.
    Ranges(Oid),
    /// Columns of a row, whose row type may be known only from the value.
    Columns,
    /// No parts: the type is not a container.
    Nothing,
}

/// Returns the parts of a type, which must not be a domain.
pub fn inside(oid: Oid) -> Inside {
    // SAFETY: these are catalog lookups.
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

/// Returns the type of the elements of an array type, or of a domain over one.
pub fn element_of(oid: Oid) -> Option<Oid> {
    match inside(base_type(oid)) {
        Inside::Element(element) => Some(element),
        _ => None,
    }
}

/// Returns the types and collations of the columns of a row type, without dropped columns.
///
/// # Errors
/// 42704 or 42809 from PostgreSQL if there is no such row type.
pub fn columns(row_type: (Oid, i32)) -> Vec<(Oid, Oid)> {
    of_columns(row_type, |column| (column.atttypid, column.attcollation))
}

/// Returns what `read` returns for each column of a row type.
fn of_columns<T>((oid, typmod): (Oid, i32), read: impl FnMut(&pg_sys::FormData_pg_attribute) -> T) -> Vec<T> {
    // SAFETY: the function raises an error unless the row type exists; the copy of its descriptor belongs to us.
    unsafe {
        let descriptor = pg_sys::lookup_rowtype_tupdesc_copy(oid, typmod);
        let present = version::attributes(descriptor).iter().filter(|column| !column.attisdropped);
        let read = present.map(read).collect();
        pg_sys::FreeTupleDesc(descriptor);
        read
    }
}

/// Returns the label of an enum value, given its OID. It is looked up each time, as a label may be renamed at any time.
///
/// # Errors
/// 22P03 if there is no such value.
pub fn enum_label(oid: Oid) -> Result<Vec<u8>> {
    let row = CatalogRow::find(SysCacheIdentifier::ENUMOID, oid);
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

/// Returns whether a type exists: a `regtype` may be any number.
pub fn is_type(oid: Oid) -> bool {
    CatalogRow::find(SysCacheIdentifier::TYPEOID, oid).is_some()
}

/// Returns the name of a type in UTF-8, without its schema and without a lookup in the search path; the stored bytes if
/// they cannot be converted.
pub fn type_name(oid: Oid) -> Vec<u8> {
    let Some(row) = CatalogRow::find(SysCacheIdentifier::TYPEOID, oid) else { return Vec::new() };
    let name = row.name(pg_sys::Anum_pg_type_typname).unwrap_or_default();
    ToUtf8::new().convert(name).map_or_else(|_| name.to_vec(), |utf8| utf8.into_owned())
}

/// Returns the name of a type as SQL spells it, for messages.
pub fn sql_name(oid: Oid) -> String {
    // SAFETY: the function returns a new zero-terminated string, even for an OID from outside that is not a type's.
    unsafe {
        let name = pg_sys::format_type_extended(oid, -1, pg_sys::FORMAT_TYPE_ALLOW_INVALID as u16);
        encoding::message_of(name).unwrap_or_default()
    }
}

/// Returns the C symbol of a type's input function.
pub fn input_symbol(oid: Oid) -> Option<Vec<u8>> {
    let (mut input, mut parameter) = (Oid::INVALID, Oid::INVALID);
    // SAFETY: the function raises an error unless the type exists.
    unsafe { pg_sys::getTypeInputInfo(oid, &raw mut input, &raw mut parameter) };
    CatalogRow::find(SysCacheIdentifier::PROCOID, input)?.text(pg_sys::Anum_pg_proc_prosrc)
}

/// Returns the OID of a type's `=` operator.
pub fn equality_of(oid: Oid) -> Oid {
    // SAFETY: the type cache keeps its entries as long as the process lives.
    unsafe { (*pg_sys::lookup_type_cache(oid, pg_sys::TYPECACHE_EQ_OPR as i32)).eq_opr }
}

/// Returns whether a type whose values are hashed as those of another type has an operator `=` that compares
/// otherwise.
pub fn has_own_equality(oid: Oid, hashed_as: Oid) -> bool {
    if hashed_as == oid || is_pseudo(hashed_as) {
        return false;
    }
    // SAFETY: this is a catalog lookup, by a list of one name.
    let own = unsafe {
        let name = pg_sys::lappend(std::ptr::null_mut(), pg_sys::makeString(c"=".as_ptr().cast_mut()).cast());
        pg_sys::OpernameGetOprid(name, oid, oid)
    };
    // It may be an alias, as that of numeral's types is of int8eq.
    own != Oid::INVALID && {
        let [own, other] = [own, equality_of(oid)].map(|operator| internal_symbol(opcode(operator)));
        own.is_none() || own != other
    }
}

/// Why a type has no extended hash function that agrees with its `=`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unhashed {
    /// It has no default hash operator class.
    NoClass,
    /// The function in that class returns 32 bits, and there is no extended one.
    NotExtended,
    /// That class belongs to another operator than its `=`.
    OtherEquality,
}

/// Returns why a type, or for an array type that of its elements, has no extended hash function that agrees
/// with its `=`.
pub fn unhashed(oid: Oid) -> Unhashed {
    if let Some(element) = element_of(oid) {
        return unhashed(element);
    }
    let wanted =
        pg_sys::TYPECACHE_EQ_OPR | pg_sys::TYPECACHE_HASH_PROC | pg_sys::TYPECACHE_HASH_EXTENDED_PROC;
    // SAFETY: the type cache keeps its entries as long as the process lives.
    let entry = unsafe { &*pg_sys::lookup_type_cache(base_type(oid), wanted as i32) };
    if entry.hash_opf == Oid::INVALID {
        Unhashed::NoClass
    } else if entry.hash_proc != Oid::INVALID && entry.hash_extended_proc == Oid::INVALID {
        Unhashed::NotExtended
    } else {
        Unhashed::OtherEquality
    }
}

/// Returns the OID of the `=` operator by which a range type compares its bounds.
pub fn range_equality(range: Oid) -> Oid {
    let row = CatalogRow::find(SysCacheIdentifier::RANGETYPE, range);
    let class = row.and_then(|row| row.oid(pg_sys::Anum_pg_range_rngsubopc));
    let Some(class) = class else { return Oid::INVALID };
    // SAFETY: these are catalog lookups.
    unsafe {
        let (family, input) = (pg_sys::get_opclass_family(class), pg_sys::get_opclass_input_type(class));
        pg_sys::get_opfamily_member(family, input, input, pg_sys::BTEqualStrategyNumber as i16)
    }
}

/// Returns a number that identifies the current definition of a row type: it changes whenever the definition does.
pub fn definition((oid, typmod): (Oid, i32)) -> u64 {
    // SAFETY: the function raises an error unless the row type exists.
    unsafe { pg_sys::assign_record_type_identifier(oid, typmod) }
}
