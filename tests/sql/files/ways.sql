\set ECHO none
-- What tests walk over; whoever includes this drops `ways` at the end.

-- ways(value, other): a statement for each function, aggregate and operator of the extension that takes a value, found in the
-- catalog; those of live sets get the set "seen" if there is one. `value` is the SQL of the value, for which `other` is one of a
-- filter that is asked. Functions that take `internal` cannot be called, inverse transitions (forget) read no value without a
-- state, and functions of indexes (bloom_skip) need a table.
CREATE FUNCTION ways(value text, other text) RETURNS SETOF text LANGUAGE sql AS $$
    WITH members AS (
        SELECT classid, objid FROM pg_depend
        WHERE deptype = 'e' AND refclassid = 'pg_extension'::regclass AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'bloom_rs')
    ), arguments AS (
        SELECT p.oid, p.proname, a.n, p.proargnames[a.n] AS name, a.type::regtype::text AS type
        FROM members JOIN pg_proc AS p ON classid = 'pg_proc'::regclass AND objid = p.oid, unnest(p.proargtypes) WITH ORDINALITY AS a (type, n)
        WHERE p.proname !~ '^bloom_skip_|_forget$'
    ), calls AS (
        SELECT format('SELECT %s(%s)', proname, string_agg(
            CASE WHEN type IN ('anycompatible', 'anyelement') OR type = 'text' AND name = 'value' THEN value
                 WHEN type IN ('anyarray', 'anycompatiblearray') THEN format('ARRAY[%s]', value)
                 WHEN type IN ('bloom', 'counting_bloom') THEN format('%s_of(ARRAY[%s])', type, other)
                 WHEN type = 'bloom_matrix' THEN format('(SELECT bloom_matrix_agg(bloom_of(ARRAY[%s]), 1))', other)
                 WHEN name = 'set' THEN '''seen''' WHEN name = 'layers' THEN '''seen_layers'''
                 ELSE format('%L::%s', CASE type WHEN 'bigint' THEN '10' WHEN 'integer' THEN '4' WHEN 'double precision' THEN '0.1'
                                                 WHEN 'text' THEN 'mitz64' END, type) END, ', ' ORDER BY n)) AS sql
        FROM arguments GROUP BY oid, proname
        HAVING bool_or(type ~ '^any' OR type = 'text' AND name = 'value') AND NOT bool_or(type IN ('internal', '"char"'))
               AND (bool_or(name IN ('set', 'layers')) IS NOT TRUE OR to_regclass('seen') IS NOT NULL)
    ), found AS (
        SELECT sql FROM calls
        UNION
        SELECT sql || ' OVER ()' FROM calls WHERE sql ~ '_agg\(' AND sql !~ 'matrix'
        UNION
        SELECT format('SELECT %s %s %s', CASE oprright WHEN of_filter THEN value ELSE filter END, oprname, CASE oprright WHEN of_filter THEN filter ELSE value END)
        FROM members JOIN pg_operator ON classid = 'pg_operator'::regclass AND objid = pg_operator.oid,
             LATERAL (SELECT CASE WHEN oprleft::regtype::text ~ 'bloom' THEN oprleft ELSE oprright END) AS f (of_filter),
             LATERAL (SELECT format('%s_of(ARRAY[%s])', of_filter::regtype, other)) AS g (filter)
        WHERE 'anycompatible'::regtype IN (oprleft, oprright)
        UNION
        SELECT format('SELECT %s_of(ARRAY[%s]) @> %s (ARRAY[%s])', type, other, quantifier, value)
        FROM unnest('{bloom, counting_bloom}'::text[]) AS type, unnest('{ANY, ALL}'::text[]) AS quantifier
        UNION
        SELECT format('SELECT bloom_set_load(''seen'', %L)', 'SELECT ' || value) WHERE to_regclass('seen') IS NOT NULL
    )
    SELECT sql FROM found ORDER BY sql COLLATE "C"
$$;
\set ECHO all
