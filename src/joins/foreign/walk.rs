//! Finds the joins of a statement.
//!
//! # For example
//!
//! `SELECT ... FROM orders AS f JOIN customers AS s ON f.k = s.k WHERE s.city = 'Ulm'`, and `orders` is
//! remote. [`joins`] finds `f.k = s.k` in ON, and that `s.city = 'Ulm'` holds there too. So the query gets
//! the condition `f.k = ANY (ARRAY(SELECT DISTINCT k FROM customers WHERE city = 'Ulm'))` beside the
//! equality. The executor collects the keys, 3 and 7, and the other server returns the orders of these
//! customers only.
//!
//! | order of customer | who | with the screen | without |
//! |---|---|---|---|
//! | 7 | lives in Ulm | is fetched and joined | the same |
//! | 5 | lives in Bonn | is not fetched | is joined, and discarded by WHERE |
//! | 9 | does not exist | is not fetched | is discarded by ON |
//!
//! A filter of the keys may let order 9 pass; then ON discards it. With `f LEFT JOIN s`, order 9 is a row of
//! the result unless WHERE discards it, so the equality in ON makes no screen.
//!
//! # No row is lost
//!
//! A screen is a condition that follows from the conditions beside it: rows that meet `far.k = small.k` and
//! the conditions of `small` also meet `far.k = ANY (the keys of the rows of small that meet its
//! conditions)`. So it is added where the equality stands, and changes no answer there: not in WHERE, not in
//! ON of inner and outer joins, not in the subquery of IN or EXISTS. Where a condition may be evaluated early
//! is up to the planner, which knows LIMIT, windows, preserved sides and the rest. If a condition of `small`
//! is not copied, there are more keys, so more rows are fetched.

use super::equality::{Equality, any_equality, exists_equalities};
use super::scope::{Above, Scope};
use crate::pg::tree::query::Quals;
use crate::pg::tree::{Expr, Node, RangeTableColumn, check_stack, make};
use pgrx::pg_sys::{self, CTEMaterialize, FromExpr, JoinExpr, JoinType, Oid, Query, RTEKind, SubLink};
use std::collections::HashSet;
use std::rc::Rc;

/// An argument of an equality.
#[derive(Clone)]
pub struct Operand<'t> {
    pub query: Node<'t, Query>,
    pub expression: Expr<'t>,
    /// The conditions that its table meets.
    pub scope: Rc<Scope<'t>>,
}

/// An equality of columns of two tables, of which the first may be remote.
pub struct ForeignJoin<'t> {
    pub far: Operand<'t>,
    pub small: Operand<'t>,
    /// With the remote key on the left.
    pub equality: Equality<'t>,
    /// Where a screen is added.
    pub quals: Quals<'t>,
    pub discarded: Discarded<'t>,
    /// Whether the planner certainly plans both tables.
    pub is_certain: bool,
}

/// The tables whose rows are discarded if they do not meet the conditions of a place.
#[derive(Clone, Copy)]
pub enum Discarded<'t> {
    /// All that the place is about.
    All,
    /// Those of the nullable side of an outer join.
    Of(Expr<'t>),
    /// None, as in a full join.
    Nothing,
}

impl Discarded<'_> {
    pub fn has_table(self, number: i32) -> bool {
        match self {
            Self::All => true,
            Self::Of(part) => part.has_table(number),
            Self::Nothing => false,
        }
    }
}

/// A query, and what is known about its planning: the planner leaves out what no row needs, such as a
/// subquery with `WHERE false`, and whatever is wrong in there.
#[derive(Clone, Copy)]
struct QueryLevel<'t> {
    query: Node<'t, Query>,
    /// Whether it is certainly planned.
    is_certain: bool,
    /// Whether no condition around it reaches it.
    is_free: bool,
}

/// What makes two equalities the same: the place, the columns and the operator.
type Identity<'t> =
    (Quals<'t>, Node<'t, Query>, RangeTableColumn, Node<'t, Query>, RangeTableColumn, Oid, Oid);

#[derive(Default)]
struct Finder<'t> {
    /// Whether to look into WITH, any part of which may be read by any other part.
    has_ctes: bool,
    joins: Vec<ForeignJoin<'t>>,
    found: HashSet<Identity<'t>>,
}

/// Returns the joins of a statement, each once, without those in WITH unless `has_ctes`.
pub fn joins(query: Node<'_, Query>, has_ctes: bool) -> Vec<ForeignJoin<'_>> {
    let mut finder = Finder { has_ctes, ..Finder::default() };
    finder.level(QueryLevel { query, is_certain: true, is_free: true });
    finder.joins
}

impl<'t> Finder<'t> {
    /// Finds the joins of a query and of its subqueries.
    fn level(&mut self, level: QueryLevel<'t>) {
        check_stack();
        pgrx::check_for_interrupts!();
        let query = level.query;
        if !query.rowMarks.is_null() {
            return;
        }
        if let Some(from) = query.jointree() {
            self.region(level, from.any(), Vec::new());
        }
        for (table, number) in query.rtable().iter().zip(1..) {
            if let (RTEKind::RTE_SUBQUERY, Some(inside)) = (table.rtekind, table.subquery()) {
                self.level(level.of_table(number, inside));
            }
        }
        for cte in query.cte_list().iter() {
            if let (true, Some(inside)) = (self.has_ctes && !cte.cterecursive, cte.ctequery()) {
                self.level(level.of_cte(cte, inside));
            }
        }
    }

    /// Finds the joins of a part of FROM. The conditions of its inner joins all hold at each of their places.
    fn region(&mut self, level: QueryLevel<'t>, part: Expr<'t>, above: Vec<Above<'t>>) {
        check_stack();
        let (mut places, mut outer, mut open) = (Vec::new(), Vec::new(), vec![part]);
        while let Some(node) = open.pop() {
            pgrx::check_for_interrupts!();
            if let Some(from) = node.is::<FromExpr>() {
                places.push(Quals::Where(from));
                open.extend(from.fromlist().iter().rev());
            } else if let Some(join) = node.is::<JoinExpr>() {
                if join.jointype == JoinType::JOIN_INNER {
                    places.push(Quals::On(join));
                    open.extend([join.rarg(), join.larg()].into_iter().flatten());
                } else {
                    outer.push(join);
                }
            }
        }
        let lists = places.iter().map(|quals| quals.conjuncts()).collect();
        let scope = Rc::new(Scope::new(level.query, lists, above, level.is_certain));
        for (quals, list) in places.into_iter().zip(&scope.lists) {
            self.conditions(level, quals, list, &scope, Discarded::All);
        }
        for join in outer {
            self.outer_join(level, join, &scope);
        }
    }

    fn outer_join(&mut self, level: QueryLevel<'t>, join: Node<'t, JoinExpr>, scope: &Rc<Scope<'t>>) {
        let (Some(left), Some(right)) = (join.larg(), join.rarg()) else { return };
        let (certain, quals) = (level.is_certain, Quals::On(join));
        let on = Rc::new(Scope::new(level.query, vec![quals.conjuncts()], Vec::new(), certain));
        // The side whose rows are discarded without a partner, and the one whose rows are kept.
        let (nullable, kept) = match join.jointype {
            JoinType::JOIN_LEFT => (right, left),
            JoinType::JOIN_RIGHT => (left, right),
            _ => {
                self.conditions(level, quals, &on.lists[0], &on, Discarded::Nothing);
                self.region(level, left, Vec::new());
                self.region(level, right, Vec::new());
                return;
            }
        };
        // What is known of rows of the kept side holds for them before the join too.
        let above = vec![(scope.clone(), Some(kept)), (on.clone(), None)];
        let here = Rc::new(Scope::new(level.query, Vec::new(), above, certain));
        self.conditions(level, quals, &on.lists[0], &here, Discarded::Of(nullable));
        self.region(level, kept, vec![(scope.clone(), None)]);
        self.region(level, nullable, vec![(on, None)]);
    }

    /// Finds the joins that the conditions at one place make. `scope` are the conditions that hold there.
    fn conditions(
        &mut self,
        level: QueryLevel<'t>,
        quals: Quals<'t>,
        own: &[Expr<'t>],
        scope: &Rc<Scope<'t>>,
        discarded: Discarded<'t>,
    ) {
        let QueryLevel { query, is_certain, .. } = level;
        for clause in own {
            pgrx::check_for_interrupts!();
            if let Some(equality) = Equality::of(*clause) {
                for equality in equality.both_ways() {
                    let far = Operand { query, expression: equality.left, scope: scope.clone() };
                    let small = Operand { query, expression: equality.right, scope: scope.clone() };
                    if !self.add(ForeignJoin { far, small, equality, quals, discarded, is_certain }) {
                        break; // the other way is known, too
                    }
                }
            } else if let Some(link) = clause.is::<SubLink>() {
                self.sublink(level, quals, link, scope, discarded);
            }
        }
    }

    /// Finds the join that IN or EXISTS is.
    fn sublink(
        &mut self,
        level: QueryLevel<'t>,
        quals: Quals<'t>,
        link: Node<'t, SubLink>,
        scope: &Rc<Scope<'t>>,
        discarded: Discarded<'t>,
    ) {
        let Some(inside) = link.subselect() else { return };
        let equalities = match link.subLinkType {
            pg_sys::SubLinkType::ANY_SUBLINK => any_equality(link).into_iter().collect(),
            pg_sys::SubLinkType::EXISTS_SUBLINK => exists_equalities(inside),
            _ => return,
        };
        let is_all = matches!(discarded, Discarded::All);
        let is_certain = level.is_certain && is_all && becomes_join(link, inside);
        if let Some(from) = inside.jointree().filter(|_| inside.is_plain()) {
            let within = Quals::Where(from);
            let inner = Rc::new(Scope::new(inside, vec![within.conjuncts()], Vec::new(), is_certain));
            for equality in equalities {
                let outer = Operand { query: level.query, expression: equality.left, scope: scope.clone() };
                let inner = Operand { query: inside, expression: equality.right, scope: inner.clone() };
                // A remote table outside, and keys of the subquery.
                if inside.single_table().is_some() {
                    let (far, small) = (outer.clone(), inner.clone());
                    self.add(ForeignJoin { far, small, equality, quals, discarded, is_certain });
                }
                // A remote table in the subquery, and keys from outside.
                if let Some(equality) = equality.swapped() {
                    let (far, small, discarded) = (inner, outer, Discarded::All);
                    self.add(ForeignJoin { far, small, equality, quals: within, discarded, is_certain });
                }
            }
        }
        self.level(QueryLevel { query: inside, is_certain, is_free: false });
    }

    /// Adds a join, unless it is one already, or the condition is about one table. Returns whether it did.
    fn add(&mut self, join: ForeignJoin<'t>) -> bool {
        let ForeignJoin { far, small, equality, quals, .. } = &join;
        let columns = (far.query.column(far.expression), small.query.column(small.expression));
        let is_new = match columns {
            (Some(own), Some(other)) => {
                let Equality { operator, collation, .. } = *equality;
                let identity = (*quals, far.query, own, small.query, other, operator, collation);
                (far.query, own.entry) != (small.query, other.entry) && self.found.insert(identity)
            }
            // A reason for it is given.
            _ => far.expression.has_columns_of_level(0) && small.expression.has_columns_of_level(0),
        };
        if is_new {
            self.joins.push(join);
        }
        is_new
    }
}

impl<'t> QueryLevel<'t> {
    /// Returns what is known about a subquery in FROM, by its number in the range table.
    fn of_table(self, number: i32, inside: Node<'t, Query>) -> Self {
        let outer = self.query;
        if !outer.setOperations.is_null() {
            return Self { query: inside, is_certain: self.is_free, ..self };
        }
        let from = outer.jointree();
        let is_all = outer.having_qual().is_none()
            && from.is_some_and(|from| from.quals().is_none() && from.only_table() == Some(number));
        let is_free = self.is_free && is_all;
        // Then the planner makes it a part of the query around it before it looks at the conditions.
        let is_merged = inside.is_plain()
            && inside.sortClause.is_null()
            && outer.entry(number).is_some_and(|table| !table.security_barrier && !table.lateral)
            && from.is_some_and(|from| from.any().has_table(number));
        Self { query: inside, is_certain: is_free || self.is_certain && is_merged, is_free }
    }

    /// Returns what is known about a query in WITH: it is planned by itself, or where it is read if that is
    /// one place.
    fn of_cte(self, cte: Node<'t, pg_sys::CommonTableExpr>, inside: Node<'t, Query>) -> Self {
        let nothing = Self { query: inside, is_certain: false, is_free: false };
        let is_alone = match cte.ctematerialized {
            CTEMaterialize::CTEMaterializeAlways => cte.cterefcount > 0,
            CTEMaterialize::CTEMaterializeDefault => cte.cterefcount > 1,
            _ => false,
        };
        if is_alone {
            return Self { is_certain: self.is_certain, is_free: self.is_certain, ..nothing };
        }
        let mut tables = self.query.rtable().iter().zip(1..);
        let read = tables.find(|(table, _)| {
            table.rtekind == RTEKind::RTE_CTE && table.ctelevelsup == 0 && table.ctename() == cte.ctename()
        });
        match read {
            Some((_, number)) if cte.cterefcount == 1 => self.of_table(number, inside),
            _ => nothing,
        }
    }
}

/// Returns whether the planner makes a condition of an inner join, IN or EXISTS, a join before it looks at
/// the conditions, and the tables of its subquery those of the query.
fn becomes_join<'t>(link: Node<'t, SubLink>, inside: Node<'t, Query>) -> bool {
    if !inside.is_plain() || !inside.sortClause.is_null() {
        return false;
    }
    let refers = |part: Expr<'t>| part.has_columns_of_level(1);
    match link.subLinkType {
        pg_sys::SubLinkType::ANY_SUBLINK => {
            link.testexpr().is_some_and(|test| test.has_columns_of_level(0)) && !refers(inside.any())
        }
        _ => {
            !refers(make::without_where(inside).any())
                && inside.jointree().and_then(Node::<FromExpr>::quals).is_some_and(refers)
        }
    }
}
