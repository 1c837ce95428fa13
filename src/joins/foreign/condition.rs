//! Conditions of the side whose keys are collected. A screen evaluates them once more, maybe for rows for which the
//! query does not, so only conditions that cannot fail are copied, and none that takes long to plan. A screen without a
//! condition has more keys, which is safe.

use crate::pg::catalog::{base_type, function_name, is_built_in, is_collatable, is_deterministic};
use crate::pg::nodes::{copy_of, items, node_as};
use crate::pg::range_table::{column, is_stored};
use crate::pg::version;
use pgrx::pg_sys::{self, Datum, Node, NodeTag, Oid, ParamListInfo, Query};
use std::ffi::CStr;

/// Estimators of the operators that compare: these never fail.
const COMPARING: [&CStr; 6] =
    [c"eqsel", c"neqsel", c"scalarltsel", c"scalarlesel", c"scalargtsel", c"scalargesel"];

/// Estimators of LIKE and NOT LIKE, which fail only for a pattern that ends with a backslash.
const LIKE: [&CStr; 4] = [c"likesel", c"nlikesel", c"iclikesel", c"icnlikesel"];

/// Bytes of a constant or a parameter that count as one node.
const NODE: usize = 32;

/// A table of a query, and the parameters of the statement, which may be null.
#[derive(Debug, Clone, Copy)]
pub struct Table {
    pub query: *mut Query,
    pub number: i32,
    pub parameters: ParamListInfo,
}

/// Returns a copy of an expression for a query of one table alone; `None` if it is not safe.
pub unsafe fn alone(query: *mut Query, number: i32, expression: *mut Node) -> Option<*mut Node> {
    // SAFETY: the caller guarantees the expression; the columns of the copy belong to this function.
    unsafe {
        Table { query, number, parameters: std::ptr::null_mut() }.weight(expression)?;
        let copy = copy_of(expression);
        for var in items::<pg_sys::Var>(pg_sys::pull_vars_of_level(copy, 0)) {
            let own = column(query, var.cast())?.number;
            let var = &mut *var;
            (var.varno, var.varattno) = (1, own);
            (var.varnosyn, var.varattnosyn) = (1, own);
            version::forget_outer_joins(var);
        }
        Some(copy)
    }
}

impl Table {
    /// Returns the number of nodes of an expression, and of what its constants and parameters hold, if it cannot fail, does not
    /// change from one evaluation to the next, and depends on nothing but columns of this table.
    ///
    /// An expression without columns may fail, too: in the query, other conditions may keep it from being evaluated.
    pub unsafe fn weight(self, node: *mut Node) -> Option<usize> {
        // SAFETY: the caller guarantees the expression; a node's tag says which node it is.
        let inside = unsafe {
            match (*node).type_ {
                NodeTag::T_Const => {
                    let value = &*node.cast::<pg_sys::Const>();
                    let is_varying = value.constlen == -1 && !value.constisnull;
                    if is_varying { size(value.constvalue) } else { 0 }
                }
                NodeTag::T_SQLValueFunction => 0,
                NodeTag::T_Param => {
                    let parameter = &*node.cast::<pg_sys::Param>();
                    if parameter.paramkind != pg_sys::ParamKind::PARAM_EXTERN {
                        return None;
                    }
                    bound(self.parameters, parameter.paramid).map_or(0, |value| size(value))
                }
                NodeTag::T_Var => {
                    let column = column(self.query, node)?;
                    if column.entry != self.number || !is_stored(self.query, column) {
                        return None;
                    }
                    0
                }
                NodeTag::T_RelabelType => self.weight((*node.cast::<pg_sys::RelabelType>()).arg.cast())?,
                NodeTag::T_BoolExpr => self.sum((*node.cast::<pg_sys::BoolExpr>()).args)?,
                NodeTag::T_ArrayExpr => {
                    let array = &*node.cast::<pg_sys::ArrayExpr>();
                    if array.multidims {
                        return None; // arrays of different lengths form none
                    }
                    self.sum(array.elements)?
                }
                NodeTag::T_NullTest => {
                    let test = &*node.cast::<pg_sys::NullTest>();
                    if test.argisrow {
                        return None;
                    }
                    self.weight(test.arg.cast())?
                }
                NodeTag::T_BooleanTest => self.weight((*node.cast::<pg_sys::BooleanTest>()).arg.cast())?,
                NodeTag::T_OpExpr => {
                    let call = &*node.cast::<pg_sys::OpExpr>();
                    let arguments = self.sum(call.args)?;
                    let is_safe = !call.opretset
                        && !is_volatile(pg_sys::get_opcode(call.opno))
                        && never_fails(call.opno, call.inputcollid, call.args);
                    if !is_safe {
                        return None;
                    }
                    arguments
                }
                NodeTag::T_ScalarArrayOpExpr => {
                    let call = &*node.cast::<pg_sys::ScalarArrayOpExpr>();
                    let is_safe = is_comparison(call.opno)
                        && !are_geometric(call.args)
                        && !is_volatile(pg_sys::get_opcode(call.opno))
                        && has_collation(call.inputcollid, call.args);
                    if !is_safe {
                        return None;
                    }
                    self.sum(call.args)?
                }
                NodeTag::T_FuncExpr => {
                    let call = &*node.cast::<pg_sys::FuncExpr>();
                    let is_safe = !call.funcretset
                        && is_leakproof(call.funcid, call.inputcollid, call.args)
                        && !is_volatile(call.funcid);
                    if !is_safe {
                        return None;
                    }
                    self.sum(call.args)?
                }
                _ => return None,
            }
        };
        Some(1 + inside)
    }

    unsafe fn sum(self, list: *mut pg_sys::List) -> Option<usize> {
        // SAFETY: the caller guarantees the expressions.
        unsafe { items::<Node>(list).map(|item| self.weight(item)).sum() }
    }
}

/// Returns how many nodes a value counts as, beside its own.
///
/// # Safety
/// `value` must be of a type whose values have different lengths.
unsafe fn size(value: Datum) -> usize {
    // SAFETY: the caller guarantees the datum, whose size is read without fetching it.
    unsafe { pg_sys::toast_raw_datum_size(value) / NODE }
}

/// Returns the value of a parameter, if the planner may know it and its size differs.
unsafe fn bound(parameters: ParamListInfo, number: i32) -> Option<Datum> {
    // SAFETY: the caller guarantees the parameters, which are as many as they say, and this is how the planner reads them.
    unsafe {
        let all = parameters.as_mut()?;
        if number <= 0 || number > all.numParams {
            return None;
        }
        let mut fetched = pg_sys::ParamExternData::default();
        let value = match all.paramFetch {
            Some(fetch) => fetch(parameters, number, true, &raw mut fetched),
            None => &raw mut all.params.as_mut_slice(all.numParams as usize)[number as usize - 1],
        };
        let value = value.as_ref()?;
        let is_varying =
            !value.isnull && value.ptype != Oid::INVALID && pg_sys::get_typlen(value.ptype) == -1;
        is_varying.then_some(value.value)
    }
}

fn is_volatile(function: Oid) -> bool {
    // SAFETY: a catalog lookup.
    unsafe { pg_sys::func_volatile(function) as u8 == pg_sys::PROVOLATILE_VOLATILE }
}

/// Returns whether the estimator of an operator is one of these.
fn is_estimated_by(operator: Oid, estimators: &[&CStr]) -> bool {
    // SAFETY: a catalog lookup.
    let estimator = unsafe { pg_sys::get_oprrest(operator) };
    is_built_in(operator) && function_name(estimator).is_some_and(|name| estimators.contains(&name))
}

/// Returns whether an operator is one of PostgreSQL's comparisons, of values that always can be compared.
fn is_comparison(operator: Oid) -> bool {
    // Their parts may be of types that cannot be compared.
    const CONTAINERS: [Oid; 4] =
        [pg_sys::RECORDOID, pg_sys::ANYARRAYOID, pg_sys::ANYRANGEOID, pg_sys::ANYMULTIRANGEOID];
    let (mut left, mut right) = (Oid::INVALID, Oid::INVALID);
    // SAFETY: a catalog lookup.
    unsafe { pg_sys::op_input_types(operator, &raw mut left, &raw mut right) }
    !CONTAINERS.contains(&left) && !CONTAINERS.contains(&right) && is_estimated_by(operator, &COMPARING)
}

/// Returns whether a call knows the collation of its arguments, if they have any: two columns of different collations
/// can be compared only with a COLLATE clause, and fail when they are.
unsafe fn has_collation(collation: Oid, arguments: *mut pg_sys::List) -> bool {
    // SAFETY: the caller guarantees the expressions.
    unsafe {
        collation != Oid::INVALID
            || !items::<Node>(arguments).any(|argument| is_collatable(pg_sys::exprType(argument)))
    }
}

/// Returns whether a leakproof function cannot fail for these arguments. Some fail for a nondeterministic collation.
unsafe fn is_leakproof(function: Oid, collation: Oid, arguments: *mut pg_sys::List) -> bool {
    // SAFETY: the caller guarantees the arguments; a catalog lookup.
    unsafe {
        pg_sys::get_func_leakproof(function)
            && has_collation(collation, arguments)
            && (collation == Oid::INVALID || is_deterministic(collation))
            && !are_geometric(arguments)
    }
}

/// Returns whether there are geometric arguments: functions and comparisons of these may overflow.
unsafe fn are_geometric(arguments: *mut pg_sys::List) -> bool {
    const GEOMETRIC: [Oid; 7] = [
        pg_sys::BOXOID,
        pg_sys::CIRCLEOID,
        pg_sys::LINEOID,
        pg_sys::LSEGOID,
        pg_sys::PATHOID,
        pg_sys::POINTOID,
        pg_sys::POLYGONOID,
    ];
    // SAFETY: the caller guarantees the arguments.
    unsafe {
        items::<Node>(arguments).any(|argument| GEOMETRIC.contains(&base_type(pg_sys::exprType(argument))))
    }
}

/// Returns whether an operator cannot fail for these arguments, whatever their columns hold.
unsafe fn never_fails(operator: Oid, collation: Oid, arguments: *mut pg_sys::List) -> bool {
    // SAFETY: the caller guarantees the arguments; a pattern is a text.
    unsafe {
        if is_comparison(operator) {
            return has_collation(collation, arguments) && !are_geometric(arguments);
        }
        if is_leakproof(pg_sys::get_opcode(operator), collation, arguments) {
            return true;
        }
        let pattern = items::<Node>(arguments).nth(1);
        let Some(pattern) = pattern.and_then(|node| node_as::<pg_sys::Const>(node, NodeTag::T_Const)) else {
            return false;
        };
        pattern.consttype == pg_sys::TEXTOID
            && !pattern.constisnull
            && is_estimated_by(operator, &LIKE)
            && is_deterministic(collation)
            && !crate::pg::detoast::Varlena::new(pattern.constvalue).bytes().contains(&b'\\')
    }
}
