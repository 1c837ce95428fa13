//! Parquet schemes for each type, keyed schemes, and chosen values against filters without a key.

/// Chosen values, shared with the tests of `bloom_core`.
#[path = "../../core/tests/chosen/mod.rs"]
mod chosen;

#[pgrx::pg_schema]
mod tests {
    use super::chosen;
    use crate::tests::{one, raised};
    use pgrx::prelude::*;

    /// The type of the first value sets the element type of an empty filter, in every way to add a value.
    #[pg_test]
    fn parquet_tells_numbers_of_four_bytes_from_those_of_eight() {
        for (of, element) in [
            ("smallint", "int4"),
            ("integer", "int4"),
            ("small_id", "int4"),
            ("bigint", "integer"),
            ("real", "float4"),
            ("double precision", "double precision"),
            ("text", "text"),
            ("date", "date"),
            ("timestamptz", "timestamptz"),
        ] {
            Spi::run("DROP DOMAIN IF EXISTS small_id; CREATE DOMAIN small_id AS smallint").unwrap();
            let value = if of == "date" {
                "'2000-01-01'"
            } else if of == "timestamptz" {
                "'epoch'"
            } else {
                "'7'"
            };
            let value = format!("{value}::{of}");
            for built in [
                format!("bloom_agg({value}, 10, 0.01, 'parquet')"),
                format!("bloom_agg({value}, NULL, NULL, 'parquet')"),
                format!("bloom_empty(10, 0.01, 'parquet') || {value}"),
                format!("bloom_add(bloom_sized(256, 8, 'parquet'), {value})"),
                format!("bloom_add_all(bloom_empty(10, 0.01, 'parquet'), ARRAY[{value}])"),
                format!(
                    "bloom_from_parquet(bloom_to_parquet(bloom_agg({value}, 10, 0.01, 'parquet')), '{of}')"
                ),
            ] {
                let sql = format!("SELECT (bloom_info({built})).element");
                assert_eq!(one::<String>(&sql), element, "{sql}");
                assert!(one::<bool>(&format!("SELECT {built} @> {value}")), "{built}");
            }
        }
    }

    /// A call site caches the state for the last filter. Adjacent keys and seeds here differ in one bit.
    #[pg_test]
    fn filters_of_all_schemes_take_turns_at_one_call_site() {
        let keys = (0..128).map(|bit| format!("keyed:{:032x}", 1u128 << bit));
        let seeds = (0..63).map(|bit| format!("datasketches:{}", 1u64 << bit));
        let none = [format!("keyed:{}", "0".repeat(32)), "datasketches:0".into()];
        let others = ["mitz64", "mitz32", "spark1", "spark2", "parquet"].map(String::from);
        let schemes: Vec<String> =
            keys.chain(seeds).flat_map(|name| [name].into_iter().chain(none.clone())).chain(others).collect();
        Spi::run(&format!(
            "CREATE TABLE f AS SELECT n, bloom_agg(n, 4, 0.01, scheme) AS f
             FROM unnest('{{{}}}'::text[]) WITH ORDINALITY AS s (scheme, n) GROUP BY n, scheme ORDER BY n",
            schemes.join(",")
        ))
        .unwrap();
        let count = |condition: &str| one::<i64>(&format!("SELECT count(*) FROM f WHERE {condition}"));
        assert_eq!(count("bloom_contains(f, n)"), schemes.len() as i64);
        assert_eq!(count("f @> n"), schemes.len() as i64);
        assert!(count("bloom_contains(f, n + 1000000)") < schemes.len() as i64 / 10);
        assert_eq!(
            one::<i64>("SELECT count(*) FROM f AS a JOIN f AS b USING (n) WHERE a.f @> b.n"),
            schemes.len() as i64
        );
    }

    #[pg_test]
    fn numbers_that_are_equal_in_sql_are_found_whatever_their_width() {
        Spi::run(
            "CREATE TABLE f AS SELECT bloom_agg(v, 100, 0.001, 'parquet') AS four, bloom_agg(v::bigint, 100, 0.001, 'parquet') AS eight,
                    bloom_agg((v / 4.0)::real, 100, 0.001, 'parquet') AS single, bloom_agg((v / 4.0)::float8, 100, 0.001, 'parquet') AS double
             FROM generate_series(-50, 50) v",
        )
        .unwrap();
        let missing: i64 = one(
            "SELECT count(*) FROM f, generate_series(-50, 50) v WHERE NOT (four @> v AND four @> v::bigint AND four @> v::smallint
                AND eight @> v AND eight @> v::bigint AND single @> (v / 4.0)::real AND single @> (v / 4.0)::float8
                AND double @> (v / 4.0)::real AND double @> (v / 4.0)::float8
                AND single @> '-0'::float8 AND double @> '-0'::real)",
        );
        assert_eq!(missing, 0);
        for (asked, expected) in [
            ("four @> 3000000000", false),
            ("single @> 0.1::float8", false),
            ("single @> 1e300::float8", false),
        ] {
            assert_eq!(one::<bool>(&format!("SELECT {asked} FROM f")), expected, "{asked}");
        }
        for (sql, sqlstate) in [
            ("SELECT four || 3000000000 FROM f", "22003"),
            ("SELECT single || 0.1::float8 FROM f", "22003"),
            ("SELECT four @> 1.0::float8 FROM f", "42804"),
            ("SELECT eight | four FROM f", "22000"),
            ("SELECT bloom_agg(true, 10, 0.01, 'parquet')", "0A000"),
            ("SELECT bloom_empty(10, 0.01, 'parquet') @> 1.5", "0A000"),
            ("SELECT bloom_agg('a'::\"char\", 10, 0.01, 'parquet')", "0A000"),
            ("SELECT bloom_agg(ARRAY[1], 10, 0.01, 'parquet')", "0A000"),
            ("SELECT bloom_agg(1::oid, 10, 0.01, 'parquet')", "0A000"),
            ("SELECT bloom_sized(256, 7, 'parquet')", "22023"),
            ("SELECT bloom_sized(1, 8, 'mitz64 pow2')", "22023"),
            ("SELECT bloom_empty(1, 0.1, 'keyed')", "22023"),
            ("SELECT bloom_from_parquet('\\x', 'integer')", "22P02"),
            ("SELECT bloom_from_parquet(decode(repeat('00', 32), 'hex'), 'boolean')", "22023"),
            ("SELECT bloom_from_parquet(decode(repeat('00', 32), 'hex'), 'char(3)')", "22023"),
            ("SELECT bloom_from_parquet(decode(repeat('00', 32), 'hex'), 0)", "22023"), // no such type
            ("SELECT bloom_from_parquet(decode(repeat('00', 32), 'hex'), 4294967295::oid)", "22023"),
            ("SELECT bloom_to_parquet(bloom_empty(10))", "22000"),
            ("SELECT bloom_to_datasketches(bloom_empty(10))", "22000"),
            ("SELECT bloom_to_guava(bloom_empty(10, 0.1, 'parquet'))", "22000"),
            ("SELECT bloom_contains_hash(four, bloom_hash(1)) FROM f", "22000"),
            // The split-block layout has no counters, and forged ones are rejected.
            ("SELECT overlay(four::bytea PLACING 'BLMC' FROM 1)::counting_bloom FROM f", "22P02"),
            ("SELECT counting_bloom_agg(1, 10, 0.01, 'parquet')", "42883"),
        ] {
            assert_eq!(raised(sql)[0], sqlstate, "{sql}: {:?}", raised(sql));
        }
    }

    /// Sizes are whole blocks, and a filter folds to the filter of the same values at a smaller size.
    #[pg_test]
    fn filters_of_blocks_are_united_folded_and_counted() {
        let right: bool = one(
            "WITH f AS (SELECT bloom_add_all(bloom_sized(256 * 60, 8, 'parquet'), (SELECT array_agg(v) FROM generate_series(1, 500) v)) AS a,
                               bloom_add_all(bloom_sized(256 * 120, 8, 'parquet'), (SELECT array_agg(v) FROM generate_series(251, 750) v)) AS b,
                               bloom_add_all(bloom_sized(256 * 60, 8, 'parquet'), (SELECT array_agg(v) FROM generate_series(1, 750) v)) AS all_of)
             SELECT a | b = all_of AND b | a = all_of AND bloom_count(all_of) BETWEEN 735 AND 765
                AND bloom_intersection_count(a, b) BETWEEN 225 AND 275 AND bloom_is_subset(a, all_of) AND NOT bloom_is_subset(b, a)
                AND (SELECT bool_and((a & b) @> v) FROM generate_series(251, 500) v)
                AND (bloom_info(bloom_fold(b, 0.2))).bits < 256 * 60 AND (bloom_info(bloom_fold(b, 0.2))).current_fpp < 0.2
                AND (SELECT bool_and(bloom_fold(b, 0.2) @> v) FROM generate_series(251, 750) v)
             FROM f",
        );
        assert!(right);
        // For one million values the rate follows the split-block formula; the classic formula gives 0.0064.
        let rate: f64 = one(
            "SELECT bloom_current_fpp(bloom_agg(v, 1000000, 0.01, 'parquet')) FROM generate_series(1, 1000000) v",
        );
        assert!((0.0097..0.0103).contains(&rate), "{rate}");
    }

    /// A first probe of a stored filter detoasts the header and one block; the classic layout needs a slice per bit.
    #[pg_test]
    fn a_look_up_in_a_stored_filter_of_blocks_reads_one_slice() {
        Spi::run(
            "CREATE TABLE many AS SELECT bloom_agg(v, 1000000) AS classic, bloom_agg(v, 1000000, 0.01, 'parquet') AS blocks
             FROM generate_series(1, 1000) v",
        )
        .unwrap();
        // A worker of debug_parallel_query would look up the tables each time.
        Spi::run("SET LOCAL max_parallel_workers = 0").unwrap();
        let read = |column: &str, value: i32| -> i64 {
            let explain = |expression: &str| {
                format!("EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT {expression} FROM many")
            };
            // The first query looks up the table and its TOAST table.
            let _: pgrx::Json = one(&explain(&format!("{column} @> {value}")));
            let plan: pgrx::Json = one(&explain(&format!("{column} @> {value}")));
            let plan = &plan.0[0]["Plan"];
            ["Shared Hit Blocks", "Shared Read Blocks"].iter().map(|key| plan[key].as_i64().unwrap()).sum()
        };
        let (classic, blocks, absent) = (read("classic", 7), read("blocks", 7), read("blocks", -7));
        assert!(blocks * 2 <= classic, "{blocks} pages for {classic}");
        assert!(absent <= blocks, "{absent} pages for {blocks}");
    }

    #[pg_test]
    fn zeros_and_nans_of_files_are_those_of_sql() {
        // Bitsets with only -0 or a negative NaN, as some writers make them, built here from their bytes.
        for (of, bytes, value) in [
            ("double precision", "\\x0000000000000080", "0"),
            ("double precision", "\\x000000000000f8ff", "'NaN'"),
            ("real", "\\x00000080", "0"),
            ("real", "\\x0000c0ff", "'NaN'"),
        ] {
            let sql = format!(
                "SELECT bloom_from_parquet(bloom_to_parquet(bloom_sized(2560, 8, 'parquet') || '{bytes}'::bytea), '{of}') @> {value}::{of}"
            );
            assert!(one::<bool>(&sql), "{sql}");
            // Stored filters too; an absent value is not found.
            Spi::run(&format!(
                "DROP TABLE IF EXISTS z; CREATE TABLE z AS SELECT bloom_from_parquet(bloom_to_parquet(bloom_sized(256000, 8, 'parquet') || '{bytes}'::bytea), '{of}') AS f"
            ))
            .unwrap();
            assert!(one::<bool>(&format!("SELECT f @> {value}::{of} AND NOT f @> 1::{of} FROM z")));
        }
    }

    /// Combines an imported filter that has -0 or a negative NaN with one from SQL that has 0 or NaN.
    #[pg_test]
    fn equal_numbers_are_one_value_in_every_operation() {
        for (library, of, bytes, value) in [
            ("parquet", "float8", "\\x0000000000000080", "0"),
            ("parquet", "float8", "\\x000000000000f8ff", "'NaN'"),
            ("parquet", "real", "\\x00000080", "0"),
            ("parquet", "real", "\\x0000c0ff", "'NaN'"),
            ("datasketches", "float8", "\\x0000000000000080", "0"),
            ("datasketches", "float8", "\\x000000000000f87f", "'NaN'"),
        ] {
            let empty = |bits: i32| format!("bloom_sized({bits}, 8, '{library}')");
            let (a, b, half) = (empty(256_000), empty(256_000), empty(128_000));
            Spi::run(&format!(
                "DROP TABLE IF EXISTS f; CREATE TABLE f AS SELECT {value}::{of} AS v, {b} || {value}::{of} AS b, {half} || {value}::{of} AS half,
                        bloom_from_{library}(bloom_to_{library}({a} || '{bytes}'::bytea), '{of}') AS a"
            ))
            .unwrap();
            for expression in [
                "a @> v AND b @> v AND half @> v",
                "(a & b) @> v AND (b & a) @> v AND (a & a) @> v",
                "(a & half) @> v AND (half & a) @> v AND (a & half & b) @> v",
                "(a | b) @> v AND (a | half) @> v",
                "(a & b)::text::bloom @> v AND (a & b)::bytea::bloom @> v",
                "bloom_fold(a, 0.5) @> v AND bloom_fold(a & b, 0.5) @> v AND (bloom_fold(a, 0.5) & bloom_fold(b, 0.5)) @> v",
                "bloom_contains_all(a & b, ARRAY[v]) AND bloom_contains_any(a & b, ARRAY[v]) AND bloom_contains_each(a & b, ARRAY[1, v]) = '{f,t}'",
                "bloom_is_subset(a, b) AND bloom_is_subset(b, a) AND bloom_is_subset(a, half) AND bloom_is_subset(half, a)",
                "bloom_is_subset(a & b, a) AND bloom_is_subset(a & b, b) AND bloom_is_subset(a, a | b)",
                "NOT bloom_is_subset(a || 1::float8, b) AND NOT (a & b) @> 1::float8",
                "(SELECT bloom_intersection_agg(x) @> v AND bloom_union_agg(x) @> v FROM unnest(ARRAY[a, b, a, half]) AS x)",
                "(SELECT bloom_intersection_agg(x) @> v FROM unnest(ARRAY[half, a]) AS x)",
                "bloom_intersection_final(bloom_merge_combine(bloom_intersection_step(NULL, a)::text::bloom_state, bloom_intersection_step(NULL, b))) @> v",
                "(SELECT bool_and(found = '{1,2,3}') FROM (SELECT bloom_matrix_agg(x, n ORDER BY n) AS m FROM unnest(ARRAY[a, b, a & b]) WITH ORDINALITY AS t(x, n)) AS m,
                    LATERAL (SELECT array_agg(k ORDER BY k) AS found FROM bloom_matrix_search(m, v) AS k) AS k)",
            ] {
                let sql = format!("SELECT {expression} FROM f");
                assert!(one::<bool>(&sql), "{library} {of} {value}: {sql}");
            }
            // Exporting an imported filter returns the same bytes.
            let same =
                format!("SELECT bloom_to_parquet(a) = bloom_to_parquet({a} || '{bytes}'::bytea) FROM f");
            assert!(library != "parquet" || one::<bool>(&same));
        }
    }

    /// Searches matrices of every scheme, and for numbers that are equal only in SQL.
    #[pg_test]
    fn matrices_find_what_filters_of_other_schemes_contain() {
        for scheme in ["parquet", "datasketches", "keyed:000102030405060708090a0b0c0d0e0f"] {
            Spi::run(&format!(
                "DROP TABLE IF EXISTS many; CREATE TABLE many AS SELECT g, bloom_agg(g * 1000 + v, CASE WHEN g % 2 = 0 THEN 40 ELSE 20 END * 30, 0.01, '{scheme}') AS f
                 FROM generate_series(1, 30) g, generate_series(1, 100) v GROUP BY g;
                 DROP TABLE IF EXISTS m; CREATE TABLE m AS SELECT bloom_matrix_agg(f, g) AS m FROM many WHERE g % 2 = 0"
            ))
            .unwrap();
            let missing: i64 = one("SELECT count(*) FROM m, many, generate_series(1, 100) v WHERE g % 2 = 0
                    AND NOT g IN (SELECT bloom_matrix_search(m, (g * 1000 + v)::integer))");
            assert_eq!(missing, 0, "{scheme}");
            let other: i64 = one("SELECT count(*) FROM m, many, generate_series(1, 20) v WHERE g % 2 = 0
                    AND (f @> v) IS DISTINCT FROM (g IN (SELECT bloom_matrix_search(m, v)))");
            assert_eq!(other, 0, "{scheme}");
        }
        // Filters of two sizes, which fold to each other.
        let missing: i64 = one(
            "WITH many AS (SELECT g, bloom_add_all(bloom_sized(2560 * (1 + g % 2), 8, 'parquet'), ARRAY[g, g + 100]) AS f FROM generate_series(1, 40) g),
                  m AS MATERIALIZED (SELECT bloom_matrix_merge(bloom_matrix_agg(f, g) FILTER (WHERE g % 2 = 0), bloom_matrix_agg(f, g) FILTER (WHERE g % 2 = 1)) AS m,
                              bloom_matrix_agg(f, g) AS mixed FROM many)
             SELECT count(*) FROM m, many WHERE NOT g IN (SELECT bloom_matrix_search(m, g + 100)) OR NOT g IN (SELECT bloom_matrix_search(mixed, g))",
        );
        assert_eq!(missing, 0);
        // A file may contain -0.
        let found: Vec<i64> = one(
            "SELECT array_agg(k ORDER BY k) FROM (SELECT bloom_matrix_agg(bloom_from_parquet(bloom_to_parquet(bloom_sized(25600, 8, 'parquet') || b), 'float8'), g) AS m
                FROM (VALUES (1, '\\x0000000000000080'::bytea), (2, '\\x0000000000000000'), (3, '\\x000000000000f03f')) AS v(g, b)) s, bloom_matrix_search(m, 0::float8) k",
        );
        assert_eq!(found, [1, 2]);
    }

    #[pg_test]
    fn keys_are_drawn_and_kept_to_themselves() {
        assert!(one::<bool>("SELECT count(DISTINCT bloom_new_key()) = 1000 FROM generate_series(1, 1000)"));
        assert!(one::<bool>(
            "SELECT bool_and(bloom_new_key() ~ '^keyed:[0-9a-f]{32}$') FROM generate_series(1, 100)"
        ));
        let secret = "5ec0de5ec0de5ec0de5ec0de5ec0de5e";
        Spi::run(&format!(
            "CREATE TABLE k AS SELECT bloom_agg(v, 100, 0.01, 'keyed:{secret}') AS f FROM generate_series(1, 100) v"
        ))
        .unwrap();
        assert!(one::<bool>("SELECT bool_and(f @> v) FROM k, generate_series(1, 100) v"));
        assert_eq!(
            one::<String>("SELECT (bloom_header(f)).scheme || (bloom_info(f)).scheme FROM k"),
            "keyedkeyed"
        );
        for sql in [
            "SELECT f | bloom_agg(1, 100) FROM k GROUP BY f".to_string(),
            "SELECT f | bloom_agg(1, 100, 0.01, (SELECT bloom_new_key())) FROM k GROUP BY f".into(),
            "SELECT bloom_union_agg(g) FROM (SELECT f AS g FROM k UNION ALL SELECT bloom_empty(100, 0.01, bloom_new_key())) t".into(),
            "SELECT bloom_contains_hash(f, bloom_hash(1)) FROM k".into(),
            format!("SELECT bloom_agg(v, 10, 0.01, CASE v WHEN 1 THEN 'keyed:{secret}' ELSE bloom_new_key() END) FROM generate_series(1, 2) v"),
            format!("SELECT bloom_empty(10, 0.01, 'keyed:{secret}0')"),
            format!("SELECT bloom_empty(10, 0.01, 'keyed:{secret} int4')"),
            format!("SELECT bloom_empty(10, 0.01, 'keyed {secret}')"),
            "SELECT bloom_to_guava(f) FROM k".into(),
        ] {
            let raised = raised(&sql);
            assert_ne!(raised[0], "00000", "{sql}");
            assert!(!raised.join(" ").contains("5ec0de"), "{raised:?}");
        }
        // The key is in the header of the filter and nowhere else, so whoever can read the filter knows the key.
        let header: String = one(
            "SELECT encode(substring(f::bytea FROM 9 FOR 4) || substring(f::bytea FROM 49 FOR 12), 'hex') FROM k",
        );
        assert_eq!(header, secret);
    }

    /// Values chosen by an attacker who knows the hash functions but not the key.
    #[pg_test]
    fn strangers_fill_a_plain_filter_and_not_a_keyed_one() {
        let sizes: i64 = one("SELECT (bloom_params(10000, 0.01)).bits");
        let chosen: Vec<pgrx::Uuid> =
            chosen::values_that_fill(sizes as u64, 7).map(pgrx::Uuid::from_bytes).collect();
        assert!(chosen.len() < 15_000, "{}", chosen.len());
        Spi::run_with_args("CREATE TABLE chosen AS SELECT unnest($1) AS id", &[chosen.into()]).unwrap();
        let rate = |scheme: &str, count: i64| -> f64 {
            one(&format!(
                "SELECT avg((f @> gen_random_uuid())::integer)::float8 FROM generate_series(1, 50000),
                        (SELECT bloom_agg(id, 10000, 0.01, {scheme}) AS f FROM (SELECT id FROM chosen LIMIT {count}) s) s"
            ))
        };
        assert_eq!(rate("'mitz64'", 15_000), 1.0);
        // The rate is 0.036 with nearly 14,000 values in a filter for 10,000, and the requested 0.01 with 10,000.
        let keyed = rate("(SELECT bloom_new_key())", 15_000);
        assert!((0.03..0.045).contains(&keyed), "{keyed}");
        let keyed = rate("(SELECT bloom_new_key())", 10_000);
        assert!(keyed < 0.0125, "{keyed}");

        // Chosen values that cause false positives.
        let chosen: Vec<pgrx::Uuid> =
            chosen::values_that_seem_present(sizes as u64, (0..sizes as u64).step_by(7))
                .map(pgrx::Uuid::from_bytes)
                .collect();
        Spi::run_with_args("CREATE TABLE seeming AS SELECT unnest($1) AS id", &[chosen.into()]).unwrap();
        let passed = |scheme: &str| -> f64 {
            one(&format!(
                "SELECT avg((f @> id)::integer)::float8 FROM seeming,
                        (SELECT bloom_agg(gen_random_uuid(), 10000, 0.01, {scheme}) AS f FROM generate_series(1, 10000)) s"
            ))
        };
        assert!(passed("'mitz64'") > 0.4, "half of the bits are set");
        assert!(passed("(SELECT bloom_new_key())") < 0.0145);
    }
}
