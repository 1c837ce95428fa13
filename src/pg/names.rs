//! Names of objects, and their spelling in SQL. Names are bytes in the encoding of the database.

use super::encoding::to_message;
use super::version;
use crate::error::{self, Result};
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys::{self, Oid};
use std::ffi::{CStr, CString, c_char};

/// Length in bytes of the longest name.
pub const LONGEST_NAME: usize = pg_sys::NAMEDATALEN as usize - 1;

/// The name of an object, with its schema.
#[derive(Debug, Clone, PartialEq)]
pub struct QualifiedName {
    pub schema: Vec<u8>,
    pub name: Vec<u8>,
}

impl QualifiedName {
    /// Reads the name of an object to be created as SQL reads it: `name`, `schema.name`, quoted where it must be.
    /// Without a schema it is the one in which CREATE TABLE would create the object.
    ///
    /// # Errors
    /// 42602 if the name is malformed; PostgreSQL's if there is no such schema.
    pub fn to_create(name: &[u8]) -> Result<Self> {
        let sql = c_string(name)?;
        let invalid = || {
            let (name, quoted) = (to_message(name), identifier(name).map(|quoted| to_message(&quoted)));
            error::new(
                Code::ERRCODE_INVALID_NAME,
                "invalid name syntax",
                format!("The name is {name}."),
                quoted.map_or_else(
                    |_| String::new(),
                    |quoted| format!("Quote the name as SQL does: '{quoted}'."),
                ),
            )
        };
        // SAFETY: the string is zero-terminated, and a copy of it is cut; the functions raise an error unless they
        // return what is read here.
        unsafe {
            let mut parts = std::ptr::null_mut();
            let separator = b'.' as c_char;
            if !pg_sys::SplitIdentifierString(pg_sys::pstrdup(sql.as_ptr()), separator, &raw mut parts)
                || parts.is_null()
            {
                return Err(invalid());
            }
            let range = pg_sys::makeRangeVarFromNameList(version::parse_qualified_name(&sql));
            let schema = pg_sys::RangeVarGetCreationNamespace(range);
            Ok(Self { schema: schema_name(schema)?, name: bytes((*range).relname)? })
        }
    }

    /// Returns the name of a relation.
    ///
    /// # Errors
    /// 42P01 if it does not exist.
    pub fn of_relation(relation: Oid) -> Result<Self> {
        // SAFETY: these are catalog lookups, which return a new zero-terminated string or null.
        unsafe {
            let name = pg_sys::get_rel_name(relation);
            if name.is_null() {
                return Err(no_relation(relation));
            }
            Ok(Self { schema: schema_name(pg_sys::get_rel_namespace(relation))?, name: bytes(name)? })
        }
    }

    /// Returns the name of a function.
    ///
    /// # Errors
    /// XX000 if it does not exist.
    pub fn of_function(function: Oid) -> Result<Self> {
        // SAFETY: these are catalog lookups; the name is a new zero-terminated string or null.
        unsafe {
            let name = bytes(pg_sys::get_func_name(function))?;
            Ok(Self { schema: schema_name(pg_sys::get_func_namespace(function))?, name })
        }
    }

    /// Returns whether the schema is one of temporary objects.
    ///
    /// # Errors
    /// 3F000 from PostgreSQL if there is no such schema.
    pub fn is_temporary(&self) -> Result<bool> {
        let schema = c_string(self.schema.as_slice())?;
        // SAFETY: these are catalog lookups, by a zero-terminated name and an OID.
        Ok(unsafe { pg_sys::isAnyTempNamespace(pg_sys::get_namespace_oid(schema.as_ptr(), false)) })
    }

    /// Returns the relation of this name; an invalid OID if there is none.
    ///
    /// # Errors
    /// 3F000 from PostgreSQL if there is no such schema.
    pub fn relation(&self) -> Result<Oid> {
        let (schema, name) = (c_string(self.schema.as_slice())?, c_string(self.name.as_slice())?);
        // SAFETY: these are catalog lookups by zero-terminated names.
        Ok(unsafe {
            pg_sys::get_relname_relid(name.as_ptr(), pg_sys::get_namespace_oid(schema.as_ptr(), false))
        })
    }

    /// Returns the name with a suffix.
    ///
    /// # Errors
    /// 42622 if it gets too long: PostgreSQL would cut it, and it could be another one's name.
    pub fn with_suffix(&self, suffix: &str) -> Result<Self> {
        let mut name = self.name.clone();
        name.extend_from_slice(suffix.as_bytes());
        if name.len() > LONGEST_NAME {
            return Err(error::new(
                Code::ERRCODE_NAME_TOO_LONG,
                format!("name \"{}\" is too long", to_message(&name)),
                format!("Names have at most {LONGEST_NAME} bytes, but this one has {}.", name.len()),
                "Choose a shorter name: other names are derived from it.",
            ));
        }
        Ok(Self { schema: self.schema.clone(), name })
    }

    /// Spells the name with its schema, as SQL reads it.
    ///
    /// # Errors
    /// XX000 if the name cannot be one.
    pub fn quoted(&self) -> Result<Vec<u8>> {
        let mut sql = identifier(&self.schema)?;
        sql.push(b'.');
        sql.extend(identifier(&self.name)?);
        Ok(sql)
    }
}

/// Creates the error for a relation that does not exist.
#[cold]
pub fn no_relation(relation: Oid) -> error::Error {
    let message = format!("relation with OID {} does not exist", relation.to_u32());
    error::brief(Code::ERRCODE_UNDEFINED_TABLE, message)
}

/// Spells the schema of a function, the extension's own for instance, as SQL reads it.
///
/// # Errors
/// XX000 if the function does not exist.
pub fn schema_of_function(function: Oid) -> Result<Vec<u8>> {
    // SAFETY: this is a catalog lookup.
    identifier(&schema_name(unsafe { pg_sys::get_func_namespace(function) })?)
}

fn schema_name(schema: Oid) -> Result<Vec<u8>> {
    // SAFETY: this is a catalog lookup, which returns a new zero-terminated string or null.
    bytes(unsafe { pg_sys::get_namespace_name(schema) })
}

/// Spells a name as SQL reads it, in quotes where they are needed.
///
/// # Errors
/// XX000 if it contains a zero byte.
pub fn identifier(name: &[u8]) -> Result<Vec<u8>> {
    let name = c_string(name)?;
    // SAFETY: the function returns a zero-terminated string: the argument or a new one.
    bytes(unsafe { pg_sys::quote_identifier(name.as_ptr()) })
}

/// Spells a text as a literal of SQL.
///
/// # Errors
/// XX000 if it contains a zero byte.
pub fn literal(text: &[u8]) -> Result<Vec<u8>> {
    let text = c_string(text)?;
    // SAFETY: the function returns a new zero-terminated string.
    bytes(unsafe { pg_sys::quote_literal_cstr(text.as_ptr()) })
}

/// Spells a type as SQL reads it, whatever the search path is.
///
/// # Errors
/// XX000 from PostgreSQL if it does not exist.
pub fn type_in_sql(oid: Oid) -> Result<Vec<u8>> {
    // With a modifier that is not there, char is spelled bpchar: as a type in SQL, char alone is char(1).
    let flags = pg_sys::FORMAT_TYPE_FORCE_QUALIFY | pg_sys::FORMAT_TYPE_TYPEMOD_GIVEN;
    // SAFETY: the function returns a new zero-terminated string.
    bytes(unsafe { pg_sys::format_type_extended(oid, -1, flags as u16) })
}

/// Copies a text to a zero-terminated string.
///
/// # Errors
/// XX000 if it contains a zero byte.
pub fn c_string(text: impl Into<Vec<u8>>) -> Result<CString> {
    CString::new(text).map_err(|_| error::internal("a text contains a zero byte"))
}

/// Copies a zero-terminated string of PostgreSQL.
fn bytes(string: *const c_char) -> Result<Vec<u8>> {
    if string.is_null() {
        return Err(error::internal("an object has no name"));
    }
    // SAFETY: the callers pass zero-terminated strings.
    Ok(unsafe { CStr::from_ptr(string) }.to_bytes().to_vec())
}
