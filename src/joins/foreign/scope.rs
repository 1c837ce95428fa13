//! The conditions that hold at a place of a statement, and those of them that a screen may copy.

use super::MOST_WEIGHT;
use super::condition::Table;
use crate::pg::catalog::is_built_in;
use crate::pg::nodes::{copy_of, items, node_as, without_relabel};
use crate::pg::range_table::{column, contains, is_stored};
use pgrx::pg_sys::{self, List, Node, NodeTag, ParamListInfo, Query};
use std::cell::OnceCell;
use std::rc::Rc;

/// The conditions that hold at a place: a row there that does not meet them is discarded later, whatever the remote tables
/// hold. They are looked at once, however many joins stand there.
pub struct Scope {
    query: *mut Query,
    /// Conditions by the clause that joins them by AND.
    pub lists: Vec<Vec<*mut Node>>,
    /// Conditions that stand elsewhere; those beside a part of FROM hold for its tables only.
    above: Vec<(Rc<Scope>, Option<*mut Node>)>,
    /// Whether the planner certainly plans the query.
    is_certain: bool,
    copied: OnceCell<Vec<Condition>>,
}

/// A condition that cannot fail.
struct Condition {
    clause: *mut Node,
    /// The table of its columns, if it has columns.
    table: Option<i32>,
    weight: usize,
}

/// The conditions of one table.
pub struct Conditions {
    pub clauses: Vec<*mut Node>,
    /// Whether there are no more of them.
    pub are_all: bool,
}

impl Scope {
    pub fn new(
        query: *mut Query,
        lists: Vec<Vec<*mut Node>>,
        above: Vec<(Rc<Self>, Option<*mut Node>)>,
        is_certain: bool,
    ) -> Self {
        Self { query, lists, above, is_certain, copied: OnceCell::new() }
    }

    /// Returns the conditions of a table that cannot fail, as far as they are not too many to be planned once more.
    pub unsafe fn conditions(&self, table: i32, parameters: ParamListInfo) -> Conditions {
        let mut found = Conditions { clauses: Vec::new(), are_all: true };
        let mut left = MOST_WEIGHT;
        let mut open = vec![self];
        while let Some(scope) = open.pop() {
            // SAFETY: the caller guarantees the query.
            let all = scope.copied.get_or_init(|| unsafe { scope.look(parameters) });
            for condition in all.iter().filter(|one| one.table.is_none_or(|own| own == table)) {
                match left.checked_sub(condition.weight) {
                    Some(less) => {
                        left = less;
                        found.clauses.push(condition.clause);
                    }
                    None => found.are_all = false,
                }
            }
            // SAFETY: the caller guarantees the query.
            let holds = |part: &Option<_>| part.is_none_or(|part| unsafe { contains(part, table) });
            open.extend(scope.above.iter().filter(|(_, part)| holds(part)).map(|(above, _)| &**above));
        }
        found
    }

    unsafe fn look(&self, parameters: ParamListInfo) -> Vec<Condition> {
        let mut found = Vec::new();
        for list in &self.lists {
            let mut is_evaluated = self.is_certain;
            for clause in list {
                pgrx::check_for_interrupts!();
                let mut clause = *clause;
                // SAFETY: the caller guarantees the conditions.
                unsafe {
                    let mut is_last = false;
                    if is_evaluated {
                        match evaluated(self.query, clause) {
                            Some(known) => {
                                clause = known;
                                is_last = is_false(known);
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
        }
        found
    }
}

impl Condition {
    /// Returns a condition that cannot fail, of at most one table.
    unsafe fn of(query: *mut Query, clause: *mut Node, parameters: ParamListInfo) -> Option<Self> {
        // SAFETY: the caller guarantees the expression; the list is new.
        unsafe {
            let first = items::<Node>(pg_sys::pull_vars_of_level(clause, 0)).next();
            let table = match first {
                Some(first) => Some(column(query, first)?.entry),
                None => None,
            };
            let weight = Table { query, number: table.unwrap_or(0), parameters }.weight(clause)?;
            Some(Self { clause, table, weight })
        }
    }
}

/// Returns whether a condition is a constant that no row meets.
unsafe fn is_false(clause: *mut Node) -> bool {
    // SAFETY: the caller guarantees the expression.
    unsafe { node_as::<pg_sys::Const>(clause, NodeTag::T_Const) }
        .is_some_and(|value| value.constisnull || value.constvalue.value() == 0)
}

/// Evaluates what is constant in a condition, such as `date '2026-01-31' - 7`, which might fail as it is. The planner of the
/// query must be certain to do the same, or this would add an error. So `None` unless the condition stays what it is in the
/// planner: a built-in operator whose arguments are columns that are stored, and calls of built-in functions for constants.
/// Parameters and columns of subqueries may become constants, and CASE may be decided.
unsafe fn evaluated(query: *mut Query, clause: *mut Node) -> Option<*mut Node> {
    // SAFETY: the caller guarantees the expression; the copy belongs to this function.
    unsafe {
        let (operator, arguments) = match (*clause).type_ {
            NodeTag::T_Const => return Some(clause),
            NodeTag::T_OpExpr => {
                let call = &*clause.cast::<pg_sys::OpExpr>();
                (call.opno, call.args)
            }
            NodeTag::T_ScalarArrayOpExpr => {
                let call = &*clause.cast::<pg_sys::ScalarArrayOpExpr>();
                (call.opno, call.args)
            }
            _ => return None,
        };
        if !is_built_in(operator) {
            return None;
        }
        let (mut left, mut columns) = (MOST_WEIGHT, 0);
        for argument in items::<Node>(arguments) {
            if column(query, argument).is_some_and(|column| is_stored(query, column)) {
                columns += 1;
            } else if !is_constant(argument, &mut left) {
                return None;
            }
        }
        // Between two columns there is nothing to evaluate.
        Some(if columns == 2 {
            clause
        } else {
            pg_sys::eval_const_expressions(std::ptr::null_mut(), copy_of(clause))
        })
    }
}

/// Returns whether an expression consists of constants and calls of built-in functions, `left` at most.
unsafe fn is_constant(node: *mut Node, left: &mut usize) -> bool {
    // SAFETY: the caller guarantees the expression.
    unsafe {
        let Some(less) = left.checked_sub(1) else { return false };
        *left = less;
        let node = without_relabel(node);
        let mut are_constant = |list: *mut List| items::<Node>(list).all(|item| is_constant(item, left));
        match (*node).type_ {
            NodeTag::T_Const => true,
            NodeTag::T_FuncExpr => {
                let call = &*node.cast::<pg_sys::FuncExpr>();
                is_built_in(call.funcid) && !call.funcretset && are_constant(call.args)
            }
            NodeTag::T_OpExpr => {
                let call = &*node.cast::<pg_sys::OpExpr>();
                is_built_in(call.opno) && !call.opretset && are_constant(call.args)
            }
            NodeTag::T_ArrayExpr => are_constant((*node.cast::<pg_sys::ArrayExpr>()).elements),
            _ => false,
        }
    }
}
