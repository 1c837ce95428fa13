//! What a filter holds: element types, and the bytes of a value that are hashed.
//!
//! [`ElementType`] says which values a filter holds; [`canonical`] makes the bytes that all equal values of a type
//! share, and [`plain`] the encoding that Parquet hashes instead.

pub mod canonical;
pub mod plain;
mod types;

pub use types::{ElementType, Family, NAMED, ROW};
