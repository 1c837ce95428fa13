//! Tests of `bloom_set_create` and `bloom_set_drop`.

#[pgrx::pg_schema]
mod tests {
    use crate::tests::{one, raised};
    use pgrx::prelude::*;

    fn assert_raises(sql: &str, sqlstate: &str, message: &str) {
        let [s, m, ..] = raised(sql);
        assert_eq!((s.as_str(), m.as_str()), (sqlstate, message), "{sql}");
    }

    #[pg_test]
    fn arguments_are_checked() {
        for (arguments, sqlstate, message) in [
            ("''", "42602", "invalid name syntax"),
            ("'a.b.c.d'", "42601", "improper relation name (too many dotted names): a.b.c.d"),
            ("'nowhere.seen'", "3F000", "schema \"nowhere\" does not exist"),
            ("'seen', 'anyelement'", "0A000", "type anyelement is not supported for Bloom filters"),
            ("'seen', 'void'", "0A000", "type void is not supported for Bloom filters"),
            ("'seen', 'integer[]'", "0A000", "type integer[] is not supported for Bloom filters"),
            ("'seen', 'json'", "0A000", "type json is not supported for Bloom filters"),
            ("'seen', 'regclass'", "0A000", "type regclass is not supported for Bloom filters"),
            ("'seen', 99999999", "42704", "type with OID 99999999 does not exist"),
            ("'seen', capacity => 0", "22023", "capacity must be greater than 0"),
            ("'seen', fpp => 0", "22023", "false-positive rate must be greater than 0 and less than 1"),
            ("'seen', fpp => 1", "22023", "false-positive rate must be greater than 0 and less than 1"),
            ("'seen', fpp => 'NaN'", "22023", "false-positive rate must be greater than 0 and less than 1"),
        ] {
            let [s, m, ..] = raised(&format!("SELECT bloom_set_create({arguments})"));
            assert_eq!(s, sqlstate, "{arguments}: {m}");
            assert!(m.contains(message) || sqlstate == "22023", "{arguments}: {m}");
        }
        Spi::run("CREATE TYPE mood AS ENUM ('sad', 'happy')").unwrap();
        assert_raises(
            "SELECT bloom_set_create('seen', 'mood')",
            "0A000",
            "type mood is not supported for Bloom filters",
        );
        Spi::run("CREATE DOMAIN pairs AS integer[]; CREATE DOMAIN some_pairs AS pairs").unwrap();
        for domain in ["pairs", "some_pairs"] {
            assert_raises(
                &format!("SELECT bloom_set_create('seen', '{domain}')"),
                "0A000",
                &format!("type {domain} is not supported for Bloom filters"),
            );
        }
        for temporary in [
            "SELECT bloom_set_create('pg_temp.seen')",
            "SET search_path = pg_temp, public; SELECT bloom_set_create('seen')",
        ] {
            assert_raises(temporary, "0A000", "a live set cannot be temporary");
        }
        assert!(one::<bool>("SELECT bloom_set_create(NULL) IS NULL"));
        assert!(one::<bool>("SELECT to_regclass('seen') IS NULL"));
    }

    #[pg_test]
    fn derived_names_are_never_cut() {
        let name = "s".repeat(54); // with "_contains" it has 63 bytes
        assert_eq!(raised(&format!("SELECT bloom_set_create('{name}')"))[0], "00000");
        assert_raises(
            &format!("SELECT bloom_set_create('s{name}')"),
            "42622",
            &format!("name \"s{name}_contains\" is too long"),
        );
        assert!(one::<bool>(&format!("SELECT to_regclass('s{name}') IS NULL")), "all or nothing");
    }

    #[pg_test]
    fn names_cannot_escape() {
        Spi::run(r#"CREATE SCHEMA "sc'h.e""m$$a""#).unwrap();
        for name in [
            "$sql$", "$xsql$", "$$", "a'b", "a\"b", "a b", "a.b", "@set@", "@'set'@", "a\\b", "%s", "select",
            "--", "ü",
        ] {
            let quoted = name.replace('"', "\"\"");
            let literal = format!("\"sc'h.e\"\"m$$a\".\"{quoted}\"");
            let function = |suffix: &str| format!("\"sc'h.e\"\"m$$a\".\"{quoted}_{suffix}\"");
            let create = format!("SELECT bloom_set_create($q${literal}$q$, capacity => 100)");
            assert_eq!(raised(&create), ["00000", "", "", ""].map(String::from), "{name}");
            let works = format!(
                "SELECT {}('a') AND NOT {}('b') AND (SELECT count(*) = 1 FROM {}('{{a, b}}')) AND {}(9) = 2
                    AND {}('SELECT 1') = 2 AND {}('1 day') = 0 AND (SELECT layers >= 1 FROM {}()) AND {}() = 3",
                function("add"),
                function("contains"),
                function("add_all"),
                function("grow"),
                function("load"),
                function("forget"),
                function("info"),
                function("clear"),
            );
            assert!(one::<bool>(&works), "{name}");
            assert_eq!(raised(&format!("SELECT bloom_set_drop($q${literal}$q$)"))[0], "00000", "{name}");
        }
        let left =
            "SELECT count(*) FROM pg_class WHERE relnamespace = $q$\"sc'h.e\"\"m$$a\"$q$::regnamespace";
        assert_eq!(one::<i64>(left), 0);
    }

    #[pg_test]
    fn the_objects_belong_to_the_caller() {
        Spi::run(
            "CREATE ROLE maker; CREATE SCHEMA made AUTHORIZATION maker; SET ROLE maker;
             SELECT bloom_set_create('made.seen'); RESET ROLE",
        )
        .unwrap();
        let owners = "SELECT count(*) FROM pg_class WHERE relnamespace = 'made'::regnamespace AND relowner <> 'maker'::regrole";
        assert_eq!(one::<i64>(owners), 0);
        let functions = "SELECT bool_and(proowner = 'maker'::regrole AND NOT prosecdef) AND count(*) = 8
            FROM pg_proc WHERE pronamespace = 'made'::regnamespace";
        assert!(one::<bool>(functions));
        let commented = "SELECT bool_and(obj_description(oid, 'pg_proc') LIKE '%bloom_set_create%')
            FROM pg_proc WHERE pronamespace = 'made'::regnamespace";
        assert!(one::<bool>(commented));
        assert_eq!(raised("SET LOCAL ROLE pg_monitor; SELECT bloom_set_create('made.other')")[0], "42501");
        assert!(one::<bool>(
            "SELECT NOT EXISTS (SELECT FROM pg_depend WHERE deptype = 'e' AND classid = 'pg_class'::regclass
                                AND objid = 'made.seen'::regclass)"
        ));
    }

    #[pg_test]
    fn a_caller_in_a_hostile_path_is_safe() {
        Spi::run(
            "CREATE SCHEMA evil;
             CREATE TYPE evil.text AS (a int); CREATE TYPE evil.bloom AS (a int);
             CREATE FUNCTION evil.now() RETURNS timestamptz LANGUAGE sql RETURN NULL::timestamptz;
             CREATE FUNCTION evil.unnest(pg_catalog.text[]) RETURNS SETOF pg_catalog.text LANGUAGE sql
                 BEGIN ATOMIC SELECT 'evil'::pg_catalog.text; END;
             CREATE FUNCTION evil.bloom_contains(public.bloom, pg_catalog.text) RETURNS boolean LANGUAGE sql RETURN true;
             SET search_path = evil, public",
        )
        .unwrap();
        assert_eq!(raised("SELECT public.bloom_set_create('public.safe', 'pg_catalog.text')")[0], "00000");
        assert!(one::<bool>(
            "SELECT public.safe_add('a') AND NOT public.safe_contains('b')
                AND (SELECT count(*) = 1 FROM public.safe_add_all('{a, c}'))"
        ));
        Spi::run("RESET search_path").unwrap();
    }

    #[pg_test]
    fn a_look_up_reads_nothing_but_sets() {
        Spi::run(
            "SELECT bloom_set_create('seen', 'integer');
             CREATE VIEW a_view AS TABLE seen;
             CREATE TABLE parted (LIKE seen INCLUDING ALL) PARTITION BY LIST (layer);
             CREATE TABLE no_key (LIKE seen);
             CREATE TABLE other_key (LIKE seen, PRIMARY KEY (shard));
             CREATE TABLE wrong_type (LIKE seen INCLUDING ALL);
             ALTER TABLE wrong_type ALTER f TYPE bytea USING f::bytea;
             CREATE TABLE nulls (LIKE seen INCLUDING ALL);
             ALTER TABLE nulls ALTER f DROP NOT NULL;
             INSERT INTO nulls SELECT layer, shard, NULL, open FROM seen;
             CREATE TABLE no_layers (LIKE seen_layers INCLUDING ALL);
             CREATE TABLE empty (LIKE seen INCLUDING ALL)",
        )
        .unwrap();
        for (set, layers, sqlstate, message) in [
            ("0", "'seen_layers'", "42P01", "relation with OID 0 does not exist"),
            ("'seen_pkey'", "'seen_layers'", "42809", "public.seen_pkey is not a table"),
            ("'a_view'", "'seen_layers'", "42809", "public.a_view is not a table"),
            ("'parted'", "'seen_layers'", "42809", "public.parted is not a table"),
            ("'no_key'", "'seen_layers'", "42809", "public.no_key has another primary key than expected"),
            (
                "'other_key'",
                "'seen_layers'",
                "42809",
                "public.other_key has another primary key than expected",
            ),
            (
                "'wrong_type'",
                "'seen_layers'",
                "42703",
                "column \"f\" of relation public.wrong_type does not exist",
            ),
            ("'nulls'", "'seen_layers'", "22004", "a column of the row is NULL"),
            ("'seen'", "'seen'", "42703", "column \"shards\" of relation public.seen does not exist"),
            ("'seen'", "'no_layers'", "55000", "a layer is missing in public.seen"),
            ("'empty'", "'seen_layers'", "55000", "a row is missing in public.empty"),
            (
                "'pg_class'",
                "'seen_layers'",
                "42703",
                "column \"layer\" of relation pg_catalog.pg_class does not exist",
            ),
        ] {
            for function in ["contains", "probe"] {
                let call = format!("SELECT bloom_set_{function}({set}, {layers}, 1)");
                assert_raises(&call, sqlstate, message);
            }
        }
        let text = "SELECT bloom_set_contains('seen', 'seen_layers', 'a'::text)";
        assert_eq!(
            one::<i64>("SELECT count(*) FROM seen_add_all(ARRAY(SELECT generate_series(1, 5000)))"),
            5000
        );
        assert_raises(text, "42804", "element type mismatch");
        assert!(one::<bool>("SELECT bloom_set_contains('seen', 'seen_layers', 1::smallint)"));
        assert!(one::<bool>("SELECT bloom_set_probe('seen', 'seen_layers', 1) IS NULL"));
        assert!(one::<bool>("SELECT (bloom_set_probe('seen', 'seen_layers', -1)).layer = 1"));
        Spi::run("CREATE ROLE nobody").unwrap();
        let as_nobody = "SET LOCAL ROLE nobody; SELECT bloom_set_contains('seen', 'seen_layers', 1)";
        assert_raises(as_nobody, "42501", "permission denied for table public.seen");
        Spi::run("ALTER TABLE seen ENABLE ROW LEVEL SECURITY; GRANT SELECT ON seen TO nobody").unwrap();
        assert_raises(
            as_nobody,
            "42501",
            "query would be affected by row-level security policy for table public.seen",
        );
    }

    #[pg_test]
    fn a_closed_row_of_the_newest_layer_is_an_error() {
        Spi::run(
            "SELECT bloom_set_create('seen', 'integer'); SELECT seen_add(1); UPDATE seen SET open = false",
        )
        .unwrap();
        let message = "a row is closed in public.seen, although its layer is the newest";
        assert_raises("SELECT seen_contains(2)", "55000", message);
        assert_raises("SELECT seen_add(2)", "55000", message);
        assert!(one::<bool>("SELECT seen_contains(1)"));
        Spi::run("SELECT seen_grow(1)").unwrap();
        assert!(one::<bool>("SELECT NOT seen_contains(2) AND seen_add(2)"));
    }

    #[pg_test]
    fn a_missing_layer_is_an_error() {
        let message = "a layer is missing in public.seen";
        Spi::run(
            "SELECT bloom_set_create('seen', 'integer'); SELECT seen_grow(1); SELECT seen_grow(1); SELECT seen_grow(1)",
        )
        .unwrap();
        let next = |capacity: &str, fpp: &str| {
            format!("SELECT bloom_set_next('seen', 'seen_layers', 0.01, {capacity}, {fpp})")
        };
        assert!(one::<bool>("SELECT (bloom_set_newest('seen', 'seen_layers')).layer = 4"));
        assert!(one::<bool>(
            "SELECT bloom_set_next('seen', 'seen_layers', 0.01, 371, 0.1)::text = '(5,2,0.1,t)'"
        ));
        assert!(one::<bool>(&format!("{} IS NULL", next("NULL", "0.1"))));
        for (capacity, fpp, sqlstate, message) in [
            ("0", "NULL", "22023", "capacity must be at least 1"),
            ("1", "1", "22023", "false-positive rate must be greater than 0 and less than 1"),
            ("1000000000000", "NULL", "54000", "capacity is too large for a layer of a live set"),
        ] {
            assert_raises(&next(capacity, fpp), sqlstate, message);
        }
        for layer in 1..=4 {
            for question in [
                "seen_contains(1)",
                "seen_add(1)",
                "seen_add_all('{1}')",
                "bloom_set_newest('seen', 'seen_layers')",
                "bloom_set_next('seen', 'seen_layers', 0.01, 1, NULL)",
            ] {
                let without = format!("DELETE FROM seen_layers WHERE layer = {layer}; SELECT {question}");
                assert_raises(&without, "55000", message);
            }
        }
    }

    #[pg_test]
    fn queries_are_one_select_of_one_column() {
        for query in
            ["", ";", "SELECT 1; SELECT 2", "DELETE FROM pg_class RETURNING oid", "SHOW work_mem", "COMMIT"]
        {
            assert_raises(
                &format!("SELECT bloom_set_query('{query}')"),
                "42601",
                "the query is not one SELECT statement",
            );
        }
        for query in ["SELECT", "SELECT 1, 2", "VALUES (1, 2)"] {
            assert_raises(
                &format!("SELECT bloom_set_query('{query}')"),
                "42601",
                "the query must return one column",
            );
        }
        assert_raises("SELECT bloom_set_query('SELEC')", "42601", "syntax error at or near \"SELEC\"");
        for (query, bare) in [("SELECT 1", "SELECT 1"), ("VALUES (1) ; -- all", "VALUES (1) ")] {
            assert_eq!(one::<String>(&format!("SELECT bloom_set_query('{query}')")), bare);
        }
    }

    #[pg_test]
    fn a_look_up_reads_columns_by_name() {
        Spi::run(
            "SELECT bloom_set_create('seen', 'integer');
             ALTER TABLE seen ADD note text DEFAULT 'none', DROP open;
             ALTER TABLE seen ADD open boolean NOT NULL DEFAULT true;
             ALTER TABLE seen_layers ADD note text",
        )
        .unwrap();
        assert!(one::<bool>("SELECT seen_add(1)"));
        assert!(one::<bool>("SELECT seen_contains(1) AND NOT seen_contains(2) AND NOT seen_add(1)"));
    }
}
