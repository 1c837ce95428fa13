-- The work of screening does not grow faster than the statement, and what is only looked at is not kept. What is counted are
-- reasons at DEBUG1, conditions in plans, and the memory of a session. After joins_foreign.sql.

-- An equality that is written twice is one join.
CREATE FUNCTION repeated(equality text, times integer) RETURNS text LANGUAGE sql
    AS 'SELECT ''SELECT FROM far0.facts AS f JOIN small AS s ON '' || string_agg(equality, '' AND '') FROM generate_series(1, times)';
DO $$
BEGIN
    ASSERT (SELECT count(*) = 3 FROM regexp_matches(plan(repeated('f.i4 = s.i4', 2000), 'force'), 'InitPlan', 'g')), 'a screen for each equality';
    ASSERT (SELECT count(*) = 3 FROM regexp_matches(plan(repeated('s.i4 = f.i4 AND f.i4 = s.i4', 1000), 'force'), 'InitPlan', 'g')), 'a screen for each direction';
END $$;

-- The planner is asked for 32 joins of a statement.
SELECT string_agg(format('c%s integer', n), ', ') AS columns, string_agg(format('f.c%s = s.c%1$s', n), ' AND ') AS equalities FROM generate_series(1, 100) AS n \gset
CREATE FOREIGN TABLE wide_far (:columns) SERVER far1;
CREATE TABLE wide (:columns);
SELECT set_config('test.wide', 'SELECT FROM wide_far AS f JOIN wide AS s ON ' || :'equalities', false) \gset ignored_
DO $$ BEGIN ASSERT (SELECT count(*) = 64 FROM regexp_matches(plan(current_setting('test.wide'), 'force'), 'InitPlan', 'g')), 'screens of other than 32 joins'; END $$;

-- Conditions that take long to plan are planned once: not in the keys, nor to decide.
CREATE PROCEDURE copies(condition text, shown text, times integer) LANGUAGE plpgsql AS $$
DECLARE
    plan text := plan(format('SELECT f.id FROM far1.facts AS f JOIN small AS s USING (i4) WHERE %s', condition), 'force');
BEGIN
    IF plan !~ 'InitPlan' OR (SELECT count(*) <> times FROM regexp_matches(plan, shown, 'g')) THEN
        RAISE '% is not planned % times', left(condition, 100), times;
    END IF;
END $$;
SELECT string_agg(n::text, ',') AS few FROM generate_series(1, 400) AS n \gset
SELECT string_agg(n::text, ',') AS many FROM generate_series(1, 1100) AS n \gset
SELECT 's.id IN (' || :'few' || ')' AS few, 's.id IN (' || :'many' || ')' AS many, 's.id = ANY (''{' || :'many' || '}'')' AS array \gset
CALL copies(:'few', '\.id = ANY', 3);
CALL copies(:'many', '\.id = ANY', 1);
CALL copies(:'many' || ' AND s.x = 1', '\.x = 1', 3);
CALL copies(:'array' , '\.id = ANY', 3);
CALL copies(replace(:'array', '}', repeat(',7', 10000) || '}'), '\.id = ANY', 1);
CALL copies('s.t <> ''' || repeat('x', 1000) || '''', '\.t <> ', 3);
CALL copies('s.t <> ''' || repeat('x', 100000) || '''', '\.t <> ', 1);
SELECT string_agg('s.id <> ' || n, ' AND ') AS many FROM generate_series(1, 1000) AS n \gset
CALL copies(:'many', 's_1\.id <> 1\)', 1);
CALL copies(:'many', 's_1\.id <> 1000\)', 0);
-- Of a view, they are part of the table.
CREATE VIEW heavy AS SELECT i4 FROM small WHERE id = ANY (array_fill(1, ARRAY[20000]));
SELECT 'CREATE OR REPLACE VIEW heavy AS SELECT i4 FROM small WHERE id = ANY (''' || array_fill(1, ARRAY[20000])::text || ''')' \gexec
CALL refuses('SELECT f.id FROM far1.facts AS f JOIN heavy AS s USING (i4)');
-- Of a parameter, the value counts.
CREATE FUNCTION plan_of(ids integer[]) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    line text;
    lines text := '';
BEGIN
    FOR line IN EXPLAIN (VERBOSE, COSTS OFF) SELECT f.id FROM far1.facts AS f JOIN small AS s USING (i4) WHERE s.id = ANY (ids) LOOP
        lines := lines || line || E'\n';
    END LOOP;
    RETURN lines;
END $$;
DO $$
BEGIN
    PERFORM set_config('bloom_rs.screen_foreign_joins', 'force', false);
    ASSERT (SELECT count(*) = 3 FROM regexp_matches(plan_of('{1,2,3}'), '\.id = ANY', 'g')), 'a small parameter';
    ASSERT (SELECT count(*) = 1 FROM regexp_matches(plan_of(array_fill(1, ARRAY[20000])), '\.id = ANY', 'g')), 'a large parameter';
END $$;
