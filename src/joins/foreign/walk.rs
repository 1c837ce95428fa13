//! Finds the joins of a statement.
//!
//! A screen is a condition that follows from the conditions beside it: rows that meet `far.k = small.k` and the
//! conditions of `small` also meet `far.k = ANY (the keys of the rows of small that meet its conditions)`. So it is added
//! where the equality stands, and changes no answer there: not in WHERE, not in ON of inner and outer joins, not in the
//! subquery of IN or EXISTS. Where a condition may be evaluated early is up to the planner, which knows LIMIT, windows,
//! preserved sides and the rest.

use super::equality::{Equality, any_equality, exists_equalities};
use super::scope::Scope;
use crate::pg::nodes::{conjuncts, items, node_as, node_mut};
use crate::pg::range_table::{RangeTableColumn, column, contains, is_plain, only_table, single_table};
use pgrx::pg_sys::{self, CTEMaterialize, JoinType, Node, NodeTag, Oid, Query, RTEKind};
use std::collections::HashSet;
use std::ffi::CStr;
use std::rc::Rc;

/// One side of an equality.
#[derive(Clone)]
pub struct Key {
    pub query: *mut Query,
    pub key: *mut Node,
    /// The conditions that its table meets.
    pub scope: Rc<Scope>,
}

/// An equality of columns of two tables, of which the first may be remote.
pub struct Join {
    pub far: Key,
    pub small: Key,
    /// With the remote key on the left.
    pub equality: Equality,
    /// Where a screen is added.
    pub quals: *mut *mut Node,
    /// The part of FROM whose rows the conditions there discard, unless it is all of it; null for a full join's.
    pub part: Option<*mut Node>,
    /// Whether the planner certainly plans both tables.
    pub is_certain: bool,
}

/// A query, and what is known about its planning: the planner leaves out what no row needs, such as a subquery with
/// `WHERE false`, and whatever is wrong in there.
#[derive(Clone, Copy)]
struct Level {
    query: *mut Query,
    /// Whether it is certainly planned.
    is_certain: bool,
    /// Whether no condition around it reaches it.
    is_free: bool,
}

/// What makes two equalities the same: the place, the columns and the operator.
type Place = (*mut *mut Node, *mut Query, RangeTableColumn, *mut Query, RangeTableColumn, Oid, Oid);

#[derive(Default)]
struct Walk {
    /// Whether to look into WITH, any part of which may be read by any other part.
    has_ctes: bool,
    joins: Vec<Join>,
    found: HashSet<Place>,
}

/// Returns the joins of a statement, each once, without those in WITH unless `has_ctes`.
///
/// # Safety
/// `query` must be a parse tree that stays as it is while the result is used, except for what is added to its conditions.
pub unsafe fn joins(query: *mut Query, has_ctes: bool) -> Vec<Join> {
    let mut walk = Walk { has_ctes, ..Walk::default() };
    // SAFETY: the caller guarantees the query.
    unsafe { walk.level(Level { query, is_certain: true, is_free: true }) }
    walk.joins
}

impl Walk {
    /// Finds the joins of a query and of its subqueries.
    unsafe fn level(&mut self, level: Level) {
        // SAFETY: the caller guarantees the query, whose lists hold what their names say.
        unsafe {
            pg_sys::check_stack_depth();
            pgrx::check_for_interrupts!();
            let query = &*level.query;
            if !query.rowMarks.is_null() {
                return;
            }
            if !query.jointree.is_null() {
                self.region(level, query.jointree.cast(), Vec::new());
            }
            for (table, number) in items::<pg_sys::RangeTblEntry>(query.rtable).zip(1..) {
                if (*table).rtekind == RTEKind::RTE_SUBQUERY {
                    self.level(level.of_table(number, (*table).subquery));
                }
            }
            for cte in items::<pg_sys::CommonTableExpr>(query.cteList) {
                if self.has_ctes && !(*cte).cterecursive {
                    self.level(level.of_cte(&*cte));
                }
            }
        }
    }

    /// Finds the joins of a part of FROM. The conditions of its inner joins all hold at each of their places.
    unsafe fn region(&mut self, level: Level, part: *mut Node, above: Vec<(Rc<Scope>, Option<*mut Node>)>) {
        // SAFETY: the caller guarantees the join tree.
        unsafe {
            pg_sys::check_stack_depth();
            let (mut places, mut outer, mut open) = (Vec::<*mut *mut Node>::new(), Vec::new(), vec![part]);
            while let Some(node) = open.pop() {
                pgrx::check_for_interrupts!();
                if let Some(from) = node_mut::<pg_sys::FromExpr>(node, NodeTag::T_FromExpr) {
                    places.push(&raw mut from.quals);
                    open.extend(items::<Node>(from.fromlist).rev());
                } else if let Some(join) = node_mut::<pg_sys::JoinExpr>(node, NodeTag::T_JoinExpr) {
                    if join.jointype == JoinType::JOIN_INNER {
                        places.push(&raw mut join.quals);
                        open.extend([join.rarg, join.larg]);
                    } else {
                        outer.push(join as *mut pg_sys::JoinExpr);
                    }
                }
            }
            let lists = places.iter().map(|quals| conjuncts(**quals)).collect();
            let scope = Rc::new(Scope::new(level.query, lists, above, level.is_certain));
            for (quals, list) in places.into_iter().zip(&scope.lists) {
                self.conditions(level, quals, list, &scope, None);
            }
            for join in outer {
                self.outer_join(level, &mut *join, &scope);
            }
        }
    }

    unsafe fn outer_join(&mut self, level: Level, join: &mut pg_sys::JoinExpr, scope: &Rc<Scope>) {
        // SAFETY: the caller guarantees the join tree.
        unsafe {
            let certain = level.is_certain;
            let on = Rc::new(Scope::new(level.query, vec![conjuncts(join.quals)], Vec::new(), certain));
            // The side whose rows are discarded without a partner, and the one whose rows are kept.
            let (nullable, kept) = match join.jointype {
                JoinType::JOIN_LEFT => (join.rarg, join.larg),
                JoinType::JOIN_RIGHT => (join.larg, join.rarg),
                _ => {
                    self.conditions(
                        level,
                        &raw mut join.quals,
                        &on.lists[0],
                        &on,
                        Some(std::ptr::null_mut()),
                    );
                    self.region(level, join.larg, Vec::new());
                    self.region(level, join.rarg, Vec::new());
                    return;
                }
            };
            // What is known of rows of the kept side holds for them before the join too.
            let above = vec![(scope.clone(), Some(kept)), (on.clone(), None)];
            let here = Rc::new(Scope::new(level.query, Vec::new(), above, certain));
            self.conditions(level, &raw mut join.quals, &on.lists[0], &here, Some(nullable));
            self.region(level, kept, vec![(scope.clone(), None)]);
            self.region(level, nullable, vec![(on, None)]);
        }
    }

    /// Finds the joins that the conditions at one place make. `scope` are the conditions that hold there.
    unsafe fn conditions(
        &mut self,
        level: Level,
        quals: *mut *mut Node,
        own: &[*mut Node],
        scope: &Rc<Scope>,
        part: Option<*mut Node>,
    ) {
        let Level { query, is_certain, .. } = level;
        for clause in own {
            pgrx::check_for_interrupts!();
            // SAFETY: the caller guarantees the conditions.
            unsafe {
                if let Some(equality) = Equality::of(*clause) {
                    for equality in equality.both_ways() {
                        let far = Key { query, key: equality.left, scope: scope.clone() };
                        let small = Key { query, key: equality.right, scope: scope.clone() };
                        if !self.add(Join { far, small, equality, quals, part, is_certain }) {
                            break; // the other way is known, too
                        }
                    }
                } else if let Some(link) = node_as::<pg_sys::SubLink>(*clause, NodeTag::T_SubLink) {
                    self.sublink(level, quals, link, scope, part);
                }
            }
        }
    }

    /// Finds the join that IN or EXISTS is.
    unsafe fn sublink(
        &mut self,
        level: Level,
        quals: *mut *mut Node,
        link: &pg_sys::SubLink,
        scope: &Rc<Scope>,
        part: Option<*mut Node>,
    ) {
        // SAFETY: the caller guarantees the node, whose subselect is a parse tree.
        unsafe {
            let inside = link.subselect.cast::<Query>();
            let equalities = match link.subLinkType {
                pg_sys::SubLinkType::ANY_SUBLINK => any_equality(link).into_iter().collect(),
                pg_sys::SubLinkType::EXISTS_SUBLINK => exists_equalities(inside),
                _ => return,
            };
            let is_certain = level.is_certain && part.is_none() && becomes_join(link);
            if is_plain(inside) {
                let within = &raw mut (*(*inside).jointree).quals;
                let all = vec![conjuncts(*within)];
                let inner = Rc::new(Scope::new(inside, all, Vec::new(), is_certain));
                for equality in equalities {
                    let outer = Key { query: level.query, key: equality.left, scope: scope.clone() };
                    let inner = Key { query: inside, key: equality.right, scope: inner.clone() };
                    // A remote table outside, and keys of the subquery.
                    if single_table(inside).is_some() {
                        let (far, small) = (outer.clone(), inner.clone());
                        self.add(Join { far, small, equality, quals, part, is_certain });
                    }
                    // A remote table in the subquery, and keys from outside.
                    if let Some(equality) = equality.swapped() {
                        let (far, small) = (inner, outer);
                        self.add(Join { far, small, equality, quals: within, part: None, is_certain });
                    }
                }
            }
            self.level(Level { query: inside, is_certain, is_free: false });
        }
    }

    /// Adds a join, unless it is one already, or the condition is about one table. Returns whether it did.
    unsafe fn add(&mut self, join: Join) -> bool {
        // SAFETY: the caller guarantees the expressions.
        unsafe {
            let Join { far, small, equality, .. } = &join;
            let sides = (column(far.query, far.key), column(small.query, small.key));
            let is_new = match sides {
                (Some(own), Some(other)) => {
                    let place = (
                        join.quals,
                        far.query,
                        own,
                        small.query,
                        other,
                        equality.operator,
                        equality.collation,
                    );
                    (far.query, own.entry) != (small.query, other.entry) && self.found.insert(place)
                }
                _ => has_columns(far.key) && has_columns(small.key), // a reason for it is given
            };
            if is_new {
                self.joins.push(join);
            }
            is_new
        }
    }
}

impl Level {
    /// Returns what is known about a subquery in FROM.
    ///
    /// # Safety
    /// `number` must be that of the subquery in the range table.
    unsafe fn of_table(self, number: i32, inside: *mut Query) -> Self {
        // SAFETY: the caller guarantees the queries; a query has a FROM that is a FromExpr.
        unsafe {
            let outer = &*self.query;
            if !outer.setOperations.is_null() {
                return Self { query: inside, is_certain: self.is_free, ..self };
            }
            let part = outer.jointree.cast::<Node>();
            let is_all = outer.havingQual.is_null()
                && !part.is_null()
                && (*outer.jointree).quals.is_null()
                && only_table(outer.jointree) == Some(number);
            let is_free = self.is_free && is_all;
            let table = &*pg_sys::list_nth(outer.rtable, number - 1).cast::<pg_sys::RangeTblEntry>();
            // Then the planner makes it a part of the query around it before it looks at the conditions.
            let is_merged = is_plain(inside)
                && (*inside).sortClause.is_null()
                && !table.security_barrier
                && !table.lateral
                && contains(part, number);
            Self { query: inside, is_certain: is_free || self.is_certain && is_merged, is_free }
        }
    }

    /// Returns what is known about a query in WITH: it is planned by itself, or where it is read if that is one place.
    unsafe fn of_cte(self, cte: &pg_sys::CommonTableExpr) -> Self {
        // SAFETY: the caller guarantees the query; names are zero-terminated.
        unsafe {
            let inside = cte.ctequery.cast::<Query>();
            let nothing = Self { query: inside, is_certain: false, is_free: false };
            let is_alone = match cte.ctematerialized {
                CTEMaterialize::CTEMaterializeAlways => cte.cterefcount > 0,
                CTEMaterialize::CTEMaterializeDefault => cte.cterefcount > 1,
                _ => false,
            };
            if is_alone {
                return Self { is_certain: self.is_certain, is_free: self.is_certain, ..nothing };
            }
            let mut tables = items::<pg_sys::RangeTblEntry>((*self.query).rtable).zip(1..);
            let read = tables.find(|(table, _)| {
                let table = &**table;
                table.rtekind == RTEKind::RTE_CTE
                    && table.ctelevelsup == 0
                    && CStr::from_ptr(table.ctename) == CStr::from_ptr(cte.ctename)
            });
            match read {
                Some((_, number)) if cte.cterefcount == 1 => self.of_table(number, inside),
                _ => nothing,
            }
        }
    }
}

/// Returns whether the planner makes IN or EXISTS a join before it looks at the conditions, and its tables those of the query.
///
/// # Safety
/// `link` must be a sublink that is a condition of an inner join.
unsafe fn becomes_join(link: &pg_sys::SubLink) -> bool {
    // SAFETY: the caller guarantees the node; the conditions are put back.
    unsafe {
        let inside = link.subselect.cast::<Query>();
        if !is_plain(inside) || !(*inside).sortClause.is_null() {
            return false;
        }
        let quals = &raw mut (*(*inside).jointree).quals;
        let refers = |node: *mut Node| pg_sys::contain_vars_of_level(node, 1);
        match link.subLinkType {
            pg_sys::SubLinkType::ANY_SUBLINK => has_columns(link.testexpr) && !refers(inside.cast()),
            _ => {
                let conditions = std::mem::replace(&mut *quals, std::ptr::null_mut());
                let is_closed = !refers(inside.cast());
                *quals = conditions;
                is_closed && refers(conditions)
            }
        }
    }
}

/// Returns whether an expression has columns of its query.
unsafe fn has_columns(expression: *mut Node) -> bool {
    // SAFETY: the caller guarantees the expression.
    unsafe { pg_sys::contain_vars_of_level(expression, 0) }
}
