//! What the planner asks: which share of the rows does a filter let pass?
//!
//! `bloom_contains` and its kin answer through their support function, the operators through their estimators;
//! both end in [`Clause::selectivity`]. A filter that is constant at planning time is asked what it knows of the
//! column's statistics, see [`estimate`]; of any other filter nothing is known, see [`estimate::DEFAULT`].
//!
//! No estimate ever raises an error: what a filter cannot hold, or not be asked of, is left to the executor.

#![allow(unsafe_code)]

mod column;
mod estimate;

use crate::bloom_type::Bloom;
use crate::datum::{Passed, Raw, array_elements};
use bloom_core::filter::Filter;
use column::{Column, MAX_VALUES, slice};
use estimate::{Constant, Probe, default_share};
use pgrx::prelude::*;
use pgrx::{FromDatum, is_a};
use std::ffi::CStr;

/// The support function of `bloom_contains`, `bloom_contains_any` and `bloom_contains_all`.
#[pg_extern(sql = false)]
fn bloom_contains_support(request: Raw, fcinfo: pg_sys::FunctionCallInfo) -> Passed {
    let request = request.0.cast_mut_ptr::<pg_sys::SupportRequestSelectivity>();
    // SAFETY: the planner passes a request, whose tag tells its kind, and nodes of its own.
    unsafe {
        if !is_a(request.cast(), pg_sys::NodeTag::T_SupportRequestSelectivity) {
            return Passed(pg_sys::Datum::null());
        }
        let asked = &mut *request;
        let context = Context {
            root: asked.root,
            function: asked.funcid,
            collation: asked.inputcollid,
            relation: (!asked.is_join).then_some(asked.varRelid),
        };
        let mut types = std::ptr::null_mut();
        let mut count = 0;
        pg_sys::get_func_signature(asked.funcid, &raw mut types, &raw mut count);
        let Some(clause) = Clause::new(fcinfo, context, slice(types, count), asked.args) else {
            return Passed(pg_sys::Datum::null());
        };
        asked.selectivity = clause.selectivity();
        Passed(pg_sys::Datum::from(request))
    }
}

/// The restriction estimator of `@>` and `<@`.
#[pg_extern(sql = false)]
fn bloom_contains_sel(
    root: Raw,
    operator: pg_sys::Oid,
    arguments: Raw,
    relation: i32,
    fcinfo: pg_sys::FunctionCallInfo,
) -> f64 {
    operator_selectivity(root, operator, arguments, Some(relation), fcinfo)
}

/// The join estimator of `@>` and `<@`.
#[pg_extern(sql = false)]
fn bloom_contains_joinsel(
    root: Raw,
    operator: pg_sys::Oid,
    arguments: Raw,
    _join_type: i16,
    _join: Raw,
    fcinfo: pg_sys::FunctionCallInfo,
) -> f64 {
    operator_selectivity(root, operator, arguments, None, fcinfo)
}

fn operator_selectivity(
    root: Raw,
    operator: pg_sys::Oid,
    arguments: Raw,
    relation: Option<i32>,
    fcinfo: pg_sys::FunctionCallInfo,
) -> f64 {
    // SAFETY: the planner passes its state, an operator, its arguments, and the operator's collation as the call's.
    unsafe {
        let context = Context {
            root: root.0.cast_mut_ptr(),
            function: pg_sys::get_opcode(operator),
            collation: (*fcinfo).fncollation,
            relation,
        };
        let (mut left, mut right) = (pg_sys::Oid::INVALID, pg_sys::Oid::INVALID);
        pg_sys::op_input_types(operator, &raw mut left, &raw mut right);
        let clause = Clause::new(fcinfo, context, &[left, right], arguments.0.cast_mut_ptr());
        clause.map_or_else(|| default_share(None), |clause| clause.selectivity())
    }
}

/// Where an estimate is asked for.
#[derive(Debug, Clone, Copy)]
struct Context {
    root: *mut pg_sys::PlannerInfo,
    /// What would see the column's values, for the check of privileges.
    function: pg_sys::Oid,
    collation: pg_sys::Oid,
    /// The relation whose columns vary, 0 if all do; `None` for a join.
    relation: Option<i32>,
}

/// How the values of a call are asked for.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Form {
    /// One value.
    One,
    /// An array, any element of which suffices.
    Any,
    /// An array, all elements of which are needed.
    All,
}

/// A filter and what it is asked of, both as expressions.
#[derive(Debug)]
struct Clause {
    context: Context,
    form: Form,
    filter: *mut pg_sys::Node,
    value: *mut pg_sys::Node,
}

impl Clause {
    /// Finds the filter among the two arguments by their `declared` types.
    ///
    /// # Safety
    /// `fcinfo` must be the call of one of this extension's functions, `arguments` a list of expressions.
    unsafe fn new(
        fcinfo: pg_sys::FunctionCallInfo,
        context: Context,
        declared: &[pg_sys::Oid],
        arguments: *mut pg_sys::List,
    ) -> Option<Self> {
        // SAFETY: the caller promises the list; the rest are catalog lookups.
        unsafe {
            let ([first, second], 2) = (declared, pg_sys::list_length(arguments)) else { return None };
            let (filter, values) = match filter_types(fcinfo)? {
                types if types.contains(first) => (0, *second),
                types if types.contains(second) => (1, *first),
                _ => return None,
            };
            let form = if values == pg_sys::ANYARRAYOID { array_form(context.function)? } else { Form::One };
            Some(Self {
                context,
                form,
                filter: pg_sys::list_nth(arguments, filter).cast(),
                value: pg_sys::list_nth(arguments, 1 - filter).cast(),
            })
        }
    }

    /// The share of the rows for which the call is true.
    ///
    /// # Safety
    /// The planner must be at work.
    unsafe fn selectivity(&self) -> f64 {
        // SAFETY: the expressions are the planner's, and both types of filters are varlenas.
        let share = unsafe {
            match constant(self.context.root, self.filter) {
                Some(filter) if filter.constisnull => 0.0,
                Some(filter) => {
                    let Some(bloom) = Bloom::from_datum(filter.constvalue, false) else { return 0.0 };
                    self.share(Filter::new(bloom.bytes()).ok().map(Constant::new).as_ref())
                }
                None => self.share(None) * (1.0 - self.null_share(self.filter)),
            }
        };
        // NaN cannot come out of the statistics, but would end the query here.
        if share.is_nan() { default_share(None) } else { share.clamp(0.0, 1.0) }
    }

    /// # Safety
    /// As [`Clause::selectivity`].
    unsafe fn share(&self, filter: Option<&Constant<'_>>) -> f64 {
        // SAFETY: the expressions are the planner's.
        unsafe {
            if self.form == Form::One {
                return self.value_share(filter, self.value);
            }
            let array = pg_sys::estimate_expression_value(self.context.root, self.value);
            let shares = if let Some(array) = node_as::<pg_sys::Const>(array, pg_sys::NodeTag::T_Const) {
                if array.constisnull {
                    return 0.0;
                }
                self.element_shares(filter, array.constvalue)
            } else if let Some(array) =
                node_as::<pg_sys::ArrayExpr>(array, pg_sys::NodeTag::T_ArrayExpr).filter(|a| !a.multidims)
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

    /// The share of the rows whose value the filter contains.
    ///
    /// # Safety
    /// As [`Clause::selectivity`]; `value` must be an expression of the clause.
    unsafe fn value_share(&self, filter: Option<&Constant<'_>>, value: *mut pg_sys::Node) -> f64 {
        let context = self.context;
        // SAFETY: the expressions are the planner's; a constant is a datum of its expression's type.
        unsafe {
            if let Some(value) = constant(context.root, value) {
                if value.constisnull {
                    return 0.0;
                }
                let contained = filter.and_then(|filter| {
                    Probe::new(filter, value.consttype, context.collation)?.contains(value.constvalue)
                });
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

    /// What [`Clause::value_share`] is for each element of a constant array, NULLs left out.
    ///
    /// # Safety
    /// `array` must be an array.
    unsafe fn element_shares(&self, filter: Option<&Constant<'_>>, array: pg_sys::Datum) -> Vec<f64> {
        // SAFETY: the caller promises an array, whose elements are datums of its element type.
        unsafe {
            let (of, values, nulls) = array_elements(array);
            let mut probe = filter.and_then(|filter| Probe::new(filter, of, self.context.collation));
            let mut share = |value| match probe.as_mut().and_then(|probe| probe.contains(value)) {
                Some(contained) => f64::from(u8::from(contained)),
                None => default_share(filter),
            };
            let elements = values.iter().zip(nulls).take(MAX_VALUES);
            elements.filter(|(_, null)| !**null).map(|(value, _)| share(*value)).collect()
        }
    }

    /// The share of the rows for which an expression is NULL, as far as that is known.
    ///
    /// # Safety
    /// As [`Clause::value_share`].
    unsafe fn null_share(&self, expression: *mut pg_sys::Node) -> f64 {
        let Some(relation) = self.context.relation else { return 0.0 };
        // SAFETY: the caller promises an expression of the clause.
        unsafe { Column::examine(self.context.root, expression, relation).null_share() }
    }
}

/// What an expression is at planning time, if it is known then.
///
/// # Safety
/// `expression` must be an expression of a query that the planner is at work on.
unsafe fn constant<'a>(
    root: *mut pg_sys::PlannerInfo,
    expression: *mut pg_sys::Node,
) -> Option<&'a pg_sys::Const> {
    // SAFETY: the caller promises the expression.
    unsafe { node_as(pg_sys::estimate_expression_value(root, expression), pg_sys::NodeTag::T_Const) }
}

/// A node, if it is of a kind.
///
/// # Safety
/// `node` must be a node that outlives the result, and `T` the type of nodes with that tag.
unsafe fn node_as<'a, T>(node: *mut pg_sys::Node, tag: pg_sys::NodeTag) -> Option<&'a T> {
    // SAFETY: the caller promises a node and its type.
    unsafe { if is_a(node, tag) { Some(&*node.cast()) } else { None } }
}

/// The types of filters, which stand in the schema of the function that is called.
///
/// # Safety
/// `fcinfo` must be the call of one of this extension's functions.
unsafe fn filter_types(fcinfo: pg_sys::FunctionCallInfo) -> Option<[pg_sys::Oid; 2]> {
    // SAFETY: catalog lookups by an OID and a zero-terminated name.
    unsafe {
        let schema = pg_sys::get_func_namespace((*fcinfo).flinfo.as_ref()?.fn_oid);
        let oid = |name: &CStr| {
            pg_sys::GetSysCacheOid(
                pg_sys::SysCacheIdentifier::TYPENAMENSP as i32,
                pg_sys::Anum_pg_type_oid as i16,
                pg_sys::Datum::from(name.as_ptr()),
                schema.into(),
                pg_sys::Datum::null(),
                pg_sys::Datum::null(),
            )
        };
        let types = [oid(c"bloom"), oid(c"counting_bloom")];
        (!types.contains(&pg_sys::Oid::INVALID)).then_some(types)
    }
}

/// Which of the array functions a function is.
fn array_form(function: pg_sys::Oid) -> Option<Form> {
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
