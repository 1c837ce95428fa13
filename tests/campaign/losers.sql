-- How large_joins.sh and large_skips.sh measure. Variables: seed, setting: which one is off or on.
CREATE EXTENSION bloom_rs;
-- Processor time of this session, in seconds; finer than what other tests take, which is in hundredths.
CREATE FUNCTION used_seconds() RETURNS float8 LANGUAGE sql VOLATILE AS 'SELECT split_part(pg_read_file(''/proc/self/schedstat''), '' '', 1)::float8 / 1e9';
CREATE FUNCTION pick(VARIADIC choices text[]) RETURNS text LANGUAGE sql VOLATILE
    AS 'SELECT choices[1 + floor(random() * cardinality(choices))::integer]';
CREATE TABLE settings (seed integer, setting text);
INSERT INTO settings VALUES (:seed, :'setting');
CREATE TABLE found (number integer, mode text, query text, answer text, seconds float8, kilobytes bigint, is_used boolean);
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
    IF is_kept THEN
        PERFORM set_config('plan_cache_mode', 'force_generic_plan', false);
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
    INSERT INTO found VALUES (number, mode, CASE WHEN is_kept THEN 'kept: ' ELSE '' END || query, answer, least, (regexp_match(pg_read_file('/proc/self/status'), 'VmHWM:\s*(\d+)'))[1]::bigint, plan ~ 'Bloom (Screen|Skip)');
END $$;
