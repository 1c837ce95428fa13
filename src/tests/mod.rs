//! Tests that run inside a server.

mod errors;
mod keyed;
mod probing;
mod rows;

use pgrx::prelude::*;

/// Returns the single value of a query.
fn one<T: FromDatum + IntoDatum>(sql: &str) -> T {
    Spi::get_one(sql).unwrap().unwrap()
}
