-- Values that nobody built: states with one field changed, states of one kind given to functions of another, and stored
-- filters that were damaged. What the input lets in gives values that the input lets in; all else is an error that names
-- the culprit: 22P02 for bad input, XX001 for damage that is stored.
-- The same with every server major: it rests on nothing that differs.
-- Takes long, so only with LONG=yes, as in CI.
-- setting: log_min_messages = log

CREATE EXTENSION bloom_rs;
\i tests/e2e/files/counting_states.sql
\ir files/catalog.sql
SET client_min_messages = warning;

-- A type of any bytes, which become a filter or a state unchecked, as only a disk or a superuser can do it.
CREATE TYPE raw;
CREATE FUNCTION raw_in(cstring) RETURNS raw LANGUAGE internal IMMUTABLE STRICT AS 'byteain';
CREATE FUNCTION raw_out(raw) RETURNS cstring LANGUAGE internal IMMUTABLE STRICT AS 'byteaout';
CREATE TYPE raw (INPUT = raw_in, OUTPUT = raw_out, ALIGNMENT = int4, STORAGE = extended);
CREATE CAST (bytea AS raw) WITHOUT FUNCTION;
CREATE CAST (raw AS bloom) WITHOUT FUNCTION;
CREATE CAST (raw AS counting_bloom) WITHOUT FUNCTION;
CREATE CAST (raw AS bloom_matrix) WITHOUT FUNCTION;

CREATE TABLE errors (what text, state text, message text, detail text, hint text);

-- 1. States with one field changed. States of windows have nothing in their buffer, so that all of their fields count.
CREATE AGGREGATE state_of(integer, bigint) (SFUNC = bloom_agg_step, STYPE = bloom_state);
CREATE AGGREGATE counting_state_of(integer, bigint) (SFUNC = counting_bloom_agg_step, STYPE = bloom_state);
CREATE AGGREGATE moving(integer, bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state
);
-- A state is sent without its zero bytes, and received with them as well: so its fields are where they are in memory.
CREATE CAST (bloom_state AS bytea) WITHOUT FUNCTION;
CREATE TABLE states (kind text, s bloom_state);
INSERT INTO states
    SELECT 'counting, fixed, of a window', s FROM (SELECT v, moving(v, 20) OVER (ORDER BY v ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS s FROM generate_series(1, 9) AS v) AS w WHERE v = 9 UNION ALL
    SELECT 'counting, exact, of a window', s FROM (SELECT v, moving(v, NULL) OVER (ORDER BY v ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS s FROM generate_series(1, 9) AS v) AS w WHERE v = 9 UNION ALL
    SELECT 'counting, fixed', counting_state_of(v, 20) FROM generate_series(7, 9) AS v UNION ALL
    SELECT 'fixed', state_of(v, 20) FROM generate_series(7, 9) AS v UNION ALL
    SELECT 'exact', state_of(v, NULL) FROM generate_series(7, 9) AS v UNION ALL
    SELECT 'applied', bloom_agg_combine(state_of(v, 500), state_of(v + 200, 500)) FROM generate_series(7, 200) AS v;
-- What a forged state becomes is given back to the input, at every step.
CREATE FUNCTION follow(s bloom_state) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    counting boolean := true;
    now bloom_state := s;
    c counting_bloom;
    f bloom;
    ignored text;
    size bigint;
    step text;
BEGIN
    BEGIN
        c := counting_bloom_agg_final(s);
    EXCEPTION WHEN invalid_parameter_value THEN
        counting := false;
    END;
    IF counting THEN
        size := CASE WHEN (bloom_info(c)).capacity <> 20 THEN NULL ELSE 20 END;
        FOREACH step IN ARRAY ARRAY['final', 'forget 8', 'final', 'forget 9', 'final', 'forget 7', 'final', 'step 3', 'final', 'combine', 'final', 'forget 3', 'final'] LOOP
            BEGIN
                CASE
                    WHEN step = 'final' THEN c := counting_bloom_agg_final(now);
                    WHEN step = 'combine' THEN now := bloom_agg_combine(now, s);
                    WHEN step = 'step 3' THEN now := counting_bloom_agg_step(now, 3, size);
                    ELSE now := coalesce(counting_bloom_agg_forget(now, right(step, 1)::integer, size), now);
                END CASE;
            EXCEPTION WHEN data_exception OR datatype_mismatch OR program_limit_exceeded THEN
                CONTINUE; -- refused there
            END;
            BEGIN
                ignored := now::text::bloom_state;
                ignored := c::text::counting_bloom;
                ignored := c::bloom::text::bloom;
            EXCEPTION WHEN OTHERS THEN
                RETURN step || ' gives what is refused: ' || SQLERRM;
            END;
        END LOOP;
    ELSE
        FOREACH step IN ARRAY ARRAY['final', 'step 3', 'final', 'combine', 'final'] LOOP
            BEGIN
                CASE step
                    WHEN 'final' THEN f := bloom_agg_final(now);
                    WHEN 'combine' THEN now := bloom_agg_combine(now, s);
                    ELSE now := bloom_agg_step(now, 3, (bloom_info(f)).capacity);
                END CASE;
            EXCEPTION WHEN data_exception OR datatype_mismatch OR program_limit_exceeded THEN
                CONTINUE;
            END;
            BEGIN
                ignored := now::text::bloom_state;
                ignored := f::text::bloom;
            EXCEPTION WHEN OTHERS THEN
                RETURN step || ' gives what is refused: ' || SQLERRM;
            END;
        END LOOP;
    END IF;
    RETURN 'followed';
EXCEPTION WHEN OTHERS THEN
    RETURN SQLSTATE || ' ' || SQLERRM;
END $$;
-- As the first to set each byte and each word to values next to what is there, or far.
CREATE FUNCTION forge(b bytea) RETURNS TABLE (place integer, forged bytea) LANGUAGE sql AS $$
    SELECT i, set_byte(b, i, v) FROM generate_series(0, least(length(b), 160) - 1) AS i, unnest(ARRAY[0, 1, 2, 3, get_byte(b, i) + 1, get_byte(b, i) - 1, 128, 255]) AS v WHERE v BETWEEN 0 AND 255
    UNION SELECT i, overlay(b PLACING w FROM i + 1) FROM generate_series(0, least(length(b), 160) - 8, 4) AS i, unnest(ARRAY['\x0100000000000000', '\x0200000000000000', '\xffffffffffffffff', '\xffffffffffffff7f', '\x0000000000000000', '\x0000000001000000']::bytea[]) AS w
$$;
CREATE FUNCTION let_in(bytes bytea) RETURNS bloom_state LANGUAGE plpgsql AS $$
BEGIN
    RETURN replace(encode(bytes, 'base64'), E'\n', '')::bloom_state;
EXCEPTION WHEN invalid_text_representation THEN
    RETURN NULL;
END $$;
CREATE TABLE forgeries AS SELECT kind, place, follow(f) AS outcome FROM states, forge(s::bytea), let_in(forged) AS f WHERE f IS NOT NULL OFFSET 0;
SELECT kind, outcome, count(*), array_agg(DISTINCT place ORDER BY place) AS places FROM forgeries GROUP BY 1, 2 ORDER BY 1, 2;

-- 2. Every kind of state in every function that takes one.
CREATE TABLE kinds AS
    SELECT 'agg' AS kind, bloom_agg_step(NULL, 7) AS s UNION ALL SELECT 'counting_agg', counting_bloom_agg_step(NULL, 7) UNION ALL
    SELECT 'union', bloom_union_step(NULL, bloom_of(ARRAY[7])) UNION ALL SELECT 'intersection', bloom_intersection_step(NULL, bloom_of(ARRAY[7])) UNION ALL
    SELECT 'counting_union', counting_bloom_union_step(NULL, counting_bloom_of(ARRAY[7])) UNION ALL
    SELECT 'matrix', bloom_matrix_step(NULL, bloom_of(ARRAY[7]), 1);
CREATE TABLE takes (call text, kinds text[]);
INSERT INTO takes VALUES
    ('bloom_matrix_final(%L)', '{matrix}'), ('bloom_matrix_step(%L, bloom_of(ARRAY[7]), 2)', '{matrix}'), ('bloom_matrix_combine(NULL, %L)', '{matrix}'),
    ('bloom_agg_final(%L)', '{agg}'), ('counting_bloom_agg_final(%L)', '{counting_agg}'), ('bloom_union_final(%L)', '{union}'), ('bloom_intersection_final(%L)', '{intersection}'),
    ('counting_bloom_union_final(%L)', '{counting_union}'), ('bloom_agg_final(bloom_agg_step(%L, 7))', '{agg}'), ('counting_bloom_agg_final(counting_bloom_agg_step(%L, 7))', '{counting_agg}'), ('counting_bloom_agg_forget(%L, 7)', '{counting_agg}'),
    ('bloom_union_step(%L, bloom_of(ARRAY[7]))', '{union}'), ('bloom_intersection_step(%L, bloom_of(ARRAY[7]))', '{intersection}'), ('counting_bloom_union_step(%L, counting_bloom_of(ARRAY[7]))', '{counting_union}');
INSERT INTO takes SELECT format('bloom_agg_combine(%%L, %L)', s), ARRAY[kind] FROM kinds WHERE kind LIKE '%agg';
INSERT INTO takes SELECT format('bloom_merge_combine(%%L, %L)', s), ARRAY[kind] FROM kinds WHERE kind LIKE '%union' OR kind = 'intersection';
INSERT INTO takes SELECT format('bloom_matrix_combine(%%L, %L)', s), ARRAY[kind] FROM kinds WHERE kind = 'matrix';
CREATE FUNCTION outcome(what text, query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    result text;
    m text; d text; h text;
BEGIN
    EXECUTE query INTO result;
    RETURN 'answered';
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS m = MESSAGE_TEXT, d = PG_EXCEPTION_DETAIL, h = PG_EXCEPTION_HINT;
    INSERT INTO errors VALUES (what || ': ' || query, SQLSTATE, m, d, h);
    RETURN SQLSTATE;
END $$;
CREATE TABLE mixed AS SELECT kind, regexp_replace(call, '''.*''', '...') AS call, kind = ANY (kinds) AS fits, outcome('mixed', 'SELECT ' || format(call, s)) AS outcome FROM kinds, takes;
SELECT * FROM mixed WHERE fits <> (outcome = 'answered') OR NOT fits AND outcome !~ '^(22...|42804|XX001)$';

-- 3. Stored filters that were damaged: within the row, out of line and compressed.
CREATE TABLE sound AS
    SELECT false AS counting, 'small' AS size, bloom_agg(v)::bytea AS b FROM generate_series(1, 30) AS v UNION ALL
    SELECT false, 'large', bloom_agg(v, 20000)::bytea FROM generate_series(1, 100) AS v UNION ALL
    SELECT true, 'small', counting_bloom_agg(v)::bytea FROM generate_series(1, 30) AS v UNION ALL
    SELECT true, 'large', counting_bloom_agg(v, 20000)::bytea FROM generate_series(1, 100) AS v;
CREATE TABLE damaged (counting boolean, size text, damage text, b bytea);
INSERT INTO damaged SELECT counting, size, damage, CASE damage
        WHEN 'magic' THEN overlay(b PLACING 'XX' FROM 1) WHEN 'version' THEN set_byte(b, 4, 99) WHEN 'scheme' THEN set_byte(b, 5, 99) WHEN 'family' THEN set_byte(b, 6, 77) WHEN 'no hashes' THEN set_byte(b, 7, 0)
        WHEN 'bits' THEN overlay(b PLACING '\xffffffffffffff7f' FROM 21) WHEN 'no bits' THEN overlay(b PLACING '\x0000000000000000' FROM 21) WHEN 'more bits' THEN set_byte(b, 22, get_byte(b, 22) + 1)
        WHEN 'rate' THEN overlay(b PLACING '\x000000000000f8ff' FROM 37) WHEN 'reserved' THEN set_byte(b, 50, 1)
        WHEN 'cut' THEN substr(b, 1, length(b) - 8) WHEN 'header only' THEN substr(b, 1, 60) WHEN 'half a header' THEN substr(b, 1, 30) WHEN 'nothing' THEN '' WHEN 'zeros' THEN decode(repeat('00', length(b)), 'hex')
        WHEN 'longer' THEN b || '\x0000000000000000' END
    FROM sound, unnest(ARRAY['magic', 'version', 'scheme', 'family', 'no hashes', 'bits', 'no bits', 'more bits', 'rate', 'reserved', 'cut', 'header only', 'half a header', 'nothing', 'zeros', 'longer']) AS damage;
CREATE TABLE stored (n serial, f bloom, c counting_bloom);
CREATE TABLE compressed (n serial, f bloom, c counting_bloom);
ALTER TABLE compressed ALTER f SET STORAGE extended, ALTER c SET STORAGE extended;
ALTER TABLE damaged ADD n serial;
INSERT INTO stored SELECT n, CASE WHEN NOT counting THEN b::raw::bloom END, CASE WHEN counting THEN b::raw::counting_bloom END FROM damaged;
INSERT INTO compressed SELECT n, CASE WHEN NOT counting THEN b::raw::bloom END, CASE WHEN counting THEN b::raw::counting_bloom END FROM damaged;
-- Every function that takes a filter, and operators. Of a damaged one, text, bytes and order may be had, so that it can be looked at.
CREATE TABLE readers AS
    SELECT types @> '{counting_bloom}' AS counting, name ~ '_(out|send|eq|ne|lt|le|gt|ge|cmp|hash_filter|hash_filter_extended)$' AS looks,
           CASE prokind WHEN 'a' THEN format('(SELECT %s FROM (SELECT f, c) AS s)', call) ELSE call END AS call
    FROM functions AS f, call_of(f, '{"bloom": "f", "counting_bloom": "c", "bloom_state": "NULL", "anycompatible": "7", "anyarray": "ARRAY[1, 7]", "text": "''a''::text", "char": "''a''::\"char\"",
        "int8": "7::bigint", "float8": "0.5::float8", "bloom_hash_value": "bloom_hash(7)"}') AS call
    WHERE types && '{bloom,counting_bloom}'
    UNION ALL SELECT false, call IN ('f::text', 'f::bytea'), call FROM unnest(ARRAY['f::text', 'f::bytea', 'f @> ANY (ARRAY[7])', 'f | bloom_empty(10)', 'bloom_empty(10) | f', 'f || 7']) AS call;
CREATE TABLE reads AS
    SELECT d.size, d.damage, t AS stored, r.call, outcome('damage', format('SELECT %s FROM %I WHERE n = %s', r.call, t, d.n)) AS outcome
    FROM damaged AS d JOIN readers AS r USING (counting), unnest(ARRAY['stored', 'compressed']) AS t WHERE NOT looks;
SELECT call, outcome, count(*), string_agg(DISTINCT damage, ', ') AS damage FROM reads WHERE outcome <> 'XX001' GROUP BY 1, 2 ORDER BY 1, 2;
CREATE TABLE looks AS SELECT damage, call, outcome('look', format('SELECT %s FROM stored WHERE n = %s', call, n)) AS outcome FROM damaged JOIN readers USING (counting) WHERE looks;
SELECT call, outcome, count(*) FROM looks WHERE outcome NOT IN ('answered', 'XX001') GROUP BY 1, 2;

-- 4. The same bytes as input.
CREATE TABLE inputs AS SELECT d.damage, cast_to, outcome('input', format(cast_to, CASE WHEN cast_to LIKE '%encode%' OR cast_to LIKE '%bytea%' THEN b::text ELSE replace(encode(b, 'base64'), E'\n', '') END)) AS outcome
    FROM damaged AS d, unnest(CASE WHEN counting THEN ARRAY['SELECT %L::counting_bloom', 'SELECT %L::bytea::counting_bloom'] ELSE ARRAY['SELECT %L::bloom', 'SELECT %L::bytea::bloom'] END) AS cast_to;
SELECT cast_to, outcome, count(*), string_agg(DISTINCT damage, ', ') FROM inputs WHERE outcome <> '22P02' GROUP BY 1, 2;

-- 5. Matrices and their states: each byte of the header, of the keys and of the first rows changed, as input and stored.
CREATE TABLE matrices AS SELECT v > 3 AS large, bloom_matrix_agg(f, v) AS m
    FROM (SELECT v, bloom_add(bloom_empty(CASE WHEN v > 3 THEN 900 ELSE 10 END), v) AS f FROM generate_series(1, 70) AS v) AS s GROUP BY 1;
CREATE TABLE matrix_damage (n serial, place integer, b bytea, m bloom_matrix);
INSERT INTO matrix_damage (place, b, m) SELECT place, forged, forged::raw::bloom_matrix FROM matrices, forge(m::bytea) WHERE NOT large OR place < 90 UNION ALL
    SELECT -cut, substr(m::bytea, 1, cut), substr(m::bytea, 1, cut)::raw::bloom_matrix FROM matrices, unnest(ARRAY[0, 7, 87, 88, 120, 600, length(m::bytea) - 1]) AS cut;
CREATE TABLE matrix_reads AS SELECT n, place, call, outcome('matrix', format('SELECT %s FROM matrix_damage WHERE n = %s', call, n)) AS outcome,
       outcome('matrix input', format('SELECT %L::bytea::bloom_matrix', b)) AS input
    FROM matrix_damage, (SELECT CASE WHEN proretset THEN format('(SELECT count(*) FROM %s AS s)', call) ELSE call END
        FROM functions AS f, call_of(f, '{"bloom_matrix": "m", "anycompatible": "7", "anyarray": "ARRAY[7, 8]", "int8": "7", "bloom_hash_value": "bloom_hash(7)"}') AS call
        WHERE types @> '{bloom_matrix}') AS readers (call);
SELECT outcome, input, count(*) FROM matrix_reads GROUP BY 1, 2 ORDER BY 1, 2;
CREATE TABLE matrix_states AS SELECT place, outcome('matrix state', format('SELECT bloom_matrix_info(bloom_matrix_final(bloom_matrix_combine(bloom_matrix_step(s, bloom_of(ARRAY[7]), 9), s))) FROM (SELECT %L::bloom_state AS s) AS q',
        replace(encode(forged, 'base64'), E'\n', ''))) AS outcome
    FROM forge(bloom_matrix_step(bloom_matrix_step(NULL, bloom_of(ARRAY[7]), 7), bloom_of(ARRAY[8]), 8)::bytea);
SELECT outcome, count(*) FROM matrix_states GROUP BY 1 ORDER BY 1;

SELECT DISTINCT state, left(message, 80) AS message, left(detail, 200) AS detail FROM errors WHERE state = 'XX000' OR concat(message, detail, hint) ~ 'panicked|backtrace|\.rs\M|/src/|core::';
DO $$
DECLARE
    missing text;
BEGIN
    ASSERT (SELECT count(*) > 100 AND count(*) FILTER (WHERE kind LIKE 'counting%window') > 50 FROM forgeries), 'too few forgeries were let in';
    ASSERT NOT EXISTS (SELECT FROM forgeries WHERE outcome <> 'followed'), 'a forged state gives what its own input refuses';
    missing := string_agg(DISTINCT name, ', ') FROM functions WHERE types @> '{bloom_state}' AND name !~ '^bloom_state_(out|send|eq|ne|hash|hash_extended)$'
        AND NOT EXISTS (SELECT FROM takes WHERE call LIKE '%' || name || '(%');
    ASSERT missing IS NULL, 'functions of states that are missing: ' || missing;
    ASSERT NOT EXISTS (SELECT FROM mixed WHERE fits <> (outcome = 'answered') OR NOT fits AND outcome !~ '^(22...|42804|XX001)$'), 'a state in a function of another kind';
    ASSERT (SELECT count(*) > 70 AND count(*) = count(call) FROM readers), 'a call is missing';
    ASSERT NOT EXISTS (SELECT FROM reads WHERE outcome <> 'XX001' AND NOT (outcome = 'answered' AND call LIKE '%header%' AND damage IN ('cut', 'longer', 'header only', 'more bits'))), 'damage that is stored';
    ASSERT NOT EXISTS (SELECT FROM looks WHERE outcome NOT IN ('answered', 'XX001')), 'damaged bytes that are looked at';
    ASSERT NOT EXISTS (SELECT FROM inputs WHERE outcome <> '22P02'), 'damaged input';
    ASSERT (SELECT count(*) > 3000 AND count(*) = count(call) AND count(DISTINCT input) >= 2 FROM matrix_reads), 'too few damaged matrices';
    -- Family and scheme may be others that filters have; the sizes may not, and what is let in is read.
    ASSERT NOT EXISTS (SELECT FROM matrix_reads WHERE input NOT IN ('answered', '22P02') OR outcome NOT IN ('answered', 'XX001') AND NOT (input = 'answered' AND outcome IN ('42804', '22000'))), 'a damaged matrix';
    ASSERT NOT EXISTS (SELECT FROM matrix_reads WHERE input = 'answered' AND outcome = 'XX001'), 'input lets damage in';
    ASSERT (SELECT count(*) > 500 FROM matrix_states) AND NOT EXISTS (SELECT FROM matrix_states WHERE outcome !~ '^(answered|22P02|22000|42804|54000)$'), 'a forged state of a matrix';
    ASSERT NOT EXISTS (SELECT FROM errors WHERE state = 'XX000' OR concat(message, detail, hint) ~ 'panicked|backtrace|\.rs\M|/src/|core::'), 'an error of the wrong class, or with a backtrace';
END $$;
