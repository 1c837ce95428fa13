#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! Each module uses only those above it in this list:
//!
//! * [`error`], [`interrupt`] (the hook that can cancel long work) and [`bytes`];
//! * [`hash`]: hash functions, from bytes to numbers;
//! * [`element`]: what a filter holds, and which bytes of a value are hashed;
//! * [`layout`]: how many bits a filter needs, where those of a value lie, and the resulting rate;
//! * [`cells`]: single cells and whole arrays, of bits or of counters;
//! * [`scheme`]: the named ways of hashing and laying out, Guava's by default, and their options;
//! * [`filter`]: a header and an array in one run of bytes, which is read in place;
//! * [`matrix`]: many filters of one size, searched by one look-up;
//! * [`state`]: builds a filter from values with or without a known capacity, and merges such builds;
//! * [`exchange`]: the stream formats of other libraries.

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
pub mod interrupt;
pub mod layout;
pub mod matrix;
pub mod scheme;
pub mod state;

pub use error::{Error, Result};

/// Traits that only this crate implements.
mod sealed {
    pub trait Sealed {}
}

/// Runs the Rust examples of INTEROP.md.
#[cfg(doctest)]
#[doc = include_str!("../INTEROP.md")]
struct Interop;
