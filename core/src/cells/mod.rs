//! The array of a filter: single cells and whole arrays.
//!
//! [`Cells`] is the type of cell, [`Bits`] or [`Counters`], so that code for one never meets the other; [`bits`] and
//! [`counters`] work on whole arrays of them, [`fold`] folds bitmaps and [`fold_fit`] finds out how far; `rice` is
//! the compressed form of sparse arrays.

pub mod bits;
mod cell;
pub mod counters;
pub mod fold;
pub mod fold_fit;
pub(crate) mod prefetch;
pub(crate) mod rice;

pub use cell::{Bits, CellKind, Cells, Counters};
