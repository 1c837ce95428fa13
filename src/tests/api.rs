//! The SQL interface as a whole.

#[pgrx::pg_schema]
mod tests {
    use crate::tests::{one, raised};
    use pgrx::prelude::*;

    /// Query for all objects of the extension except array types and the functions of these tests.
    const MEMBERS: &str = "
        SELECT d.classid, d.objid, d.objsubid, i.type,
               replace(replace(i.identity, 'public.', ''), 'pg_catalog.', '') AS identity
          FROM pg_depend d, pg_identify_object(d.classid, d.objid, d.objsubid) i
         WHERE d.refclassid = 'pg_extension'::regclass AND d.deptype = 'e'
           AND d.refobjid = (SELECT oid FROM pg_extension WHERE extname = 'bloom_rs')
           AND i.schema IS DISTINCT FROM 'tests' AND i.identity <> 'tests'
           AND i.identity NOT LIKE '%[]'"; // members of the extension since PostgreSQL 18

    /// Arguments of a group of functions; more than two overloads have the same argument names.
    const ARGUMENTS: &str = "
        CASE WHEN count(*) <= 2
             THEN string_agg(pg_get_function_arguments(oid), ' | ' ORDER BY pg_get_function_arguments(oid) COLLATE \"C\")
             ELSE max(array_to_string(proargnames, ', ')) END";

    /// Asserts that a query returns the lines of a file in any order, except comments (`#`).
    #[track_caller]
    fn assert_lines(file: &str, frozen: &str, query: &str) {
        let list: String = one(&format!("SELECT string_agg(rtrim(line), E'\\n') FROM ({query}) AS q (line)"));
        let frozen: Vec<&str> = frozen.lines().filter(|line| !line.starts_with('#')).collect();
        let gone: Vec<&str> =
            frozen.iter().copied().filter(|line| !list.lines().any(|l| l == *line)).collect();
        let new: Vec<&str> = list.lines().filter(|line| !frozen.contains(line)).collect();
        assert!(
            gone.is_empty() && new.is_empty(),
            "not as {file} has it\nonly in the file:\n{}\nonly in the database:\n{}",
            gone.join("\n"),
            new.join("\n")
        );
        assert_eq!(list.lines().count(), frozen.len(), "{file} has a line twice");
    }

    #[pg_test]
    fn every_object_has_a_comment() {
        let without: Option<String> = Spi::get_one(&format!(
            "SELECT string_agg(type || ' ' || identity, E'\\n') FROM ({MEMBERS}) m
              WHERE obj_description(objid, classid::regclass::name) IS NULL"
        ))
        .unwrap();
        assert_eq!(without, None);
    }

    /// The comments must fit into the columns of psql's `\dT+`, `\df+` and `\da`.
    #[pg_test]
    fn comments_are_one_short_phrase() {
        let others: Option<String> = Spi::get_one(&format!(
            "SELECT string_agg(identity || ': ' || comment, E'\\n')
               FROM ({MEMBERS}) m, obj_description(objid, classid::regclass::name) AS comment
              WHERE length(comment) > 100 OR comment ~ '[.\\n]$'"
        ))
        .unwrap();
        assert_eq!(others, None);
    }

    #[pg_test]
    fn the_surface_is_the_frozen_list() {
        assert_lines(
            "src/tests/api.txt",
            include_str!("api.txt"),
            &format!("SELECT type || ' ' || identity FROM ({MEMBERS}) m"),
        );
    }

    /// Overloads that differ only in their arguments share a line of the file.
    #[pg_test]
    fn functions_are_declared_as_they_should_be() {
        assert_lines(
            "src/tests/functions.txt",
            include_str!("functions.txt"),
            &format!(
                "SELECT format('%-35s %4s  %-9s  %-6s  %-8s  %4s  %-22s  %s', proname, count(*),
                        CASE provolatile WHEN 'i' THEN 'immutable' WHEN 's' THEN 'stable' ELSE 'volatile' END,
                        CASE WHEN proisstrict THEN 'strict' ELSE '-' END,
                        CASE proparallel WHEN 's' THEN 'safe' ELSE 'not safe' END,
                        procost, prosupport,
                        {ARGUMENTS})
                   FROM pg_proc WHERE prokind = 'f'
                    AND oid IN (SELECT objid FROM ({MEMBERS}) m WHERE classid = 'pg_proc'::regclass)
                  GROUP BY proname, provolatile, proisstrict, proparallel, procost, prosupport"
            ),
        );
    }

    #[pg_test]
    fn aggregates_are_declared_as_they_should_be() {
        assert_lines(
            "src/tests/aggregates.txt",
            include_str!("aggregates.txt"),
            &format!(
                "SELECT format('%-24s %4s  %-25s  %-25s  %-26s  %-19s  %-8s  %4s  %s', proname, count(*),
                               step, forget, final, combine,
                               CASE proparallel WHEN 's' THEN 'safe' ELSE 'not safe' END, aggtransspace,
                               {ARGUMENTS})
                   FROM pg_aggregate JOIN pg_proc ON oid = aggfnoid,
                        LATERAL (SELECT replace(aggtransfn::text, 'public.', ''), replace(aggminvtransfn::text, 'public.', ''),
                                        aggfinalfn::text, aggcombinefn::text) AS names (step, forget, final, combine)
                  WHERE oid IN (SELECT objid FROM ({MEMBERS}) m WHERE classid = 'pg_proc'::regclass)
                    AND (aggtranstype, aggserialfn::text, aggdeserialfn::text)
                        IN (('bloom_state'::regtype, '-', '-'),
                            ('internal'::regtype, 'bloom_agg_any_serialize', 'bloom_agg_any_deserialize'))
                    AND aggkind = 'n' AND aggfinalmodify = 'r'
                    AND (aggmtransfn::oid = 0
                         OR aggmtranstype = aggtranstype AND aggmtransfn = aggtransfn AND aggmfinalfn = aggfinalfn
                            AND aggmfinalmodify = 'r' AND aggmtransspace = aggtransspace)
                  GROUP BY proname, step, forget, final, combine, proparallel, aggtransspace"
            ),
        );
    }

    #[pg_test]
    fn operators_are_declared_as_they_should_be() {
        assert_lines(
            "src/tests/operators.txt",
            include_str!("operators.txt"),
            &format!(
                "SELECT format('%-38s  %-27s  %-10s  %-7s  %-18s  %-22s  %s', identity, oprcode,
                        coalesce((SELECT oprname FROM pg_operator c WHERE c.oid = o.oprcom), '-'),
                        coalesce((SELECT oprname FROM pg_operator n WHERE n.oid = o.oprnegate), '-'),
                        oprrest, oprjoin, concat_ws(' ', CASE WHEN oprcanhash THEN 'hashes' END,
                                                         CASE WHEN oprcanmerge THEN 'merges' END))
                   FROM pg_operator o JOIN ({MEMBERS}) m ON classid = 'pg_operator'::regclass AND objid = o.oid"
            ),
        );
    }

    #[pg_test]
    fn other_expressions_mean_what_they_meant() {
        for (expression, value) in [
            ("'user-' || 5", "user-5"),
            ("5 || '-user'", "5-user"),
            ("'{1}' || 5::bigint", "{1}5"),
            ("'a' || 'b'::varchar", "ab"),
            ("'a' || 'b'::name", "ab"),
            ("'a' || 'b'::char(5)", "ab"),
            ("'b'::char(5) || 'a'", "ba"),
            ("ARRAY[1] || 5", "{1,5}"),
            ("'\\x01' || '\\x02'::bytea", "\\x0102"),
            ("'[1]'::jsonb || '[2]'", "[1, 2]"),
            ("ARRAY[1, 2] @> '{1}'", "true"),
            ("'{1}' <@ ARRAY[1, 2]", "true"),
            ("'[1,5)'::int4range @> 2", "true"),
            ("2 <@ '[1,5)'::int4range", "true"),
            ("5 | 2", "7"),
            ("B'101' & '100'", "100"),
        ] {
            let sql = format!("SELECT ({expression})::text");
            assert_eq!(one::<String>(&sql), value.replace("\\\\", "\\"), "{sql}");
        }
        // PostgreSQL's own operators make these ambiguous.
        for expression in ["'[1,5)' @> 2", "2 <@ '[1,5)'", "'x' || 'y'::\"char\""] {
            assert_eq!(raised(&format!("SELECT {expression}"))[0], "42725", "{expression}");
        }
    }

    /// A single polymorphic function takes every type, so no call is ambiguous; an unknown literal is text.
    #[pg_test]
    fn values_come_in_their_own_type() {
        Spi::run(
            "CREATE TYPE cast_away AS (x int);
             CREATE FUNCTION to_text(cast_away) RETURNS text LANGUAGE sql IMMUTABLE AS $$SELECT 'text'$$;
             CREATE FUNCTION to_int(cast_away) RETURNS int LANGUAGE sql IMMUTABLE AS $$SELECT 1$$;
             CREATE CAST (cast_away AS text) WITH FUNCTION to_text AS IMPLICIT;
             CREATE CAST (cast_away AS int) WITH FUNCTION to_int AS IMPLICIT;
             PREPARE ask AS SELECT bloom_empty(10) @> $1, $2 <@ bloom_empty(10), bloom_empty(10) || $3,
                                   bloom_hash($4), bloom_shard($5, $6)",
        )
        .unwrap();
        assert_eq!(
            one::<String>("SELECT parameter_types::text FROM pg_prepared_statements WHERE name = 'ask'"),
            "{text,text,text,text,text,integer}"
        );
        assert!(one::<bool>("SELECT bloom_of(ARRAY['a']) @> 'a'"));
        for value in ["'a'", "'a'::text", "'a'::varchar", "'a'::name", "5", "1.5", "ARRAY[1]", "'{}'::jsonb"]
        {
            let sql = format!("SELECT pg_typeof(bloom_empty(10) || {value})::text");
            assert_eq!(one::<String>(&sql), "bloom", "{sql}");
        }
        assert_eq!(raised("SELECT bloom_hash(ROW(1)::cast_away)")[0], "00000");
        assert_eq!(raised("SELECT bloom_add(bloom_empty(10), ROW(1)::cast_away)")[0], "00000");
        // The aggregates have overloads, and `||` has one for text, so these calls need a cast.
        for ambiguous in ["bloom_agg(ROW(1)::cast_away)", "bloom_empty(10) || ROW(1)::cast_away"] {
            assert_eq!(raised(&format!("SELECT {ambiguous}"))[0], "42725", "{ambiguous}");
        }
    }
}
