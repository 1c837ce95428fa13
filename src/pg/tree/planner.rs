//! What the planner has of a query while it plans it, and what it asks of support functions.

use super::expr::Constant;
use super::{Expr, List, Node};
use crate::pg::version;
use pgrx::pg_sys::{self, AppendRelInfo, PlannerInfo, RelOptInfo};
use std::marker::PhantomData;

/// A set of relations, by their numbers in the range table.
#[derive(Debug, Clone, Copy)]
pub struct Relids<'t>(pg_sys::Relids, PhantomData<&'t ()>);

impl Relids<'_> {
    /// Wraps a set.
    ///
    /// # Safety
    /// It must be null or a set, in a tree as [`root`](super::root) has it.
    pub(super) unsafe fn of(set: pg_sys::Relids) -> Self {
        Self(set, PhantomData)
    }

    /// Returns whether the set has no members; PostgreSQL has a macro for that from 16 on.
    pub fn is_empty(self) -> bool {
        // SAFETY: the set is null or one of the tree.
        unsafe { pg_sys::bms_membership(self.0) == pg_sys::BMS_Membership::BMS_EMPTY_SET }
    }

    pub fn contains(self, relation: i32) -> bool {
        // SAFETY: as above.
        relation >= 0 && unsafe { pg_sys::bms_is_member(relation, self.0) }
    }

    /// Returns the member of a set that has only one.
    pub fn single(self) -> Option<i32> {
        let mut member = 0;
        // SAFETY: as above.
        unsafe { pg_sys::bms_get_singleton_member(self.0, &raw mut member) }.then_some(member)
    }
}

impl<'t> Node<'t, PlannerInfo> {
    /// Returns a relation of the query, by its number in the range table, if it is scanned or joined.
    pub fn relation(self, number: i32) -> Option<Node<'t, RelOptInfo>> {
        self.by_relation(|planner| planner.simple_rel_array, number)
    }

    /// Returns the step from a table, or UNION ALL, down to a relation that is a part of it; `None` for any
    /// other one.
    pub fn step_to(self, number: i32) -> Option<Node<'t, AppendRelInfo>> {
        self.by_relation(|planner| planner.append_rel_array, number)
    }

    /// Reads a field that is null or an array of nodes by the number of their relation.
    fn by_relation<T>(self, read: fn(&PlannerInfo) -> *mut *mut T, number: i32) -> Option<Node<'t, T>> {
        let array = read(&self);
        if array.is_null() || number <= 0 || number >= self.simple_rel_array_size {
            return None;
        }
        // SAFETY: the array has that many elements: null, or nodes of the tree.
        unsafe { Node::of(*array.add(number as usize)) }
    }

    /// Returns the relations of the columns in an expression.
    pub fn relations_of(self, expression: Expr<'t>) -> Relids<'t> {
        // SAFETY: the planner's own expression; the set is new.
        unsafe { Relids::of(pg_sys::pull_varnos(self.as_ptr(), expression.as_ptr())) }
    }

    /// Returns a new expression of a part for one of the whole, one step down.
    pub fn step_down(self, expression: Expr<'t>, step: Node<'t, AppendRelInfo>) -> Expr<'t> {
        let mut step = step.as_ptr();
        // SAFETY: the planner's own expression and steps.
        let new = unsafe {
            Node::of(pg_sys::adjust_appendrel_attrs(self.as_ptr(), expression.as_ptr(), 1, &raw mut step))
        };
        new.unwrap_or(expression)
    }

    /// Returns the value that is bound to a parameter of the query, if the planner has it.
    pub fn bound(self, parameter: Node<'t, pg_sys::Param>) -> Option<Constant<'t>> {
        let glob = self.glob()?;
        // SAFETY: the parameters outlive the plan.
        let all = unsafe { glob.boundParams.as_ref() }?;
        let place = usize::try_from(parameter.paramid).ok()?.checked_sub(1)?;
        if parameter.paramkind != pg_sys::ParamKind::PARAM_EXTERN || all.paramFetch.is_some() {
            return None;
        }
        // SAFETY: without a function that fetches them, they are all there.
        let value = unsafe { all.params.as_slice(all.numParams.max(0) as usize) }.get(place)?;
        // SAFETY: the value is of its type.
        let bound = unsafe { Constant::of(value.ptype, value.value, value.isnull) };
        (value.ptype == parameter.paramtype).then_some(bound)
    }
}

impl<'t> List<'t, pg_sys::RestrictInfo> {
    /// Wraps a list of conditions that the planner has made.
    ///
    /// # Safety
    /// It must be null or such a list, in a tree as [`root`](super::root) has it.
    pub unsafe fn of_planner(list: *mut pg_sys::List) -> Self {
        // SAFETY: the caller guarantees the list.
        unsafe { Self::of(list) }
    }
}

impl<'t> Expr<'t> {
    /// Returns the number of elements that the planner expects of an array.
    pub fn array_length(self) -> f64 {
        // SAFETY: the planner's own expression.
        unsafe { version::array_length(self.as_ptr()) }
    }

    /// Returns what the expression is with the values that are known while the query is planned, which
    /// evaluates stable functions. The parameters of the query are known only with a planner.
    pub fn estimate(self, planner: Option<Node<'t, PlannerInfo>>) -> Self {
        let planner = planner.map_or(std::ptr::null_mut(), Node::as_ptr);
        // SAFETY: the planner's own expression; the result is a copy.
        unsafe { Node::of(pg_sys::estimate_expression_value(planner, self.as_ptr())) }.unwrap_or(self)
    }
}

/// Returns the cost of a simple operator (`cpu_operator_cost`).
pub fn operator_cost() -> f64 {
    // SAFETY: a backend has one thread, which reads a number.
    unsafe { pg_sys::cpu_operator_cost }
}

impl Node<'_, pg_sys::SupportRequestSelectivity> {
    /// Answers the request: the share of the rows that pass.
    pub fn answer(self, selectivity: f64) {
        // SAFETY: the planner waits for the answer, and no field is borrowed.
        unsafe { (*self.as_ptr()).selectivity = selectivity }
    }
}

impl Node<'_, pg_sys::SupportRequestCost> {
    /// Answers the request: the cost of a call. Calls have no cost before the first one.
    pub fn answer(self, per_tuple: f64) {
        // SAFETY: as above.
        unsafe { ((*self.as_ptr()).startup, (*self.as_ptr()).per_tuple) = (0.0, per_tuple) }
    }
}

impl Node<'_, pg_sys::SupportRequestRows> {
    /// Answers the request: the number of rows that a call returns.
    pub fn answer(self, rows: f64) {
        // SAFETY: as above.
        unsafe { (*self.as_ptr()).rows = rows }
    }
}

impl<'t> Expr<'t> {
    /// Reads a request to change a variable in place, as [`version::asked_to_change_in_place`] does.
    pub fn asked_to_change_in_place(self) -> Option<(List<'t, pg_sys::Node>, i32)> {
        // SAFETY: a node with the tag of a request is one, and its arguments are expressions.
        unsafe {
            let asked = version::asked_to_change_in_place(self.as_ptr());
            asked.map(|(arguments, variable)| (List::of(arguments), variable))
        }
    }
}
