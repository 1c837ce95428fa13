#![doc = include_str!("../README.md")]
//!
//! # How the modules hang together
//!
//! A filter is one run of bytes, a [`header::Header`] and the bitmap; [`filter::Filter`] looks at it in
//! place. [`state`] builds filters from hashes, with or without a known capacity. [`kind`] says
//! what a value is, [`canonical`] which of its bytes are hashed, [`hash`] how, [`probe`] which bits that
//! makes, [`params`] how many of them a filter needs; [`bits`] is what whole bitmaps can do, [`counters`]
//! what arrays of counters can and [`counting`] the filters made of them, [`fold`] how far they fold,
//! [`algebra`] what two filters together can do, [`matrix`] how one look-up asks a hundred thousand of them,
//! and [`shard`] which of many filters a value belongs to. [`cells::Cells`] is the type of what a filter or a
//! state is made of, so that code for bits never meets counters.
//!
//! Long work asks [`interrupt`] whether it shall go on.
//!
//! The layout and the hash are those of Guava's `BloomFilter` (`MURMUR128_MITZ_64`): the same values
//! set the same bits. [`hash::Scheme`] has the ways of other libraries, [`scheme_choice`] what a user may ask
//! for, [`exchange`] their streams.

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

/// Runs the example in Rust of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../INTEROP.md")]
struct Interop;
