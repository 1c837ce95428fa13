//! The conditions that hold at a place of a statement, and those of them that a screen may copy.

use super::MOST_WEIGHT;
use super::condition::OneTable;
use crate::pg::catalog::is_built_in;
use crate::pg::parameters::Parameters;
use crate::pg::tree::expr::ExprKind;
use crate::pg::tree::{Expr, List, Node, check_stack, make};
use pgrx::pg_sys::{self, Const, Query};
use std::cell::OnceCell;
use std::rc::Rc;

/// The conditions that hold at a place: a row there that does not meet them is discarded later, whatever the
/// remote tables hold. They are looked at once, however many joins stand there.
pub struct Scope<'t> {
    query: Node<'t, Query>,
    /// Conditions by the clause that joins them by AND.
    pub lists: Vec<Vec<Expr<'t>>>,
    above: Vec<Above<'t>>,
    /// Whether the planner certainly plans the query.
    is_certain: bool,
    copied: OnceCell<Vec<Condition<'t>>>,
}

/// Conditions that stand elsewhere, and the part of FROM for whose tables alone they hold, unless it is all
/// of it.
pub type Above<'t> = (Rc<Scope<'t>>, Option<Expr<'t>>);

/// A condition that cannot fail.
struct Condition<'t> {
    clause: Expr<'t>,
    /// The table of its columns, if it has columns.
    table: Option<i32>,
    weight: usize,
}

/// The conditions of one table.
pub struct TableConditions<'t> {
    pub clauses: Vec<Expr<'t>>,
    /// Whether there are no more of them.
    pub are_all: bool,
}

impl<'t> Scope<'t> {
    pub fn new(
        query: Node<'t, Query>,
        lists: Vec<Vec<Expr<'t>>>,
        above: Vec<Above<'t>>,
        is_certain: bool,
    ) -> Self {
        Self { query, lists, above, is_certain, copied: OnceCell::new() }
    }

    /// Returns the conditions of a table that cannot fail, as far as they are not too many to be planned once
    /// more.
    pub fn conditions(&self, table: i32, parameters: Parameters<'t>) -> TableConditions<'t> {
        let mut found = TableConditions { clauses: Vec::new(), are_all: true };
        let mut left = MOST_WEIGHT;
        let mut open = vec![self];
        while let Some(scope) = open.pop() {
            let all = scope.copied.get_or_init(|| scope.look(parameters));
            for condition in all.iter().filter(|one| one.table.is_none_or(|own| own == table)) {
                match left.checked_sub(condition.weight) {
                    Some(less) => {
                        left = less;
                        found.clauses.push(condition.clause);
                    }
                    None => found.are_all = false,
                }
            }
            let holds = |part: &Option<Expr<'t>>| part.is_none_or(|part| part.has_table(table));
            open.extend(scope.above.iter().filter(|(_, part)| holds(part)).map(|(above, _)| &**above));
        }
        found
    }

    fn look(&self, parameters: Parameters<'t>) -> Vec<Condition<'t>> {
        let mut found = Vec::new();
        for list in &self.lists {
            let mut is_evaluated = self.is_certain;
            for clause in list {
                pgrx::check_for_interrupts!();
                let (mut clause, mut is_last) = (*clause, false);
                if is_evaluated {
                    match evaluated(self.query, clause) {
                        Some(known) => {
                            clause = known;
                            is_last = known.is::<Const>().is_some_and(Node::is_never_true);
                        }
                        None => is_evaluated = false,
                    }
                }
                found.extend(Condition::of(self.query, clause, parameters));
                if is_last {
                    break; // the planner does not look at the conditions behind it
                }
            }
        }
        found
    }
}

impl<'t> Condition<'t> {
    /// Returns a condition that cannot fail, of at most one table.
    fn of(query: Node<'t, Query>, clause: Expr<'t>, parameters: Parameters<'t>) -> Option<Self> {
        let table = match clause.columns().next() {
            Some(first) => Some(query.column(first.any())?.entry),
            None => None,
        };
        let weight = OneTable { query, number: table.unwrap_or(0), parameters }.weight(clause)?;
        Some(Self { clause, table, weight })
    }
}

/// Evaluates what is constant in a condition, such as `date '2026-01-31' - 7`, which might fail as it is. The
/// planner of the query must be certain to do the same, or this would add an error. So `None` unless the
/// condition stays what it is in the planner: a built-in operator whose arguments are columns that are
/// stored, and calls of built-in functions for constants. Parameters and columns of subqueries may become
/// constants, and CASE may be decided.
fn evaluated<'t>(query: Node<'t, Query>, clause: Expr<'t>) -> Option<Expr<'t>> {
    let (operator, arguments) = match clause.kind() {
        ExprKind::Const(_) => return Some(clause),
        ExprKind::OpExpr(call) => (call.opno, call.args()),
        ExprKind::ScalarArrayOpExpr(call) => (call.opno, call.args()),
        _ => return None,
    };
    if !is_built_in(operator) {
        return None;
    }
    let (mut left, mut columns) = (MOST_WEIGHT, 0);
    for argument in arguments.iter() {
        if query.column(argument).is_some_and(|column| query.is_stored(column)) {
            columns += 1;
        } else if !is_constant(argument, &mut left) {
            return None;
        }
    }
    // Between two columns there is nothing to evaluate.
    Some(if columns == 2 { clause } else { make::evaluated(clause) })
}

/// Returns whether an expression consists of constants and calls of built-in functions, `left` at most.
fn is_constant(expression: Expr<'_>, left: &mut usize) -> bool {
    check_stack();
    let Some(less) = left.checked_sub(1) else { return false };
    *left = less;
    let mut are_constant = |list: List<'_, pg_sys::Node>| list.iter().all(|item| is_constant(item, left));
    match expression.without_relabel().kind() {
        ExprKind::Const(_) => true,
        ExprKind::FuncExpr(call) => is_built_in(call.funcid) && !call.funcretset && are_constant(call.args()),
        ExprKind::OpExpr(call) => is_built_in(call.opno) && !call.opretset && are_constant(call.args()),
        ExprKind::ArrayExpr(array) => are_constant(array.elements()),
        _ => false,
    }
}
