//! The distinct keys of the inner side of a join, which tell [which partitions](super::partitions) and
//! [which blocks](super::blocks) it need not read.
//!
//! They are kept beside the filter, and are complete when it is.

mod distinct;
mod events;
mod shared;

pub use distinct::{Column, Keys, Known, integer};
pub use events::now as events;
pub use shared::SharedKeys;
