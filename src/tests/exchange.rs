//! Hash schemes of other libraries, and import and export of their streams.

#[pgrx::pg_schema]
mod tests {
    use crate::tests::{one, raised};
    use pgrx::prelude::*;

    const KEYED: &str = "keyed:000102030405060708090a0b0c0d0e0f";
    const SCHEMES: [&str; 8] =
        ["mitz64", "mitz32", "spark1", "spark2", "parquet", "parquet pow2", "datasketches", KEYED];

    /// Values of types for which Parquet has no Bloom filters.
    const NOT_IN_PARQUET: [&str; 2] = ["chr(v % 127 + 1)::\"char\"", "v / 7.0"];

    /// Values of types that have functions of their own, and of some other types.
    const VALUES: [&str; 9] = [
        "v::int2",
        "v::int4",
        "v::int8 * 4000000000",
        "chr(v % 127 + 1)::\"char\"",
        "repeat('é', v % 40) || v",
        "decode(md5(v::text), 'hex')",
        "md5(v::text)::uuid",
        "v / 7.0",
        "date '2000-01-01' + v",
    ];

    /// In every scheme, plain, stored, large, united, folded and growing filters contain their values.
    #[pg_test]
    fn every_scheme_finds_every_kind_of_value() {
        Spi::run(
            "CREATE TABLE stored (f bloom); SET LOCAL work_mem = '64kB'; SET LOCAL hash_mem_multiplier = 1",
        )
        .unwrap();
        for scheme in SCHEMES {
            for value in VALUES {
                if scheme.starts_with("parquet") && NOT_IN_PARQUET.contains(&value) {
                    let sql = format!(
                        "SELECT bloom_agg({value}, 10, 0.01, '{scheme}') FROM generate_series(1, 5) v"
                    );
                    assert_eq!(raised(&sql)[0], "0A000", "{value}");
                    continue;
                }
                for arguments in ["200, 0.01", "100000, 0.001", "NULL, NULL"] {
                    let built = format!(
                        "WITH t AS (SELECT {value} AS value, v FROM generate_series(1, 4000) v)
                         SELECT bloom_agg(value, {arguments}, '{scheme}') FROM t WHERE v % 2 = "
                    );
                    let sql = format!(
                        "TRUNCATE stored; INSERT INTO stored {built} 0; INSERT INTO stored {built} 1"
                    );
                    Spi::run(&sql).unwrap();
                    let missing: i64 = one(&format!(
                        "SELECT count(*) FROM (SELECT {value} AS value FROM generate_series(1, 4000) v) t
                          WHERE NOT EXISTS (SELECT FROM stored WHERE f @> value)"
                    ));
                    assert_eq!(missing, 0, "{scheme} {value} {arguments}");
                    if arguments.starts_with("NULL") {
                        continue; // sizes differ
                    }
                    let missing: i64 = one(&format!(
                        "SELECT count(*) FROM (SELECT {value} AS value FROM generate_series(1, 4000) v) t,
                                (SELECT bloom_fold(bloom_union_agg(f), 0.9) AS f FROM stored) s WHERE NOT f @> value"
                    ));
                    assert_eq!(missing, 0, "union of {scheme} {value} {arguments}");
                }
            }
        }
    }

    #[pg_test]
    fn rates_are_kept_by_every_scheme() {
        for scheme in SCHEMES.into_iter().chain(["mitz64 int4", "mitz32 int4", "parquet int4"]) {
            if scheme == "parquet pow2" {
                continue; // rate far lower
            }
            let passed: i64 = one(&format!(
                "SELECT count(*) FROM (SELECT bloom_agg(v, 10000, 0.01, '{scheme}') AS f FROM generate_series(1, 10000) v) s,
                                      generate_series(10001, 110000) v WHERE f @> v"
            ));
            // At most 1 % of 100,000 plus four standard errors.
            assert!((700..=1126).contains(&passed), "{scheme}: {passed}");
        }
    }

    #[pg_test]
    fn four_byte_filters_know_what_they_cannot_hold() {
        Spi::run("CREATE TABLE f AS SELECT bloom_agg(v, 10, 0.01, 'mitz64 int4') AS f FROM generate_series(1, 5) v").unwrap();
        for (expression, expected) in [
            ("f @> 5000000000", Some(false)),
            ("f @> (-2147483649)::bigint", Some(false)),
            ("bloom_contains_any(f, ARRAY[5000000000, 3])", Some(true)),
            ("bloom_contains_all(f, ARRAY[5000000000, 3])", Some(false)),
            ("f @> NULL::bigint", None),
        ] {
            let sql = format!("SELECT {expression} FROM f");
            assert_eq!(Spi::get_one::<bool>(&sql).unwrap(), expected, "{sql}");
        }
        for (expression, sqlstate) in [
            ("f || 5000000000", "22003"),
            ("bloom_add_all(f, ARRAY[5000000000])", "22003"),
            ("bloom_agg(5000000000, 10, 0.01, 'mitz64 int4')", "22003"),
            ("f @> '1'::text", "42804"),
            ("f @> 1::numeric", "42804"),
            ("bloom_agg('1'::text, 10, 0.01, 'mitz64 int4')", "42804"),
            ("bloom_contains_hash(f, bloom_hash(1))", "22000"),
            ("f | bloom_agg(1, 10)", "22000"),
        ] {
            let sql = format!("SELECT {expression} FROM f GROUP BY f");
            assert_eq!(raised(&sql)[0], sqlstate, "{sql}");
        }
        let planned: pgrx::Json = one(
            "EXPLAIN (FORMAT JSON) SELECT FROM generate_series(1, 10::bigint) v WHERE
             bloom_contains('QkxNRgEBDgUAAAAAAAAAAAAAAACAAAAAAAAAAAoAAAAAAAAAexSuR+F6hD8AAAAAAAAAAAAAAAAAAAAAAAwAgAAAGEgAAAAICQAgQA==', v)",
        );
        assert!(planned.0[0]["Plan"]["Plan Rows"].is_number());
    }

    /// Hostile streams raise 22P02, or give filters that can be probed.
    #[pg_test]
    fn hostile_streams_are_refused_or_usable() {
        Spi::run(
            "CREATE FUNCTION try(stream bytea, library text) RETURNS text LANGUAGE plpgsql AS $$
             DECLARE f bloom;
             BEGIN
                 EXECUTE format('SELECT bloom_from_%s($1, ''text'')', library) INTO f USING stream;
                 IF f::text::bloom <> f OR f @> 'x'::text IS NULL THEN
                     RETURN 'not usable';
                 END IF;
                 EXECUTE format('SELECT bloom_to_%s($1)', library) INTO STRICT stream USING f;
                 RETURN 'valid';
             EXCEPTION WHEN invalid_text_representation THEN
                 RETURN '22P02';
             END $$;
             SELECT setseed(0.5)",
        )
        .unwrap();
        for (library, scheme) in [
            ("guava", "mitz64"),
            ("guava", "mitz32"),
            ("spark", "spark1"),
            ("spark", "spark2"),
            ("parquet", "parquet"),
            ("datasketches", "datasketches:77"),
        ] {
            let outcomes: String = one(&format!(
                "WITH good AS (SELECT bloom_to_{library}(bloom_agg('v' || v, 20, 0.01, '{scheme}')) AS s FROM generate_series(1, 20) v),
                      byte AS (SELECT set_byte(s, (random() * 17)::int, (random() * 255)::int) AS s FROM good, generate_series(1, 2000)),
                      cut AS (SELECT substring(s FROM 1 FOR n) AS s FROM good, generate_series(0, length(s) - 1) n),
                      long AS (SELECT s || '\\x00'::bytea AS s FROM good),
                      claims AS (SELECT overlay(s PLACING '\\x7fffffff' FROM n) AS s FROM good, generate_series(1, 17) n)
                 SELECT string_agg(DISTINCT try(s, '{library}'), ' ' ORDER BY try(s, '{library}'))
                   FROM (TABLE byte UNION ALL TABLE cut UNION ALL TABLE long UNION ALL TABLE claims) t"
            ));
            assert_eq!(outcomes, "22P02 valid", "{library} {scheme}");
            if library == "parquet" {
                continue; // part of a bitset can be a valid bitset
            }
            let whole: String = one(&format!(
                "SELECT string_agg(DISTINCT try(s, '{library}'), ' ') FROM
                     (SELECT substring(s FROM 1 FOR n) FROM (SELECT bloom_to_{library}(bloom_empty(20, 0.01, '{scheme}'))) g(s),
                             generate_series(0, length(s) - 1) n) t(s)"
            ));
            assert_eq!(whole, "22P02", "nothing that was cut is valid");
        }
    }
}
