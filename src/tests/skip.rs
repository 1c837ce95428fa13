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
    fn only_sealed_partitions_without_the_value_are_skipped() {
        create();
        Spi::run("SELECT bloom_skip_create('t', 'k'); SELECT t_k_skip_seal()").unwrap();
        let read = |named: &str| -> String {
            one(&format!(
                "SELECT coalesce(string_agg(c::text, ' '), '') FROM bloom_skip_candidates('t', 't_k_skip_mark',
                     ARRAY(SELECT unnest(seals) FROM t_k_skip), {named}) AS c"
            ))
        };
        let one_of =
            |value: &str| format!("ARRAY(SELECT bloom_matrix_search(matrix, '{value}') FROM t_k_skip)");
        assert_eq!(read("'{}'"), "");
        assert_eq!(read(&one_of("one")), "t_1");
        assert_eq!(read(&one_of("two")), "t_2");
        assert_eq!(read(&one_of("three")), "");
        // One trigger of the two, one that does not always fire, and one that calls another function are no seal.
        Spi::run("ALTER TABLE t_1 ENABLE TRIGGER t_k_skip_update").unwrap();
        assert_eq!(read("'{}'"), "t_1");
        Spi::run("DROP TRIGGER t_k_skip_insert ON t_2").unwrap();
        assert_eq!(read("'{}'"), "t_1 t_2");
        let sealed: i64 = one("SELECT t_k_skip_seal()");
        assert_eq!((sealed, read("'{}'").as_str()), (2, ""));
        let other: i64 = one("SELECT count(*) FROM bloom_skip_candidates('t', 'now',
                 ARRAY(SELECT unnest(seals) FROM t_k_skip), '{}')");
        assert_eq!(other, 2);
        assert_raises(
            "SELECT bloom_skip_candidates('t_1', 'now', '{}', '{}')",
            "42809",
            "public.t_1 is not a partitioned table",
        );
    }
}
