-- Screening adds no error: what the planner leaves out is neither evaluated nor planned. After joins_foreign.sql.

CREATE FUNCTION outcome(query text, mode text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('bloom_rs.screen_foreign_joins', mode, false);
    EXECUTE query USING false;
    RETURN 'none';
EXCEPTION
    WHEN others THEN RETURN SQLSTATE;
END $$;
CREATE PROCEDURE adds_no_error(query text, expected text DEFAULT NULL) LANGUAGE plpgsql AS $$
DECLARE
    mode text;
BEGIN
    expected := coalesce(expected, outcome(query, 'off'));
    FOREACH mode IN ARRAY ARRAY['off', 'on', 'force'] LOOP
        IF outcome(query, mode) <> expected THEN
            RAISE '% and not % with % for %', outcome(query, mode), expected, mode, query;
        END IF;
    END LOOP;
END $$;
CREATE FUNCTION stable_fails() RETURNS integer LANGUAGE plpgsql STABLE AS 'BEGIN RAISE ''called''; END';
CREATE VIEW ones AS SELECT k, w, 1 AS one FROM keys;

DO $$
DECLARE
    condition text;
    query text;
BEGIN
    -- Each fails when it is evaluated, by the planner or, if it is stable, by the planner's estimate.
    FOREACH condition IN ARRAY ARRAY['1 / 0 = s.w', 's.w < 1 / 0', 's.w < ''x''::text::integer', 's.w = (''a'' || s.t || ''b'')::integer', 's.w < 2147483647 + 1', 's.w < ANY (ARRAY[1, 1 / 0])',
                                     's.w < stable_fails()', 's.w < CASE WHEN s.w > 0 THEN 1 / 0 END', 's.w < (SELECT 1 / 0)', 's.t < repeat(''x'', 2147483647)', '$1 AND 1 / 0 = s.w'] LOOP
        query := format('SELECT f.k FROM far0.large AS f JOIN keys AS s USING (k) WHERE %s', condition);
        -- Nobody reads it, or nobody needs what it returns.
        CALL adds_no_error(format('WITH c AS (%s) SELECT 1', query), 'none');
        CALL adds_no_error(format('WITH c AS (%s LIMIT 5) SELECT 1', query), 'none');
        CALL adds_no_error(format('WITH c AS (%s), d AS (SELECT * FROM c) SELECT 1', query), 'none');
        CALL adds_no_error(format('WITH c AS MATERIALIZED (%s), d AS NOT MATERIALIZED (SELECT 1) SELECT * FROM d', query), 'none');
        CALL adds_no_error(format('SELECT FROM (%s LIMIT 5) AS q WHERE false', query), 'none');
        CALL adds_no_error(format('SELECT FROM (SELECT * FROM (%s LIMIT 5) AS q) AS r WHERE 1 > 2', query), 'none');
        CALL adds_no_error(format('SELECT q.k FROM (%s LIMIT 5) AS q GROUP BY q.k HAVING false', query), 'none');
        CALL adds_no_error(format('SELECT * FROM (SELECT 1 AS b, 1 AS k UNION ALL SELECT 2, k FROM (%s LIMIT 5) AS q) AS u WHERE b = 1', query), 'none');
        CALL adds_no_error(format('SELECT t.k FROM wanted AS t LEFT JOIN (SELECT DISTINCT k FROM (%s) AS q) AS d USING (k)', query), 'none');
        CALL adds_no_error(format('SELECT FROM wanted WHERE false AND k IN (%s)', query));
        CALL adds_no_error(format('SELECT FROM wanted WHERE false AND EXISTS (%s)', query), 'none');
        CALL adds_no_error(format('SELECT FROM wanted WHERE true OR EXISTS (%s)', query), 'none');
        CALL adds_no_error(format('SELECT CASE WHEN true THEN 1 ELSE (SELECT count(*) FROM (%s) AS q) END', query), 'none');
        -- Another condition keeps it from being evaluated: one that is false, or that becomes so in the planner.
        query := 'SELECT f.k FROM far0.large AS f JOIN ones AS s USING (k)';
        condition := replace(condition, 's.t', 's.k::text');
        CALL adds_no_error(format('%s WHERE false AND %s', query, condition), 'none');
        CALL adds_no_error(format('%s WHERE s.w < 2 AND 1 > 2 AND %s', query, condition), 'none');
        CALL adds_no_error(format('%s WHERE s.w = NULL AND %s', query, condition));
        CALL adds_no_error(format('%s WHERE s.one = 2 AND %s', query, condition), 'none');
        CALL adds_no_error(format('%s WHERE $1 AND %s', query, condition), 'none');
        CALL adds_no_error(format('%s AND s.one = 2 AND %s', replace(query, 'USING (k)', 'ON f.k = s.k'), condition), 'none');
        CALL adds_no_error(format('%s WHERE s.w = CASE WHEN s.one = 2 AND %s THEN 1 ELSE 2 END', query, condition), 'none');
        CALL adds_no_error(format('%s WHERE CASE s.one WHEN 1 THEN true ELSE %s END AND f.id < 0', query, condition), 'none');
        CALL adds_no_error(format('%s WHERE CASE WHEN $1 THEN %s ELSE true END AND f.id < 0', query, condition), 'none');
        CALL adds_no_error(format('SELECT FROM far0.large AS f WHERE false AND f.k IN (SELECT s.k FROM ones AS s WHERE %s)', condition));
        CALL adds_no_error(format('SELECT FROM far0.large AS f WHERE $1 AND EXISTS (SELECT FROM ones AS s WHERE s.k = f.k AND %s)', condition));
        CALL adds_no_error(format('SELECT FROM far0.large AS f WHERE f.k IN (SELECT s.k FROM ones AS s WHERE s.one = 2 AND %s)', condition), 'none');
    END LOOP;
END $$;
-- What fails fails all the same.
CALL adds_no_error('SELECT f.k FROM far0.large AS f JOIN keys AS s USING (k) WHERE 1 / 0 = s.w', '22012');
CALL adds_no_error('SELECT f.k FROM far0.large AS f JOIN keys AS s USING (k) WHERE 1 / 0 = s.w LIMIT 0', '22012');
CALL adds_no_error('SELECT f.k FROM far0.large AS f JOIN keys AS s ON f.k = s.k AND s.w < ''x''::text::integer WHERE false', '22P02');

-- Servers that are not there are not asked for estimates, and tables that are not planned are not locked.
CREATE SERVER gone FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '/nowhere', use_remote_estimate 'true');
CREATE USER MAPPING FOR PUBLIC SERVER gone OPTIONS (user 'postgres', password_required 'false');
CREATE FOREIGN TABLE gone_table (k bigint, w integer) SERVER gone;
CREATE USER MAPPING FOR PUBLIC SERVER cold OPTIONS (user 'postgres', password_required 'false');
CREATE FOREIGN TABLE gone_option (k bigint) SERVER cold OPTIONS (use_remote_estimate 'true');
DO $$
DECLARE
    tables text;
BEGIN
    FOREACH tables IN ARRAY ARRAY['gone_table AS f JOIN keys', 'gone_option AS f JOIN keys', 'far0.large AS f JOIN gone_table', 'far0.large AS f JOIN gone_option'] LOOP
        CALL adds_no_error(format('SELECT FROM %s AS s USING (k)', tables), '08001');
        CALL adds_no_error(format('WITH c AS (SELECT FROM %s AS s USING (k)) SELECT 1', tables), 'none');
        CALL adds_no_error(format('SELECT FROM (SELECT k FROM %s AS s USING (k) LIMIT 5) AS q WHERE false', tables), 'none');
        CALL adds_no_error(format('SELECT FROM wanted WHERE false AND k IN (SELECT k FROM %s AS s USING (k))', tables));
    END LOOP;
END $$;
CALL locks_nothing('WITH c AS (SELECT FROM far0.large AS f JOIN parts AS s ON f.k = s.i8) SELECT 1', 'parts1');
CALL locks_nothing('SELECT FROM (SELECT FROM far0.large AS f JOIN parts AS s ON f.k = s.i8 LIMIT 5) AS q WHERE false', 'parts1');
-- Where it is certain to be planned, it is.
CALL is_on('SELECT * FROM (SELECT f.id FROM far0.large AS f JOIN parts AS s ON f.k = s.i8) AS q WHERE id > 0', 'array');
CALL is_on('SELECT * FROM (SELECT DISTINCT f.id FROM far0.large AS f JOIN parts AS s ON f.k = s.i8) AS q', 'array');
CALL is_on('SELECT f.id FROM far0.large AS f WHERE k IN (SELECT i8 FROM parts)', 'array');
CALL is_on('SELECT f.id FROM far0.large AS f WHERE EXISTS (SELECT FROM parts WHERE i8 = f.k)', 'array');
CALL is_on('WITH c AS (SELECT f.id FROM far0.large AS f JOIN parts AS s ON f.k = s.i8) SELECT * FROM c WHERE id > 0', 'array');
CALL is_on('WITH c AS MATERIALIZED (SELECT f.id FROM far0.large AS f JOIN parts AS s ON f.k = s.i8) SELECT * FROM c WHERE id > 0', 'array');
CALL is_on('SELECT f.id FROM far0.large AS f JOIN parts AS s ON f.k = s.i8 UNION ALL SELECT id FROM tiny', 'array');
CALL is_on('SELECT f.id FROM far0.large AS f WHERE k IN (SELECT k FROM keys WHERE w < date ''2026-01-31'' - date ''2026-01-01'')', 'array');
CALL is_on('SELECT q.id FROM (SELECT f.id FROM far0.large AS f JOIN keys AS s USING (k) WHERE s.w <> 5 AND s.w IN (1, 2 * 2) AND s.w < 3 * 10) AS q', 'array');
