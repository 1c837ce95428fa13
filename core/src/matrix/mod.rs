//! Many filters of one size as a matrix: row i has bit i of each of them, one column a filter.
//!
//! Which of N filters may hold a value takes N probes of filters, or k rows of the matrix: their AND has a
//! bit for each filter that may. That is the bit-sliced signature file (Faloutsos and Christodoulakis 1984),
//! which BIGSI (Bradley and others 2019) and COBS (Bingmann and others 2019) made of Bloom filters.
//!
//! [`header`] says of which filters a matrix is and how long; [`view`] reads it, [`search`] finds columns,
//! [`merge`] appends those of another, [`build`] writes a matrix, or the state of its aggregate, from filters;
//! `transpose` makes rows of columns.

pub mod build;
pub mod header;
pub mod merge;
pub mod search;
mod transpose;
pub mod view;

pub use header::{Arrangement, MatrixHeader};
pub(crate) use view::Flat;
pub use view::Matrix;

/// Filters that the bits of a word belong to.
const LANES: usize = u64::BITS as usize;

#[cfg(test)]
mod tests;
