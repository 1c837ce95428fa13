//! Matrix of many filters of one size: row i has bit i of each filter, and each column is a filter.
//!
//! Searching N filters one by one takes N probes; the matrix takes k rows, whose AND has a bit for each
//! filter that may hold the value. It is a bit-sliced signature file (Faloutsos and Christodoulakis 1984),
//! like BIGSI (Bradley and others 2019) and COBS (Bingmann and others 2019).
//!
//! [`header`] describes a matrix, [`view`] reads it, [`search`] finds columns, [`merge`] joins two matrices,
//! [`build`] writes a matrix or the state of its aggregate from filters; `transpose` turns columns into rows.

pub mod build;
pub mod header;
pub mod merge;
pub mod search;
mod transpose;
pub mod view;

pub use header::{Arrangement, MatrixHeader};
pub(crate) use view::Flat;
pub use view::Matrix;

/// Filters per word of a row.
const LANES: usize = u64::BITS as usize;

#[cfg(test)]
mod tests;
