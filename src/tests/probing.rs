//! Probes by engines that keep no state between calls.

#![allow(unsafe_code)]

#[pgrx::pg_schema]
mod tests {
    use crate::tests::one;
    use pgrx::prelude::*;

    /// Calls `bloom_contains` with a new `FmgrInfo`, which has the value's type if `of` is given.
    fn contains(filter: pg_sys::Datum, value: pg_sys::Datum, of: Option<pg_sys::Oid>) -> bool {
        let function: pg_sys::Oid = one("SELECT 'bloom_contains(bloom, anycompatible)'::regprocedure::oid");
        // SAFETY: the tests pass a filter and a value of type `of`.
        unsafe {
            let mut flinfo = pg_sys::FmgrInfo::default();
            pg_sys::fmgr_info(function, &raw mut flinfo);
            if let Some(of) = of {
                let argument = pg_sys::makeNullConst(of, -1, pg_sys::DEFAULT_COLLATION_OID);
                let mut arguments = pgrx::PgList::<pg_sys::Const>::new();
                arguments.push(pg_sys::makeNullConst(pg_sys::BYTEAOID, -1, pg_sys::InvalidOid));
                arguments.push(argument);
                flinfo.fn_expr = pg_sys::makeFuncExpr(
                    function,
                    pg_sys::BOOLOID,
                    arguments.into_pg(),
                    pg_sys::InvalidOid,
                    pg_sys::DEFAULT_COLLATION_OID,
                    pg_sys::CoercionForm::COERCE_EXPLICIT_CALL,
                )
                .cast();
            }
            let collation = pg_sys::DEFAULT_COLLATION_OID;
            pg_sys::FunctionCall2Coll(&raw mut flinfo, collation, filter, value).value() != 0
        }
    }

    #[pg_test]
    fn without_memory_of_the_call_site_answers_are_the_same() {
        Spi::run(
            "CREATE TABLE f (f bloom);
             INSERT INTO f SELECT bloom_agg(g, 100000) FROM generate_series(1, 1000) g;
             CREATE TABLE t (f bloom);
             INSERT INTO t SELECT bloom_agg(g::text, 100000) FROM generate_series(1, 1000) g",
        )
        .unwrap();
        Spi::connect(|client| {
            let datum = |table: &str| {
                let rows = client.select(&format!("SELECT f FROM {table}"), None, &[]).unwrap();
                rows.first().get_datum_by_ordinal(1).unwrap().unwrap()
            };
            let (integers, texts) = (datum("f"), datum("t"));
            for value in 1..=300_i32 {
                let text = value.to_string().into_datum().unwrap();
                let held = contains(integers, value.into_datum().unwrap(), Some(pg_sys::INT4OID));
                assert!(held && contains(texts, text, Some(pg_sys::TEXTOID)), "{value}");
            }
            let absent = (1001..=1300_i32)
                .filter(|value| contains(integers, value.into_datum().unwrap(), Some(pg_sys::INT4OID)))
                .count();
            assert!(absent < 5, "{absent}");
        });
    }

    #[pg_test(error = "could not determine the type of the value")]
    fn a_call_that_nobody_parsed_is_refused() {
        let filter = one::<Vec<u8>>("SELECT bloom_empty(1)::bytea").into_datum().unwrap();
        contains(filter, pg_sys::Datum::from(1), None);
    }
}
