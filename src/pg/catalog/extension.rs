//! The extension and its objects.

use super::types::type_in;
use crate::pg::catalog_scan;
use pgrx::pg_sys::{self, Datum, Oid, SysCacheIdentifier};
use std::ffi::CStr;

/// The name of this extension.
pub const EXTENSION: &CStr = c"bloom_rs";

/// This extension, as the database has it.
#[derive(Debug, Clone, Copy)]
pub struct Extension {
    oid: Oid,
    schema: Oid,
}

impl Extension {
    /// Finds this extension; `None` if the database does not have it.
    pub fn own() -> Option<Self> {
        let mut found = None;
        catalog_scan::for_rows::<pg_sys::FormData_pg_extension>(EXTENSION, |row, _| {
            found = Some(Self { oid: row.oid, schema: row.extnamespace });
        });
        found
    }

    /// Returns the function of the extension with this name and exactly these declared types of arguments.
    pub fn function(self, name: &CStr, arguments: &[Oid]) -> Option<Oid> {
        // SAFETY: these are catalog lookups, of a zero-terminated name, a new vector and an OID.
        unsafe {
            let types = pg_sys::buildoidvector(arguments.as_ptr(), arguments.len() as i32);
            let function = pg_sys::GetSysCacheOid(
                SysCacheIdentifier::PROCNAMEARGSNSP as _,
                pg_sys::Anum_pg_proc_oid as i16,
                Datum::from(name.as_ptr()),
                Datum::from(types),
                self.schema.into(),
                Datum::null(),
            );
            let is_member = function != Oid::INVALID
                && pg_sys::getExtensionOfObject(pg_sys::ProcedureRelationId, function) == self.oid;
            is_member.then_some(function)
        }
    }

    /// Returns the type of this name; an invalid OID if there is none.
    pub fn type_named(self, name: &CStr) -> Oid {
        type_in(self.schema, name)
    }
}
