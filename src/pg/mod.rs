//! PostgreSQL's memory, values and catalogs: wrappers of the server's C functions.

#![allow(unsafe_code)]

/// Global allocator. The process that runs the tests does not use it, as it is not a server.
#[cfg(not(test))]
pub mod alloc;
pub mod array;
pub mod block_set;
pub mod boundary;
pub mod brin;
pub mod catalog;
pub mod catalog_scan;
pub mod column_index;
pub mod detoast;
pub mod encoding;
pub mod executor;
pub mod expanded;
pub mod explain;
pub mod hash_function;
pub mod hash_table;
pub mod heap_blocks;
pub mod heap_scan;
pub mod hidden_rows;
pub mod hooks;
mod huge_pages;
pub mod index_pages;
pub mod library;
pub mod list;
pub mod memory;
pub mod names;
pub mod nodes;
pub mod notice;
pub mod parameters;
pub mod partition_bounds;
pub mod prefetch;
pub mod query;
pub mod random;
pub mod report;
pub mod row;
pub mod saved_plan;
pub mod session;
pub mod setting;
pub mod stack;
pub mod statistics;
pub mod table;
pub mod toast;
pub mod tree;
pub mod typed;
pub mod unwritten;
pub mod varlena;
pub mod version;
