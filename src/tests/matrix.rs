//! Searches of matrices, compared with probes of the single filters.

#[pgrx::pg_schema]
mod tests {
    use crate::tests::{one, raised};
    use pgrx::prelude::*;

    /// Creates 300 text filters of one size; three of them have no values and one is NULL.
    fn filters() {
        Spi::run(
            "CREATE TABLE filters AS
             SELECT id, CASE WHEN id <> 17 THEN coalesce(f, bloom_empty(50, 0.01)) END AS f
               FROM generate_series(1::bigint, 300) AS id
               LEFT JOIN (SELECT v % 297 + 1 AS id, bloom_agg('value ' || v, 50, 0.01) AS f
                            FROM generate_series(1, 10000) AS v GROUP BY 1) AS s USING (id);
             CREATE FUNCTION differ(matrix bloom_matrix) RETURNS bigint LANGUAGE sql AS $$
                 SELECT count(*)
                   FROM (SELECT 'value ' || v AS value FROM generate_series(1, 12000, 7) AS v) AS s
                  WHERE ARRAY(SELECT k FROM bloom_matrix_search($1, value) AS k ORDER BY k)
                     IS DISTINCT FROM ARRAY(SELECT id FROM filters WHERE f @> value ORDER BY id)
             $$",
        )
        .unwrap();
    }

    #[pg_test]
    fn a_search_answers_as_the_filters_do() {
        filters();
        for matrix in [
            "SELECT bloom_matrix_agg(f, id) FROM filters",
            "SELECT bloom_matrix_agg(f, id ORDER BY f @> 'value 7'::text, -id) FROM filters",
            "SELECT bloom_matrix_merge(bloom_matrix_agg(f, id) FILTER (WHERE id % 3 = 1),
                                       bloom_matrix_agg(f, id) FILTER (WHERE id % 3 <> 1)) FROM filters",
            "SELECT bloom_matrix_final(bloom_matrix_combine(s.a, s.b))
               FROM (SELECT (SELECT bloom_matrix_step(NULL, f, id) FROM filters WHERE id = 1) AS a,
                            (SELECT state_of(f, id) FROM filters WHERE id > 1) AS b) AS s",
            "SELECT x FROM (SELECT id, bloom_matrix_agg(f, id) OVER (ORDER BY id) AS x FROM filters) s WHERE id = 300",
        ] {
            Spi::run(
                "CREATE AGGREGATE state_of(bloom, bigint) (SFUNC = bloom_matrix_step, STYPE = bloom_state)",
            )
            .unwrap();
            assert_eq!(one::<i64>(&format!("SELECT differ(({matrix}))")), 0, "{matrix}");
            let same = format!(
                "SELECT bool_and(bloom_matrix_filter(m, id) = f) FROM ({matrix}) AS s(m), filters
                  WHERE bloom_count(f) > 0"
            );
            assert!(one::<bool>(&same), "{matrix}");
            Spi::run("DROP AGGREGATE state_of(bloom, bigint)").unwrap();
        }
    }

    #[pg_test]
    fn stored_in_every_form_it_is_the_same() {
        filters();
        for storage in ["external", "extended", "main", "plain"] {
            // Few filters with few values, so that a matrix with plain storage fits into a page.
            Spi::run(&format!(
                "CREATE TABLE m (part bigint, matrix bloom_matrix);
                 ALTER TABLE m ALTER matrix SET STORAGE {storage};
                 INSERT INTO m SELECT id % 10, bloom_matrix_agg(bloom_fold(f, 0.9), id) FROM filters GROUP BY 1"
            ))
            .unwrap();
            let missing: i64 = one("SELECT count(*) FROM filters, m, generate_series(1, 10000, 7) AS v
                  WHERE id % 10 = part AND f @> ('value ' || v)
                    AND NOT id IN (SELECT bloom_matrix_search(matrix, 'value ' || v))");
            assert_eq!(missing, 0, "{storage}");
            Spi::run("DROP TABLE m").unwrap();
        }
    }

    #[pg_test]
    fn several_values_at_once() {
        filters();
        for (values, all, any) in [
            (
                "ARRAY['value 5', 'value 6']",
                "f @> 'value 5'::text AND f @> 'value 6'::text",
                "f @> 'value 5'::text OR f @> 'value 6'::text",
            ),
            ("ARRAY['value 5', NULL]", "f @> 'value 5'::text", "f @> 'value 5'::text"),
            ("ARRAY[NULL, NULL]::text[]", "f IS NOT NULL", "false"),
            ("'{}'::text[]", "f IS NOT NULL", "false"),
            (
                "ARRAY[['value 5'], ['value 302']]",
                "f @> 'value 5'::text AND f @> 'value 302'::text",
                "f @> 'value 5'::text OR f @> 'value 302'::text",
            ),
        ] {
            for (name, condition) in [("all", all), ("any", any)] {
                let same = format!(
                    "SELECT ARRAY(SELECT k FROM bloom_matrix_search_{name}(m, {values}) AS k ORDER BY k)
                          = ARRAY(SELECT id FROM filters WHERE {condition} ORDER BY id)
                       FROM (SELECT bloom_matrix_agg(f, id) AS m FROM filters) AS s"
                );
                assert!(one::<bool>(&same), "{name} {values}");
            }
        }
    }

    #[pg_test]
    fn nulls_are_what_sql_says() {
        filters();
        for (sql, expected) in [
            ("SELECT bloom_matrix_agg(f, id) IS NULL FROM filters WHERE false", "true"),
            ("SELECT bloom_matrix_agg(f, id) IS NULL FROM filters WHERE id = 17", "true"),
            ("SELECT bloom_matrix_agg(NULL, NULL) IS NULL", "true"),
            ("SELECT cardinality(bloom_matrix_keys(bloom_matrix_agg(f, id))) = 299 FROM filters", "true"),
            ("SELECT count(*) = 0 FROM bloom_matrix_search(NULL, 'a'::text)", "true"),
            (
                "SELECT count(*) = 0 FROM bloom_matrix_search((SELECT bloom_matrix_agg(f, id) FROM filters), NULL::text)",
                "true",
            ),
            ("SELECT bloom_matrix_filter(bloom_matrix_agg(f, id), 17) IS NULL FROM filters", "true"),
            ("SELECT bloom_matrix_merge(NULL, bloom_matrix_agg(f, id)) IS NULL FROM filters", "true"),
        ] {
            assert_eq!(one::<bool>(sql).to_string(), expected, "{sql}");
        }
    }

    #[pg_test]
    fn a_key_may_have_several_filters() {
        let matrix =
            "SELECT bloom_matrix_agg(bloom_of(ARRAY[v], 0.001), v / 2) FROM generate_series(2, 3) AS v";
        let keys: Vec<i64> = one(&format!("SELECT bloom_matrix_keys(({matrix}))"));
        assert_eq!(keys, [1, 1]);
        assert!(one::<bool>(&format!(
            "SELECT bloom_matrix_filter(({matrix}), 1) = bloom_of(ARRAY[2], 0.001) | bloom_of(ARRAY[3], 0.001)"
        )));
    }

    #[pg_test]
    fn filters_of_several_sizes_fold_in_any_order() {
        for (sizes, rows) in
            [("128), (64), (192", 64), ("192), (64), (128", 64), ("640), (1280), (1920", 640)]
        {
            let sql = format!(
                "SELECT rows FROM bloom_matrix_info((SELECT bloom_matrix_agg(bloom_sized(bits, 3) || bits, bits)
                                                       FROM (VALUES ({sizes})) v(bits)))"
            );
            assert_eq!(one::<i64>(&sql), rows, "{sizes}");
            let found = format!(
                "SELECT bool_and(bits IN (SELECT bloom_matrix_search(m, bits)))
                   FROM (VALUES ({sizes})) v(bits),
                        (SELECT bloom_matrix_agg(bloom_sized(bits, 3) || bits, bits) FROM (VALUES ({sizes})) v(bits)) s(m)"
            );
            assert!(one::<bool>(&found), "{sizes}");
        }
    }

    #[pg_test]
    fn a_filter_of_no_rows_has_any_size() {
        let sql = "SELECT s.* FROM (SELECT bloom_matrix_agg(f, id ORDER BY id) AS m
                     FROM (SELECT 1 AS id, bloom_agg(v) AS f FROM generate_series(1, 0) v UNION ALL
                           SELECT 2, bloom_agg(v) FROM generate_series(1, 1000) v UNION ALL
                           SELECT 3, bloom_agg(v) FROM generate_series(1, 0) v) t) u, bloom_matrix_search(m, 5) s";
        assert_eq!(one::<i64>(sql), 2);
    }

    fn assert_raises(sql: &str, sqlstate: &str, detail: &str) {
        let [state, message, d, hint] = raised(sql);
        assert_eq!(state, sqlstate, "{sql}: {message}");
        assert!(d.contains(detail), "{sql}: {d}");
        assert!(!hint.is_empty(), "{sql}");
    }

    #[pg_test]
    fn what_is_not_a_matrix_says_why() {
        let of = |filters: &str| format!("SELECT bloom_matrix_agg(f, 1) FROM (VALUES {filters}) v(f)");
        assert_raises("SELECT bloom_matrix_agg(bloom_of(ARRAY[1]), NULL)", "22004", "keys of its filters");
        assert_raises(&of("(bloom_of(ARRAY[1])), (bloom_of(ARRAY['a']))"), "22000", "integer");
        assert_raises(&of("(bloom_of(ARRAY[1])), (bloom_of(ARRAY['a']))"), "22000", "text");
        assert_raises(&of("(bloom_sized(640, 3)), (bloom_sized(640, 4))"), "22000", "4 hashes");
        assert_raises(
            &of("(bloom_sized(1280, 3)), (bloom_sized(1344, 3))"),
            "22000",
            "The smallest size is 1280",
        );
        assert_raises(
            "SELECT bloom_matrix_merge(bloom_matrix_agg(bloom_sized(1280, 3), 1), bloom_matrix_agg(bloom_sized(1344, 3), 2))",
            "22000",
            "The smallest size is 1280",
        );
        assert_raises(
            "SELECT bloom_matrix_search(bloom_matrix_agg(bloom_of(ARRAY[1]), 1), 'a'::text)",
            "42804",
            "integer",
        );
        for call in [
            "bloom_matrix_final(s)",
            "bloom_matrix_step(s, bloom_of(ARRAY[1]), 1)",
            "bloom_matrix_combine(NULL, s)",
        ] {
            let sql = format!("SELECT {call} FROM (SELECT bloom_agg_step(NULL, 7)) v(s)");
            let [state, ..] = raised(&sql);
            assert_eq!(state, "22023", "{sql}");
        }
        for call in ["bloom_agg_final(s)", "bloom_union_final(s)", "bloom_agg_combine(s, s)"] {
            let sql =
                format!("SELECT {call} FROM (SELECT bloom_matrix_step(NULL, bloom_of(ARRAY[1]), 1)) v(s)");
            let [state, ..] = raised(&sql);
            assert_eq!(state, "22023", "{sql}");
        }
    }

    #[pg_test]
    fn too_many_columns_are_54000_in_time() {
        // 64 columns of 1 MB take 64 MB, so 15 times 64 columns fit into less than 1 GB.
        let sql = "SELECT bloom_matrix_agg(bloom_sized(8388608, 3), v) FROM generate_series(1, 1000) v";
        let [state, message, detail, hint] = raised(sql);
        assert_eq!(
            (state.as_str(), message.as_str()),
            ("54000", "matrix would exceed the largest possible size")
        );
        assert_eq!(detail, "There are 961 filters of 8388608 bits or more; 960 fit into one value.");
        assert!(hint.contains("GROUP BY key / 512"), "{hint}");
        let [state, _, detail, hint] = raised("SELECT bloom_matrix_agg(bloom_sized(268435456, 3), 1)");
        assert_eq!(state, "54000");
        assert_eq!(detail, "Not even 64 filters of 268435456 bits fit into one value.");
        assert!(hint.contains("bloom_contains"), "{hint}");
    }

    /// Returns the planner's row and cost estimates for a function in FROM.
    fn expected(call: &str) -> (f64, f64) {
        let plan: pgrx::Json = one(&format!("EXPLAIN (FORMAT JSON) SELECT * FROM {call} AS k"));
        let plan = &plan.0[0]["Plan"];
        (plan["Plan Rows"].as_f64().unwrap(), plan["Total Cost"].as_f64().unwrap())
    }

    #[pg_test]
    fn the_planner_knows_how_many_keys_are_found() {
        Spi::run(
            "CREATE TABLE kept AS SELECT bloom_matrix_agg(f, id) AS m
               FROM (SELECT v / 10 AS id, bloom_agg(v, 10, 0.05) AS f FROM generate_series(0, 9999) v GROUP BY 1) s",
        )
        .unwrap();
        let matrix: String = one("SELECT quote_literal(m::text) || '::bloom_matrix' FROM kept");
        let (one_value, cost) = expected(&format!("bloom_matrix_search({matrix}, 7)"));
        let wrong: f64 = one("SELECT false_candidates FROM kept, bloom_matrix_info(m)");
        assert!((one_value / (1.0 + wrong) - 1.0).abs() < 0.3, "{one_value} {wrong}");
        let (any, any_cost) = expected(&format!("bloom_matrix_search_any({matrix}, ARRAY[7, 8, 9])"));
        assert!((any / one_value - 3.0).abs() < 0.1 && any_cost > 2.0 * cost, "{any} {any_cost} {cost}");
        let (all, _) = expected(&format!("bloom_matrix_search_all({matrix}, ARRAY[7, 8, 9])"));
        assert!(all < 3.0, "{all}");
        // For an unknown matrix, the estimate is the one of the declaration.
        assert_eq!(expected("kept, bloom_matrix_search(m, 7)").0, 10.0 * expected("kept").0);
        // The estimate raises no error; the search does.
        assert_raises(&format!("SELECT * FROM bloom_matrix_search({matrix}, 'a'::text)"), "42804", "integer");
    }
}
