//! Sizes and rates: how many bits a filter needs, where the bits of a value lie, and what rate that gives.
//!
//! [`params`] has the formulas of classic filters, [`split_block`] those of split-block filters with the positions
//! in a block, and [`BitLayout`] chooses between the two.

pub(crate) mod bit_layout;
pub mod params;
pub mod split_block;

pub use bit_layout::BitLayout;
pub use params::Params;
