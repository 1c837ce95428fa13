//! Tests that run inside a server.

mod errors;
mod probing;
mod schemes;

use pgrx::prelude::*;

/// Returns the SQLSTATE, message, DETAIL and HINT that `sql` raises; "00000" if it succeeds.
fn raised(sql: &str) -> [String; 4] {
    Spi::run(
        "CREATE OR REPLACE FUNCTION pg_temp.raised(sql text) RETURNS text[] LANGUAGE plpgsql AS $$
         DECLARE s text; m text; d text; h text;
         BEGIN
             EXECUTE sql;
             RETURN ARRAY['00000', '', '', ''];
         EXCEPTION WHEN OTHERS THEN
             GET STACKED DIAGNOSTICS s = RETURNED_SQLSTATE, m = MESSAGE_TEXT,
                 d = PG_EXCEPTION_DETAIL, h = PG_EXCEPTION_HINT;
             RETURN ARRAY[s, m, d, h];
         END $$",
    )
    .unwrap();
    let parts: Vec<String> =
        Spi::get_one_with_args("SELECT pg_temp.raised($1)", &[sql.into()]).unwrap().unwrap();
    parts.try_into().unwrap()
}

/// Returns the single value of a query.
fn one<T: FromDatum + IntoDatum>(sql: &str) -> T {
    Spi::get_one(sql).unwrap().unwrap()
}
