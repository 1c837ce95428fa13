//! What a filter holds: element types, and the bytes of a value that are hashed.
//!
//! [`canonical`] bytes are the same for all equal values; Parquet hashes their [`plain`] encoding instead.

pub mod canonical;
pub mod plain;
mod types;

pub use types::{ElementType, Family, NAMED, ROW};
