//! Tests of `bloom_skip_create`: what is refused, and which partitions are candidates.

#[pgrx::pg_schema]
mod tests {
    use crate::tests::{one, raised};
    use pgrx::prelude::*;

    /// Creates a table of two partitions.
    fn create() {
        Spi::run(
            "CREATE TABLE t (part integer, k text, made integer GENERATED ALWAYS AS (part) STORED, r regclass)
                 PARTITION BY LIST (part);
             CREATE TABLE t_1 PARTITION OF t FOR VALUES IN (1);
             CREATE TABLE t_2 PARTITION OF t FOR VALUES IN (2);
             INSERT INTO t VALUES (1, 'one'), (2, 'two')",
        )
        .unwrap();
    }

    #[track_caller]
    fn assert_raises(sql: &str, sqlstate: &str, message: &str) {
        let [s, m, d, h] = raised(sql);
        assert_eq!((s.as_str(), m.as_str()), (sqlstate, message), "{sql}: {d} {h}");
    }

    #[pg_test]
    fn what_cannot_be_skipped_is_refused() {
        create();
        let refused = [
            ("'t_1', 'k'", "42809", "public.t_1 is not a partitioned table"),
            ("'t', 'K'", "42703", "column \"K\" of relation public.t does not exist"),
            ("'t', 'ctid'", "42703", "column \"ctid\" of relation public.t does not exist"),
            ("'t', 'made'", "0A000", "column \"made\" of relation public.t is generated"),
            ("'t', 'k', 1", "22023", "false-positive rate must be greater than 0 and less than 1"),
            ("'t', 'k', 1e-200", "22023", "false-positive rate is too low for skipping partitions"),
            ("0, 'k'", "42P01", "relation with OID 0 does not exist"),
        ];
        for (arguments, sqlstate, message) in refused {
            assert_raises(&format!("SELECT bloom_skip_create({arguments})"), sqlstate, message);
        }
        assert_eq!(raised("SELECT bloom_skip_create('t', 'r')")[0], "0A000");
        let nothing: bool =
            one("SELECT bloom_skip_create('t', NULL) IS NULL AND bloom_skip_create(NULL, 'k') IS NULL");
        assert!(nothing);
        Spi::run("CREATE ROLE someone").unwrap();
        let as_someone = "DO 'BEGIN SET LOCAL ROLE someone; PERFORM bloom_skip_create(''t'', ''k''); END'";
        assert_raises(as_someone, "42501", "must be owner of table public.t");
    }

    #[pg_test]
    fn rows_of_partitions_are_rows_of_the_table() {
        create();
        Spi::run("ALTER TABLE t ADD v text, DROP made; CREATE TABLE t_3 (r regclass, v text, part integer, k text);
                  INSERT INTO t_3 VALUES (NULL, 'of 3', 3, 'one'); ALTER TABLE t ATTACH PARTITION t_3 FOR VALUES IN (3)")
            .unwrap();
        let rows = |arguments: &str| -> String {
            one(&format!(
                "SELECT coalesce(string_agg(concat_ws(',', part, k, v), ' ' ORDER BY part), '')
                 FROM bloom_skip_rows(NULL::t, {arguments})"
            ))
        };
        assert_eq!(rows("'{t_1, t_2, t_3}', 'k', 'one'"), "1,one 3,one,of 3");
        assert_eq!(rows("'{t_2, t_3, NULL}', 'k', '{one,two}'::text[]"), "2,two 3,one,of 3");
        assert_eq!(rows("'{t_3}', 'part', 3::smallint"), "3,one,of 3");
        for nothing in
            ["'{}', 'k', 'one'", "NULL, 'k', 'one'", "'{t_1}', NULL, 'one'", "'{t_1}', 'k', NULL::text"]
        {
            assert_eq!(rows(nothing), "");
        }
        let raises = |rows: &str, arguments: &str, sqlstate: &str, message: &str| {
            assert_raises(&format!("SELECT FROM bloom_skip_rows({rows}, {arguments})"), sqlstate, message);
        };
        raises(
            "NULL::t",
            "'{t_1}', 'K', 'one'",
            "42703",
            "column \"K\" of relation public.t_1 does not exist",
        );
        raises("NULL::t", "'{0}', 'k', 'one'", "42P01", "relation with OID 0 does not exist");
        raises("NULL::t", "'{t_1}', 'k', 1", "42883", "operator does not exist: text pg_catalog.= integer");
        raises("NULL::pg_class", "'{t_1}', 'k', 'one'", "42703", "column p.oid does not exist");
        Spi::run("CREATE TABLE other (part text, k text, r regclass, v text)").unwrap();
        raises(
            "NULL::t",
            "'{other}', 'k', 'one'",
            "42804",
            "a query has other columns than its caller expects",
        );
        Spi::run("CREATE ROLE someone").unwrap();
        let as_someone = "DO 'BEGIN SET LOCAL ROLE someone; PERFORM bloom_skip_rows(NULL::t, ''{t_1}'', ''k'', ''one''::text); END'";
        assert_raises(as_someone, "42501", "permission denied for table public.t_1");
    }

    #[pg_test]
    fn plans_that_are_kept_follow_the_partitions() {
        create();
        Spi::run("SELECT bloom_skip_create('t', 'k'); SELECT t_k_skip_seal()").unwrap();
        let found = || -> String {
            one("SELECT string_agg(concat_ws(' ', part, r.k), '; ' ORDER BY part)
                 FROM (VALUES ('one'), ('two'), ('three')) AS v (k), t_by_k(v.k) AS r")
        };
        for change in [
            "",
            "ALTER TABLE t_1 RENAME TO other; ALTER TABLE t_2 RENAME TO t_1; ALTER TABLE other RENAME TO t_2",
            "CREATE INDEX ON t (k)",
            "ALTER TABLE t ADD v text, DROP r",
            "ALTER SCHEMA public RENAME TO elsewhere; CREATE SCHEMA public; CREATE TABLE t_1 (k text); ALTER SCHEMA public RENAME TO empty; ALTER SCHEMA elsewhere RENAME TO public",
        ] {
            Spi::run(change).unwrap();
            for _ in 0..8 {
                assert_eq!(found(), "1 one; 2 two", "{change}");
            }
        }
    }

    #[pg_test]
    fn more_partitions_than_plans_are_kept() {
        Spi::run(
            "CREATE TABLE many (part integer, k integer) PARTITION BY LIST (part);
             DO $$ BEGIN FOR i IN 1..600 LOOP EXECUTE format('CREATE TABLE many_%s PARTITION OF many FOR VALUES IN (%1$s)', i);
                 END LOOP; END $$;
             INSERT INTO many SELECT i, i FROM generate_series(1, 600) AS i;
             CREATE FUNCTION one_of(p integer) RETURNS integer STABLE LANGUAGE sql
                 RETURN (SELECT k FROM bloom_skip_rows(NULL::many, ARRAY[('many_' || p)::regclass], 'part', p));
             -- A lookup that runs others while plans are freed.
             CREATE VIEW calling AS SELECT i AS part, one_of(i) AS k FROM generate_series(1, 600) AS i",
        )
        .unwrap();
        let sum = |sql: &str| -> i64 { one(sql) };
        for _ in 0..3 {
            assert_eq!(sum("SELECT sum(one_of(i)) FROM generate_series(1, 600) AS i"), 180_300);
            let nested = "SELECT sum(k) FROM bloom_skip_rows(NULL::calling, '{calling}', 'part', ARRAY(SELECT generate_series(1, 600)))";
            assert_eq!(sum(nested), 180_300);
        }
    }

    #[pg_test]
    fn only_sealed_partitions_without_the_value_are_skipped() {
        // Without INSERT: what the transaction writes to counts as unsealed.
        Spi::run(
            "CREATE TABLE t (part integer, k text) PARTITION BY LIST (part);
             CREATE TABLE t_1 AS SELECT 1 AS part, 'one' AS k;
             CREATE TABLE t_2 AS SELECT 2 AS part, 'two' AS k;
             ALTER TABLE t ATTACH PARTITION t_1 FOR VALUES IN (1);
             ALTER TABLE t ATTACH PARTITION t_2 FOR VALUES IN (2);
             SELECT bloom_skip_create('t', 'k');
             SELECT t_k_skip_seal()",
        )
        .unwrap();
        let read = |value: &str| -> String {
            one(&format!(
                "SELECT coalesce(string_agg(p::text, ' '), '') FROM t_by_k_partitions('{value}') AS p"
            ))
        };
        assert_eq!(read("one"), "t_1");
        assert_eq!(read("two"), "t_2");
        assert_eq!(read("three"), "");
        // One trigger of the two, and one that does not always fire, are no seal.
        Spi::run("ALTER TABLE t_1 ENABLE TRIGGER t_k_skip_update").unwrap();
        assert_eq!(read("three"), "t_1");
        Spi::run("DROP TRIGGER t_k_skip_insert ON t_2").unwrap();
        assert_eq!(read("three"), "t_1 t_2");
        let sealed: i64 = one("SELECT t_k_skip_seal()");
        assert_eq!((sealed, read("three").as_str()), (2, ""));
        // Nor is one that marks in another table, or whose table of marks is not whole.
        Spi::run("CREATE TABLE marks AS TABLE t_k_skip_stale").unwrap();
        let other: i64 = one(
            "SELECT count(*) FROM bloom_skip_look_up_partitions('t', '{k}', 't_k_skip', 'marks', 'three'::text)",
        );
        assert_eq!(other, 2);
        Spi::run("DELETE FROM t_k_skip_stale").unwrap();
        assert_eq!(read("three"), "t_1 t_2");
        Spi::run("INSERT INTO t_k_skip_stale VALUES (0)").unwrap();
        assert_eq!(read("three"), "");
        Spi::run("DELETE FROM t_2").unwrap();
        assert_eq!(read("three"), "t_2");
        assert_raises(
            "SELECT bloom_skip_look_up_partitions('t_1', '{k}', 't_k_skip', 't_k_skip_stale', 'one'::text)",
            "42809",
            "public.t_1 is not a partitioned table",
        );
    }

    #[pg_test]
    fn lookups_of_release_0_2_0_read_every_partition() {
        create();
        let all: i64 = one("SELECT count(*) FROM bloom_skip_candidates('t', 'now', '{}', '{}')");
        assert_eq!(all, 2);
    }

    #[pg_test]
    fn nothing_runs_with_the_rights_of_its_owner() {
        create();
        Spi::run("SELECT bloom_skip_create('t', 'k'), bloom_set_create('s'); SELECT t_k_skip_seal()")
            .unwrap();
        let definers: i64 = one(
            "SELECT count(*) FROM pg_proc AS p WHERE prosecdef AND (pronamespace = 'public'::regnamespace OR EXISTS (
                 SELECT FROM pg_depend AS d JOIN pg_extension AS e ON e.oid = d.refobjid
                 WHERE d.objid = p.oid AND d.refclassid = 'pg_extension'::regclass AND e.extname = 'bloom_rs'))",
        );
        assert_eq!(definers, 0);
    }
}
