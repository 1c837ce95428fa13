-- Random joins of remote and local tables: each query has the same rows with and without screens. Variables: queries,
-- seed, tables (1 makes them too).

\if :tables
\ir joins_foreign_near.sql
CREATE COLLATION loose (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
CREATE VIEW aggregated AS SELECT x AS id, min(i2) AS i2, min(i4) AS i4, max(i8) AS i8, min(t) AS t, min(v)::varchar(20) AS v, min(c)::char(6) AS c, max(n) AS n, max(f4) AS f4, max(f8) AS f8,
                                 min(u::text)::uuid AS u, min(d) AS d, max(ts) AS ts, max(tz) AS tz, min(b::text)::bytea AS b, x FROM far0.facts GROUP BY x;
CREATE VIEW both_view AS SELECT f.* FROM far0.facts AS f JOIN tiny AS s USING (i4) WHERE s.x < 4;
CREATE VIEW union_view AS TABLE far0.small UNION ALL TABLE tiny;
\endif

CREATE OR REPLACE FUNCTION pick(VARIADIC choices text[]) RETURNS text LANGUAGE sql VOLATILE
    AS 'SELECT choices[1 + floor(random() * cardinality(choices))::integer]';
-- A table; the remote ones more often than not.
CREATE OR REPLACE FUNCTION random_table() RETURNS text LANGUAGE sql VOLATILE AS $$
    SELECT pick('far0.facts', 'far0.facts', 'far1.facts', 'far1.facts', 'far0.small', 'far1.small', 'shards', 'far_view', 'small', 'small', 'tiny', 'tiny', 'none', 'parts', 'small_kept', 'aggregated', 'both_view', 'union_view',
                '(SELECT * FROM far0.facts WHERE x <> 3)', '(SELECT * FROM small WHERE x <> 1)', '(SELECT * FROM small WHERE t LIKE ''%1%'' OFFSET 0)', '(SELECT * FROM far1.facts ORDER BY id LIMIT 70)',
                '(SELECT DISTINCT ON (x) * FROM far0.small ORDER BY x, id)')
$$;
-- Columns whose types go together.
CREATE OR REPLACE FUNCTION random_equality(a text, b text) RETURNS text LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    l text := pick('i2', 'i4', 'i4', 'i8', 't', 'v', 'c', 'n', 'f4', 'f8', 'u', 'd', 'ts', 'tz', 'b');
    r text := CASE WHEN l IN ('i2', 'i4', 'i8') THEN pick('i2', 'i4', 'i8', 'x', 'n', l, l) WHEN l IN ('t', 'v') THEN pick('t', 'v', l, l) WHEN l IN ('f4', 'f8') THEN pick('f4', 'f8') WHEN l = 'd' THEN pick('d', 'd', 'ts') ELSE l END;
BEGIN
    IF random() < 0.05 THEN
        RETURN format('%s.t COLLATE loose = %s.t', a, b);
    END IF;
    RETURN format(pick('%1$s.%2$I = %3$s.%4$I', '%3$s.%4$I = %1$s.%2$I'), a, l, b, r);
END $$;
CREATE OR REPLACE FUNCTION random_condition(a text) RETURNS text LANGUAGE sql VOLATILE AS $$
    SELECT replace(pick('@.x = 1', '@.x <> 2', '@.x IN (0, 3)', '@.id < 500', '@.i4 IS NULL', '@.x IS NOT NULL', 'NOT @.x = 2', '(@.x = 1 OR @.id > 900)', '@.t LIKE ''%2%''', '@.v > ''w''', '@.n > 100', '@.f8 = ''NaN''', '@.f4 = 0',
                        '@.i8 BETWEEN 10 AND 200', '@.d < date ''2020-05-01'' + interval ''1 month''', '10 / (@.x + 1) > 1', '@.x IS DISTINCT FROM 1', 'coalesce(@.x, 1) = 1', 'length(@.t) > 5', 'true', '(SELECT count(*) FROM tiny) > @.x'), '@', a)
$$;
CREATE OR REPLACE FUNCTION random_query() RETURNS text LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    names text[] := ARRAY['a', 'b', 'c', 'e'];
    count integer := 1 + floor(random() * random() * 4)::integer + (random() < 0.7)::integer;
    tables text := random_table() || ' AS a';
    kind text;
    other text;
    conditions text[] := '{}';
    columns text := 'a.id AS a_id, a.t AS a_t';
    query text;
    condition text;
BEGIN
    FOR i IN 2..least(count, 4) LOOP
        other := names[1 + floor(random() * (i - 1))::integer];
        kind := pick('JOIN', 'JOIN', 'JOIN', 'LEFT JOIN', 'LEFT JOIN', 'RIGHT JOIN', 'FULL JOIN', ',');
        condition := random_equality(other, names[i]);
        IF random() < 0.3 AND kind <> 'FULL JOIN' THEN
            condition := condition || ' AND ' || random_condition(pick(other, names[i]));
        END IF;
        IF kind = ',' THEN
            -- As a subquery of its own, so that names of both sides are in scope.
            tables := format('%s CROSS JOIN %s AS %s', tables, random_table(), names[i]);
            conditions := conditions || condition;
        ELSIF random() < 0.15 AND i < 4 AND kind <> 'FULL JOIN' THEN
            -- A join within a side.
            tables := format('%s %s (%s AS %s %s %s AS %s ON %s) ON %s', tables, kind, random_table(), names[i], pick('JOIN', 'LEFT JOIN', 'RIGHT JOIN'), random_table(), 'n' || i, random_equality(names[i], 'n' || i), condition);
            columns := format('%s, %s.id AS %2$s_inner', columns, 'n' || i);
        ELSE
            tables := format('%s %s %s AS %s ON %s', tables, kind, random_table(), names[i], condition);
        END IF;
        columns := format('%s, %s.id AS %2$s_id, %2$s.v AS %2$s_v', columns, names[i]);
    END LOOP;
    FOR i IN 1..least(count, 4) LOOP
        IF random() < 0.4 THEN
            conditions := conditions || random_condition(names[i]);
        END IF;
    END LOOP;
    IF random() < 0.35 THEN
        other := names[1 + floor(random() * least(count, 4))::integer];
        conditions := conditions || CASE floor(random() * 3)
            WHEN 0 THEN format('%s EXISTS (SELECT FROM %s AS s WHERE %s AND %s)', pick('', '', 'NOT'), random_table(), random_equality(other, 's'), random_condition('s'))
            WHEN 1 THEN format('%s.i4 %s (SELECT s.i4 FROM %s AS s WHERE %s)', other, pick('IN', 'IN', 'NOT IN'), random_table(), random_condition('s'))
            ELSE format('%s.t IN (SELECT s.t FROM %s AS s JOIN %s AS s2 ON %s WHERE %s)', other, random_table(), random_table(), random_equality('s', 's2'), random_condition('s')) END;
    END IF;
    query := 'SELECT ' || columns || ' FROM ' || tables || CASE WHEN conditions = '{}' THEN '' ELSE ' WHERE ' || array_to_string(conditions, ' AND ') END;
    RETURN CASE floor(random() * 14)
        WHEN 0 THEN format('SELECT DISTINCT a_id %% 20 AS m FROM (%s) AS q', query)
        WHEN 1 THEN format('SELECT a_t, count(*) AS n FROM (%s) AS q GROUP BY a_t', query)
        WHEN 2 THEN format('WITH w AS MATERIALIZED (%s) SELECT w.* FROM w JOIN tiny AS z ON z.id > w.a_id %% 500', query)
        WHEN 3 THEN format('SELECT q.*, z.id AS z_id FROM (%s) AS q LEFT JOIN far0.small AS z ON z.id = q.a_id', query)
        WHEN 4 THEN format('SELECT q::text, row_number() OVER (ORDER BY q::text) FROM (%s) AS q ORDER BY 1 LIMIT 10', query)
        WHEN 5 THEN format('%s UNION ALL SELECT q.* FROM (%1$s) AS q WHERE a_id < 300', query)
        -- A remote side that refers to the query around it
        WHEN 6 THEN 'WITH w AS MATERIALIZED (SELECT id FROM small) ' || replace(query, 'far0.facts AS', '(SELECT * FROM far0.facts WHERE id IN (SELECT id FROM w)) AS')
        WHEN 7 THEN format('SELECT z.id, (SELECT count(*) FROM (%s) AS q) AS n FROM tiny AS z', replace(query, 'far0.facts AS', '(SELECT * FROM far0.facts WHERE x <= z.id) AS'))
        ELSE query END;
END $$;

CREATE OR REPLACE PROCEDURE random_queries(count integer, seed integer) LANGUAGE plpgsql AS $$
DECLARE
    query text;
    off text;
    force text;
    screened integer := 0;
    filled integer := 0;
    failed integer := 0;
    reason text;
BEGIN
    FOR i IN 1..count LOOP
        PERFORM setseed(hashint8extended(i, seed) / 9223372036854775808.0);
        query := random_query();
        BEGIN
            off := result(query, 'off');
        EXCEPTION
            WHEN query_canceled THEN RAISE;
            WHEN others THEN
                -- Not a query: there may be another error with a screen, but there must be one.
                off := NULL;
                reason := SQLERRM;
                failed := failed + 1;
        END;
        IF off IS NULL THEN
            BEGIN
                PERFORM result(query, 'force');
                RAISE EXCEPTION USING MESSAGE = format('no error with a screen, but without (%s): %s', reason, query), ERRCODE = 'assert_failure';
            EXCEPTION
                WHEN assert_failure THEN RAISE;
                WHEN others THEN NULL;
            END;
            CONTINUE;
        END IF;
        filled := filled + (off NOT LIKE '0 %')::integer;
        screened := screened + (plan(query, 'force') ~ 'Remote SQL: [^\n]* WHERE [^\n]*\$1')::integer;
        force := result(query, 'force');
        PERFORM plan(query, 'on'); -- which plans each side alone
        IF off IS DISTINCT FROM force THEN
            RAISE E'seed %, query %: % instead of %\n%\n%', seed, i, force, off, query, plan(query, 'force');
        END IF;
        COMMIT;
    END LOOP;
    RAISE NOTICE '% queries: % were screened, % had rows, % failed', count, screened, filled, failed;
    ASSERT count < 100 OR screened > count / 5 AND filled > count / 4 AND failed < count / 4, 'the queries show little';
END $$;
SET statement_timeout = 0;
SET jit = off;
CALL random_queries(:queries, :seed);
