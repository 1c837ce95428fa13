//! Selectivity estimates: the share of the rows that a filter lets pass.
//!
//! `bloom_contains` and its variants have a support function for this, the operators have estimators; both call
//! [`Clause::selectivity`]. A filter that is constant at planning time is probed with values from the column's
//! statistics, see [`estimate`]; for any other filter the estimate is [`estimate::DEFAULT`], or 1 where a join discards the
//! same rows, see [`implied`].
//!
//! An estimate raises no error of its own: the executor reports values that a filter cannot hold. Stable arguments are
//! evaluated, as by PostgreSQL's estimators, and may fail.
//!
//! [`foreign`] adds screens to joins with remote tables before they are planned.

#![allow(unsafe_code)]

mod column;
mod estimate;
pub mod foreign;
mod implied;
mod in_place;
mod matrix;
pub mod nodes;

use crate::call::{Call, NewDatum, RawArg, sql_functions};
use crate::error::Result;
use crate::pg::array::Array;
use crate::pg::catalog::{argument_types, type_beside};
use crate::pg::notice::Notice;
use crate::pg::typed::TypedDatum;
use column::{Column, MAX_VALUES};
use estimate::{KnownFilter, Probe, default_share};
use nodes::{called, node_as};
use pgrx::is_a;
use pgrx::pg_sys::{self, Datum, Oid};
use std::ffi::CStr;

/// Implements the support function of `bloom_contains`, `bloom_contains_any` and `bloom_contains_all`.
fn bloom_contains_support(call: Call<'_>) -> Result<NewDatum> {
    // A support function returns a null pointer, not NULL, if it has no answer.
    let nothing = Ok(NewDatum(Datum::null()));
    let request = call.required::<RawArg>(0)?.pointer::<pg_sys::Node>();
    // SAFETY: the planner passes a request, whose node tag is its type, and nodes of its own.
    let has_answer = unsafe {
        match (*request).type_ {
            pg_sys::NodeTag::T_SupportRequestSelectivity => give_selectivity(call, &mut *request.cast()),
            pg_sys::NodeTag::T_SupportRequestCost => give_cost(call, &mut *request.cast()),
            _ => false,
        }
    };
    if has_answer { Ok(NewDatum(Datum::from(request))) } else { nothing }
}

/// Answers a request for the share of the rows that pass; returns false if there is no answer.
///
/// # Safety
/// The request must be the planner's.
unsafe fn give_selectivity(call: Call<'_>, request: &mut pg_sys::SupportRequestSelectivity) -> bool {
    // SAFETY: the caller guarantees the request.
    unsafe {
        let context = Context {
            root: request.root,
            function: request.funcid,
            collation: request.inputcollid,
            relation: (!request.is_join).then_some(request.varRelid),
        };
        let Some(clause) = Clause::of_function(call, context, request.args) else { return false };
        request.selectivity = clause.selectivity();
        true
    }
}

/// Answers a request for the cost of a call that a join implies; any other call costs what `pg_proc` says. It takes as long
/// as the join would take to discard the row, so it costs nothing, and the plan is that of the query without it. Among
/// other conditions it costs as much as an operator, as the cheapest condition of a scan is evaluated first.
///
/// # Safety
/// As [`give_selectivity`].
unsafe fn give_cost(call: Call<'_>, request: &mut pg_sys::SupportRequestCost) -> bool {
    // SAFETY: the caller guarantees the request; without a planner there is no node to tell calls apart by.
    unsafe {
        let (false, Some((_, arguments))) = (request.root.is_null(), called(request.node)) else {
            return false;
        };
        let context = Context {
            root: request.root,
            function: request.funcid,
            collation: Oid::INVALID,
            relation: Some(0),
        };
        let Some(clause) = Clause::of_function(call, context, arguments) else { return false };
        if !clause.is_implied() {
            return false;
        }
        let only_screens = implied::has_only_screens(request.root, clause.value, call.function());
        request.startup = 0.0;
        request.per_tuple = if only_screens { 0.0 } else { pg_sys::cpu_operator_cost };
        true
    }
}

/// Implements the estimators of `@>` and `<@`: `(root, operator, arguments, relation)`, without a relation for joins.
fn operator_selectivity<const JOIN: bool>(call: Call<'_>) -> Result<f64> {
    let (root, operator) = (call.required::<RawArg>(0)?, call.required(1)?);
    let arguments = call.required::<RawArg>(2)?;
    // SAFETY: the planner passes its state, an operator, its arguments, and the operator's collation as the call's.
    unsafe {
        let context = Context {
            root: root.pointer(),
            function: pg_sys::get_opcode(operator),
            collation: call.collation(),
            relation: if JOIN { None } else { Some(call.required(3)?) },
        };
        let (mut left, mut right) = (Oid::INVALID, Oid::INVALID);
        pg_sys::op_input_types(operator, &raw mut left, &raw mut right);
        let clause = Clause::new(call, context, &[left, right], arguments.pointer());
        Ok(clause.map_or_else(|| default_share(None), |clause| clause.selectivity()))
    }
}

sql_functions! {
    "bloom_contains_support" => bloom_contains_support,
    "bloom_contains_sel" => operator_selectivity::<false>,
    "bloom_contains_joinsel" => operator_selectivity::<true>,
}

/// The planner's context of an estimate.
#[derive(Debug, Clone, Copy)]
struct Context {
    root: *mut pg_sys::PlannerInfo,
    /// The function that sees the column's values; privileges are checked for it.
    function: Oid,
    collation: Oid,
    /// The relation whose columns vary, 0 for all relations; `None` for a join.
    relation: Option<i32>,
}

/// How many values a call probes, and how their results are combined.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Form {
    /// One value.
    One,
    /// An array; the call is true if the filter contains any element.
    Any,
    /// An array; the call is true if the filter contains all elements.
    All,
}

/// A call whose selectivity is estimated: the expressions of the filter and of the value.
#[derive(Debug)]
struct Clause {
    context: Context,
    form: Form,
    arguments: *mut pg_sys::List,
    filter: *mut pg_sys::Node,
    value: *mut pg_sys::Node,
}

impl Clause {
    /// As [`Clause::new`], by the types that the context's function declares.
    ///
    /// # Safety
    /// As [`Clause::new`].
    unsafe fn of_function(call: Call<'_>, context: Context, arguments: *mut pg_sys::List) -> Option<Self> {
        // SAFETY: the caller guarantees the list.
        unsafe { Self::new(call, context, &argument_types(context.function), arguments) }
    }

    /// Finds the filter among the two arguments by their `declared` types.
    ///
    /// # Safety
    /// `arguments` must be a list of expressions.
    unsafe fn new(
        call: Call<'_>,
        context: Context,
        declared: &[Oid],
        arguments: *mut pg_sys::List,
    ) -> Option<Self> {
        // SAFETY: the caller promises the list; the rest are catalog lookups.
        unsafe {
            let ([first, second], 2) = (declared, pg_sys::list_length(arguments)) else { return None };
            let (filter, values) = match filter_types(call)? {
                types if types.contains(first) => (0, *second),
                types if types.contains(second) => (1, *first),
                _ => return None,
            };
            let form = if values == pg_sys::ANYARRAYOID { array_form(context.function)? } else { Form::One };
            Some(Self {
                context,
                form,
                arguments,
                filter: pg_sys::list_nth(arguments, filter).cast(),
                value: pg_sys::list_nth(arguments, 1 - filter).cast(),
            })
        }
    }

    /// Returns the share of the rows for which the call is true.
    ///
    /// # Safety
    /// The planner must be at work.
    unsafe fn selectivity(&self) -> f64 {
        // SAFETY: the expressions are the planner's, and a constant of this argument is a filter.
        let share = unsafe {
            match constant(self.context.root, self.filter) {
                Some(Constant { datum: None, .. }) => 0.0,
                Some(Constant { datum: Some(datum), .. }) => self.share(KnownFilter::new(datum).as_ref()),
                None if self.is_implied() => 1.0,
                None => self.share(None) * (1.0 - self.null_share(self.filter)),
            }
        };
        // The statistics cannot give NaN, but the planner would fail with it.
        if share.is_nan() { default_share(None) } else { share.clamp(0.0, 1.0) }
    }

    /// Returns whether the call is assumed to discard only rows that a join discards anyway. The queries by which
    /// postgres_fdw gets estimates do not tell the other server of the join, so their placeholders are always assumed to.
    ///
    /// # Safety
    /// As [`Clause::selectivity`].
    unsafe fn is_implied(&self) -> bool {
        let root = self.context.root;
        // SAFETY: the planner's data and its expressions.
        unsafe {
            self.context.relation.is_some()
                && implied::is_empty(pg_sys::pull_varnos(root, self.filter))
                && (implied::by_join(root, self.arguments, self.value)
                    || implied::is_placeholder(root, self.filter))
        }
    }

    /// Returns the share if the filter is not NULL.
    ///
    /// # Safety
    /// As [`Clause::selectivity`].
    unsafe fn share(&self, filter: Option<&KnownFilter<'_>>) -> f64 {
        // SAFETY: the expressions are the planner's.
        unsafe {
            if self.form == Form::One {
                return self.value_share(filter, self.value);
            }
            let array_expr = pg_sys::NodeTag::T_ArrayExpr;
            let shares = if let Some(array) = constant(self.context.root, self.value) {
                let Some(array) = array.datum else { return 0.0 };
                self.element_shares(filter, array)
            } else if let Some(array) =
                node_as::<pg_sys::ArrayExpr>(self.value, array_expr).filter(|array| !array.multidims)
            {
                let count = pg_sys::list_length(array.elements).min(MAX_VALUES as i32);
                let element = |n| pg_sys::list_nth(array.elements, n).cast();
                (0..count).map(|n| self.value_share(filter, element(n))).collect()
            } else {
                return default_share(filter) * (1.0 - self.null_share(self.value));
            };
            match self.form {
                Form::All => shares.iter().product(),
                _ => 1.0 - shares.iter().map(|share| 1.0 - share).product::<f64>(),
            }
        }
    }

    /// Returns the share of the rows whose value the filter contains.
    ///
    /// # Safety
    /// As [`Clause::selectivity`]; `value` must be an expression of the clause.
    unsafe fn value_share(&self, filter: Option<&KnownFilter<'_>>, value: *mut pg_sys::Node) -> f64 {
        let context = self.context;
        // SAFETY: the expressions are the planner's; a constant is a datum of its expression's type.
        unsafe {
            if let Some(value) = constant(context.root, value) {
                let Some(datum) = value.datum else { return 0.0 };
                let datum = TypedDatum::new(datum, value.of);
                let contained = filter
                    .and_then(|filter| Probe::new(filter, value.of, context.collation)?.contains(datum));
                return contained
                    .map_or_else(|| default_share(filter), |contained| f64::from(u8::from(contained)));
            }
            let (Some(filter), Some(relation)) = (filter, context.relation) else {
                return default_share(filter) * (1.0 - self.null_share(value));
            };
            let mut column = Column::examine(context.root, value, relation);
            estimate::column_share(filter, &mut column, context.function, context.collation)
        }
    }

    /// Returns [`Clause::value_share`] for each non-NULL element of a constant array.
    ///
    /// # Safety
    /// `array` must be an array.
    unsafe fn element_shares(&self, filter: Option<&KnownFilter<'_>>, array: Datum) -> Vec<f64> {
        // SAFETY: the caller promises an array, whose elements are datums of its element type.
        unsafe {
            let array = Array::new(array);
            let mut probe = filter.and_then(|filter| Probe::new(filter, array.of(), self.context.collation));
            let mut share = |value| match probe.as_mut().and_then(|probe| probe.contains(value)) {
                Some(contained) => f64::from(u8::from(contained)),
                None => default_share(filter),
            };
            array.iter().take(MAX_VALUES).flatten().map(&mut share).collect()
        }
    }

    /// Returns the share of the rows for which an expression is NULL; 0 if unknown.
    ///
    /// # Safety
    /// As [`Clause::value_share`].
    unsafe fn null_share(&self, expression: *mut pg_sys::Node) -> f64 {
        let Some(relation) = self.context.relation else { return 0.0 };
        // SAFETY: the caller promises an expression of the clause.
        unsafe { Column::examine(self.context.root, expression, relation).null_share() }
    }
}

/// A value that is known at planning time.
#[derive(Debug, Clone, Copy)]
struct Constant {
    /// `None` for NULL.
    datum: Option<Datum>,
    of: Oid,
}

/// Returns the value of an expression if it is known at planning time.
///
/// Constants and parameters are read in place: evaluating them would copy them, and a filter can be large and be needed
/// for each of many partitions.
///
/// # Safety
/// `expression` must be an expression of a query that the planner is at work on.
unsafe fn constant(root: *mut pg_sys::PlannerInfo, expression: *mut pg_sys::Node) -> Option<Constant> {
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
            Notice::never_in(|| pg_sys::estimate_expression_value(root, expression))
        };
        let known = node_as::<pg_sys::Const>(known, pg_sys::NodeTag::T_Const)?;
        Some(Constant { datum: (!known.constisnull).then_some(known.constvalue), of: known.consttype })
    }
}

/// Returns the value that is bound to a parameter at planning time.
///
/// # Safety
/// `root` must be the planner's.
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

/// Returns the OIDs of the filter types, which are in the schema of the called function.
fn filter_types(call: Call<'_>) -> Option<[Oid; 2]> {
    let types = [c"bloom", c"counting_bloom"].map(|name| type_beside(call.function(), name));
    (!types.contains(&Oid::INVALID)).then_some(types)
}

/// Returns how an array function combines the results of its elements; `None` for any other function.
fn array_form(function: Oid) -> Option<Form> {
    // SAFETY: the name is a new zero-terminated string, or null.
    let name = unsafe {
        let name = pg_sys::get_func_name(function);
        if name.is_null() { None } else { Some(CStr::from_ptr(name)) }
    };
    match name?.to_bytes() {
        b"bloom_contains_any" | b"counting_bloom_contains_any" => Some(Form::Any),
        b"bloom_contains_all" | b"counting_bloom_contains_all" => Some(Form::All),
        _ => None,
    }
}
