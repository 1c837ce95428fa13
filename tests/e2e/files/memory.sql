CREATE EXTENSION bloom_rs;
\ir catalog.sql
SET client_min_messages = warning;
SET memory.calls = :calls;
CREATE TYPE mood AS ENUM ('sad', 'fine');
CREATE TYPE pair AS (a integer, b text);
SELECT bloom_set_create('numbers', 'integer') \g /dev/null

-- Arguments for every function, by type; several for a value of any type, of which most do not fit the filter.
CREATE TABLE arguments (type text, sample text);
INSERT INTO arguments VALUES
    ('bloom', format('%L::bloom', bloom_of(ARRAY[1, 7, 9]))), ('bloom', format('%L::bloom', bloom_of(ARRAY['a', 'b']))), ('counting_bloom', format('%L::counting_bloom', counting_bloom_of(ARRAY[1, 7, 9]))),
    ('bloom_state', format('%L::bloom_state', bloom_agg_step(NULL, 7))), ('bloom_state', format('%L::bloom_state', bloom_union_step(NULL, bloom_of(ARRAY[7])))), ('bloom_state', format('%L::bloom_state', counting_bloom_union_step(NULL, counting_bloom_of(ARRAY[7])))),
    ('bloom_state', 'NULL::bloom_state'), ('bloom_state', format('%L::bloom_state', bloom_agg_step(NULL, 7, 7, 0.5))), ('bloom_state', format('%L::bloom_state', bloom_agg_step(NULL, 'a'::text))),
    ('bloom_matrix', format('%L::bloom_matrix', (SELECT bloom_matrix_agg(bloom_of(ARRAY[v, 7]), v) FROM generate_series(1, 3) AS v))), ('bloom_state', format('%L::bloom_state', bloom_matrix_step(NULL, bloom_of(ARRAY[7, 8]), 7))),
    ('cstring', format('%L::cstring', (SELECT bloom_matrix_agg(bloom_of(ARRAY[v, 7]), v) FROM generate_series(1, 3) AS v))), ('bytea', format('%L::bytea', (SELECT bloom_matrix_agg(bloom_of(ARRAY[v, 7]), v) FROM generate_series(1, 3) AS v)::bytea)),
    ('bloom_hash_value', format('%L::bloom_hash_value', bloom_hash(7))),
    ('date', 'date ''2020-01-02'''), ('timestamp', 'timestamp ''2020-01-02'''), ('timestamptz', 'timestamptz ''2020-01-02'''),
    ('float4', '0.5::real'), ('numeric', '1.5'), ('inet', 'inet ''10.0.0.1'''),
    ('int2', '7::smallint'), ('bool', 'true'), ('oid', '7::oid'), ('varchar', '''a''::varchar'), ('int4', '7'), ('int8', '7::bigint'), ('float8', '0.5::float8'), ('text', '''a''::text'), ('text', '''mitz64''::text'), ('bytea', '''\x07''::bytea'), ('bytea', format('%L::bytea', bloom_of(ARRAY[7])::bytea)),
    ('bytea', format('%L::bytea', bloom_to_guava(bloom_of(ARRAY[7::bigint])))), ('uuid', '''a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11''::uuid'), ('char', '''a''::"char"'), ('bpchar', '''a  ''::char(5)'), ('name', '''relname''::name'), ('regclass', '''pg_class''::regclass'), ('regclass', '''numbers''::regclass'), ('regclass', '''numbers_layers''::regclass'), ('_regclass', '''{pg_class}''::regclass[]'), ('anyelement', 'NULL::pg_class'), ('_name', '''{relname}''::name[]'), ('any', '7'), ('regproc', '''now''::regproc'), ('_int8', '''{7}''::bigint[]'), ('regtype', '''bigint''::regtype'),
    ('cstring', '''QkxNRg==''::cstring'), ('cstring', format('%L::cstring', bloom_of(ARRAY[7]))), ('cstring', format('%L::cstring', counting_bloom_of(ARRAY[7]))), ('cstring', format('%L::cstring', bloom_hash(7))), ('cstring', format('%L::cstring', bloom_agg_step(NULL, 7)));
INSERT INTO arguments SELECT type, sample FROM unnest(ARRAY['anyelement', 'anycompatible']) AS type, unnest(ARRAY['7', '''a''::text', '1.5', '''fine''::mood', 'ROW(7, ''a'')::pair', 'ARRAY[7]', '''a  ''::char(5)', '''pg_class''::regclass']) AS sample;
INSERT INTO arguments SELECT type, sample FROM unnest(ARRAY['anyarray', 'anycompatiblearray']) AS type, unnest(ARRAY['ARRAY[1, 7]', 'ARRAY[''a'']', 'ARRAY[1.5, NULL]', 'ARRAY[''fine'']::mood[]', 'ARRAY[NULL]::text[]']) AS sample;

-- Every combination of arguments of every function; aggregates call the functions that are theirs.
CREATE TABLE calls AS
    WITH RECURSIVE f AS (
        SELECT * FROM functions WHERE (proparallel <> 'u' OR name IN ('bloom_set_add', 'bloom_set_add_all')) -- the others create or drop objects, or change a setting
            AND (prokind = 'f' OR current_setting('memory.calls')::integer > 2000) -- aggregates call the same functions; the campaign has the time for both
    ), c AS (
        SELECT oid, prokind, name, types, 0 AS n, '' AS given, '' AS names FROM f
        UNION ALL
        SELECT oid, prokind, name, types, n + 1, given || CASE n WHEN 0 THEN '' ELSE ', ' END || sample || ' AS a' || n, names || CASE n WHEN 0 THEN '' ELSE ', ' END || 'a' || n FROM c JOIN arguments ON type = types[n + 1] WHERE n < cardinality(types)
    )
    -- In columns, as a call of constants would be evaluated once.
    SELECT DISTINCT oid, format(CASE prokind WHEN 'a' THEN '(SELECT %s(%s) FROM (SELECT %s OFFSET 0) AS s WHERE i > 0) IS NULL) FROM (SELECT) AS one' ELSE '%s(%s) IS NULL) FROM (SELECT %s OFFSET 0) AS s' END,
        name, names, given) AS call FROM c WHERE n = cardinality(types);
DO $$
DECLARE
    missing text := string_agg(oid::regprocedure::text, ' ') FROM functions WHERE prokind = 'f' AND proparallel <> 'u' AND oid NOT IN (SELECT oid FROM calls) AND NOT 'internal' = ANY (types);
BEGIN
    ASSERT missing IS NULL, 'no arguments for ' || missing;
END $$;

CREATE FUNCTION used(OUT contexts bigint, OUT anonymous bigint) LANGUAGE sql AS $$
    SELECT (SELECT sum(total_bytes) FROM pg_backend_memory_contexts), substring(pg_read_file('/proc/self/status') FROM 'RssAnon:\s*(\d+) kB')::bigint * 1024
$$;
-- Calls it so often: over the rows of one query, over and over as a query of its own, or failing each time. Not by count: 19 makes count(*) of the count of what is never NULL, and calls nothing.
CREATE PROCEDURE repeat_call(call text, often integer, OUT state text) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('SELECT bool_or(%s, generate_series(1, %s) AS i', call, often);
    EXECUTE format('DO %L', format('BEGIN FOR i IN 1..%s LOOP PERFORM bool_or(%s; END LOOP; END', often, call));
    state := '00000';
EXCEPTION WHEN OTHERS THEN
    state := SQLSTATE;
    EXECUTE format('DO %L', format('BEGIN FOR i IN 1..%s LOOP BEGIN PERFORM bool_or(%s; EXCEPTION WHEN OTHERS THEN NULL; END; END LOOP; END', often, call));
END $$;
CREATE TABLE growths (call text, state text, contexts bigint, anonymous bigint);
CREATE PROCEDURE measure(call text) LANGUAGE plpgsql AS $$
DECLARE
    state text;
    before record;
    after record;
    grown record;
BEGIN
    CALL repeat_call(call, 300, state);
    -- The server's own caches grow once, as some do under 16 at the first call of all; what leaks does it again.
    FOR round IN 1..2 LOOP
        SELECT * FROM used() INTO before;
        CALL repeat_call(call, current_setting('memory.calls')::integer, state);
        SELECT * FROM used() INTO after;
        SELECT after.contexts - before.contexts AS contexts, after.anonymous - before.anonymous AS anonymous INTO grown;
        EXIT WHEN grown.contexts <= 64 * 1024 AND grown.anonymous <= 256 * 1024;
    END LOOP;
    INSERT INTO growths VALUES (call, state, grown.contexts, grown.anonymous);
END $$;
-- Of each function one call for each outcome.
ALTER TABLE calls ADD state text;
DO $$
DECLARE
    c record;
    outcome text;
BEGIN
    FOR c IN SELECT * FROM calls LOOP
        CALL repeat_call(c.call, 1, outcome);
        UPDATE calls SET state = outcome WHERE oid = c.oid AND call = c.call;
    END LOOP;
END $$;
DO $$
DECLARE
    c record;
BEGIN
    FOR c IN SELECT DISTINCT ON (oid, state) call FROM calls ORDER BY oid, state, call LOOP
        CALL measure(c.call);
    END LOOP;
END $$;
SELECT state, count(*) FROM growths GROUP BY 1 ORDER BY 1;
CREATE VIEW grown AS SELECT left(call, 150) AS call, state, contexts, anonymous FROM growths WHERE contexts > 64 * 1024 OR anonymous > 256 * 1024;
SELECT * FROM grown;
DO $$
BEGIN
    ASSERT (SELECT count(*) > 100 AND count(DISTINCT state) >= 5 FROM growths), 'too few calls';
    ASSERT NOT EXISTS (SELECT FROM growths WHERE state LIKE 'XX%'), 'an internal error';
    ASSERT NOT EXISTS (SELECT FROM grown), 'memory grew';
    -- What keeps something for each call would have been noticed: locks, of which there is an end.
    PERFORM set_config('memory.calls', '2000', false);
    CREATE SEQUENCE locks;
    CALL measure('pg_advisory_lock(nextval(''locks'')) IS NULL) FROM (SELECT 1) AS s');
    ASSERT EXISTS (SELECT FROM grown), 'nothing is noticed';
END $$;
