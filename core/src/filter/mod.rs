//! Filters: a header and an array in one run of bytes, read in place and without alignment.
//!
//! [`Header`] describes the array; [`Filter`] and [`FilterReader`] read, [`empty`] and [`add`] write, at the
//! positions that [`Prober`] computes. [`algebra`] combines two filters, [`counting`] removes values, and
//! [`shard`] says to which of many filters a value belongs.
//!
//! ```
//! use bloom_core::cells::Bits;
//! use bloom_core::element::{ElementType, Family};
//! use bloom_core::filter::{self, Filter, FilterReader};
//!
//! const TEXT: ElementType = ElementType::of(Family::Text);
//! let mut bytes = filter::empty::<Bits>(1000, 0.01)?;
//! filter::add::<Bits>(&mut bytes, TEXT, b"https://www.postgresql.org/".as_slice())?;
//!
//! // Bytes of unknown origin are checked once, then probed often.
//! assert!(Filter::<Bits>::validate(&bytes)?.counts().estimated_count.round() == 1.0);
//! let reader = FilterReader::<Bits>::new(&bytes)?;
//! assert!(reader.contains(&bytes, TEXT, b"https://www.postgresql.org/".as_slice())?);
//! assert!(!reader.contains(&bytes, TEXT, b"https://www.rust-lang.org/".as_slice())?); // false is certain
//!
//! // A value of another element type is an error, because `false` would be wrong.
//! assert!(reader.contains(&bytes, ElementType::of(Family::Bytes), b"x".as_slice()).is_err());
//! # Ok::<(), bloom_core::Error>(())
//! ```

pub mod algebra;
pub mod counting;
mod edit;
mod header;
mod probe;
mod reader;
pub mod shard;
pub(crate) mod twins;
mod view;

pub use edit::{add, add_all, empty};
pub use header::{HEADER_LEN, Header, VERSION};
pub use probe::Prober;
pub use reader::FilterReader;
pub use view::{Counts, Filter};
