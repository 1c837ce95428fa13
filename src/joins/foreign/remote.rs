//! Remote tables, and their servers.

#![allow(clippy::disallowed_types)] // an ERROR that skips the RefCell skips its owner as well

use crate::joins::Reason;
use crate::pg::catalog::{
    EXTENSION, ForeignServer, ForeignTable, Options, counted_rows, has_subclass, inheritors,
    is_member_nosuper_of, is_superuser,
};
use crate::pg::tree::{Expr, Node};
use pgrx::pg_sys::{Oid, Query, RTEKind, RangeTblEntry};
use std::cell::RefCell;
use std::collections::HashMap;
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
pub struct Remotes(RefCell<Known>);

/// By the table, and whether its partitions are read.
type Known = HashMap<(Oid, bool), Option<Rc<Remote>>>;

impl Remotes {
    /// Returns the remote tables of a relation, which the query has locked; `None` if one is not of
    /// postgres_fdw. What another wrapper reads, such as a file, may change between two scans.
    pub fn of(&self, table: Node<'_, RangeTblEntry>) -> Option<Rc<Remote>> {
        let mut known = self.0.borrow_mut();
        let found = || Remote::of(table).map(Rc::new);
        known.entry((table.relid, table.inh)).or_insert_with(found).clone()
    }
}

impl Remote {
    /// The partitions are not locked, as the query may not read them, so they may be gone.
    fn of(table: Node<'_, RangeTblEntry>) -> Option<Self> {
        let mut remote = Self::default();
        let tables = if table.inh && has_subclass(table.relid) {
            inheritors(table.relid) // a foreign table may have children, too
        } else if table.is_foreign() {
            vec![table.relid]
        } else {
            Vec::new()
        };
        for table in tables {
            pgrx::check_for_interrupts!();
            let Some(table) = ForeignTable::find(table) else { continue };
            let server = ForeignServer::find(table.server).filter(is_of_postgres_fdw)?;
            let asks = |options: Options| options.boolean(c"use_remote_estimate");
            remote.is_asked |= asks(table.options).or_else(|| asks(server.options)).unwrap_or(false);
            if !remote.servers.contains(&server.oid) {
                remote.servers.push(server.oid);
            }
        }
        Some(remote)
    }

    /// Returns whether all servers have this extension, by their option `extensions`.
    pub fn have_extension(&self) -> bool {
        self.servers.iter().all(|oid| {
            let listed = ForeignServer::find(*oid).and_then(|server| server.options.text(c"extensions"));
            listed.is_some_and(|listed| {
                let mut names = listed.split(|byte| *byte == b',');
                names.any(|name| unquoted(name.trim_ascii()) == EXTENSION.to_bytes())
            })
        })
    }

    /// Returns whether all servers belong to a superuser, or to the current user or a role that it is a
    /// member of. Whoever owns a server decides where it is, so sees the keys that are sent to it.
    pub fn are_trusted(&self) -> bool {
        self.servers.iter().all(|oid| {
            ForeignServer::find(*oid)
                .is_some_and(|server| is_superuser(server.owner) || is_member_nosuper_of(server.owner))
        })
    }
}

/// A remote table, or a partitioned table with remote partitions.
#[derive(Debug)]
pub struct Far {
    pub remote: Rc<Remote>,
    table: Oid,
    /// Whether it is a foreign table from which none inherits.
    is_alone: bool,
}

impl Far {
    /// Returns the most rows that the planner can expect, if that is known without planning.
    pub fn most_rows(&self) -> Option<f64> {
        (self.is_alone && !self.remote.is_asked).then(|| counted_rows(self.table))
    }
}

/// Returns the remote tables that a column comes from; `None` if it does not come from remote tables.
pub fn far<'t>(
    remotes: &Remotes,
    query: Node<'t, Query>,
    expression: Expr<'t>,
) -> Result<Option<Far>, Reason> {
    let Some(column) = query.column(expression) else { return Ok(None) };
    let Some(table) = query.entry(column.entry) else { return Ok(None) };
    match (table.rtekind, table.subquery()) {
        (RTEKind::RTE_RELATION, _) => {
            let remote = remotes.of(table).ok_or("the foreign table is not one of postgres_fdw")?;
            if remote.servers.is_empty() {
                return Ok(None);
            }
            if !table.security_quals().is_empty() {
                return Err("the remote table has row-level security".into());
            }
            if table.tablesample().is_some() {
                return Err("the remote table is sampled".into());
            }
            Ok(Some(Far { remote, table: table.relid, is_alone: table.is_only_foreign() }))
        }
        (RTEKind::RTE_SUBQUERY, Some(inside)) => {
            let Some(key) = inside.output(column.number) else { return Ok(None) };
            let Some(far) = far(remotes, inside, key)? else { return Ok(None) };
            if table.security_barrier {
                return Err("the remote table is behind a security barrier".into());
            }
            if table.lateral {
                return Err("the remote table is in a LATERAL subquery".into());
            }
            if !inside.is_plain() {
                return Err("the remote table is in a subquery that does more than join".into());
            }
            Ok(Some(far))
        }
        _ => Ok(None),
    }
}

/// Returns a column in an expression that comes from a remote table.
pub fn remote_column<'t>(
    remotes: &Remotes,
    query: Node<'t, Query>,
    expression: Expr<'t>,
) -> Option<Expr<'t>> {
    let mut columns = expression.columns().map(Node::any);
    columns.find(|column| !matches!(far(remotes, query, *column), Ok(None)))
}

/// Returns whether a server is one of postgres_fdw.
fn is_of_postgres_fdw(server: &ForeignServer) -> bool {
    server.handler() == Some(c"postgres_fdw_handler")
}

/// Returns an identifier without the quotes around it.
fn unquoted(name: &[u8]) -> &[u8] {
    match name {
        [b'"', name @ .., b'"'] => name,
        name => name,
    }
}
