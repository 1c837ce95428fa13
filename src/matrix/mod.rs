//! Many filters at once: the type `bloom_matrix`, its aggregate, its searches, and the planner's estimates of them.

mod aggregate;
mod cache;
#[allow(unsafe_code)] // as in `planner`
mod estimate;
mod functions;
mod state;
mod value;
