//! Estimates, the order of quals and constant folding, as shown by EXPLAIN.

#[pgrx::pg_schema]
mod tests {
    use crate::tests::{one, raised};
    use pgrx::prelude::*;

    /// Returns a property of the top node of a query's plan.
    fn plan(sql: &str, member: &str) -> pgrx::Json {
        let plan: pgrx::Json = one(&format!("EXPLAIN (FORMAT JSON, VERBOSE) {sql}"));
        pgrx::Json(plan.0[0]["Plan"][member].clone())
    }

    /// Returns the planner's row estimate for `t` and the actual number of rows.
    fn rows(qual: &str) -> (f64, f64) {
        let sql = format!("SELECT 1 FROM t WHERE {qual}");
        let there = one::<i64>(&format!("SELECT count(*) FROM ({sql}) s"));
        (plan(&sql, "Plan Rows").0.as_f64().unwrap(), there as f64)
    }

    /// Asserts that the estimate is right within a factor of 2.
    fn assert_close(qual: &str) {
        let (expected, there) = rows(qual);
        assert!(expected <= 2.0 * there.max(1.0) && there <= 2.0 * expected, "{expected}, {there}: {qual}");
    }

    /// Returns a constant filter with the values of a query.
    fn filter(values: &str, fpp: f64) -> String {
        let text: String = one(&format!("SELECT bloom_agg(v, 1000, {fpp})::text FROM ({values}) s(v)"));
        format!("'{text}'::bloom")
    }

    /// Creates 10,000 rows: a tenth NULL; of the others half are 1, a quarter 2, and so on.
    fn skewed() {
        Spi::run(
            "CREATE TABLE t AS
             SELECT v, v::text AS s, v::bigint AS big, v::numeric AS n
               FROM (SELECT CASE WHEN g % 10 > 0 THEN 1 + floor(-log(2, (g + 0.5) / 10000))::int END AS v
                       FROM generate_series(0, 9999) g) g;
             ANALYZE t",
        )
        .unwrap();
    }

    /// Creates 100,000 rows with distinct values.
    fn unique() {
        Spi::run("CREATE TABLE t AS SELECT g AS v FROM generate_series(1, 100000) g; ANALYZE t").unwrap();
    }

    #[pg_test]
    fn common_values_are_asked_of() {
        skewed();
        for values in ["1", "2", "3), (5", "-1), (-2), (-3", "1), (2), (3), (4"] {
            for (cast, column) in [("int", "v"), ("text", "s"), ("bigint", "big"), ("bigint", "v")] {
                let filter = filter(&format!("SELECT x::{cast} FROM (VALUES ({values})) v(x)"), 0.0001);
                assert_close(&format!("bloom_contains({filter}, {column})"));
            }
        }
        assert_close(&format!("NOT bloom_contains({}, v)", filter("SELECT 1", 0.0001)));
        let hashed = filter("SELECT 2::numeric", 0.0001);
        assert_close(&format!("bloom_contains({hashed}, n)"));
    }

    #[pg_test]
    fn histograms_and_counts_tell_of_unique_columns() {
        unique();
        for values in ["1, 1000", "1, 10000", "1, 50000", "1, 100000", "200000, 201000", "90000, 110000"] {
            for fpp in [0.01, 0.1] {
                let filter: String = one(&format!(
                    "SELECT bloom_agg(g, 100000, {fpp})::text FROM generate_series({values}) g"
                ));
                let (expected, there) = rows(&format!("bloom_contains('{filter}', v)"));
                // The histogram has 100 bounds, so the estimate is at least half a bound.
                let (least, most) = (there / 2.0, there * 2.0 + 500.0);
                assert!((least..=most).contains(&expected), "{expected}, {there}: {values}, {fpp}");
            }
        }
        assert_close(&format!("bloom_contains({}, v)", filter("SELECT generate_series(1, 1000)", 0.01)));
        // A large, nearly empty filter: the estimate must read all of it.
        Spi::run("CREATE INDEX ON t (v)").unwrap();
        let sparse: String = one("SELECT bloom_agg(g, 1000000)::text FROM generate_series(1, 10) g");
        let (expected, _) = rows(&format!("bloom_contains('{sparse}', v)"));
        assert!((5.0..=20.0).contains(&expected), "{expected}");
    }

    #[pg_test]
    fn without_statistics_an_estimate_is_sane() {
        Spi::run("CREATE TABLE t AS SELECT g AS v, ARRAY[g] AS a FROM generate_series(1, 10000) g").unwrap();
        let filter = filter("SELECT generate_series(1, 1000)", 0.01);
        for qual in [
            format!("bloom_contains({filter}, v)"),
            format!("bloom_contains({filter}, v + 1)"),
            format!("bloom_contains((SELECT {filter}), v)"),
        ] {
            let (expected, _) = rows(&qual);
            assert!((100.0..3000.0).contains(&expected), "{expected}: {qual}");
        }
        let (expected, _) = rows("bloom_contains(bloom_empty(10), v)");
        assert_eq!(expected, 1.0, "an empty filter lets nothing pass");
        let (expected, _) = rows("bloom_contains(NULL, v)");
        assert!(expected <= 1.0, "{expected}");
    }

    #[pg_test]
    fn stable_filters_are_known_and_subqueries_are_not() {
        skewed();
        let filter = filter("SELECT 1", 0.0001);
        let expected = rows(&format!("bloom_contains({filter}, v)")).0;
        Spi::run(&format!(
            "CREATE FUNCTION pg_temp.known() RETURNS bloom STABLE LANGUAGE plpgsql AS $$ BEGIN RETURN {filter}; END $$;
             CREATE FUNCTION pg_temp.one() RETURNS int STABLE LANGUAGE plpgsql AS $$ BEGIN RETURN 1; END $$"
        ))
        .unwrap();
        assert_eq!(rows("bloom_contains(pg_temp.known(), v)").0, expected);
        for (value, expected) in [("one()", 10_000.0), ("one() + 1", 1.0), ("one() + NULL", 1.0)] {
            // PostgreSQL does not estimate a qual without columns, hence the OR.
            let (estimate, _) = rows(&format!("v = -1 OR bloom_contains(pg_temp.known(), pg_temp.{value})"));
            assert_eq!(estimate, expected, "{value}");
        }
        // A tenth of the non-NULL values.
        assert_eq!(rows(&format!("bloom_contains((SELECT {filter}), v)")).0, 900.0);
        let joined = "SELECT 1 FROM t JOIN f ON bloom_contains(f.b, t.v)";
        Spi::run(&format!("CREATE TABLE f AS SELECT {filter} AS b; ANALYZE f")).unwrap();
        assert_eq!(plan(joined, "Plan Rows").0.as_f64(), Some(1_000.0));
        assert_eq!(plan("SELECT 1 FROM f WHERE bloom_contains(b, 1)", "Plan Rows").0.as_f64(), Some(1.0));
    }

    #[pg_test]
    fn what_a_filter_cannot_be_asked_of_fails_in_the_executor_only() {
        skewed();
        Spi::run(
            "CREATE COLLATION caseless (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
             ALTER TABLE t ADD c text COLLATE caseless, ADD x xml, ADD m money, ADD d char(3);
             UPDATE t SET c = s, x = s::xml, m = v, d = v; ANALYZE t",
        )
        .unwrap();
        let filter = filter("SELECT 1", 0.0001);
        for (column, sqlstate) in
            [("s", "42804"), ("c", "0A000"), ("x", "0A000"), ("m", "0A000"), ("d", "42804")]
        {
            let sql = format!("SELECT FROM t WHERE bloom_contains({filter}, {column})");
            assert_eq!(raised(&format!("EXPLAIN {sql}"))[0], "00000", "{sql}");
            assert_eq!(raised(&sql)[0], sqlstate, "{sql}");
        }
    }

    #[pg_test]
    fn hidden_rows_tell_nothing() {
        skewed();
        let (all, none) = (filter("SELECT 1", 0.0001), filter("SELECT -1", 0.0001));
        let estimates = || {
            [&all, &none].map(|filter| {
                plan(&format!("SELECT FROM t WHERE bloom_contains({filter}, v)"), "Plan Rows")
                    .0
                    .as_f64()
                    .unwrap()
            })
        };
        let [known, unknown] = estimates();
        assert!(known > 4000.0 && unknown < 500.0, "{known}, {unknown}");
        Spi::run(
            "CREATE ROLE reader; GRANT SELECT ON t TO reader;
             ALTER TABLE t ENABLE ROW LEVEL SECURITY; CREATE POLICY p ON t TO reader USING (v > 0);
             SET LOCAL ROLE reader",
        )
        .unwrap();
        let [one, other] = estimates();
        assert_eq!(one, other, "the estimate is the same whatever the column holds");
        Spi::run("RESET ROLE; ALTER TABLE t DISABLE ROW LEVEL SECURITY; SET LOCAL ROLE reader").unwrap();
        assert_eq!(estimates(), [known, unknown]);
        // PostgreSQL checks the privileges of a view's owner, unless the view is a security barrier.
        Spi::run(
            "RESET ROLE; REVOKE ALL ON t FROM reader; ALTER TABLE t RENAME TO hidden;
             CREATE VIEW t WITH (security_barrier) AS SELECT * FROM hidden WHERE v > 0; GRANT SELECT ON t TO reader;
             SET LOCAL ROLE reader",
        )
        .unwrap();
        let [one, other] = estimates();
        assert_eq!(one, other);
    }

    #[pg_test]
    fn operators_share_the_estimate_in_either_order() {
        skewed();
        let filter = filter("VALUES (1), (3)", 0.0001);
        let expected = rows(&format!("bloom_contains({filter}, v)")).0;
        assert_eq!(rows(&format!("{filter} @> v")).0, expected);
        assert_eq!(rows(&format!("v <@ {filter}")).0, expected);
        assert_close(&format!("{filter} @> big"));
        assert!(rows("NULL::bloom @> v").0 <= 1.0);
        let joined = "SELECT 1 FROM t JOIN f ON t.v <@ f.b";
        Spi::run(&format!("CREATE TABLE f AS SELECT {filter} AS b; ANALYZE f")).unwrap();
        assert_eq!(plan(joined, "Plan Rows").0.as_f64(), Some(1_000.0));
        let joined = "SELECT 1 FROM t JOIN f ON f.b @> t.v";
        assert_eq!(plan(joined, "Plan Rows").0.as_f64(), Some(1_000.0));
    }

    #[pg_test]
    fn arrays_combine_their_elements() {
        skewed();
        let filter = filter("VALUES (1), (3)", 0.0001);
        Spi::run("CREATE FUNCTION pg_temp.ints(VARIADIC int[]) RETURNS int[] STABLE LANGUAGE plpgsql AS $$ BEGIN RETURN $1; END $$").unwrap();
        let any = format!("bloom_contains_any({filter}, ");
        let all = format!("bloom_contains_all({filter}, ");
        for (qual, expected) in [
            (format!("{any} pg_temp.ints(7, 3))"), 10_000.0),
            (format!("{any} pg_temp.ints(7, 9))"), 1.0),
            (format!("{any} pg_temp.ints(NULL, 1))"), 10_000.0),
            (format!("{all} pg_temp.ints(1, 3))"), 10_000.0),
            (format!("{all} pg_temp.ints(1, 7))"), 1.0),
            (format!("{all} pg_temp.ints(1, NULL))"), 10_000.0),
        ] {
            // PostgreSQL does not estimate a qual without columns, hence the OR.
            assert_eq!(rows(&format!("v = -1 OR {qual}")).0, expected, "{qual}");
        }
        assert_close(&format!("{any} ARRAY[v, 7])"));
        assert_close(&format!("{filter} @> ANY (ARRAY[v, 7])"));
        assert_close(&format!("{any} ARRAY[v, v + 0])"));
        let (estimate, _) = rows(&format!("v = -1 OR bloom_contains_any((SELECT {filter}), ARRAY[1, 2])"));
        assert!((1_900.0..1_910.0).contains(&estimate), "{estimate}");
        let (estimate, _) = rows(&format!("v = -1 OR bloom_contains_all((SELECT {filter}), ARRAY[1, 2])"));
        assert!((100.0..110.0).contains(&estimate), "{estimate}");
    }

    #[pg_test]
    fn the_screen_runs_before_dearer_quals() {
        skewed();
        Spi::run(
            "CREATE FUNCTION pg_temp.dear(int) RETURNS bool LANGUAGE plpgsql AS $$ BEGIN RETURN true; END $$",
        )
        .unwrap();
        let filter = filter("SELECT 1", 0.01);
        let sql = format!("SELECT FROM t WHERE pg_temp.dear(v) AND bloom_contains({filter}, v)");
        let shown = plan(&sql, "Filter").0.to_string();
        let (screen, dear) = (shown.find("bloom_contains(").unwrap(), shown.find("dear(").unwrap());
        assert!(screen < dear, "{shown}");
    }

    #[pg_test]
    fn constant_filters_are_folded_once() {
        skewed();
        let sql = "SELECT FROM t WHERE bloom_contains(bloom_add(bloom_empty(10), 1), v)";
        let shown = plan(sql, "Filter").0.to_string();
        assert!(shown.contains("bloom_contains('QkxN") && !shown.contains("bloom_empty"), "{shown}");
    }
}
