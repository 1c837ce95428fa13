//! What a call site keeps of the filters and matrices that its calls read, so that a TOASTed one is not fetched anew in
//! each call. `filter` and `matrix` read a value by slices or whole; both stand on `value`, which knows the value of the
//! last call, and that on `stored_values`, which decides what is kept within `work_mem`. All of it is in the memory of
//! the call site and ends with the plan; what is evicted or missing costs time and never changes a result.

mod filter;
mod matrix;
#[allow(unsafe_code)] // frees what is evicted
mod stored_values;
#[allow(unsafe_code)] // as above
mod value;

pub use filter::{CachedFilter, probe_slices};
pub use matrix::{CachedMatrix, OpenMatrix};
