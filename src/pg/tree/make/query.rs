//! New queries, and conditions that a query gets.

use super::expr::{list_of, made, string};
use super::{copy_of, list, node};
use crate::pg::catalog::may_read;
use crate::pg::parameters::Parameters;
use crate::pg::tree::query::Quals;
use crate::pg::tree::{Expr, Node};
use crate::pg::version;
use pgrx::pg_sys::{self, FromExpr, Oid, Plan, Query, RangeTblEntry, SubLinkType, TargetEntry};
use std::ffi::CStr;

/// Adds a condition to those of a place of a query.
pub fn add_condition<'t>(query: Node<'t, Query>, quals: Quals<'t>, condition: Expr<'t>) {
    // SAFETY: the tree is the hook's own.
    unsafe {
        let place = match quals {
            Quals::Where(from) => &raw mut (*from.as_ptr()).quals,
            Quals::On(join) => &raw mut (*join.as_ptr()).quals,
        };
        *place = pg_sys::make_and_qual(*place, condition.as_ptr());
        (*query.as_ptr()).hasSubLinks |= pg_sys::checkExprHasSubLink(condition.as_ptr());
    }
}

/// Returns a query without the conditions of WHERE. What else it has, it shares with the query.
pub fn without_where(query: Node<'_, Query>) -> Node<'_, Query> {
    let (copy, from) = (node::<Query>(), node::<FromExpr>());
    *copy = *query;
    if let Some(old) = query.jointree() {
        *from = FromExpr { quals: std::ptr::null_mut(), ..*old };
        copy.jointree = from;
    }
    // SAFETY: complete nodes.
    unsafe { made(std::ptr::from_mut(copy)) }
}

fn take_permissions(query: Node<'_, Query>) -> bool {
    query.rtable().iter().all(|table| {
        // SAFETY: the query and its parts are new, and the columns are those of its entry.
        unsafe {
            let may_read = version::permissions(query.as_ptr(), table.as_ptr())
                .is_none_or(|required| may_read(table.relid, required));
            version::require_nothing(query.as_ptr(), table.as_ptr());
            may_read && table.subquery().is_none_or(take_permissions)
        }
    })
}

/// A query of one table and one column that is being made. Nobody else has it before it becomes a subquery or
/// is planned.
#[derive(Debug)]
pub struct NewQuery<'t> {
    query: Node<'t, Query>,
    target: Node<'t, TargetEntry>,
}

impl<'t> NewQuery<'t> {
    /// Makes a query of a table, which returns an expression under a name.
    fn of(table: &'t mut RangeTblEntry, result: Expr<'t>, name: &CStr) -> Self {
        table.inFromCl = true;
        let from = node::<pg_sys::RangeTblRef>();
        from.rtindex = 1;
        let query = node::<Query>();
        query.commandType = pg_sys::CmdType::CMD_SELECT;
        query.canSetTag = true;
        query.rtable = list([std::ptr::from_mut(table)]);
        // SAFETY: new nodes.
        unsafe {
            query.jointree = pg_sys::makeFromExpr(list([std::ptr::from_mut(from)]), std::ptr::null_mut());
            let name = pg_sys::pstrdup(name.as_ptr());
            let target = pg_sys::makeTargetEntry(result.as_ptr().cast(), 1, name, false);
            query.targetList = list([target]);
            Self { query: made(std::ptr::from_mut(query)), target: made(target) }
        }
    }

    /// Makes a query of a copy of a table of another query, with the same rights. The policies and the result are
    /// expressions for a query of this table [`alone`](super::alone).
    pub fn of_copy(
        query: Node<'t, Query>,
        table: Node<'t, RangeTblEntry>,
        policies: &[Expr<'t>],
        result: Expr<'t>,
        name: &CStr,
    ) -> Self {
        // SAFETY: the copy belongs to this function, and then to the new query.
        unsafe {
            let copy = copy_of(table).as_ptr();
            (*copy).securityQuals = list_of(policies);
            let new = Self::of(&mut *copy, result, name);
            (*new.query.as_ptr()).hasRowSecurity = query.hasRowSecurity;
            version::copy_permissions(query.as_ptr(), copy, new.query.as_ptr());
            new
        }
    }

    /// Returns whether the role may read what the query reads, so that no estimate tells of a table that it must not
    /// read. Then requires no permission: the executor is to check the original of each copy only, as extensions such
    /// as pgaudit log each check.
    pub fn take_permissions(&self) -> bool {
        take_permissions(self.query)
    }

    /// Makes a query that reads the rows of this one, under these names, and returns its column.
    pub fn reading(self, name: &CStr, column: &CStr) -> Self {
        let result = self.result();
        let table = node::<RangeTblEntry>();
        table.rtekind = pg_sys::RTEKind::RTE_SUBQUERY;
        table.subquery = self.query.as_ptr();
        // SAFETY: new nodes; the names are copied.
        unsafe {
            table.alias = pg_sys::makeAlias(name.as_ptr(), std::ptr::null_mut());
            table.eref = pg_sys::makeAlias(name.as_ptr(), list([string(column)]));
            let key = pg_sys::makeVar(1, 1, result.type_of(), -1, result.collation(), 0);
            Self::of(table, made(key), column)
        }
    }

    /// Returns the expression that the query returns.
    pub fn result(&self) -> Expr<'t> {
        // SAFETY: a target that is made here has an expression.
        unsafe { made(self.target.expr) }
    }

    /// Has the query return another expression.
    pub fn returning(self, result: Expr<'t>) -> Self {
        // SAFETY: the query belongs to this value.
        unsafe {
            (*self.target.as_ptr()).expr = result.as_ptr().cast();
            let query = &mut *self.query.as_ptr();
            query.hasAggs |= pg_sys::contain_aggs_of_level(result.as_ptr(), 0);
            query.hasSubLinks |= pg_sys::checkExprHasSubLink(result.as_ptr());
        }
        self
    }

    pub fn add_condition(&mut self, condition: Expr<'t>) {
        if let Some(from) = self.query.jointree() {
            add_condition(self.query, Quals::Where(from), condition);
        }
    }

    /// Has the query return each value once.
    pub fn distinct(self) -> Self {
        let (mut less, mut equal, mut hashable) = (Oid::INVALID, Oid::INVALID, false);
        let (of, none) = (self.result().type_of(), std::ptr::null_mut());
        let clause = node::<pg_sys::SortGroupClause>();
        clause.tleSortGroupRef = 1;
        // SAFETY: a catalog lookup; the query belongs to this value.
        unsafe {
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
            (clause.eqop, clause.sortop, clause.hashable) = (equal, less, hashable);
            (*self.target.as_ptr()).ressortgroupref = 1;
            (*self.query.as_ptr()).distinctClause = list([std::ptr::from_mut(clause)]);
        }
        self
    }

    /// Has the query return so many rows at most.
    pub fn limit(self, most: i64) -> Self {
        // SAFETY: the query belongs to this value.
        unsafe {
            let query = &mut *self.query.as_ptr();
            query.limitCount = super::bigint(most).as_ptr();
            query.limitOption = pg_sys::LimitOption::LIMIT_OPTION_COUNT;
        }
        self
    }

    /// Makes the subquery `(SELECT ...)`, of one row at most.
    pub fn into_value(self) -> Expr<'t> {
        self.sublink(SubLinkType::EXPR_SUBLINK)
    }

    /// Makes the subquery `ARRAY(SELECT ...)`.
    pub fn into_array(self) -> Expr<'t> {
        self.sublink(SubLinkType::ARRAY_SUBLINK)
    }

    fn sublink(self, kind: SubLinkType::Type) -> Expr<'t> {
        let link = node::<pg_sys::SubLink>();
        link.subLinkType = kind;
        link.subselect = self.query.as_ptr().cast();
        link.location = -1;
        // SAFETY: a complete node.
        unsafe { made(std::ptr::from_mut(link)) }
    }

    /// Plans the query by PostgreSQL's own planner, and returns the plan's top.
    pub fn plan(self, parameters: Parameters<'_>) -> Node<'t, Plan> {
        // SAFETY: the query is this value's own, so that the planner may change it; each plan has a top.
        unsafe { made((*version::plan_alone(self.query.as_ptr(), parameters.as_ptr())).planTree) }
    }
}
