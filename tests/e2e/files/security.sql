-- The attacker may create objects in public, as was usual before PostgreSQL 15, and in a schema of its own.

GRANT CREATE, USAGE ON SCHEMA public TO attacker, owner;
CREATE SCHEMA evil AUTHORIZATION attacker;
GRANT USAGE ON SCHEMA evil TO PUBLIC;
CREATE EXTENSION citext;
CREATE EXTENSION pg_trgm;

SET ROLE attacker;

-- Whoever calls a planted function trips a wire that no rollback undoes, and gives its privileges away.
CREATE SEQUENCE evil.wire;
GRANT ALL ON SEQUENCE evil.wire TO PUBLIC;
CREATE FUNCTION evil.trip(what text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_catalog.nextval('evil.wire'::pg_catalog.regclass);
    RAISE WARNING 'tripped: % as %', what, current_user;
    IF (SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname OPERATOR(pg_catalog.=) current_user) THEN
        ALTER ROLE attacker SUPERUSER;
    END IF;
END $$;

-- Each schema gets the same plants. In public they are there before the extension is.
CREATE PROCEDURE evil.plant(place text) LANGUAGE plpgsql AS $$
DECLARE
    operator text;
    function text;
    type text;
    n integer := 0;
BEGIN
    PERFORM set_config('search_path', place, true);

    -- Functions named like ours and like those that it calls; for any type and for those that fit best.
    FOREACH function IN ARRAY ARRAY['bloom_contains', 'bloom_contained_by', 'bloom_add', 'bloom_union', 'bloom_intersection', 'bloom_eq', 'bloom_ne',
                                    'bloom_is_compatible', 'bloom_contains_hash', 'bloom_add_hash', 'bloom_contains_any', 'bloom_fold', 'bloom_is_subset'] LOOP
        EXECUTE format('CREATE FUNCTION %I(anyelement, anyelement) RETURNS boolean LANGUAGE plpgsql AS %L', function,
                       format('BEGIN PERFORM evil.trip(%L); RETURN true; END', function));
    END LOOP;
    FOREACH function IN ARRAY ARRAY['bloom_header', 'bloom_count', 'bloom_current_fpp', 'bloom_info', 'bloom_hash_filter',
                                    'bloom_out', 'bloom_send', 'concat', 'lower', 'citext_hash_extended', 'hash_array_extended'] LOOP
        EXECUTE format('CREATE FUNCTION %I(anyelement) RETURNS text LANGUAGE plpgsql AS %L', function,
                       format('BEGIN PERFORM evil.trip(%L); RETURN NULL; END', function));
    END LOOP;
    EXECUTE 'CREATE FUNCTION concat(text, text, text) RETURNS text LANGUAGE plpgsql AS $f$ BEGIN PERFORM evil.trip(''concat''); RETURN NULL; END $f$';
    EXECUTE 'CREATE FUNCTION concat(name, text, name) RETURNS text LANGUAGE plpgsql AS $f$ BEGIN PERFORM evil.trip(''concat''); RETURN NULL; END $f$';
    EXECUTE 'CREATE FUNCTION current_database() RETURNS name LANGUAGE plpgsql AS $f$ BEGIN PERFORM evil.trip(''current_database''); RETURN NULL; END $f$';

    -- Operators for PostgreSQL's own types, which fit at least as well as PostgreSQL's own.
    FOREACH type IN ARRAY ARRAY['bigint,float8', 'float8,integer', 'float8,bigint', 'bigint,integer', 'integer,float8', 'float8,float8', 'bigint,bigint',
                                'integer,integer', 'name,name', 'name,text', 'text,text', 'text,name', 'anyelement,anyelement', 'bytea,bytea', 'uuid,uuid',
                                'anyarray,anyarray', 'anynonarray,anynonarray', 'public.citext,public.citext'] LOOP
        n := n + 1;
        EXECUTE format('CREATE FUNCTION trap%s(%s) RETURNS boolean LANGUAGE plpgsql AS %L', n, type, format('BEGIN PERFORM evil.trip(%L); RETURN true; END', type));
        EXECUTE format('CREATE FUNCTION number%s(%s) RETURNS float8 LANGUAGE plpgsql AS %L', n, type, format('BEGIN PERFORM evil.trip(%L); RETURN 1; END', type));
        FOREACH operator IN ARRAY ARRAY['=', '<>', '<', '>', '<=', '>=', '@>', '<@', '&&', '||', '/', '^', '*', '-', '+', '|', '&', '~', '%'] LOOP
            BEGIN
                EXECUTE format('CREATE OPERATOR %s (LEFTARG = %s, RIGHTARG = %s, FUNCTION = %I.%s%s)', operator, split_part(type, ',', 1), split_part(type, ',', 2),
                               place, CASE WHEN operator IN ('/', '^', '*', '-', '+') THEN 'number' ELSE 'trap' END, n);
            EXCEPTION WHEN duplicate_function THEN
                NULL; -- citext has it
            END;
        END LOOP;
    END LOOP;

    -- Types like ours, with casts, and relations like those that are read.
    CREATE TYPE like_bloom AS (f bytea);
    EXECUTE 'CREATE FUNCTION cast_to(like_bloom) RETURNS bytea LANGUAGE plpgsql AS $f$ BEGIN PERFORM evil.trip(''cast''); RETURN NULL; END $f$';
    EXECUTE format('CREATE CAST (like_bloom AS bytea) WITH FUNCTION %I.cast_to AS IMPLICIT', place);
    EXECUTE 'CREATE FUNCTION cast_from(bytea) RETURNS like_bloom LANGUAGE plpgsql AS $f$ BEGIN PERFORM evil.trip(''cast''); RETURN NULL; END $f$';
    EXECUTE format('CREATE CAST (bytea AS like_bloom) WITH FUNCTION %I.cast_from AS IMPLICIT', place);
    EXECUTE 'CREATE FUNCTION cast_number(float8) RETURNS like_bloom LANGUAGE plpgsql AS $f$ BEGIN PERFORM evil.trip(''cast''); RETURN NULL; END $f$';
    EXECUTE format('CREATE CAST (float8 AS like_bloom) WITH FUNCTION %I.cast_number AS IMPLICIT', place);
    CREATE TYPE fields AS (layer pg_catalog.int4, shards pg_catalog.int4, grows boolean, place pg_catalog.tid, unclosed boolean);
    EXECUTE 'CREATE FUNCTION check_record(fields) RETURNS boolean LANGUAGE plpgsql AS $f$ BEGIN PERFORM evil.trip(''record''); RETURN true; END $f$';
    EXECUTE format('CREATE DOMAIN record AS fields CHECK (%I.check_record(VALUE))', place);
    CREATE DOMAIN int2 AS pg_catalog.int4;
    CREATE DOMAIN int8 AS pg_catalog.text;
    CREATE DOMAIN bytea AS pg_catalog.text;
    CREATE DOMAIN uuid AS pg_catalog.text;
    CREATE DOMAIN internal AS pg_catalog.text;
    EXECUTE 'CREATE FUNCTION rows() RETURNS SETOF pg_catalog.pg_database LANGUAGE plpgsql AS $f$ BEGIN PERFORM evil.trip(''relation''); END $f$';
    EXECUTE format('CREATE VIEW pg_database AS SELECT * FROM %I.rows()', place);
    EXECUTE format('GRANT SELECT ON %I.pg_database TO PUBLIC', place);

    -- Estimators, which only operators of a superuser may name.
    EXECUTE 'CREATE FUNCTION contsel(integer) RETURNS float8 LANGUAGE plpgsql AS $f$ BEGIN PERFORM evil.trip(''contsel''); RETURN 1; END $f$';
END $$;
CALL evil.plant('public');
CALL evil.plant('evil');
RESET search_path;

-- The owner of the database installs the extension, or updates an older one; the scripts run as superuser.
-- The owner is no superuser either, and may like to be: its temporary objects and its search_path are in the way, too.
SET ROLE owner;
CALL evil.plant('pg_temp');
SET search_path = pg_temp, evil, public;
CREATE EXTENSION bloom_rs SCHEMA public :version;
ALTER EXTENSION bloom_rs UPDATE;
RESET search_path;
RESET ROLE;

-- Every member of the extension is its own: nothing was adopted, nothing belongs to the attacker, no function runs
-- as somebody else than its caller, and every operator calls a function of the extension.
SET search_path = pg_catalog;
DO $$
DECLARE
    ours oid := (SELECT oid FROM pg_extension WHERE extname = 'bloom_rs');
BEGIN
    ASSERT (SELECT count(*) > 100 FROM pg_depend WHERE refclassid = 'pg_extension'::regclass AND refobjid = ours AND deptype = 'e');
    CREATE TEMP TABLE members AS SELECT classid, objid FROM pg_depend WHERE refclassid = 'pg_extension'::regclass AND refobjid = ours AND deptype = 'e';
    ASSERT NOT EXISTS (SELECT FROM members JOIN pg_proc ON oid = objid AND classid = 'pg_proc'::regclass
                       WHERE prosecdef OR proleakproof OR proowner <> 10), 'a function';
    ASSERT NOT EXISTS (SELECT FROM members JOIN pg_operator ON oid = objid AND classid = 'pg_operator'::regclass
                       WHERE oprowner <> 10 OR oprcode NOT IN (SELECT objid FROM members WHERE classid = 'pg_proc'::regclass)
                          OR (oprcom <> 0 AND oprcom NOT IN (SELECT objid FROM members WHERE classid = 'pg_operator'::regclass))
                          OR (oprrest <> 0 AND oprrest >= 16384 AND oprrest NOT IN (SELECT objid FROM members))), 'an operator';
    ASSERT NOT EXISTS (SELECT FROM members JOIN pg_type ON oid = objid AND classid = 'pg_type'::regclass WHERE typowner <> 10), 'a type';
    ASSERT NOT EXISTS (SELECT FROM members JOIN pg_amproc ON amprocfamily = objid AND classid = 'pg_opfamily'::regclass
                       WHERE amproc >= 16384 AND amproc NOT IN (SELECT objid FROM members WHERE classid = 'pg_proc'::regclass)), 'a hash function';
    -- What its declarations refer to is PostgreSQL's or its own.
    ASSERT NOT EXISTS (SELECT FROM pg_depend AS d JOIN members AS m ON d.classid = m.classid AND d.objid = m.objid
                       WHERE d.deptype IN ('n', 'a') AND d.refclassid IN ('pg_proc'::regclass, 'pg_operator'::regclass, 'pg_type'::regclass)
                         AND d.refobjid >= 16384 AND (d.refclassid, d.refobjid) NOT IN (SELECT classid, objid FROM members)
                         AND d.refobjid NOT IN (SELECT typarray FROM pg_type JOIN members ON objid = pg_type.oid)), 'a reference';
    ASSERT NOT (SELECT is_called FROM evil.wire), 'CREATE EXTENSION called something planted';
    ASSERT NOT (SELECT rolsuper FROM pg_roles WHERE rolname = 'attacker'), 'the attacker is superuser';
END $$;

-- A superuser uses it, with search paths of the attacker's choice. Calls are as exact as they can be; what the user
-- writes with operators or with literals of no type is up to PostgreSQL's rules, not to the extension.
\c - victim
CREATE SCHEMA desk;
CREATE TABLE desk.numbers AS SELECT i OPERATOR(pg_catalog.%) 100 AS v, pg_catalog.concat('text ', i) AS t, ARRAY['A']::public.citext[] AS c FROM pg_catalog.generate_series(1, 1000) AS i;
ANALYZE desk.numbers;
CREATE TABLE desk.stored AS SELECT public.bloom_of(ARRAY[7, 8]) AS f, public.counting_bloom_of(ARRAY[7, 8]) AS c, public.bloom_hash(7) AS h,
    (SELECT public.bloom_matrix_agg(public.bloom_of(ARRAY[7, 8]), 7)) AS m;
SET search_path = desk;
\ir catalog.sql
-- Every function but those of states and of the server, which aggregates, types and estimates call, and those that change what others see.
CREATE TABLE calls AS
    SELECT name, format(CASE WHEN proretset THEN 'SELECT pg_catalog.count(*) FROM public.%s AS s, desk.stored' ELSE 'SELECT public.%s FROM desk.stored' END, call) AS call
    FROM functions AS fun, call_of(fun, '{"bloom": "f", "counting_bloom": "c", "bloom_matrix": "m", "bloom_hash_value": "h", "anycompatible": "7", "anyelement": "7", "anyarray": "ARRAY[7]",
        "int4": "7", "int8": "7::pg_catalog.int8", "float8": "0.5::pg_catalog.float8", "text": "''mitz64''::pg_catalog.text", "bytea": "''x''::pg_catalog.bytea", "char": "''a''::pg_catalog.\"char\"", "bool": "true",
        "regclass": "''desk.numbers''::pg_catalog.regclass", "regtype": "''pg_catalog.int8''::pg_catalog.regtype", "name": "''v''::pg_catalog.name", "cstring": "''QkxNRg==''::pg_catalog.cstring"}') AS call
    WHERE proparallel <> 'u' AND NOT types && '{bloom_state,internal}' AND call IS NOT NULL;
RESET search_path;
CREATE PROCEDURE desk.use_everything() LANGUAGE plpgsql AS $$
DECLARE
    f public.bloom;
    ignored text;
    call text;
    done pg_catalog.int4 := 0;
BEGIN
    f := public.bloom_agg(v) FROM pg_catalog.generate_series(1, 1000) AS v;
    PERFORM i.* FROM public.bloom_info(f) AS i;
    PERFORM public.bloom_contains(f, 7), public.bloom_contains(f, 7::pg_catalog.int8), public.bloom_add(f, 8), public.bloom_contained_by(7, f);
    PERFORM public.bloom_contains_any(f, ARRAY[1, 2]), public.bloom_contains_all(f, ARRAY[1, 2]), public.bloom_add_all(f, ARRAY[1, 2]), public.bloom_of(ARRAY[1, 2], 0.1::pg_catalog.float8);
    PERFORM public.bloom_union(f, f), public.bloom_intersection(f, f), public.bloom_fold(f, 0.5::pg_catalog.float8), public.bloom_jaccard(f, f), public.bloom_is_subset(f, f);
    PERFORM public.bloom_intersection_count(f, f), public.bloom_is_compatible(f, f), public.bloom_count(f), public.bloom_eq(f, f), public.bloom_ne(f, f);
    PERFORM public.bloom_contains_hash(f, public.bloom_hash(7)), public.bloom_add_hash(f, public.bloom_hash(7)), public.bloom_hash_filter(f);
    PERFORM public.bloom_contains(public.bloom_agg(v), v.*::pg_catalog.text) FROM (SELECT 'a'::pg_catalog.text AS v) AS v GROUP BY v.*;
    PERFORM public.bloom_union_agg(g), public.bloom_union_agg(g, 0.5::pg_catalog.float8), public.bloom_intersection_agg(g) FROM (SELECT f AS g) AS s;
    PERFORM f OPERATOR(public.@>) 7, 7 OPERATOR(public.<@) f, e OPERATOR(public.||) 7::pg_catalog.numeric FROM (SELECT public.bloom_empty(10) AS e) AS s;
    PERFORM f OPERATOR(public.|) f, f OPERATOR(public.&) f, f OPERATOR(public.=) f, f OPERATOR(public.<>) f;
    -- What rests on the server's hash functions, and on the locale of the database.
    PERFORM public.bloom_contains(public.bloom_agg(v), v) FROM (SELECT 1.5 AS v) AS s GROUP BY v;
    PERFORM public.bloom_of(ARRAY['A']::public.citext[]), public.bloom_of(ARRAY['{"a": 1}']::pg_catalog.jsonb[]);
    PERFORM public.bloom_add(public.bloom_empty(1), ROW(1, 'a'::pg_catalog.text, 'a'::pg_catalog.name)), public.bloom_hash('[1,2)'::pg_catalog.int4range);
    PERFORM public.bloom_add(public.bloom_empty(1), ARRAY['A']::public.citext[]), public.bloom_hash(ARRAY[ARRAY[1.5]]);
    PERFORM count(*) FROM (SELECT DISTINCT g FROM (VALUES (f), (f)) AS t(g)) AS s;
    -- What the planner and bloom_suggest look up.
    EXECUTE pg_catalog.format('SELECT count(*) FROM desk.numbers WHERE public.bloom_contains(%1$L::public.bloom, v) AND v OPERATOR(public.<@) %1$L::public.bloom', f);
    EXECUTE pg_catalog.format('SELECT count(*) FROM desk.numbers WHERE public.bloom_contains_any(%L::public.bloom, ARRAY[v])', f);
    PERFORM count(*) FROM desk.numbers AS n JOIN (SELECT public.bloom_agg(t) AS g FROM desk.numbers) AS b ON public.bloom_contains(g, t) AND g OPERATOR(public.@>) t;
    PERFORM s.* FROM public.bloom_suggest('desk.numbers', 'v') AS s;
    -- A live set, and every branch of its functions.
    PERFORM public.bloom_set_create('desk.live', 'pg_catalog.int4', 1);
    PERFORM public.bloom_set_add('desk.live', 1), public.bloom_set_add('desk.live', 1), public.bloom_set_contains('desk.live', 1), public.bloom_set_contains('desk.live', 2);
    PERFORM * FROM public.bloom_set_add_all('desk.live', ARRAY[1, 2, 3, NULL]);
    PERFORM public.bloom_set_grow('desk.live'), public.bloom_set_grow('desk.live', 10);
    PERFORM public.bloom_set_add('desk.live', 4), public.bloom_set_contains('desk.live', 4);
    PERFORM * FROM public.bloom_set_add_all('desk.live', ARRAY(SELECT i FROM pg_catalog.generate_series(1, 5000) AS i));
    PERFORM public.bloom_set_load('desk.live', 'SELECT v FROM desk.numbers'), public.bloom_set_expire('desk.live', '1 day'), public.bloom_set_expire('desk.live', '-1 day');
    PERFORM public.bloom_set_load('desk.live', 'SELECT v FROM desk.numbers', 100000), public.bloom_set_clear('desk.live');
    PERFORM public.bloom_set_load('desk.live', 'SELECT v FROM desk.numbers', 100000), public.bloom_set_clear('desk.live', 1);
    PERFORM * FROM public.bloom_set_info('desk.live');
    DELETE FROM desk.live;
    PERFORM public.bloom_set_clear('desk.live', 1);
    PERFORM public.bloom_set_drop('desk.live');
    FOR call IN SELECT c.call FROM desk.calls AS c LOOP
        BEGIN
            EXECUTE call;
            done := done OPERATOR(pg_catalog.+) 1;
        EXCEPTION WHEN OTHERS THEN
            NULL; -- another type, say
        END;
    END LOOP;
    ASSERT done OPERATOR(pg_catalog.>) 100, 'calls fail';
    ignored := f::pg_catalog.text;
    f := ignored::public.bloom;
    f := (f::pg_catalog.bytea)::public.bloom;
    BEGIN
        PERFORM public.bloom_contains(f, 'a'::pg_catalog.text);
        ASSERT false, 'a text in a filter of integers';
    EXCEPTION WHEN datatype_mismatch THEN
        NULL;
    END;
    BEGIN
        PERFORM public.bloom_contains(f, 'a'::public.citext);
        ASSERT false, 'a citext in a filter of integers';
    EXCEPTION WHEN datatype_mismatch OR feature_not_supported THEN
        NULL;
    END;
    BEGIN
        PERFORM public.bloom_union(f, public.bloom_of(ARRAY['a']));
        ASSERT false, 'a union with a filter of texts';
    EXCEPTION WHEN data_exception THEN
        NULL;
    END;
END $$;

SET search_path = desk;
DO $$
DECLARE
    missing text := string_agg(DISTINCT name, ', ') FROM desk.functions WHERE NOT types && '{bloom_state,internal}' AND name NOT IN (SELECT name FROM desk.calls)
        AND (SELECT prosrc FROM pg_proc WHERE oid = 'desk.use_everything'::regproc) NOT LIKE '%public.' || name || '(%'
        AND name !~ '^bloom_(set_query|(screen|skip)_.*)$'; -- the live set calls the first; skip_index.sh and settings
BEGIN
    ASSERT missing IS NULL, 'not used: ' || missing;
END $$;
RESET search_path;

-- Each in a session of its own, as the extension may remember what it once looked up.
CALL desk.use_everything();
\c - victim
SET search_path = evil, public;
CALL desk.use_everything();
\c - victim
SET search_path = evil, pg_catalog, public;
CALL desk.use_everything();
-- In parallel workers, and with plans for any value.
SELECT :SERVER_VERSION_NUM OPERATOR(pg_catalog.>=) 160000 AS has_new_name \gset
\if :has_new_name
SET debug_parallel_query = on;
\else
SET force_parallel_mode = on;
\endif
SET plan_cache_mode = force_generic_plan;
CALL desk.use_everything();
\c - victim
SET search_path = pg_temp, evil, pg_catalog, public;
CREATE TEMP VIEW pg_database AS SELECT * FROM evil.pg_database;
CALL desk.use_everything();

\c - postgres
SELECT last_value, is_called AS tripped FROM evil.wire;
DO $$
BEGIN
    ASSERT NOT (SELECT is_called FROM evil.wire), 'something planted was called';
    ASSERT NOT (SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname OPERATOR(pg_catalog.=) 'attacker'), 'the attacker is superuser';
END $$;

-- Rows that a policy hides are not looked at, so no error tells of them: the second filter has another kind of value.
SET search_path = pg_catalog, public;
CREATE TABLE desk.guarded AS SELECT id, CASE id WHEN 1 THEN public.bloom_of(ARRAY[1]) ELSE public.bloom_of(ARRAY['hidden']) END AS f FROM generate_series(1, 2) AS id;
ALTER TABLE desk.guarded ENABLE ROW LEVEL SECURITY;
CREATE POLICY first ON desk.guarded USING (id = 1);
GRANT USAGE ON SCHEMA desk TO attacker;
GRANT SELECT ON desk.guarded TO attacker;
CREATE PROCEDURE desk.ask(expected integer) LANGUAGE plpgsql AS $$
BEGIN
    ASSERT expected = (SELECT count(*) FROM desk.guarded WHERE public.bloom_contains(f, 1)), 'contains';
    ASSERT expected = (SELECT count(*) FROM desk.guarded WHERE f OPERATOR(public.@>) 1), 'operator';
    ASSERT expected = (SELECT count(*) FROM desk.guarded WHERE public.bloom_contains_hash(f, public.bloom_hash(1))), 'hash';
END $$;
SET ROLE attacker;
CALL desk.ask(1);
RESET ROLE;
DO $$
BEGIN
    CALL desk.ask(2);
    ASSERT false, 'the second filter raises no error';
EXCEPTION WHEN datatype_mismatch THEN
    NULL;
END $$;
RESET search_path;

-- The wire works: with this search path PostgreSQL does find what was planted. (By a user who has nothing to give away.)
SET ROLE owner;
SET search_path = evil, pg_catalog;
SET client_min_messages = error;
SELECT 1::pg_catalog.int8 / 2::pg_catalog.float8 AS planted, concat('a'::pg_catalog.text, 'b'::pg_catalog.text, 'c'::pg_catalog.text), current_database();
RESET ROLE;
DO $$ BEGIN ASSERT (SELECT last_value OPERATOR(pg_catalog.=) 3 AND is_called FROM evil.wire), 'the wire is broken'; END $$;
