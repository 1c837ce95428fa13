#!/usr/bin/env bash
# sqlx 0.9.0 with PostgreSQL 16.2 (pgserver 0.1.4): a query fails if its result has a column of a multirange, of pg_node_tree,
# or of a type that was created with a category of its own.
# Usual guess: a client does not mind a type that it does not know unless it decodes it; here only an integer is read.
# Behavior: sqlx looks up each unknown type of a result before it shows a row, and knows neither the kind `m`, there since
# PostgreSQL 14, nor the category `Z`, since 15, nor those that CREATE TYPE leaves to users. A cast to text helps.
. "$(dirname "$0")/finding.bash"
cargo_with 'sqlx = { version = "=0.9.0", default-features = false, features = ["postgres", "runtime-tokio"] }' \
    'tokio = { version = "=1.54.1", features = ["rt", "macros"] }' <<'RUST'
use sqlx::{AssertSqlSafe, Connection, PgConnection};

const COLUMNS: [&str; 5] = ["relname", "relpartbound", "'{[1,2]}'::int4multirange", "''::shelf", "''::shelf::text"];

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), sqlx::Error> {
    let mut server = PgConnection::connect(&std::env::args().nth(1).unwrap()).await?;
    for column in COLUMNS {
        let query = AssertSqlSafe(format!("SELECT 7, {column} FROM pg_class WHERE relname = 'pg_class'"));
        let first = sqlx::query_as::<_, (i32,)>(query).fetch_one(&mut server).await;
        println!("{column}: {}", first.map_or_else(|error| error.to_string(), |(number,)| number.to_string()));
    }
    Ok(())
}
RUST
pgserver_with 0.1.4
cluster data 5001
on 5001 <<'SQL'
SET client_min_messages = warning;
CREATE TYPE shelf;
CREATE FUNCTION shelf_in(cstring) RETURNS shelf LANGUAGE internal IMMUTABLE STRICT AS 'textin';
CREATE FUNCTION shelf_out(shelf) RETURNS cstring LANGUAGE internal IMMUTABLE STRICT AS 'textout';
CREATE TYPE shelf (INPUT = shelf_in, OUTPUT = shelf_out, LIKE = text, CATEGORY = 's');
CREATE CAST (shelf AS text) WITHOUT FUNCTION;
SQL
target/debug/finding "postgres://postgres@localhost/postgres?host=$WORK&port=5001" >printed
seen <<'SEEN'
relname: 7
relpartbound: error occurred while decoding column "typcategory": invalid category code 90
'{[1,2]}'::int4multirange: error occurred while decoding column "typtype": unknown type code 109
''::shelf: error occurred while decoding column "typcategory": invalid category code 115
''::shelf::text: 7
SEEN
