//! Tests of `bloom_suggest`.

#[pgrx::pg_schema]
mod tests {
    use crate::tests::{one, raised};
    use pgrx::prelude::*;

    fn capacity(relation: &str, column: &str) -> i64 {
        one(&format!("SELECT capacity FROM bloom_suggest('{relation}', '{column}')"))
    }

    /// Asserts SQLSTATE and message, and that DETAIL and HINT contain texts.
    fn assert_raises(call: &str, sqlstate: &str, message: &str, detail: &str, hint: &str) {
        let [s, m, d, h] = raised(&format!("SELECT bloom_suggest({call})"));
        assert_eq!((s.as_str(), m.as_str()), (sqlstate, message), "{call}: {d} {h}");
        assert!(d.contains(detail), "{call}: {d}");
        assert!(h.contains(hint), "{call}: {h}");
    }

    #[pg_test]
    fn capacities_are_the_distinct_values() {
        Spi::run(
            "CREATE TABLE t AS
             SELECT g AS id, g % 500 AS few, nullif(g % 2, 0) * g AS half, NULL::int AS none
               FROM generate_series(1, 20000) g;
             ANALYZE t",
        )
        .unwrap();
        for (column, distinct) in [("id", 20_000), ("few", 500), ("half", 10_000), ("none", 1)] {
            let capacity = capacity("t", column);
            assert!(capacity.abs_diff(distinct) <= distinct.unsigned_abs() / 10, "{column}: {capacity}");
        }
        let same: bool = one("SELECT (s.bits, s.hashes, s.bytes) = (p.bits, p.hashes, p.bytes)
               FROM bloom_suggest('t', 'few', 0.001) s, bloom_params(s.capacity, 0.001) p");
        assert!(same, "the size is that of bloom_params");
        let default: bool = one("SELECT bloom_suggest('t', 'id') = bloom_suggest('t', 'id', fpp => 0.01)");
        assert!(default);
        let strict: bool = one("SELECT bloom_suggest('t', NULL) IS NULL");
        assert!(strict);
    }

    #[pg_test]
    fn names_are_taken_as_they_are() {
        Spi::run(
            r#"CREATE SCHEMA "My Schema";
             CREATE TABLE "My Schema"."T.1" AS SELECT g AS "The ""Id""", g AS "select" FROM generate_series(1, 100) g;
             ANALYZE "My Schema"."T.1""#,
        )
        .unwrap();
        assert_eq!(capacity(r#""My Schema"."T.1""#, r#"The "Id""#), 100);
        assert_eq!(capacity(r#""My Schema"."T.1""#, "select"), 100);
        let message = r#"column "Select" of relation "My Schema"."T.1" does not exist"#;
        assert_raises(r#"'"My Schema"."T.1"', 'Select'"#, "42703", message, "used as given", r"\d");
        Spi::run(
            "CREATE SCHEMA evil; CREATE FUNCTION evil.no(oid, oid) RETURNS bool LANGUAGE sql AS 'SELECT false';
             CREATE OPERATOR evil.= (LEFTARG = oid, RIGHTARG = oid, FUNCTION = evil.no);
             CREATE TABLE evil.pg_stats (a int); SET LOCAL search_path = evil, pg_catalog, public",
        )
        .unwrap();
        assert_eq!(capacity(r#""My Schema"."T.1""#, "select"), 100);
    }

    #[pg_test]
    fn trees_count_as_a_whole() {
        Spi::run(
            "CREATE TABLE p (v int, w text) PARTITION BY RANGE (v);
             CREATE TABLE p1 PARTITION OF p FOR VALUES FROM (0) TO (5000) PARTITION BY RANGE (v);
             CREATE TABLE p11 PARTITION OF p1 FOR VALUES FROM (0) TO (2500);
             CREATE TABLE p12 PARTITION OF p1 FOR VALUES FROM (2500) TO (5000);
             CREATE TABLE p2 PARTITION OF p FOR VALUES FROM (5000) TO (10000);
             INSERT INTO p SELECT g, g % 700 FROM generate_series(0, 9999) g;
             CREATE TABLE h (v int); CREATE TABLE h1 () INHERITS (h);
             INSERT INTO h SELECT generate_series(1, 1000); INSERT INTO h1 SELECT generate_series(1001, 4000)",
        )
        .unwrap();
        assert_raises(
            "'p', 'v'",
            "55000",
            "no statistics for column \"v\" of relation public.p",
            "",
            "Run ANALYZE public.p",
        );
        Spi::run("ANALYZE p").unwrap();
        assert_eq!(capacity("p", "v"), 10_000);
        assert_eq!(capacity("p1", "v"), 5_000);
        assert_eq!(capacity("p11", "v"), 2_500);
        assert!(capacity("p", "w").abs_diff(700) < 20);
        // New, empty partitions need no statistics; partitions with rows do.
        Spi::run("CREATE TABLE p3 PARTITION OF p FOR VALUES FROM (10000) TO (20000)").unwrap();
        assert_eq!(capacity("p", "v"), 10_000);
        Spi::run("INSERT INTO p SELECT generate_series(10000, 14999)").unwrap();
        let message = "no statistics for column \"v\" of relation public.p";
        assert_raises("'p', 'v'", "55000", message, "rows of public.p3", "Run ANALYZE public.p3.");
        Spi::run("ANALYZE p3").unwrap();
        assert_eq!(capacity("p", "v"), 15_000);

        // Since PostgreSQL 18, ANALYZE of a table includes its children.
        let only = if cfg!(any(feature = "pg18", feature = "pg19")) { "ONLY" } else { "" };
        Spi::run(&format!("ANALYZE {only} h")).unwrap();
        let message = "no statistics for column \"v\" of relation public.h";
        assert_raises("'h', 'v'", "55000", message, "rows of public.h1", "Run ANALYZE public.h1.");
        Spi::run("ANALYZE h1").unwrap();
        assert_eq!(capacity("h", "v"), 4_000);
        assert_eq!(capacity("h1", "v"), 3_000);
    }

    #[pg_test]
    fn no_statistics_are_55000() {
        Spi::run(
            "CREATE TABLE t (v int, x xml); CREATE VIEW w AS SELECT 1 AS v; CREATE SEQUENCE s;
             CREATE TYPE c AS (v int); CREATE MATERIALIZED VIEW m AS SELECT generate_series(1, 10) AS v",
        )
        .unwrap();
        let none = |relation| format!("no statistics for column \"v\" of relation public.{relation}");
        assert_raises("'t', 'v'", "55000", &none("t"), "number of rows", "Run ANALYZE public.t.");
        assert_raises("'w', 'v'", "55000", &none("w"), "PostgreSQL keeps", "Name the table");
        assert_raises("'c', 'v'", "55000", &none("c"), "PostgreSQL keeps", "Name the table");
        assert_raises("'m', 'v'", "55000", &none("m"), "", "Run ANALYZE public.m.");
        Spi::run("ANALYZE t; ANALYZE m").unwrap();
        assert_eq!(capacity("m", "v"), 10);
        assert_eq!(capacity("t", "v"), 1, "known to be empty");
        Spi::run(
            "INSERT INTO t VALUES (1, '<a/>'), (2, '<b/>'); ANALYZE t; ALTER TABLE t ADD late int DEFAULT 1",
        )
        .unwrap();
        assert_eq!(capacity("t", "v"), 2);
        let message = "no statistics for column \"x\" of relation public.t";
        assert_raises("'t', 'x'", "55000", message, "without an equality operator", "Cast");
        let message = "no statistics for column \"late\" of relation public.t";
        assert_raises("'t', 'late'", "55000", message, "not been analyzed", "Run ANALYZE public.t.");
    }

    #[pg_test]
    fn tables_of_citus_have_their_rows_elsewhere() {
        Spi::run(
            "CREATE TABLE t (v int); CREATE TABLE near AS SELECT 1 AS v; ANALYZE t, near;
             SET LOCAL allow_system_table_mods = on;
             CREATE TABLE pg_catalog.pg_dist_partition (logicalrelid regclass);
             INSERT INTO pg_dist_partition VALUES ('t')",
        )
        .unwrap();
        let message = "no statistics for column \"v\" of relation public.t";
        assert_raises("'t', 'v'", "55000", message, "shards of Citus", "run_command_on_shards");
        assert_eq!(capacity("near", "v"), 1);
    }

    #[pg_test]
    fn other_errors() {
        Spi::run("CREATE TABLE t (v int, gone int); ALTER TABLE t DROP gone; ANALYZE t").unwrap();
        for column in ["gone", "ctid", "V", "........pg.dropped.2........"] {
            let message = format!("column \"{column}\" of relation public.t does not exist");
            assert_raises(&format!("'t', '{column}'"), "42703", &message, "", "Spell");
        }
        assert_raises("0, 'v'", "42P01", "relation with OID 0 does not exist", "", "Name the table");
        for fpp in ["0", "1", "-1", "'NaN'"] {
            let message = "false-positive rate must be greater than 0 and less than 1";
            assert_raises(&format!("'t', 'v', {fpp}"), "22023", message, "The rate is", "fraction");
        }
    }

    #[pg_test]
    fn hidden_statistics_are_42501() {
        Spi::run(
            "CREATE ROLE reader; CREATE TABLE t AS SELECT g AS open, g AS secret FROM generate_series(1, 100) g;
             ANALYZE t; GRANT SELECT (open) ON t TO reader; SET LOCAL ROLE reader",
        )
        .unwrap();
        assert_eq!(capacity("t", "open"), 100);
        let message = "permission denied for the statistics of column \"secret\" of relation public.t";
        assert_raises("'t', 'secret'", "42501", message, "SELECT privilege", "owner");
        Spi::run("RESET ROLE; ALTER TABLE t ENABLE ROW LEVEL SECURITY; SET LOCAL ROLE reader").unwrap();
        let message = "permission denied for the statistics of column \"open\" of relation public.t";
        assert_raises("'t', 'open'", "42501", message, "Row-level security", "owner");
    }
}
