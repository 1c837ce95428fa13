--
-- At the prompt of psql: a filter as one line, catalogs that read well, and notices that come once.
--
CREATE EXTENSION bloom_rs;
CREATE TABLE visits (package text, url text, section text);
\copy visits FROM 'examples/data/visits.csv' (FORMAT csv, HEADER)

-- 1. The text of a filter fills the screen. bloom_show says on one line how full it is and what it holds: the share of bits that
-- are set, how many values that makes, the false-positive rate now and the one it was made for.
SELECT section, length(f::text) AS characters, bloom_show(f) FROM (SELECT section, bloom_agg(url, 4000) AS f FROM visits GROUP BY section) AS filters ORDER BY section LIMIT 5;
-- Half of the bits are set when a filter holds as many values as it was made for. With more the rate grows.
SELECT n, bloom_show(bloom_agg(i, 1000)) FROM unnest(ARRAY[1, 500, 1000, 2000, 5000]) AS n, generate_series(1, n) AS i GROUP BY n ORDER BY n;
SELECT bloom_show(f) FROM (VALUES (bloom_empty(1000)), (bloom_empty(1000000, 1e-7, 'spark2')), (bloom_sized(6400000, 3)), (bloom_of(ARRAY[1.5, 2])),
    ((SELECT bloom_agg(NULL::date))), (bloom_of(ARRAY[ROW(1, 2)])), (bloom_of(ARRAY['a'::char(3)], 0.25)), (NULL)) AS t(f);
-- A filter full to the last bit, and one of an imported stream.
SELECT bloom_show(bloom_from_guava('\x010700000001ffffffffffffffff', 'text'));
SELECT bloom_show(counting_bloom_agg(i, 10000, 0.001)), bloom_show(counting_bloom_agg(i, 10000, 0.001)::bloom) FROM generate_series(1, 8000) AS i;

-- 2. What \df and \da show: arguments have names, and few lists of them are long.
SELECT DISTINCT proname FROM pg_proc WHERE proname ~ '^(counting_)?bloom' AND length(pg_get_function_arguments(oid)) > 150 ORDER BY proname;
SELECT DISTINCT proname FROM pg_proc WHERE proname ~ '^(counting_)?bloom' AND proargnames IS NULL AND pronargs > 0 AND proname !~ '_(in|out|send|recv|step|combine|final|forget|serialize|deserialize|support|sel|joinsel|handler)$' ORDER BY proname;

\df bloom_c* bloom
\dfa bloom_agg text

-- 3. Notices come once a statement, not once a row, a group, or a turn of a loop.
CREATE TABLE counted AS SELECT counting_bloom_of(ARRAY[1, 2, 3]) AS f;
SELECT count(bloom_remove(f, i)) FROM counted, generate_series(1001, 2000) AS i;
DO $$
DECLARE
    f counting_bloom := counting_bloom_of(ARRAY[1, 2, 3]);
BEGIN
    FOR i IN 1001..2000 LOOP
        f := bloom_remove(f, i);
        f := bloom_remove_all(f, ARRAY[i, -i]);
        BEGIN
            EXECUTE 'SELECT bloom_remove($1, $2)' INTO f USING f, i;
            RAISE division_by_zero;
        EXCEPTION WHEN division_by_zero THEN
            NULL;
        END;
    END LOOP;
    RAISE NOTICE 'done';
END $$;
SELECT count(*) FROM generate_series(1, 1000) AS i, bloom_params(1000 + i, 1e-10);
SELECT count(f) FROM (SELECT bloom_agg(i, 1000, 1e-10) AS f FROM generate_series(1, 100) AS i GROUP BY i % 10) AS groups;
SELECT count(f) FROM generate_series(1, 100) AS i, LATERAL (SELECT bloom_agg(i + j, 1000, 1e-10) AS f FROM generate_series(1, 2) AS j) AS one;
-- But in each statement.
SELECT count(*) FROM bloom_params(1000, 1e-10);
SELECT count(*) FROM bloom_params(1000, 1e-10);
-- The two of them do not silence each other.
SELECT count(bloom_remove(f, i)) FROM counted, generate_series(5, 9) AS i, LATERAL bloom_params(1000 + i, 1e-10);
DROP TABLE visits, counted;
DROP EXTENSION bloom_rs;
