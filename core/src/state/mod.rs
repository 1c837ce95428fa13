//! States: filters being built or merged, as flat runs of bytes that are updated in place.
//!
//! A flat state can travel between processes as an ordinary SQL value. Hashes are first buffered and then
//! applied together, so that their memory accesses overlap; updates between two rows of a query cannot.
//!
//! A build's state is in one of three modes:
//!
//! * `Fixed`: the capacity is known; the body is the array of the future filter.
//! * `Exact`: the capacity is unknown; the body is a hash table of all distinct hashes, for a filter of
//!   exactly the right size. Small groups have no table; later ones double its size; see `table.rs`.
//! * `Growing`: more distinct values than the budget holds; the body is a bitmap sized by [`Expected`],
//!   unfolded when it fills and folded to fit at the end; see `growing.rs`.
//!
//! With counters instead of bits the table counts, too, and values can be removed again; see `remove.rs`.
//!
//! The caller owns the memory: functions that may need more take a [`StateMemory`], such as [`Heap`].
//!
//! ```
//! use bloom_core::cells::Bits;
//! use bloom_core::element::{ElementType, Family};
//! use bloom_core::filter::Filter;
//! use bloom_core::scheme::SchemeOptions;
//! use bloom_core::state::{self, BuildSpec, Heap, State, StateMut};
//!
//! // The number of values is unknown; up to 1 MB may hold their hashes.
//! let options = SchemeOptions::DEFAULT;
//! let spec = BuildSpec { options, capacity: None, fpp: 0.01, budget: 1 << 20, expected_states: 1 };
//! let mut bytes = state::create::<Bits, _>(&spec, &Heap::default())?;
//!
//! let element = ElementType::of(Family::Integer);
//! for value in 0..10_000i64 {
//!     let hash = options.hashing().hash(element, value.to_le_bytes().as_slice())?;
//!     StateMut::<Bits>::new(&mut bytes)?.check_element(element)?;
//!     state::push::<Bits, _>(&mut bytes, hash, &Heap::default())?;
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
mod memory;
pub mod merging;
mod remove;
mod table;
#[cfg(test)]
mod tests;
mod validate;
mod view;

pub use crate::state_kind::StateKind;
pub use build_spec::BuildSpec;
pub use edit::StateMut;
pub use expected::Expected;
pub use finished::Finished;
pub use format::cell_of;
pub use memory::{Heap, StateMemory, create, flush, merge, push};
pub use remove::Removal;
pub use validate::validate;
pub use view::State;
