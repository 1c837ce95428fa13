//! The aggregates. The type of their states is in [`crate::types::state`].

mod build;
mod counting;
mod matrix;
mod merge;
