//! Row and cost estimates for searches of a matrix. If the matrix is not known at planning time, the planner uses the
//! estimates in the function's declaration.

use crate::call::{Call, sql_functions};
use crate::error::Result;
use crate::pg::array::Array;
use crate::pg::catalog::function_name;
use crate::pg::detoast::VarlenaRef;
use crate::pg::nodes::{node_as, nth};
use crate::pg::toast::ToastPointer;
use crate::planner::constant;
use bloom_core::cells::bits;
use bloom_core::matrix::header::MATRIX_HEADER_LEN;
use bloom_core::matrix::{Arrangement, MatrixHeader};
use pgrx::is_a;
use pgrx::pg_sys::{self, Node, NodeTag, Oid};
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
fn bloom_matrix_search_support(call: Call<'_>) -> Result<*mut Node> {
    let request = call.required::<*mut Node>(0)?;
    // SAFETY: the planner passes a request, whose node tag is its type, and nodes of its own.
    let answered = unsafe {
        if is_a(request, NodeTag::T_SupportRequestRows) {
            let asked = &mut *request.cast::<pg_sys::SupportRequestRows>();
            let estimate = Estimate::of(asked.root, asked.funcid, asked.node);
            estimate.map(|estimate| asked.rows = estimate.keys())
        } else if is_a(request, NodeTag::T_SupportRequestCost) {
            let asked = &mut *request.cast::<pg_sys::SupportRequestCost>();
            let estimate = Estimate::of(asked.root, asked.funcid, asked.node);
            estimate.map(|estimate| {
                asked.startup = 0.0;
                asked.per_tuple = estimate.operators() * pg_sys::cpu_operator_cost;
            })
        } else {
            None
        }
    };
    // A support function returns a null pointer, not NULL, if it has no answer.
    Ok(answered.map_or(std::ptr::null_mut(), |()| request))
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
    unsafe fn of(root: *mut pg_sys::PlannerInfo, function: Oid, node: *mut Node) -> Option<Self> {
        // SAFETY: the caller promises the nodes; the first argument is a matrix.
        unsafe {
            let arguments = node_as::<pg_sys::FuncExpr>(node, NodeTag::T_FuncExpr)?.args;
            let matrix = VarlenaRef::new(constant(root, nth(arguments, 0))?.datum?);
            let header = MatrixHeader::read(Arrangement::Rows, &matrix.prefix(MATRIX_HEADER_LEN).0).ok()?;
            let sample = matrix.slice(header.bits_at(), SAMPLE);
            let row_bits = header.row_len() as f64 * 8.0;
            let used = sample.bytes().len() as f64 * 8.0 * (header.columns as f64 / row_bits);
            Some(Self {
                header,
                fill: (bits::count_ones(sample.bytes()) as f64 / used.max(1.0)).min(1.0),
                is_stored: ToastPointer::of(matrix).is_some(),
                search: Search::of(root, function, nth(arguments, 1)),
            })
        }
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
    unsafe fn of(root: *mut pg_sys::PlannerInfo, function: Oid, values: *mut Node) -> Self {
        let search: fn(f64) -> Self = match function_name(function).map(CStr::to_bytes) {
            Some(b"bloom_matrix_search_all") => Self::All,
            Some(b"bloom_matrix_search_any") => Self::Any,
            _ => return Self::One,
        };
        // SAFETY: a known second argument of the functions with these names is an array.
        unsafe {
            let known = constant(root, values).and_then(|array| array.datum);
            search(known.map_or(ELEMENTS, |array| Array::new(array).len() as f64))
        }
    }
}
