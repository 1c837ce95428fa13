//! Information about a call's arguments from the parsed query.

use super::Call;
use crate::pg::catalog;
use crate::pg::nodes::{called, items, node_as, nth};
use crate::pg::typed::TypedDatum;
use pgrx::is_a;
use pgrx::pg_sys::{self, NodeTag, Oid};

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
        // SAFETY: the nodes of the query outlive the call.
        let collations =
            self.argument_nodes(number).into_iter().map(|node| unsafe { pg_sys::exprCollation(node) });
        collations.last().unwrap_or(Oid::INVALID)
    }

    /// Returns whether the call has a parsed expression, and so types and a collation. Other engines may call the
    /// functions of an aggregate without one.
    pub fn is_parsed(&self) -> bool {
        // SAFETY: flinfo is valid if it is not null.
        unsafe { self.info().flinfo.as_ref() }.is_some_and(|flinfo| !flinfo.fn_expr.is_null())
    }

    /// Returns the type of an argument before PostgreSQL's implicit cast to the declared type, if the two types have
    /// different `=` operators. An explicit cast is accepted as intended. If the planner has computed the value
    /// already, the query no longer shows its type.
    pub fn implicit_cast_source(&self, number: usize, declared: Oid) -> Option<Oid> {
        // SAFETY: the nodes of the query outlive the call.
        unsafe { self.argument_nodes(number).into_iter().find_map(|node| implicit_source(node, declared)) }
    }

    /// Returns whether an argument is a PL/pgSQL variable or a query parameter.
    pub fn is_variable(&self, number: usize) -> bool {
        self.argument_nodes(number).into_iter().any(|node| {
            // SAFETY: the nodes of the query outlive the call.
            unsafe { variable(node) }.is_some()
        })
    }

    /// Returns the expressions that an argument comes from, as far as they are known: the argument of the operator or
    /// function, or for a transition function the argument of the aggregate or of the window functions of its node.
    fn argument_nodes(&self, number: usize) -> Vec<*mut pg_sys::Node> {
        let info = self.info();
        let context = info.context;
        // The first argument of a transition function is the state.
        let of_aggregate = number.saturating_sub(1);
        // SAFETY: a node's tag says which node it is; the owner of a list says which type its elements have.
        unsafe {
            let expression = info.flinfo.as_ref().map_or(std::ptr::null_mut(), |flinfo| flinfo.fn_expr);
            if context.is_null() {
                called(expression).map(|(_, arguments)| vec![nth(arguments, number)]).unwrap_or_default()
            } else if is_a(context, NodeTag::T_AggState) {
                let Some(aggref) = pg_sys::AggGetAggref(self.fcinfo.as_ptr()).as_ref() else {
                    return Vec::new();
                };
                let entry = nth::<pg_sys::TargetEntry>(aggref.args, of_aggregate);
                entry.as_ref().map(|entry| vec![entry.expr.cast()]).unwrap_or_default()
            } else if is_a(context, NodeTag::T_WindowAggState) {
                let functions = (*context.cast::<pg_sys::WindowAggState>()).funcs;
                items::<pg_sys::WindowFuncExprState>(functions)
                    .map(|function| (*function).wfunc)
                    .filter(|wfunc| catalog::transition_of((**wfunc).winfnoid) == Some(self.function()))
                    .map(|wfunc| nth((*wfunc).args, of_aggregate))
                    .collect()
            } else {
                Vec::new()
            }
        }
    }
}

/// Returns the number of the parameter if a node is an external parameter.
///
/// # Safety
/// `node` must be null or a valid node.
pub unsafe fn variable(node: *mut pg_sys::Node) -> Option<i32> {
    // SAFETY: the caller guarantees it.
    unsafe {
        let parameter = node_as::<pg_sys::Param>(node, NodeTag::T_Param)?;
        (parameter.paramkind == pg_sys::ParamKind::PARAM_EXTERN).then_some(parameter.paramid)
    }
}

/// Returns the source type of a node that is an implicit cast, if `=` differs between it and the declared type.
///
/// # Safety
/// `node` must be null or a valid expression node.
unsafe fn implicit_source(node: *mut pg_sys::Node, declared: Oid) -> Option<Oid> {
    // SAFETY: a node's tag says which node it is.
    unsafe {
        let mut node = node;
        // A COLLATE clause or an ORDER BY column may enclose the cast.
        while let Some(collate) = node_as::<pg_sys::CollateExpr>(node, NodeTag::T_CollateExpr) {
            node = collate.arg.cast();
        }
        let (form, source) =
            if let Some(relabel) = node_as::<pg_sys::RelabelType>(node, NodeTag::T_RelabelType) {
                (relabel.relabelformat, relabel.arg.cast::<pg_sys::Node>())
            } else if let Some(coerce) = node_as::<pg_sys::CoerceViaIO>(node, NodeTag::T_CoerceViaIO) {
                (coerce.coerceformat, coerce.arg.cast())
            } else {
                let function = node_as::<pg_sys::FuncExpr>(node, NodeTag::T_FuncExpr)?;
                (function.funcformat, nth(function.args, 0))
            };
        if form != pg_sys::CoercionForm::COERCE_IMPLICIT_CAST || source.is_null() {
            return None;
        }
        let source = catalog::base_type(pg_sys::exprType(source));
        // Two names are equal if and only if their texts are equal.
        let alike = source == pg_sys::NAMEOID && declared == pg_sys::TEXTOID
            || catalog::equality_of(source) == catalog::equality_of(declared);
        (!alike).then_some(source)
    }
}
