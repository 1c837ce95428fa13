//! Foreign tables, and their servers.

use super::{CatalogRow, function_name};
use crate::pg::nodes::items;
use pgrx::pg_sys::{self, List, Oid, SysCacheIdentifier};
use std::ffi::CStr;

/// The options of a foreign table or a server, in the memory of the call.
#[derive(Debug, Clone, Copy)]
pub struct Options(*mut List);

impl Options {
    fn find(self, name: &CStr) -> Option<*mut pg_sys::DefElem> {
        // SAFETY: a list of options, whose names are zero-terminated.
        unsafe { items::<pg_sys::DefElem>(self.0).find(|option| CStr::from_ptr((**option).defname) == name) }
    }

    /// Returns the value of an option as a boolean; raises an error if it is none.
    pub fn boolean(self, name: &CStr) -> Option<bool> {
        // SAFETY: an option of the list.
        self.find(name).map(|option| unsafe { pg_sys::defGetBoolean(option) })
    }

    /// Returns the value of an option as a text.
    pub fn text(self, name: &CStr) -> Option<Vec<u8>> {
        // SAFETY: an option of the list, whose text is zero-terminated.
        self.find(name)
            .map(|option| unsafe { CStr::from_ptr(pg_sys::defGetString(option)).to_bytes().to_vec() })
    }
}

#[derive(Debug)]
pub struct ForeignTable {
    pub server: Oid,
    pub options: Options,
}

impl ForeignTable {
    /// Finds a foreign table; `None` for any other relation, and if it is gone.
    pub fn find(relation: Oid) -> Option<Self> {
        let row = CatalogRow::find(SysCacheIdentifier::FOREIGNTABLEREL, relation)?;
        let server = row.oid(pg_sys::Anum_pg_foreign_table_ftserver)?;
        let options = row.column(pg_sys::Anum_pg_foreign_table_ftoptions);
        // SAFETY: the column is of type text[]; the list is new.
        let options = unsafe { options.map(|options| pg_sys::untransformRelOptions(options)) };
        Some(Self { server, options: Options(options.unwrap_or(std::ptr::null_mut())) })
    }
}

#[derive(Debug)]
pub struct ForeignServer {
    pub oid: Oid,
    pub owner: Oid,
    pub options: Options,
    wrapper: Oid,
}

impl ForeignServer {
    /// Finds a server; `None` if it is gone.
    pub fn find(oid: Oid) -> Option<Self> {
        // SAFETY: a catalog lookup, which returns a new structure, or null.
        let found = unsafe { pg_sys::GetForeignServerExtended(oid, pg_sys::FSV_MISSING_OK as u16).as_ref() }?;
        let options = Options(found.options);
        Some(Self { oid: found.serverid, owner: found.owner, options, wrapper: found.fdwid })
    }

    /// Returns the name of the handler of the server's foreign-data wrapper, in the memory of the call.
    pub fn handler<'a>(&self) -> Option<&'a CStr> {
        let missing_ok = pg_sys::FDW_MISSING_OK as u16;
        // SAFETY: a catalog lookup, which returns a new structure, or null.
        let wrapper = unsafe { pg_sys::GetForeignDataWrapperExtended(self.wrapper, missing_ok).as_ref() };
        wrapper.and_then(|wrapper| function_name(wrapper.fdwhandler))
    }
}
