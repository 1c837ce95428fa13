//! PostgreSQL's memory, values and catalogs. Behind the functions of this room there is C.

#![allow(unsafe_code)]

/// Not in the process that runs the tests, which is no server.
#[cfg(not(test))]
mod alloc;
pub mod array;
pub mod boundary;
pub mod catalog;
pub mod detoast;
pub mod encoding;
pub mod expanded;
pub mod hash_function;
mod huge_pages;
pub mod list;
pub mod memory;
pub mod notice;
mod query;
pub mod random;
pub mod report;
pub mod row;
pub mod statistics;
pub mod toast;
pub mod typed;
pub mod varlena;
pub mod version;
