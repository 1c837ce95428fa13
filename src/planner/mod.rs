//! Selectivity estimates: the share of the rows that a filter lets pass.
//!
//! The planner calls the functions of [`support`]. They describe the call as a [`clause`], which finds out what is
//! known of the filter and of the value ([`mod@constant`]). A filter that is constant at planning time is probed with
//! values from the column's statistics, see [`estimate`]; for any other filter the estimate is [`estimate::DEFAULT`],
//! or 1 where a join discards the same rows, see [`implied`].
//!
//! An estimate raises no error of its own: the executor reports values that a filter cannot hold. Stable arguments are
//! evaluated, as by PostgreSQL's estimators, and may fail.
//!
//! The planner's own data are read through the views of [`tree`](crate::pg::tree).

mod clause;
mod constant;
mod estimate;
mod implied;
mod in_place;
mod support;

pub use constant::constant;
