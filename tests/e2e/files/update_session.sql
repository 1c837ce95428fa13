-- A session that updates the extension: its prepared statements and functions, whose plans are from before, return what
-- they did. Views, indexes, generated columns, checks, partitions and materialized views of dump.sql work on. Variable: mode.
SET plan_cache_mode = :mode;
PREPARE aggregates AS SELECT bloom_agg(integers), bloom_agg(texts, 1000), bloom_agg(dates), bloom_agg(intervals, 1000, 0.1), bloom_agg(integers_array),
    counting_bloom_agg(bigints), counting_bloom_agg(composites, 1000), bloom_agg(numerics) FILTER (WHERE booleans), bloom_agg(DISTINCT enums ORDER BY enums) FROM data;
PREPARE windows AS SELECT integers, counting_bloom_agg(dates, 10) OVER w AS c, bloom_agg(texts, 10) OVER w AS f FROM data WINDOW w AS (ORDER BY integers ROWS 4 PRECEDING) LIMIT 100;
PREPARE unions AS SELECT bloom_union_agg(g), bloom_union_agg(g, 0.5), bloom_intersection_agg(g), bloom_union_agg(g | f) FROM operated;
PREPARE distinct_filters AS SELECT DISTINCT g FROM operated;
PREPARE probes(integer, text) AS SELECT name, bloom_contains(f, $1), $1 <@ f, f @> $1, bloom_contains_any(f, ARRAY[$1, 7]), bloom_contains_each(f, ARRAY[$1]), c @> $1,
    bloom_contains_hash(f, bloom_hash($1)), (bloom_info(f)).* FROM filters WHERE name = 'integers'
    UNION ALL SELECT name, bloom_contains(f, $2), $2 <@ f, f @> $2, bloom_contains_all(f, ARRAY[$2]), NULL, $2 <@ c, NULL, (bloom_info(f)).* FROM filters WHERE name = 'texts';
PREPARE changes(integer) AS SELECT f || $1, bloom_add(f, $1), bloom_add_all(f, ARRAY[$1]), f | f, f & f, bloom_fold(f, 0.5), (c || $1) - c, c | c, c::bloom
    FROM filters WHERE name = 'integers';
PREPARE indexed AS SELECT v, f FROM operated WHERE g @> 42 AND f <> bloom_empty(10);
PREPARE hashed(bloom) AS SELECT count(*) FROM operated WHERE f = $1;
PREPARE pruned(bloom) AS SELECT n FROM parted WHERE f = $1;
PREPARE joined AS SELECT count(*) FROM data WHERE bloom_contains((SELECT bloom_agg(integers) FROM data WHERE integers < 50), integers);
PREPARE viewed AS SELECT u, i, same FROM operated_view UNION ALL SELECT f, NULL, NULL FROM counted_view;
PREPARE inserted(integer) AS INSERT INTO operated VALUES ($1, bloom_empty(10) || 42) RETURNING f, g, known;
CREATE FUNCTION remembered(x integer) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    filter bloom := (SELECT f FROM filters WHERE name = 'integers');
    many bloom;
BEGIN
    filter := bloom_add(filter, x);
    SELECT bloom_agg(dates) INTO many FROM data WHERE filter @> integers;
    RETURN md5(filter::text || many::text) || seen(x);
END $$;

CREATE TABLE results (turn integer, statement text, result text);
CREATE PROCEDURE run(turn integer) LANGUAGE plpgsql AS $$
DECLARE
    statement text;
    one record;
BEGIN
    FOREACH statement IN ARRAY ARRAY['aggregates', 'windows', 'unions', 'distinct_filters', 'probes(42, ''café 42'')', 'changes(2000)', 'indexed', 'hashed(bloom_empty(10) || 42)',
        'pruned(bloom_of(ARRAY[7]))', 'joined', 'viewed', 'inserted(42)'] LOOP
        FOR one IN EXECUTE 'EXECUTE ' || statement LOOP
            INSERT INTO results VALUES (turn, statement, one::text);
        END LOOP;
        DELETE FROM operated WHERE ctid > '(0,2)';
    END LOOP;
    INSERT INTO results VALUES (turn, 'remembered', remembered(42));
END $$;
SET enable_seqscan = off;
CALL run(1);
CALL run(1);
ALTER EXTENSION bloom_rs UPDATE;
CALL run(2);
CALL run(2);
REFRESH MATERIALIZED VIEW operated_union;
REFRESH MATERIALIZED VIEW counted_windows;
REINDEX TABLE operated;
REINDEX TABLE counted;
DO $$
BEGIN
    ASSERT (SELECT count(DISTINCT statement) = 13 FROM results), 'a statement returned nothing';
    ASSERT NOT EXISTS (SELECT turn, statement, result FROM results WHERE turn = 1 EXCEPT ALL SELECT 1, statement, result FROM results WHERE turn = 2), 'not as before the update';
    ASSERT check_operators(), 'an operator';
END $$;
