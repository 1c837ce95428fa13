//! The range table of a query: its tables, their columns, and what a column comes from.
//!
//! The unsafe functions have one precondition: queries are parse trees that outlive the result, and entries, expressions and parts
//! of FROM are those of their query.

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

/// Returns whether a query, which may be null, or one of its subqueries in FROM and WITH has a table for which `is_sought` is true,
/// or whether one has a subquery in an expression, which is not looked into.
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

/// Returns the expression of a column of a subquery.
pub unsafe fn output(query: *mut Query, number: i16) -> Option<*mut Node> {
    // SAFETY: the caller guarantees the query, whose target list holds target entries.
    unsafe {
        let all = (*query).targetList;
        let at = i32::from(number) - 1; // where it usually is
        let usual = (at >= 0 && at < pg_sys::list_length(all))
            .then(|| pg_sys::list_nth(all, at).cast::<pg_sys::TargetEntry>())
            .filter(|target| (**target).resno == number);
        let found =
            usual.or_else(|| items::<pg_sys::TargetEntry>(all).find(|target| (**target).resno == number));
        found.map(|target| (*target).expr.cast())
    }
}

/// Returns whether a part of FROM has a table; false if it is null.
pub unsafe fn contains(part: *mut Node, number: i32) -> bool {
    let mut open = vec![part];
    while let Some(node) = open.pop() {
        // SAFETY: the caller guarantees the join tree.
        unsafe {
            if let Some(table) = node_as::<pg_sys::RangeTblRef>(node, NodeTag::T_RangeTblRef) {
                if table.rtindex == number {
                    return true;
                }
            } else if let Some(join) = node_as::<pg_sys::JoinExpr>(node, NodeTag::T_JoinExpr) {
                open.extend([join.larg, join.rarg]);
            } else if let Some(from) = node_as::<pg_sys::FromExpr>(node, NodeTag::T_FromExpr) {
                open.extend(items::<Node>(from.fromlist));
            }
        }
    }
    false
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

/// Returns the only table of a query that only selects from it.
pub unsafe fn single_table(query: *mut Query) -> Option<i32> {
    // SAFETY: the caller guarantees the query.
    unsafe { if is_plain(query) { only_table((*query).jointree) } else { None } }
}

/// Returns the only table in FROM.
pub unsafe fn only_table(from: *mut pg_sys::FromExpr) -> Option<i32> {
    // SAFETY: the caller guarantees the node.
    unsafe {
        let mut parts = items::<Node>((*from).fromlist);
        let only = parts.next().filter(|_| parts.next().is_none())?;
        node_as::<pg_sys::RangeTblRef>(only, NodeTag::T_RangeTblRef).map(|table| table.rtindex)
    }
}

/// Returns whether a table, or one that a subquery reads, may have partitions.
pub unsafe fn has_children(table: &RangeTblEntry) -> bool {
    // SAFETY: the caller guarantees the entry; a subquery is a parse tree.
    unsafe {
        match table.rtekind {
            RTEKind::RTE_RELATION => pg_sys::has_subclass(table.relid),
            RTEKind::RTE_SUBQUERY => {
                items::<RangeTblEntry>((*table.subquery).rtable).any(|table| has_children(&*table))
            }
            _ => false,
        }
    }
}

/// Returns whether a table, or the only one that a subquery reads, is a foreign table itself.
pub unsafe fn is_foreign(query: *mut Query, number: i32) -> bool {
    // SAFETY: the caller guarantees the query; a subquery is a parse tree.
    unsafe {
        entry(query, number).is_some_and(|table| match table.rtekind {
            RTEKind::RTE_SUBQUERY => {
                single_table(table.subquery).is_some_and(|number| is_foreign(table.subquery, number))
            }
            _ => table.relkind as u8 == pg_sys::RELKIND_FOREIGN_TABLE,
        })
    }
}

/// Returns whether a column of a table is stored, and is not computed when it is read.
pub unsafe fn is_stored(query: *mut Query, column: RangeTableColumn) -> bool {
    // SAFETY: the caller guarantees the query; a subquery is a parse tree.
    unsafe {
        match entry(query, column.entry) {
            Some(table) if table.rtekind == RTEKind::RTE_RELATION => {
                pg_sys::get_attgenerated(table.relid, column.number) as u8 != b'v'
            }
            Some(table) if table.rtekind == RTEKind::RTE_SUBQUERY => output(table.subquery, column.number)
                .and_then(|expression| self::column(table.subquery, expression))
                .is_some_and(|column| is_stored(table.subquery, column)),
            _ => false,
        }
    }
}
