-- What writers do in tests/e2e/kill_filters.sh and tests/e2e/failover.sh: each act makes or changes filters, and writes
-- the values into a plain table in the same transaction. check_filters() makes all of them anew from that.

CREATE EXTENSION bloom_rs;
CREATE EXTENSION amcheck;

-- Each act has a number; what it did. Values of an act: number * 10000 + 1, 2, and so on. NULL rows are none.
CREATE TABLE acts (act bigint PRIMARY KEY, what text NOT NULL, target bigint, n integer NOT NULL);
CREATE FUNCTION values_of(act bigint, n integer) RETURNS SETOF bigint LANGUAGE sql IMMUTABLE ROWS 1000 AS
    'SELECT act * 10000 + i FROM generate_series(1, n) AS i';

CREATE TABLE built (act bigint PRIMARY KEY, f bloom NOT NULL);
CREATE TABLE united (target bigint PRIMARY KEY, f bloom NOT NULL);
CREATE TABLE counted (target bigint PRIMARY KEY, f counting_bloom NOT NULL);
CREATE TABLE fresh (key bigint PRIMARY KEY, f bloom NOT NULL);
CREATE TABLE sealed (target bigint PRIMARY KEY, m bloom_matrix NOT NULL);

-- The values stay plain rows, too; what was counted is deleted there when it is forgotten.
CREATE TABLE plain (what text NOT NULL, target bigint NOT NULL, v bigint NOT NULL);
CREATE INDEX plain_target ON plain (what, target);

-- Queries of this table skip partitions.
CREATE TABLE visits (part integer NOT NULL, v bigint NOT NULL) PARTITION BY LIST (part);
SELECT format('CREATE TABLE visits_%s PARTITION OF visits FOR VALUES IN (%1$s)', i) FROM generate_series(0, 19) AS i \gexec
CREATE INDEX visits_v ON visits USING bloom_skip (v);

CREATE FUNCTION empty() RETURNS void LANGUAGE sql AS $$
    TRUNCATE acts, built, united, counted, fresh, sealed, plain, visits;
    INSERT INTO united SELECT i, bloom_empty(50000) FROM generate_series(0, 3) AS i;
    INSERT INTO counted SELECT i, counting_bloom_empty(50000, 0.001) FROM generate_series(0, 3) AS i
$$;
SELECT empty();

CREATE FUNCTION build(number bigint, n integer) RETURNS bigint LANGUAGE sql AS $$
    INSERT INTO acts VALUES (number, 'build', number, n);
    INSERT INTO plain SELECT 'build', number, v FROM values_of(number, n) AS v;
    INSERT INTO built SELECT number, CASE number % 2 WHEN 0 THEN bloom_agg(v) ELSE bloom_agg(v, 3000, 0.001) END
    FROM values_of(number, n) AS v;
    SELECT number
$$;

CREATE FUNCTION unite(number bigint, n integer) RETURNS bigint LANGUAGE sql AS $$
    INSERT INTO acts VALUES (number, 'unite', number % 4, n);
    INSERT INTO plain SELECT 'unite', number % 4, v FROM values_of(number, n) AS v;
    UPDATE united SET f = f | (SELECT bloom_agg(v, 50000) FROM values_of(number, n) AS v) WHERE target = number % 4;
    SELECT number
$$;

CREATE FUNCTION add_one(number bigint) RETURNS bigint LANGUAGE sql AS $$
    INSERT INTO acts VALUES (number, 'add', number % 4, 1);
    INSERT INTO plain VALUES ('unite', number % 4, number * 10000 + 1);
    UPDATE united SET f = f || (number * 10000 + 1) WHERE target = number % 4;
    SELECT number
$$;

-- Counts values, and forgets some that were counted before.
CREATE FUNCTION count_up_and_down(number bigint, n integer) RETURNS bigint LANGUAGE sql AS $$
    INSERT INTO acts VALUES (number, 'count', number % 4, n);
    UPDATE counted SET f = bloom_add_all(f, ARRAY(SELECT values_of(number, n))) WHERE target = number % 4;
    INSERT INTO plain SELECT 'count', number % 4, v FROM values_of(number, n) AS v;
    WITH gone AS (
        DELETE FROM plain WHERE what = 'count' AND target = number % 4 AND v % 3 = number % 3 AND v / 10000 <> number RETURNING v
    )
    UPDATE counted SET f = f - (SELECT counting_bloom_agg(v, 50000, 0.001) FROM gone) WHERE target = number % 4;
    SELECT number
$$;

-- As in docs/MATRIX.md: a new filter, and now and then all of them move into a matrix.
CREATE FUNCTION file(number bigint, n integer) RETURNS bigint LANGUAGE sql AS $$
    INSERT INTO acts VALUES (number, 'file', number, n);
    INSERT INTO plain SELECT 'file', number, v FROM values_of(number, n % 100 + 1) AS v;
    INSERT INTO fresh SELECT number, bloom_agg(v, 100, 0.001) FROM values_of(number, n % 100 + 1) AS v;
    SELECT number
$$;
CREATE FUNCTION seal(number bigint) RETURNS bigint LANGUAGE sql AS $$
    INSERT INTO acts VALUES (number, 'seal', NULL, 0);
    WITH moved AS (DELETE FROM fresh RETURNING key, f)
    INSERT INTO sealed AS s SELECT key % 2, bloom_matrix_agg(f, key) FROM moved GROUP BY 1
    ON CONFLICT (target) DO UPDATE SET m = bloom_matrix_merge(s.m, excluded.m);
    SELECT number
$$;

-- A set that grows by itself, which keeps what `empty` takes from the plain table.
SELECT bloom_set_create('seen', 'bigint', 500);
CREATE FUNCTION see(number bigint, n integer) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO acts VALUES (number, 'see', number, n);
    INSERT INTO plain SELECT 'see', number, v FROM values_of(number, n) AS v;
    PERFORM bloom_set_add('seen', v) FROM values_of(number, n) AS v WHERE n < 10;
    PERFORM FROM bloom_set_add_all('seen', ARRAY(SELECT values_of(number, n))) WHERE n >= 10;
    RETURN number;
END $$;

CREATE FUNCTION visit(number bigint, n integer) RETURNS bigint LANGUAGE sql AS $$
    INSERT INTO acts VALUES (number, 'visit', abs(number) % 20, n);
    INSERT INTO plain SELECT 'visit', abs(number) % 20, v FROM values_of(number, n) AS v;
    INSERT INTO visits SELECT abs(number) % 20, v FROM values_of(number, n) AS v;
    SELECT number
$$;
CREATE FUNCTION build_visits(number bigint) RETURNS bigint LANGUAGE sql AS $$
    INSERT INTO acts VALUES (number, 'build visits', NULL, 0);
    SELECT bloom_skip_build('visits_v');
    SELECT number
$$;

-- A join whose large side is screened, by workers that share a filter; its answer in a snapshot.
CREATE VIEW pairs AS SELECT p.v, a.n FROM plain AS p JOIN acts AS a ON p.target = a.act WHERE a.n % 10 < 3;
CREATE FUNCTION joined(setting text) RETURNS text LANGUAGE plpgsql STABLE
    SET enable_mergejoin = off SET enable_nestloop = off
    SET parallel_setup_cost = 0 SET parallel_tuple_cost = 0 SET min_parallel_table_scan_size = 0 AS $$
DECLARE
    answer text;
BEGIN
    PERFORM set_config('bloom_rs.screen_joins', setting, true);
    EXECUTE 'SELECT count(*) || '' '' || coalesce(sum(v * n), 0) FROM pairs' INTO answer;
    RETURN answer;
END $$;
CREATE FUNCTION join_pairs(number bigint) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO acts VALUES (number, 'join', NULL, 0);
    ASSERT (SELECT joined('force') = joined('off')), 'a join lost rows';
    RETURN number;
END $$;

-- All filters are, byte by byte, what the plain rows make; rows and indexes are undamaged. Returns how many there are.
CREATE FUNCTION check_filters(OUT acts bigint, OUT filters bigint, OUT plain_values bigint) LANGUAGE plpgsql AS $$
DECLARE
    wrong text;
    relation regclass;
    visited bigint;
BEGIN
    ASSERT NOT EXISTS (SELECT FROM acts AS a WHERE act < 0), 'what was rolled back is there';
    wrong := (SELECT string_agg(a.act::text, ', ') FROM acts AS a
        WHERE what = 'build' AND a.n <> (SELECT count(*) FROM plain AS p WHERE p.what = 'build' AND p.target = a.act));
    ASSERT wrong IS NULL, 'the plain table is not what was written: ' || wrong;
    wrong := (SELECT string_agg(act::text, ', ') FROM (
        SELECT target AS act, CASE target % 2 WHEN 0 THEN bloom_agg(v) ELSE bloom_agg(v, 3000, 0.001) END AS f
        FROM plain WHERE what = 'build' GROUP BY target) AS again
        FULL JOIN built USING (act) WHERE again.f::bytea IS DISTINCT FROM built.f::bytea);
    ASSERT wrong IS NULL, 'built otherwise: ' || wrong;
    wrong := (SELECT string_agg(u.target::text, ', ') FROM united AS u WHERE f::bytea IS DISTINCT FROM
        (SELECT bloom_empty(50000) | bloom_agg(v, 50000) FROM plain AS p WHERE p.what = 'unite' AND p.target = u.target)::bytea);
    ASSERT wrong IS NULL, 'united otherwise: ' || wrong;
    wrong := (SELECT string_agg(c.target::text, ', ') FROM counted AS c WHERE f::bytea IS DISTINCT FROM
        (SELECT counting_bloom_empty(50000, 0.001) | counting_bloom_agg(v, 50000, 0.001) FROM plain AS p
         WHERE p.what = 'count' AND p.target = c.target)::bytea);
    ASSERT wrong IS NULL, 'counted otherwise: ' || wrong;
    wrong := (SELECT string_agg(key::text, ', ') FROM (
            SELECT act AS key, bloom_agg(v, 100, 0.001) AS f
            FROM acts AS a LEFT JOIN plain AS p ON p.what = 'file' AND p.target = act WHERE a.what = 'file' GROUP BY act
        ) AS again FULL JOIN (
            SELECT key, f FROM fresh UNION ALL
            SELECT key, bloom_matrix_filter(m, key) FROM sealed, unnest(bloom_matrix_keys(m)) AS key
        ) AS kept USING (key) WHERE again.f::bytea IS DISTINCT FROM kept.f::bytea);
    ASSERT wrong IS NULL, 'files and matrices are otherwise: ' || wrong;
    wrong := (SELECT string_agg(v::text, ', ') FROM plain AS p WHERE p.what = 'file' AND v % 50 = 1 AND NOT EXISTS (
        SELECT FROM fresh AS n WHERE n.key = p.target AND n.f @> v UNION ALL
        SELECT FROM sealed, bloom_matrix_search(m, v) AS key WHERE key = p.target));
    ASSERT wrong IS NULL, 'not found: ' || wrong;
    wrong := (SELECT string_agg(v::text, ', ') FROM plain WHERE what = 'see' AND NOT bloom_set_contains('seen', v));
    ASSERT wrong IS NULL, 'not in the set: ' || wrong;
    PERFORM set_config('bloom_rs.skip_partitions', 'force', true);
    FOR visited IN SELECT v FROM plain WHERE what = 'visit' AND v % 50 = 1 LOOP
        ASSERT (SELECT count(*) = 1 FROM visits AS s WHERE s.v = visited), 'a query skips a partition of ' || visited;
        ASSERT (SELECT bool_and(s.tableoid IN (SELECT bloom_skip_candidates('visits_v', visited))) FROM visits AS s WHERE s.v + 0 = visited),
            'the index lost ' || visited;
    END LOOP;
    ASSERT (SELECT count(*) FROM visits) = (SELECT count(*) FROM plain WHERE what = 'visit'), 'not all visits are there';

    IF NOT pg_is_in_recovery() THEN
        FOR relation IN SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' LOOP
            wrong := (SELECT string_agg(format('(%s,%s) %s', blkno, offnum, msg), ', ') FROM verify_heapam(relation, check_toast => true));
            ASSERT wrong IS NULL, relation || ' is damaged: ' || wrong;
        END LOOP;
        PERFORM bt_index_check(indexrelid, true) FROM pg_index JOIN pg_class AS index ON index.oid = indexrelid
        WHERE relam = (SELECT oid FROM pg_am WHERE amname = 'btree') AND indrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
                           UNION ALL SELECT reltoastrelid FROM pg_class WHERE relnamespace = 'public'::regnamespace);
    END IF;
    SELECT count(*) FROM acts INTO acts;
    SELECT (SELECT count(*) FROM built) + (SELECT count(*) FROM united) + (SELECT count(*) FROM counted)
         + (SELECT count(*) FROM fresh) + (SELECT coalesce(sum(cardinality(bloom_matrix_keys(m))), 0) FROM sealed) INTO filters;
    SELECT count(*) FROM plain INTO plain_values;
END $$;
