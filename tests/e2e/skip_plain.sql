-- Plain queries skip partitions (bloom_rs.skip_partitions): the same rows as without, whatever the query looks like.
CREATE EXTENSION bloom_rs;
SELECT bloom_skip_plain_queries(true);
CREATE TABLE events (day integer NOT NULL, user_id integer, device text, gone integer, amount numeric) PARTITION BY RANGE (day);
DO $$
BEGIN
    FOR i IN 0..19 LOOP
        EXECUTE format('CREATE TABLE events_%s PARTITION OF events FOR VALUES FROM (%s) TO (%s)', i, i * 10, i * 10 + 10);
        EXECUTE format('CREATE TABLE early_%s PARTITION OF events FOR VALUES FROM (%s) TO (%s)', i, i - 20, i - 19);
    END LOOP;
END $$;
ALTER TABLE events DROP COLUMN gone;
CREATE INDEX ON events (user_id);
INSERT INTO events SELECT i % 200, i / 3, 'd' || i % 4000, i FROM generate_series(1, 12000) AS i;
INSERT INTO events VALUES (7, NULL, NULL, 0);
SELECT bloom_skip_create('events', 'user_id'), bloom_skip_create('events', 'device');
SELECT events_user_id_skip_seal(), events_device_skip_seal();
INSERT INTO events VALUES (3, 42, 'late', 1); -- one partition is stale
ANALYZE events;
CREATE TABLE users (id integer PRIMARY KEY, name text);
INSERT INTO users SELECT i, 'u' || i FROM generate_series(1, 100) AS i;
CREATE UNIQUE INDEX ON users (name);
CREATE TABLE loose AS TABLE users;
CREATE TABLE codes (code text COLLATE "C" PRIMARY KEY);
INSERT INTO codes SELECT 'd' || i FROM generate_series(1, 100) AS i;
CREATE FUNCTION ends_alike(integer, integer) RETURNS boolean IMMUTABLE LANGUAGE sql AS 'SELECT $1 % 100 = $2 % 100';
CREATE OPERATOR === (FUNCTION = ends_alike, LEFTARG = integer, RIGHTARG = integer, COMMUTATOR = ===, RESTRICT = eqsel);
CREATE TABLE heirs (id integer PRIMARY KEY, name text);
CREATE TABLE heir () INHERITS (heirs);
INSERT INTO heirs SELECT * FROM loose WHERE id < 50;
INSERT INTO heir SELECT * FROM loose WHERE id < 50;

-- Lookups by several columns, and several lookups. A tenant and a user are in all partitions, but together in one; a device and a
-- line are in four partitions each, and together in one.
CREATE DOMAIN number AS integer;
CREATE TYPE mood AS ENUM ('sad', 'happy');
CREATE TABLE trips (day integer NOT NULL, tenant integer, user_id smallint, device text, line text COLLATE "C", plate char(8),
    code varchar(10), who name, score real, num number, fare numeric, tags integer[], labels varchar[], mood mood) PARTITION BY LIST (day);
DO $$
BEGIN
    FOR i IN 0..39 LOOP
        EXECUTE format('CREATE TABLE trips_%s PARTITION OF trips FOR VALUES IN (%1$s)', i);
    END LOOP;
END $$;
INSERT INTO trips SELECT i % 40, i % 50, i / 50, 'd' || i % 40 / 4, 'l' || i % 10, 'p' || i, 'c' || i, 'w' || i, i, i, i + 0.5, ARRAY[i], ARRAY['v' || i]
    FROM generate_series(0, 2499) AS i;
INSERT INTO trips (day, tenant, user_id) VALUES (1, NULL, 9), (2, 7, NULL), (3, NULL, NULL);
SELECT bloom_skip_create('trips', ARRAY['tenant', 'user_id']), bloom_skip_create('trips', 'device'), bloom_skip_create('trips', 'line'),
    bloom_skip_create('trips', '{plate, code, who, score, num}'::name[]), bloom_skip_create('trips', ARRAY['fare', 'tags'], 0.001),
    bloom_skip_create('trips', ARRAY['line', 'device']), bloom_skip_create('trips', 'labels');
SELECT trips_tenant_user_id_skip_seal(), trips_device_skip_seal(), trips_line_skip_seal(), trips_plate_code_who_score_num_skip_seal(),
    trips_fare_tags_skip_seal(), trips_line_device_skip_seal(), trips_labels_skip_seal();
INSERT INTO trips VALUES (9, 7, 9, 'd3', 'l2', 'p7', 'c7', 'w7', 7, 7, 7.5, '{7}', '{v7}');
SELECT trips_device_skip_seal(); -- the partition is stale in the other sets
ANALYZE trips;

-- skips(query): whether its plan reads lookups.
CREATE FUNCTION skips(query text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    line text;
BEGIN
    FOR line IN EXECUTE 'EXPLAIN (COSTS off) ' || query LOOP
        IF line LIKE '%Function Scan on bloom_skip_scan%' THEN
            RETURN true;
        END IF;
    END LOOP;
    RETURN false;
END $$;

-- rows_of(query): as one text, in any order.
CREATE FUNCTION rows_of(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    answer text;
BEGIN
    EXECUTE format('SELECT string_agg(r::text, %L ORDER BY r::text) FROM (%s) AS r', E'\n', query) INTO answer;
    RETURN answer;
END $$;

CREATE TABLE queries (query text, must_skip boolean);
INSERT INTO queries VALUES
    ('SELECT * FROM events WHERE user_id = 42', true),
    ('SELECT e, e.device FROM events AS e WHERE 42 = e.user_id AND amount > 10', true),
    ('SELECT * FROM events AS e (a, b) WHERE b = 42::bigint', true),
    ('SELECT * FROM events WHERE user_id = smallint ''42''', true),
    ('SELECT * FROM events WHERE user_id = 42::smallint', false),
    ('SELECT * FROM events WHERE user_id IN (1, 2, 3, 99999999)', true),
    ('SELECT * FROM events WHERE user_id = ANY (ARRAY[41, 42, NULL])', true),
    ('SELECT * FROM events WHERE device = ''d17''', true),
    ('SELECT * FROM events WHERE device IN (''d17'', ''late'')', true),
    ('SELECT * FROM events WHERE user_id = 42 AND device = ''late''', true),
    ('SELECT * FROM events WHERE user_id = NULL::integer', false),
    ('SELECT count(*), max(amount), device FROM events WHERE user_id = 7 GROUP BY device HAVING count(*) > 0', true),
    ('SELECT *, row_number() OVER (ORDER BY amount) FROM events WHERE user_id = 7 ORDER BY amount DESC LIMIT 2', true),
    ('SELECT DISTINCT ON (device) * FROM events WHERE user_id = 7 ORDER BY device, amount', true),
    ('WITH c AS MATERIALIZED (SELECT * FROM events WHERE user_id = 9) SELECT * FROM c AS a JOIN c AS b USING (device)', true),
    ('SELECT * FROM events WHERE user_id = 9 UNION ALL SELECT * FROM events WHERE device = ''d9''', true),
    ('SELECT * FROM users AS u JOIN events AS e ON e.user_id = u.id WHERE e.user_id = 42', true),
    ('SELECT * FROM users AS u LEFT JOIN events AS e ON e.user_id = 42 AND e.amount > u.id WHERE u.id < 3', true),
    ('SELECT * FROM events AS e LEFT JOIN users AS u ON u.id = e.user_id WHERE e.user_id = 42', true),
    ('SELECT * FROM users AS u RIGHT JOIN events AS e ON u.id = e.user_id WHERE e.user_id = 42', true),
    ('SELECT * FROM events AS e JOIN users AS id ON id.id = e.user_id WHERE e.user_id = id.id AND e.user_id = 42', true),
    ('SELECT * FROM users AS u FULL JOIN (SELECT * FROM events WHERE user_id = 42) AS e ON e.user_id = u.id', true),
    ('SELECT id, (SELECT count(*) FROM events AS e WHERE e.user_id = u.id) FROM users AS u WHERE id < 5', true),
    ('SELECT id, ARRAY(SELECT amount FROM events AS e WHERE e.user_id = u.id ORDER BY 1) FROM users AS u WHERE id < 5', true),
    ('SELECT * FROM users AS u, LATERAL (SELECT * FROM events AS e WHERE e.user_id = u.id ORDER BY amount LIMIT 1) AS l WHERE u.id < 9', true),
    ('SELECT * FROM users AS u WHERE EXISTS (SELECT FROM events WHERE user_id = 42 AND amount < u.id)', true),
    ('SELECT * FROM users AS u WHERE id IN (SELECT user_id FROM events WHERE device = ''d17'')', true),
    ('SELECT e.user_id = 42 FROM events AS e WHERE user_id = 42', true),
    ('SELECT a.amount, b.amount FROM events AS a JOIN events AS b ON a.user_id = b.user_id WHERE a.user_id = 42 AND b.user_id = 42', true),
    ('SELECT count(e) FROM events AS e WHERE user_id = 42', true),
    ('SELECT row_to_json(e) FROM events AS e WHERE user_id = 42', true),
    ('SELECT * FROM ONLY events WHERE user_id = 42', false),
    ('SELECT tableoid::regclass, * FROM events WHERE user_id = 42', false),
    ('SELECT * FROM events AS e WHERE user_id = 42 AND (SELECT e.tableoid) IS NOT NULL', false),
    ('SELECT * FROM events TABLESAMPLE SYSTEM (100) WHERE user_id = 42', false),
    ('SELECT * FROM (SELECT * FROM events WHERE user_id = 42 FOR UPDATE) AS e', false),
    ('SELECT * FROM events WHERE user_id = 42 OR user_id = 43', false),
    ('SELECT * FROM events WHERE NOT user_id = 42 AND user_id < 3', false),
    ('SELECT * FROM events WHERE user_id + 0 = 42', false),
    ('SELECT * FROM events WHERE user_id = 42.0', false),
    ('SELECT * FROM events WHERE user_id = (SELECT max(id) FROM users)', false),
    ('SELECT * FROM events WHERE device = ''d17'' COLLATE "C"', false),
    ('SELECT * FROM events WHERE user_id <> ALL (ARRAY[1, 2])', false),
    ('SELECT * FROM events WHERE user_id = day', false),
    ('SELECT * FROM events WHERE 42 = day', false),
    ('SELECT * FROM events WHERE user_id === 42', false),
    ('SELECT * FROM events AS e JOIN codes ON e.device = code WHERE code = ''d17''', false),
    ('SELECT * FROM events WHERE day IN (7, 42)', false),
    ('SELECT * FROM events WHERE user_id = ALL (ARRAY[42])', false),
    ('SELECT * FROM events WHERE user_id = ANY (ARRAY[42, day])', false),
    ('SELECT * FROM events WHERE user_id = ANY (''{{41, 42}, {43, 44}}''::integer[])', true),
    ('SELECT * FROM events WHERE user_id = ANY (ARRAY[''{41, 42}''::integer[], ''{43, 44}''])', false),
    ('SELECT * FROM events WHERE user_id = ANY (ARRAY(SELECT id FROM users WHERE id < 4))', false),
    ('SELECT * FROM events WHERE user_id = abs(-42)', false),
    ('SELECT * FROM events WHERE user_id = day::bigint', false),
    ('SELECT * FROM users AS u WHERE EXISTS (SELECT FROM users AS x, events AS e WHERE x.id = 5 AND e.user_id = u.id)', false),
    ('SELECT id, (WITH c AS (SELECT * FROM events AS e WHERE e.user_id = u.id) SELECT count(*) FROM c) FROM users AS u WHERE id < 5', false),
    ('SELECT * FROM users AS u LEFT JOIN events AS e ON e.user_id = u.id AND u.id = 42 WHERE u.id < 50', false),
    ('SELECT * FROM users AS u FULL JOIN events AS e ON e.user_id = u.id AND e.user_id = 42', false),
    ('SELECT * FROM users AS u WHERE EXISTS (SELECT FROM events AS e WHERE e.user_id = u.id)', false),
    ('SELECT * FROM users AS u JOIN events AS e ON e.user_id = u.id WHERE u.id = 42', true),
    ('SELECT * FROM events AS e, users AS u WHERE e.user_id = u.id AND u.name = ''u42''', true),
    ('SELECT * FROM events AS e JOIN users AS u ON e.user_id = u.id AND u.name = ''u42'' LEFT JOIN users AS w ON w.id = e.amount', true),
    ('SELECT * FROM users AS w LEFT JOIN (events AS e JOIN users AS u ON e.user_id = u.id AND u.name = ''u42'') ON w.id = e.amount WHERE w.id < 9', true),
    ('SELECT u.name, (SELECT count(*) FROM events AS e JOIN users AS v ON v.id = e.user_id WHERE v.id = u.id) FROM users AS u WHERE u.id < 4', true),
    ('SELECT * FROM events AS e JOIN users AS u ON e.user_id = u.id WHERE u.name > ''u95''', false),
    ('SELECT a.amount, b.amount FROM events AS a JOIN events AS b USING (user_id) WHERE a.amount < 50', false),
    ('SELECT * FROM events AS a, events AS b, users AS u WHERE a.user_id = b.amount AND b.user_id = u.id AND u.id = a.user_id AND a.amount < 200', false),
    ('SELECT * FROM users AS u LEFT JOIN events AS e ON e.user_id = u.id WHERE u.name = ''u42''', false),
    ('SELECT * FROM events AS e JOIN loose AS l ON e.user_id = l.id WHERE l.id = 42', false),
    ('SELECT * FROM events AS e JOIN heirs AS h ON e.user_id = h.id WHERE h.id = 42', false),
    ('SELECT * FROM events WHERE user_id = 42 AND day < 50', false),
    ('SELECT * FROM trips WHERE tenant = 7 AND user_id = 9', true),
    ('SELECT * FROM trips WHERE 9::bigint = user_id AND tenant = smallint ''7'' AND fare > 0', true),
    ('SELECT * FROM trips WHERE tenant = 7 AND user_id = 999999', true),
    ('SELECT * FROM trips WHERE tenant = 7', false),
    ('SELECT * FROM trips WHERE tenant = 7 AND user_id IN (8, 9)', false),
    ('SELECT * FROM trips WHERE tenant = 7 AND user_id IS NULL', false),
    ('SELECT * FROM trips WHERE tenant = 7 AND user_id = fare', false),
    ('SELECT * FROM trips WHERE tenant = 7 AND user_id = 9 AND device = ''d3'' AND line = ''l2''', true),
    ('SELECT * FROM trips WHERE device = ''d3'' AND line = ''l2''', true),
    ('SELECT * FROM trips WHERE device IN (''d3'', ''d4'', NULL) AND line = ANY (''{l2,l3}'')', true),
    ('SELECT * FROM trips WHERE plate = ''p7'' AND code = ''c7'' AND who = ''w7'' AND score = real ''7'' AND num = 7', true),
    ('SELECT * FROM trips WHERE plate = ''p7'' AND code = ''c7''::text AND who = name ''w7'' AND score = ''7'' AND num = 7::bigint', true),
    ('SELECT * FROM trips WHERE plate = ''p7'' AND code = ''c7'' AND who = ''w7''::text AND score = real ''7'' AND num = 7', false),
    ('SELECT * FROM trips WHERE fare = 7.50 AND tags = ''{7}''', true),
    ('SELECT * FROM trips WHERE labels = ''{v7}''', true),
    ('SELECT * FROM users AS u JOIN trips AS t ON t.tenant = u.id AND t.user_id = 9 WHERE u.id = 7', true),
    ('SELECT * FROM users AS u JOIN trips AS t ON t.tenant = u.id AND t.user_id = u.id WHERE u.name = ''u7''', true),
    ('SELECT * FROM users AS u JOIN trips AS t ON t.tenant = u.id AND t.user_id = 9 WHERE u.name > ''u7''', false),
    ('SELECT id, (SELECT count(*) FROM trips AS t WHERE t.user_id = 9 AND t.tenant = u.id) FROM users AS u WHERE id < 9', true),
    ('SELECT * FROM users AS u, LATERAL (SELECT * FROM trips AS t WHERE t.tenant = u.id AND t.user_id = u.id AND t.device = ''d3'' LIMIT 9) AS l WHERE u.id < 30', true),
    ('SELECT * FROM events_3 WHERE user_id = 42', false);

SET bloom_rs.skip_partitions = off;
CREATE TABLE answers AS SELECT query, must_skip, rows_of(query) AS answer FROM queries;
SET bloom_rs.skip_partitions = on;
-- Whether each skips as it must, and returns the same rows.
CREATE TABLE wrong (query text, what text);
DO $$
DECLARE
    q record;
    mode text;
    answer text;
BEGIN
    FOR q IN SELECT * FROM answers LOOP
        IF skips(q.query) IS DISTINCT FROM q.must_skip THEN
            INSERT INTO wrong VALUES (q.query, 'skips: ' || NOT q.must_skip);
        END IF;
        FOREACH mode IN ARRAY '{on, force}'::text[] LOOP
            PERFORM set_config('bloom_rs.skip_partitions', mode, false);
            answer := rows_of(q.query);
            IF answer IS DISTINCT FROM q.answer THEN
                INSERT INTO wrong VALUES (q.query, format('%s: %s instead of %s', mode, answer, q.answer));
            END IF;
        END LOOP;
        SET bloom_rs.skip_partitions = on;
    END LOOP;
END $$;
TABLE wrong;
DO $$
BEGIN
    IF EXISTS (SELECT FROM wrong) THEN
        RAISE EXCEPTION 'queries are wrong';
    ELSIF (SELECT count(*) FROM answers WHERE answer IS NOT NULL) < 50 THEN
        RAISE EXCEPTION 'most queries return nothing';
    END IF;
END $$;

-- expect(query, answer): runs a query that returns one value.
CREATE FUNCTION expect(query text, wanted text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    got text;
BEGIN
    EXECUTE query INTO got;
    IF got IS DISTINCT FROM wanted THEN
        RAISE EXCEPTION '%: %, not %', query, got, wanted;
    END IF;
END $$;
CREATE FUNCTION expect_error(query text, code text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    BEGIN
        EXECUTE query;
    EXCEPTION WHEN OTHERS THEN
        IF SQLSTATE <> code THEN
            RAISE EXCEPTION '%: %, not %', query, SQLSTATE, code;
        END IF;
        RETURN;
    END;
    RAISE EXCEPTION '% does not fail', query;
END $$;

-- reads(query): how many partitions of `trips` it reads, which are those that it locks.
CREATE FUNCTION reads(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    locked bigint;
BEGIN
    EXECUTE query;
    SELECT count(*) INTO locked FROM pg_locks JOIN pg_inherits ON inhrelid = relation
        WHERE inhparent = 'trips'::regclass AND pid = pg_backend_pid() AND mode = 'AccessShareLock';
    RAISE EXCEPTION USING ERRCODE = 'ZZ001', MESSAGE = locked;
EXCEPTION WHEN SQLSTATE 'ZZ001' THEN
    RETURN SQLERRM;
END $$;
SET bloom_rs.skip_partitions = on;
SELECT expect(format('SELECT reads(%L)', query), wanted) FROM (VALUES
    ('SELECT FROM trips WHERE tenant = 7 AND user_id = 9', '2'), -- one is stale
    ('SELECT FROM trips WHERE tenant = 7 AND user_id = 9 AND device = ''d3''', '1'), -- the stale one
    ('SELECT FROM trips WHERE device = ''d3''', '5'),
    ('SELECT FROM trips WHERE device = ''d3'' AND line = ''l2''', '2'),
    ('SELECT FROM trips WHERE device IN (''d3'', ''d4'') AND line = ''l2''', '2'),
    ('SELECT FROM trips_by_tenant_user_id(7, 9)', '2'),
    ('SELECT FROM trips_by_tenant_user_id(7, 10)', '2'),
    ('SELECT FROM trips_by_line_device(''l2'', ''d3'')', '2')) AS v (query, wanted);
SELECT expect('SELECT string_agg(p::text, '' '') FROM trips_by_tenant_user_id_partitions(7, 9) AS p', 'trips_9 trips_17');
SELECT expect('SELECT count(*) FROM trips_by_tenant_user_id(7, 9)', '2');
SELECT expect('SELECT count(*) FROM trips_by_tenant_user_id(NULL, 9)', '0');
SELECT expect('SELECT count(*) FROM trips_by_plate_code_who_score_num(''p7'', ''c7'', ''w7'', 7, 7)', '2');
SELECT expect('SELECT count(*) FROM trips_by_labels(''{v7}''::text[])', '2');
SELECT expect('SELECT concat_ws('' '', partitions, sealed, stale) FROM trips_tenant_user_id_skip_info()', '40 39 1');
SELECT expect('SELECT "values" FROM trips_tenant_user_id_skip_partitions() WHERE partition = ''trips_1''::regclass', '63');
PREPARE by_both(bigint, smallint) AS SELECT count(*) FROM trips WHERE tenant = $1 AND user_id = $2;
SET plan_cache_mode = force_generic_plan;
SELECT expect('EXECUTE by_both(7, 9::smallint)', '2');
SELECT expect('EXECUTE by_both(NULL, 9::smallint)', '0');
DO $$ BEGIN ASSERT skips('EXECUTE by_both(7, 9::smallint)'); END $$;
RESET plan_cache_mode;
-- What is written makes its partition stale if it changes one of the columns.
SELECT expect('SELECT trips_tenant_user_id_skip_seal()', '1');
UPDATE trips SET fare = fare + 1 WHERE day = 1;
SELECT expect('SELECT stale FROM trips_tenant_user_id_skip_info()', '0');
UPDATE trips SET tenant = 7777 WHERE day = 1 AND user_id = 9 AND tenant IS NULL;
SELECT expect('SELECT stale FROM trips_tenant_user_id_skip_info()', '1');
SELECT expect('SELECT count(*) FROM trips WHERE tenant = 7777 AND user_id = 9', '1');
UPDATE trips SET user_id = 7778 WHERE day = 2 AND user_id IS NULL;
SELECT expect('SELECT count(*) FROM trips WHERE tenant = 7 AND user_id = 7778', '1');
SELECT expect('SELECT trips_tenant_user_id_skip_seal()', '2');
-- Columns that swap their names
ALTER TABLE trips RENAME tenant TO other;
SELECT expect('SELECT count(*) FROM trips WHERE other = 7 AND user_id = 9', '2');
SELECT expect_error('SELECT trips_tenant_user_id_skip_seal()', '42703');
ALTER TABLE trips RENAME user_id TO tenant;
ALTER TABLE trips RENAME other TO user_id;
SELECT expect('SELECT count(*) FROM trips WHERE user_id = 7 AND tenant = 9', '2');
SELECT expect('SELECT sealed FROM trips_tenant_user_id_skip_info()', '0');
ALTER TABLE trips RENAME user_id TO other;
ALTER TABLE trips RENAME tenant TO user_id;
ALTER TABLE trips RENAME other TO tenant;
SELECT expect('SELECT count(*) FROM trips WHERE tenant = 7 AND user_id = 9', '2');
SELECT expect_error('ALTER TABLE trips ALTER user_id TYPE bigint', '0A000');
-- What is refused, and other columns that lead to the same names
SELECT expect_error(format('SELECT bloom_skip_create(%L, %L::name[])', 'trips', columns), code) FROM (VALUES
    ('{}', '22023'), ('{tenant, tenant}', '22023'), ('{tenant, NULL}', '22023'), ('{tenant, fares}', '42703'), ('{tenant, mood}', '0A000'),
    ('{day, tenant, user_id, device, line, plate, code, who, score}', '22023'), ('{tenant, user_id}', '42P07')) AS v (columns, code);
SELECT expect('SELECT bloom_skip_create(''trips'', NULL::name[])', NULL);
SELECT expect_error('SELECT bloom_skip_drop(''trips'', ARRAY[''user_id'', ''tenant''])', '42704');
CREATE TABLE same (a integer, a_b integer, b_c integer, c integer, "d e,{}" integer) PARTITION BY LIST (a);
SELECT bloom_skip_create('same', ARRAY['a_b', 'c']), bloom_skip_create('same', ARRAY['c', 'd e,{}']);
SELECT expect_error('SELECT bloom_skip_create(''same'', ARRAY[''a'', ''b_c''])', '42P07');
SELECT expect_error('SELECT bloom_skip_drop(''same'', ARRAY[''a'', ''b_c''])', '42704');
SELECT bloom_skip_upgrade('same', ARRAY['a_b', 'c']);
SELECT bloom_skip_drop('same', ARRAY['a_b', 'c']);
SELECT bloom_skip_create('same', ARRAY['a', 'b_c']);
CREATE TABLE same_1 PARTITION OF same FOR VALUES IN (1);
INSERT INTO same VALUES (1, 2, 3, 4, 5);
SELECT expect('SELECT "same_c_d e,{}_skip_seal"()', '1');
SELECT expect('SELECT count(*) FROM "same_by_c_d e,{}"(4, 5)', '1');
SELECT bloom_skip_drop('same', ARRAY['c', 'd e,{}']);
SELECT expect('SELECT count(*) FROM pg_trigger WHERE tgrelid = ''same_1''::regclass', '0');
-- SQL does not check the types of what is passed by hand.
SELECT expect_error('SELECT bloom_skip_scan(NULL::trips, ''{}'', 1, 2, 3, 4, 5)', '42804');
SELECT expect_error('SELECT bloom_skip_scan(NULL::trips, ''{}'', ''{device}''::name[], ''trips_device_skip''::regclass, ''trips_device_skip_stale''::regclass, true, 1)', '42804');
SELECT expect_error('SELECT bloom_skip_scan(NULL::trips, ''{}'', ''{device}''::name[])', '42804');
SELECT expect_error('SELECT bloom_skip_scan(NULL::trips, ''{}'', ''{line, device}''::name[], ''trips_line_device_skip''::regclass, ''trips_line_device_skip_stale''::regclass, false, 1)', '42804');
SELECT expect('SELECT count(*) FROM bloom_skip_scan(NULL::trips, NULL, ''{device}''::name[], ''trips_device_skip''::regclass, ''trips_device_skip_stale''::regclass, false, 1)', '0');
SELECT bloom_skip_drop('trips', ARRAY['tenant', 'user_id']);
SELECT expect('EXECUTE by_both(7, 9::smallint)', '2');
DO $$ BEGIN ASSERT NOT skips('EXECUTE by_both(7, 9::smallint)'); END $$;

-- Prepared, with both kinds of plans; the plan follows what happens to the table, its lookups and its privileges.
SET bloom_rs.skip_partitions = on;
CREATE ROLE reader;
GRANT SELECT ON events, events_user_id_skip, events_user_id_skip_stale TO reader;
PREPARE by_user(integer) AS SELECT count(*) FROM events WHERE user_id = $1;
SET plan_cache_mode = force_custom_plan;
SELECT expect('EXECUTE by_user(42)', '4');
SET plan_cache_mode = force_generic_plan;
SELECT expect('EXECUTE by_user(42)', '4');
DO $$ BEGIN ASSERT skips('EXECUTE by_user(42)'); END $$;
SELECT expect('EXECUTE by_user(NULL)', '0');
INSERT INTO events VALUES (199, 42, 'new', 1);
SELECT expect('EXECUTE by_user(42)', '5');
CREATE TABLE events_20 PARTITION OF events FOR VALUES FROM (200) TO (210);
INSERT INTO events VALUES (200, 42, 'newer', 1);
SELECT expect('EXECUTE by_user(42)', '6');
ALTER TABLE events ADD COLUMN note text DEFAULT 'none';
SELECT expect('EXECUTE by_user(42)', '6');
SELECT expect('SELECT min(note) FROM events WHERE user_id = 42', 'none');
SET ROLE reader;
SELECT expect('EXECUTE by_user(42)', '6');
RESET ROLE;
REVOKE SELECT ON events_user_id_skip FROM reader; -- the plain query needs no right on it
SET ROLE reader;
SELECT expect('EXECUTE by_user(42)', '6');
RESET ROLE;
GRANT SELECT ON events_user_id_skip TO reader;
REVOKE SELECT ON events_user_id_skip_stale FROM reader;
SET ROLE reader;
SELECT expect('SELECT count(*) FROM events WHERE user_id = 42', '6');
RESET ROLE;
GRANT SELECT ON events_user_id_skip_stale TO reader;
REVOKE SELECT ON events FROM reader;
SET ROLE reader;
SELECT expect_error('EXECUTE by_user(42)', '42501');
RESET ROLE;
GRANT SELECT (user_id) ON events TO reader;
GRANT SELECT ON events_user_id_skip TO reader;
SET ROLE reader;
SELECT expect('EXECUTE by_user(42)', '6');
RESET ROLE;
GRANT SELECT ON events TO reader;
ALTER TABLE events ENABLE ROW LEVEL SECURITY;
CREATE POLICY few ON events USING (device <> 'late');
SET ROLE reader;
SELECT expect('EXECUTE by_user(42)', '5');
DO $$ BEGIN ASSERT NOT skips('SELECT * FROM events WHERE user_id = 42'); END $$;
RESET ROLE;
SELECT expect('EXECUTE by_user(42)', '6');
ALTER TABLE events DISABLE ROW LEVEL SECURITY;
SET ROLE reader;
SELECT expect('EXECUTE by_user(42)', '6');
RESET ROLE;

-- Views read with the rights of their owner, who may see other rows than the caller.
GRANT USAGE, CREATE ON SCHEMA public TO reader;
CREATE VIEW of_42 AS SELECT * FROM events WHERE user_id = 42;
GRANT SELECT ON of_42 TO reader;
DO $$ BEGIN ASSERT skips('SELECT * FROM of_42'); END $$;
SET ROLE reader;
DO $$ BEGIN ASSERT NOT skips('SELECT * FROM of_42') AND skips('SELECT * FROM events WHERE user_id = 42'); END $$;
RESET ROLE;
REVOKE SELECT ON events FROM reader;
SET ROLE reader;
DO $$ BEGIN ASSERT NOT skips('SELECT * FROM of_42'); END $$;
SELECT expect('SELECT count(*) FROM of_42', '6');
RESET ROLE;
GRANT SELECT ON events TO reader;

-- The set's own functions belong to the owner of the table, who may replace them. They are not called.
CREATE OR REPLACE FUNCTION events_by_user_id(value bigint) RETURNS SETOF events STABLE STRICT LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''called''; END';
SELECT expect('SELECT count(*) FROM events WHERE user_id = 42', '6');
-- Another role's function that looks like one of a set is none.
SET ROLE reader;
CREATE TABLE planted (number integer, capacity bigint, seals bigint[], matrix bloom_matrix);
CREATE TABLE planted_marks (seal bigint);
CREATE FUNCTION planted_info(OUT partitions bigint, OUT sealed bigint, OUT stale bigint, OUT bytes bigint, OUT false_candidates float8) BEGIN ATOMIC
    SELECT * FROM bloom_skip_info('events'::regclass, '{amount}'::name[], 'planted'::regclass, 'planted_marks'::regclass);
END;
-- So is one that asks about the tables of a set.
CREATE FUNCTION stranger_info(OUT partitions bigint, OUT sealed bigint, OUT stale bigint, OUT bytes bigint, OUT false_candidates float8) BEGIN ATOMIC
    SELECT * FROM bloom_skip_info('events'::regclass, '{amount}'::name[], 'events_user_id_skip'::regclass, 'events_user_id_skip_stale'::regclass);
END;
RESET ROLE;
-- And the owner's, of another role's tables, of another function, of another table, and of no column.
CREATE FUNCTION owner_info(OUT partitions bigint, OUT sealed bigint, OUT stale bigint, OUT bytes bigint, OUT false_candidates float8) BEGIN ATOMIC
    SELECT * FROM bloom_skip_info('events'::regclass, '{amount}'::name[], 'planted'::regclass, 'planted_marks'::regclass);
END;
CREATE FUNCTION like_info(regclass, name[], regclass, regclass) RETURNS bigint LANGUAGE sql AS 'SELECT 1';
CREATE FUNCTION other_info(OUT one bigint) BEGIN ATOMIC
    SELECT * FROM like_info('events'::regclass, '{amount}'::name[], 'events_user_id_skip'::regclass, 'events_user_id_skip_stale'::regclass);
END;
CREATE FUNCTION users_info(OUT partitions bigint, OUT sealed bigint, OUT stale bigint, OUT bytes bigint, OUT false_candidates float8) BEGIN ATOMIC
    SELECT * FROM bloom_skip_info('users'::regclass, '{amount}'::name[], 'events_user_id_skip'::regclass, 'events_user_id_skip_stale'::regclass) WHERE 'events'::regclass IS NOT NULL;
END;
CREATE FUNCTION null_info(OUT partitions bigint, OUT sealed bigint, OUT stale bigint, OUT bytes bigint, OUT false_candidates float8) BEGIN ATOMIC
    SELECT * FROM bloom_skip_info('events'::regclass, NULL::name[], 'events_user_id_skip'::regclass, 'events_user_id_skip_stale'::regclass);
END;
DO $$ BEGIN ASSERT NOT skips('SELECT * FROM events WHERE amount = 7'); END $$;
DROP FUNCTION stranger_info, owner_info, other_info, users_info, null_info;

-- Cursors: WHERE CURRENT OF must find its row.
BEGIN;
DECLARE plain CURSOR FOR SELECT * FROM events WHERE user_id = 42 AND device = 'late';
FETCH plain;
UPDATE events SET amount = 2 WHERE CURRENT OF plain;
DECLARE blind INSENSITIVE CURSOR FOR SELECT device FROM events WHERE user_id = 42;
INSERT INTO events VALUES (3, 42, 'after', 1);
MOVE ALL blind;
ROLLBACK;
DO $$
DECLARE
    e record;
    found integer := 0;
BEGIN
    FOR key IN 40..44 LOOP
        FOR e IN SELECT * FROM events WHERE user_id = key LOOP
            found := found + 1;
            INSERT INTO events VALUES (5, key, 'in the loop', 0); -- not seen by the loop
        END LOOP;
    END LOOP;
    IF found <> 18 THEN RAISE EXCEPTION 'the loops find % rows', found; END IF;
    BEGIN
        PERFORM 1 / 0 FROM events WHERE user_id = 42;
    EXCEPTION WHEN division_by_zero THEN NULL;
    END;
    DELETE FROM events WHERE device = 'in the loop';
END $$;

-- A value that cannot be evaluated is not evaluated where the plain query does not.
SELECT expect('SELECT count(*) FROM events WHERE false AND user_id = 1 / 0', '0');
SELECT expect_error('SELECT count(*) FROM events WHERE user_id = 1 / 0', '22012');

-- What writes is as before.
DO $$ BEGIN
    ASSERT skips('INSERT INTO users SELECT amount, device FROM events WHERE user_id = 42');
    ASSERT NOT skips('INSERT INTO users SELECT amount, device FROM events WHERE user_id = 42 ON CONFLICT DO NOTHING');
    ASSERT NOT skips('UPDATE users SET name = (SELECT min(device) FROM events WHERE user_id = 42)');
    ASSERT NOT skips('DELETE FROM users WHERE name IN (SELECT device FROM events WHERE user_id = 42)');
    ASSERT NOT skips('WITH d AS (DELETE FROM loose RETURNING id) SELECT * FROM d, events WHERE user_id = 42');
END $$;
SELECT expect('WITH d AS (DELETE FROM events WHERE user_id = 42 AND device = ''newer'' RETURNING *) SELECT count(*) FROM d', '1');
INSERT INTO loose SELECT 1000 + row_number() OVER (), device FROM events WHERE user_id = 42;
SELECT expect('SELECT count(*) FROM loose WHERE id >= 1000', '5');
SET default_transaction_read_only = on;
SELECT expect('EXECUTE by_user(42)', '5');
RESET default_transaction_read_only;

-- After bloom_skip_drop, kept plans are plain ones, and so are those after its second creation until the first seal.
SELECT bloom_skip_drop('events', 'user_id');
DROP FUNCTION events_by_user_id(bigint);
SELECT expect('EXECUTE by_user(42)', '5');
DO $$ BEGIN ASSERT NOT skips('EXECUTE by_user(42)'); END $$;
DO $$ BEGIN ASSERT skips('SELECT * FROM events WHERE device = ''d17'''); END $$;
SELECT bloom_skip_create('events', 'user_id');
SELECT expect('EXECUTE by_user(42)', '5');
SELECT count(events_user_id_skip_seal());
DO $$ BEGIN ASSERT skips('SELECT * FROM events WHERE user_id = 42'); END $$;
SELECT expect('EXECUTE by_user(42)', '5');
ALTER TABLE events RENAME COLUMN user_id TO person;
SELECT expect('SELECT count(*) FROM events WHERE person = 42', '5');

-- A table of which all partitions are sealed, some of them below another one.
CREATE TABLE visits (day integer, user_id integer) PARTITION BY RANGE (day);
DO $$ BEGIN
    FOR i IN 0..19 LOOP
        EXECUTE format('CREATE TABLE visits_%s PARTITION OF visits FOR VALUES FROM (%s) TO (%1$s + 1)', i, i);
    END LOOP;
END $$;
CREATE TABLE visits_later PARTITION OF visits FOR VALUES FROM (20) TO (100) PARTITION BY LIST (day);
CREATE TABLE visits_20 PARTITION OF visits_later FOR VALUES IN (20);
INSERT INTO visits SELECT i % 20, i FROM generate_series(1, 2000) AS i;
SELECT bloom_skip_create('visits', 'user_id');
SELECT visits_user_id_skip_seal();
PREPARE by_visitor(integer) AS SELECT count(*) FROM visits WHERE user_id = $1;
SELECT expect('EXECUTE by_visitor(42)', '1');
-- For a plan that may be kept, they are too few.
DO $$ BEGIN
    ASSERT skips('SELECT FROM visits WHERE user_id = 42') AND skips('SELECT FROM visits WHERE user_id IN (42, NULL)');
    ASSERT NOT skips('EXECUTE by_visitor(42)') AND NOT skips('SELECT FROM users AS u JOIN visits AS v ON v.user_id = u.id WHERE u.id = 42');
    FOR i IN 30..40 LOOP
        EXECUTE format('CREATE TABLE visits_%s PARTITION OF visits_later FOR VALUES IN (%1$s)', i);
    END LOOP;
    ASSERT skips('EXECUTE by_visitor(42)') AND skips('SELECT FROM users AS u JOIN visits AS v ON v.user_id = u.id WHERE u.id = 42');
END $$;
-- A plan that is kept follows changes of partitions that are partitioned themselves.
CREATE TABLE visits_21 PARTITION OF visits_later FOR VALUES IN (21);
INSERT INTO visits VALUES (21, 42);
SELECT expect('EXECUTE by_visitor(42)', '2');
