//! Schemes: named ways of hashing values and laying out their bits.
//!
//! [`Scheme`] lists them, each has a file. [`SchemeOptions`] are what a user may choose, [`HashSpec`]
//! is what a filter keeps of them, and [`ValueHash`] is a value hashed before its filter is known.

mod addressing;
mod datasketches;
mod descriptor;
mod hash_spec;
mod info;
mod keyed;
mod mitz32;
mod mitz64;
mod options;
mod parquet;
mod spark1;
mod spark2;
mod value_hash;

pub(crate) use addressing::{Addressing, Reduction};
pub use descriptor::Scheme;
pub use hash_spec::{HashSpec, Hashable, check_element};
pub use options::SchemeOptions;
pub use value_hash::{VALUE_HASH_LEN, ValueHash};
