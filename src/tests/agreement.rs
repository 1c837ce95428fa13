//! Tests that filters agree with `=` in SQL, or that the call fails as documented.

#[pgrx::pg_schema]
mod tests {
    use crate::tests::{one, raised};
    use pgrx::prelude::*;

    /// Expected result of probing a filter built from one value with an equal value.
    #[derive(Clone, Copy)]
    enum Expect {
        /// The filter contains the value.
        Contains,
        /// The value has another element family: 42804.
        Mismatch,
        /// Contained if the filter was built from the char(n) value, the first of the pair; otherwise a mismatch.
        Padded,
        /// A filter cannot hold such values: 0A000.
        Unsupported,
    }
    use Expect::{Contains, Mismatch, Padded, Unsupported};

    const SETUP: &str = "
        CREATE EXTENSION citext;
        CREATE TYPE mood AS ENUM ('sad', 'fine');
        CREATE DOMAIN mood_d AS mood;
        CREATE DOMAIN int_d AS int;
        CREATE DOMAIN bigint_d AS bigint CHECK (VALUE > 0);
        CREATE DOMAIN text_d AS text;
        CREATE DOMAIN varchar_d AS varchar(10);
        CREATE DOMAIN char_d AS char(10);
        CREATE DOMAIN numeric_d AS numeric;
        CREATE DOMAIN uuid_d AS uuid;
        CREATE DOMAIN ints_d AS int[];
        CREATE DOMAIN citext_d AS citext;
        CREATE TYPE pair AS (a int, b text);
        CREATE TYPE pair_d AS (a numeric, b char(5));
        CREATE COLLATION caseless (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
        CREATE TYPE text_range AS RANGE (subtype = text, collation = \"C\")";

    /// Pairs that are equal in SQL.
    const PAIRS: &[(&str, &str, Expect)] = &[
        // Integers of every width.
        ("1::int2", "1::int4", Contains),
        ("1::int4", "1::int8", Contains),
        ("1::int8", "1::int2", Contains),
        ("'-32768'::int2", "'-32768'::int8", Contains),
        ("'-2147483648'::int4", "'-2147483648'::int8", Contains),
        ("1::int_d", "1::bigint_d", Contains),
        ("1::int_d", "1::int2", Contains),
        ("4294967295::oid", "'4294967295'::oid", Contains),
        ("1::oid", "1::int4", Mismatch),
        ("1::int4", "1::numeric", Mismatch),
        ("1::int4", "1::float8", Mismatch),
        ("1::float8", "1::numeric", Mismatch),
        // Floating point.
        ("'-0'::float8", "'0'::float8", Contains),
        ("'-0'::float4", "'0'::float8", Contains),
        ("'NaN'::float4", "'NaN'::float8", Contains),
        ("'NaN'::float8", "-('NaN'::float8)", Contains),
        ("'Infinity'::float4", "'Infinity'::float8", Contains),
        ("0.5::float4", "0.5::float8", Contains),
        ("0.1::float4", "0.1::float4::float8", Contains),
        ("'5e-324'::float8", "'4.9e-324'::float8", Contains),
        ("'1e-45'::float4", "'1.401298464324817e-45'::float8", Contains),
        // Numeric.
        ("1.0", "1.00", Contains),
        ("1e5::numeric", "100000", Mismatch),
        ("1e5::numeric", "100000.000::numeric", Contains),
        ("'-0.00'::numeric", "0::numeric", Contains),
        ("'NaN'::numeric", "'nan'::numeric", Contains),
        ("'Infinity'::numeric", "'inf'::numeric", Contains),
        ("1.50::numeric(5, 2)", "1.5::numeric_d", Contains),
        ("1e300::numeric", "(repeat('9', 300)::numeric + 1)", Contains),
        // Text types.
        ("'a'::text", "'a'::varchar", Contains),
        ("'a'::varchar(5)", "'a'::text_d", Contains),
        ("'a'::varchar_d", "'a'::text", Contains),
        ("'a'::name", "'a'::text", Contains),
        ("'a'::char(5)", "'a'::text", Padded),
        ("'a'::char(5)", "'a'::varchar", Padded),
        ("'a'::char(5)", "'a'::char(50)", Contains),
        ("'a  '::bpchar", "'a'::bpchar", Contains),
        ("'a'::char_d", "'a'::char(2)", Contains),
        ("'a'::text", "'a'::text COLLATE \"C\"", Contains),
        ("''::char(3)", "''::text", Padded),
        ("'a'::char(5)", "'a  '::varchar", Padded),
        ("'a'::char_d", "'a '::varchar_d", Padded),
        ("'a'::char(5)", "'a'::name", Padded),
        ("'é'::char(5)", "U&'\\00e9 '::varchar", Padded),
        ("'a  '::varchar::bpchar", "'a'::char(5)", Contains),
        ("'é'::text", "U&'\\00e9'::varchar", Contains),
        ("'a'::\"char\"", "'a'::\"char\"", Contains),
        ("'a'::text", "'a'::\"char\"", Mismatch),
        ("''::\"char\"", "'\\000'::\"char\"", Contains),
        ("'A'::text COLLATE caseless", "'a'::text COLLATE caseless", Unsupported),
        ("'A'::varchar COLLATE caseless", "'a'::varchar COLLATE caseless", Unsupported),
        ("ARRAY['A' COLLATE caseless]", "ARRAY['a' COLLATE caseless]", Unsupported),
        // Other types with canonical bytes.
        ("'\\x00'::bytea", "'\\000'::bytea", Contains),
        (
            "'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'::uuid",
            "'{a0eebc999c0b4ef8bb6d6bb9bd380a11}'::uuid_d",
            Contains,
        ),
        ("true", "'yes'::bool", Contains),
        ("'2020-01-02'::date", "'Jan 2, 2020'::date", Contains),
        ("'infinity'::date", "'infinity'::date", Contains),
        ("'2020-01-02'::date", "'2020-01-02'::timestamp", Mismatch),
        ("'24:00'::time", "'24:00:00'::time", Contains),
        ("'12:00+00'::timetz", "'12:00 UTC'::timetz", Contains),
        ("'2020-01-02'::timestamp", "'2020-01-02 00:00'::timestamp", Contains),
        ("'-infinity'::timestamp", "'-infinity'::timestamp", Contains),
        ("'2020-01-02 12:00+00'::timestamptz", "'2020-01-02 14:00+02'::timestamptz", Contains),
        ("'infinity'::timestamptz", "'infinity'::timestamptz", Contains),
        ("'1 day'::interval", "'24 hours'::interval", Contains),
        ("'1 mon'::interval", "'30 days'::interval", Contains),
        // Types that the server hashes.
        ("'10.0.0.1'::inet", "'10.0.0.1/32'::inet", Contains),
        ("'10.0.0.0/8'::cidr", "'10.0.0.0/8'::inet", Contains),
        ("'08:00:2b:01:02:03'::macaddr", "'08002b-010203'::macaddr", Contains),
        ("'08:00:2b:01:02:03:04:05'::macaddr8", "'08002b0102030405'::macaddr8", Contains),
        ("'0/1'::pg_lsn", "'00/01'::pg_lsn", Contains),
        ("'{\"a\": 1.0, \"b\": 2}'::jsonb", "'{\"b\": 2, \"a\": 1}'::jsonb", Contains),
        ("'fine'::mood", "'fine'::mood_d::mood", Contains),
        // Arrays.
        ("ARRAY[1, 2]", "'{1,2}'::ints_d", Contains),
        ("ARRAY[1.0]", "ARRAY[1.00]", Contains),
        ("ARRAY['-0'::float8]", "ARRAY[0::float8]", Contains),
        ("'[0:1]={1,2}'::int[]", "'[0:1]={1,2}'::int[]", Contains),
        ("ARRAY[NULL, 1]", "ARRAY[NULL::int, 1]", Contains),
        ("ARRAY['a'::char(3)]", "ARRAY['a'::char(5)]", Contains),
        ("ARRAY['x'::text_d]::text[]", "ARRAY['x']", Contains),
        ("ARRAY['FOO'::citext]", "ARRAY['foo'::citext]", Contains),
        ("ARRAY['fine'::mood]", "ARRAY['fine'::mood]", Unsupported),
        // Ranges and multiranges.
        ("'[1,5]'::int4range", "'[1,6)'::int4range", Contains),
        ("'empty'::int4range", "'(1,1)'::int4range", Contains),
        ("'[1.0,2]'::numrange", "'[1,2.00]'::numrange", Contains),
        ("'{[1,3),[3,5)}'::int4multirange", "'{[1,5)}'::int4multirange", Contains),
        ("'[a,b]'::text_range", "'[\"a\",\"b\"]'::text_range", Contains),
        // Rows.
        ("ROW(1, 'x')::pair", "'(1,x)'::pair", Contains),
        ("ROW(1, NULL)::pair", "'(1,)'::pair", Contains),
        ("ROW(1, 'x'::text)", "ROW(1, 'x'::text)", Contains),
        ("ROW(1.0, 'x')::pair_d", "ROW(1.00, 'x    ')::pair_d", Contains),
        ("ROW(ROW(1, 'x')::pair, ARRAY[1.0])", "ROW(ROW(1, 'x')::pair, ARRAY[1.00])", Contains),
        ("ROW(1, 2)", "ROW(1.0, 2.0)", Mismatch),
        ("ROW('2020-01-01'::date)", "ROW('2020-01-01'::timestamp)", Mismatch),
        ("ROW(ROW(1, 2))", "ROW(ROW(1, 2))", Unsupported),
        ("ROW(1, 'x')", "ROW(1, 'x')", Unsupported),
        ("ROW(1, 'fine'::mood)", "ROW(1, 'fine'::mood)", Unsupported),
        // Types without a stable hash.
        ("'pg_class'::regclass", "'pg_catalog.pg_class'::regclass", Unsupported),
        ("'int'::regtype", "'integer'::regtype", Unsupported),
        ("'1'::money", "'1.00'::money", Unsupported),
        ("B'101'", "'101'::bit(3)", Unsupported),
        ("B'101'::varbit", "'101'::varbit", Unsupported),
        ("'a b'::tsvector", "'b a'::tsvector", Unsupported),
        ("'(1,2)'::point", "'(1.0,2.0)'::point", Unsupported),
    ];

    fn check(a: &str, b: &str, expect: Expect) {
        if matches!(expect, Contains | Padded) {
            let equal = format!("SELECT ({a}) = ({b})");
            assert!(one::<bool>(&equal), "not a pair: {equal}");
        }
        for (x, y, forward) in [(a, b, true), (b, a, false)] {
            let (by_value, by_hash) = match (expect, forward) {
                (Padded, true) => (Contains, Mismatch),
                (Padded, false) => (Mismatch, Mismatch),
                (expect, _) => (expect, expect),
            };
            // In SQL, an array of arrays is an array of their elements.
            let is_array = [x, y].iter().any(|v| {
                one::<bool>(&format!(
                    "SELECT typelem <> 0 AND typlen = -1 OR typbasetype <> 0 AND format_type(typbasetype, NULL) LIKE '%[]'
                       FROM pg_type WHERE oid = pg_typeof({v})"
                ))
            });
            for filter in [
                format!("bloom_add(bloom_empty(10), {x})"),
                format!("(SELECT bloom_agg(v) FROM (SELECT {x} AS v) s)"),
                format!("(SELECT bloom_agg(v, 10, 0.001) FROM (SELECT {x} AS v OFFSET 0) s)"),
            ]
            .into_iter()
            .chain((!is_array).then(|| format!("bloom_of(ARRAY[{x}])")))
            {
                // Probe with a constant and with a column, whose values are read in their stored form.
                for (probe, expect) in [
                    (format!("SELECT bloom_contains({filter}, {y})"), by_value),
                    (format!("SELECT {filter} @> {y}"), by_value),
                    (format!("SELECT v <@ f FROM (SELECT {filter} AS f, {y} AS v OFFSET 0) s"), by_value),
                    (
                        format!(
                            "SELECT bloom_contains(f, v) FROM (SELECT {filter} AS f, {y} AS v OFFSET 0) s"
                        ),
                        by_value,
                    ),
                    (format!("SELECT bloom_contains_hash({filter}, bloom_hash({y}))"), by_hash),
                    (
                        format!(
                            "SELECT count(*) = 1
                               FROM (SELECT bloom_matrix_agg({filter}, 7) AS m, {y} AS v OFFSET 0) s,
                                    bloom_matrix_search(m, v)"
                        ),
                        by_value,
                    ),
                    (
                        format!(
                            "SELECT count(*) = 1
                               FROM bloom_matrix_search_hash(
                                        (SELECT bloom_matrix_agg({filter}, 7)), bloom_hash({y}))"
                        ),
                        by_hash,
                    ),
                ] {
                    assert_answers(&probe, expect);
                }
                if !is_array {
                    assert_answers(&format!("SELECT bloom_contains_any({filter}, ARRAY[{y}])"), by_value);
                }
            }
        }
    }

    fn assert_answers(probe: &str, expect: Expect) {
        let [state, message, ..] = raised(probe);
        let wanted = match expect {
            Contains | Padded => "00000",
            Mismatch => "42804",
            Unsupported => "0A000",
        };
        assert_eq!(state, wanted, "{probe}: {message}");
        if wanted == "00000" {
            assert!(one::<bool>(probe), "a false negative: {probe}");
        }
    }

    #[pg_test]
    fn filters_agree_with_equality() {
        Spi::run(SETUP).unwrap();
        for settings in [
            "SET timezone = 'UTC'; SET datestyle = 'ISO, MDY'",
            "SET timezone = 'Asia/Kathmandu'; SET datestyle = 'German'; SET intervalstyle = 'iso_8601'",
        ] {
            Spi::run(settings).unwrap();
            for (a, b, expect) in PAIRS {
                check(a, b, *expect);
            }
        }
    }

    #[pg_test]
    fn what_is_built_under_one_setting_is_found_under_another() {
        Spi::run(
            "SET timezone = 'UTC';
             CREATE TABLE f AS SELECT bloom_agg(t) AS t, bloom_agg(t::date) AS d, bloom_agg(t::timetz) AS z
               FROM (VALUES ('2020-06-01 12:00+00'::timestamptz)) v(t);
             SET timezone = 'America/New_York'; SET datestyle = 'SQL, DMY'",
        )
        .unwrap();
        assert!(one::<bool>(
            "SELECT t @> '01/06/2020 08:00 EDT'::timestamptz AND d @> '01/06/2020'::date
                AND z @> '12:00+00'::timetz FROM f"
        ));
    }

    #[pg_test]
    fn stored_values_of_every_form_agree() {
        Spi::run(
            "CREATE TYPE pair AS (a int, b text);
             CREATE TABLE v (i int2, t text, b bytea, n numeric, c char(9), a text[], p pair, j jsonb, e text);
             ALTER TABLE v ALTER t SET STORAGE main, ALTER b SET STORAGE external;
             INSERT INTO v SELECT g, repeat('x', g * 37), decode(repeat('ab', g * 41), 'hex'), g / 7.0, g,
                    ARRAY[g::text, repeat('y', g * 53)], ROW(g, repeat('z', g * 59))::pair, to_jsonb(g),
                    (SELECT string_agg(md5(g::text || h::text), '') FROM generate_series(1, g) h)
               FROM generate_series(1, 300) g",
        )
        .unwrap();
        for column in ["i", "t", "b", "n", "c", "a", "p", "j", "e"] {
            let missing: i64 = one(&format!(
                "WITH f AS MATERIALIZED (SELECT bloom_agg(v.{column}) AS f FROM v)
                 SELECT count(*) FROM f, v WHERE NOT f @> v.{column}"
            ));
            assert_eq!(missing, 0, "{column}");
        }
    }

    #[pg_test]
    fn a_text_literal_is_text() {
        let [state, _, detail, hint] = raised("SELECT bloom_add(bloom_empty(10), 42) @> '42'");
        assert_eq!(
            (state.as_str(), detail.as_str()),
            ("42804", "The filter holds integer, but the value is text.")
        );
        assert!(hint.contains("bigint"), "{hint}");
        assert!(one::<bool>("SELECT bloom_add(bloom_empty(10), 42) @> '42'::bigint"));
    }
}
