--
-- Hostile bytes: damaged filters, states and matrices raise 22P02, or are values that work. An error of another kind is a bug.
-- Mutations are random and reproducible: setseed begins each section.
--
SET client_min_messages = error; -- damaged filters have damaged capacities, which are reported
CREATE EXTENSION bloom_rs;
\getenv tests PG_ABS_SRCDIR
\set expect :tests '/sql/files/expect.sql'
\i :expect

-- Bytes with one to three mutations, mostly in the header, where damage matters: cut short, made longer, bytes set to 0 or 255, bits flipped.
CREATE FUNCTION below(n integer) RETURNS integer LANGUAGE sql VOLATILE AS 'SELECT floor(random() * n)::integer';
CREATE FUNCTION mutated(bytes bytea) RETURNS bytea LANGUAGE plpgsql AS $$
DECLARE
    reach integer;
    place integer;
BEGIN
    FOR i IN 0..below(3) LOOP
        reach := CASE WHEN below(4) = 0 THEN length(bytes) ELSE least(length(bytes), 80) END;
        place := below(reach);
        CASE below(6)
            WHEN 0 THEN bytes := substring(bytes FROM 1 FOR greatest(least(reach, below(length(bytes) + 1)), 1));
            WHEN 1 THEN bytes := bytes || substring(sha256(float8send(random())) FROM 1 FOR 8);
            WHEN 2 THEN bytes := set_byte(bytes, place, 0);
            WHEN 3 THEN bytes := set_byte(bytes, place, 255);
            ELSE bytes := set_byte(bytes, place, get_byte(bytes, place) # (1 << below(8)));
        END CASE;
    END LOOP;
    RETURN bytes;
END $$;
-- Mutations of a value, and what one statement raises, or two, that have them in place of @. Number 0 is the value itself.
CREATE FUNCTION attacks(seed float8, value bytea, mutations integer, sql text, other text DEFAULT NULL)
    RETURNS TABLE (n integer, bytes bytea, error text[], other_error text[]) LANGUAGE plpgsql AS $$
BEGIN
    PERFORM setseed(seed);
    FOR i IN 0..mutations LOOP
        n := i;
        bytes := CASE i WHEN 0 THEN value ELSE mutated(value) END;
        error := raised(replace(sql, '@', quote_literal(bytes) || '::bytea'));
        IF other IS NOT NULL THEN
            other_error := raised(replace(other, '@', quote_literal(bytes) || '::bytea'));
        END IF;
        RETURN NEXT;
    END LOOP;
END $$;
SELECT setseed(0.5);
SELECT count(*) AS mutations, count(DISTINCT bytes) > 500 AS differ, count(*) FILTER (WHERE length(bytes) < length(value)) > 100 AS some_cut,
       count(*) FILTER (WHERE length(bytes) > length(value)) > 100 AS some_longer, min(length(bytes)) > 0 AS never_empty
FROM (SELECT value, mutated(value) AS bytes FROM (SELECT bloom_empty(1)::bytea) AS v (value), generate_series(1, 1000)) AS m;

-- 1. Filters, as bytea and as text, which are damaged in the same cases.
CREATE TABLE filters AS
    SELECT a.* FROM (SELECT bloom_agg(g)::bytea FROM generate_series(1, 100) AS g) AS v (value),
    attacks(0.1, value, 3000, 'SELECT bloom_contains(b, 1), bloom_add(b, 2), bloom_info(b) FROM (SELECT @::bloom AS b) AS s',
            'SELECT bloom_in(replace(encode(@, ''base64''), E''\n'', '''')::cstring)') AS a;
SELECT bytes, error, other_error FROM filters
WHERE (error[1] IN ('00000', '22P02', '42804') AND (error[1] = '22P02') = (other_error[1] = '22P02')) IS NOT TRUE;
SELECT count(*) AS values, count(*) FILTER (WHERE n = 0 AND error[1] = '00000' AND other_error[1] = '00000') AS unharmed,
       count(*) FILTER (WHERE error[1] = '22P02') BETWEEN 1000 AND 2999 AS refused,
       count(*) FILTER (WHERE n > 0 AND error[1] = '00000') > 0 AS some_work
FROM filters;

-- 2. States of bloom_agg, of an unsized filter of text and a sized one of integers: they are finished, and more values are added. Values of
-- another type than that of the state are tried too.
CREATE TABLE states AS
    SELECT v.n AS state, a.*
    FROM (VALUES (1, 0.2, bloom_state_send(bloom_agg_step(bloom_agg_step(NULL, 'a'::text), 'b'::text)), 'bloom_agg_step(s, ''c''::text)', NULL),
                 (2, 0.3, bloom_state_send(bloom_agg_step(bloom_agg_step(NULL, 1, 100), 2, 100)), 'bloom_agg_step(s, 3, 100)',
                  'bloom_agg_step(s, ''c''::text)')) AS v (n, seed, value, step, other),
    (SELECT ' FROM (SELECT bloom_state_in(replace(encode(@, ''base64''), E''\n'', '''')::cstring) AS s) AS q') AS f (source),
    attacks(seed, value, 2000, 'SELECT bloom_info(bloom_agg_final(bloom_agg_combine(s, s))), ' || step || source, 'SELECT ' || other || source) AS a;
SELECT bytes, error, other_error FROM states
WHERE (error[1] IN ('00000', '22P02', '42804', '22023', '54000')
       AND (state = 1 OR other_error[1] IN ('00000', '22P02', '42804', '22023', '54000'))) IS NOT TRUE;
SELECT count(*) AS values, count(*) FILTER (WHERE n = 0 AND error[1] = '00000') AS unharmed, count(*) FILTER (WHERE error[1] = '22P02') > 0 AS some_refused,
       count(*) FILTER (WHERE n > 0 AND error[1] = '00000') > 0 AS some_work
FROM states;

-- 3. Matrices.
CREATE TABLE matrices AS
    SELECT a.* FROM (SELECT bloom_matrix_agg(f, g)::bytea
                     FROM (SELECT g, bloom_agg(g + v, 10) AS f FROM generate_series(1, 70) AS g, generate_series(1, 10) AS v GROUP BY g) AS s) AS v (value),
    attacks(0.4, value, 3000, 'SELECT (SELECT count(*) FROM bloom_matrix_search(m, 7)), (SELECT count(*) FROM bloom_matrix_search_all(m, ARRAY[7, 8])),
                                      (SELECT count(*) FROM bloom_matrix_search_any(m, ARRAY[7, 8])), bloom_matrix_info(m), bloom_matrix_keys(m),
                                      bloom_matrix_merge(m, m), bloom_contains(bloom_matrix_filter(m, 7), 7), m = m, m::text::bloom_matrix = m
                               FROM (SELECT @::bloom_matrix AS m) AS s') AS a;
SELECT bytes, error FROM matrices WHERE (error[1] IN ('00000', '22P02', '42804', '54000', '22000')) IS NOT TRUE;
SELECT count(*) AS values, count(*) FILTER (WHERE n = 0 AND error[1] = '00000') AS unharmed, count(*) FILTER (WHERE error[1] = '22P02') BETWEEN 1000 AND 2999 AS refused,
       count(*) FILTER (WHERE n > 0 AND error[1] = '00000') > 0 AS some_work
FROM matrices;

-- 4. States of bloom_matrix_agg.
CREATE TABLE matrix_states AS
    SELECT a.* FROM (SELECT bloom_state_send(bloom_matrix_step(bloom_matrix_step(NULL, bloom_of(ARRAY[1]), 5), bloom_of(ARRAY[2]), 6))) AS v (value),
    attacks(0.5, value, 2000, 'SELECT bloom_matrix_info(bloom_matrix_final(bloom_matrix_combine(s, s))), bloom_matrix_final(s), bloom_matrix_step(s, bloom_of(ARRAY[3]), 7)
                               FROM (SELECT bloom_state_in(replace(encode(@, ''base64''), E''\n'', '''')::cstring) AS s) AS q') AS a;
SELECT bytes, error FROM matrix_states WHERE (error[1] IN ('00000', '22P02', '22023', '22000', '54000')) IS NOT TRUE;
SELECT count(*) AS values, count(*) FILTER (WHERE n = 0 AND error[1] = '00000') AS unharmed, count(*) FILTER (WHERE error[1] = '22P02') > 0 AS some_refused,
       count(*) FILTER (WHERE n > 0 AND error[1] = '00000') > 0 AS some_work
FROM matrix_states;

DROP TABLE filters, states, matrices, matrix_states;
DROP FUNCTION raised, wrong, answer, attacks, mutated, below;
RESET client_min_messages;
DROP EXTENSION bloom_rs;
