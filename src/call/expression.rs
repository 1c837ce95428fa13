//! Information about a call's arguments from the parsed query.

use super::Call;
use crate::pg::catalog;
use crate::pg::tree::{Expr, Node, root};
use crate::pg::typed::TypedDatum;
use pgrx::pg_sys::{self, Oid};

impl<'fcx> Call<'fcx> {
    /// Returns the type of an argument in the query, for functions of any type; `None` without a parsed expression.
    pub fn argument_type(&self, number: usize) -> Option<Oid> {
        // SAFETY: PostgreSQL passes a valid flinfo or null; its expression outlives the call.
        let oid = unsafe { pg_sys::get_fn_expr_argtype(self.info().flinfo, number as i32) };
        (oid != Oid::INVALID).then_some(oid)
    }

    /// Returns an argument of a type that the query says; `None` for NULL, and without a parsed expression.
    pub fn typed_argument(&self, number: usize) -> Option<TypedDatum<'fcx>> {
        let (of, datum) = (self.argument_type(number)?, self.datum(number)?);
        // SAFETY: PostgreSQL passes a value of the expression's type.
        Some(unsafe { TypedDatum::new(datum, of) })
    }

    /// Returns the type, in the query, of the value that the function adds, probes or hashes, for messages.
    /// It is the argument that takes values of any type. Functions without one, as those of aggregates, have
    /// it first behind `internal` and the extension's types. For an array whose elements the function takes
    /// one by one, returns their type. Returns `None` without a parsed expression, and for a function of
    /// several values.
    pub fn value_type(&self) -> Option<Oid> {
        const ARRAYS: [Oid; 2] = [pg_sys::ANYARRAYOID, pg_sys::ANYCOMPATIBLEARRAYOID];
        let declared = catalog::argument_types(self.function());
        let of_any = |of: &Oid| *of == pg_sys::ANYCOMPATIBLEOID || ARRAYS.contains(of);
        let behind_others = |of: &Oid| *of != pg_sys::INTERNALOID && catalog::is_built_in(*of);
        if declared.contains(&pg_sys::ANYOID) {
            return None;
        }
        let number = declared.iter().position(of_any).or_else(|| declared.iter().position(behind_others))?;
        let given = self.argument_type(number)?;
        if ARRAYS.contains(&declared[number]) { catalog::element_of(given) } else { Some(given) }
    }

    /// Returns the collation of an argument in the query; an invalid OID if it has none or is unknown.
    pub fn argument_collation(&self, number: usize) -> Oid {
        self.argument_nodes(number).last().map_or(Oid::INVALID, |node| node.collation())
    }

    /// Returns whether the call has a parsed expression, and so types and a collation. Other engines may call the
    /// functions of an aggregate without one.
    pub fn is_parsed(&self) -> bool {
        self.expression().is_some()
    }

    /// Returns the expression of the call in the query.
    fn expression(&self) -> Option<Expr<'fcx>> {
        // SAFETY: the expression is null or that of the plan, which outlives the call.
        self.flinfo().and_then(|flinfo| unsafe { root(flinfo.fn_expr) })
    }

    /// Returns the expression of the aggregate whose function is called.
    pub(super) fn aggref(&self) -> Option<Node<'fcx, pg_sys::Aggref>> {
        // SAFETY: the call is valid; the executor's node, if there is one, has the expression of the plan.
        unsafe { root(pg_sys::AggGetAggref(self.fcinfo.as_ptr())) }
    }

    /// Returns the type of an argument before PostgreSQL's implicit cast to the declared type, if the two types have
    /// different `=` operators. An explicit cast is accepted as intended. If the planner has computed the value
    /// already, the query no longer shows its type.
    pub fn implicit_cast_source(&self, number: usize, declared: Oid) -> Option<Oid> {
        self.argument_nodes(number).into_iter().find_map(|node| implicit_source(node, declared))
    }

    /// Returns whether an argument is a PL/pgSQL variable or a query parameter.
    pub fn is_variable(&self, number: usize) -> bool {
        self.argument_nodes(number).into_iter().any(|node| variable(node).is_some())
    }

    /// Returns the expressions that an argument comes from, as far as they are known: the argument of the operator or
    /// function, or for a transition function the argument of the aggregate or of the window functions of its node.
    fn argument_nodes(&self, number: usize) -> Vec<Expr<'fcx>> {
        // The first argument of a transition function is the state.
        let of_aggregate = number.saturating_sub(1);
        let Some(context) = self.context() else {
            let called = self.expression().and_then(Expr::called);
            return called.and_then(|called| called.arguments.get(number)).into_iter().collect();
        };
        if let Some(window) = context.is::<pg_sys::WindowAggState>() {
            let functions = window.funcs().iter().filter_map(Node::wfunc);
            let own = functions
                .filter(|function| catalog::transition_of(function.winfnoid) == Some(self.function()));
            return own.filter_map(|function| function.args().get(of_aggregate)).collect();
        }
        let aggref = context.is::<pg_sys::AggState>().and_then(|_| self.aggref());
        aggref.and_then(|aggref| aggref.args().get(of_aggregate)?.expr()).into_iter().collect()
    }
}

/// Returns the number of the parameter if a node is an external parameter.
pub fn variable(node: Expr<'_>) -> Option<i32> {
    let parameter = node.is::<pg_sys::Param>()?;
    (parameter.paramkind == pg_sys::ParamKind::PARAM_EXTERN).then_some(parameter.paramid)
}

/// Returns the source type of an expression that is an implicit cast, if `=` differs between it and the
/// declared type.
fn implicit_source(expression: Expr<'_>, declared: Oid) -> Option<Oid> {
    let mut node = expression;
    // A COLLATE clause or an ORDER BY column may enclose the cast.
    while let Some(collate) = node.is::<pg_sys::CollateExpr>() {
        node = collate.arg()?;
    }
    let (form, source) = if let Some(relabel) = node.is::<pg_sys::RelabelType>() {
        (relabel.relabelformat, relabel.arg()?)
    } else if let Some(coerce) = node.is::<pg_sys::CoerceViaIO>() {
        (coerce.coerceformat, coerce.arg()?)
    } else {
        let function = node.is::<pg_sys::FuncExpr>()?;
        (function.funcformat, function.args().get(0)?)
    };
    if form != pg_sys::CoercionForm::COERCE_IMPLICIT_CAST {
        return None;
    }
    let given = source.type_of();
    let source = catalog::base_type(given);
    if catalog::has_own_equality(given, source) {
        return Some(given);
    }
    // Two names are equal if and only if their texts are equal.
    let alike = source == pg_sys::NAMEOID && declared == pg_sys::TEXTOID
        || catalog::equality_of(source) == catalog::equality_of(declared);
    (!alike).then_some(source)
}
