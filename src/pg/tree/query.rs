//! Queries: their range table, the columns of its entries, and what a column comes from.

use super::{Expr, Node, check_stack};
use crate::pg::{catalog, version};
use pgrx::pg_sys::{self, FromExpr, JoinExpr, Oid, Query, RTEKind, RangeTblEntry};

/// A column of a range table entry of a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RangeTableColumn {
    /// The number of the entry in the range table of the query.
    pub entry: i32,
    pub number: i16,
}

/// A place of a query where conditions stand, joined by AND.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Quals<'t> {
    Where(Node<'t, FromExpr>),
    On(Node<'t, JoinExpr>),
}

impl<'t> Quals<'t> {
    pub fn condition(self) -> Option<Expr<'t>> {
        match self {
            Self::Where(from) => from.quals(),
            Self::On(join) => join.quals(),
        }
    }

    /// Returns the conditions, in their order.
    pub fn conjuncts(self) -> Vec<Expr<'t>> {
        self.condition().map_or(Vec::new(), Expr::conjuncts)
    }
}

impl<'t> Node<'t, Query> {
    /// Returns an entry of the range table, by its number from 1 on.
    pub fn entry(self, number: i32) -> Option<Node<'t, RangeTblEntry>> {
        self.rtable().get(usize::try_from(number).ok()?.checked_sub(1)?)
    }

    /// Returns the conditions of WHERE.
    pub fn conjuncts(self) -> Vec<Expr<'t>> {
        self.jointree().map_or(Vec::new(), |from| Quals::Where(from).conjuncts())
    }

    /// Returns whether the query, or one of its subqueries in FROM and WITH, has a table for which
    /// `is_sought` is true, or whether one has a subquery in an expression, which is not looked into.
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

    /// Returns whether the query only joins, selects and projects, so that a condition on its rows is one on
    /// its tables.
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

    /// Returns whether a table, or the only one that a subquery reads, is a foreign table and no other.
    pub fn is_foreign(self, number: i32) -> bool {
        self.entry(number).is_some_and(|table| match table.subquery() {
            Some(inside) => inside.single_table().is_some_and(|number| inside.is_foreign(number)),
            None => table.is_only_foreign(),
        })
    }

    /// Returns whether a column of a table is stored, and is not computed when it is read.
    pub fn is_stored(self, column: RangeTableColumn) -> bool {
        let Some(table) = self.entry(column.entry) else { return false };
        match (table.rtekind, table.subquery()) {
            (RTEKind::RTE_RELATION, _) => !catalog::is_virtual(table.relid, column.number),
            (RTEKind::RTE_SUBQUERY, Some(inside)) => {
                let own = inside.output(column.number).and_then(|expression| inside.column(expression));
                own.is_some_and(|column| inside.is_stored(column))
            }
            _ => false,
        }
    }

    /// Returns the role with whose rights the query reads a table; the invalid OID is the current user.
    pub fn reads_as(self, table: Node<'t, RangeTblEntry>) -> Oid {
        // SAFETY: nodes of a query; an entry that is of another one is an error.
        unsafe { version::reads_as(self.as_ptr(), table.as_ptr()) }
    }
}

impl Node<'_, FromExpr> {
    /// Returns the only table in FROM.
    pub fn only_table(self) -> Option<i32> {
        let parts = self.fromlist();
        let only = parts.get(0).filter(|_| parts.len() == 1)?;
        only.is::<pg_sys::RangeTblRef>().map(|table| table.rtindex)
    }
}

impl Node<'_, RangeTblEntry> {
    /// Returns whether a relation is a foreign table.
    pub fn is_foreign(self) -> bool {
        self.relkind as u8 == pg_sys::RELKIND_FOREIGN_TABLE
    }

    /// Returns whether a relation is a foreign table from which none inherits.
    pub fn is_only_foreign(self) -> bool {
        self.is_foreign() && !self.has_children()
    }

    /// Returns whether a table, or one that a subquery reads, may have partitions.
    pub fn has_children(self) -> bool {
        match (self.rtekind, self.subquery()) {
            (RTEKind::RTE_RELATION, _) => catalog::has_subclass(self.relid),
            (RTEKind::RTE_SUBQUERY, Some(inside)) => inside.rtable().iter().any(|table| table.has_children()),
            _ => false,
        }
    }

    /// Returns whether what is read calls a volatile function.
    pub fn is_volatile(self) -> bool {
        let parts = [self.subquery().map(Node::any), self.tablefunc(), self.tablesample()];
        parts.into_iter().flatten().any(Expr::is_volatile)
            || self.functions().is_volatile()
            || self.values_lists().is_volatile()
            || self.security_quals().is_volatile()
    }
}

impl Expr<'_> {
    /// Returns whether a part of FROM has a table.
    pub fn has_table(self, number: i32) -> bool {
        let mut open = vec![self];
        while let Some(node) = open.pop() {
            if let Some(table) = node.is::<pg_sys::RangeTblRef>() {
                if table.rtindex == number {
                    return true;
                }
            } else if let Some(join) = node.is::<JoinExpr>() {
                open.extend([join.larg(), join.rarg()].into_iter().flatten());
            } else if let Some(from) = node.is::<FromExpr>() {
                open.extend(from.fromlist().iter());
            }
        }
        false
    }
}
