//! Conditions by which partitions are skipped: `column = value`, `column = ANY (array)`, and ORs of these.

use super::indexes::SkipIndex;
use crate::pg::catalog;
use crate::pg::tree::expr::ExprKind;
use crate::pg::tree::{Expr, List, Node, check_stack};
use crate::pg::version;
use pgrx::pg_sys::{self, Oid, PlannerInfo};

/// The column of an index, of a table of the query.
#[derive(Debug, Clone, Copy)]
pub struct KeyColumn<'a> {
    /// The number of the table in the range table.
    pub relation: i32,
    pub index: &'a SkipIndex,
}

/// A comparison of the column with a value, or with the elements of an array.
#[derive(Debug, Clone, Copy)]
pub struct Comparison<'t> {
    pub clause: Expr<'t>,
    pub value: Expr<'t>,
    /// The operator with the column on its left side, if there is such a one.
    pub operator: Option<Oid>,
    /// Whether the value is an array.
    pub is_any: bool,
    /// Whether the column is on the right side.
    pub is_reversed: bool,
}

impl Comparison<'_> {
    /// Returns the type of the values.
    pub fn value_type(&self) -> Oid {
        let of = self.value.type_of();
        // SAFETY: this is a catalog lookup.
        if self.is_any { unsafe { pg_sys::get_base_element_type(of) } } else { of }
    }
}

impl<'a> KeyColumn<'a> {
    /// Adds the comparisons of which one must be true for the condition to be true; returns false if there may
    /// be others. `is_usable` says of a value whether it may be evaluated beforehand.
    pub fn comparisons<'t>(
        self,
        condition: Expr<'t>,
        is_usable: &impl Fn(Expr<'t>) -> bool,
        found: &mut Vec<Comparison<'t>>,
    ) -> bool {
        check_stack();
        match condition.kind() {
            ExprKind::BoolExpr(both) if both.boolop == pg_sys::BoolExprType::OR_EXPR => {
                both.args().iter().all(|arm| self.comparisons(arm, is_usable, found))
            }
            ExprKind::BoolExpr(both) if both.boolop == pg_sys::BoolExprType::AND_EXPR => {
                let before = found.len();
                both.args().iter().any(|one| {
                    found.truncate(before);
                    self.comparisons(one, is_usable, found)
                })
            }
            _ => match self.comparison(condition).filter(|comparison| is_usable(comparison.value)) {
                Some(comparison) => {
                    found.push(comparison);
                    true
                }
                None => false,
            },
        }
    }

    /// Returns the comparison that a condition is.
    fn comparison<'t>(self, condition: Expr<'t>) -> Option<Comparison<'t>> {
        let found = match condition.kind() {
            ExprKind::OpExpr(call) => {
                let [left, right] = call.args().two()?;
                if !self.index.has_equality(call.opno, call.inputcollid) {
                    return None;
                }
                if self.is_key(left) {
                    Comparison {
                        clause: condition,
                        value: right,
                        operator: Some(call.opno),
                        is_any: false,
                        is_reversed: false,
                    }
                } else if self.is_key(right) {
                    let operator = catalog::commutator_of(call.opno);
                    Comparison { clause: condition, value: left, operator, is_any: false, is_reversed: true }
                } else {
                    return None;
                }
            }
            ExprKind::ScalarArrayOpExpr(call) => {
                let [left, right] = call.args().two()?;
                let is_equality = self.index.has_equality(call.opno, call.inputcollid);
                if !is_equality || !call.useOr || !self.is_key(left) {
                    return None;
                }
                Comparison {
                    clause: condition,
                    value: right,
                    operator: Some(call.opno),
                    is_any: true,
                    is_reversed: false,
                }
            }
            _ => return None,
        };
        self.index.hash_function(found.value_type()).map(|_| found)
    }

    /// Returns whether an expression is the column.
    pub fn is_key(self, expression: Expr<'_>) -> bool {
        expression.column().is_some_and(|var| {
            var.varno == self.relation
                && var.varattno == self.index.attribute
                && var.varlevelsup == 0
                && !version::is_extended(&var)
        })
    }
}

/// Casts between numbers that cannot fail.
const WIDENING: [u32; 9] = [
    pg_sys::F_INT4_INT2,
    pg_sys::F_INT8_INT2,
    pg_sys::F_INT8_INT4,
    pg_sys::F_NUMERIC_INT2,
    pg_sys::F_NUMERIC_INT4,
    pg_sys::F_NUMERIC_INT8,
    pg_sys::F_FLOAT8_INT2,
    pg_sys::F_FLOAT8_INT4,
    pg_sys::F_FLOAT8_FLOAT4,
];

/// Returns whether the evaluation of a value cannot fail, and depends on no row of a table. Other values may be
/// evaluated later in the plain query, or never.
pub fn cannot_fail<'t>(planner: Node<'t, PlannerInfo>, table: i32, value: Expr<'t>) -> bool {
    let all = |list: List<'t, pg_sys::Node>| list.iter().all(|item| cannot_fail(planner, table, item));
    check_stack();
    match value.without_relabel().kind() {
        ExprKind::Const(_) | ExprKind::SQLValueFunction(_) => true,
        ExprKind::Param(parameter) => match parameter.paramkind {
            pg_sys::ParamKind::PARAM_EXTERN => true,
            pg_sys::ParamKind::PARAM_EXEC => is_outer_column(planner, parameter.paramid),
            _ => false,
        },
        ExprKind::Var(var) => var.varno != table && var.varlevelsup == 0,
        ExprKind::FuncExpr(call) => WIDENING.contains(&call.funcid.to_u32()) && all(call.args()),
        ExprKind::ArrayExpr(array) => !array.multidims && all(array.elements()),
        _ => false,
    }
}

/// Returns whether a parameter is a column of a query around this one, and not the result of a subquery, which
/// may fail.
fn is_outer_column(planner: Node<'_, PlannerInfo>, parameter: i32) -> bool {
    let around = std::iter::successors(planner.parent_root(), |planner| planner.parent_root());
    around
        .flat_map(|planner| planner.plan_params().iter())
        .filter(|item| item.paramId == parameter)
        .any(|item| item.item().is_some_and(|item| item.is::<pg_sys::Var>().is_some()))
}
