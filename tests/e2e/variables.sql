-- Filters in variables of PL/pgSQL, which PostgreSQL 18 lets functions change in place: whatever shares them, keeps them,
-- fails or rolls back, the results are those of copies.

CREATE EXTENSION bloom_rs;
CREATE FUNCTION expect(what text, correct boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF correct IS NOT TRUE THEN RAISE EXCEPTION '%', what; END IF;
END $$;
CREATE FUNCTION of(first int, last int) RETURNS bloom LANGUAGE sql AS
    'SELECT bloom_add_all(bloom_empty(1000), array_agg(i)) FROM generate_series(first, last) AS i';
CREATE TYPE pair AS (f bloom, n int);
CREATE TABLE kept (f bloom, c counting_bloom);

DO $$
DECLARE
    f bloom := bloom_empty(1000);
    g bloom;
    saved bloom[];
    r pair;
    c counting_bloom := counting_bloom_empty(1000);
    t bloom := bloom_empty(1000);
BEGIN
    FOR i IN 1..500 LOOP
        f := f || i;
        t := bloom_add(t, 'text ' || i);
        c := bloom_add(c, i);
    END LOOP;
    PERFORM expect('a loop', f = of(1, 500));
    PERFORM expect('texts', (SELECT bool_and(t @> ('text ' || n)) FROM generate_series(1, 500) AS n));
    PERFORM expect('counts', c::bloom = bloom_add_all(bloom_empty(1000), ARRAY(SELECT generate_series(1, 500))));

    -- Another variable keeps what it was given.
    g := f;
    f := f || 501;
    PERFORM expect('a copy', g = of(1, 500) AND f = of(1, 501));
    g := g || 502;
    PERFORM expect('the copy changed', g = of(1, 500) || 502 AND f = of(1, 501));
    g := f || 502;
    PERFORM expect('assigned elsewhere', f = of(1, 501) AND g = of(1, 502));

    -- So does a table, an array, a row, a function that returns it.
    INSERT INTO kept VALUES (f, c);
    saved := saved || f;
    r := ROW(f, 1);
    f := f || 502;
    PERFORM expect('stored', (SELECT kept.f = of(1, 501) FROM kept) AND saved[1] = of(1, 501) AND r.f = of(1, 501));
    r.f := r.f || 502;
    PERFORM expect('a field', r.f = f);
    saved[1] := saved[1] || 502;
    PERFORM expect('an element', saved[1] = f);

    -- The variable in its own value, more than once.
    f := f || bloom_count(f)::int;
    PERFORM expect('its own count', f @> bloom_count(g)::int);
    g := f;
    BEGIN
        f := bloom_add(f, f);
        PERFORM expect('a filter took a filter', false);
    EXCEPTION WHEN feature_not_supported THEN
        PERFORM expect('itself', f = g);
    END;
END $$;

-- Its own bytes, which are where the filter is that they go into.
DO $$
DECLARE
    f bloom := bloom_empty(1000);
    g bloom;
    c counting_bloom := counting_bloom_empty(1000);
    d counting_bloom;
BEGIN
    FOR i IN 1..100 LOOP
        f := f || int4send(i);
        c := bloom_add(c, int4send(i));
    END LOOP;
    g := f::text::bloom;
    d := c::text::counting_bloom;
    f := bloom_add(f, f::bytea);
    c := bloom_add(c, c::bytea);
    PERFORM expect('its own bytes', f = bloom_add(g, g::bytea) AND f @> g::bytea AND f <> g);
    PERFORM expect('its own bytes, counted', c = bloom_add(d, d::bytea) AND c @> d::bytea AND c <> d);
    d := c::text::counting_bloom;
    c := bloom_remove(c, c::bytea);
    PERFORM expect('not there', c = bloom_remove(d, d::bytea));
END $$;

-- A change that fails leaves it as it was.
DO $$
DECLARE
    f bloom := bloom_empty(1000);
    g bloom;
BEGIN
    FOR i IN 1..100 LOOP f := f || i; END LOOP;
    BEGIN
        f := f || 'a text'::text;
        PERFORM expect('not refused', false);
    EXCEPTION WHEN datatype_mismatch THEN
        PERFORM expect('after an error', f = of(1, 100));
    END;
    BEGIN
        f := f || 101;
        f := f || (102 / (bloom_count(f)::int - bloom_count(f)::int));
        PERFORM expect('no division by zero', false);
    EXCEPTION WHEN division_by_zero THEN
        PERFORM expect('variables are not rolled back', f = of(1, 101));
    END;
    f := f || NULL::int;
    PERFORM expect('NULL', f IS NULL);
END $$;

-- Counting filters, down to nothing and with values that are not there.
DO $$
DECLARE
    c counting_bloom := counting_bloom_empty(1000);
    d counting_bloom;
BEGIN
    SET LOCAL client_min_messages = warning;
    FOR i IN 1..300 LOOP c := bloom_add(c, i); END LOOP;
    d := c;
    FOR i IN 1..300 LOOP c := bloom_remove(c, i); END LOOP;
    PERFORM expect('empty again', c = counting_bloom_empty(1000));
    PERFORM expect('the copy is full', (SELECT bool_and(d @> n) FROM generate_series(1, 300) AS n));
    c := bloom_remove(d, 4711);
    PERFORM expect('absent', c = d);
END $$;

-- As argument, OUT parameter and result; over commits and in SQL functions and prepared statements.
CREATE FUNCTION filled(INOUT f bloom, last int) LANGUAGE plpgsql AS $$
BEGIN
    FOR i IN 1..last LOOP f := f || i; END LOOP;
END $$;
CREATE FUNCTION filled_by_sql(bloom, int) RETURNS bloom LANGUAGE sql AS 'SELECT $1 || $2';
CREATE PROCEDURE filled_over_commits() LANGUAGE plpgsql AS $$
DECLARE
    f bloom := bloom_empty(1000);
BEGIN
    FOR i IN 1..100 LOOP
        f := f || i;
        IF i % 10 = 0 THEN COMMIT; END IF;
        IF i % 25 = 0 THEN ROLLBACK; END IF;
    END LOOP;
    PERFORM expect('over commits', f = of(1, 100));
END $$;
SELECT expect('a parameter', filled(bloom_empty(1000), 200) = of(1, 200));
SELECT expect('twice', filled(f, 300) = of(1, 300) AND f = of(1, 10)) FROM of(1, 10) AS f;
SELECT expect('in SQL', filled_by_sql(filled_by_sql(bloom_empty(1000), 1), 2) = of(1, 2));
SELECT expect('nested', bloom_add(bloom_add(bloom_empty(1000), 1), 2) = of(1, 2));
CALL filled_over_commits();
PREPARE added(bloom, int) AS SELECT $1 || $2 AS f;
SET plan_cache_mode = force_generic_plan;
CREATE TABLE prepared AS EXECUTE added(of(1, 10), 11);
RESET plan_cache_mode;
SELECT expect('a generic plan', f = of(1, 11)) FROM prepared;
UPDATE kept SET f = filled(f, 600), c = bloom_add(c, 7);
SELECT expect('an update', f = of(1, 600)) FROM kept;
CREATE TEMP TABLE texts AS SELECT filled(bloom_empty(1000), 5)::text AS t, filled(bloom_empty(1000), 5)::bytea AS b;
SELECT expect('text and bytea', t::bloom = of(1, 5) AND b::bloom = of(1, 5)) FROM texts;
SELECT expect('aggregated', bloom_union_agg(filled(bloom_empty(1000), n)) = of(1, 9)) FROM generate_series(1, 9) AS n;
SELECT expect('grouped', count(*) = 2) FROM (SELECT f FROM (SELECT filled(bloom_empty(1000), n % 2 + 1) AS f FROM generate_series(1, 9) AS n) AS fs GROUP BY f) AS g;

-- An aggregate whose transition is bloom_add.
DO $$
BEGIN
    EXECUTE format('CREATE AGGREGATE adding(int) (SFUNC = bloom_add, STYPE = bloom, INITCOND = %L)', bloom_empty(1000));
END $$;
SELECT expect('an aggregate', adding(n) = of(1, 100)) FROM generate_series(1, 100) AS n;
SELECT expect('a window', (array_agg(f ORDER BY n))[50] = of(1, 50))
FROM (SELECT n, adding(n) OVER (ORDER BY n) AS f FROM generate_series(1, 100) AS n) AS w;

-- 2,000 additions to a filter of 12 MB, in place, take no memory.
DO $$
DECLARE
    large bloom := bloom_empty(10000000);
BEGIN
    FOR i IN 1..2000 LOOP large := large || i; END LOOP;
    PERFORM expect('large', (SELECT bool_and(large @> n) FROM generate_series(1, 2000) AS n));
END $$;
SELECT :SERVER_VERSION_NUM >= 180000 AS in_place \gset
\if :in_place
SELECT expect('no contexts are left', count(*) = 0) FROM pg_backend_memory_contexts WHERE name = 'bloom_rs filter';
\endif
