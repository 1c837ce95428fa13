//! Values that are known at planning time.

use crate::pg::notice::Notice;
use crate::pg::tree::expr::Constant;
use crate::pg::tree::{Expr, Node};
use pgrx::pg_sys::{self, PlannerInfo};

/// Returns the value of an expression if it is known at planning time.
///
/// Constants and parameters are read in place: evaluating them would copy them, and a filter can be large and be needed
/// for each of many partitions.
pub fn constant<'t>(planner: Option<Node<'t, PlannerInfo>>, expression: Expr<'t>) -> Option<Constant<'t>> {
    if let Some(parameter) = expression.is::<pg_sys::Param>()
        && let Some(bound) = planner.and_then(|planner| planner.bound(parameter))
    {
        return Some(bound);
    }
    let known = match expression.is::<pg_sys::Const>() {
        Some(constant) => constant,
        None => Notice::suppress_in(|| expression.estimate(planner)).is()?,
    };
    Some(known.constant())
}
