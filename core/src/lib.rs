#![doc = include_str!("../README.md")]
//!
//! # How a value becomes bits of a filter
//!
//! ```text
//!  value "debian.org"
//!    |   element     its canonical bytes: the same for all equal values
//!    v
//!  64 65 62 69 61 6e 2e 6f 72 67
//!    |   scheme      which hash function, with which seed or key
//!    v
//!  hash (h1, h2)
//!    |   layout      k positions in an array of m bits
//!    v
//!  3, 11, 17
//!    |
//!    |   filter      one run of bytes
//!    v
//!  +------------------+------------------------------------+
//!  | header, 60 bytes | cells: 0001000000010000010000000.. |
//!  +------------------+------------------------------------+
//! ```
//!
//! Adding a value sets the k bits. A probe reads them: if one of them is 0, the value is certainly absent; if all are
//! 1, it is probably present. In a counting filter the cells are counters of four bits, so values can be removed.
//!
//! # Which module to use
//!
//! Most programs need only [`filter`] and [`element`]. The others:
//!
//! * [`layout`] computes sizes and rates: use it to choose a size before you build a filter.
//! * [`filter::algebra`] unites, intersects and compares filters; [`filter::counting`] removes values;
//!   [`filter::shard`] spreads a large set over many filters.
//! * [`state`] builds a filter when you do not know the number of values, and merges filters that were built in
//!   parallel. With a known number of values, [`filter::empty`] and [`filter::add`] are simpler.
//! * [`matrix`] searches many filters at once. With only a few dozen filters, probe them one by one.
//! * [`scheme`] chooses the hash: a keyed one for values that somebody may choose to cause false positives, the one of
//!   another library to exchange filters with it. [`scheme::ValueHash`] hashes a value once for many filters.
//! * [`exchange`] reads and writes filters of Guava, Spark, Parquet and DataSketches.
//! * [`index`] is the file of a database index that holds one filter.
//! * [`interrupt`] installs a hook that long work calls, for example to cancel it.
//! * [`hash`], [`cells`] and [`bytes`] are the parts that the other modules use.
//!
//! Every function that can fail returns [`Error`]. A module uses only modules that come before it in this list:
//! `interrupt`, `bytes`, `hash`, `element`, `error`, `layout`, `cells`, `index`, `scheme`, `filter`, `matrix`,
//! `state`, `exchange`.

// Sizes are at most 2^33 bits, far inside what f64 and usize hold exactly on 64-bit machines.
#![allow(clippy::cast_precision_loss)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

#[cfg(not(target_pointer_width = "64"))]
compile_error!("filters of up to 1 GB need a 64-bit address space");

pub mod bytes;
pub mod cells;
pub mod element;
pub mod error;
pub mod exchange;
mod field;
pub mod filter;
pub mod hash;
pub mod index;
pub mod interrupt;
pub mod layout;
pub mod matrix;
pub mod scheme;
pub mod state;
mod state_kind;

pub use error::{Error, Result};

/// Traits that only this crate implements.
mod sealed {
    pub trait Sealed {}
}

/// Runs the Rust examples of INTEROP.md.
#[cfg(doctest)]
#[doc = include_str!("../INTEROP.md")]
struct Interop;
