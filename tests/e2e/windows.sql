-- As a moving aggregate, which takes values away again, counting_bloom_agg gives in every frame of random windows, over
-- values of every overload, the filter that is built from the rows of that frame alone, collected by array_agg.

CREATE EXTENSION bloom_rs;
\i tests/e2e/files/counting_states.sql
\if :{?seed}
\else
    \set seed 42000
\endif
SELECT setseed(:seed / 100000.0) \gset

-- Few values, so that many repeat, some of them often, and some are NULL. o is what the windows are ordered by.
CREATE TABLE vals AS
    SELECT id, id % 3 AS part, nullif((random() * 40)::integer, 7) AS o, '2026-01-01'::timestamp + random() * interval '9 days' AS at,
           v, v::smallint AS int2, v::bigint * 4000000000 AS int8, 'value ' || v AS text, v / 4.0 AS numeric, md5(v::text)::uuid AS uuid,
           int4send(v) AS bytea, left(v::text, 1)::"char" AS "char"
    FROM (SELECT id, CASE WHEN random() < 0.3 THEN 1 WHEN random() > 0.2 THEN (random() * 60)::integer END AS v
          FROM generate_series(1, 150) AS id OFFSET 0) AS s;

CREATE FUNCTION one_of(VARIADIC choices text[]) RETURNS text LANGUAGE sql AS 'SELECT choices[1 + floor(random() * cardinality(choices))]';

-- A random frame; the end is not before the start where PostgreSQL forbids that.
CREATE FUNCTION any_frame() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    mode text := one_of('ROWS', 'ROWS', 'RANGE', 'GROUPS');
    by_time boolean := mode = 'RANGE' AND random() < 0.5;
    least text := one_of('UNBOUNDED PRECEDING', 'PRECEDING', 'PRECEDING', 'CURRENT ROW', 'FOLLOWING');
    greatest text := CASE
        WHEN least = 'FOLLOWING' THEN one_of('FOLLOWING', 'UNBOUNDED FOLLOWING')
        WHEN least = 'CURRENT ROW' THEN one_of('CURRENT ROW', 'FOLLOWING', 'UNBOUNDED FOLLOWING')
        ELSE one_of('PRECEDING', 'CURRENT ROW', 'FOLLOWING', 'FOLLOWING', 'UNBOUNDED FOLLOWING') END;
    bounds text[];
    bound text;
BEGIN
    FOREACH bound IN ARRAY ARRAY[least, greatest] LOOP
        IF bound IN ('PRECEDING', 'FOLLOWING') THEN
            bound := CASE WHEN by_time THEN format('%L::interval ', (random() * 72)::integer || ' hours')
                          ELSE (random() * one_of('3', '50')::integer)::integer || ' ' END || bound;
        END IF;
        bounds := bounds || bound;
    END LOOP;
    RETURN one_of('', '', 'PARTITION BY part ') || 'ORDER BY ' || CASE WHEN by_time THEN 'at' WHEN mode = 'ROWS' THEN 'id' ELSE 'o' END
        || one_of(' ', ' DESC ', ' NULLS FIRST ') || mode || ' BETWEEN ' || bounds[1] || ' AND ' || bounds[2]
        || one_of('', '', '', '', ' EXCLUDE NO OTHERS', ' EXCLUDE CURRENT ROW', ' EXCLUDE GROUP', ' EXCLUDE TIES');
END $$;

CREATE TABLE compared (moves text, frames bigint, wrong bigint, wrong_plain bigint, empty bigint, nulls bigint, many bigint);

CREATE PROCEDURE compare(value text, arguments text, filtered text, frame text) LANGUAGE plpgsql AS $$
DECLARE
    result compared;
BEGIN
    EXECUTE format($query$
        SELECT %4$L, count(*), count(*) FILTER (WHERE moved::bytea IS DISTINCT FROM alone.f::bytea),
               count(*) FILTER (WHERE moved::bloom IS DISTINCT FROM alone.plain),
               count(*) FILTER (WHERE rows IS NULL), count(*) FILTER (WHERE alone.n IS NULL AND rows IS NOT NULL),
               count(*) FILTER (WHERE alone.most >= 15)
        FROM (SELECT counting_bloom_agg(%1$I%2$s) %3$s OVER w AS moved, array_agg(%1$I) %3$s OVER w AS rows
              FROM vals WINDOW w AS (%4$s)) AS frames,
             LATERAL (SELECT counting_bloom_agg(v%2$s) AS f, bloom_agg(v%2$s) AS plain FROM unnest(rows) AS v) AS built,
             LATERAL (SELECT built.*, sum(n) AS n, max(n) AS most
                      FROM (SELECT count(v) AS n FROM unnest(rows) AS v WHERE v IS NOT NULL GROUP BY v) AS counts) AS alone
        $query$, value, arguments, filtered, frame) INTO result;
    IF result.wrong + result.wrong_plain > 0 THEN
        RAISE WARNING '% and % frames are wrong: %(%) % OVER (%)', result.wrong, result.wrong_plain, value, arguments, filtered, frame;
    END IF;
    INSERT INTO compared SELECT (result).*;
END $$;

DO $$
BEGIN
    FOR i IN 1..300 LOOP
        CALL compare(one_of('v', 'int2', 'int8', 'text', 'numeric', 'uuid', 'bytea', 'char'),
            one_of('', '', ', NULL, 0.2', ', 1', ', 30', ', 60', ', 60, 0.001', ', 5, 1e-9'),
            one_of('', '', 'FILTER (WHERE id % 4 > 0)'), any_frame());
    END LOOP;
END $$;

SELECT CASE WHEN moves LIKE '%EXCLUDE%' AND moves NOT LIKE '%NO OTHERS' THEN 'EXCLUDE' WHEN moves LIKE '%BETWEEN UNBOUNDED%' THEN 'fixed start' ELSE 'moving' END AS start,
       substring(moves FROM 'ROWS|RANGE|GROUPS') AS mode, sum(frames) AS frames, sum(wrong) AS wrong, sum(wrong_plain) AS wrong_plain,
       sum(empty) AS empty, sum(nulls) AS nulls, sum(many) AS many
FROM compared GROUP BY 1, 2 ORDER BY 1, 2;

-- Beyond work_mem, where sizes are estimated, the filter may be larger or smaller than that of the frame alone; it holds
-- the frame, at the rate.
SET work_mem = '64kB';
DO $$
DECLARE
    w record;
BEGIN
    SELECT count(*) AS frames, sum((NOT bloom_contains_all(f, rows))::integer) AS missed, max(i.current_fpp) AS rate,
           min(i.capacity) AS least, max(i.capacity) AS most
    FROM (SELECT v, counting_bloom_agg(v) OVER w AS f, array_agg(v) OVER w AS rows
          FROM generate_series(1, 4150) AS v WINDOW w AS (ORDER BY v ROWS 3999 PRECEDING) OFFSET 0) AS s,
         LATERAL bloom_info(f) AS i
    WHERE v >= 4000 AND v % 10 = 0 INTO w;
    RAISE NOTICE '%', w;
    ASSERT w.frames = 16 AND w.missed = 0 AND w.rate <= 0.01 AND w.least >= 3950 AND w.most <= 4050, 'beyond work_mem';
END $$;
RESET work_mem;

-- How often the inverse was asked, and could not answer.
CREATE SEQUENCE asked;
CREATE SEQUENCE restarted;
CREATE FUNCTION watched_forget(state bloom_state, v integer, capacity bigint) RETURNS bloom_state LANGUAGE plpgsql AS $$
DECLARE
    result bloom_state := counting_bloom_agg_forget(state, v, capacity);
BEGIN
    PERFORM nextval('asked'), CASE WHEN result IS NULL THEN nextval('restarted') END;
    RETURN result;
END $$;
CREATE AGGREGATE watched(integer, bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = watched_forget, MSTYPE = bloom_state, MFINALFUNC = counting_bloom_agg_final,
    MFINALFUNC_MODIFY = read_only
);
CREATE FUNCTION watch(modulus integer, capacity bigint, frame integer, OUT asked bigint, OUT restarted bigint) LANGUAGE plpgsql AS $$
DECLARE
    before_asked bigint := nextval('asked');
    before_restarted bigint := nextval('restarted');
    wrong bigint;
BEGIN
    EXECUTE format('SELECT count(*) FILTER (WHERE f <> (SELECT counting_bloom_agg(v, $2) FROM unnest(rows) AS v))
        FROM (SELECT watched(i %% $1, $2) OVER w AS f, array_agg(i %% $1) OVER w AS rows
              FROM generate_series(1, 1000) AS i WINDOW w AS (ORDER BY i ROWS %s PRECEDING)) AS s', frame) INTO wrong USING modulus, capacity;
    ASSERT wrong = 0, format('%s wrong frames', wrong);
    asked := nextval('asked') - before_asked - 1;
    restarted := nextval('restarted') - before_restarted - 1;
END $$;

DO $$
DECLARE
    w record;
    sums record;
BEGIN
    w := watch(1000, 200, 99);
    ASSERT w.asked = 900 AND w.restarted = 0, format('distinct values: one call for each row that leaves, but %s', w);
    w := watch(10, NULL, 99);
    ASSERT w.asked = 900 AND w.restarted = 0, format('without a capacity values are counted further than to 15, but %s', w);
    w := watch(5, 200, 99);
    ASSERT w.asked = 900 AND w.restarted = 900, format('twenty of each value: saturated, but %s', w);
    SELECT sum(frames) AS frames, sum(wrong + wrong_plain) AS wrong, sum(empty) AS empty, sum(nulls) AS nulls, sum(many) AS many,
           sum(many) FILTER (WHERE moves NOT LIKE '%EXCLUDE%' AND moves NOT LIKE '%BETWEEN UNBOUNDED%') AS many_moving FROM compared INTO sums;
    RAISE NOTICE '%', sums;
    ASSERT sums.wrong = 0, 'wrong frames';
    ASSERT sums.frames >= 10000 AND sums.empty > 100 AND sums.nulls > 100 AND sums.many_moving > 1000, 'too few';
END $$;
