//! Remote tables, and their servers.

#![allow(clippy::disallowed_types)] // an ERROR that skips the RefCell skips its owner as well

use super::Reason;
use crate::pg::catalog::{EXTENSION, ForeignTable, counted_rows, function_name};
use crate::pg::nodes::items;
use crate::pg::range_table::{column, entry, is_plain, output};
use pgrx::pg_sys::{self, List, Node, Oid, Query, RTEKind, RangeTblEntry};
use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::CStr;
use std::rc::Rc;

/// The remote tables of a relation, which are its own or its partitions.
#[derive(Debug, Default)]
pub struct Remote {
    pub servers: Vec<Oid>,
    /// Whether planning connects to a server (`use_remote_estimate`).
    pub is_asked: bool,
}

/// The remote tables of the relations of a statement.
#[derive(Debug, Default)]
pub struct Remotes(RefCell<HashMap<(Oid, bool), Found>>);

type Found = Option<Rc<Remote>>;

impl Remotes {
    /// Returns the remote tables of a relation; `None` if one is not of postgres_fdw. What another wrapper reads, such as a
    /// file, may change between two scans.
    ///
    /// # Safety
    /// `table` must be the entry of a relation, which the query has locked.
    pub unsafe fn of(&self, table: &RangeTblEntry) -> Found {
        let mut known = self.0.borrow_mut();
        // SAFETY: the caller guarantees the entry.
        let found = || unsafe { Remote::of(table) }.map(Rc::new);
        known.entry((table.relid, table.inh)).or_insert_with(found).clone()
    }
}

impl Remote {
    /// The partitions are not locked, as the query may not read them, so they may be gone.
    ///
    /// # Safety
    /// As for [`Remotes::of`].
    unsafe fn of(table: &RangeTblEntry) -> Option<Self> {
        // SAFETY: the relation is locked; catalog lookups.
        unsafe {
            let mut remote = Self::default();
            let tables = if table.relkind as u8 == pg_sys::RELKIND_FOREIGN_TABLE {
                vec![table.relid]
            } else if table.inh && pg_sys::has_subclass(table.relid) {
                let lock = pg_sys::NoLock as i32;
                let all = pg_sys::find_all_inheritors(table.relid, lock, std::ptr::null_mut());
                (0..pg_sys::list_length(all)).map(|n| pg_sys::list_nth_oid(all, n)).collect()
            } else {
                Vec::new()
            };
            for table in tables {
                pgrx::check_for_interrupts!();
                let Some(table) = ForeignTable::find(table) else { continue };
                let server = server(table.server).filter(|server| is_of_postgres_fdw(server))?;
                let asks = |options| option(options, c"use_remote_estimate");
                remote.is_asked |= asks(table.options)
                    .or_else(|| asks(server.options))
                    .is_some_and(|option| pg_sys::defGetBoolean(option));
                if !remote.servers.contains(&server.serverid) {
                    remote.servers.push(server.serverid);
                }
            }
            Some(remote)
        }
    }

    /// Returns whether all servers have this extension, by their option `extensions`.
    pub fn have_extension(&self) -> bool {
        self.servers.iter().all(|oid| {
            // SAFETY: the values of these options are strings.
            server(*oid).and_then(|server| option(server.options, c"extensions")).is_some_and(
                |option| unsafe {
                    CStr::from_ptr(pg_sys::defGetString(option))
                        .to_bytes()
                        .split(|byte| *byte == b',')
                        .any(|name| unquoted(name.trim_ascii()) == EXTENSION.to_bytes())
                },
            )
        })
    }

    /// Returns whether all servers belong to a superuser, or to the current user or a role that it is a member of. Whoever
    /// owns a server decides where it is, so sees the keys that are sent to it.
    pub fn are_trusted(&self) -> bool {
        self.servers.iter().all(|oid| {
            // SAFETY: catalog lookups.
            server(*oid).is_some_and(|server| unsafe {
                pg_sys::superuser_arg(server.owner)
                    || pg_sys::is_member_of_role_nosuper(pg_sys::GetUserId(), server.owner)
            })
        })
    }
}

/// A remote table, or a partitioned table with remote partitions.
#[derive(Debug)]
pub struct Far {
    pub remote: Rc<Remote>,
    table: Oid,
    is_foreign: bool,
}

impl Far {
    /// Returns the most rows that the planner can expect, if that is known without planning.
    pub fn most_rows(&self) -> Option<f64> {
        (self.is_foreign && !self.remote.is_asked).then(|| counted_rows(self.table))
    }
}

/// Returns the remote tables that a column comes from; `None` if it does not come from remote tables.
pub unsafe fn far(
    remotes: &Remotes,
    query: *mut Query,
    expression: *mut Node,
) -> Result<Option<Far>, Reason> {
    // SAFETY: the caller guarantees the expression; a subquery is a parse tree.
    unsafe {
        let Some(column) = column(query, expression) else { return Ok(None) };
        let Some(table) = entry(query, column.entry) else { return Ok(None) };
        match table.rtekind {
            RTEKind::RTE_RELATION => {
                let remote = remotes.of(table).ok_or("the foreign table is not one of postgres_fdw")?;
                if remote.servers.is_empty() {
                    return Ok(None);
                }
                if !table.securityQuals.is_null() {
                    return Err("the remote table has row-level security");
                }
                if !table.tablesample.is_null() {
                    return Err("the remote table is sampled");
                }
                let is_foreign = table.relkind as u8 == pg_sys::RELKIND_FOREIGN_TABLE;
                Ok(Some(Far { remote, table: table.relid, is_foreign }))
            }
            RTEKind::RTE_SUBQUERY => {
                let Some(key) = output(table.subquery, column.number) else { return Ok(None) };
                let Some(far) = far(remotes, table.subquery, key)? else { return Ok(None) };
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

/// Returns a column in an expression that comes from a remote table.
pub unsafe fn remote_column(
    remotes: &Remotes,
    query: *mut Query,
    expression: *mut Node,
) -> Option<*mut Node> {
    // SAFETY: the caller guarantees the expression; the list is new.
    unsafe {
        let mut columns = items::<Node>(pg_sys::pull_vars_of_level(expression, 0));
        columns.find(|column| !matches!(far(remotes, query, *column), Ok(None)))
    }
}

/// Returns a server; `None` if it is gone.
fn server<'a>(oid: Oid) -> Option<&'a pg_sys::ForeignServer> {
    // SAFETY: a catalog lookup, which returns a new structure, or null.
    unsafe { pg_sys::GetForeignServerExtended(oid, pg_sys::FSV_MISSING_OK as u16).as_ref() }
}

/// Returns an option of a server or a table.
fn option(options: *mut List, name: &CStr) -> Option<*mut pg_sys::DefElem> {
    // SAFETY: a list of options, whose names are zero-terminated.
    unsafe { items(options).find(|option: &*mut pg_sys::DefElem| CStr::from_ptr((**option).defname) == name) }
}

/// Returns whether a server is one of postgres_fdw.
fn is_of_postgres_fdw(server: &pg_sys::ForeignServer) -> bool {
    let missing_ok = pg_sys::FDW_MISSING_OK as u16;
    // SAFETY: a catalog lookup, which returns a new structure, or null.
    let wrapper = unsafe { pg_sys::GetForeignDataWrapperExtended(server.fdwid, missing_ok).as_ref() };
    wrapper.is_some_and(|wrapper| function_name(wrapper.fdwhandler) == Some(c"postgres_fdw_handler"))
}

/// Returns an identifier without the quotes around it.
fn unquoted(name: &[u8]) -> &[u8] {
    match name {
        [b'"', name @ .., b'"'] => name,
        name => name,
    }
}
