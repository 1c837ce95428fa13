-- Switching every setting off in an open session gives the plans of a server without the library, also those that it keeps.
-- setting: bloom_rs.skip_partitions = off
CREATE EXTENSION bloom_rs;
CREATE EXTENSION postgres_fdw;
\ir files/plan.sql
CREATE TABLE facts AS SELECT i AS id, i % 1000 AS k FROM generate_series(1, 20000) AS i;
CREATE TABLE keys AS SELECT i * 10 AS k, i % 5 AS x FROM generate_series(1, 100) AS i;
CREATE SERVER far FOREIGN DATA WRAPPER postgres_fdw OPTIONS (extensions 'bloom_rs');
CREATE USER MAPPING FOR PUBLIC SERVER far;
CREATE FOREIGN TABLE far_facts (id integer, k integer) SERVER far;
CREATE TABLE events (day integer, user_id integer) PARTITION BY LIST (day);
SELECT format('CREATE TABLE events_%s PARTITION OF events FOR VALUES IN (%1$s)', day) FROM generate_series(0, 9) AS day \gexec
INSERT INTO events SELECT i % 10, i FROM generate_series(1, 1000) AS i;
CREATE INDEX ON events USING bloom_skip (user_id);
ANALYZE;
CREATE TABLE queries (setting text, query text, plain text);
INSERT INTO queries VALUES
    ('screen_joins', 'SELECT f.id FROM facts AS f JOIN keys AS s USING (k) WHERE s.x = $1'),
    ('screen_foreign_joins', 'SELECT f.id FROM far_facts AS f JOIN keys AS s USING (k) WHERE s.x = $1'),
    ('skip_partitions', 'SELECT day FROM events WHERE user_id = $1');
CREATE PROCEDURE prepare() LANGUAGE plpgsql AS $$
DECLARE
    q queries;
BEGIN
    DEALLOCATE ALL;
    FOR q IN TABLE queries LOOP
        EXECUTE format('PREPARE %I (integer) AS %s', q.setting, q.query);
    END LOOP;
END $$;
CREATE PROCEDURE set_all(value text, is_local boolean DEFAULT false) LANGUAGE sql
    AS 'SELECT set_config(name, value, is_local) FROM pg_settings WHERE name LIKE ''bloom\_rs.%''';
-- Whether the plan of each query, the one that is kept and a new one, is the plain one, or none is.
CREATE PROCEDURE are_plain(expected boolean) LANGUAGE plpgsql AS $$
DECLARE
    q queries;
BEGIN
    FOR q IN TABLE queries LOOP
        ASSERT (plan(format('EXECUTE %I (1)', q.setting)) = q.plain) = expected, plan(format('EXECUTE %I (1)', q.setting));
        EXECUTE format('PREPARE new (integer) AS %s', q.query);
        ASSERT (plan('EXECUTE new (1)') = q.plain) = expected, plan('EXECUTE new (1)');
        DEALLOCATE new;
    END LOOP;
END $$;
CREATE PROCEDURE are_plain_forced() LANGUAGE sql SET bloom_rs.screen_joins = force SET bloom_rs.screen_foreign_joins = force SET bloom_rs.skip_partitions = force
    AS 'CALL are_plain(false)';

-- A session without the library.
\c -
DO $$ BEGIN ASSERT NOT EXISTS (SELECT FROM pg_settings WHERE name LIKE 'bloom\_rs.%'), 'the library is loaded'; END $$;
SET plan_cache_mode = force_generic_plan;
CALL prepare();
UPDATE queries SET plain = plan(format('EXECUTE %I (1)', setting));

-- And one with it: whichever way the settings are switched off.
\c -
LOAD 'bloom_rs';
DO $$ BEGIN ASSERT (SELECT array_agg(name ORDER BY name) = (SELECT array_agg('bloom_rs.' || setting ORDER BY setting) FROM queries) FROM pg_settings WHERE name LIKE 'bloom\_rs.%'), 'a setting without a query'; END $$;
SET plan_cache_mode = force_generic_plan;
CALL prepare();
CALL are_plain(true);
CALL prepare();
CALL set_all('force');
CALL are_plain(false);
CALL set_all('off');
CALL are_plain(true);
CALL prepare();
CALL set_all('force');
CALL are_plain(false);
RESET ALL;
SET plan_cache_mode = force_generic_plan;
CALL are_plain(true);
CALL prepare();
BEGIN;
CALL set_all('force');
CALL are_plain(false);
ROLLBACK;
CALL are_plain(true);
CALL prepare();
BEGIN;
CALL set_all('force', true);
CALL are_plain(false);
COMMIT;
CALL are_plain(true);
CALL prepare();
CALL are_plain_forced();
CALL are_plain(true);

-- Plans of other queries stay: this function is called when its query is planned.
CREATE SEQUENCE plannings;
CREATE FUNCTION planned() RETURNS bigint IMMUTABLE LANGUAGE plpgsql AS 'BEGIN RETURN nextval(''plannings''); END';
CALL set_all('force');
PREPARE other AS SELECT FROM facts WHERE id = planned();
EXECUTE other;
CALL set_all('off');
EXECUTE other;
DO $$ BEGIN ASSERT (SELECT last_value = 1 FROM plannings); END $$;
