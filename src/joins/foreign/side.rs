//! The side of a join whose keys are collected, and the queries of its keys.

use super::MOST_WEIGHT;
use super::condition::{OneTable, alone};
use super::remote::{Remote, Remotes};
use crate::joins::Reason;
use crate::pg::catalog::current_user;
use crate::pg::parameters::Parameters;
use crate::pg::tree::make::NewQuery;
use crate::pg::tree::{Expr, Node};
use pgrx::pg_sys::{self, Oid, Query, RTEKind};
use std::ffi::CStr;
use std::rc::Rc;

/// The name of the keys in EXPLAIN.
pub const KEY: &CStr = c"key";

const COMPUTED: &str = "the other key is computed";
const POLICY: &str = "a row-level security policy of the other side may fail";

/// The side of a join whose keys are collected.
pub struct Side<'t> {
    pub query: Node<'t, Query>,
    pub key: Expr<'t>,
    /// Conditions of its table that the joined rows meet.
    pub conditions: Vec<Expr<'t>>,
}

/// Which rows of a [`Side`] a query selects.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Rows {
    /// The keys of the rows that meet the conditions.
    Wanted,
    /// The same, each once.
    Distinct,
    /// Each key of all rows once. Of tables with partitions these are the keys that are wanted, because the
    /// planner locks the partitions that the conditions do not exclude.
    AllDistinct,
}

impl<'t> Side<'t> {
    /// Makes a query of the keys.
    pub fn keys(&self, rows: Rows) -> Result<NewQuery<'t>, Reason> {
        let number = self.query.column(self.key).ok_or(COMPUTED)?.entry;
        let alone = |expression| alone(self.query, number, expression);
        let key = alone(self.key).ok_or(COMPUTED)?;
        let table = self.query.entry(number).ok_or("the other side is not a table")?;
        let policies = table.security_quals().iter().map(alone).collect::<Option<Vec<_>>>().ok_or(POLICY)?;
        let mut keys = NewQuery::of_copy(self.query, table, &policies, key, KEY);
        if !keys.take_permissions() {
            return Err("the role must not read a table of the join".into());
        }
        if rows != Rows::AllDistinct || table.has_children() {
            for condition in self.conditions.iter().filter_map(|condition| alone(*condition)) {
                keys.add_condition(condition);
            }
        }
        Ok(if rows == Rows::Wanted { keys } else { keys.distinct() })
    }
}

/// Checks that a table can be read once more, with the same rows and the rights of the current user: a
/// relation, or a subquery of one with conditions that cannot fail. Returns its remote tables.
pub fn check_repeatable<'t>(
    query: Node<'t, Query>,
    number: i32,
    remotes: &Remotes,
    parameters: Parameters<'t>,
) -> Result<Rc<Remote>, Reason> {
    let table = query.entry(number).ok_or("the other side is not a table")?;
    if table.lateral {
        return Err("the other side is LATERAL".into());
    }
    match (table.rtekind, table.subquery()) {
        (RTEKind::RTE_RELATION, _) => {
            let role = query.reads_as(table);
            if role != Oid::INVALID && role != current_user() {
                return Err("the other side is read with the rights of another role".into());
            }
            if table.tablesample().is_some() {
                return Err("the other side is sampled".into());
            }
            let kinds = [
                pg_sys::RELKIND_RELATION,
                pg_sys::RELKIND_PARTITIONED_TABLE,
                pg_sys::RELKIND_MATVIEW,
                pg_sys::RELKIND_FOREIGN_TABLE,
            ];
            if !kinds.contains(&(table.relkind as u8)) {
                return Err("the other side is not a table".into());
            }
            let remote = remotes
                .of(table)
                .ok_or("the other side has a foreign table that is not one of postgres_fdw")?;
            for policy in table.security_quals().iter().flat_map(Expr::conjuncts) {
                OneTable { query, number, parameters }.weight(policy).ok_or(POLICY)?;
            }
            Ok(remote)
        }
        (RTEKind::RTE_SUBQUERY, Some(inside)) => {
            if table.security_barrier {
                return Err("the other side is behind a security barrier".into());
            }
            let own = inside.single_table().ok_or("the other side is not one table")?;
            let remote = check_repeatable(inside, own, remotes, parameters)?;
            let table = OneTable { query: inside, number: own, parameters };
            let mut left = MOST_WEIGHT;
            for condition in inside.conjuncts() {
                let weight = table.weight(condition).ok_or("a condition of the other side may fail")?;
                left = left.checked_sub(weight).ok_or("the other side has too many conditions")?;
            }
            Ok(remote)
        }
        _ => Err("the other side is not a table".into()),
    }
}
