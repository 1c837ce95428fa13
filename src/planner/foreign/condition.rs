//! Conditions of the side whose keys are collected. A screen evaluates them once more, maybe for rows for which the
//! query does not, so only conditions that cannot fail are copied. A screen without a condition has more keys, which is
//! safe.

use super::table::{Column, column, is_stored};
use crate::pg::catalog::{is_built_in, is_deterministic};
use crate::pg::version;
use crate::planner::nodes::{copy_of, items, node_as, node_mut};
use pgrx::pg_sys::{self, Node, NodeTag, Oid, Query};
use std::ffi::CStr;

/// Estimators of the operators that compare: these never fail.
const COMPARING: [&CStr; 6] =
    [c"eqsel", c"neqsel", c"scalarltsel", c"scalarlesel", c"scalargtsel", c"scalargesel"];

/// Estimators of LIKE and NOT LIKE, which fail only for a pattern that ends with a backslash.
const LIKE: [&CStr; 4] = [c"likesel", c"nlikesel", c"iclikesel", c"icnlikesel"];

/// A table of a query whose columns become those of a query of this table alone.
#[derive(Debug, Clone, Copy)]
struct Table {
    query: *mut Query,
    number: i32,
}

/// Returns a copy of an expression for a query of one table alone; `None` if it may fail, if it may change from one
/// evaluation to the next, or if it depends on anything but columns of this table.
///
/// # Safety
/// `query` must be a parse tree and `expression` one of its expressions.
pub unsafe fn alone(query: *mut Query, number: i32, expression: *mut Node) -> Option<*mut Node> {
    // SAFETY: the caller guarantees the expression.
    unsafe {
        let copy = copy_of(expression);
        Table { query, number }.adapt(copy).map(|_| copy)
    }
}

/// Returns whether [`alone`] copies a condition.
///
/// # Safety
/// As for [`alone`].
pub unsafe fn is_safe(query: *mut Query, number: i32, condition: *mut Node) -> bool {
    // SAFETY: the caller guarantees the condition.
    unsafe { alone(query, number, condition).is_some() }
}

impl Table {
    /// Changes the columns of an expression to those of a query of the table alone. Returns whether it has columns;
    /// `None` if the expression is not safe.
    ///
    /// # Safety
    /// `node` must be an expression that only the caller uses.
    unsafe fn adapt(self, node: *mut Node) -> Option<bool> {
        // SAFETY: the caller guarantees the expression; a node's tag says which node it is.
        unsafe {
            if let Some(var) = node_mut::<pg_sys::Var>(node, NodeTag::T_Var) {
                let Column { entry, number } = column(self.query, node)?;
                if entry != self.number || !is_stored(self.query, Column { entry, number }) {
                    return None;
                }
                (var.varno, var.varattno) = (1, number);
                (var.varnosyn, var.varattnosyn) = (1, number);
                version::forget_outer_joins(var);
                return Some(true);
            }
            match (*node).type_ {
                NodeTag::T_Const | NodeTag::T_SQLValueFunction => Some(false),
                NodeTag::T_Param => {
                    let external = pg_sys::ParamKind::PARAM_EXTERN;
                    ((*node.cast::<pg_sys::Param>()).paramkind == external).then_some(false)
                }
                NodeTag::T_RelabelType => self.adapt((*node.cast::<pg_sys::RelabelType>()).arg.cast()),
                NodeTag::T_BoolExpr => self.all((*node.cast::<pg_sys::BoolExpr>()).args),
                NodeTag::T_ArrayExpr => self.all((*node.cast::<pg_sys::ArrayExpr>()).elements),
                NodeTag::T_NullTest => {
                    let test = &*node.cast::<pg_sys::NullTest>();
                    if test.argisrow { None } else { self.adapt(test.arg.cast()) }
                }
                NodeTag::T_BooleanTest => self.adapt((*node.cast::<pg_sys::BooleanTest>()).arg.cast()),
                NodeTag::T_CoerceViaIO => {
                    // Input functions fail; what depends on no row would fail in the query too.
                    let columns = self.adapt((*node.cast::<pg_sys::CoerceViaIO>()).arg.cast())?;
                    (!columns).then_some(false)
                }
                NodeTag::T_OpExpr => {
                    let call = &*node.cast::<pg_sys::OpExpr>();
                    let columns = self.all(call.args)?;
                    let safe = !call.opretset
                        && !is_volatile(pg_sys::get_opcode(call.opno))
                        && (!columns || never_fails(call.opno, call.inputcollid, call.args));
                    safe.then_some(columns)
                }
                NodeTag::T_ScalarArrayOpExpr => {
                    let call = &*node.cast::<pg_sys::ScalarArrayOpExpr>();
                    let columns = self.all(call.args)?;
                    let safe =
                        !is_volatile(pg_sys::get_opcode(call.opno)) && (!columns || is_comparison(call.opno));
                    safe.then_some(columns)
                }
                NodeTag::T_FuncExpr => {
                    let call = &*node.cast::<pg_sys::FuncExpr>();
                    let columns = self.all(call.args)?;
                    let safe = !call.funcretset
                        && !is_volatile(call.funcid)
                        && (!columns || pg_sys::get_func_leakproof(call.funcid));
                    safe.then_some(columns)
                }
                _ => None,
            }
        }
    }

    /// # Safety
    /// `list` must be a list of expressions.
    unsafe fn all(self, list: *mut pg_sys::List) -> Option<bool> {
        // SAFETY: the caller guarantees the expressions.
        unsafe { items::<Node>(list).try_fold(false, |columns, item| Some(self.adapt(item)? || columns)) }
    }
}

fn is_volatile(function: Oid) -> bool {
    // SAFETY: a catalog lookup.
    unsafe { pg_sys::func_volatile(function) as u8 == pg_sys::PROVOLATILE_VOLATILE }
}

/// Returns whether the estimator of an operator is one of these.
fn is_estimated_by(operator: Oid, estimators: &[&CStr]) -> bool {
    // SAFETY: catalog lookups; the name is a new zero-terminated string, or null.
    unsafe {
        let estimator = pg_sys::get_oprrest(operator);
        let name = if estimator == Oid::INVALID { return false } else { pg_sys::get_func_name(estimator) };
        is_built_in(operator) && !name.is_null() && estimators.contains(&CStr::from_ptr(name))
    }
}

/// Returns whether an operator is one of PostgreSQL's comparisons, of values that always can be compared.
fn is_comparison(operator: Oid) -> bool {
    let (mut left, mut right) = (Oid::INVALID, Oid::INVALID);
    // SAFETY: a catalog lookup.
    unsafe { pg_sys::op_input_types(operator, &raw mut left, &raw mut right) }
    // The parts of rows and of arrays may be of types that cannot be compared.
    let parts = [pg_sys::RECORDOID, pg_sys::ANYARRAYOID];
    !parts.contains(&left) && !parts.contains(&right) && is_estimated_by(operator, &COMPARING)
}

/// Returns whether an operator cannot fail for these arguments, whatever their columns hold.
///
/// # Safety
/// `arguments` must be the expressions of the operator's arguments.
unsafe fn never_fails(operator: Oid, collation: Oid, arguments: *mut pg_sys::List) -> bool {
    // SAFETY: the caller guarantees the arguments; a pattern is a text.
    unsafe {
        if is_comparison(operator) || pg_sys::get_func_leakproof(pg_sys::get_opcode(operator)) {
            return true;
        }
        let pattern = items::<Node>(arguments).nth(1);
        let Some(pattern) = pattern.and_then(|node| node_as::<pg_sys::Const>(node, NodeTag::T_Const)) else {
            return false;
        };
        is_estimated_by(operator, &LIKE)
            && is_deterministic(collation)
            && pattern.consttype == pg_sys::TEXTOID
            && !pattern.constisnull
            && !crate::pg::detoast::Varlena::new(pattern.constvalue).bytes().contains(&b'\\')
    }
}
