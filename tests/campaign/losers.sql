-- How large_joins.sh and large_skips.sh measure. Variables: seed, setting: which one is off or on.
CREATE EXTENSION bloom_rs;
-- Processor time of this session, in seconds; finer than what other tests take, which is in hundredths. While a process runs, Linux
-- counts it by ticks of some milliseconds, and exactly when `stat` is read.
CREATE FUNCTION used_seconds() RETURNS float8 LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    PERFORM pg_read_file('/proc/self/stat');
    RETURN split_part(pg_read_file('/proc/self/schedstat'), ' ', 1)::float8 / 1e9;
END $$;
CREATE FUNCTION pick(VARIADIC choices text[]) RETURNS text LANGUAGE sql VOLATILE
    AS 'SELECT choices[1 + floor(random() * cardinality(choices))::integer]';
CREATE TABLE settings (seed integer, setting text);
INSERT INTO settings VALUES (:seed, :'setting');
CREATE TABLE found (number integer, mode text, query text, key integer, is_kept boolean, answer text, seconds float8, kilobytes bigint, is_used boolean);
-- Runs a query some times, with a key as $1 if it has one; the first one fills caches. Every other such query has a plan that is kept.
CREATE PROCEDURE run(number integer, mode text, query text, key integer DEFAULT 0) LANGUAGE plpgsql AS $$
DECLARE
    answer text;
    line text;
    plan text := '';
    start float8;
    least float8 := 'infinity';
    is_kept boolean := query ~ '\$1' AND number % 2 = 1;
    statement text := CASE WHEN is_kept THEN format('EXECUTE kept (%s)', key) ELSE replace(query, '$1', key::text) END;
BEGIN
    PERFORM set_config(s.setting, mode, false) FROM settings AS s;
    PERFORM set_config('plan_cache_mode', CASE WHEN is_kept THEN 'force_generic_plan' ELSE 'auto' END, false);
    IF is_kept THEN
        EXECUTE 'DEALLOCATE ALL';
        EXECUTE format('PREPARE kept (integer) AS %s', query);
    END IF;
    FOR i IN 1..5 LOOP
        start := used_seconds();
        EXECUTE statement INTO answer;
        least := least(least, used_seconds() - start);
    END LOOP;
    FOR line IN EXECUTE 'EXPLAIN ' || statement LOOP
        plan := plan || line;
    END LOOP;
    INSERT INTO found VALUES (number, mode, query, key, is_kept, answer, least, (regexp_match(pg_read_file('/proc/self/status'), 'VmHWM:\s*(\d+)'))[1]::bigint, plan ~ 'Bloom (Screen|Skip)');
END $$;
-- What was measured, as ratios to the same queries without.
CREATE VIEW compared AS
    WITH least AS (
        SELECT number, mode, query, key, is_kept, min(answer) AS answer, count(DISTINCT answer) <= 1 AS is_one, min(seconds) AS seconds, min(kilobytes) AS kilobytes, bool_or(is_used) AS is_used
          FROM found GROUP BY number, mode, query, key, is_kept
    )
    SELECT number, round((f.seconds / nullif(o.seconds, 0))::numeric, 2) AS time, round((1000 * (f.seconds - o.seconds))::numeric, 1) AS more_ms, round(f.kilobytes::numeric / o.kilobytes, 2) AS memory,
           round(f.kilobytes - o.kilobytes) AS more_kb, f.mode, f.is_used, f.query, f.key, CASE WHEN f.is_kept THEN 'kept: ' ELSE '' END || f.query AS shown, f.answer = o.answer AND f.is_one AND o.is_one AS is_same
      FROM least AS f JOIN least AS o USING (number) WHERE f.mode <> 'off' AND o.mode = 'off';
