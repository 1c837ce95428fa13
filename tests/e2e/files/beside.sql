-- What other extensions see of screened joins and skipped partitions, with the results that are right without them.
SET client_min_messages = error;
CREATE EXTENSION bloom_rs;
CREATE EXTENSION pg_stat_statements;
SELECT FROM pg_stat_statements_reset();
CREATE TABLE ev (day integer, uid integer, amount integer) PARTITION BY RANGE (day);
SELECT format('CREATE TABLE ev_%s PARTITION OF ev FOR VALUES FROM (%1$s) TO (%s)', i, i + 1) FROM generate_series(0, 19) AS i \gexec
INSERT INTO ev SELECT i % 20, i / 3, i FROM generate_series(1, 20000) AS i;
CREATE INDEX ev_skip ON ev USING bloom_skip (uid);
CREATE TABLE users AS SELECT i * 40 AS uid, i AS id FROM generate_series(1, 100) AS i;
ANALYZE;
SET bloom_rs.skip_partitions = force;
SET bloom_rs.screen_joins = force;

CREATE FUNCTION asks() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    n bigint;
    m bigint;
BEGIN
    SELECT sum(amount) INTO n FROM ev WHERE uid = 42;
    SELECT sum(amount) INTO m FROM ev JOIN users USING (uid) WHERE day > 0;
    RETURN n + m;
END $$;
CREATE FUNCTION answers() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    on_off bigint[];
BEGIN
    on_off[1] := asks();
    SET LOCAL bloom_rs.skip_partitions = off;
    SET LOCAL bloom_rs.screen_joins = off;
    on_off[2] := asks();
    ASSERT on_off[1] = on_off[2], on_off;
    SET LOCAL bloom_rs.skip_partitions = force;
    SET LOCAL bloom_rs.screen_joins = force;
    RETURN on_off[1];
END $$;
CREATE FUNCTION plan(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    line text;
    lines text = '';
BEGIN
    FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP lines := lines || line || E'\n'; END LOOP;
    RETURN lines;
END $$;
DO $$ BEGIN
    PERFORM answers();
    ASSERT plan('SELECT sum(amount) FROM ev WHERE uid = 42') ~ 'Bloom Skip', 'no partition is skipped';
    ASSERT (SELECT sum(calls) FROM pg_stat_statements WHERE query LIKE 'SELECT sum(amount)%FROM ev JOIN users%') = 2,
        (SELECT string_agg(calls || ' ' || query, E'\n') FROM pg_stat_statements);
END $$;

SELECT :'libraries' ~ 'pg_qualstats' AS qualstats, :'libraries' ~ 'pg_stat_kcache' AS kcache, EXISTS (SELECT FROM pg_available_extensions WHERE name = 'hypopg') AS hypopg, EXISTS (SELECT FROM pg_available_extensions WHERE name = 'plpgsql_check') AS checks, :'libraries' ~ 'wait_sampling' AS waits, :'libraries' ~ 'pg_hint_plan' AS hints,
    EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_partman') AS partman \gset
\if :qualstats
-- It counts the condition of a skipped table.
CREATE EXTENSION pg_qualstats;
SELECT FROM answers();
DO $$ BEGIN
    ASSERT (SELECT count(*) FROM pg_qualstats JOIN pg_attribute ON attrelid = lrelid AND attnum = lattnum WHERE attname = 'uid') > 0, 'pg_qualstats';
END $$;
\endif
\if :kcache
CREATE EXTENSION pg_stat_kcache;
SELECT count(*) > 0 AS is_counted FROM pg_stat_kcache_detail \gset
\if :is_counted
\else
DO $$ BEGIN ASSERT false, 'pg_stat_kcache'; END $$;
\endif
\endif
\if :waits
CREATE EXTENSION pg_wait_sampling;
SELECT FROM answers();
SELECT FROM pg_wait_sampling_current;
\endif
\if :hypopg
-- An index that does not exist changes no plan of ours, but one of the partitions.
CREATE EXTENSION hypopg;
SELECT FROM hypopg_create_index('CREATE INDEX ON ev_3 (uid)');
DO $$ BEGIN
    PERFORM answers();
    ASSERT plan('SELECT sum(amount) FROM ev WHERE uid = 42') ~ 'Bloom Skip', 'no partition is skipped';
    ASSERT plan('SELECT sum(amount) FROM ev_3 WHERE uid = 42') ~ 'btree', plan('SELECT sum(amount) FROM ev_3 WHERE uid = 42');
END $$;
SELECT FROM hypopg_reset();
\endif
\if :checks
CREATE EXTENSION plpgsql_check;
DO $$ BEGIN
    ASSERT (SELECT count(*) FROM plpgsql_check_function('asks()')) = 0, 'plpgsql_check';
END $$;
\endif
\if :hints
DO $$ BEGIN
    ASSERT plan('/*+ SeqScan(ev) */ SELECT sum(amount) FROM ev WHERE uid = 42') ~ 'Bloom Skip', 'hints';
    PERFORM answers();
END $$;
\endif
\if :partman
-- The partitions that it makes get the index.
CREATE SCHEMA partman;
CREATE EXTENSION pg_partman SCHEMA partman;
CREATE TABLE public.by_partman (id bigint NOT NULL, uid integer) PARTITION BY RANGE (id);
CREATE INDEX by_partman_skip ON public.by_partman USING bloom_skip (uid);
SELECT extversion < '5' AS is_old FROM pg_extension WHERE extname = 'pg_partman' \gset
\if :is_old
SELECT FROM partman.create_parent('public.by_partman', 'id', 'native', '100');
\else
SELECT FROM partman.create_parent('public.by_partman', 'id', '100');
\endif
INSERT INTO public.by_partman SELECT i, i % 50 FROM generate_series(0, 350) AS i;
SELECT FROM partman.run_maintenance('public.by_partman');
DO $$ BEGIN
    ASSERT (SELECT count(*) FILTER (WHERE state = 'none') = 0 AND count(*) > 4 FROM bloom_skip_info('by_partman_skip')), 'pg_partman';
    ASSERT (SELECT count(*) FROM public.by_partman WHERE uid = 7) = 7, 'rows';
END $$;
\endif
