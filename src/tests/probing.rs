//! Probes by engines that keep nothing between calls.

#![allow(unsafe_code)]

#[pgrx::pg_schema]
mod tests {
    use crate::tests::one;
    use pgrx::prelude::*;

    /// Calls a function with a `FmgrInfo` of its own, under the default collation.
    fn call(function: &str, arguments: [pg_sys::Datum; 2]) -> pg_sys::Datum {
        let oid: pg_sys::Oid = one(&format!("SELECT '{function}'::regprocedure::oid"));
        let [first, second] = arguments;
        // SAFETY: the tests pass datums of the types that the function's name says.
        unsafe { pg_sys::OidFunctionCall2Coll(oid, pg_sys::DEFAULT_COLLATION_OID, first, second) }
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
                let held = call("bloom_contains(bloom, integer)", [integers, value.into_datum().unwrap()]);
                assert!(held.value() != 0, "{value}");
                let held = call("bloom_contains(bloom, text)", [texts, text]);
                assert!(held.value() != 0, "{value}");
            }
            let absent = (1001..=1300_i32)
                .filter(|value| {
                    let value = value.into_datum().unwrap();
                    call("bloom_contains(bloom, integer)", [integers, value]).value() != 0
                })
                .count();
            assert!(absent < 5, "{absent}");
        });
    }
}
