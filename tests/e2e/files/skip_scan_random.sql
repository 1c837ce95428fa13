-- What tests/e2e/skip_scan_random.sh compares and writes. Queries name <k> where a prepared statement has its parameter.
CREATE EXTENSION bloom_rs;
CREATE TABLE ev (day integer NOT NULL, uid integer, amount integer, name text COLLATE "C") PARTITION BY RANGE (day);
SELECT format('CREATE TABLE ev_%s PARTITION OF ev FOR VALUES FROM (%1$s) TO (%1$s + 1)', day) FROM generate_series(0, 9) AS day \gexec
CREATE TABLE ev_10 (name text COLLATE "C", gone text, amount integer, uid integer, day integer NOT NULL); -- columns at other places
ALTER TABLE ev_10 DROP gone;
ALTER TABLE ev ATTACH PARTITION ev_10 FOR VALUES FROM (10) TO (11);
CREATE TABLE ev_11 (amount integer, uid integer, day integer NOT NULL, name text COLLATE "C") PARTITION BY RANGE (uid);
CREATE TABLE ev_11_1 PARTITION OF ev_11 FOR VALUES FROM (0) TO (100);
CREATE TABLE ev_11_2 PARTITION OF ev_11 DEFAULT;
ALTER TABLE ev ATTACH PARTITION ev_11 FOR VALUES FROM (11) TO (14);
CREATE TABLE ev_rest PARTITION OF ev DEFAULT;
CREATE TABLE other (day integer, uid bigint, amount integer, name text COLLATE "C") PARTITION BY LIST (amount);
SELECT format('CREATE TABLE other_%s PARTITION OF other FOR VALUES IN (%1$s)', amount) FROM generate_series(0, 5) AS amount \gexec
CREATE TABLE users (id integer PRIMARY KEY, small smallint, big bigint, name text COLLATE "C", n integer);
INSERT INTO users SELECT id, id % 40, id * 2, 'n' || id, 0 FROM generate_series(1, 60) AS id;
INSERT INTO ev SELECT (uid * 7 + k * 3) % 16, uid, (uid + k) % 6, 'n' || uid FROM generate_series(0, 199) AS uid, generate_series(1, 4) AS k;
INSERT INTO ev VALUES (3, NULL, 1, NULL), (4, NULL, 2, 'n4');
INSERT INTO other SELECT uid % 9, uid, (uid + k) % 6, 'n' || uid FROM generate_series(0, 199) AS uid, generate_series(1, 2) AS k;
CREATE INDEX ev_uid_btree ON ev (uid);
CREATE INDEX ON ev_1 USING hash (name);
CREATE INDEX ev_uid ON ev USING bloom_skip (uid) WITH (fpp = 0.01);
CREATE INDEX ev_name ON ev USING bloom_skip (name);
CREATE INDEX other_uid ON other USING bloom_skip (uid);
CREATE VIEW shown AS SELECT day, uid, amount, name FROM ev WHERE amount >= 0;
CREATE VIEW guarded WITH (security_barrier) AS SELECT day, uid, amount, name FROM ev WHERE amount < 5;
CREATE TABLE sink (day integer, uid bigint);
CREATE SEQUENCE compared MINVALUE 0 START 0;
CREATE SEQUENCE skipped MINVALUE 0 START 0;
CREATE SEQUENCE errors MINVALUE 0 START 0;
CREATE SEQUENCE asked_again MINVALUE 0 START 0;
VACUUM ANALYZE;

CREATE FUNCTION below(n integer) RETURNS integer LANGUAGE sql AS 'SELECT floor(random() * n)::integer';
CREATE FUNCTION pick(VARIADIC parts text[]) RETURNS text LANGUAGE sql AS 'SELECT parts[1 + below(cardinality(parts))]';

-- A relation with the columns day, uid, amount and name.
CREATE FUNCTION source() RETURNS text LANGUAGE sql AS $$
    SELECT pick('ev', 'ev', 'ev', 'ev', 'ev', 'ev', 'other', 'shown', 'guarded', 'ev_11', 'ONLY ev',
        '(SELECT * FROM ev UNION ALL SELECT * FROM other)',
        '(SELECT day, uid, amount, name FROM ev UNION ALL SELECT n, id, small, name FROM users)',
        '(SELECT * FROM ev WHERE day > 4 UNION SELECT * FROM ev WHERE amount = 2)',
        '(SELECT DISTINCT day, uid, amount, name FROM ev)',
        '(SELECT max(day) AS day, uid, max(amount) AS amount, name FROM ev GROUP BY uid, name)',
        '(SELECT day, uid, amount, max(name) OVER (PARTITION BY uid) AS name FROM ev)',
        '(SELECT s.* FROM ev AS s JOIN users ON s.uid = users.id)',
        '(SELECT s.day, s.uid, s.amount, users.name FROM ev AS s LEFT JOIN users ON s.uid = users.id)',
        '(SELECT day + 0 AS day, uid, amount, name || '''' AS name FROM ev OFFSET 0)',
        '(SELECT day, uid, 60 / amount AS amount, name FROM ev WHERE amount <> 0)',
        '(SELECT day, uid, substr(name, 2)::integer AS amount, name FROM ev WHERE name LIKE ''n_%'')',
        '(SELECT day, substr(name, 2)::integer AS uid, amount, name FROM ev WHERE uid IS NOT NULL)')
$$;
-- Empty if PostgreSQL itself leaves the default partition out, as it did before its releases of August 2026.
CREATE TABLE not_null AS
    SELECT CASE WHEN max(uid) = 104 THEN ' AND # IS NOT NULL' ELSE '' END AS condition FROM ev_11 WHERE uid IN (8, 104) AND uid IS NOT NULL;
-- A condition on a relation.
CREATE FUNCTION condition(e text) RETURNS text LANGUAGE sql AS $$
    SELECT replace(key || rest, '#', e) FROM (SELECT
        pick('#.uid = <k>', '#.uid = <k>', '#.uid = <k>', '#.uid = <k>', format('%s = #.uid', below(210)), format('#.uid = %s::bigint', below(210)),
            format('#.uid = %s::smallint', below(210)), format('#.uid IN (%s, <k>, %s)', below(210), below(210)),
            format('#.uid = ANY (ARRAY[<k>, %s, NULL, <k>])', below(210)), format('#.uid = ANY (''{%s,%s,%1$s}''::bigint[])', below(210), below(210)),
            format('(#.uid = %s OR #.uid = <k>)', below(210)), format('(#.uid = <k>::bigint OR #.uid IN (<k>, %s))', below(210)),
            format('(#.uid = %s AND #.amount = %s OR #.uid = <k>)', below(210), below(6)), format('(#.uid = <k> OR #.amount = 7 AND #.uid = %s)', below(210)),
            format('(#.uid = <k> OR #.name = ''n%s'')', below(210)), format('#.name = ''n%s''', below(210)),
            format('#.name IN (''n%s'', ''n'' || <k>)', below(210)), format('#.name = ''n%s'' AND #.uid = <k>', below(210)),
            format('#.uid = (SELECT max(id) FROM users WHERE id < %s)', 1 + below(60)), format('#.uid IN (SELECT id FROM users WHERE n = 0 AND id < %s)', below(60)),
            '#.uid < 5', '#.uid IS NULL', '#.uid IS NOT DISTINCT FROM <k>', '#.uid = <k> AND #.uid = #.amount', '#.uid + 0 = <k>', '#.uid = <k>::numeric', 'NOT #.uid <> <k>') AS key,
        pick('', '', '', '', format(' AND #.day > %s', below(16)), format(' AND #.day = %s', below(16)), format(' AND #.day IN (%s, %s)', below(16), below(16)),
            format(' AND #.day BETWEEN %s AND 12', below(13)), format(' AND #.amount < %s', below(7)),
            (SELECT condition FROM not_null), ' AND #.day <> (SELECT 3)') AS rest) AS parts
$$;
-- How a relation is joined with another one.
CREATE FUNCTION join_condition(e text, u text) RETURNS text LANGUAGE sql AS $$
    SELECT replace(replace(pick('#.uid = @.id', '#.uid = @.id', '#.uid = @.id', '#.uid = @.small', '#.uid = @.big', '#.name = @.name', '@.id = #.uid AND #.day > 5',
        '#.uid = @.id AND #.name = @.name', '#.uid = @.id AND #.amount = @.small', '(#.uid = @.id OR #.uid = @.big)', '#.uid = ANY (ARRAY[@.id, @.small])',
        '#.day = @.id AND #.uid = <k>', '#.uid = @.id + 1', '#.amount = @.n'), '#', e), '@', u)
$$;
CREATE FUNCTION random_query() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    e text := source();
    c text := condition('e');
    f text := source();
    on_e text := join_condition('e', 'u');
    few text := pick('', '', format(' AND u.id < %s', below(60)), format(' AND u.id = %s', below(60)), ' AND u.name = ''n'' || <k>');
BEGIN
    CASE below(24)
        WHEN 0, 1 THEN RETURN format('SELECT %s FROM %s AS e WHERE %s', pick('e.*', 'e', 'e.uid, e.day', 'count(*), min(e.day)', 'DISTINCT e.name'), e, c);
        WHEN 2 THEN RETURN format('SELECT e.*, e.tableoid::regclass, e.ctid FROM ev AS e WHERE %s', c);
        WHEN 3 THEN RETURN format('SELECT e.uid, count(*), max(e.name) FROM %s AS e WHERE %s GROUP BY %s', e, c, pick('e.uid', 'ROLLUP (e.uid)', 'e.uid, e.day'));
        WHEN 4 THEN RETURN format('SELECT e.day, e.uid, e.amount, e.name FROM %s AS e WHERE %s ORDER BY %s LIMIT %s', e, c, pick('1, 2, 3, 4', '4 DESC, 1 DESC, 2, 3'), 1 + below(4));
        WHEN 5 THEN RETURN format('SELECT * FROM (SELECT uid, day, rank() OVER (PARTITION BY uid ORDER BY day) FROM %s AS w) AS e WHERE e.uid = <k>', e);
        WHEN 6, 7 THEN RETURN format('SELECT u.id, e.* FROM users AS u %s JOIN %s AS e ON %s WHERE %s', pick('', 'LEFT', 'RIGHT', ''), e, on_e, pick('true' || few, c));
        WHEN 8 THEN RETURN format('SELECT u.id, e.* FROM users AS u LEFT JOIN %s AS e ON %s AND %s WHERE true%s', e, on_e, c, few);
        WHEN 9 THEN RETURN format('SELECT u.id, e.* FROM users AS u FULL JOIN (SELECT * FROM %s AS e WHERE %s) AS e ON e.uid = u.id', e, c);
        WHEN 10, 11 THEN RETURN format('SELECT * FROM users AS u WHERE %s EXISTS (SELECT FROM %s AS e WHERE %s%s)%s', pick('', 'NOT'), e, on_e, pick('', ' AND ' || c), few);
        WHEN 12 THEN RETURN format('SELECT * FROM users AS u WHERE u.id %s (SELECT uid FROM %s AS e WHERE %s)', pick('IN', '= ANY', '>= ALL'), e, c);
        WHEN 13 THEN RETURN format('SELECT u.id, l.* FROM users AS u %s JOIN LATERAL (SELECT e.* FROM %s AS e WHERE %s ORDER BY e.day, e.uid, e.amount, e.name LIMIT %s) AS l ON true',
            pick('', 'LEFT'), e, on_e, 1 + below(3));
        WHEN 14 THEN RETURN format('SELECT u.id, (SELECT count(*) FROM %s AS e WHERE %s) FROM users AS u WHERE true%s', e, on_e, few);
        WHEN 15 THEN RETURN format('SELECT u.id, ARRAY(SELECT day FROM %s AS e WHERE %s AND %s ORDER BY 1) FROM users AS u WHERE true%s', e, on_e, c, few);
        WHEN 16 THEN RETURN format('SELECT e.day, f.day, f.name FROM %s AS e JOIN %s AS f ON f.uid = e.uid WHERE %s', e, f, c);
        WHEN 17 THEN RETURN format('SELECT u.id, e.day, f.day FROM users AS u JOIN %s AS e ON %s LEFT JOIN %s AS f ON f.uid = u.id AND f.day = e.day WHERE u.id < 9', e, on_e, f);
        WHEN 18 THEN RETURN format('WITH c AS %s (SELECT * FROM %s AS e WHERE %s) SELECT c.*, d.day AS d FROM c LEFT JOIN c AS d USING (uid)', pick('', 'MATERIALIZED', 'NOT MATERIALIZED'), e, c);
        WHEN 19 THEN RETURN format('SELECT e.day, e.uid FROM %s AS e WHERE %s %s SELECT day, uid FROM %s AS f WHERE %s', e, c, pick('UNION ALL', 'UNION', 'EXCEPT', 'INTERSECT'), f, condition('f'));
        WHEN 20 THEN RETURN format('SELECT u.id, e.day FROM users AS u JOIN %s AS e ON %s WHERE true%s %s OF u', replace(e, 'ONLY ', ''), on_e, few, pick('FOR UPDATE', 'FOR SHARE'));
        WHEN 21 THEN RETURN format('INSERT INTO sink SELECT e.day, e.uid FROM %s AS e WHERE %s RETURNING *', e, c);
        WHEN 22 THEN RETURN format('UPDATE users AS u SET n = u.n FROM (SELECT DISTINCT uid FROM %s AS e WHERE %s) AS e WHERE %s RETURNING u.id', e, c, pick('e.uid = u.id', 'e.uid = u.big'));
        ELSE RETURN format('SELECT n, (SELECT max(day) FROM %s AS e WHERE e.uid = n AND %s) FROM generate_series(%s, %s) AS n', e, c, below(50), 50 + below(5));
    END CASE;
END $$;

-- The rows of a query, sorted, or {error CODE}; and the tables that it locks, each behind the one that it is a partition of.
CREATE TYPE answer AS (rows text[], locks text[]);
-- Where the plan shows that a table has no row for the query, it does not name and lock its partitions.
CREATE FUNCTION agree(plain answer, skipping answer) RETURNS boolean LANGUAGE sql AS $$
    SELECT plain.rows IS NOT DISTINCT FROM skipping.rows AND skipping.locks <@ plain.locks AND NOT EXISTS (SELECT FROM unnest(plain.locks) AS l
        WHERE l <> ALL (skipping.locks) AND EXISTS (SELECT FROM unnest(skipping.locks) AS s WHERE s <> l AND split_part(s, '/', 1) = split_part(l, '/', 1) AND s ~ '/\d'))
$$;
CREATE FUNCTION rows_of(query text, mode text, key integer) RETURNS answer LANGUAGE plpgsql AS $$
DECLARE
    found answer;
    is_generic boolean := current_setting('plan_cache_mode') = 'force_generic_plan';
    whole text := CASE WHEN query ~ '^(INSERT|UPDATE)' THEN format('WITH w AS (%s) SELECT array_agg(w::text ORDER BY w::text) FROM w', query)
        ELSE format('SELECT array_agg(w::text ORDER BY w::text) FROM (%s) AS w', query) END;
BEGIN
    PERFORM set_config('bloom_rs.skip_partitions', mode, true);
    IF is_generic THEN
        DEALLOCATE ALL;
        EXECUTE format('PREPARE kept (integer) AS %s', replace(whole, '<k>', '$1'));
        whole := 'EXECUTE kept (<k>)';
    END IF;
    FOR turn IN 1..CASE WHEN is_generic THEN 2 ELSE 1 END LOOP -- the second one does not plan
        BEGIN
            EXECUTE replace(whole, '<k>', key::text) INTO found.rows;
            found.locks := ARRAY(SELECT concat(coalesce(pg_partition_root(l.relation), l.relation), '/', CASE WHEN c.relispartition THEN l.relation::oid END, ' ', l.mode)
                FROM pg_locks AS l JOIN pg_class AS c ON c.oid = l.relation
                WHERE l.pid = pg_backend_pid() AND l.granted AND c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace
                    AND (l.mode <> 'RowShareLock' OR l.relation = 'users'::regclass)); -- others are of compare()
            RAISE EXCEPTION 'undone' USING ERRCODE = 'BL000'; -- it releases them
        EXCEPTION
            WHEN SQLSTATE 'BL000' THEN NULL;
            WHEN query_canceled THEN
                RAISE WARNING 'after two minutes, %, key %: %', mode, key, query;
                RAISE;
            WHEN invalid_text_representation OR numeric_value_out_of_range OR feature_not_supported OR internal_error OR division_by_zero THEN
                RETURN (ARRAY['error ' || SQLSTATE || ' ' || SQLERRM], '{}'::text[])::answer;
        END;
    END LOOP;
    RETURN found;
END $$;
-- The same within the snapshot of the statement that calls it.
CREATE FUNCTION rows_within(query text, mode text, key integer) RETURNS answer STABLE LANGUAGE plpgsql AS 'BEGIN RETURN rows_of(query, mode, key); END';

-- Compares a query without and with the scan. Another session may attach or detach a partition in between, so it asks the plain query
-- again: if that returns the same as before, the scan is wrong. Under READ COMMITTED a partition may be reloaded in between, too: a query
-- finds it empty whose snapshot is older than its locks. So it asks three times, the last time with all partitions locked.
CREATE PROCEDURE compare(number integer) LANGUAGE plpgsql AS $$
DECLARE
    query text;
    key integer;
    line text;
    plain answer;
    skipping answer;
    answers answer[];
    is_read_committed boolean := current_setting('transaction_isolation') = 'read committed';
BEGIN
    LOCK TABLE ONLY ev, ONLY other IN ACCESS SHARE MODE; -- no partition is detached between two answers
    PERFORM setseed(hashint8extended(number, 0) / 9223372036854775808.0);
    PERFORM set_config(name, pick('on', 'on', 'on', 'off'), true) FROM unnest('{enable_nestloop,enable_hashjoin,enable_mergejoin,enable_material,enable_memoize,enable_bitmapscan,enable_sort}'::text[]) AS name;
    PERFORM set_config(name, pick('on', 'off'), true) FROM unnest('{enable_partitionwise_join,enable_partitionwise_aggregate}'::text[]) AS name;
    PERFORM set_config('plan_cache_mode', pick('force_custom_plan', 'force_generic_plan'), true), set_config('from_collapse_limit', pick('8', '8', '1'), true),
        set_config('join_collapse_limit', pick('8', '8', '1'), true), set_config('parallel_setup_cost', pick('1000', '0'), true);
    key := below(210);
    query := random_query();
    FOR turn IN 1..3 LOOP
        IF turn = 3 AND is_read_committed THEN
            LOCK TABLE ev, other IN ROW SHARE MODE;
        END IF;
        IF is_read_committed AND NOT query ~ '^(INSERT|UPDATE)|FOR (UPDATE|SHARE)' AND current_setting('plan_cache_mode') <> 'force_generic_plan' THEN
            SELECT ARRAY[rows_within(query, 'off', key), rows_within(query, 'force', key)] INTO answers;
            plain := answers[1];
            skipping := answers[2];
        ELSE
            plain := rows_of(query, 'off', key);
            skipping := rows_of(query, 'force', key);
        END IF;
        -- A row that is not read raises no error.
        EXIT WHEN agree(plain, skipping) OR plain.rows[1] ~ '^error 22';
        PERFORM nextval('asked_again');
        IF (turn = 3 OR NOT is_read_committed) AND plain IS NOT DISTINCT FROM rows_of(query, 'off', key) THEN
            RAISE WARNING 'WRONG % in %: % without, % with; key %, %', number, current_setting('transaction_isolation'), plain, skipping, key, query;
        END IF;
    END LOOP;
    PERFORM nextval('compared');
    IF plain.rows[1] LIKE 'error %' THEN
        PERFORM nextval('errors');
        IF plain.rows[1] LIKE 'error XX000%' THEN RAISE WARNING 'internal error of % in %', plain, query; END IF;
    END IF;
    PERFORM set_config('bloom_rs.skip_partitions', 'force', true);
    FOR line IN EXECUTE 'EXPLAIN (COSTS off) ' || replace(query, '<k>', key::text) LOOP
        IF line LIKE '%(Bloom Skip)%' THEN
            PERFORM nextval('skipped');
            EXIT;
        END IF;
    END LOOP;
END $$;
CREATE PROCEDURE compare_some(first integer, count integer) LANGUAGE plpgsql AS $$
BEGIN
    FOR number IN first..first + count - 1 LOOP
        COMMIT;
        CALL compare(number);
    END LOOP;
END $$;

-- One random change.
CREATE PROCEDURE write() LANGUAGE plpgsql AS $$
DECLARE
    part integer := below(10);
    key integer := below(210);
    way integer := below(100);
BEGIN
    SET LOCAL lock_timeout = '200ms';
    CASE
        WHEN way < 25 THEN INSERT INTO ev SELECT below(16), key + i, below(6), 'n' || key + i FROM generate_series(0, 3) AS i;
        WHEN way < 30 THEN INSERT INTO other SELECT below(9), key + i, below(6), 'n' || key + i FROM generate_series(0, 3) AS i;
        WHEN way < 34 THEN UPDATE ev SET amount = (amount + 1) % 6 WHERE uid = key; -- HOT where it can be
        WHEN way < 40 THEN UPDATE ev SET uid = key, name = 'n' || key WHERE day = part AND uid IN (SELECT min(uid) FROM ev WHERE day = part);
        WHEN way < 45 THEN UPDATE ev SET day = (day + 5) % 16 WHERE uid = key;
        WHEN way < 55 THEN DELETE FROM ev WHERE uid BETWEEN key AND key + 5 AND day <> part;
        WHEN way < 58 THEN DELETE FROM other WHERE uid BETWEEN key AND key + 9;
        WHEN way < 60 THEN -- more than the filter holds, until the partition is truncated
            EXECUTE format('INSERT INTO ev_%s SELECT %1$s, 1000 + i, 0, ''n'' || i %% 50 FROM generate_series(1, 4000) AS i', part);
        WHEN way < 63 THEN
            BEGIN
                INSERT INTO ev VALUES (part, key, 1, 'undone');
                RAISE EXCEPTION 'undone' USING ERRCODE = 'BL000';
            EXCEPTION WHEN SQLSTATE 'BL000' THEN
                INSERT INTO ev VALUES (part, key, 1, 'n' || key);
            END;
        WHEN way < 76 THEN -- a reload
            EXECUTE format('CREATE TEMPORARY TABLE reloaded ON COMMIT DROP AS SELECT * FROM ev_%s WHERE uid < 300', part);
            EXECUTE format('TRUNCATE ev_%s', part);
            EXECUTE format('INSERT INTO ev_%s SELECT * FROM reloaded', part);
            EXECUTE format('INSERT INTO ev_%s VALUES (%1$s, %s, 2, ''n%2$s'')', part, key);
        WHEN way < 80 THEN EXECUTE format('ALTER TABLE ev_%s SET %s', part, pick('LOGGED', 'UNLOGGED'));
        WHEN way < 83 THEN EXECUTE format('CLUSTER ev_%s USING ev_%1$s_uid_idx', part);
        WHEN way < 86 THEN EXECUTE format('REINDEX TABLE ev_%s', part);
        WHEN way < 92 THEN
            EXECUTE format('ALTER TABLE ev DETACH PARTITION ev_%s', part);
            EXECUTE format('INSERT INTO ev_%s VALUES (%1$s, %s, 3, ''n%2$s'')', part, key);
            EXECUTE format('ALTER TABLE ev ATTACH PARTITION ev_%s FOR VALUES FROM (%1$s) TO (%1$s + 1)', part);
        WHEN way < 95 THEN
            EXECUTE format('DROP TABLE ev_%s', part);
            EXECUTE format('CREATE TABLE ev_%s PARTITION OF ev FOR VALUES FROM (%1$s) TO (%1$s + 1)', part);
            EXECUTE format('INSERT INTO ev_%s SELECT %1$s, %s + i, 1, ''n'' || %2$s + i FROM generate_series(0, 20) AS i', part, key);
        ELSE UPDATE users SET n = (n + 1) % 3 WHERE id = key;
    END CASE;
EXCEPTION
    WHEN undefined_table OR object_not_in_prerequisite_state OR lock_not_available OR invalid_table_definition OR undefined_object
        OR duplicate_table OR check_violation OR wrong_object_type OR deadlock_detected THEN NULL;
END $$;
CREATE PROCEDURE write_on() LANGUAGE plpgsql AS 'BEGIN LOOP CALL write(); COMMIT; PERFORM pg_sleep(random() * 0.01); END LOOP; END';
