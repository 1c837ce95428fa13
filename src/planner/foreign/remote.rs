//! Remote tables, and their servers.

use super::table::{column, entry, is_plain, output};
use super::{EXTENSION, Reason};
use crate::pg::catalog::foreign_server;
use crate::planner::nodes::items;
use pgrx::pg_sys::{self, Node, Oid, Query, RTEKind, RangeTblEntry};
use std::ffi::CStr;

/// A remote table, or a partitioned table with remote partitions.
#[derive(Debug, Default)]
pub struct Far {
    /// The servers of the remote tables.
    pub servers: Vec<Oid>,
    /// Whether all of these servers have this extension, by their option `extensions`.
    pub have_extension: bool,
}

/// Returns the remote tables that a column comes from; `None` if it does not come from remote tables.
///
/// # Safety
/// `query` must be a parse tree and `expression` one of its expressions.
pub unsafe fn far(query: *mut Query, expression: *mut Node) -> Result<Option<Far>, Reason> {
    // SAFETY: the caller guarantees the expression; a subquery is a parse tree.
    unsafe {
        let Some(column) = column(query, expression) else { return Ok(None) };
        let Some(table) = entry(query, column.entry) else { return Ok(None) };
        match table.rtekind {
            RTEKind::RTE_RELATION => {
                let servers = servers(table)?;
                if servers.is_empty() {
                    return Ok(None);
                }
                if !table.securityQuals.is_null() {
                    return Err("the remote table has row-level security");
                }
                if !table.tablesample.is_null() {
                    return Err("the remote table is sampled");
                }
                let have_extension = servers.iter().all(|server| has_extension(*server));
                Ok(Some(Far { servers, have_extension }))
            }
            RTEKind::RTE_SUBQUERY => {
                let Some(key) = output(table.subquery, column.number) else { return Ok(None) };
                let Some(far) = far(table.subquery, key)? else { return Ok(None) };
                if table.security_barrier {
                    return Err("the remote table is behind a security barrier");
                }
                if table.lateral {
                    return Err("the remote table is in a LATERAL subquery");
                }
                if !is_plain(table.subquery) {
                    return Err("the remote table is in a subquery that does more than join");
                }
                Ok(Some(far))
            }
            _ => Ok(None),
        }
    }
}

/// Returns the servers of a relation's remote tables, which are its own or its partitions'. The partitions are not locked,
/// as the query may not read them, so they may be gone.
///
/// # Safety
/// `table` must be the entry of a relation, which the query has locked.
pub unsafe fn servers(table: &RangeTblEntry) -> Result<Vec<Oid>, Reason> {
    // SAFETY: the relation is locked; catalog lookups.
    unsafe {
        let mut servers = Vec::new();
        let tables = if table.relkind as u8 == pg_sys::RELKIND_FOREIGN_TABLE {
            vec![table.relid]
        } else if table.inh && pg_sys::has_subclass(table.relid) {
            let lock = pg_sys::NoLock as i32;
            let all = pg_sys::find_all_inheritors(table.relid, lock, std::ptr::null_mut());
            (0..pg_sys::list_length(all)).map(|n| pg_sys::list_nth_oid(all, n)).collect()
        } else {
            Vec::new()
        };
        for server in tables.into_iter().filter_map(foreign_server) {
            if !is_of_postgres_fdw(server) {
                return Err("the foreign table is not one of postgres_fdw");
            }
            if !servers.contains(&server) {
                servers.push(server);
            }
        }
        Ok(servers)
    }
}

/// Returns whether a server is one of postgres_fdw; false if it is gone.
fn is_of_postgres_fdw(server: Oid) -> bool {
    // SAFETY: catalog lookups, which return null for what is gone; the name is a new zero-terminated string, or null.
    unsafe {
        let server = pg_sys::GetForeignServerExtended(server, pg_sys::FSV_MISSING_OK as u16);
        let Some(server) = server.as_ref() else { return false };
        let wrapper = pg_sys::GetForeignDataWrapperExtended(server.fdwid, pg_sys::FDW_MISSING_OK as u16);
        let Some(wrapper) = wrapper.as_ref() else { return false };
        let name = pg_sys::get_func_name(wrapper.fdwhandler);
        !name.is_null() && CStr::from_ptr(name) == c"postgres_fdw_handler"
    }
}

/// Returns whether the option `extensions` of a server has this extension; false if the server is gone.
fn has_extension(server: Oid) -> bool {
    // SAFETY: a catalog lookup, which returns null for what is gone; values of options are strings.
    unsafe {
        let server = pg_sys::GetForeignServerExtended(server, pg_sys::FSV_MISSING_OK as u16);
        let Some(server) = server.as_ref() else { return false };
        items::<pg_sys::DefElem>(server.options).any(|option| {
            CStr::from_ptr((*option).defname) == c"extensions"
                && CStr::from_ptr(pg_sys::defGetString(option))
                    .to_bytes()
                    .split(|byte| *byte == b',')
                    .any(|name| unquoted(name.trim_ascii()) == EXTENSION.to_bytes())
        })
    }
}

/// Returns an identifier without the quotes around it.
fn unquoted(name: &[u8]) -> &[u8] {
    match name {
        [b'"', name @ .., b'"'] => name,
        name => name,
    }
}
