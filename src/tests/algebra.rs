//! Set operations: SQLSTATEs, and NULLs in arrays and aggregates.

#[pgrx::pg_schema]
mod tests {
    use crate::tests::{one, raised};
    use pgrx::prelude::*;

    /// Builds a state so large that it moves to huge pages if the system has them.
    #[pg_test]
    fn a_large_state_keeps_its_cells() {
        for (prefix, capacity) in [("", 8_000_000), ("counting_", 2_000_000)] {
            assert!(one::<bool>(&format!(
                "SELECT {prefix}bloom_agg(i, {capacity}) = {prefix}bloom_add_all({prefix}bloom_empty({capacity}), array_agg(i))
                 FROM generate_series(1, 1000000) AS i"
            )));
        }
    }

    #[pg_test]
    fn incompatible_filters_are_22000() {
        for (a, b) in [
            ("bloom_empty(10)", "bloom_empty(1000)"),
            ("bloom_sized(64, 1)", "bloom_sized(64, 2)"),
            ("bloom_sized(5 * 64, 1)", "bloom_sized(6 * 64, 1)"),
            ("bloom_add(bloom_empty(10), 1)", "bloom_add(bloom_empty(10), 'x')"),
        ] {
            for call in
                ["A | B", "A & B", "bloom_union_count(A, B)", "bloom_jaccard(A, B)", "bloom_is_subset(A, B)"]
            {
                let sql = format!("SELECT {}", call.replace('A', a).replace('B', b));
                let [state, message, detail, hint] = raised(&sql);
                assert_eq!(
                    (state.as_str(), message.as_str()),
                    ("22000", "incompatible Bloom filters"),
                    "{sql}"
                );
                assert_eq!(detail.matches("bits and").count(), 2, "{detail}");
                let sized = a.contains("(10)") && b.contains("(1000)");
                assert_eq!(detail.contains("with capacity 1000 and fpp 0.01 has"), sized, "{detail}");
                assert!(hint.starts_with("Build both filters "), "{hint}");
            }
            for aggregate in ["bloom_union_agg", "bloom_intersection_agg"] {
                let sql = format!("SELECT {aggregate}(f) FROM (VALUES ({a}), ({b})) v(f)");
                assert_eq!(raised(&sql)[0], "22000", "{sql}");
            }
            assert!(!one::<bool>(&format!("SELECT bloom_compatible({a}, {b})")));
        }
    }

    #[pg_test]
    fn sizes_with_too_little_in_common_are_22000_in_any_order() {
        for order in ["n", "n DESC", "n % 9"] {
            for aggregate in ["bloom_union_agg", "bloom_intersection_agg"] {
                let [state, message, detail, hint] = raised(&format!(
                    "SELECT {aggregate}(bloom_sized(n * 64, 2) ORDER BY {order}) FROM unnest(ARRAY[9, 12, 16, 18]) AS n"
                ));
                assert_eq!((&state[..], &message[..]), ("22000", "incompatible Bloom filters"));
                let sizes = "The filters have different sizes, usually because their capacities differ. \
                             The smallest size is 576, but the greatest common divisor of all sizes is 64.";
                let same = "Build all filters with the same capacity and fpp. For a union, specify the capacity of \
                            the union.";
                assert_eq!((&detail[..], &hint[..]), (sizes, same));
            }
            let common: i64 = one(&format!(
                "SELECT (bloom_header(bloom_union_agg(bloom_sized(n * 64, 2) ORDER BY {order}))).bits
                 FROM unnest(ARRAY[9, 12, 16, 18, 4]) AS n"
            ));
            assert_eq!(common, 64);
        }
    }

    #[pg_test]
    fn a_union_past_its_limit_is_22000() {
        let filters = "(SELECT bloom_agg(g, 100) AS f FROM generate_series(1, 1000) g GROUP BY g % 10) s";
        let [state, message, detail, hint] =
            raised(&format!("SELECT bloom_union_agg(f, 0.05) FROM {filters}"));
        assert_eq!(state, "22000", "{message}");
        let start = "The highest allowed rate is 0.05, but the rate reached is 0.";
        assert!(detail.starts_with(start), "{detail}");
        assert!(!hint.is_empty());
        assert!(one::<bool>(&format!(
            "SELECT bloom_union_agg(f, 1) = bloom_union_agg(f) AND bloom_union_agg(f, 0.99) IS NOT NULL FROM {filters}"
        )));
        assert_eq!(raised(&format!("SELECT bloom_union_agg(f, 1.5) FROM {filters}"))[0], "22023");
        let changing = "SELECT bloom_union_agg(f, r) FROM (VALUES (bloom_empty(1), 0.1::float8), (bloom_empty(1), 0.2)) v(f, r)";
        let [state, message, ..] = raised(changing);
        assert_eq!(
            (state.as_str(), message.as_str()),
            ("22023", "max_fpp must be the same for all rows of an aggregate")
        );
    }

    #[pg_test]
    fn aggregates_of_null_empty_and_filled() {
        let empty = "bloom_empty(10)";
        let one_value = "bloom_add(bloom_empty(10), 7)";
        for (rows, union, intersection) in [
            ("SELECT NULL::bloom WHERE false", 0, None),
            ("SELECT NULL::bloom", 0, None),
            (&format!("SELECT {empty}")[..], 0, Some(0)),
            (&format!("SELECT {one_value}"), 1, Some(1)),
            (&format!("SELECT NULL UNION ALL SELECT {one_value}"), 1, Some(1)),
            (&format!("SELECT {one_value} UNION ALL SELECT NULL"), 1, Some(1)),
            (&format!("SELECT {one_value} UNION ALL SELECT {empty}"), 1, Some(0)),
            (
                &format!("SELECT {one_value} UNION ALL SELECT bloom_agg(x) FROM (SELECT 1 WHERE false) s(x)"),
                1,
                Some(0),
            ),
        ] {
            let counts = |aggregate: &str| {
                Spi::get_one::<i64>(&format!("SELECT bloom_count({aggregate}(f)) FROM ({rows}) v(f)"))
                    .unwrap()
            };
            assert_eq!(counts("bloom_union_agg"), Some(union), "{rows}");
            assert_eq!(counts("bloom_intersection_agg"), intersection, "{rows}");
        }
    }

    #[pg_test]
    fn arrays_skip_nulls() {
        for (sql, expected) in [
            ("SELECT bloom_contains_any(bloom_of(ARRAY[1, 2, NULL]), ARRAY[NULL, 2]::int[])", Some(true)),
            ("SELECT bloom_contains_any(bloom_of(ARRAY[1, 2]), ARRAY[NULL]::int[])", Some(false)),
            ("SELECT bloom_contains_any(bloom_of(ARRAY[1, 2]), '{}'::int[])", Some(false)),
            ("SELECT bloom_contains_all(bloom_of(ARRAY[1, 2]), ARRAY[NULL, 2]::int[])", Some(true)),
            ("SELECT bloom_contains_all(bloom_of(ARRAY[1, 2]), '{}'::int[])", Some(true)),
            ("SELECT bloom_contains_all(bloom_of(ARRAY[1, 2]), NULL::int[])", None),
            ("SELECT bloom_contains_all(bloom_of(ARRAY[1, 2]), '{{1,2},{2,1}}'::bigint[])", Some(true)),
            ("SELECT bloom_of(ARRAY[NULL]::int[]) = bloom_of('{}'::text[])", Some(true)),
            (
                "SELECT bloom_add_all(bloom_empty(9), ARRAY[NULL, 3]) = bloom_add(bloom_empty(9), 3)",
                Some(true),
            ),
            (
                "SELECT bloom_of(ARRAY['a', 'b', 'a']) = bloom_agg(v) FROM (VALUES ('b'), ('a')) t(v)",
                Some(true),
            ),
        ] {
            assert_eq!(Spi::get_one::<bool>(sql).unwrap(), expected, "{sql}");
        }
        assert_eq!(raised("SELECT bloom_contains_any(bloom_of(ARRAY[1]), ARRAY['1'])")[0], "42804");
        assert_eq!(raised("SELECT bloom_of(ARRAY[1], 1)")[0], "22023");
        assert_eq!(raised("SELECT bloom_of(ARRAY['1'::xml])")[0], "0A000");
    }

    #[pg_test]
    fn folding_keeps_the_rate() {
        let sql = "SELECT i.bits < b.bits AND i.current_fpp <= 0.01 AND i.current_fpp > 0.001
                     FROM (SELECT bloom_add_all(bloom_sized(64 * 2520, 7), array_agg(g)) AS f
                             FROM generate_series(1, 1000) g) s, bloom_info(f) b, bloom_info(bloom_fold(f, 0.01)) i";
        assert!(one::<bool>(sql));
        let missing = "WITH f AS MATERIALIZED (
                           SELECT bloom_fold(bloom_add_all(bloom_sized(64 * 2520, 7), array_agg(g)), 0.01) AS f
                             FROM generate_series(1, 1000) g)
                       SELECT count(*) FROM f, generate_series(1, 1000) g WHERE NOT f @> g";
        assert_eq!(one::<i64>(missing), 0);
        let dense = "SELECT bloom_fold(f, 0.0001) = f FROM (SELECT bloom_agg(g, 10) AS f FROM generate_series(1, 100) g) s";
        assert!(one::<bool>(dense));
        assert_eq!(raised("SELECT bloom_fold(bloom_empty(10), 0)")[0], "22023");
    }

    #[pg_test]
    fn broken_hashes_are_22p02() {
        for bad in ["x", "", "AAAA", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=="] {
            assert_eq!(raised(&format!("SELECT '{bad}'::bloom_hash_value"))[0], "22P02", "{bad}");
        }
        assert!(one::<bool>(
            "SELECT bloom_hash(5)::text::bloom_hash_value::text = bloom_hash(5::int2)::text"
        ));
        assert_eq!(raised("SELECT bloom_contains_hash(bloom_of(ARRAY[1]), bloom_hash('1'))")[0], "42804");
    }
}
