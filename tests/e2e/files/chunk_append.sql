-- Scans below ChunkAppend of TimescaleDB, of chunks that differ in their columns: the same rows off and screened.
CREATE EXTENSION bloom_rs;
CREATE EXTENSION timescaledb;
CREATE TABLE measures (at timestamptz NOT NULL, dropped text, device integer, value float8);
SELECT create_hypertable('measures', 'at', chunk_time_interval => interval '1 day');
INSERT INTO measures SELECT now() - i * interval '1 minute', 'x' || i, i % 1000, i FROM generate_series(1, 10000) AS i;
ALTER TABLE measures DROP COLUMN dropped;
ALTER TABLE measures ADD added integer DEFAULT 3;
INSERT INTO measures SELECT now() + i * interval '1 minute', i % 1000, i, i FROM generate_series(1, 10000) AS i;
CREATE TABLE devices AS SELECT i * 7 AS device, 'd' || i AS name FROM generate_series(1, 20) AS i;
CREATE INDEX ON measures (device, at);
VACUUM ANALYZE measures, devices;
SET enable_nestloop = off;
SET enable_mergejoin = off;
\ir plan.sql
CREATE TABLE answers (query text, mode text, answer text);
DO $$
DECLARE
    mode text;
    query text;
    columns text;
BEGIN
    FOREACH mode IN ARRAY ARRAY['off', 'force'] LOOP
        FOREACH columns IN ARRAY ARRAY['m.*', 'name, m.added, m.value', 'm.device + 1'] LOOP
            FOREACH query IN ARRAY ARRAY['at > now() - interval ''3 days'' AND at < now() + interval ''2 days''', 'at > now() - interval ''30 days'' AND m.value > 100 ORDER BY at', 'at < now() + random() * interval ''0 days''', 'at >= (SELECT now() - interval ''1 day'')'] LOOP
                query := format('SELECT %s FROM measures AS m JOIN devices USING (device) WHERE %s', columns, query);
                PERFORM set_config('bloom_rs.screen_joins', mode, false);
                IF plan(query) ~ 'ChunkAppend' AND query !~ 'random' THEN
                    ASSERT (mode = 'force') = (plan(query) ~ 'Screens: m_'), plan(query);
                END IF;
                EXECUTE format('INSERT INTO answers SELECT %L, %L, (SELECT count(*) || md5(string_agg(q::text, '' '' ORDER BY q::text)) FROM (%s) AS q)', query, mode, query);
            END LOOP;
        END LOOP;
    END LOOP;
    ASSERT (SELECT bool_and(n = 1) AND count(*) = 12 FROM (SELECT count(DISTINCT answer) AS n FROM answers AS a GROUP BY a.query) AS q);
    ASSERT plan('SELECT FROM measures AS m JOIN devices USING (device) WHERE at > now() - interval ''3 days''') ~ 'ChunkAppend';
END $$;
