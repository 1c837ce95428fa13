//! New expressions, in the memory that is current when they are made.

use super::{list, node};
use crate::pg::catalog::opcode;
use crate::pg::tree::{Expr, Node};
use crate::pg::version;
use pgrx::pg_sys::{self, List, Oid, Query};
use std::ffi::CStr;
use std::marker::PhantomData;
use std::ptr::NonNull;

/// Returns a view of a node that was made.
///
/// # Safety
/// `node` must be a complete node, and not null.
pub(super) unsafe fn made<'t, T, U>(node: *mut T) -> Node<'t, U> {
    // SAFETY: the caller guarantees the node.
    Node(unsafe { NonNull::new_unchecked(node.cast()) }, PhantomData)
}

/// Makes a list of expressions.
pub(super) fn list_of(items: &[Expr<'_>]) -> *mut List {
    list(items.iter().map(|item| item.as_ptr()))
}

/// Makes a name or another string that is not an SQL value.
pub(super) fn string(text: &CStr) -> *mut pg_sys::String {
    // SAFETY: a new node of a copy of the text.
    unsafe { pg_sys::makeString(pg_sys::pstrdup(text.as_ptr())) }
}

/// Returns a deep copy of a node.
pub fn copy_of<T>(of: Node<'_, T>) -> Node<'_, T> {
    // SAFETY: a copy of a node that is not null is none either.
    unsafe { made(pg_sys::copyObjectImpl(of.as_ptr().cast_const().cast()).cast::<T>()) }
}

pub fn integer<'t>(value: i32) -> Expr<'t> {
    // SAFETY: a new node.
    unsafe { made(pg_sys::makeConst(pg_sys::INT4OID, -1, Oid::INVALID, 4, value.into(), false, true)) }
}

pub fn bigint<'t>(value: i64) -> Expr<'t> {
    // SAFETY: a new node.
    unsafe { made(pg_sys::makeConst(pg_sys::INT8OID, -1, Oid::INVALID, 8, value.into(), false, true)) }
}

/// Makes the condition that all of some conditions are met.
pub fn and<'t>(conditions: &[Expr<'t>]) -> Expr<'t> {
    // SAFETY: a new node.
    unsafe { made(pg_sys::make_andclause(list_of(conditions))) }
}

/// Makes the condition that one of some conditions is met.
pub fn or<'t>(conditions: &[Expr<'t>]) -> Expr<'t> {
    // SAFETY: as above.
    unsafe { made(pg_sys::make_orclause(list_of(conditions))) }
}

pub fn not(condition: Expr<'_>) -> Expr<'_> {
    // SAFETY: as above.
    unsafe { made(pg_sys::make_notclause(condition.as_ptr().cast())) }
}

/// Has the parser make an expression.
fn parsed<'t, T>(parse: impl FnOnce(*mut pg_sys::ParseState) -> *mut T) -> Expr<'t> {
    // SAFETY: new nodes; what the parser makes is an expression, or an ERROR.
    unsafe {
        let state = pg_sys::make_parsestate(std::ptr::null_mut());
        (*state).p_expr_kind = pg_sys::ParseExprKind::EXPR_KIND_SELECT_TARGET;
        let expression = parse(state).cast();
        pg_sys::assign_expr_collations(state, expression);
        pg_sys::free_parsestate(state);
        made(expression)
    }
}

/// Makes a call of one of PostgreSQL's functions or aggregates as the parser would; without arguments,
/// `f(*)`.
pub fn call<'t>(name: &CStr, arguments: &[Expr<'t>]) -> Expr<'t> {
    // SAFETY: new nodes; the parser looks up the function and checks the arguments.
    parsed(|state| unsafe {
        let (name, arguments) = (built_in(name), list_of(arguments));
        let (none, form) = (std::ptr::null_mut(), pg_sys::CoercionForm::COERCE_EXPLICIT_CALL);
        let written = pg_sys::makeFuncCall(name, none, form, -1);
        (*written).agg_star = arguments.is_null();
        pg_sys::ParseFuncOrColumn(state, name, arguments, std::ptr::null_mut(), written, false, -1)
    })
}

/// Makes a call of one of PostgreSQL's operators as the parser would.
pub fn operator<'t>(name: &CStr, left: Expr<'t>, right: Expr<'t>) -> Expr<'t> {
    // SAFETY: as above.
    parsed(|state| unsafe {
        let (left, right) = (left.as_ptr(), right.as_ptr());
        pg_sys::make_op(state, built_in(name), left, right, std::ptr::null_mut(), -1)
    })
}

/// Makes the name of an object of PostgreSQL, in whose schema other roles cannot create any.
fn built_in(name: &CStr) -> *mut List {
    list([string(c"pg_catalog"), string(name)])
}

/// Makes a call of an aggregate.
///
/// # Safety
/// The aggregate must take arguments of these types.
pub unsafe fn aggregate<'t>(function: Oid, arguments: &[Expr<'t>]) -> Expr<'t> {
    let call = node::<pg_sys::Aggref>();
    call.aggfnoid = function;
    // SAFETY: catalog lookups, and lists that are made here.
    unsafe {
        call.aggtype = pg_sys::get_func_rettype(function);
        for (argument, number) in arguments.iter().zip(1..) {
            if call.inputcollid == Oid::INVALID {
                call.inputcollid = argument.collation();
            }
            call.aggargtypes = pg_sys::lappend_oid(call.aggargtypes, argument.type_of());
            let argument =
                pg_sys::makeTargetEntry(argument.as_ptr().cast(), number, std::ptr::null_mut(), false);
            call.args = pg_sys::lappend(call.args, argument.cast());
        }
        call.aggkind = pg_sys::AGGKIND_NORMAL as _; // signed or not, by the platform
        (call.aggno, call.aggtransno) = (-1, -1);
        call.location = -1;
        made(std::ptr::from_mut(call))
    }
}

/// Makes a call of a function that returns boolean.
///
/// # Safety
/// The function must return boolean, and take arguments of these types.
pub unsafe fn boolean_call<'t>(function: Oid, arguments: &[Expr<'t>], collation: Oid) -> Expr<'t> {
    let (form, none) = (pg_sys::CoercionForm::COERCE_EXPLICIT_CALL, Oid::INVALID);
    // SAFETY: a new node.
    unsafe {
        let arguments = list_of(arguments);
        made(pg_sys::makeFuncExpr(function, pg_sys::BOOLOID, arguments, none, collation, form))
    }
}

/// Makes `left operator ANY (array)`.
///
/// # Safety
/// The operator must return boolean, and take the type of `left` and that of the elements of `array`.
pub unsafe fn any_of<'t>(operator: Oid, collation: Oid, left: Expr<'t>, array: Expr<'t>) -> Expr<'t> {
    let any = node::<pg_sys::ScalarArrayOpExpr>();
    any.opno = operator;
    any.opfuncid = opcode(operator);
    any.useOr = true;
    any.inputcollid = collation;
    any.args = list_of(&[left, array]);
    any.location = -1;
    // SAFETY: a complete node.
    unsafe { made(std::ptr::from_mut(any)) }
}

/// Returns a copy of an expression in which what is constant is evaluated, as the planner does it.
pub fn evaluated(expression: Expr<'_>) -> Expr<'_> {
    // SAFETY: the copy belongs to this function; the result of an expression is one.
    unsafe { made(pg_sys::eval_const_expressions(std::ptr::null_mut(), copy_of(expression).as_ptr())) }
}

/// Returns a copy of an expression of a subquery without columns of its own, as it is written in the query
/// around it.
pub fn written_outside(expression: Expr<'_>) -> Expr<'_> {
    let copy = copy_of(expression);
    // SAFETY: the copy belongs to this function.
    unsafe { pg_sys::IncrementVarSublevelsUp(copy.as_ptr(), -1, 1) }
    copy
}

/// Returns a copy of an expression of one table of a query, for a query of this table alone; `None` if a
/// column of it is not one of a table.
pub fn alone<'t>(query: Node<'t, Query>, expression: Expr<'t>) -> Option<Expr<'t>> {
    let copy = copy_of(expression);
    for column in copy.columns() {
        let number = query.column(column.any())?.number;
        // SAFETY: the copy belongs to this function, and nothing of the node is being read.
        let var = unsafe { &mut *column.as_ptr() };
        (var.varno, var.varattno) = (1, number);
        (var.varnosyn, var.varattnosyn) = (1, number);
        version::forget_outer_joins(var);
    }
    Some(copy)
}
