//! Hash functions, from bytes to numbers, and the seeds they take.
//!
//! ```
//! use bloom_core::hash::{Hash, SEED, xxh64};
//!
//! let hash = Hash::of(b"a", SEED); // MurmurHash3 x64 128
//! assert_ne!(hash.h1, xxh64::hash(b"a", 0));
//! ```

pub mod distinct;
pub mod estimate;
mod murmur128;
pub mod murmur32;
mod seed;
pub mod siphash;
pub mod xxh64;

pub use murmur128::{Hash, SEED};
pub use seed::Seed;
