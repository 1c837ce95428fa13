//! Matrix of many filters of one size: row i holds bit i of every filter, and each column is a filter.
//!
//! Searching N filters one by one takes N probes; the matrix takes k rows, whose AND has a bit for each
//! filter that may hold the value. It is a bit-sliced signature file (Faloutsos and Christodoulakis 1984),
//! like BIGSI (Bradley and others 2019) and COBS (Bingmann and others 2019).
//!
//! ```text
//!             filter 0  filter 1  filter 2  ...
//!   key            100       200       300         the caller's number of each filter
//!   row 0            0         1         1
//!   row 1            1         1         0         a value with positions 1 and 3:
//!   row 2            0         0         1         row 1 AND row 3 = 1 0 0,
//!   row 3            1         0         1         so only filter 100 may hold it
//! ```
//!
//! [`header`] describes a matrix, [`view`] reads it, [`search`] finds columns, [`merge`] joins two matrices,
//! [`build`] writes a matrix or the state of its aggregate from filters; `transpose` turns columns into rows.
//!
//! ```
//! use bloom_core::cells::Bits;
//! use bloom_core::element::{ElementType, Family};
//! use bloom_core::filter::algebra::header_of;
//! use bloom_core::filter::{self, Filter, HEADER_LEN};
//! use bloom_core::matrix::build::{self, Filters};
//! use bloom_core::matrix::search::{self, Candidates};
//! use bloom_core::matrix::{Arrangement, Matrix, MatrixHeader};
//!
//! /// One filter for each file. The keys are 0, 100, 200, ...
//! struct Files(MatrixHeader, Vec<Vec<u8>>);
//!
//! impl Filters for Files {
//!     fn header(&self) -> &MatrixHeader { &self.0 }
//!     fn key(&self, number: usize) -> i64 { number as i64 * 100 }
//!     fn bitmap(&self, number: usize) -> &[u8] { &self.1[number][HEADER_LEN..] }
//! }
//!
//! let text = ElementType::of(Family::Text);
//! let mut filters = Vec::new();
//! for word in ["apple", "pear", "plum"] {
//!     let mut bytes = filter::empty::<Bits>(1000, 0.001)?;
//!     filter::add::<Bits>(&mut bytes, text, word.as_bytes())?;
//!     filters.push(bytes);
//! }
//! let mut header = MatrixHeader::of(&header_of(&Filter::<Bits>::new(&filters[0])?));
//! for bytes in &filters[1..] {
//!     header = header.with(&MatrixHeader::of(&header_of(&Filter::<Bits>::new(bytes)?)))?;
//! }
//! let files = Files(header, filters);
//! let mut bytes = vec![0; build::len(&files, Arrangement::Rows)?];
//! build::write_matrix(&files, &mut vec![0; build::SCRATCH_LEN], &mut bytes)?;
//!
//! // A search ANDs the rows at the positions of the value.
//! let matrix = Matrix::validate(&bytes)?;
//! let shared = &matrix.header().filters;
//! let hash = shared.hashing.hash(text, b"pear".as_slice())?;
//! let mut row = vec![0; matrix.header().row_len()];
//! let mut candidates = Candidates::all(matrix.header().columns, &mut row);
//! for position in shared.prober().positions(hash) {
//!     candidates.keep(&matrix.row(position)[candidates.within()]);
//! }
//! let keys: Vec<i64> = matrix.keys().collect();
//! let found: Vec<i64> = search::columns(&row).map(|column| keys[column as usize]).collect();
//! assert_eq!(found, [100]);
//! # Ok::<(), bloom_core::Error>(())
//! ```

pub mod build;
pub mod header;
pub mod merge;
pub mod search;
mod state;
mod transpose;
pub mod view;

pub use header::{Arrangement, MatrixHeader};
pub use state::MatrixStateRef;
pub use view::Matrix;

/// Filters per word of a row.
const LANES: usize = u64::BITS as usize;

#[cfg(test)]
mod tests;
