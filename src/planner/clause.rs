//! One call whose selectivity is estimated.

use super::constant::constant;
use super::estimate::{self, KnownFilter, MAX_VALUES, Probe, default_share};
use super::implied;
use crate::call::Call;
use crate::pg::array::Array;
use crate::pg::catalog::{function_name, type_beside};
use crate::pg::tree::expr::Constant;
use crate::pg::tree::{Expr, List, Node};
use pgrx::pg_sys::{self, Oid, PlannerInfo};

/// The planner's context of an estimate.
#[derive(Debug, Clone, Copy)]
pub struct Context<'t> {
    pub planner: Node<'t, PlannerInfo>,
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
pub struct Clause<'t> {
    context: Context<'t>,
    quantifier: Quantifier,
    arguments: List<'t, pg_sys::Node>,
    filter: Expr<'t>,
    pub value: Expr<'t>,
}

impl<'t> Clause<'t> {
    /// Finds the filter among the two arguments by their `declared` types.
    pub fn new(
        call: Call<'_>,
        context: Context<'t>,
        declared: &[Oid],
        arguments: List<'t, pg_sys::Node>,
    ) -> Option<Self> {
        let ([first, second], [left, right]) = (declared, arguments.two()?) else { return None };
        let (filter, value, values) = match filter_types(call)? {
            types if types.contains(first) => (left, right, *second),
            types if types.contains(second) => (right, left, *first),
            _ => return None,
        };
        let is_array = values == pg_sys::ANYARRAYOID;
        let quantifier = if is_array { array_quantifier(context.function)? } else { Quantifier::One };
        Some(Self { context, quantifier, arguments, filter, value })
    }

    /// Returns the share of the rows for which the call is true.
    pub fn selectivity(&self) -> f64 {
        let share = match self.constant(self.filter) {
            Some(Constant::Null) => 0.0,
            Some(Constant::Value(filter)) => {
                self.share(filter.as_varlena().and_then(KnownFilter::new).as_ref())
            }
            None if self.is_implied() => 1.0,
            None => self.share(None) * (1.0 - self.null_share(self.filter)),
        };
        // The statistics cannot give NaN, but the planner would fail with it.
        if share.is_nan() { default_share(None) } else { share.clamp(0.0, 1.0) }
    }

    /// Returns whether the call is assumed to discard only rows that a join discards anyway. The queries by
    /// which postgres_fdw gets estimates do not tell the other server of the join, so their placeholders are
    /// always assumed to.
    pub fn is_implied(&self) -> bool {
        let planner = self.context.planner;
        self.context.relation.is_some()
            && planner.relations_of(self.filter).is_empty()
            && (implied::by_join(planner, self.arguments, self.value)
                || implied::is_placeholder(planner, self.filter))
    }

    /// Returns the value of an expression if it is known at planning time.
    fn constant(&self, expression: Expr<'t>) -> Option<Constant<'t>> {
        constant(Some(self.context.planner), expression)
    }

    /// Returns the share if the filter is not NULL.
    fn share(&self, filter: Option<&KnownFilter<'_>>) -> f64 {
        if self.quantifier == Quantifier::One {
            return self.value_share(filter, self.value);
        }
        let array_expr = || self.value.is::<pg_sys::ArrayExpr>().filter(|array| !array.multidims);
        let shares = if let Some(known) = self.constant(self.value) {
            let Constant::Value(array) = known else { return 0.0 };
            let Some(array) = array.as_array() else { return default_share(filter) };
            self.element_shares(filter, &array)
        } else if let Some(array) = array_expr() {
            let elements = array.elements().iter().take(MAX_VALUES);
            elements.map(|element| self.value_share(filter, element)).collect()
        } else {
            return default_share(filter) * (1.0 - self.null_share(self.value));
        };
        match self.quantifier {
            Quantifier::All => shares.iter().product(),
            _ => 1.0 - shares.iter().map(|share| 1.0 - share).product::<f64>(),
        }
    }

    /// Returns the share of the rows whose value the filter contains.
    fn value_share(&self, filter: Option<&KnownFilter<'_>>, value: Expr<'t>) -> f64 {
        let context = self.context;
        if let Some(known) = self.constant(value) {
            let Constant::Value(value) = known else { return 0.0 };
            let contained =
                filter.and_then(|filter| Probe::new(filter, value.of(), context.collation)?.contains(value));
            return contained
                .map_or_else(|| default_share(filter), |contained| f64::from(u8::from(contained)));
        }
        let (Some(filter), Some(relation)) = (filter, context.relation) else {
            return default_share(filter) * (1.0 - self.null_share(value));
        };
        let mut column = context.planner.examine(value, relation);
        estimate::column_share(filter, &mut column, context.function, context.collation)
    }

    /// Returns [`Clause::value_share`] for each non-NULL element of a constant array.
    fn element_shares(&self, filter: Option<&KnownFilter<'_>>, array: &Array<'_>) -> Vec<f64> {
        let mut probe = filter.and_then(|filter| Probe::new(filter, array.of(), self.context.collation));
        let mut share = |value| match probe.as_mut().and_then(|probe| probe.contains(value)) {
            Some(contained) => f64::from(u8::from(contained)),
            None => default_share(filter),
        };
        array.iter().take(MAX_VALUES).flatten().map(&mut share).collect()
    }

    /// Returns the share of the rows for which an expression is NULL; 0 if unknown.
    fn null_share(&self, expression: Expr<'t>) -> f64 {
        let relation = self.context.relation;
        relation.map_or(0.0, |relation| self.context.planner.examine(expression, relation).null_share())
    }
}

/// Returns the OIDs of the filter types, which are in the schema of the called function.
fn filter_types(call: Call<'_>) -> Option<[Oid; 2]> {
    let types = [c"bloom", c"counting_bloom"].map(|name| type_beside(call.function(), name));
    (!types.contains(&Oid::INVALID)).then_some(types)
}

/// Returns how an array function combines the results of its elements; `None` for any other function. In the SQL of
/// 0.3.0, those of counting filters have names of their own.
fn array_quantifier(function: Oid) -> Option<Quantifier> {
    match function_name(function)?.to_bytes() {
        b"bloom_contains_any" | b"counting_bloom_contains_any" => Some(Quantifier::Any),
        b"bloom_contains_all" | b"counting_bloom_contains_all" => Some(Quantifier::All),
        _ => None,
    }
}
