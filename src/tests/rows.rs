//! The row types of stored rows.

#![allow(unsafe_code)]

#[pgrx::pg_schema]
mod tests {
    use crate::pg::catalog;
    use crate::pg::typed::{Storage, TypedDatum};
    use crate::tests::one;
    use pgrx::prelude::*;

    /// What a call site remembers of a row type must be found again for each value, also by servers that keep
    /// a part of the type's version in the header: it costs more than the value.
    #[pg_test]
    fn a_row_has_the_row_type_that_its_definition_is_asked_for() {
        Spi::run(
            "CREATE TYPE pair AS (a integer, b text);
             CREATE TABLE pairs AS SELECT ROW(1, 'x')::pair AS r;
             INSERT INTO pairs
                 SELECT ROW(2, string_agg(md5(i::text), ''))::pair FROM generate_series(1, 1000) AS i;
             ALTER TYPE pair ADD ATTRIBUTE c integer",
        )
        .unwrap();
        let of: pg_sys::Oid = one("SELECT 'pair'::regtype::oid");
        Spi::connect(|client| {
            for number in [1, 2] {
                let query = format!("SELECT r FROM pairs WHERE (r).a = {number}");
                let rows = client.select(&query, None, &[]).unwrap();
                let datum = rows.first().get_datum_by_ordinal(1).unwrap().unwrap();
                // SAFETY: the column has this type, which is a row type.
                let row_type = unsafe { Storage::new(of).row_type(TypedDatum::new(datum, of)).unwrap() };
                assert_eq!(row_type, (of, -1));
                assert_eq!(catalog::columns(row_type).len(), 3);
            }
        });
    }
}
