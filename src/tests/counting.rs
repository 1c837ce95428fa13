//! Behavior of `counting_bloom` that `bloom` does not have.

#[pgrx::pg_schema]
mod tests {
    use crate::tests::{one, raised};
    use pgrx::prelude::*;

    /// Values of each type that has functions of its own, and of some other types.
    const VALUES: [&str; 12] = [
        "v::int2",
        "v::int4",
        "v::int8",
        "chr(v % 127 + 1)::\"char\"",
        "v::text",
        "v::varchar",
        "decode(md5(v::text), 'hex')",
        "md5(v::text)::uuid",
        "v::numeric",
        "v::float8",
        "date '2000-01-01' + v",
        "int4range(v, v + 1)",
    ];

    #[pg_test]
    fn every_kind_of_value_is_built_found_counted_and_removed() {
        for value in VALUES {
            for arguments in ["", ", 200", ", 200, 0.001"] {
                let sql = format!(
                    "WITH t AS (SELECT {value} AS value FROM generate_series(1, 100) v),
                          f AS (SELECT counting_bloom_agg(value{arguments}) AS c, bloom_agg(value{arguments}) AS b FROM t)
                     SELECT c::bloom = b
                            AND (SELECT bool_and(counting_bloom_contains(c, value) AND c @> value AND value <@ c
                                                 AND counting_bloom_count_of(c, value) >= 1) FROM t)
                            AND counting_bloom_contains_all(c, (SELECT array_agg(value) FROM t))
                            AND counting_bloom_remove_all(c, (SELECT array_agg(value) FROM t)) = c - c
                            AND counting_bloom_add_all(c - c, (SELECT array_agg(value) FROM t)) = c
                       FROM f"
                );
                assert!(one::<bool>(&sql), "{value} {arguments}");
            }
            let sql = format!(
                "SELECT counting_bloom_remove(counting_bloom_add(f, value), value) = f
                   FROM (SELECT {value} AS value FROM generate_series(7, 7) v) t, counting_bloom_empty(10) f"
            );
            assert!(one::<bool>(&sql), "{value}");
        }
    }

    #[pg_test]
    fn nulls_are_handled_the_sql_way() {
        for null in [
            "counting_bloom_add(NULL, 1)",
            "counting_bloom_add(counting_bloom_empty(1), NULL::int)",
            "counting_bloom_remove(counting_bloom_empty(1), NULL::text)",
            "counting_bloom_contains(counting_bloom_empty(1), NULL::int)",
            "counting_bloom_count_of(counting_bloom_empty(1), NULL::int)",
            "counting_bloom_empty(1) | NULL",
            "counting_bloom_empty(1) - NULL",
            "NULL::counting_bloom::bloom",
            "counting_bloom_of(NULL::int[])",
        ] {
            assert!(one::<bool>(&format!("SELECT ({null}) IS NULL")), "{null}");
        }
        let same = "SELECT counting_bloom_agg(v) = counting_bloom_agg(v) FILTER (WHERE v IS NOT NULL)
                      FROM unnest(ARRAY[1, NULL, 2, NULL]) v";
        assert!(one::<bool>(same));
        assert!(one::<bool>("SELECT counting_bloom_agg(v)::bloom = bloom_agg(v) FROM unnest('{}'::int[]) v"));
        assert!(one::<bool>(
            "SELECT counting_bloom_union_agg(f)::bloom = bloom_union_agg(NULL) FROM (SELECT NULL::counting_bloom) s(f)"
        ));
    }

    #[pg_test]
    fn counts_are_bounds_and_end_at_15() {
        for times in [0, 1, 2, 14, 15, 16, 200] {
            let sql = format!(
                "SELECT counting_bloom_count_of(f, 'x') FROM
                    (SELECT counting_bloom_agg('x'::text, 100) FROM generate_series(1, {times})) s(f)"
            );
            assert_eq!(one::<i32>(&sql), times.min(15), "{times}");
        }
        // A saturated counter stays: no false negatives even after as many removals as additions.
        let sql = "WITH RECURSIVE f(f, n) AS (
                       SELECT counting_bloom_agg('x'::text, 100), 20 FROM generate_series(1, 20)
                       UNION ALL SELECT counting_bloom_remove(f, 'x'), n - 1 FROM f WHERE n > 0)
                   SELECT bool_and(f @> 'x'::text AND counting_bloom_count_of(f, 'x') = 15
                                   AND (counting_bloom_info(f)).saturated > 0) FROM f";
        assert!(one::<bool>(sql));
    }

    #[pg_test]
    fn errors_have_their_sqlstates() {
        for (sql, sqlstate) in [
            ("counting_bloom_empty(0)", "22023"),
            ("counting_bloom_empty(10, 1)", "22023"),
            ("counting_bloom_empty(400000000)", "54000"),
            ("counting_bloom_agg(1, 0)", "22023"),
            ("counting_bloom_contains(counting_bloom_of('{1}'::int[]), 'x'::text)", "42804"),
            ("counting_bloom_add(counting_bloom_of('{1}'::int[]), 'x'::text)", "42804"),
            ("counting_bloom_remove(counting_bloom_of('{1}'::int[]), 'x'::text)", "42804"),
            ("counting_bloom_count_of(counting_bloom_of('{1}'::int[]), 'x'::text)", "42804"),
            ("counting_bloom_of('{1}'::int[]) - counting_bloom_of('{2}'::int[])", "22000"),
            ("counting_bloom_empty(10) | counting_bloom_empty(1000)", "22000"),
            ("counting_bloom_of('{1}'::int[]) | counting_bloom_of('{x}'::text[])", "22000"),
            ("bloom_of('{1}'::int[])::bytea::counting_bloom", "22P02"),
            ("counting_bloom_of('{1}'::int[])::bytea::bloom", "22P02"),
            ("'x'::counting_bloom", "22P02"),
            ("'\\x'::bytea::counting_bloom", "22P02"),
            ("counting_bloom_agg('1'::json)", "0A000"),
            ("counting_bloom_agg_final(bloom_agg_step(NULL, 1))", "22023"),
            ("bloom_agg_final(counting_bloom_agg_step(NULL, 1))", "22023"),
            ("bloom_agg_combine(bloom_agg_step(NULL, 1), counting_bloom_agg_step(NULL, 1))", "22023"),
            ("counting_bloom_union_final(bloom_union_step(NULL, bloom_empty(1)))", "22023"),
            ("bloom_union_final(counting_bloom_union_step(NULL, counting_bloom_empty(1)))", "22023"),
            ("bloom_intersection_final(bloom_union_step(NULL, bloom_empty(1)))", "22023"),
        ] {
            assert_eq!(raised(&format!("SELECT {sql}"))[0], sqlstate, "{sql}");
        }
    }

    /// Each frame of a moving window equals the aggregate of its rows, even if values repeat so often that counters
    /// saturate and the executor must compute the frame from scratch.
    #[pg_test]
    fn a_moving_window_is_the_aggregate_of_each_frame() {
        Spi::run(
            "CREATE TABLE t AS
             SELECT g AS at, CASE WHEN g % 11 > 0 THEN (g * g) % 23 END AS v, g / 3 AS slow
               FROM generate_series(1, 300) g",
        )
        .unwrap();
        for frame in [
            "ORDER BY at ROWS BETWEEN 10 PRECEDING AND CURRENT ROW",
            "ORDER BY at ROWS BETWEEN 120 PRECEDING AND 3 FOLLOWING",
            "ORDER BY at ROWS BETWEEN 2 PRECEDING AND 2 FOLLOWING EXCLUDE CURRENT ROW",
            "ORDER BY at ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING",
            "ORDER BY at ROWS BETWEEN 5 FOLLOWING AND 9 FOLLOWING",
            "ORDER BY slow RANGE BETWEEN 4 PRECEDING AND 1 FOLLOWING EXCLUDE TIES",
            "ORDER BY slow GROUPS BETWEEN 2 PRECEDING AND CURRENT ROW EXCLUDE GROUP",
            "PARTITION BY slow % 4 ORDER BY at ROWS 7 PRECEDING",
        ] {
            for arguments in ["", ", 40", ", 40, 0.1"] {
                let sql = format!(
                    "SELECT count(*) FILTER (WHERE moving IS DISTINCT FROM
                        (SELECT counting_bloom_agg(x{arguments}) FROM unnest(rows) x)) FROM (
                        SELECT counting_bloom_agg(v{arguments}) OVER w AS moving, array_agg(v) OVER w AS rows
                          FROM t WINDOW w AS ({frame})) s"
                );
                assert_eq!(one::<i64>(&sql), 0, "{frame} {arguments}");
            }
        }
    }

    /// The planner probes constant counting filters like plain filters.
    #[pg_test]
    fn estimates_are_those_of_the_plain_filter() {
        Spi::run("CREATE TABLE t AS SELECT g % 100 AS v FROM generate_series(1, 10000) g; ANALYZE t")
            .unwrap();
        let rows = |filter: &str| -> f64 {
            let text: String =
                one(&format!("SELECT {filter}_agg(v, 1000)::text FROM generate_series(1, 7) v"));
            let sql = format!("EXPLAIN (FORMAT JSON) SELECT FROM t WHERE {filter}_contains('{text}', v)");
            one::<pgrx::Json>(&sql).0[0]["Plan"]["Plan Rows"].as_f64().unwrap()
        };
        let (plain, counting) = (rows("bloom"), rows("counting_bloom"));
        assert_eq!(plain, counting);
        assert!((600.0..900.0).contains(&counting), "{counting}");
    }

    #[pg_test]
    fn stored_filters_answer_in_slices_and_whole() {
        Spi::run(
            "CREATE TABLE f (f counting_bloom);
             INSERT INTO f SELECT counting_bloom_agg(g, 100000) FROM generate_series(1, 1000) g",
        )
        .unwrap();
        let whole = "SELECT count(*) FROM f, generate_series(1, 1000) g WHERE counting_bloom_contains(f, g)";
        assert_eq!(one::<i64>(whole), 1000);
        for value in (1..1000).step_by(97) {
            assert!(one::<bool>(&format!("SELECT counting_bloom_contains(f, {value}) FROM f")), "{value}");
        }
        let absent = "SELECT count(*) FROM generate_series(1001, 2000) g WHERE (SELECT counting_bloom_contains(f, g) FROM f)";
        assert!(one::<i64>(absent) < 5);
    }
}
