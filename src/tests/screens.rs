//! What a screen does to the estimates of a join.

#[pgrx::pg_schema]
mod tests {
    use crate::tests::one;
    use pgrx::prelude::*;

    /// The rows that the planner expects of a query.
    fn rows(sql: &str) -> f64 {
        let plan: pgrx::Json = one(&format!("EXPLAIN (FORMAT JSON) {sql}"));
        plan.0[0]["Plan"]["Plan Rows"].as_f64().unwrap()
    }

    /// 10,000 rows of `big`, of which each hundredth has a partner in `small`; a tenth of those has one that is chosen.
    fn tables() {
        Spi::run(
            "CREATE TABLE big AS
                 SELECT g % 1000 AS k, (g % 1000)::varchar AS s, g % 7 AS other, g AS id FROM generate_series(1, 10000) g;
             CREATE TABLE small AS SELECT g AS k, g::varchar AS s, g % 10 AS chosen FROM generate_series(1, 500) g;
             CREATE TABLE filters AS SELECT bloom_agg(k) AS f FROM small;
             ANALYZE big, small, filters",
        )
        .unwrap();
    }

    /// A filter of the keys that are chosen, made by `aggregate` of `value`.
    fn filter(aggregate: &str, value: &str) -> String {
        format!("(SELECT {aggregate}({value}) FROM small WHERE chosen = 3)")
    }

    /// Screens of `big.k`.
    fn screens() -> Vec<String> {
        let (plain, counting) = (filter("bloom_agg", "k"), filter("counting_bloom_agg", "k"));
        vec![
            format!("bloom_contains({plain}, big.k)"),
            format!("{plain} @> big.k"),
            format!("big.k <@ {plain}"),
            format!("bloom_contains_hash({plain}, bloom_hash(big.k))"),
            format!("bloom_contains_any({plain}, ARRAY[big.k])"),
            format!("bloom_contains_all({plain}, ARRAY[big.k, 3])"),
            format!("counting_bloom_contains({counting}, big.k)"),
            format!("{counting} @> big.k"),
            format!("big.k <@ {counting}"),
            format!("counting_bloom_contains_any({counting}, ARRAY[big.k])"),
            format!("bloom_contains({}, big.k::bigint)", filter("bloom_agg", "k::bigint")),
            format!("bloom_contains({}, big.k + 1)", filter("bloom_agg", "k + 1")),
        ]
    }

    /// Checks that a screen in the place of `SCREEN` changes the estimate of a query by a factor, as far as rows are whole.
    #[track_caller]
    fn assert_factor(query: &str, screen: &str, factor: f64) {
        let (plain, screened) =
            (rows(&query.replace("SCREEN", "true")), rows(&query.replace("SCREEN", screen)));
        assert!(
            (screened - plain * factor).abs() <= 1.0,
            "{screened}, not {factor} of {plain}: {screen} in {query}"
        );
        assert!(plain > 10.0, "{plain} are too few to tell: {query}");
    }

    #[pg_test]
    fn a_join_implies_its_screen() {
        tables();
        for query in [
            "SELECT FROM big JOIN small USING (k) WHERE chosen = 3 AND SCREEN",
            "SELECT FROM big, small, small AS third WHERE small.k = third.k AND third.k = big.k AND SCREEN",
            "SELECT FROM big WHERE k IN (SELECT k FROM small WHERE chosen = 3) AND SCREEN",
            "SELECT FROM big WHERE EXISTS (SELECT FROM small WHERE small.k = big.k) AND SCREEN",
            "SELECT FROM small LEFT JOIN big ON small.k = big.k AND SCREEN",
        ] {
            for screen in screens() {
                assert_factor(query, &screen, 1.0);
            }
        }
    }

    /// What the planner expects of a scan of `big`, in a plan where it is not the inner side of a nested loop: the value of
    /// a member of EXPLAIN's JSON.
    fn scan(sql: &str, member: &str) -> f64 {
        let plan: pgrx::Json = one(&format!("EXPLAIN (FORMAT JSON) {sql}"));
        let mut nodes = vec![plan.0[0]["Plan"].clone()];
        while let Some(node) = nodes.pop() {
            if node["Relation Name"] == "big" {
                return node[member].as_f64().unwrap();
            }
            nodes.extend(node["Plans"].as_array().into_iter().flatten().cloned());
        }
        panic!("no scan of big: {sql}");
    }

    #[pg_test]
    fn an_implied_screen_changes_neither_the_plan_nor_the_order_of_conditions() {
        tables();
        Spi::run("SET cpu_operator_cost = 0.001").unwrap(); // 10,000 rows
        for screen in &screens()[..3] {
            for (from, other, expected) in [
                ("big JOIN small USING (k)", "true", 0.0),
                ("big JOIN small USING (k)", "other < 3", 10.0),
                ("big, (SELECT FROM small LIMIT 1) AS s", "true", 20.0),
            ] {
                let cost =
                    |screen| scan(&format!("SELECT FROM {from} WHERE {other} AND {screen}"), "Total Cost");
                let added = cost(screen.as_str()) - cost("true");
                assert!((added - expected).abs() < 0.1, "{added}, not {expected}: {screen}, {from}, {other}");
            }
        }
    }

    #[pg_test]
    fn a_table_that_is_only_looked_into_is_screened() {
        tables();
        for query in [
            "SELECT FROM small WHERE EXISTS (SELECT FROM big WHERE big.k = small.k AND SCREEN)",
            "SELECT FROM small WHERE NOT EXISTS (SELECT FROM big WHERE big.k = small.k + 700 AND SCREEN)",
        ] {
            for screen in screens() {
                assert_eq!(
                    scan(&query.replace("SCREEN", &screen), "Plan Rows"),
                    10_000.0,
                    "{screen} in {query}"
                );
            }
        }
    }

    #[pg_test]
    fn expressions_and_other_types_may_be_joined() {
        tables();
        let text = format!("bloom_contains({}, big.s)", filter("bloom_agg", "s"));
        assert_factor("SELECT FROM big JOIN small USING (s) WHERE SCREEN", &text, 1.0);
        let sum = format!("bloom_contains({}, big.k + 1)", filter("bloom_agg", "k"));
        assert_factor("SELECT FROM big JOIN small ON big.k + 1 = small.k WHERE SCREEN", &sum, 1.0);
        let wide = format!("bloom_contains({}, big.k)", filter("bloom_agg", "k"));
        assert_factor("SELECT FROM big JOIN small ON big.k = small.k::bigint WHERE SCREEN", &wide, 1.0);
    }

    #[pg_test]
    fn partitions_and_unions_know_of_the_join() {
        tables();
        Spi::run(
            "ALTER TABLE big RENAME TO rows;
             CREATE TABLE big (LIKE rows) PARTITION BY LIST (other);
             CREATE TABLE early PARTITION OF big FOR VALUES IN (0, 1, 2, 3) PARTITION BY RANGE (id);
             CREATE TABLE earliest PARTITION OF early FOR VALUES FROM (0) TO (5000);
             CREATE TABLE early_rest PARTITION OF early DEFAULT;
             CREATE TABLE late PARTITION OF big DEFAULT;
             INSERT INTO big SELECT * FROM rows; ANALYZE big",
        )
        .unwrap();
        for screen in screens() {
            assert_factor("SELECT FROM big JOIN small USING (k) WHERE SCREEN", &screen, 1.0);
            let union = "SELECT FROM (SELECT k FROM rows UNION ALL SELECT k FROM early) AS big JOIN small USING (k) WHERE SCREEN";
            assert_factor(union, &screen, 1.0);
        }
    }

    #[pg_test]
    fn what_no_join_implies_keeps_its_estimate() {
        tables();
        let key = format!("bloom_contains({}, big.k)", filter("bloom_agg", "k"));
        let other = format!("bloom_contains({}, big.other)", filter("bloom_agg", "chosen"));
        let both = format!("bloom_contains({}, big.k + big.other)", filter("bloom_agg", "k"));
        assert_factor("SELECT FROM big WHERE SCREEN", &key, 0.1);
        assert_factor("SELECT FROM big, small WHERE SCREEN", &key, 0.1);
        assert_factor("SELECT FROM big JOIN small ON big.k < small.k WHERE SCREEN", &key, 0.1);
        let joined = "SELECT FROM big JOIN small USING (k) WHERE SCREEN";
        assert_factor(joined, &other, 0.1);
        assert_factor(joined, &both, 0.1);
        assert_factor(joined, &format!("NOT {key}"), 0.9);
        assert_factor(joined, &format!("({key} OR big.id < 0)"), 0.1);
        // Here the screen discards rows that the outer join keeps.
        assert_factor("SELECT FROM big LEFT JOIN small USING (k) WHERE SCREEN", &key, 0.1);
        let anti = "SELECT FROM big WHERE NOT EXISTS (SELECT FROM small WHERE small.k = big.k) AND SCREEN";
        assert_factor(anti, &key, 0.1);
        // Filters that are known, and those of rows that are joined.
        let known: String = one("SELECT bloom_agg(k)::text FROM small WHERE k <= 50");
        let share = rows(&format!("SELECT FROM big WHERE bloom_contains('{known}', k)")) / 10_000.0;
        assert!((0.03..0.1).contains(&share), "{share}");
        assert_factor(joined, &format!("bloom_contains('{known}', big.k)"), share);
        assert_factor(
            "SELECT FROM filters, big JOIN small USING (k) WHERE SCREEN",
            "bloom_contains(f, big.k)",
            0.1,
        );
    }

    #[pg_test]
    fn another_server_is_asked_without_the_join() {
        tables();
        assert_factor("SELECT FROM big WHERE SCREEN", "bloom_contains((SELECT NULL::bloom), k)", 1.0);
        assert_factor("SELECT FROM big WHERE SCREEN", "(SELECT NULL::counting_bloom) @> k", 1.0);
        assert_factor("SELECT FROM big WHERE SCREEN", "bloom_contains((SELECT f FROM filters), k)", 0.1);
    }
}
