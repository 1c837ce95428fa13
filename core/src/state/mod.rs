//! A filter being built, as one flat run of bytes that is updated in place.
//!
//! Flat, so that the state of an SQL aggregate can travel between processes as an ordinary value.
//! Hashes are first collected in a buffer and applied together: their memory accesses overlap, which
//! a bit-by-bit update between two rows of a query cannot have.
//!
//! A state is in one of three modes:
//!
//! * `Fixed`: the capacity is known; the body is the bitmap of the filter to be.
//! * `Exact`: the capacity is unknown; the body is a hash table of all distinct hashes. Finishing
//!   makes a filter of exactly the right size. It starts with no table at all (small groups stay
//!   small), which doubles as long as the budget lasts; see `table.rs`.
//! * `Growing`: more distinct values than the budget holds; the body is a bitmap as large as is
//!   [`Expected`], unfolded when it fills and folded to fit at the end; see `growing.rs`.
//!
//! In place of bits there may be counters: then the table counts too, and values can be taken away again; see
//! `forget.rs`.
//!
//! The caller owns the memory: when a state must grow, the operation says how long the new one is and
//! the caller hands in the room.

mod absorb;
mod build_spec;
pub mod compact;
mod edit;
mod expected;
mod finished;
mod forget;
mod growing;
mod layout;
pub mod merging;
mod table;
#[cfg(test)]
mod tests;
mod validate;
mod view;

pub use build_spec::BuildSpec;
pub use edit::StateMut;
pub use expected::Expected;
pub use finished::Finished;
pub use forget::Forgotten;
pub(crate) use layout::is_of_one_filter;
pub use layout::{StateSize, cell_of};
pub use validate::validate;
pub use view::State;
