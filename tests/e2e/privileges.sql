-- What a role that may not read some rows, or a column, learns of them by way of the extension: nothing from the
-- planner's estimates, and nothing from errors, since no function of the extension sees such a row first. And what a role
-- without rights may do: neither install nor change nor replace anything.

-- alice's rows are few; the others are of bob, most with the value 7777777777.
CREATE ROLE alice;
CREATE ROLE owner;
CREATE DATABASE theirs OWNER owner;
\c theirs
GRANT alice TO postgres;

-- Who may not create in the database may not install; its owner may, and does not own what is in it.
CREATE PROCEDURE public.refused(statement text, expected text) LANGUAGE plpgsql AS $$
DECLARE
    state text;
    said text;
BEGIN
    BEGIN
        EXECUTE statement;
    EXCEPTION WHEN OTHERS THEN
        GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, said = PG_EXCEPTION_DETAIL;
        said := said || SQLERRM;
    END;
    ASSERT state = expected, format('%s: %s %s', statement, coalesce(state, 'done'), said);
    ASSERT said NOT LIKE '%7777777777%', format('%s: %s', statement, said);
END $$;
SET ROLE alice;
CALL public.refused('CREATE EXTENSION bloom_rs', '42501');
SET ROLE owner;
CREATE SCHEMA filters;
CREATE EXTENSION bloom_rs SCHEMA filters VERSION '0.3.0';
SET ROLE alice;
CALL public.refused('ALTER EXTENSION bloom_rs UPDATE', '42501');
CALL public.refused('DROP EXTENSION bloom_rs', '42501');
SET ROLE owner;
ALTER EXTENSION bloom_rs UPDATE;
CALL public.refused('ALTER FUNCTION filters.bloom_contains(filters.bloom, anycompatible) LEAKPROOF', '42501');
CALL public.refused('CREATE OR REPLACE FUNCTION filters.bloom_eq(a filters.bloom, b filters.bloom) RETURNS boolean LANGUAGE sql AS ''SELECT true''', '42501');
CALL public.refused('ALTER TYPE filters.bloom SET (STORAGE = extended)', '42501');
CALL public.refused('DROP FUNCTION filters.bloom_hash(anycompatible)', '2BP01'); -- all or nothing, as who installed it
CALL public.refused('ALTER EXTENSION bloom_rs DROP FUNCTION filters.bloom_hash(anycompatible)', '42501');
CALL public.refused('CREATE FUNCTION mine(internal) RETURNS internal LANGUAGE c AS ''$libdir/bloom_rs'', ''bloom_contains_support''', '42501');
CALL public.refused('CREATE FUNCTION mine(filters.bloom, int) RETURNS boolean LANGUAGE sql SUPPORT filters.bloom_contains_support AS ''SELECT true''', '42501');
RESET ROLE;
DROP EXTENSION bloom_rs;
CREATE EXTENSION bloom_rs;

CREATE TABLE hidden (id integer, who text, v bigint, f bloom);
INSERT INTO hidden
    SELECT i, CASE WHEN i <= 100 THEN 'alice' ELSE 'bob' END, CASE WHEN i <= 100 THEN i WHEN i % 10 = 0 THEN i * 3 ELSE 7777777777 END,
           CASE WHEN i <= 100 THEN bloom_of(ARRAY[i]) WHEN i = 101 THEN bloom_of(ARRAY['hidden 7777777777']) ELSE bloom_of(ARRAY[7777777777]) END
    FROM generate_series(1, 10000) AS i;
ANALYZE hidden;

-- How many rows the planner expects of the current user's query.
CREATE FUNCTION expected_rows(query text) RETURNS float8 LANGUAGE plpgsql AS $$
DECLARE
    plan json;
BEGIN
    EXECUTE 'EXPLAIN (FORMAT json) ' || query INTO plan;
    RETURN plan -> 0 -> 'Plan' ->> 'Plan Rows';
END $$;

-- Filters of one value: the one that is hidden and common, and one that nobody has. They have as many bits set.
CREATE TABLE filters (name text, f text);
INSERT INTO filters VALUES ('common', bloom_of(ARRAY[7777777777])::text), ('absent', bloom_of(ARRAY[12345678901])::text),
    ('counting common', counting_bloom_of(ARRAY[7777777777])::text), ('counting absent', counting_bloom_of(ARRAY[12345678901])::text);
GRANT SELECT ON filters TO alice;

-- All ways to ask, with the filter as #.
CREATE FUNCTION ways() RETURNS SETOF text LANGUAGE sql AS $$
    VALUES ('bloom_contains(#, v)'), ('# @> v'), ('v <@ #'), ('bloom_contained_by(v, #)'),
        ('bloom_contains_any(#, ARRAY[v])'), ('bloom_contains_all(#, ARRAY[v, v])'), ('NOT bloom_contains(#, v)'),
        ('bloom_contains_hash(#, bloom_hash(v))'), ('leak(#, v)')
$$;

-- A function that tells what it sees, and looks cheap; with our estimator there is no operator of it.
CREATE SCHEMA own AUTHORIZATION alice;
SET ROLE alice;
SET search_path = own, public;
CREATE FUNCTION leak(f bloom, v bigint) RETURNS boolean LANGUAGE plpgsql COST 0.0000001 AS $$
    BEGIN IF v > 1000000 THEN RAISE 'seen: %', v; END IF; RETURN true; END $$;
CALL refused('CREATE OPERATOR @>> (LEFTARG = bloom, RIGHTARG = bigint, FUNCTION = leak, RESTRICT = bloom_contains_sel)', '42501');
RESET ROLE;
SET search_path = public, own;

-- Whether the estimates differ of the two filters; any way at all.
CREATE FUNCTION estimates_differ(relation text) RETURNS boolean LANGUAGE sql AS $$
    SELECT bool_or(expected_rows(format('SELECT FROM %s WHERE %s', relation, replace(way, '#', quote_literal(a.f) || '::' || kind)))
                <> expected_rows(format('SELECT FROM %s WHERE %s', relation, replace(way, '#', quote_literal(b.f) || '::' || kind))))
    FROM ways() AS way, (VALUES ('common', 'absent', 'bloom'), ('counting common', 'counting absent', 'counting_bloom')) AS k (common, absent, kind)
    JOIN filters AS a ON a.name = common JOIN filters AS b ON b.name = absent
    WHERE kind = 'bloom' OR way ~ '^(# @>|v <@ #)'
$$;

-- The views and policies by which rows are hidden; and one way that hides nothing, by which the test could fail.
CREATE VIEW barrier WITH (security_barrier) AS SELECT * FROM hidden WHERE who = CURRENT_USER;
CREATE VIEW open AS SELECT * FROM hidden WHERE who = CURRENT_USER;
CREATE TABLE policed (LIKE hidden);
INSERT INTO policed SELECT * FROM hidden;
ALTER TABLE policed ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON policed USING (who = CURRENT_USER);
CREATE TABLE parted (LIKE hidden) PARTITION BY RANGE (id);
CREATE TABLE parted_1 PARTITION OF parted FOR VALUES FROM (0) TO (5000);
CREATE TABLE parted_2 PARTITION OF parted FOR VALUES FROM (5000) TO (20000);
INSERT INTO parted SELECT * FROM hidden;
ALTER TABLE parted ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON parted USING (who = CURRENT_USER);
CREATE TABLE by_column (LIKE hidden);
INSERT INTO by_column SELECT * FROM hidden;
ANALYZE policed, parted, by_column;
GRANT SELECT ON barrier, open, policed, parted TO alice;
GRANT SELECT (id, who) ON by_column TO alice;

DO $$
BEGIN
    ASSERT estimates_differ('hidden'), 'the owner sees no statistics';
    ASSERT estimates_differ('policed'), 'the owner sees no statistics';
END $$;

SET ROLE alice;
DO $$
DECLARE
    relation text;
    way text;
    common text := quote_literal((SELECT f FROM filters WHERE name = 'common')) || '::bloom';
    four text := 'bloom_add(bloom_empty(10, 0.01, ''mitz64 int4''), v) IS NOT NULL'; -- tells the value that is too large
    texts text := 'bloom_contains(f, 1)'; -- of another kind in a row that is hidden
BEGIN
    FOREACH relation IN ARRAY ARRAY['barrier', 'policed', 'parted'] LOOP
        ASSERT NOT estimates_differ(relation), 'an estimate tells of ' || relation;
        FOR way IN SELECT * FROM ways() UNION ALL VALUES (four), (texts) LOOP
            EXECUTE format('SELECT count(*) FROM %s WHERE %s', relation, replace(way, '#', common));
            EXECUTE format('SELECT count(*) FILTER (WHERE %s) FROM %s', replace(way, '#', common), relation);
            EXECUTE format('SELECT count(*) FROM %1$s AS r JOIN (SELECT 1 AS one) AS s ON one = r.id OR %2$s', relation, replace(way, '#', common));
        END LOOP;
    END LOOP;

    -- A view that is no barrier lets functions see the rows before its condition; so would any of PostgreSQL's.
    BEGIN
        EXECUTE 'SELECT count(*) FROM open WHERE leak(' || common || ', v)';
        ASSERT false, 'no leak';
    EXCEPTION WHEN raise_exception THEN
        ASSERT SQLERRM = 'seen: 7777777777', SQLERRM;
    END;

    -- Without privilege on the column or the table nothing is told, not even that a filter is of another kind.
    FOR way IN SELECT * FROM ways() UNION ALL VALUES (four), ('bloom_contains(bloom_of(ARRAY[''text'']), v)') LOOP
        CALL refused('EXPLAIN SELECT id FROM by_column WHERE ' || replace(way, '#', common), '42501');
        CALL refused('SELECT id FROM by_column WHERE ' || replace(way, '#', common), '42501');
        CALL refused('EXPLAIN SELECT FROM hidden WHERE ' || replace(way, '#', common), '42501');
    END LOOP;
    CALL refused('SELECT bloom_agg(v) FROM by_column', '42501');
    CALL refused('SELECT bloom_suggest(''by_column'', ''v'')', '42501');
    CALL refused('SELECT bloom_suggest(''hidden'', ''v'')', '42501');
    CALL refused('SELECT bloom_suggest(''policed'', ''v'')', '42501');
    CALL refused('SELECT bloom_suggest(''parted'', ''v'')', '42501');
    CALL refused('SELECT bloom_suggest(''parted_1'', ''v'')', '42501');
    PERFORM bloom_suggest('by_column', 'id'); -- which she may read
END $$;
RESET ROLE;

-- Functions may be withheld, and with them the operators.
REVOKE EXECUTE ON FUNCTION bloom_contains(bloom, anycompatible) FROM PUBLIC;
SET ROLE alice;
CALL refused('SELECT bloom_of(ARRAY[1]) @> 1', '42501');
RESET ROLE;
GRANT EXECUTE ON FUNCTION bloom_contains(bloom, anycompatible) TO PUBLIC;

-- What alice's types and domains call is not called when a superuser adds values of them to a filter.
SET ROLE alice;
CREATE SEQUENCE own.wire;
CREATE FUNCTION own.trip() RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN PERFORM nextval('own.wire'); RETURN true; END $$;
CREATE FUNCTION own.difference(a integer, b integer) RETURNS float8 LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN PERFORM nextval('own.wire'); RETURN 1; END $$;
CREATE TYPE own.span AS RANGE (subtype = integer, subtype_diff = own.difference);
CREATE DOMAIN own.checked AS text CHECK (own.trip());
CREATE TYPE own.row AS (a own.span, b own.checked);
CREATE FUNCTION own.to_text(own.span) RETURNS text LANGUAGE plpgsql AS $$ BEGIN PERFORM nextval('own.wire'); RETURN ''; END $$;
CREATE CAST (own.span AS text) WITH FUNCTION own.to_text AS ASSIGNMENT;
CREATE FUNCTION own.equal(own.span, own.span) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN PERFORM nextval('own.wire'); RETURN true; END $$;
CREATE OPERATOR own.= (LEFTARG = own.span, RIGHTARG = own.span, FUNCTION = own.equal);
CREATE TABLE own.trap AS SELECT own.span(i, i + 5) AS a, ('x' || i)::own.checked AS b, ROW(own.span(i, i + 1), 'y')::own.row AS c FROM generate_series(1, 100) AS i;
CREATE TABLE own.days (day integer, a own.span, b own.checked) PARTITION BY LIST (day);
CREATE TABLE own.days_1 PARTITION OF own.days FOR VALUES IN (1);
CREATE TABLE own.days_2 PARTITION OF own.days FOR VALUES IN (2);
INSERT INTO own.days SELECT 1 + (lower(a) > 50)::integer, a, b FROM own.trap;
SELECT setval('own.wire', 1, false) AS reset \gset
RESET ROLE;
SET search_path = own, pg_catalog, public;
DO $$
DECLARE
    f bloom;
BEGIN
    f := bloom_agg(a) FROM trap;
    ASSERT (SELECT bool_and(bloom_contains(f, a) AND f @> a AND bloom_contains_any(f, ARRAY[a])) FROM trap);
    f := bloom_agg(b) FROM trap;
    ASSERT (SELECT bool_and(bloom_contains(f, b) AND f @> b) FROM trap);
    f := bloom_agg(c) FROM trap;
    ASSERT (SELECT bool_and(bloom_contains(f, c)) FROM trap);
    PERFORM bloom_hash(a), bloom_hash(b), bloom_hash(c), bloom_shard(a, 7) FROM trap;
    ASSERT NOT (SELECT is_called FROM wire), 'a function of the type was called';
    PERFORM 'z'::checked;
    ASSERT (SELECT is_called FROM wire), 'the wire is broken';
END $$;

-- Nor when a superuser makes, builds or asks an index of them.
SELECT setval('own.wire', 1, false) AS reset \gset
CREATE INDEX days_a ON days USING bloom_skip (a);
CREATE INDEX days_b ON days USING bloom_skip (b) WITH (autobuild = later);
SELECT bloom_skip_build('days_b') AS built \gset
VACUUM days;
REINDEX TABLE days;
SET bloom_rs.skip_partitions = force;
DO $$
BEGIN
    ASSERT 'days_2'::regclass = (SELECT bloom_skip_candidates('days_a', a) FROM trap WHERE b::text = 'x77'), 'not by range';
    ASSERT 'days_2'::regclass = (SELECT bloom_skip_candidates('days_b', b) FROM trap WHERE b::text = 'x77'), 'not by domain';
    ASSERT 1 = (SELECT count(*) FROM trap, days WHERE trap.b::text = 'x77' AND days.a OPERATOR(pg_catalog.=) trap.a), 'no row by range';
    ASSERT 1 = (SELECT count(*) FROM days WHERE b::text = 'x77'), 'no row by domain';
    ASSERT NOT (SELECT is_called FROM wire), 'a function of the type was called';
END $$;
