//! The SQL functions, one file per group.

mod arrays;
pub mod build;
pub mod contains;
mod counting;
mod exchange;
mod hash;
mod info;
pub mod overfull;
mod params;
pub mod released;
mod sets;
pub mod shard;
mod show;
mod suggest;
