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
//!
//! ```
//! use bloom_core::cells::Bits;
//! use bloom_core::element::{ElementType, Family};
//! use bloom_core::filter::Filter;
//! use bloom_core::scheme::SchemeOptions;
//! use bloom_core::state::{BuildSpec, Expected, State, StateMut};
//!
//! // How many values will come is not known; 1 MB may hold their hashes until it is.
//! let options = SchemeOptions::DEFAULT;
//! let spec = BuildSpec { options, capacity: None, fpp: 0.01, budget: 1 << 20, expected_states: 1 };
//! let size = spec.state_size::<Bits>()?;
//! let mut bytes = vec![0; size.len()];
//! StateMut::<Bits>::create(&mut bytes, size)?;
//!
//! let element = ElementType::of(Family::Integer);
//! for value in 0..10_000i64 {
//!     let hash = options.hashing().hash(element, value.to_le_bytes().as_slice())?;
//!     let mut state = StateMut::<Bits>::new(&mut bytes)?;
//!     state.check_element(element)?;
//!     if let Some(size) = state.push(hash, Expected::default)? {
//!         let mut larger = vec![0; size.len()]; // the caller owns the memory
//!         State::<Bits>::new(&bytes)?.grow_into(&mut larger, size)?;
//!         bytes = larger;
//!         assert!(StateMut::<Bits>::new(&mut bytes)?.push(hash, Expected::default)?.is_none());
//!     }
//! }
//! let finished = State::<Bits>::new(&bytes)?.finish()?;
//! let mut filter = vec![0; finished.filter_len()];
//! finished.write(&mut filter)?;
//! assert_eq!(Filter::<Bits>::validate(&filter)?.header().capacity, Some(10_000));
//! # Ok::<(), bloom_core::Error>(())
//! ```

mod absorb;
mod build_spec;
pub mod compact;
mod edit;
mod expected;
mod finished;
mod format;
mod growing;
mod kind;
mod matrix;
pub mod merging;
mod remove;
mod table;
#[cfg(test)]
mod tests;
mod validate;
mod view;

pub use build_spec::BuildSpec;
pub use edit::StateMut;
pub use expected::Expected;
pub use finished::Finished;
pub use format::{StateSize, cell_of};
pub use kind::StateKind;
pub use matrix::MatrixStateRef;
pub use remove::Removal;
pub use validate::validate;
pub use view::State;
