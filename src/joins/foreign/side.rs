//! The side of a join whose keys are collected, and the queries of its keys.

use super::condition::{Table, alone};
use super::remote::{Remote, Remotes};
use super::{MOST_WEIGHT, Reason};
use crate::pg::nodes::{conjuncts, copy_of, items, list_of, new_node, query_of};
use crate::pg::range_table::{column, entry, has_children, single_table};
use crate::pg::version;
use pgrx::pg_sys::{self, Node, NodeTag, Oid, ParamListInfo, Query, RTEKind};
use std::rc::Rc;

const COMPUTED: Reason = "the other key is computed";
const POLICY: Reason = "a row-level security policy of the other side may fail";

/// The side of a join whose keys are collected.
pub struct Side {
    pub query: *mut Query,
    pub key: *mut Node,
    /// Conditions of its table that the joined rows meet.
    pub conditions: Vec<*mut Node>,
}

/// Which rows of a [`Side`] a query selects.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Rows {
    /// The keys of the rows that meet the conditions.
    Wanted,
    /// The same, each once.
    Distinct,
    /// Each key of all rows once. Of tables with partitions these are the keys that are wanted, because the planner locks
    /// the partitions that the conditions do not exclude.
    AllDistinct,
}

impl Side {
    /// Makes a query of the keys.
    pub unsafe fn keys(&self, rows: Rows) -> Result<*mut Query, Reason> {
        // SAFETY: the caller guarantees the expressions; the rest are new nodes and copies.
        unsafe {
            let number = column(self.query, self.key).ok_or(COMPUTED)?.entry;
            let key = alone(self.query, number, self.key).ok_or(COMPUTED)?;
            let table = entry(self.query, number).ok_or("the other side is not a table")?;
            let table = copy_of(std::ptr::from_ref(table).cast_mut());
            let policies = &mut (*table).securityQuals;
            for n in 0..pg_sys::list_length(*policies) {
                let policy =
                    alone(self.query, number, pg_sys::list_nth(*policies, n).cast()).ok_or(POLICY)?;
                (*(**policies).elements.add(n as usize)).ptr_value = policy.cast();
            }

            let query = query_of(table);
            query.hasRowSecurity = (*self.query).hasRowSecurity;
            version::copy_permissions(self.query, table, query);
            if rows != Rows::AllDistinct || has_children(&*table) {
                let quals = &raw mut (*query.jointree).quals;
                for condition in self.conditions.iter().filter_map(|one| alone(self.query, number, *one)) {
                    *quals = pg_sys::make_and_qual(*quals, condition);
                }
            }
            query.targetList = list_of([target(key, 1)]);
            if matches!(rows, Rows::Distinct | Rows::AllDistinct) {
                distinct(query, pg_sys::exprType(key));
            }
            Ok(query)
        }
    }
}

/// Makes a column of a result.
pub unsafe fn target(expression: *mut Node, number: i16) -> *mut pg_sys::TargetEntry {
    // SAFETY: the caller guarantees the expression; the name is copied.
    unsafe { pg_sys::makeTargetEntry(expression.cast(), number, pg_sys::pstrdup(c"key".as_ptr()), false) }
}

/// Makes a query of one column return each value once.
///
/// # Safety
/// `query` must have one column, of this type.
unsafe fn distinct(query: &mut Query, of: Oid) {
    // SAFETY: the caller guarantees the column.
    unsafe {
        let (mut less, mut equal, mut hashable) = (Oid::INVALID, Oid::INVALID, false);
        let none = std::ptr::null_mut();
        pg_sys::get_sort_group_operators(
            of,
            true,
            true,
            false,
            &raw mut less,
            &raw mut equal,
            none,
            &raw mut hashable,
        );
        let clause = new_node::<pg_sys::SortGroupClause>(NodeTag::T_SortGroupClause);
        clause.tleSortGroupRef = 1;
        (clause.eqop, clause.sortop, clause.hashable) = (equal, less, hashable);
        (*pg_sys::list_nth(query.targetList, 0).cast::<pg_sys::TargetEntry>()).ressortgroupref = 1;
        query.distinctClause = list_of([clause as *mut pg_sys::SortGroupClause]);
    }
}

/// Checks that a table can be read once more, with the same rows and the rights of the current user: a relation, or a
/// subquery of one with conditions that cannot fail. Returns its remote tables.
pub unsafe fn check_repeatable(
    query: *mut Query,
    number: i32,
    remotes: &Remotes,
    parameters: ParamListInfo,
) -> Result<Rc<Remote>, Reason> {
    // SAFETY: the caller guarantees the query; a subquery is a parse tree.
    unsafe {
        let table = entry(query, number).ok_or("the other side is not a table")?;
        if table.lateral {
            return Err("the other side is LATERAL");
        }
        match table.rtekind {
            RTEKind::RTE_RELATION => {
                let role = version::reads_as(query, std::ptr::from_ref(table).cast_mut());
                if role != Oid::INVALID && role != pg_sys::GetUserId() {
                    return Err("the other side is read with the rights of another role");
                }
                if !table.tablesample.is_null() {
                    return Err("the other side is sampled");
                }
                let kinds = [
                    pg_sys::RELKIND_RELATION,
                    pg_sys::RELKIND_PARTITIONED_TABLE,
                    pg_sys::RELKIND_MATVIEW,
                    pg_sys::RELKIND_FOREIGN_TABLE,
                ];
                if !kinds.contains(&(table.relkind as u8)) {
                    return Err("the other side is not a table");
                }
                let remote = remotes
                    .of(table)
                    .ok_or("the other side has a foreign table that is not one of postgres_fdw")?;
                let policies = items::<Node>(table.securityQuals).flat_map(|policy| conjuncts(policy));
                for policy in policies {
                    Table { query, number, parameters }.weight(policy).ok_or(POLICY)?;
                }
                Ok(remote)
            }
            RTEKind::RTE_SUBQUERY => {
                if table.security_barrier {
                    return Err("the other side is behind a security barrier");
                }
                let inside = table.subquery;
                let own = single_table(inside).ok_or("the other side is not one table")?;
                let remote = check_repeatable(inside, own, remotes, parameters)?;
                let table = Table { query: inside, number: own, parameters };
                let mut left = MOST_WEIGHT;
                for condition in conjuncts((*(*inside).jointree).quals) {
                    let weight = table.weight(condition).ok_or("a condition of the other side may fail")?;
                    left = left.checked_sub(weight).ok_or("the other side has too many conditions")?;
                }
                Ok(remote)
            }
            _ => Err("the other side is not a table"),
        }
    }
}
