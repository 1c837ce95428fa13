//! Aggregate functions. [`crate::types::state`] has the type of their states.

mod build;
mod counting;
mod merge;
