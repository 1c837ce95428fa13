-- Many call sites that probe stored filters: the executor makes one for each partition, and PL/pgSQL makes new ones within a
-- transaction. They share the detoasted filters, memory is bounded, and no answer depends on what the others have probed.
-- Takes long, so only with LONG=yes, as in CI.

CREATE EXTENSION bloom_rs;
SET client_min_messages = warning;
SET max_parallel_workers_per_gather = 0;
SET work_mem = '64kB';

CREATE TABLE large AS SELECT 1 AS id, bloom_agg(i, 4000000) AS f FROM generate_series(1, 1000) AS i; -- 4.8 MB
CREATE TABLE parted (x integer) PARTITION BY RANGE (x);
SELECT format('CREATE TABLE part%s PARTITION OF parted FOR VALUES FROM (%s) TO (%s)', g, g * 1000, g * 1000 + 1000) FROM generate_series(0, 99) AS g \gexec
INSERT INTO parted SELECT generate_series(0, 99999);
ANALYZE parted;
CREATE FUNCTION memory() RETURNS bigint LANGUAGE sql AS 'SELECT sum(total_bytes)::bigint FROM pg_backend_memory_contexts';

-- A query of 100 partitions, whose sites are all there until it ends.
BEGIN;
SELECT memory() AS before \gset
DECLARE rows CURSOR FOR SELECT x FROM parted WHERE bloom_contains((SELECT f FROM large), x);
MOVE ALL FROM rows;
SELECT memory() - :before AS more \gset
\echo 100 partitions keep :more bytes
SELECT 1 / (:more < 20000000)::integer AS bounded;
COMMIT;
SELECT 1 / (count(*) = 1000)::integer AS found FROM parted WHERE bloom_contains((SELECT f FROM large), x) AND x BETWEEN 1 AND 1000;

-- The same filter, compressed: it is detoasted whole.
CREATE TABLE compressed (f bloom);
ALTER TABLE compressed ALTER f SET STORAGE extended;
INSERT INTO compressed SELECT f | bloom_agg(i, 4000000) FROM large, generate_series(1, 1000) AS i GROUP BY f;
SELECT 1 / (pg_column_compression(f) IS NOT NULL)::integer AS is_compressed FROM compressed;
BEGIN;
SELECT memory() AS before \gset
DECLARE rows CURSOR FOR SELECT x FROM parted WHERE bloom_contains((SELECT f FROM compressed), x);
MOVE ALL FROM rows;
SELECT memory() - :before AS more \gset
\echo 100 partitions keep :more bytes
SELECT 1 / (:more < 20000000)::integer AS bounded;
COMMIT;

-- Timeouts while a filter is detoasted free what there is; one whole copy may stay. No other statement has a
-- timeout, which might end it on a busy machine.
CREATE TABLE huge AS SELECT bloom_agg(i, 50000000) AS f FROM generate_series(1, 1000) AS i; -- 60 MB
\set ON_ERROR_STOP off
\set ON_ERROR_ROLLBACK on
BEGIN;
SELECT memory() AS before \gset
SELECT format('SET LOCAL statement_timeout = %s; SELECT count(*) FROM huge, generate_series(1, 3) AS i WHERE bloom_contains(f, i); SET LOCAL statement_timeout = 0', timeout)
FROM generate_series(2, 40, 2) AS timeout \gexec
\set ON_ERROR_STOP on
SELECT memory() - :before AS more \gset
\echo after 20 queries with a timeout :more bytes stay
SELECT 1 / (:more < 80000000)::integer AS bounded;
COMMIT;
\set ON_ERROR_ROLLBACK off

-- Two search paths, for each of which PL/pgSQL plans the expressions again.
CREATE FUNCTION probe(f bloom, n integer) RETURNS boolean STABLE LANGUAGE plpgsql AS $$
DECLARE
    found boolean;
BEGIN
    FOR i IN 1..3 LOOP
        found := bloom_contains(f, n + i);
    END LOOP;
    RETURN found;
END $$;
CREATE FUNCTION one_path(f bloom, n integer) RETURNS boolean STABLE LANGUAGE plpgsql SET search_path = pg_catalog, public AS 'BEGIN RETURN public.probe(f, n); END';
CREATE FUNCTION other_path(f bloom, n integer) RETURNS boolean STABLE LANGUAGE plpgsql SET search_path = public, pg_catalog AS 'BEGIN RETURN public.probe(f, n); END';
BEGIN;
SELECT memory() AS before \gset
SELECT count(v) FROM (SELECT CASE WHEN i % 2 = 0 THEN one_path(f, i) ELSE other_path(f, i) END AS v FROM large, generate_series(1, 300) AS i OFFSET 0) AS s;
SELECT memory() - :before AS more \gset
\echo 300 plans of an expression keep :more bytes
SELECT 1 / (:more < 20000000)::integer AS bounded;
COMMIT;

-- Twelve sites, each with another filter, in turns: more than are kept.
CREATE TABLE filters AS SELECT g AS id, bloom_agg(g * 100000 + i, 100000) AS f FROM generate_series(1, 12) AS g, generate_series(1, 1000) AS i GROUP BY g;
SELECT format('CREATE TEMP VIEW asked AS SELECT i, %s FROM generate_series(100001, 1300000, 50) AS i',
    string_agg(format('(SELECT f FROM filters WHERE id = %s) @> i AS f%1$s', id), ', ' ORDER BY id)) FROM filters \gexec
SELECT format('CREATE TEMP VIEW expected AS SELECT i, %s FROM generate_series(100001, 1300000, 50) AS i',
    string_agg(format('(SELECT f | f FROM filters WHERE id = %s) @> i AS f%1$s', id), ', ' ORDER BY id)) FROM filters \gexec
DO $$
BEGIN
    ASSERT NOT EXISTS (TABLE asked EXCEPT TABLE expected), 'sites that share filters give other answers';
    ASSERT (SELECT count(*) = 20 FROM asked WHERE f12 AND i % 100000 BETWEEN 1 AND 1000 AND i > 1200000), 'values are missed';
END $$;

-- Rows of one scan that take turns, runs of the same filter, other transactions and savepoints in between.
CREATE PROCEDURE runs(mode text) LANGUAGE plpgsql AS $$
DECLARE
    n integer;
    wrong bigint;
BEGIN
    FOR n IN 1..30 LOOP
        SELECT count(*) INTO wrong FROM (
            SELECT f.id, g.i, f.f @> g.i AS answer, (f.f | f.f) @> g.i AS expected
            FROM generate_series(1, 40) AS r, LATERAL (SELECT * FROM filters WHERE id = 1 + (r * n) % 12) AS f,
                LATERAL (SELECT f.id * 100000 + r + k * 997 AS i FROM generate_series(1, 1 + n % 5) AS k) AS g
        ) AS s WHERE answer IS DISTINCT FROM expected;
        ASSERT wrong = 0, format('%s: %s wrong answers in round %s', mode, wrong, n);
        IF mode = 'commit' THEN
            COMMIT;
        ELSIF mode = 'replace' THEN -- stored anew
            UPDATE filters SET f = bloom_add(f, 7 - n) WHERE id % 3 = n % 3;
        ELSIF mode = 'subtransaction' THEN
            BEGIN
                UPDATE filters SET f = bloom_add(f, -n);
                ASSERT (SELECT bool_and(f @> -n AND f @> -n AND f @> -n) FROM filters), 'a change is missed';
                RAISE division_by_zero;
            EXCEPTION WHEN division_by_zero THEN
                NULL;
            END;
        END IF;
    END LOOP;
END $$;
CALL runs('one transaction');
CALL runs('commit');
CALL runs('replace');
CALL runs('subtransaction');
SET work_mem = '4MB';
CALL runs('subtransaction');
CALL runs('commit');
