//! Cells of a filter's array, one by one and all together.
//!
//! [`Cells`] is the type of cell, [`Bits`] or [`Counters`], so code for one never gets arrays of the other.
//! [`bits`] and [`counters`] work on arrays, [`fold`] and [`fold_fit`] fold them.

pub mod bits;
mod cell;
pub mod counters;
pub mod fold;
pub mod fold_fit;
pub(crate) mod prefetch;

pub use cell::{Bits, CellKind, Cells, Counters};
