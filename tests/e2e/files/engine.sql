-- For every aggregate of the extension: rows in parts, each row by a call of its own, states sent in between, parts
-- combined in an odd order, and the result compared with that of the plain aggregate. What there is to test comes from
-- the catalog, so a new aggregate is tested without a change here, if its arguments are of types that are known here.

CREATE EXTENSION bloom_rs;

CREATE FUNCTION engine_call(function oid, collated boolean, result anyelement, VARIADIC "any") RETURNS anyelement
    LANGUAGE c AS :'engine';
CREATE FUNCTION engine_sent(value anyelement) RETURNS anyelement LANGUAGE c STRICT AS :'engine';

CREATE VIEW members AS
    SELECT classid, objid FROM pg_depend
    WHERE refclassid = 'pg_extension'::regclass AND deptype = 'e'
      AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'bloom_rs');
CREATE VIEW aggregates AS
    SELECT a.*, p.proname, ARRAY(SELECT unnest(p.proargtypes)::regtype) AS arguments, p.prorettype::regtype AS result,
           'anyelement'::regtype = ANY (p.proargtypes::oid[]) AS polymorphic
    FROM pg_aggregate AS a JOIN pg_proc AS p ON p.oid = aggfnoid
    JOIN members AS m ON classid = 'pg_proc'::regclass AND objid = aggfnoid;

-- 1. What these engines ask of the declarations. They know no type of an anyelement: so they shall find a state of type
-- internal there, which they do not hand out in pieces, or only in the form that it has for parallel plans.

CREATE FUNCTION asked(aggregate aggregates) RETURNS SETOF text LANGUAGE sql AS $$
    SELECT 'no combine function' WHERE aggregate.aggcombinefn = 0
    UNION ALL
    SELECT format('the state %s is not a type with input, output, send and receive', typname) FROM pg_type
    WHERE oid = aggregate.aggtranstype AND NOT aggregate.polymorphic
      AND (typtype <> 'b' OR typinput = 0 OR typoutput = 0 OR typsend = 0 OR typreceive = 0)
    UNION ALL
    SELECT 'serialises in a way of its own'
    WHERE NOT aggregate.polymorphic AND (aggregate.aggserialfn <> 0 OR aggregate.aggdeserialfn <> 0)
    UNION ALL
    SELECT 'is one that Citus would hand out, or no plan make parallel'
    WHERE aggregate.polymorphic
      AND (aggregate.aggtranstype <> 'internal'::regtype OR 0 IN (aggregate.aggserialfn, aggregate.aggdeserialfn))
    UNION ALL
    SELECT 'the final function asks for the arguments, or changes the state'
    WHERE aggregate.aggfinalextra OR aggregate.aggfinalmodify <> 'r'
    UNION ALL
    SELECT format('%s is not immutable and parallel safe', p.oid::regprocedure) FROM pg_proc AS p, pg_type AS t
    WHERE t.oid = aggregate.aggtranstype AND (provolatile <> 'i' OR proparallel <> 's')
      AND (p.oid IN (aggregate.aggfnoid, aggregate.aggtransfn, aggregate.aggcombinefn, aggregate.aggfinalfn,
                     aggregate.aggserialfn, aggregate.aggdeserialfn)
           OR NOT aggregate.polymorphic AND p.oid IN (typinput, typoutput, typsend, typreceive))
$$;
DO $$
DECLARE
    missing text := string_agg(format(E'\n%s: %s', aggfnoid::regprocedure, why), '')
                    FROM aggregates, LATERAL asked(aggregates) AS why;
BEGIN
    IF missing IS NOT NULL THEN
        RAISE 'aggregates that other engines cannot use:%', missing;
    END IF;
END $$;

-- 2. What to feed them with: expressions of the row's number i.

CREATE TABLE samples (type regtype, value text);
INSERT INTO samples VALUES
    ('smallint', '(i % 200 - 100)::smallint'), ('integer', 'i * 1000 - 9'), ('bigint', 'i * 4000000000'),
    ('"char"', 'chr(33 + i % 90)::"char"'), ('text', 'repeat(''é'', i % 50) || i'), ('bytea', 'int4send(i) || ''\x00'''),
    ('uuid', 'md5(i::text)::uuid'), ('character', '(''ç'' || i % 40)::char(9)'),
    ('boolean', 'i % 2 = 0'), ('date', 'date ''2000-01-01'' + i'), ('real', '(i / 7.0)::real'), ('double precision', 'i / 7e5::double precision'),
    ('timestamp', 'timestamp ''2000-01-01'' + i * interval ''1 s'''), ('numeric', 'i / 3.0'), ('inet', 'inet ''10.0.0.0'' + i'),
    ('timestamptz', 'timestamptz ''2000-01-01 00:00+00'' + i * interval ''1 s''');
-- Values of a type of the extension itself come from its own aggregate of integers.
INSERT INTO samples
    SELECT DISTINCT result, format('(SELECT %I(v, 500) FROM generate_series(i, i + 9) AS v)', proname) FROM aggregates
    WHERE arguments IN ('{integer,bigint}', '{anyelement,bigint}');
-- Further arguments are the same in all rows: left open, or given.
CREATE TABLE further (type regtype PRIMARY KEY, given text);
INSERT INTO further VALUES ('integer', '4'), ('bigint', '500::bigint'), ('double precision', '0.5::double precision'),
    ('text', '''spark2''::text');

CREATE TABLE cases AS
    SELECT a, sample, collated, concat_ws(', ', 'CASE WHEN i % 7 <> 3 THEN ' || sample || ' END', (
               SELECT string_agg(CASE WHEN is_given THEN given ELSE 'NULL::' || further.type END, ', ' ORDER BY n)
               FROM unnest(arguments[2:]) WITH ORDINALITY AS u(type, n) JOIN further USING (type))) AS passed
    FROM aggregates AS a JOIN samples AS s(type, sample) ON s.type = arguments[1],
         unnest('{f,t}'::boolean[]) AS is_given, unnest('{t,f}'::boolean[]) AS collated
    WHERE (is_given OR cardinality(arguments) > 1) AND NOT polymorphic AND result <> 'bloom_matrix'::regtype;
-- The keys of filters are another in each row.
INSERT INTO cases
    SELECT a, sample, collated, format('CASE WHEN i %% 7 <> 3 THEN %s END, (i * 5)::bigint', sample)
    FROM aggregates AS a JOIN samples AS s(type, sample) ON s.type = arguments[1], unnest('{t,f}'::boolean[]) AS collated
    WHERE result = 'bloom_matrix'::regtype;

-- 3. The engine.

-- Two states as one, which is then sent.
CREATE FUNCTION combined(a aggregates, x anyelement, y anyelement) RETURNS anyelement LANGUAGE plpgsql AS $$
DECLARE
    united x%TYPE;
BEGIN
    EXECUTE format('SELECT engine_call(%s, true, $1, $1, $2)', a.aggcombinefn::oid) INTO united USING x, y;
    IF (SELECT proisstrict FROM pg_proc WHERE oid = a.aggcombinefn) THEN
        united := coalesce(united, x, y);
    END IF;
    RETURN engine_sent(united);
END $$;

-- The aggregate of rows 1 to 260, as text.
CREATE FUNCTION engine(a aggregates, passed text, collated boolean, nothing anyelement, parts anyarray) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
    step text := format('SELECT engine_call(%s, %L, $1, $1, %s) FROM (SELECT $2 AS i) AS s', a.aggtransfn::oid, collated, passed);
    is_strict boolean := (SELECT proisstrict FROM pg_proc WHERE oid = a.aggtransfn);
    -- The last rows of the parts: a few, one whose value is NULL, none, many, one, none, and the rest.
    lasts integer[] := '{0,2,3,3,203,204,204,260}';
    state nothing%TYPE;
    next nothing%TYPE;
    result text;
BEGIN
    FOR part IN 1..7 LOOP
        state := a.agginitval;
        FOR i IN lasts[part] + 1..lasts[part + 1] LOOP
            EXECUTE step INTO next USING state, i;
            IF next IS NOT NULL OR NOT is_strict THEN
                state := next;
            END IF;
            -- Now and then it travels, in one form or the other.
            IF i % 20 = 5 THEN
                state := engine_sent(state);
            ELSIF i % 20 = 15 THEN
                state := state::text;
            END IF;
        END LOOP;
        parts := array_append(parts, state);
    END LOOP;
    state := combined(a, combined(a, combined(a, parts[3], parts[6]), combined(a, parts[7], parts[3])),
                      combined(a, combined(a, combined(a, parts[6], parts[2]), combined(a, parts[5], parts[4])), parts[1]));
    EXECUTE format('SELECT engine_call(%s, true, NULL::%s, $1)::text', a.aggfinalfn::oid, a.result) INTO result USING state;
    RETURN result;
END $$;

-- A result as text; of a matrix in the order of its keys, as it has the filters in the order in which they came.
CREATE FUNCTION told(result text, of regtype) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    IF of <> 'bloom_matrix'::regtype THEN
        RETURN result;
    END IF;
    RETURN string_agg(key || ' ' || bloom_matrix_filter(matrix, key), ' ' ORDER BY key) FROM (SELECT result::bloom_matrix) AS r(matrix), unnest(bloom_matrix_keys(matrix)) AS key;
END $$;

-- The first case that goes wrong ends the test, and its message names it. Text that comes out of a row has no collation.
CREATE PROCEDURE compare(c cases) LANGUAGE plpgsql AS $$
DECLARE
    name text := format('%s by hand, of %s%s', (c.a).aggfnoid::regprocedure, c.passed, CASE WHEN NOT c.collated THEN ' without collation' END);
    expected text;
    made text;
BEGIN
    EXECUTE format('SELECT %s(%s)::text FROM generate_series(1, 260) AS i', (c.a).aggfnoid, c.passed) INTO expected;
    EXECUTE format('SELECT engine($1, $2, $3, NULL::%1$s, ''{}''::%1$s[])', (c.a).aggtranstype::regtype)
        INTO made USING c.a, c.passed, c.collated;
    made := told(made, (c.a).result);
    IF made IS DISTINCT FROM told(expected, (c.a).result) THEN
        RAISE '% is % instead of %', name, left(made, 100), left(expected, 100);
    END IF;
EXCEPTION
    WHEN OTHERS THEN
        RAISE '%: % %', name, SQLSTATE, SQLERRM;
END $$;
DO $$
DECLARE
    c cases;
BEGIN
    FOR c IN SELECT * FROM cases LOOP
        CALL compare(c);
    END LOOP;
END $$;

SELECT a.aggfnoid::regprocedure AS aggregate, count(c) AS cases
FROM aggregates AS a LEFT JOIN cases AS c ON (c.a).aggfnoid = a.aggfnoid WHERE NOT a.polymorphic GROUP BY a.aggfnoid ORDER BY a.aggfnoid::regprocedure::text;
DO $$
DECLARE
    untested text := string_agg(aggfnoid::regprocedure::text, ', ') FROM aggregates
                     WHERE NOT polymorphic AND aggfnoid NOT IN (SELECT (c.a).aggfnoid FROM cases AS c WHERE c.collated);
BEGIN
    IF untested IS NOT NULL THEN
        RAISE 'no values are known here for %', untested USING HINT = 'Add their types to the tables "samples" and "further".';
    END IF;
END $$;

-- 4. Large states, in place: PostgreSQL's executor makes the states of the parts, unaware that they will be combined.

CREATE AGGREGATE partial(text) (SFUNC = bloom_agg_step, STYPE = bloom_state);
CREATE AGGREGATE partial(text, bigint) (SFUNC = bloom_agg_step, STYPE = bloom_state);
CREATE AGGREGATE united(bloom_state) (SFUNC = bloom_agg_combine, STYPE = bloom_state, FINALFUNC = bloom_agg_final);
SET max_parallel_workers_per_gather = 0;
SET work_mem = '64MB';
CREATE TABLE urls AS SELECT 'https://example.org/' || i AS url, i % 5 AS part FROM generate_series(1, 200000) AS i;
CREATE TABLE states AS
    SELECT part, partial(url, 200000) AS given, partial(url) AS exact FROM urls GROUP BY part UNION ALL SELECT 5, NULL, NULL;
SET work_mem = '64kB';
CREATE TABLE small_states AS SELECT part, partial(url) AS growing FROM urls GROUP BY part;
DO $$
DECLARE
    f bloom;
BEGIN
    ASSERT (SELECT united(given ORDER BY part DESC) = (SELECT bloom_agg(url, 200000) FROM urls) FROM states), 'capacity given';
    SET work_mem = '64MB';
    ASSERT (SELECT united(exact ORDER BY part DESC) = (SELECT bloom_agg(url) FROM urls) FROM states), 'counted exactly';
    -- Beyond work_mem it may be refused: these states did not know that they needed room for others.
    f := united(growing) FROM small_states;
    ASSERT (SELECT count(*) = 0 FROM urls WHERE NOT f @> url), 'values are missed';
    ASSERT bloom_current_fpp(f) <= 0.0101, 'the rate is not kept';
EXCEPTION WHEN program_limit_exceeded THEN
    RAISE NOTICE 'refused: %', SQLERRM;
END $$;
