-- The scan that skips partitions: the same rows as without, whatever the query looks like, and which queries have it; types, kept plans, rights.
-- setting: shared_preload_libraries = bloom_rs
-- setting: jit = off
-- setting: autovacuum = off
CREATE EXTENSION bloom_rs;
\ir files/skip_scan.sql
CREATE TABLE events (day integer NOT NULL, user_id integer, device text, gone integer, amount numeric) PARTITION BY RANGE (day);
SELECT format('CREATE TABLE events_%s PARTITION OF events FOR VALUES FROM (%s) TO (%s)', i, i * 10, i * 10 + 10) FROM generate_series(0, 19) AS i \gexec
SELECT format('CREATE TABLE early_%s PARTITION OF events FOR VALUES FROM (%s) TO (%s)', i, i - 20, i - 19) FROM generate_series(0, 19) AS i \gexec
ALTER TABLE events DROP COLUMN gone;
CREATE INDEX ON events (user_id);
INSERT INTO events SELECT i % 200, i / 3, 'd' || i % 4000, i FROM generate_series(1, 12000) AS i;
INSERT INTO events VALUES (7, NULL, NULL, 0);
CREATE INDEX events_skip ON events USING bloom_skip (user_id);
CREATE INDEX ON events USING bloom_skip (device);
INSERT INTO events VALUES (3, 42, 'late', 1);
CREATE TABLE users (id integer PRIMARY KEY, name text);
INSERT INTO users SELECT i, 'u' || i FROM generate_series(1, 100) AS i;
CREATE TABLE loose AS TABLE users;
CREATE TABLE codes (code text COLLATE "C" PRIMARY KEY);
INSERT INTO codes SELECT 'd' || i FROM generate_series(1, 100) AS i;
CREATE FUNCTION ends_alike(integer, integer) RETURNS boolean IMMUTABLE LANGUAGE sql AS 'SELECT $1 % 100 = $2 % 100';
CREATE OPERATOR === (FUNCTION = ends_alike, LEFTARG = integer, RIGHTARG = integer, COMMUTATOR = ===, RESTRICT = eqsel);
CREATE TABLE heirs (id integer PRIMARY KEY, name text);
CREATE TABLE heir () INHERITS (heirs);
INSERT INTO heirs SELECT * FROM loose WHERE id < 50;
INSERT INTO heir SELECT * FROM loose WHERE id < 50;
CREATE VIEW report AS SELECT day, user_id AS person, device || '' AS device FROM events WHERE amount >= 0;
CREATE VIEW of_42 AS SELECT * FROM events WHERE user_id = 42;
CREATE VIEW guarded WITH (security_barrier) AS SELECT * FROM events WHERE amount >= 0;
CREATE FUNCTION rows_of_user(integer) RETURNS SETOF events STABLE LANGUAGE sql AS 'SELECT * FROM events WHERE user_id = $1';

-- A column of each kind of type; values are in one partition, or two.
CREATE DOMAIN number AS integer CHECK (VALUE >= 0);
CREATE DOMAIN code AS varchar(10);
CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
CREATE TABLE typed (day integer, i2 smallint, i4 integer, i8 bigint, c char(8), v varchar(10), t text COLLATE "C", n name, r real, d double precision, num numeric,
    dom number, vdom code, a integer[], va varchar[], m mood, u uuid, da date, ts timestamp, tz timestamptz, b boolean, ip inet, iv interval, o oid, j jsonb, by bytea)
PARTITION BY LIST (day);
SELECT format('CREATE TABLE typed_%s PARTITION OF typed FOR VALUES IN (%1$s)', i) FROM generate_series(0, 19) AS i \gexec
INSERT INTO typed SELECT i % 20, i, i, i, 'p' || i, 'v' || i, 't' || i, 'n' || i, i + 0.5, i + 0.5, i * 1.00, i, 'v' || i, ARRAY[i, NULL], ARRAY['v' || i],
    (enum_range(NULL::mood, NULL))[1 + i % 3], ('00000000-0000-0000-0000-' || lpad(i::text, 12, '0'))::uuid, date '2026-01-01' + i, timestamp '2026-01-01' + i * interval '1 day',
    timestamptz '2026-01-01 00:00+0' + i * interval '1 day', i % 2 = 0, ('10.0.0.' || i)::inet, i * interval '24:00', i, jsonb_build_object('a', i), decode(to_hex(16 + i), 'hex')
FROM generate_series(0, 39) AS i;
INSERT INTO typed (day, d, r) VALUES (3, 'NaN', '-0'), (4, 'Infinity', '0');
SELECT format('CREATE INDEX ON typed USING bloom_skip (%I)', attname) FROM pg_attribute WHERE attrelid = 'typed'::regclass AND attnum > 1 \gexec
VACUUM ANALYZE;

CREATE TABLE queries (query text, must_skip boolean);
INSERT INTO queries VALUES
    ('SELECT * FROM events WHERE user_id = 42', true),
    ('SELECT e, e.device FROM events AS e WHERE 42 = e.user_id AND amount > 10', true),
    ('SELECT * FROM events AS e (a, b) WHERE b = 42::bigint', true),
    ('SELECT * FROM events WHERE user_id = smallint ''42''', true),
    ('SELECT * FROM events WHERE user_id = 42::smallint', true),
    ('SELECT * FROM events WHERE user_id IN (1, 2, 3, 99999999)', true),
    ('SELECT * FROM events WHERE user_id = ANY (ARRAY[41, 42, NULL, 42])', true),
    ('SELECT * FROM events WHERE device = ''d17''', true),
    ('SELECT * FROM events WHERE device IN (''d17'', ''late'')', true),
    ('SELECT * FROM events WHERE user_id = 42 AND device = ''late''', true),
    ('SELECT * FROM events WHERE user_id = 42 OR user_id = 43', true),
    ('SELECT * FROM events WHERE user_id = 42 AND amount < 100 OR user_id IN (43, 42) AND day > 100', true),
    ('SELECT * FROM events WHERE user_id = 42 OR amount = 7', false),
    ('SELECT * FROM events WHERE user_id = 42 OR device = ''d17''', false),
    ('SELECT * FROM events WHERE user_id = NULL::integer', false),
    ('SELECT count(*), max(amount), device FROM events WHERE user_id = 7 GROUP BY device HAVING count(*) > 0', true),
    ('SELECT *, row_number() OVER (ORDER BY amount) FROM events WHERE user_id = 7 ORDER BY amount DESC LIMIT 2', true),
    ('SELECT DISTINCT ON (device) * FROM events WHERE user_id = 7 ORDER BY device, amount', true),
    ('WITH c AS MATERIALIZED (SELECT * FROM events WHERE user_id = 9) SELECT * FROM c AS a JOIN c AS b USING (device)', true),
    ('WITH c AS (SELECT * FROM events) SELECT * FROM c WHERE user_id = 42', true),
    ('WITH c AS MATERIALIZED (SELECT * FROM events) SELECT * FROM c WHERE user_id = 42', false),
    ('SELECT * FROM events WHERE user_id = 9 UNION ALL SELECT * FROM events WHERE device = ''d9''', true),
    ('SELECT * FROM (SELECT * FROM events UNION ALL SELECT id, id, name, 0 FROM users) AS u WHERE user_id = 42', true),
    ('SELECT * FROM (SELECT * FROM events UNION SELECT * FROM events_3) AS u WHERE user_id = 42', true),
    ('SELECT * FROM (SELECT user_id, count(*) FROM events GROUP BY user_id) AS g WHERE user_id = 42', true),
    ('SELECT * FROM (SELECT device, max(user_id) AS user_id FROM events GROUP BY device) AS g WHERE user_id = 42', false),
    ('SELECT * FROM (SELECT user_id, rank() OVER (PARTITION BY user_id ORDER BY amount) FROM events) AS w WHERE user_id = 42', true),
    ('SELECT * FROM (SELECT user_id, rank() OVER (ORDER BY amount, day) FROM events) AS w WHERE user_id = 42', false),
    ('SELECT * FROM (SELECT * FROM events OFFSET 0) AS w WHERE user_id = 42', false),
    ('SELECT * FROM of_42', true),
    ('SELECT * FROM report WHERE person = 42', true),
    ('SELECT * FROM report WHERE device = ''d17''', false),
    ('SELECT * FROM guarded WHERE user_id = 42', true),
    ('SELECT * FROM rows_of_user(42)', false),
    ('SELECT * FROM users AS u JOIN events AS e ON e.user_id = u.id WHERE e.user_id = 42', true),
    ('SELECT * FROM users AS u LEFT JOIN events AS e ON e.user_id = 42 AND e.amount > u.id WHERE u.id < 3', true),
    ('SELECT * FROM events AS e LEFT JOIN users AS u ON u.id = e.user_id WHERE e.user_id = 42', true),
    ('SELECT * FROM users AS u RIGHT JOIN events AS e ON u.id = e.user_id WHERE e.user_id = 42', true),
    ('SELECT * FROM users AS u FULL JOIN (SELECT * FROM events WHERE user_id = 42) AS e ON e.user_id = u.id', true),
    ('SELECT * FROM users AS u FULL JOIN events AS e ON e.user_id = u.id AND e.user_id = 42', false),
    ('SELECT * FROM users AS u LEFT JOIN events AS e ON e.user_id = u.id AND u.id = 42 WHERE u.id < 50', true),
    ('SELECT * FROM users AS u LEFT JOIN events AS e ON e.user_id = u.id WHERE u.name = ''u42''', true),
    ('SELECT * FROM users AS u JOIN events AS e ON e.user_id = u.id WHERE u.id = 42', true),
    ('SELECT * FROM events AS e, users AS u WHERE e.user_id = u.id AND u.name > ''u95''', true),
    ('SELECT * FROM events AS e JOIN loose AS l ON e.user_id = l.id WHERE l.id < 5', true),
    ('SELECT * FROM events AS e JOIN heirs AS h ON e.user_id = h.id WHERE h.id = 42', true),
    ('SELECT * FROM events AS e JOIN heirs AS h ON e.user_id = h.id WHERE h.id < 4', true),
    ('SELECT * FROM events AS e JOIN codes ON e.device = code WHERE code = ''d17''', false),
    ('SELECT * FROM (VALUES (1::bigint), (42), (NULL)) AS v (n) JOIN events AS e ON e.user_id = v.n', true),
    ('SELECT * FROM (VALUES (1::numeric), (42.0)) AS v (n) JOIN events AS e ON e.user_id = v.n', false),
    ('SELECT a.amount, b.amount FROM events AS a JOIN events AS b USING (user_id) WHERE a.user_id = 42', true),
    ('SELECT a.amount, b.amount FROM events AS a JOIN events AS b USING (user_id) WHERE a.amount < 50', true),
    ('SELECT * FROM events AS a, events AS b, users AS u WHERE a.user_id = b.amount AND b.user_id = u.id AND u.id = a.user_id AND a.amount < 200', true),
    ('SELECT * FROM users AS w LEFT JOIN (events AS e JOIN users AS u ON e.user_id = u.id AND u.name = ''u42'') ON w.id = e.amount WHERE w.id < 9', true),
    ('SELECT id, (SELECT count(*) FROM events AS e WHERE e.user_id = u.id) FROM users AS u WHERE id < 5', true),
    ('SELECT id, (SELECT count(*) FROM events AS e WHERE e.user_id = u.id + 1) FROM users AS u WHERE id < 5', false),
    ('SELECT id, (WITH c AS (SELECT * FROM events AS e WHERE e.user_id = u.id) SELECT count(*) FROM c) FROM users AS u WHERE id < 5', true),
    ('SELECT id, ARRAY(SELECT amount FROM events AS e WHERE e.user_id = u.id ORDER BY 1) FROM users AS u WHERE id < 5', true),
    ('SELECT * FROM users AS u, LATERAL (SELECT * FROM events AS e WHERE e.user_id = u.id ORDER BY amount LIMIT 1) AS l WHERE u.id < 9', true),
    ('SELECT * FROM users AS u WHERE EXISTS (SELECT FROM events WHERE user_id = 42 AND amount < u.id)', true),
    ('SELECT * FROM users AS u WHERE EXISTS (SELECT FROM events AS e WHERE e.user_id = u.id AND e.amount < 50)', true),
    ('SELECT * FROM users AS u WHERE NOT EXISTS (SELECT FROM events AS e WHERE e.user_id = u.id AND e.amount > 50)', true),
    ('SELECT * FROM users AS u WHERE id IN (SELECT user_id FROM events WHERE device = ''d17'')', true),
    ('SELECT * FROM events WHERE user_id IN (SELECT id FROM users WHERE id < 5)', true),
    ('SELECT * FROM events WHERE user_id NOT IN (SELECT id FROM users WHERE id < 5) AND device = ''d17''', true),
    ('SELECT e.user_id = 42 FROM events AS e WHERE user_id = 42', true),
    ('SELECT count(e), count(e.*) FROM events AS e WHERE user_id = 42', true),
    ('SELECT row_to_json(e) FROM events AS e WHERE user_id = 42', true),
    ('SELECT FROM events WHERE user_id = 42', true),
    ('SELECT * FROM ONLY events WHERE user_id = 42', false),
    ('SELECT tableoid::regclass, ctid, * FROM events WHERE user_id = 42', true),
    ('SELECT xmin, * FROM events WHERE user_id = 42', false),
    ('SELECT * FROM events WHERE user_id = 42 AND xmax = 0', false),
    ('SELECT cmin, cmax, * FROM events WHERE user_id = 42', false),
    ('SELECT * FROM events AS e WHERE user_id = 42 AND (SELECT e.tableoid) IS NOT NULL', true),
    ('SELECT * FROM events TABLESAMPLE SYSTEM (100) WHERE user_id = 42', false),
    ('SELECT * FROM (SELECT * FROM events WHERE user_id = 42 FOR UPDATE) AS e', false),
    ('SELECT * FROM (SELECT e.* FROM events AS e JOIN users ON id = user_id WHERE user_id = 42 FOR SHARE OF e) AS e', false),
    ('SELECT * FROM (SELECT e.* FROM events AS e JOIN users ON id = user_id WHERE user_id = 42 FOR SHARE OF users) AS e', true),
    ('SELECT * FROM (SELECT e.*, e.tableoid FROM events AS e JOIN users ON id = user_id WHERE user_id = 42 FOR SHARE OF users) AS e', false),
    ('SELECT * FROM events WHERE NOT user_id = 42 AND user_id < 3', false),
    ('SELECT * FROM events WHERE user_id + 0 = 42', false),
    ('SELECT * FROM events WHERE user_id = 42.0', false),
    ('SELECT * FROM events WHERE user_id = (SELECT max(id) FROM users)', false),
    ('SELECT * FROM events WHERE device = ''d17'' COLLATE "C"', false),
    ('SELECT * FROM events WHERE user_id <> ALL (ARRAY[1, 2]) AND user_id < 3', false),
    ('SELECT * FROM events WHERE user_id = day', false),
    ('SELECT * FROM events WHERE 42 = day', false),
    ('SELECT * FROM events WHERE user_id === 42', false),
    ('SELECT * FROM events WHERE day IN (7, 42)', false),
    ('SELECT * FROM events WHERE user_id = ALL (ARRAY[42])', false),
    ('SELECT * FROM events WHERE user_id = ANY (ARRAY[42, day])', false),
    ('SELECT * FROM events WHERE user_id = ANY (''{{41, 42}, {43, 44}}''::integer[])', true),
    ('SELECT * FROM events WHERE user_id = ANY (ARRAY(SELECT id FROM users WHERE id < 4))', false),
    ('SELECT * FROM events WHERE user_id = abs(-42)', true),
    ('SELECT * FROM events WHERE user_id = length(current_setting(''server_version_num''))', false),
    ('SELECT * FROM events WHERE user_id = 42 AND day < 50', true),
    ('SELECT * FROM events WHERE user_id = 42 AND day = 3', true),
    ('SELECT * FROM events WHERE user_id = 42 AND day = 1000', false),
    ('SELECT * FROM events WHERE user_id = 42 AND false', false),
    ('SELECT * FROM events WHERE user_id = 42 AND day > (SELECT 100)', true),
    ('SELECT * FROM events_3 WHERE user_id = 42', false),
    ('INSERT INTO users SELECT 1000 + amount, device FROM events WHERE user_id = 42 RETURNING *', true),
    ('UPDATE users SET name = device FROM events WHERE user_id = id AND id = 42 AND device = ''late'' RETURNING *', true),
    ('UPDATE users SET name = (SELECT min(device) FROM events WHERE user_id = 42) WHERE id = 1 RETURNING *', true),
    ('DELETE FROM users USING events WHERE user_id = id AND user_id = 42 RETURNING id', true),
    ('UPDATE events SET amount = 0 WHERE user_id = 42 RETURNING *', false),
    ('DELETE FROM events WHERE user_id = 42 RETURNING *', false),
    ('DELETE FROM events AS e USING events AS f WHERE e.user_id = f.user_id AND f.user_id = 42 RETURNING e.*', true),
    ('SELECT day FROM typed WHERE i2 = 7 AND i4 = 7::smallint AND i8 = 7', true),
    ('SELECT day FROM typed WHERE i2 = 7::bigint', true),
    ('SELECT day FROM typed WHERE i2 = 100000', true),
    ('SELECT day FROM typed WHERE i8 = 7::smallint OR i8 = 8::integer OR i8 = 8::smallint', true),
    ('SELECT day FROM typed WHERE i8 = 7.0', false),
    ('SELECT day FROM typed WHERE c = ''p7''', true),
    ('SELECT day FROM typed WHERE c = ''p7   ''::char(20)', true),
    ('SELECT day FROM typed WHERE c = ''p7''::text', false),
    ('SELECT day FROM typed WHERE v = ''v7''', true),
    ('SELECT day FROM typed WHERE v = ''v7''::text AND v IN (''v7'', ''v8'')', true),
    ('SELECT day FROM typed WHERE t = ''t7''', true),
    ('SELECT day FROM typed WHERE t = ''t7''::name', true),
    ('SELECT day FROM typed WHERE t = ''t7''::char(8)', true),
    ('SELECT day FROM typed WHERE n = ''n7''', true),
    ('SELECT day FROM typed WHERE n = ''n7''::text', true),
    ('SELECT day FROM typed WHERE r = 7.5', true),
    ('SELECT day FROM typed WHERE r = 7.5::real AND d = 7.5::real', true),
    ('SELECT day FROM typed WHERE r = 0', true),
    ('SELECT day FROM typed WHERE d = ''NaN''', true),
    ('SELECT day FROM typed WHERE d = ''Infinity''::real', true),
    ('SELECT day FROM typed WHERE d IN (7.5, 8.5)', true),
    ('SELECT day FROM typed WHERE num = 7.000', true),
    ('SELECT day FROM typed WHERE num = 7', true),
    ('SELECT day FROM typed WHERE dom = 7', true),
    ('SELECT day FROM typed WHERE dom = 7::number', false),
    ('SELECT day FROM typed WHERE vdom = ''v7''', true),
    ('SELECT day FROM typed WHERE vdom = ''v7''::text', true),
    ('SELECT day FROM typed WHERE a = ''{7, NULL}''', true),
    ('SELECT day FROM typed WHERE va = ''{v7}''', true),
    ('SELECT day FROM typed WHERE 7 = ANY (a)', false),
    ('SELECT day FROM typed WHERE m = ''ok'' AND i4 < 5', true),
    ('SELECT day FROM typed WHERE u = ''00000000-0000-0000-0000-000000000007''', true),
    ('SELECT day FROM typed WHERE da = ''2026-01-08''', true),
    ('SELECT day FROM typed WHERE da = timestamp ''2026-01-08''', false),
    ('SELECT day FROM typed WHERE ts = ''2026-01-08''', true),
    ('SELECT day FROM typed WHERE tz = ''2026-01-08 00:00+0''', true),
    ('SELECT day FROM typed WHERE tz = timestamp ''2026-01-08''', false),
    ('SELECT day FROM typed WHERE b AND i4 = 6', true),
    ('SELECT day FROM typed WHERE b = true AND i8 > 36', false),
    ('SELECT day FROM typed WHERE ip = ''10.0.0.7''', true),
    ('SELECT day FROM typed WHERE iv = ''7 days''', true),
    ('SELECT day FROM typed WHERE o = 7', true),
    ('SELECT day FROM typed WHERE j = ''{"a": 7.0}''', true),
    ('SELECT day FROM typed WHERE by = ''\x17''', true),
    ('SELECT t.day FROM users JOIN typed AS t ON t.i8 = users.id WHERE id < 9', true),
    ('SELECT t.day FROM users JOIN typed AS t ON t.i2 = users.id WHERE id < 9', true),
    ('SELECT t.day FROM users JOIN typed AS t ON t.num = users.id WHERE id < 9', true),
    ('SELECT t.day FROM users JOIN typed AS t ON t.d = users.id::real + 0.5 WHERE id < 9', false),
    ('SELECT s.day FROM typed AS s JOIN typed AS t ON s.v = t.vdom AND t.i4 = 7', true),
    ('SELECT s.day FROM typed AS s JOIN typed AS t ON s.dom = t.i4 AND t.i8 = 7', true),
    ('SELECT s.day FROM typed AS s JOIN typed AS t ON s.num = t.i8 AND t.i4 = 7 WHERE s.num < 9', true);

-- Whether each skips as it must, and returns the same rows.
CREATE TABLE answers AS SELECT query, must_skip, agree(query) AS rows FROM queries;
SET bloom_rs.skip_partitions = force;
DO $$
DECLARE
    wrong text := (SELECT string_agg(format('%s skips: %s', query, NOT must_skip), E'\n') FROM queries WHERE skips(query) <> must_skip);
BEGIN
    ASSERT wrong IS NULL, wrong;
    ASSERT (SELECT count(*) < 9 FROM answers WHERE rows = 'none'), 'many queries return nothing';
    ASSERT (SELECT count(*) = 0 FROM answers WHERE rows ~ '^[0-9A-Z]{5}$'), (SELECT string_agg(query, E'\n') FROM answers WHERE rows ~ '^[0-9A-Z]{5}$');
END $$;
-- What the planner expects to save time by, and what not.
SET bloom_rs.skip_partitions = on;
DO $$
BEGIN
    ASSERT skips('SELECT * FROM events WHERE user_id = 42') AND skips('SELECT * FROM report WHERE person = 42 AND day > 100');
    ASSERT skips('SELECT * FROM users JOIN events ON user_id = id WHERE id < 4') AND NOT skips('SELECT * FROM loose JOIN events ON user_id >= id');
END $$;
SET bloom_rs.skip_partitions = off;
DO $$ BEGIN ASSERT (SELECT bool_and(NOT skips(query)) FROM queries), 'a query skips, though it must not'; END $$;
RESET bloom_rs.skip_partitions;

-- A value is not evaluated where the plain query does not. Who did it: a number, or a name, by its kind.
CALL expect('SELECT count(*) FROM events WHERE false AND user_id = 1 / 0', '(0)', false);
DO $$ BEGIN ASSERT agree('SELECT * FROM events WHERE user_id = 1 / 0') = '22012' AND agree('SELECT * FROM events WHERE user_id = 1 / day') = '22012'; END $$;
CREATE TABLE raw (id integer PRIMARY KEY, kind text, ref text, n integer);
INSERT INTO raw VALUES (1, 'user', '42', 1), (2, 'mail', 'abc', 0), (3, NULL, NULL, 2);
CREATE VIEW refs AS SELECT id, kind, ref::integer AS x, 84 / n AS y, n::smallint AS z, ref::number AS dom, ref, n FROM raw;
CREATE TABLE kinds (day integer, uid integer, kind text) PARTITION BY RANGE (day);
SELECT format('CREATE TABLE kinds_%s PARTITION OF kinds FOR VALUES FROM (%s) TO (%s)', i, i, i + 1) FROM generate_series(0, 39) i \gexec
CREATE INDEX ON kinds (kind, day);
INSERT INTO kinds SELECT i % 40, i / 4, 'user' FROM generate_series(0, 3999) AS i;
CREATE INDEX ON kinds USING bloom_skip (uid);
VACUUM ANALYZE kinds, raw;
CREATE TABLE outside AS SELECT format(query, value) AS query
FROM unnest('{x,y,y / 2,z,dom,n,id,ref::integer,n::smallint,n::bigint,(ref || id)::integer,length(ref)}'::text[]) AS value, (VALUES
    ('SELECT id, (SELECT count(*) FROM kinds AS k WHERE k.kind = r.kind AND uid = %s) FROM refs AS r'),
    ('SELECT id, l.day FROM refs AS r, LATERAL (SELECT day FROM kinds AS k WHERE k.kind = r.kind AND uid = %s ORDER BY day LIMIT 2) AS l'),
    ('SELECT id, count(k.day) FROM refs AS r LEFT JOIN kinds AS k ON k.kind = r.kind AND uid = %s GROUP BY id'),
    ('SELECT id FROM refs AS r WHERE EXISTS (SELECT FROM kinds AS k WHERE k.kind = r.kind AND uid = %s AND day > 3)'),
    ('SELECT id, CASE WHEN kind = ''user'' THEN (SELECT count(*) FROM kinds AS k WHERE uid = %s) END FROM refs AS r'),
    ('SELECT id, (SELECT count(*) FROM kinds AS k WHERE r.kind = ''user'' AND uid = %s) FROM refs AS r'),
    ('SELECT id, (SELECT count(*) FROM kinds AS k WHERE k.kind = r.kind AND (uid = 1 OR uid = %s)) FROM refs AS r'),
    ('SELECT id, (SELECT count(*) FROM kinds AS k WHERE k.kind = r.kind AND uid = ANY (ARRAY[1, %s])) FROM refs AS r'),
    ('SELECT id, ARRAY(SELECT day FROM kinds AS k WHERE k.kind = r.kind AND uid = v ORDER BY day) FROM refs AS r, LATERAL (SELECT %s AS v) AS l'),
    ('SELECT count(*) FROM kinds WHERE kind = ''none'' AND uid = (SELECT min(%s) FROM refs)')) AS q (query);
DO $$
BEGIN
    -- Joins evaluate what fails in either way.
    ASSERT (SELECT count(*) FROM outside WHERE agree(query) ~ '^[0-9A-Z]{5}$') = (SELECT count(*) FROM outside WHERE query ~ 'JOIN|EXISTS' AND query ~ '= (x|y|y / 2|dom|ref::integer|\(ref.*)( |$)');
    PERFORM set_config('bloom_rs.skip_partitions', 'force', true);
    ASSERT (SELECT count(*) > 25 FROM outside WHERE skips(query)), (SELECT count(*) FROM outside WHERE skips(query));
END $$;

-- Prepared, with both kinds of plans, which follow what happens to the table and its indexes.
CREATE PROCEDURE kept(statement text, wanted text, must_skip boolean DEFAULT true) LANGUAGE plpgsql AS $$
DECLARE
    found text;
    mode text;
BEGIN
    FOREACH mode IN ARRAY '{force_custom_plan, force_generic_plan}'::text[] LOOP
        PERFORM set_config('plan_cache_mode', mode, true);
        EXECUTE statement INTO found;
        ASSERT found IS NOT DISTINCT FROM wanted, format('%s, %s: %s, not %s', statement, mode, found, wanted);
        ASSERT skips(statement) = must_skip, format('%s, %s: skips %s', statement, mode, NOT must_skip);
    END LOOP;
END $$;
SET bloom_rs.skip_partitions = force;
PREPARE by_user (integer) AS SELECT count(*) FROM events WHERE user_id = $1;
PREPARE by_users (bigint[]) AS SELECT count(*) FROM events WHERE user_id = ANY ($1);
PREPARE by_two (integer, smallint) AS SELECT count(*) FROM events WHERE user_id = $1 OR user_id = $2;
PREPARE by_day (integer, integer) AS SELECT count(*) FROM events WHERE user_id = $1 AND day < $2;
PREPARE by_device (text) AS SELECT count(*) FROM events WHERE device = $1;
PREPARE joined (integer) AS SELECT count(*) FROM users JOIN events ON user_id = id AND id <= $1;
CALL kept('EXECUTE by_user(42)', '4');
CALL kept('EXECUTE by_users(''{42, 41, 42, NULL}'')', '7');
CALL kept('EXECUTE by_users(''{}'')', '0');
CALL kept('EXECUTE by_two(42, 42::smallint)', '4');
CALL kept('EXECUTE by_two(42, 43::smallint)', '7');
CALL kept('EXECUTE by_two(NULL, 43::smallint)', '3');
CALL kept('EXECUTE by_day(42, 10)', '1');
CALL kept('EXECUTE by_device(''late'')', '1');
CALL kept('EXECUTE joined(2)', '6');
SET plan_cache_mode = force_generic_plan;
DO $$ BEGIN ASSERT skips('EXECUTE by_user(NULL)'); END $$;
EXECUTE by_user(NULL);
RESET plan_cache_mode;
INSERT INTO events VALUES (199, 42, 'new', 1);
CALL kept('EXECUTE by_user(42)', '5');
CREATE TABLE events_20 PARTITION OF events FOR VALUES FROM (200) TO (210);
INSERT INTO events VALUES (200, 42, 'newer', 1);
CALL kept('EXECUTE by_user(42)', '6');
CREATE TABLE events_21 (amount numeric, device text, user_id integer, day integer NOT NULL);
INSERT INTO events_21 VALUES (1, 'newest', 42, 210);
ALTER TABLE events ATTACH PARTITION events_21 FOR VALUES FROM (210) TO (220);
CALL kept('EXECUTE by_user(42)', '7');
CALL kept('EXECUTE by_device(''newest'')', '1');
ALTER TABLE events DETACH PARTITION events_21;
CALL kept('EXECUTE by_user(42)', '6');
CREATE TABLE events_later PARTITION OF events FOR VALUES FROM (300) TO (400) PARTITION BY LIST (day);
CALL kept('EXECUTE by_user(42)', '6');
CREATE TABLE events_300 PARTITION OF events_later FOR VALUES IN (300);
INSERT INTO events VALUES (300, 42, 'below', 1);
CALL kept('EXECUTE by_user(42)', '7');
CALL kept('EXECUTE by_day(42, 300)', '6');
ALTER TABLE events_later DETACH PARTITION events_300;
CALL kept('EXECUTE by_user(42)', '6');
ALTER TABLE events ADD COLUMN note text DEFAULT 'none';
CALL kept('EXECUTE by_user(42)', '6');
CALL expect('SELECT DISTINCT note FROM events WHERE user_id = 42', '(none)');
ALTER TABLE events DROP COLUMN note;
CALL kept('EXECUTE by_user(42)', '6');
ALTER TABLE events RENAME COLUMN user_id TO person;
CALL expect('SELECT count(*) FROM events WHERE person = 42', '(6)');
ALTER TABLE events RENAME COLUMN person TO user_id;
CALL kept('EXECUTE by_user(42)', '6');
TRUNCATE events_20;
CALL kept('EXECUTE by_user(42)', '5');
DROP INDEX events_user_id_idx;
CALL kept('EXECUTE by_user(42)', '5');
REINDEX INDEX events_skip;
CALL kept('EXECUTE by_user(42)', '5');
DROP INDEX events_skip;
CALL kept('EXECUTE by_user(42)', '5', false);
CALL kept('EXECUTE by_device(''late'')', '1');
CREATE INDEX events_skip ON ONLY events USING bloom_skip (user_id); -- without leaf indexes
CALL kept('EXECUTE by_user(42)', '5');
DROP INDEX events_skip;
CREATE INDEX events_skip ON events USING bloom_skip (user_id) WITH (autobuild = off);
CALL kept('EXECUTE by_user(42)', '5');
SELECT bloom_skip_build('events_skip') > 0 AS built;
CALL kept('EXECUTE by_user(42)', '5');
CREATE INDEX events_both ON events USING bloom_skip (user_id);
DROP INDEX events_skip;
CALL kept('EXECUTE by_user(42)', '5');
DROP TABLE early_0;
CALL kept('EXECUTE by_user(42)', '5');
SET bloom_rs.skip_partitions = off;
CALL kept('EXECUTE by_user(42)', '5', false);
SET bloom_rs.skip_partitions = force;
DEALLOCATE by_user; -- the plain plan is kept
PREPARE by_user (integer) AS SELECT count(*) FROM events WHERE user_id = $1;
SET default_transaction_read_only = on;
CALL kept('EXECUTE by_user(42)', '5');
RESET default_transaction_read_only;

-- Rights are those of the plain query: on the table, or its columns, not on partitions.
CREATE ROLE reader;
CREATE ROLE grouped;
GRANT SELECT ON events TO reader;
GRANT USAGE, CREATE ON SCHEMA public TO reader, grouped;
CREATE FUNCTION raised(query text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE query;
    RETURN 'none';
EXCEPTION WHEN OTHERS THEN
    RETURN SQLSTATE || ' ' || SQLERRM;
END $$;
CREATE PROCEDURE refuse(query text, message text DEFAULT '42501 permission denied for table events') LANGUAGE plpgsql AS $$
DECLARE
    mode text;
BEGIN
    FOREACH mode IN ARRAY '{off, force}'::text[] LOOP
        PERFORM set_config('bloom_rs.skip_partitions', mode, true);
        ASSERT raised(query) = message, format('%s, %s: %s', query, mode, raised(query));
    END LOOP;
END $$;
SET ROLE reader;
CALL kept('EXECUTE by_user(42)', '5');
CALL refuse('SELECT * FROM events_3 WHERE user_id = 42', '42501 permission denied for table events_3');
RESET ROLE;
REVOKE SELECT ON events FROM reader;
SET ROLE reader;
CALL refuse('EXECUTE by_user(42)');
CALL refuse('SELECT FROM events WHERE user_id = 42');
RESET ROLE;
GRANT SELECT (user_id, day) ON events TO reader;
SET ROLE reader;
CALL kept('EXECUTE by_user(42)', '5');
CALL expect('SELECT count(*), min(day) FROM events WHERE user_id = 42', '(5,3)');
CALL refuse('SELECT device FROM events WHERE user_id = 42');
CALL refuse('SELECT events FROM events WHERE user_id = 42');
CALL refuse('EXECUTE by_device(''late'')');
RESET ROLE;
REVOKE SELECT (user_id, day) ON events FROM reader;
GRANT SELECT ON events TO grouped;
GRANT grouped TO reader;
SET ROLE reader;
CALL kept('EXECUTE by_device(''late'')', '1');
RESET ROLE;
REVOKE grouped FROM reader;
SET ROLE reader;
CALL refuse('EXECUTE by_device(''late'')');
RESET ROLE;
GRANT SELECT ON events TO reader;
-- A partition in a schema that the reader cannot use.
CREATE SCHEMA closed;
ALTER TABLE events_4 SET SCHEMA closed;
SET ROLE reader;
CALL kept('EXECUTE by_user(42)', '5');
RESET ROLE;
-- Row security of the table: on, forced, off; of a partition it plays no part.
CREATE POLICY few ON events TO reader USING (device <> 'late');
ALTER TABLE events ENABLE ROW LEVEL SECURITY;
SET ROLE reader;
CALL kept('EXECUTE by_user(42)', '4');
CALL expect('SELECT count(*) FROM events WHERE device = ''late''', '(0)');
RESET ROLE;
CALL kept('EXECUTE by_user(42)', '5');
ALTER TABLE events FORCE ROW LEVEL SECURITY;
CALL kept('EXECUTE by_user(42)', '5'); -- a superuser
ALTER TABLE events OWNER TO grouped;
SET ROLE grouped;
DO $$ BEGIN ASSERT agree('SELECT count(*) FROM events WHERE user_id = 42') = '(0)'; END $$; -- the owner has no policy
ALTER TABLE events NO FORCE ROW LEVEL SECURITY;
CALL kept('EXECUTE by_user(42)', '5');
RESET ROLE;
ALTER TABLE events DISABLE ROW LEVEL SECURITY;
ALTER TABLE events_3 ENABLE ROW LEVEL SECURITY;
SET ROLE reader;
CALL kept('EXECUTE by_user(42)', '5');
RESET ROLE;
-- A policy by the index's column. The caller's conditions come after it unless they are leakproof.
CREATE FUNCTION tell(text) RETURNS boolean COST 0.0001 LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''told''; END';
CREATE TABLE private (part integer, k integer, c char(5), a integer[]) PARTITION BY LIST (part);
SELECT format('CREATE TABLE private_%s PARTITION OF private FOR VALUES IN (%1$s)', i) FROM generate_series(0, 9) AS i \gexec
INSERT INTO private (part, k, c) SELECT i % 10, i, 'c' || i FROM generate_series(0, 99) AS i;
CREATE INDEX ON private USING bloom_skip (k);
CREATE INDEX ON private USING bloom_skip (a);
UPDATE private SET a = ARRAY[k] WHERE k < 50;
GRANT SELECT ON private TO reader;
CREATE POLICY few ON private TO reader USING (k = 42);
CREATE POLICY others ON private TO grouped USING (part < 5);
GRANT SELECT ON private TO grouped;
ALTER TABLE private ENABLE ROW LEVEL SECURITY;
SET ROLE reader;
DO $$ BEGIN ASSERT agree('SELECT * FROM private') = '(2,42,"c42  ",{42})' AND agree('SELECT * FROM private WHERE k = 43') = 'none' AND agree('SELECT * FROM private WHERE k = 43 AND tell(c)') = 'none'; END $$;
CALL expect('SELECT * FROM private WHERE k = 42 AND tell(c)', 'P0001');
SET ROLE grouped;
CALL expect('SELECT * FROM private WHERE k = 42', '(2,42,"c42  ",{42})');
CALL expect('SELECT * FROM private WHERE k = 46', 'none');
CALL expect('SELECT k FROM private WHERE a = ''{43}''', '(43)', false); -- the comparison of arrays may tell
RESET ROLE;
CALL expect('SELECT k FROM private WHERE a = ''{43}''', '(43)');
-- Views read with the rights of their owner.
CREATE VIEW by_owner AS SELECT * FROM events WHERE user_id = 42;
ALTER VIEW by_owner OWNER TO grouped;
GRANT SELECT ON by_owner TO reader;
CREATE VIEW by_caller WITH (security_invoker) AS SELECT * FROM events WHERE user_id = 42;
GRANT SELECT ON by_caller TO reader;
REVOKE SELECT ON events FROM reader;
SET ROLE reader;
CALL expect('SELECT count(*) FROM by_owner', '(5)');
CALL expect('SELECT count(*) FROM by_owner WHERE device = ''late''', '(1)');
CALL refuse('SELECT FROM events WHERE user_id = 42');
CALL refuse('SELECT FROM by_caller');
RESET ROLE;
GRANT SELECT ON events TO reader;
-- Whatever stands before pg_catalog in the path is not called, unless the query names it.
CREATE SCHEMA planted;
CREATE FUNCTION planted.called(integer, integer) RETURNS boolean LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''called''; END';
CREATE FUNCTION planted.hashint4extended(integer, bigint) RETURNS bigint LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''called''; END';
CREATE FUNCTION planted.bloom_skip_info(regclass) RETURNS bigint LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''called''; END';
CREATE OPERATOR planted.= (FUNCTION = planted.called, LEFTARG = integer, RIGHTARG = integer);
PREPARE before_path (integer, integer[]) AS SELECT count(*) FROM public.typed WHERE i4 OPERATOR(pg_catalog.=) $1 OR i4 OPERATOR(pg_catalog.=) ANY ($2);
SET search_path = planted, pg_catalog, public;
SET plan_cache_mode = force_generic_plan;
EXECUTE before_path(7, '{7,8}');
DO $$
BEGIN
    ASSERT skips('SELECT FROM public.typed WHERE i4 OPERATOR(pg_catalog.=) 7') AND NOT skips('SELECT FROM public.typed WHERE i4 OPERATOR(planted.=) 7');
    ASSERT public.agree('SELECT 1 FROM public.typed WHERE i4 OPERATOR(planted.=) 7') = 'P0001';
END $$;
RESET search_path;

-- A column that is computed when it is read, by another expression in a partition: that of the table counts.
SELECT current_setting('server_version_num')::integer >= 180000 AS has_virtual \gset
\if :has_virtual
CREATE TABLE computed (part integer, k integer, g integer GENERATED ALWAYS AS (k + 1) VIRTUAL) PARTITION BY LIST (part);
CREATE TABLE computed_1 (g integer GENERATED ALWAYS AS (k + 2) VIRTUAL, k integer, part integer);
ALTER TABLE computed ATTACH PARTITION computed_1 FOR VALUES IN (1);
CREATE TABLE computed_2 PARTITION OF computed FOR VALUES IN (2);
INSERT INTO computed (part, k) VALUES (1, 1), (2, 1), (2, 2);
CREATE INDEX ON computed USING bloom_skip (k);
CALL expect('SELECT * FROM computed WHERE k = 1', E'(1,1,2)\n(2,1,2)');
CALL expect('SELECT c, g, part FROM computed AS c WHERE k = 1 AND g = 2', E'("(1,1,2)",2,1)\n("(2,1,2)",2,2)');
CALL expect('SELECT part FROM computed WHERE k = 1 AND g = 3', 'none');
\endif


-- A statement is canceled when its planning begins: the first that looks for a cancel is the hook.
DO $$
BEGIN
    EXECUTE 'SELECT ' || pg_cancel_backend(pg_backend_pid()) || ' FROM loose';
    ASSERT false, 'it is not canceled';
EXCEPTION WHEN query_canceled THEN
    NULL;
END $$;
