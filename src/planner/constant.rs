//! Values that are known at planning time.

use crate::pg::nodes::node_as;
use crate::pg::notice::Notice;
use pgrx::is_a;
use pgrx::pg_sys::{self, Datum, Oid};

/// A value that is known at planning time.
#[derive(Debug, Clone, Copy)]
pub struct Constant {
    /// `None` for NULL.
    pub datum: Option<Datum>,
    pub of: Oid,
}

/// Returns the value of an expression if it is known at planning time.
///
/// Constants and parameters are read in place: evaluating them would copy them, and a filter can be large and be needed
/// for each of many partitions.
pub unsafe fn constant(root: *mut pg_sys::PlannerInfo, expression: *mut pg_sys::Node) -> Option<Constant> {
    // SAFETY: the caller promises the expression.
    unsafe {
        if let Some(parameter) = node_as::<pg_sys::Param>(expression, pg_sys::NodeTag::T_Param)
            && let Some(bound) = bound_parameter(root, parameter)
        {
            return Some(bound);
        }
        let known = if is_a(expression, pg_sys::NodeTag::T_Const) {
            expression
        } else {
            Notice::suppress_in(|| pg_sys::estimate_expression_value(root, expression))
        };
        let known = node_as::<pg_sys::Const>(known, pg_sys::NodeTag::T_Const)?;
        Some(Constant { datum: (!known.constisnull).then_some(known.constvalue), of: known.consttype })
    }
}

/// Returns the value that is bound to a parameter at planning time.
unsafe fn bound_parameter(root: *mut pg_sys::PlannerInfo, parameter: &pg_sys::Param) -> Option<Constant> {
    // SAFETY: the caller promises `root`; without a fetch hook, the list has as many parameters as it says.
    unsafe {
        let bound = (*(*root).glob).boundParams.as_mut()?;
        let number = parameter.paramid;
        let external = parameter.paramkind == pg_sys::ParamKind::PARAM_EXTERN;
        if !external || number <= 0 || number > bound.numParams || bound.paramFetch.is_some() {
            return None;
        }
        let value = &bound.params.as_slice(bound.numParams as usize)[number as usize - 1];
        let same = value.ptype == parameter.paramtype;
        same.then_some(Constant { datum: (!value.isnull).then_some(value.value), of: value.ptype })
    }
}
