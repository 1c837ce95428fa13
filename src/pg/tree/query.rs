//! Queries: their range table, the columns of its entries, and what a column comes from.

use super::{Expr, Node, check_stack};
use pgrx::pg_sys::{self, Oid, Query, RTEKind, RangeTblEntry};

/// A column of a range table entry of a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RangeTableColumn {
    /// The number of the entry in the range table of the query.
    pub entry: i32,
    pub number: i16,
}

impl<'t> Node<'t, Query> {
    /// Returns an entry of the range table, by its number from 1 on.
    pub fn entry(self, number: i32) -> Option<Node<'t, RangeTblEntry>> {
        self.rtable().get(usize::try_from(number).ok()?.checked_sub(1)?)
    }

    /// Returns the conditions of WHERE and of the inner joins at the top of FROM.
    pub fn quals(self) -> Option<Expr<'t>> {
        self.jointree()?.quals()
    }

    /// Returns whether the query, or one of its subqueries in FROM and WITH, has a table for which `is_sought` is
    /// true, or whether one has a subquery in an expression, which is not looked into.
    pub fn mentions(self, is_sought: fn(&RangeTblEntry) -> bool) -> bool {
        check_stack();
        let in_tables = self.rtable().iter().any(|table| {
            pgrx::check_for_interrupts!();
            match table.rtekind {
                RTEKind::RTE_RELATION => is_sought(&table),
                RTEKind::RTE_SUBQUERY => table.subquery().is_some_and(|inside| inside.mentions(is_sought)),
                _ => false,
            }
        });
        let in_ctes = || {
            let mut queries = self.cte_list().iter().filter_map(Node::ctequery);
            queries.any(|inside| inside.mentions(is_sought))
        };
        in_tables || self.hasSubLinks || in_ctes()
    }

    /// Returns the column that an expression is, beneath changes of the type's name and the names of joins.
    pub fn column(self, expression: Expr<'t>) -> Option<RangeTableColumn> {
        let mut var = expression.column()?;
        loop {
            let table = self.entry(var.varno)?;
            if var.varlevelsup != 0 || var.varattno <= 0 {
                return None;
            }
            if table.rtekind != RTEKind::RTE_JOIN {
                return Some(RangeTableColumn { entry: var.varno, number: var.varattno });
            }
            // A join has an expression for each of its columns.
            var = table.joinaliasvars().get(usize::try_from(var.varattno).ok()? - 1)?.is()?;
        }
    }

    /// Returns the expression of a column of the query's result.
    pub fn output(self, number: i16) -> Option<Expr<'t>> {
        let all = self.target_list();
        let usual = usize::try_from(number - 1).ok().and_then(|place| all.get(place)); // where it usually is
        let found = usual.filter(|target| target.resno == number);
        found.or_else(|| all.iter().find(|target| target.resno == number))?.expr()
    }

    /// Returns whether the query only joins, selects and projects, so that a condition on its rows is one on its
    /// tables.
    pub fn is_plain(self) -> bool {
        self.commandType == pg_sys::CmdType::CMD_SELECT
            && !self.hasAggs
            && !self.hasWindowFuncs
            && !self.hasTargetSRFs
            && self.groupClause.is_null()
            && self.groupingSets.is_null()
            && self.havingQual.is_null()
            && self.distinctClause.is_null()
            && self.limitCount.is_null()
            && self.limitOffset.is_null()
            && self.setOperations.is_null()
            && self.cteList.is_null()
            && self.rowMarks.is_null()
            && !self.jointree.is_null()
    }

    /// Returns the only table of a query that only selects from it.
    pub fn single_table(self) -> Option<i32> {
        if self.is_plain() { self.jointree()?.only_table() } else { None }
    }

    /// Returns whether a table, or the only one that a subquery reads, is a foreign table itself.
    pub fn is_foreign(self, number: i32) -> bool {
        self.entry(number).is_some_and(|table| match table.subquery() {
            Some(inside) => inside.single_table().is_some_and(|number| inside.is_foreign(number)),
            None => table.relkind as u8 == pg_sys::RELKIND_FOREIGN_TABLE,
        })
    }

    /// Returns whether a column of a table is stored, and is not computed when it is read.
    pub fn is_stored(self, column: RangeTableColumn) -> bool {
        let Some(table) = self.entry(column.entry) else { return false };
        match (table.rtekind, table.subquery()) {
            (RTEKind::RTE_RELATION, _) => {
                // SAFETY: a catalog lookup.
                unsafe { pg_sys::get_attgenerated(table.relid, column.number) as u8 != b'v' }
            }
            (RTEKind::RTE_SUBQUERY, Some(inside)) => {
                let own = inside.output(column.number).and_then(|expression| inside.column(expression));
                own.is_some_and(|column| inside.is_stored(column))
            }
            _ => false,
        }
    }
}

impl Node<'_, pg_sys::FromExpr> {
    /// Returns the only table in FROM.
    pub fn only_table(self) -> Option<i32> {
        let parts = self.fromlist();
        let only = parts.get(0).filter(|_| parts.len() == 1)?;
        only.is::<pg_sys::RangeTblRef>().map(|table| table.rtindex)
    }
}

impl Node<'_, RangeTblEntry> {
    /// Returns whether a table, or one that a subquery reads, may have partitions.
    pub fn has_children(self) -> bool {
        match (self.rtekind, self.subquery()) {
            // SAFETY: a catalog lookup.
            (RTEKind::RTE_RELATION, _) => unsafe { pg_sys::has_subclass(self.relid) },
            (RTEKind::RTE_SUBQUERY, Some(inside)) => inside.rtable().iter().any(|table| table.has_children()),
            _ => false,
        }
    }

    /// Returns the OID of the relation; an invalid one if the entry is none.
    pub fn relation(self) -> Oid {
        self.relid
    }
}

/// Returns whether a part of FROM has a table; false if there is no such part.
pub fn contains(part: Option<Expr<'_>>, number: i32) -> bool {
    let mut open: Vec<_> = part.into_iter().collect();
    while let Some(node) = open.pop() {
        if let Some(table) = node.is::<pg_sys::RangeTblRef>() {
            if table.rtindex == number {
                return true;
            }
        } else if let Some(join) = node.is::<pg_sys::JoinExpr>() {
            open.extend([join.larg(), join.rarg()].into_iter().flatten());
        } else if let Some(from) = node.is::<pg_sys::FromExpr>() {
            open.extend(from.fromlist().iter());
        }
    }
    false
}
