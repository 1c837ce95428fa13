//! Errors: SQLSTATE, message, DETAIL and HINT.

use crate::call::{Call, sql_functions};
use crate::error::Result;

fn panics(_call: Call<'_>) -> Result<i32> {
    panic!("a mistake of ours: é")
}

sql_functions! { "bloom_test_panics" => panics }

#[pgrx::pg_schema]
mod tests {
    use crate::tests::{one, raised};
    use pgrx::prelude::*;

    /// Asserts SQLSTATE and message, that the DETAIL contains `detail`, and whether there is a HINT.
    fn assert_raises(sql: &str, sqlstate: &str, message: &str, detail: &str, hint: bool) {
        let [s, m, d, h] = raised(sql);
        assert_eq!((s.as_str(), m.as_str()), (sqlstate, message), "{sql}: {d} {h}");
        assert!(d.contains(detail), "{sql}: {d}");
        assert_eq!(!h.is_empty(), hint, "{sql}: {h}");
    }

    #[pg_test]
    fn impossible_parameters_are_22023() {
        let capacity = "capacity must be at least 1";
        for bad in ["0", "-1", "-9223372036854775808"] {
            for call in
                ["bloom_empty(C)", "bloom_params(C, 0.01)", "bloom_optimal_hashes(64, C)", "bloom_agg(1, C)"]
            {
                let sql = format!("SELECT {}", call.replace('C', &format!("({bad})::bigint")));
                assert_raises(&sql, "22023", capacity, bad, true);
            }
        }
        let rate = "false-positive rate must be greater than 0 and less than 1";
        for bad in ["0", "1", "-0.5", "1.5", "'NaN'", "'Infinity'", "'-Infinity'"] {
            for call in
                ["bloom_empty(10, P)", "bloom_params(10, P)", "bloom_agg(1, 10, P)", "bloom_agg(1, NULL, P)"]
            {
                let sql = format!("SELECT {}", call.replace('P', &format!("({bad})::float8")));
                assert_raises(&sql, "22023", rate, "The rate is", true);
            }
        }
        let hashes = "number of hashes must be between 1 and 255";
        for bad in ["0", "-1", "256", "2147483647"] {
            assert_raises(&format!("SELECT bloom_sized(64, {bad})"), "22023", hashes, bad, true);
            assert_raises(&format!("SELECT bloom_expected_fpp(64, {bad}, 1)"), "22023", hashes, bad, true);
        }
        for bad in ["0", "-64"] {
            let bits = "number of bits must be at least 1";
            assert_raises(&format!("SELECT bloom_sized({bad}, 7)"), "22023", bits, bad, true);
        }
    }

    #[pg_test]
    fn arguments_that_change_are_22023() {
        let sql = "SELECT bloom_agg(x, x) FROM generate_series(1::bigint, 2) x";
        let message = "capacity must be the same for all rows of an aggregate";
        assert_raises(sql, "22023", message, "It was 1 and is now 2.", true);
        let sql = "SELECT bloom_agg(x, nullif(x, 2)) FROM generate_series(1::bigint, 2) x";
        assert_raises(sql, "22023", message, "It was 1 and is now NULL.", true);
        let sql = "SELECT bloom_agg(x, 10, x / 10.0::float8) FROM generate_series(1::bigint, 2) x";
        let message = "fpp must be the same for all rows of an aggregate";
        assert_raises(sql, "22023", message, "It was 0.1 and is now 0.2.", true);
    }

    #[pg_test]
    fn too_large_is_54000() {
        let message = "filter would exceed the largest possible size of 8589901760 bits";
        for sql in [
            "SELECT bloom_empty(900000000)",
            "SELECT bloom_empty(9223372036854775807)",
            "SELECT bloom_empty(1, 1e-300)",
            "SELECT bloom_sized(8589901761, 1)",
            "SELECT bloom_sized(9223372036854775807, 1)",
            "SELECT bloom_params(900000000, 0.01)",
            "SELECT bloom_agg(1, 900000000)",
        ] {
            assert_raises(sql, "54000", message, "It would need at least ", true);
        }
    }

    #[pg_test]
    fn other_elements_are_42804() {
        for (filter, value, detail) in [
            ("1", "'1'", "The filter holds integer, but the value is text."),
            ("'x'::text", "1", "The filter holds text, but the value is integer."),
            ("'x'::text", "1::bigint", "The filter holds text, but the value is bigint."),
            ("'x'::text", "1::smallint", "The filter holds text, but the value is smallint."),
            ("1", "'x'::varchar(5)", "The filter holds integer, but the value is character varying."),
            ("1", "1::real", "The filter holds integer, but the value is real."),
            ("1.0", "1.0::float8", "The filter holds numeric, but the value is double precision."),
            ("'x'::bytea", "'x'::text", "The filter holds bytea, but the value is text."),
            (
                "'2020-01-01'::date",
                "'2020-01-01'::timestamp",
                "The filter holds date, but the value is timestamp without time zone.",
            ),
            ("ARRAY[1]", "ARRAY[1::bigint]", "The filter holds integer[], but the value is bigint[]."),
        ] {
            for call in ["bloom_contains", "bloom_add"] {
                let sql = format!("SELECT {call}(bloom_add(bloom_empty(10), {filter}), {value})");
                assert_raises(&sql, "42804", "element type mismatch", detail, true);
            }
            let sql = format!("SELECT {value} <@ bloom_add(bloom_empty(10), {filter})");
            assert_raises(&sql, "42804", "element type mismatch", detail, true);
            // Of an array whose elements are probed, the type of these.
            if !filter.starts_with("ARRAY") {
                let sql = format!(
                    "SELECT bloom_contains_any(bloom_add(bloom_empty(10), {filter}), ARRAY[{value}])"
                );
                assert_raises(&sql, "42804", "element type mismatch", detail, true);
            }
        }
        Spi::run("CREATE TYPE mood AS ENUM ('fine'); CREATE TYPE taste AS ENUM ('fine')").unwrap();
        let sql = "SELECT bloom_contains(bloom_add(bloom_empty(10), 'fine'::mood), 'fine'::taste)";
        let detail = "The filter holds values of another enum type than taste.";
        assert_raises(sql, "42804", "element type mismatch", detail, true);
        let sql = "SELECT bloom_contains(bloom_add(bloom_empty(10), 'fine'::mood), 1)";
        let detail = "The filter holds values of an enum type, but the value is integer.";
        assert_raises(sql, "42804", "element type mismatch", detail, true);
        // A hash does not know the SQL type of its value.
        let sql = "SELECT bloom_contains_hash(bloom_of(ARRAY['x']), bloom_hash(1::bigint))";
        let detail = "The filter holds text, but the value is integer.";
        assert_raises(sql, "42804", "element type mismatch", detail, true);
    }

    #[pg_test]
    fn unsupported_values_are_0a000() {
        Spi::run(
            "CREATE TYPE mood AS ENUM ('fine');
             CREATE TYPE moods AS (a int, b mood);
             CREATE COLLATION caseless (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
             CREATE TYPE caseless_row AS (a text COLLATE caseless);
             CREATE TYPE caseless_range AS RANGE (subtype = text, collation = caseless)",
        )
        .unwrap();
        let collation = "nondeterministic collations are not supported for Bloom filters";
        for (value, message) in [
            ("'<a/>'::xml", "type xml is not supported for Bloom filters"),
            ("'a'::tsvector", "type tsvector is not supported for Bloom filters"),
            ("'1'::money", "type money is not supported for Bloom filters"),
            ("B'1'", "type bit is not supported for Bloom filters"),
            ("bloom_empty(1)", "type bloom is not supported for Bloom filters"),
            ("ARRAY[bloom_empty(1)]", "type bloom[] is not supported for Bloom filters"),
            ("ROW(1, bloom_empty(1))", "type record is not supported for Bloom filters"),
            ("'pg_class'::regclass", "type regclass is not supported for Bloom filters"),
            (
                "('=r/' || quote_ident(current_user))::aclitem",
                "type aclitem is not supported for Bloom filters",
            ),
            ("ARRAY['int'::regtype]", "type regtype[] is not supported for Bloom filters"),
            ("ARRAY['fine'::mood]", "type mood[] is not supported for Bloom filters"),
            ("ROW(1, 'fine')::moods", "type moods is not supported for Bloom filters"),
            ("ROW(1, 'fine'::mood)", "type record is not supported for Bloom filters"),
            ("'a' COLLATE caseless", collation),
            ("'a'::varchar COLLATE caseless", collation),
            ("ARRAY['a' COLLATE caseless]", collation),
            ("ROW('a')::caseless_row", collation),
            ("ROW('a' COLLATE caseless)", collation),
            ("'[a,b]'::caseless_range", collation),
        ] {
            for sql in [
                format!("SELECT bloom_contains(bloom_empty(10), {value})"),
                format!("SELECT bloom_add(bloom_empty(10), {value})"),
                format!("SELECT bloom_agg({value})"),
                format!("SELECT bloom_agg({value}) OVER ()"),
            ] {
                assert_raises(&sql, "0A000", message, "", true);
            }
        }
    }

    #[pg_test]
    fn citext_for_an_aggregate_of_text_is_0a000_unless_it_is_cast() {
        Spi::run("CREATE EXTENSION citext; CREATE TABLE c (v citext); INSERT INTO c VALUES ('A')").unwrap();
        let message = "type citext is not supported for Bloom filters";
        for call in [
            "bloom_agg(v)",
            "bloom_agg(v, 10)",
            "bloom_agg(v, 10, 0.1)",
            "bloom_agg(v) OVER ()",
            "bloom_empty(10) || v",
        ] {
            assert_raises(&format!("SELECT {call} FROM c"), "0A000", message, "", true);
            let cast = call.replace('v', "lower(v)::text");
            assert_eq!(raised(&format!("SELECT {cast} FROM c"))[0], "00000", "{cast}");
        }
    }

    /// A citext value must never be probed as text, even where the plan hides its type.
    #[pg_test]
    fn citext_in_a_filter_of_text_is_42804_in_every_form() {
        Spi::run(
            "CREATE EXTENSION citext;
             CREATE TABLE f AS SELECT bloom_of(ARRAY['a', 'A']) AS of_text, bloom_of(ARRAY['a'::citext]) AS of_citext;
             CREATE TABLE c (v citext, a citext[]); INSERT INTO c VALUES ('A', '{A,b}');
             CREATE FUNCTION ask(f bloom, v citext) RETURNS boolean LANGUAGE plpgsql AS 'BEGIN RETURN f @> v; END';
             PREPARE p(citext) AS SELECT of_text @> $1 FROM f",
        )
        .unwrap();
        for probe in [
            "F @> 'A'::citext",
            "F @> v",
            "v <@ F",
            "bloom_contains(F, 'A'::citext)",
            "bloom_contains(F, v)",
            "ask(F, 'A')",
            "F @> ANY (a)",
            "F @> ANY (ARRAY[v])",
            "F @> ANY (ARRAY['A'::citext])",
            "bloom_contains_any(F, a)",
            "bloom_contains_hash(F, bloom_hash(v))",
            "bloom_contains_hash(F, bloom_hash('A'::citext))",
        ] {
            let sql = |filter: &str| format!("SELECT {} FROM f, c", probe.replace('F', filter));
            // A hash does not tell the SQL type of its value.
            let value = if probe.contains("_hash") { "user-defined type" } else { "citext" };
            let detail = format!("but the value is {value}.");
            assert_raises(&sql("of_text"), "42804", "element type mismatch", &detail, true);
            assert!(one::<bool>(&sql("of_citext")), "{probe}");
        }
        for mode in ["force_custom_plan", "force_generic_plan"] {
            Spi::run(&format!("SET plan_cache_mode = {mode}")).unwrap();
            assert_raises("EXECUTE p('A')", "42804", "element type mismatch", "the value is citext", true);
        }
        Spi::run("CREATE TABLE k (v citext CHECK (bloom_of(ARRAY['a']) @> v))").unwrap();
        assert_raises(
            "INSERT INTO k VALUES ('A')",
            "42804",
            "element type mismatch",
            "the value is citext",
            true,
        );
    }

    #[pg_test]
    fn conflicting_collations_are_42p22() {
        Spi::run("CREATE TABLE t (a text COLLATE \"C\", b text COLLATE \"POSIX\"); INSERT INTO t VALUES ('a', 'b')")
            .unwrap();
        for call in ["bloom_agg(a || b)", "bloom_contains(bloom_empty(10), a || b)"] {
            let message = "could not determine which collation to use for a Bloom filter";
            assert_raises(&format!("SELECT {call} FROM t"), "42P22", message, "conflict", true);
        }
    }

    #[pg_test]
    fn broken_values_are_22p02() {
        let base64 = "invalid input syntax for type bloom";
        for bad in ["x", "====", "QkxN RgEB", "QkxNRgEBA", "é"] {
            assert_raises(&format!("SELECT '{bad}'::bloom"), "22P02", base64, "base64", true);
        }
        for bad in ["", "QkxN", "AAAA"] {
            let header = "a header has 60";
            assert_raises(&format!("SELECT '{bad}'::bloom"), "22P02", "invalid Bloom filter", header, true);
        }
        assert_raises("SELECT ''::bytea::bloom", "22P02", "invalid Bloom filter", "It has 0 bytes", false);
        let longer = "SELECT (bloom_empty(10)::bytea || '\\x00')::bloom";
        assert_raises(longer, "22P02", "invalid Bloom filter", "promises", false);
        let untyped = "SELECT set_byte(bloom_empty(10)::bytea, 60, 1)::bloom";
        assert_raises(untyped, "22P02", "invalid Bloom filter", "no element family", false);
        let state = "invalid Bloom filter state";
        assert_raises("SELECT 'AAAA'::bloom_state", "22P02", state, "header", false);
    }

    /// With RUST_BACKTRACE, pgrx would add a backtrace to the DETAIL. `tests/e2e/errors.sh` tests PostgreSQL's errors.
    #[pg_test]
    #[allow(unsafe_code)]
    fn panics_are_xx000_without_a_backtrace() {
        // SAFETY: a backend has one thread. Rust reads the variable at the first panic of the process, which is below.
        unsafe { std::env::set_var("RUST_BACKTRACE", "1") };
        assert!(std::backtrace::Backtrace::capture().status() == std::backtrace::BacktraceStatus::Captured);
        Spi::run(
            "CREATE FUNCTION panics() RETURNS integer LANGUAGE c AS '$libdir/bloom_rs', 'bloom_test_panics'",
        )
        .unwrap();
        let expected = ["XX000", "a mistake of ours: é", "", ""].map(String::from);
        assert_eq!(raised("SELECT panics()"), expected);
        assert_eq!(raised("SELECT panics()"), expected);
        assert!(one::<bool>("SELECT bloom_of(ARRAY[1]) @> 1")); // the session goes on
    }

    /// Users may give a key without the name of its scheme, or with a wrong name; errors must not repeat it.
    #[pg_test]
    fn what_is_given_as_a_scheme_is_not_echoed() {
        let key = "0011-2233-4455-6677-8899-aabb-ccdd-eeff";
        for (scheme, sqlstate, message) in [
            (key.to_string(), "22023", "unknown hash scheme"),
            (format!("key:{key}"), "22023", "unknown hash scheme"),
            (format!("mitz64x:{key}"), "22023", "unknown hash scheme"),
            (format!("mitz64:{key}"), "22023", "invalid options for hash scheme mitz64"),
            (format!("spark1 {key}"), "22023", "invalid options for hash scheme spark1"),
            (format!("parquet pow2 {key}"), "22023", "invalid options for hash scheme parquet"),
            (format!("datasketches:{key}"), "22023", "invalid options for hash scheme datasketches"),
            (
                format!("keyed:{} int4", key.replace('-', "")),
                "22023",
                "invalid options for hash scheme keyed",
            ),
            (format!("keyed:{key}"), "22023", "key must have 32 hexadecimal digits"),
            (format!("keyed {key}"), "22023", "key must have 32 hexadecimal digits"),
        ] {
            for call in [
                "bloom_empty(10, 0.01, 'SCHEME')",
                "bloom_sized(64, 7, 'SCHEME')",
                "bloom_agg(v, 10, 0.01, 'SCHEME') FROM generate_series(1, 2) AS v",
                "bloom_agg(v, 10, 0.01, CASE v WHEN 2 THEN 'SCHEME' ELSE 'mitz64' END) FROM generate_series(1, 2) AS v",
            ] {
                let error = raised(&format!("SELECT {}", call.replace("SCHEME", &scheme)));
                assert_eq!([&error[0], &error[1]], [sqlstate, message], "{call} {scheme}");
                assert!(!error[3].is_empty(), "{error:?}");
                assert!(!error.concat().contains("0011"), "{error:?}");
            }
        }
        // The error for a damaged header does not show the key either.
        let damaged = raised(
            "SELECT set_byte(bloom_empty(10, 0.01, 'keyed:000000005ec0de5ec0de5ec0de5ec0de')::bytea, 5, 1)::bloom",
        );
        assert_eq!(&damaged[..2], ["22P02", "invalid Bloom filter"]);
        let damaged = raised(
            "SELECT set_byte(bloom_empty(10, 0.01, 'keyed:39300000000000000000000000000000')::bytea, 5, 1)::bloom",
        );
        assert_eq!(&damaged[..2], ["22P02", "invalid Bloom filter"]);
        assert!(!damaged[2].contains("12345"), "{damaged:?}");
    }
}
