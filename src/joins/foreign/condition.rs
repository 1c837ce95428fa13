//! Conditions of the side whose keys are collected. A screen evaluates them once more, maybe for rows for
//! which the query does not, so only conditions that cannot fail are copied, and none that takes long to
//! plan. A screen without a condition has more keys, which is safe.

use crate::pg::catalog::{
    base_type, estimator_of, function_name, is_built_in, is_collatable, is_deterministic, is_leakproof,
    is_volatile, opcode, operand_types,
};
use crate::pg::parameters::Parameters;
use crate::pg::tree::expr::ExprKind;
use crate::pg::tree::{Expr, List, Node, check_stack, make};
use pgrx::pg_sys::{self, Oid, Query};
use std::ffi::CStr;

/// Estimators of the operators that compare: these never fail.
const COMPARING: [&CStr; 6] =
    [c"eqsel", c"neqsel", c"scalarltsel", c"scalarlesel", c"scalargtsel", c"scalargesel"];

/// Estimators of LIKE and NOT LIKE, which fail only for a pattern that ends with a backslash.
const LIKE: [&CStr; 4] = [c"likesel", c"nlikesel", c"iclikesel", c"icnlikesel"];

/// Bytes of a constant or a parameter that count as one node.
const NODE: usize = 32;

/// Returns a copy of an expression for a query of one table alone; `None` if it is not safe.
pub fn alone<'t>(query: Node<'t, Query>, number: i32, expression: Expr<'t>) -> Option<Expr<'t>> {
    OneTable { query, number, parameters: Parameters::NONE }.weight(expression)?;
    make::alone(query, expression)
}

/// What an expression may depend on: a table of a query, and the parameters of the statement.
#[derive(Debug, Clone, Copy)]
pub struct OneTable<'t> {
    pub query: Node<'t, Query>,
    pub number: i32,
    pub parameters: Parameters<'t>,
}

impl<'t> OneTable<'t> {
    /// Returns the number of nodes of an expression, and of what its constants and parameters hold, if it
    /// cannot fail, does not change from one evaluation to the next, and depends on nothing but columns of
    /// this table.
    ///
    /// An expression without columns may fail, too: in the query, other conditions may keep it from being
    /// evaluated.
    pub fn weight(self, expression: Expr<'t>) -> Option<usize> {
        check_stack();
        let inside = match expression.kind() {
            ExprKind::Const(value) => value.size() / NODE,
            ExprKind::SQLValueFunction(_) => 0,
            ExprKind::Param(parameter) => {
                if parameter.paramkind != pg_sys::ParamKind::PARAM_EXTERN {
                    return None;
                }
                self.parameters.size(parameter.paramid) / NODE
            }
            ExprKind::Var(_) => {
                let column = self.query.column(expression)?;
                if column.entry != self.number || !self.query.is_stored(column) {
                    return None;
                }
                0
            }
            ExprKind::RelabelType(relabel) => self.weight(relabel.arg()?)?,
            ExprKind::BoolExpr(clause) => self.sum(clause.args())?,
            ExprKind::ArrayExpr(array) => {
                if array.multidims {
                    return None; // arrays of different lengths form none
                }
                self.sum(array.elements())?
            }
            ExprKind::NullTest(test) => {
                if test.argisrow {
                    return None;
                }
                self.weight(test.arg()?)?
            }
            ExprKind::BooleanTest(test) => self.weight(test.arg()?)?,
            ExprKind::OpExpr(call) => {
                let arguments = self.sum(call.args())?;
                let is_safe = !call.opretset
                    && !is_volatile(opcode(call.opno))
                    && never_fails(call.opno, call.inputcollid, call.args());
                if !is_safe {
                    return None;
                }
                arguments
            }
            ExprKind::ScalarArrayOpExpr(call) => {
                let is_safe = is_comparison(call.opno)
                    && !are_geometric(call.args())
                    && !is_volatile(opcode(call.opno))
                    && has_collation(call.inputcollid, call.args());
                if !is_safe {
                    return None;
                }
                self.sum(call.args())?
            }
            ExprKind::FuncExpr(call) => {
                let is_safe = !call.funcretset
                    && is_leakproof_for(call.funcid, call.inputcollid, call.args())
                    && !is_volatile(call.funcid);
                if !is_safe {
                    return None;
                }
                self.sum(call.args())?
            }
            ExprKind::Other => return None,
        };
        Some(1 + inside)
    }

    fn sum(self, list: List<'t, pg_sys::Node>) -> Option<usize> {
        list.iter().map(|item| self.weight(item)).sum()
    }
}

/// Returns whether the estimator of an operator is one of these.
fn is_estimated_by(operator: Oid, estimators: &[&CStr]) -> bool {
    is_built_in(operator)
        && function_name(estimator_of(operator)).is_some_and(|name| estimators.contains(&name))
}

/// Returns whether an operator is one of PostgreSQL's comparisons, of values that always can be compared.
fn is_comparison(operator: Oid) -> bool {
    // Their parts may be of types that cannot be compared.
    const CONTAINERS: [Oid; 4] =
        [pg_sys::RECORDOID, pg_sys::ANYARRAYOID, pg_sys::ANYRANGEOID, pg_sys::ANYMULTIRANGEOID];
    let (left, right) = operand_types(operator);
    !CONTAINERS.contains(&left) && !CONTAINERS.contains(&right) && is_estimated_by(operator, &COMPARING)
}

/// Returns whether a call knows the collation of its arguments, if they have any: two columns of different
/// collations can be compared only with a COLLATE clause, and fail when they are.
fn has_collation(collation: Oid, arguments: List<'_, pg_sys::Node>) -> bool {
    collation != Oid::INVALID || !arguments.iter().any(|argument| is_collatable(argument.type_of()))
}

/// Returns whether a leakproof function cannot fail for these arguments. Some fail for a nondeterministic
/// collation.
fn is_leakproof_for(function: Oid, collation: Oid, arguments: List<'_, pg_sys::Node>) -> bool {
    is_leakproof(function)
        && has_collation(collation, arguments)
        && (collation == Oid::INVALID || is_deterministic(collation))
        && !are_geometric(arguments)
}

/// Returns whether there are geometric arguments: functions and comparisons of these may overflow.
fn are_geometric(arguments: List<'_, pg_sys::Node>) -> bool {
    const GEOMETRIC: [Oid; 7] = [
        pg_sys::BOXOID,
        pg_sys::CIRCLEOID,
        pg_sys::LINEOID,
        pg_sys::LSEGOID,
        pg_sys::PATHOID,
        pg_sys::POINTOID,
        pg_sys::POLYGONOID,
    ];
    arguments.iter().any(|argument| GEOMETRIC.contains(&base_type(argument.type_of())))
}

/// Returns whether an operator cannot fail for these arguments, whatever their columns hold.
fn never_fails(operator: Oid, collation: Oid, arguments: List<'_, pg_sys::Node>) -> bool {
    if is_comparison(operator) {
        return has_collation(collation, arguments) && !are_geometric(arguments);
    }
    if is_leakproof_for(opcode(operator), collation, arguments) {
        return true;
    }
    let Some(pattern) = arguments.get(1).and_then(Node::is::<pg_sys::Const>) else { return false };
    is_estimated_by(operator, &LIKE)
        && is_deterministic(collation)
        && pattern.text().is_some_and(|text| !text.bytes().contains(&b'\\'))
}
