//! One call whose selectivity is estimated.

use super::constant::{Constant, constant};
use super::estimate::{self, KnownFilter, Probe, default_share};
use super::implied;
use super::statistics::{ColumnStatistics, MAX_VALUES};
use crate::call::Call;
use crate::pg::array::Array;
use crate::pg::catalog::{function_name, type_beside};
use crate::pg::nodes::node_as;
use crate::pg::typed::TypedDatum;
use pgrx::pg_sys::{self, Datum, Oid};

/// The planner's context of an estimate.
#[derive(Debug, Clone, Copy)]
pub struct Context {
    pub root: *mut pg_sys::PlannerInfo,
    /// The function that sees the column's values; privileges are checked for it.
    pub function: Oid,
    pub collation: Oid,
    /// The relation whose columns vary, 0 for all relations; `None` for a join.
    pub relation: Option<i32>,
}

/// How many values a call probes, and how their results are combined.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Quantifier {
    /// One value.
    One,
    /// An array; the call is true if the filter contains any element.
    Any,
    /// An array; the call is true if the filter contains all elements.
    All,
}

/// A call whose selectivity is estimated: the expressions of the filter and of the value.
#[derive(Debug)]
pub struct Clause {
    context: Context,
    quantifier: Quantifier,
    arguments: *mut pg_sys::List,
    filter: *mut pg_sys::Node,
    pub value: *mut pg_sys::Node,
}

impl Clause {
    /// Finds the filter among the two arguments by their `declared` types.
    pub unsafe fn new(
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
            let quantifier = if values == pg_sys::ANYARRAYOID {
                array_quantifier(context.function)?
            } else {
                Quantifier::One
            };
            Some(Self {
                context,
                quantifier,
                arguments,
                filter: pg_sys::list_nth(arguments, filter).cast(),
                value: pg_sys::list_nth(arguments, 1 - filter).cast(),
            })
        }
    }

    /// Returns the share of the rows for which the call is true.
    pub unsafe fn selectivity(&self) -> f64 {
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
    pub unsafe fn is_implied(&self) -> bool {
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
    unsafe fn share(&self, filter: Option<&KnownFilter<'_>>) -> f64 {
        // SAFETY: the expressions are the planner's.
        unsafe {
            if self.quantifier == Quantifier::One {
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
            match self.quantifier {
                Quantifier::All => shares.iter().product(),
                _ => 1.0 - shares.iter().map(|share| 1.0 - share).product::<f64>(),
            }
        }
    }

    /// Returns the share of the rows whose value the filter contains.
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
            let mut column = ColumnStatistics::examine(context.root, value, relation);
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
    unsafe fn null_share(&self, expression: *mut pg_sys::Node) -> f64 {
        let Some(relation) = self.context.relation else { return 0.0 };
        // SAFETY: the caller promises an expression of the clause.
        unsafe { ColumnStatistics::examine(self.context.root, expression, relation).null_share() }
    }
}

/// Returns the OIDs of the filter types, which are in the schema of the called function.
fn filter_types(call: Call<'_>) -> Option<[Oid; 2]> {
    let types = [c"bloom", c"counting_bloom"].map(|name| type_beside(call.function(), name));
    (!types.contains(&Oid::INVALID)).then_some(types)
}

/// Returns how an array function combines the results of its elements; `None` for any other function.
fn array_quantifier(function: Oid) -> Option<Quantifier> {
    match function_name(function)?.to_bytes() {
        b"bloom_contains_any" | b"counting_bloom_contains_any" => Some(Quantifier::Any),
        b"bloom_contains_all" | b"counting_bloom_contains_all" => Some(Quantifier::All),
        _ => None,
    }
}
