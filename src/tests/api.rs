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

    /// What a function, an aggregate or an operator is declared with; of what is the default, most is left out.
    const DECLARATIONS: &str = "
        (SELECT (SELECT format('%s(%s) → %s', proname, pg_get_function_arguments(oid), pg_get_function_result(oid))
                   FROM pg_proc WHERE classid = 'pg_proc'::regclass AND oid = objid)) AS s (signature),
        LATERAL (SELECT
            (SELECT concat_ws(', ', signature,
                        CASE provolatile WHEN 'i' THEN 'immutable' WHEN 's' THEN 'stable' ELSE 'volatile' END,
                        CASE WHEN proisstrict THEN 'strict' END,
                        CASE proparallel WHEN 's' THEN 'parallel safe' WHEN 'r' THEN 'parallel restricted' END,
                        'cost ' || procost, 'support ' || NULLIF(prosupport::text, '-'))
               FROM pg_proc WHERE prokind <> 'a' AND classid = 'pg_proc'::regclass AND oid = objid),
            (SELECT concat_ws(', ', signature,
                        'transition ' || aggtransfn, 'state ' || aggtranstype::regtype, 'space ' || NULLIF(aggtransspace, 0),
                        'final ' || aggfinalfn, 'combine ' || aggcombinefn,
                        'serialize ' || NULLIF(aggserialfn::text, '-'), 'deserialize ' || NULLIF(aggdeserialfn::text, '-'),
                        'inverse ' || NULLIF(aggminvtransfn::text, '-'),
                        -- Nothing else should differ in a moving frame.
                        CASE WHEN aggmtransfn <> 0 AND (aggmtranstype, aggmtransfn, aggmfinalfn, aggmtransspace)
                                                       IS DISTINCT FROM (aggtranstype, aggtransfn, aggfinalfn, aggtransspace)
                             THEN format('moving %s %s %s %s', aggmtranstype::regtype, aggmtransfn, aggmfinalfn, aggmtransspace) END,
                        CASE WHEN aggkind <> 'n' OR aggfinalmodify <> 'r' OR aggmfinalmodify <> 'r'
                             THEN format('kind %s %s %s', aggkind, aggfinalmodify, aggmfinalmodify) END,
                        CASE proparallel WHEN 's' THEN 'parallel safe' WHEN 'r' THEN 'parallel restricted' END)
               FROM pg_aggregate JOIN pg_proc ON oid = aggfnoid WHERE classid = 'pg_proc'::regclass AND oid = objid),
            (SELECT concat_ws(', ', identity || ' → ' || oprresult::regtype, oprcode,
                        'commutator ' || (SELECT oprname FROM pg_operator AS c WHERE c.oid = o.oprcom),
                        'negator ' || (SELECT oprname FROM pg_operator AS n WHERE n.oid = o.oprnegate),
                        'restrict ' || NULLIF(oprrest::text, '-'), 'join ' || NULLIF(oprjoin::text, '-'),
                        CASE WHEN oprcanhash THEN 'hashes' END, CASE WHEN oprcanmerge THEN 'merges' END)
               FROM pg_operator AS o WHERE classid = 'pg_operator'::regclass AND oid = objid)
        ) AS d (function, aggregate, operator)";

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

    /// An object is a line of the file, which is sorted. What was released must stay as it is.
    #[pg_test]
    fn the_interface_is_the_frozen_list() {
        let list: String = one(&format!(
            "SELECT string_agg(line, E'\\n' ORDER BY line COLLATE \"C\")
               FROM ({MEMBERS}) m, LATERAL {DECLARATIONS},
                    replace(type || ' ' || coalesce(function, aggregate, operator, identity), 'public.', '') AS line"
        ));
        let frozen = include_str!("interface.txt");
        let without = |these: &str, others: &str| {
            these.lines().filter(|line| !others.lines().any(|l| l == *line)).collect::<Vec<_>>().join("\n")
        };
        let (gone, new) = (without(frozen, &list), without(&list, frozen));
        assert!(
            gone.is_empty() && new.is_empty(),
            "not as src/tests/interface.txt has it\nonly in the file:\n{gone}\nonly in the database:\n{new}"
        );
        assert!(
            list.lines().eq(frozen.lines()),
            "src/tests/interface.txt is not sorted, or has a line twice"
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
