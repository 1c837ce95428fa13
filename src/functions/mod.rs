//! The SQL functions, one file per group.

mod arrays;
pub mod build;
pub mod contains;
mod counting;
mod exchange;
mod hash;
mod info;
mod live_layers;
mod live_load;
mod live_look_up;
mod live_sets;
pub mod matrix;
pub mod overfull;
mod params;
mod sets;
mod shard;
mod show;
mod suggest;
