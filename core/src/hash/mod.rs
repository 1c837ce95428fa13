//! From canonical bytes to positions: the hash functions, and the schemes that are made of them.

mod murmur128;
pub mod murmur32;
pub mod plain;
mod reduction;
mod scheme;
mod seed;
pub mod siphash;
pub mod xxh64;

pub use murmur128::{Hash, SEED};
pub use reduction::Reduction;
pub use scheme::{Addressing, Scheme};
pub use seed::Seed;
