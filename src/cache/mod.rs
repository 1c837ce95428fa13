//! Per-call-site cache of filters and matrices, so that a value is not detoasted again in each call. `filter`
//! here and `cache` of matrices read a value in slices or whole. `value` alone decides: it has the value of the
//! last call, asks `seen_values`, which keeps values within `work_mem`, and `shared`, which has the filters that are
//! probed again and again for all call sites of the session, and detoasts a value if that pays. The cache is in
//! the memory of the call site and ends with the plan. A value that is evicted or missing costs time but never
//! changes a result.
//!
//! The two caches cannot be one: a shared value may be freed by any other call site, but a matrix is read
//! while other functions run; and if more filters than fit are probed in turns, a cache that evicts the
//! oldest would detoast each of them each time.

mod filter;
#[allow(unsafe_code)] // frees evicted values
mod seen_values;
#[allow(unsafe_code)] // frees evicted values
mod shared;
#[allow(unsafe_code)] // says when values may be freed
mod value;

pub use filter::{CachedFilter, probe_slices};
pub use value::CachedValue;
