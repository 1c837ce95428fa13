//! The range table of a query: its tables, their columns, and what a column comes from.
//!
//! The unsafe functions have one precondition: queries are parse trees that outlive the result, and entries,
//! expressions and parts of FROM are those of their query.

use crate::pg::catalog::check_stack;
use crate::pg::nodes::{items, node_as, nth, without_relabel};
use pgrx::pg_sys::{self, Node, NodeTag, Query, RTEKind, RangeTblEntry};

/// A column of a range table entry of a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RangeTableColumn {
    /// The number of the entry in the range table of the query.
    pub entry: i32,
    pub number: i16,
}

/// Returns an entry of the range table.
pub unsafe fn entry<'a>(query: *mut Query, number: i32) -> Option<&'a RangeTblEntry> {
    // SAFETY: the caller guarantees the query.
    unsafe {
        let before = usize::try_from(number).ok()?.checked_sub(1)?;
        nth::<RangeTblEntry>((*query).rtable, before).as_ref()
    }
}

/// Returns whether a query, which may be null, or one of its subqueries in FROM and WITH has a table for which
/// `is_sought` is true, or whether one has a subquery in an expression, which is not looked into.
pub unsafe fn mentions(query: *mut Query, is_sought: fn(&RangeTblEntry) -> bool) -> bool {
    // SAFETY: the caller guarantees the query, whose lists hold what their names say.
    unsafe {
        check_stack();
        let Some(query) = query.as_ref() else { return false };
        let in_tables = items::<RangeTblEntry>(query.rtable).any(|table| {
            pgrx::check_for_interrupts!();
            match (*table).rtekind {
                RTEKind::RTE_RELATION => is_sought(&*table),
                RTEKind::RTE_SUBQUERY => mentions((*table).subquery, is_sought),
                _ => false,
            }
        });
        in_tables
            || query.hasSubLinks
            || items::<pg_sys::CommonTableExpr>(query.cteList)
                .any(|cte| mentions((*cte).ctequery.cast(), is_sought))
    }
}

/// Returns the column that an expression is, beneath changes of the type's name and the names of joins.
pub unsafe fn column(query: *mut Query, expression: *mut Node) -> Option<RangeTableColumn> {
    // SAFETY: the caller guarantees the expression; a join has an expression for each of its columns.
    unsafe {
        let mut var = node_as::<pg_sys::Var>(without_relabel(expression), NodeTag::T_Var)?;
        loop {
            let table = entry(query, var.varno)?;
            if var.varlevelsup != 0 || var.varattno <= 0 {
                return None;
            }
            if table.rtekind != RTEKind::RTE_JOIN {
                return Some(RangeTableColumn { entry: var.varno, number: var.varattno });
            }
            let named = nth::<Node>(table.joinaliasvars, usize::try_from(var.varattno).ok()? - 1);
            var = node_as::<pg_sys::Var>(named, NodeTag::T_Var)?;
        }
    }
}

/// Returns whether a query only joins, selects and projects, so that a condition on its rows is one on its tables.
pub unsafe fn is_plain(query: *mut Query) -> bool {
    // SAFETY: the caller guarantees the query.
    let query = unsafe { &*query };
    query.commandType == pg_sys::CmdType::CMD_SELECT
        && !query.hasAggs
        && !query.hasWindowFuncs
        && !query.hasTargetSRFs
        && query.groupClause.is_null()
        && query.groupingSets.is_null()
        && query.havingQual.is_null()
        && query.distinctClause.is_null()
        && query.limitCount.is_null()
        && query.limitOffset.is_null()
        && query.setOperations.is_null()
        && query.cteList.is_null()
        && query.rowMarks.is_null()
        && !query.jointree.is_null()
}
