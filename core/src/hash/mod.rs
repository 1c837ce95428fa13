//! From canonical bytes to positions: the hash functions, and the schemes that are made of them.
//!
//! ```
//! use bloom_core::hash::{Hash, SEED, Scheme, Seed};
//! use bloom_core::params::Params;
//!
//! let hash = Scheme::Mitz64.hash(b"a", Seed::ZERO);
//! assert_eq!(hash, Hash::of(b"a", SEED)); // MurmurHash3 x64 128
//! let positions = Scheme::Mitz64.positions(hash, Params { bits: 640, hashes: 7 });
//! assert_eq!(positions.count(), 7);
//! assert_ne!(hash, Scheme::SparkV2.hash(b"a", Seed::ZERO));
//! ```

mod murmur128;
pub mod murmur32;
pub mod plain;
mod reduction;
mod scheme;
mod seed;
pub mod siphash;
pub mod xxh64;

pub use murmur128::{Hash, SEED};
pub(crate) use reduction::Reduction;
pub(crate) use scheme::Addressing;
pub use scheme::Scheme;
pub use seed::Seed;
