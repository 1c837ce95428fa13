//! Row and cost estimates for searches of a matrix. If the matrix is not known at planning time, the planner uses the
//! estimates in the function's declaration.

use crate::call::{Answer, Call, sql_functions};
use crate::error::Result;
use crate::pg::catalog::function_name;
use crate::pg::toast::ToastPointer;
use crate::pg::tree::expr::Constant;
use crate::pg::tree::{Expr, Node, planner};
use crate::planner::constant;
use bloom_core::cells::bits;
use bloom_core::matrix::header::MATRIX_HEADER_LEN;
use bloom_core::matrix::{Arrangement, MatrixHeader};
use pgrx::pg_sys::{self, Oid, PlannerInfo, SupportRequestCost, SupportRequestRows};
use std::ffi::CStr;

/// Bytes of the rows that are read to estimate the fill.
const SAMPLE: usize = 1 << 13;

/// Assumed number of elements of an array that is not known.
const ELEMENTS: f64 = 10.0;

/// Cost of detoasting a row of a stored matrix (5 µs), in calls of a simple operator.
const FETCHED_ROW: f64 = 200.0;

/// Bytes that can be read from memory in the time of such a call.
const BYTES_READ: f64 = 500.0;

/// Implements the support function of `bloom_matrix_search` and its variants.
fn bloom_matrix_search_support(call: Call<'_>) -> Result<Answer<'_>> {
    let request = call.node(0)?;
    let answered = if let Some(asked) = request.is::<SupportRequestRows>() {
        let estimate = Estimate::of(asked.root(), asked.funcid, asked.node());
        estimate.map(|estimate| asked.answer(estimate.keys()))
    } else if let Some(asked) = request.is::<SupportRequestCost>() {
        let estimate = Estimate::of(asked.root(), asked.funcid, asked.node());
        estimate.map(|estimate| asked.answer(estimate.operators() * planner::operator_cost()))
    } else {
        None
    };
    Ok(Answer(answered.map(|()| request)))
}

sql_functions! {
    "bloom_matrix_search_support" => bloom_matrix_search_support,
}

/// Which filters a search finds.
#[derive(Debug, Clone, Copy)]
enum Search {
    /// Filters that may hold one value.
    One,
    /// Filters that may hold all of a number of values.
    All(f64),
    /// Filters that may hold any of a number of values.
    Any(f64),
}

/// What the planner knows about a search.
#[derive(Debug)]
struct Estimate {
    header: MatrixHeader,
    /// Share of bits that are set.
    fill: f64,
    is_stored: bool,
    search: Search,
}

impl Estimate {
    /// Estimates a call; `None` unless its matrix is known.
    fn of<'t>(planner: Option<Node<'t, PlannerInfo>>, function: Oid, node: Option<Expr<'t>>) -> Option<Self> {
        let arguments = node?.is::<pg_sys::FuncExpr>()?.args();
        let Constant::Value(matrix) = constant(planner, arguments.get(0)?)? else { return None };
        let matrix = matrix.as_varlena()?;
        let header = MatrixHeader::read(Arrangement::Rows, &matrix.prefix(MATRIX_HEADER_LEN).0).ok()?;
        let sample = matrix.slice(header.bits_at(), SAMPLE);
        let row_bits = header.row_len() as f64 * 8.0;
        let used = sample.bytes().len() as f64 * 8.0 * (header.columns as f64 / row_bits);
        Some(Self {
            header,
            fill: (bits::count_ones(sample.bytes()) as f64 / used.max(1.0)).min(1.0),
            is_stored: ToastPointer::of(matrix).is_some(),
            search: Search::of(planner, function, arguments.get(1)),
        })
    }

    /// Returns the number of keys found: one true match (for each value of [`Search::Any`]) and the false positives.
    fn keys(&self) -> f64 {
        let columns = self.header.columns as f64;
        let filters = self.header.filters;
        let set = (self.fill * filters.params.bits as f64) as u64;
        let false_keys = |values| columns * filters.layout().fpp_of_set(filters.params, set).powf(values);
        let keys = match self.search {
            Search::One => 1.0 + false_keys(1.0),
            Search::All(values) => 1.0 + false_keys(values),
            Search::Any(values) => values * (1.0 + false_keys(1.0)),
        };
        keys.min(columns)
    }

    /// Returns the cost of the search, in calls of a simple operator.
    fn operators(&self) -> f64 {
        let values = match self.search {
            Search::One => 1.0,
            Search::All(values) | Search::Any(values) => values,
        };
        let row = self.header.row_len() as f64 / BYTES_READ + if self.is_stored { FETCHED_ROW } else { 1.0 };
        values * f64::from(self.header.filters.params.hashes) * row
    }
}

impl Search {
    /// Returns the search of a function with the second argument `values`.
    fn of<'t>(planner: Option<Node<'t, PlannerInfo>>, function: Oid, values: Option<Expr<'t>>) -> Self {
        let search: fn(f64) -> Self = match function_name(function).map(CStr::to_bytes) {
            Some(b"bloom_matrix_search_all") => Self::All,
            Some(b"bloom_matrix_search_any") => Self::Any,
            _ => return Self::One,
        };
        let elements = match values.and_then(|values| constant(planner, values)) {
            Some(Constant::Value(array)) => array.as_array().map(|array| array.len() as f64),
            _ => None,
        };
        search(elements.unwrap_or(ELEMENTS))
    }
}
