//! Sizes and rates: how many bits a filter needs, where the bits of a value lie, and the resulting rate.
//!
//! [`params`] is about classic filters, [`split_block`] about split-block filters; [`BitLayout`] is either.

pub(crate) mod bit_layout;
pub mod params;
pub mod split_block;

pub use bit_layout::BitLayout;
pub use params::Params;
