-- Thousands of damaged filters (plain and counting) and states: cut, lengthened, bits flipped, bytes replaced, random
-- bytes. Each is refused with the right SQLSTATE or is a valid value.
-- The same with every server major: it rests on nothing that differs.
-- Takes long, so only with LONG=yes, as in CI.
-- setting: log_min_messages = log

CREATE EXTENSION bloom_rs;
\i tests/e2e/files/counting_states.sql
SET client_min_messages = warning; -- no notices of values that could not be removed
\if :{?seed}
\else
    \set seed 25000
\endif
SELECT setseed(:seed / 100000.0) \gset

CREATE FUNCTION random_bytes(n integer) RETURNS bytea LANGUAGE sql AS $$
    SELECT substr(decode(coalesce(string_agg(md5(random()::text), ''), ''), 'hex'), 1, n) FROM generate_series(0, n / 16)
$$;

-- One to three kinds of damage, half of them in the first `head` bytes, where the fields are.
CREATE FUNCTION damaged(whole bytea, head integer) RETURNS bytea LANGUAGE plpgsql AS $$
DECLARE
    b bytea := whole;
    n integer;
    place integer;
BEGIN
    FOR i IN 0..(random() * 2)::integer LOOP
        n := length(b);
        CONTINUE WHEN n = 0;
        place := floor(random() * CASE WHEN random() < 0.5 THEN least(n, head) ELSE n END);
        CASE floor(random() * 10)
            WHEN 0 THEN b := substr(b, 1, place);
            WHEN 1 THEN b := b || random_bytes(1 + (random() * 20)::integer);
            WHEN 2 THEN b := substr(b, 1, place) || substr(b, place + 2 + (random() * 8)::integer);
            WHEN 3 THEN b := overlay(b PLACING random_bytes(8) FROM place + 1);
            WHEN 4 THEN b := overlay(b PLACING '\xffffffffffffffff' FROM 1 + place / 8 * 8);
            WHEN 5 THEN b := random_bytes((random() * 300)::integer);
            WHEN 6 THEN b := substr(b, 1, head) || random_bytes((random() * 300)::integer);
            ELSE b := set_bit(b, (place * 8 + floor(random() * 8))::integer, (random() * 1)::integer);
        END CASE;
    END LOOP;
    RETURN b;
END $$;

-- What base64 text becomes when typed wrongly.
CREATE FUNCTION mistyped(whole text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    place integer := 1 + floor(random() * length(whole) * CASE WHEN random() < 0.5 THEN 1 ELSE 0.5 END);
BEGIN
    RETURN CASE floor(random() * 6)
        WHEN 0 THEN left(whole, place)
        WHEN 1 THEN whole || md5(random()::text)
        WHEN 2 THEN overlay(whole PLACING chr(32 + (random() * 90)::integer) FROM place)
        WHEN 3 THEN overlay(whole PLACING 'é☃' FROM place)
        WHEN 4 THEN left(whole, place) || E'\n ' || substr(whole, place + 1)
        ELSE md5(random()::text) END;
END $$;

-- The bytes as one field of one row, as COPY BINARY has it.
CREATE FUNCTION copy_stream(field bytea) RETURNS bytea LANGUAGE sql AS $$
    SELECT '\x5047434f50590aff0d0a000000000000000000'::bytea || int2send(1::int2) || int4send(length(field)) || field || int2send(-1::int2)
$$;

CREATE TABLE valid_filters AS
    SELECT bloom_agg(i) AS f FROM generate_series(1, 3) AS i UNION ALL
    SELECT bloom_agg('k' || i, 100, 0.001) FROM generate_series(1, 100) AS i UNION ALL
    SELECT bloom_agg(i::numeric, 300) FROM generate_series(1, 300) AS i UNION ALL
    SELECT bloom_agg(true) FROM generate_series(1, 3) UNION ALL
    SELECT bloom_empty(10) UNION ALL
    SELECT bloom_sized(640, 255);

CREATE TABLE valid_counting AS
    SELECT counting_bloom_of(ARRAY[1, 1, 2]) AS c UNION ALL
    SELECT counting_bloom_agg('k' || i % 40, 100, 0.001) FROM generate_series(1, 1000) AS i UNION ALL
    SELECT counting_bloom_agg(i::numeric, 300) FROM generate_series(1, 300) AS i UNION ALL
    SELECT counting_bloom_empty(10);

-- States of all three kinds: of known capacity, counting exactly (empty, few, many), estimating.
SET work_mem = '64kB';
CREATE AGGREGATE state_of(integer) (SFUNC = bloom_agg_step, STYPE = bloom_state);
CREATE AGGREGATE state_of(integer, bigint) (SFUNC = bloom_agg_step, STYPE = bloom_state);
CREATE AGGREGATE counting_state_of(integer) (SFUNC = counting_bloom_agg_step, STYPE = bloom_state);
CREATE AGGREGATE counting_state_of(integer, bigint) (SFUNC = counting_bloom_agg_step, STYPE = bloom_state);
CREATE TABLE valid_states AS
    SELECT state_of(i, 1000) AS s FROM generate_series(1, 200) AS i UNION ALL
    SELECT state_of(NULL::integer) FROM generate_series(1, 2) UNION ALL
    SELECT state_of(i) FROM generate_series(1, 2) AS i UNION ALL
    SELECT state_of(i) FROM generate_series(1, 700) AS i UNION ALL
    SELECT state_of(i) FROM generate_series(1, 9000) AS i UNION ALL
    SELECT bloom_union_step(NULL, bloom_of(ARRAY[1, 2, 3])) UNION ALL
    SELECT bloom_union_step(NULL, bloom_of(ARRAY['a']), 0.5) UNION ALL
    SELECT bloom_intersection_step(NULL, bloom_of(ARRAY[1.5])) UNION ALL
    SELECT counting_state_of(i % 20, 1000) FROM generate_series(1, 200) AS i UNION ALL
    SELECT counting_state_of(i % 200) FROM generate_series(1, 700) AS i UNION ALL
    SELECT counting_state_of(i) FROM generate_series(1, 9000) AS i UNION ALL
    SELECT counting_bloom_union_step(NULL, counting_bloom_of(ARRAY[1, 2, 3]), 0.5);
CREATE TABLE valid_hashes AS
    SELECT bloom_hash(1) AS h UNION ALL SELECT bloom_hash('a'::text) UNION ALL SELECT bloom_hash(1.5) UNION ALL SELECT bloom_hash(ARRAY['a']);

CREATE TABLE outcomes (form text, outcome text);
CREATE TABLE filter_in (f bloom);
CREATE TABLE counting_in (c counting_bloom);
CREATE TABLE state_in (s bloom_state);

-- A filter that was accepted must be usable.
CREATE FUNCTION used(f bloom) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    PERFORM * FROM bloom_info(f);
    ASSERT f::text::bloom::bytea = f::bytea;
    ASSERT f | f = f AND f & f = f AND bloom_is_subset(f, f) AND bloom_is_compatible(f, f) AND bloom_jaccard(f, f) = 1;
    ASSERT f = f AND NOT f <> f AND bloom_hash_filter(f) = bloom_hash_filter(f::text::bloom);
    ASSERT bloom_is_compatible(f, bloom_fold(f, 0.1)) AND bloom_is_subset(f, bloom_fold(f, 0.1));
    PERFORM bloom_intersection_count(f, bloom_agg(NULL::integer)), bloom_is_compatible(f, bloom_sized(640, 255));
    PERFORM bloom_contains(f, 1), bloom_add(f, 1), f @> 1, f || 1, bloom_contains_any(f, ARRAY[1, 2]), bloom_add_all(f, ARRAY[1, 2]);
    RETURN 'valid';
EXCEPTION
    WHEN datatype_mismatch THEN
        RETURN 'valid'; -- the kind of value was changed
    WHEN invalid_text_representation THEN
        RETURN 'accepted but not usable';
END $$;

-- A counting one as well, and what it cannot give it refuses.
CREATE FUNCTION used(c counting_bloom) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    PERFORM * FROM bloom_info(c);
    ASSERT c::text::counting_bloom::bytea = c::bytea AND c = c AND NOT c <> c;
    ASSERT counting_bloom_hash_filter(c) = counting_bloom_hash_filter(c::text::counting_bloom);
    ASSERT c | c = bloom_union_agg(x) FROM (VALUES (c), (c)) AS v(x);
    ASSERT (bloom_info(c - c)).counters_set = (bloom_info(c)).saturated;
    ASSERT (bloom_info(c | c)).counters_set = (bloom_info(c::bloom)).bits_set;
    PERFORM bloom_remove(c, 1), bloom_remove_all(c, ARRAY[1, 2]), bloom_occurrences(c, 1);
    ASSERT bloom_contains_all(bloom_add_all(c, ARRAY[1, 2]), ARRAY[1, 2]) AND bloom_add(c, 1) @> 1;
    RETURN used(c::bloom);
EXCEPTION
    WHEN datatype_mismatch THEN
        RETURN 'valid'; -- the kind of value was changed
    WHEN invalid_text_representation THEN
        RETURN 'accepted but not usable';
END $$;

-- Whether a state is that of filters that are being combined, and not of values.
CREATE FUNCTION is_merging(s bloom_state) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    PERFORM bloom_union_final(s);
    RETURN true;
EXCEPTION WHEN invalid_text_representation THEN
    RETURN false;
END $$;

-- Whether a state is one of counters.
CREATE FUNCTION is_counting(s bloom_state) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    detail text;
BEGIN
    PERFORM bloom_agg_final(s);
    RETURN false;
EXCEPTION WHEN invalid_text_representation THEN
    GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL;
    IF detail = 'It is a counting filter.' THEN
        RETURN true;
    END IF;
    BEGIN
        PERFORM counting_bloom_union_final(s);
        RETURN true;
    EXCEPTION WHEN invalid_text_representation THEN
        RETURN false;
    END;
END $$;

-- A state too: it takes values, merges and makes a filter.
CREATE FUNCTION used(s bloom_state) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    own counting_bloom;
BEGIN
    IF is_counting(s) THEN
        BEGIN
            own := counting_bloom_union_final(s);
            PERFORM counting_bloom_union_final(bloom_merge_combine(s, s));
        EXCEPTION WHEN invalid_parameter_value THEN
            own := counting_bloom_agg_final(s);
            PERFORM counting_bloom_agg_forget(s, 1), counting_bloom_agg_forget(s, 'a'::text);
            PERFORM counting_bloom_agg_final(bloom_agg_combine(s, s)), counting_bloom_agg_final(bloom_agg_combine(state_of, s)),
                    counting_bloom_agg_final(counting_bloom_agg_forget(bloom_agg_combine(s, state_of), 1))
            FROM (SELECT counting_state_of(i) AS state_of FROM generate_series(1, 500) AS i) AS o;
        END;
        RETURN used(own);
    END IF;
    IF is_merging(s) THEN
        BEGIN
            PERFORM bloom_union_final(bloom_merge_combine(s, s));
            RETURN used(bloom_union_final(s));
        EXCEPTION WHEN invalid_parameter_value THEN
            PERFORM bloom_intersection_final(bloom_merge_combine(s, s));
            RETURN used(bloom_intersection_final(s));
        END;
    END IF;
    PERFORM bloom_agg_final(bloom_agg_combine(s, s));
    PERFORM bloom_agg_final(bloom_agg_combine(state_of, s)) FROM (SELECT state_of(i) FROM generate_series(1, 500) AS i) AS o;
    RETURN used(bloom_agg_final(s));
EXCEPTION
    WHEN datatype_mismatch OR invalid_parameter_value THEN
        RETURN 'valid'; -- the kind of value, the capacity or the rate was changed
    WHEN data_exception THEN
        -- A union fuller than its limit, which was changed.
        RETURN CASE SQLSTATE WHEN '22000' THEN 'valid' ELSE 'accepted but not usable' END;
END $$;

CREATE FUNCTION used(h bloom_hash_value) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    ASSERT h::text::bloom_hash_value::text = h::text AND bloom_add_hash(bloom_empty(10), h) IS NOT NULL;
    RETURN CASE WHEN bloom_contains_hash(bloom_add_hash(bloom_empty(10), h), h) THEN 'valid' ELSE 'lost' END;
EXCEPTION WHEN invalid_text_representation THEN
    RETURN 'accepted but not usable';
END $$;

CREATE PROCEDURE try(form text, input text) LANGUAGE plpgsql AS $$
DECLARE
    outcome text;
    path text := current_setting('data_directory') || '/mutant';
    large oid;
BEGIN
    BEGIN
        CASE form
            WHEN 'filter from text' THEN outcome := used(input::bloom);
            WHEN 'filter from bytea' THEN outcome := used(input::bytea::bloom);
            WHEN 'counting from text' THEN outcome := used(input::counting_bloom);
            WHEN 'counting from bytea' THEN outcome := used(input::bytea::counting_bloom);
            WHEN 'hash from text' THEN outcome := used(input::bloom_hash_value);
            WHEN 'state from text' THEN outcome := used(input::bloom_state);
            ELSE
                large := lo_from_bytea(0, copy_stream(input::bytea));
                PERFORM lo_export(large, path), lo_unlink(large);
                IF form = 'filter from COPY' THEN
                    TRUNCATE filter_in;
                    EXECUTE format('COPY filter_in FROM %L (FORMAT binary)', path);
                    outcome := (SELECT used(f) FROM filter_in);
                ELSIF form = 'counting from COPY' THEN
                    TRUNCATE counting_in;
                    EXECUTE format('COPY counting_in FROM %L (FORMAT binary)', path);
                    outcome := (SELECT used(c) FROM counting_in);
                ELSE
                    TRUNCATE state_in;
                    EXECUTE format('COPY state_in FROM %L (FORMAT binary)', path);
                    outcome := (SELECT used(s) FROM state_in);
                END IF;
        END CASE;
    EXCEPTION WHEN OTHERS THEN
        outcome := SQLSTATE;
        IF outcome NOT IN ('22P02', '54000') THEN
            RAISE WARNING '% %: % %', form, outcome, SQLERRM, left(input, 400);
        END IF;
    END;
    INSERT INTO outcomes VALUES (form, outcome);
END $$;

-- First the undamaged ones.
DO $$
DECLARE
    v record;
BEGIN
    FOR v IN SELECT f FROM valid_filters LOOP
        CALL try('filter from text', v.f::text);
        CALL try('filter from bytea', v.f::bytea::text);
        CALL try('filter from COPY', v.f::bytea::text);
    END LOOP;
    FOR v IN SELECT c FROM valid_counting LOOP
        CALL try('counting from text', v.c::text);
        CALL try('counting from bytea', v.c::bytea::text);
        CALL try('counting from COPY', v.c::bytea::text);
    END LOOP;
    FOR v IN SELECT s FROM valid_states LOOP
        CALL try('state from text', v.s::text);
        CALL try('state from COPY', bloom_state_send(v.s)::text);
    END LOOP;
    FOR v IN SELECT h FROM valid_hashes LOOP
        CALL try('hash from text', v.h::text);
    END LOOP;
    ASSERT (SELECT bool_and(outcome = 'valid') FROM outcomes), 'a valid value was refused';
END $$;
TRUNCATE outcomes;

DO $$
DECLARE
    v record;
BEGIN
    FOR i IN 1..700 LOOP
        FOR v IN SELECT f FROM valid_filters LOOP
            CALL try('filter from bytea', damaged(v.f::bytea, 60)::text);
            CALL try('filter from text', encode(damaged(v.f::bytea, 60), 'base64'));
            CALL try('filter from text', translate(encode(damaged(v.f::bytea, 60), 'base64'), E'\n', ''));
            CALL try('filter from text', mistyped(v.f::text));
        END LOOP;
        FOR v IN SELECT c FROM valid_counting LOOP
            CALL try('counting from bytea', damaged(v.c::bytea, 60)::text);
            CALL try('counting from text', translate(encode(damaged(v.c::bytea, 60), 'base64'), E'\n', ''));
            CALL try('counting from text', mistyped(v.c::text));
        END LOOP;
        FOR v IN SELECT h FROM valid_hashes LOOP
            CALL try('hash from text', translate(encode(damaged(bloom_hash_value_send(v.h), 28), 'base64'), E'\n', ''));
        END LOOP;
        FOR v IN SELECT s FROM valid_states WHERE i < 500 LOOP
            CALL try('state from text', translate(encode(damaged(bloom_state_send(v.s), 96), 'base64'), E'\n', ''));
        END LOOP;
        IF i % 5 = 0 THEN
            FOR v IN SELECT f FROM valid_filters LOOP
                CALL try('filter from COPY', damaged(v.f::bytea, 60)::text);
            END LOOP;
            FOR v IN SELECT c FROM valid_counting LOOP
                CALL try('counting from COPY', damaged(v.c::bytea, 60)::text);
            END LOOP;
            FOR v IN SELECT s FROM valid_states LOOP
                CALL try('state from text', mistyped(v.s::text));
                CALL try('state from COPY', damaged(bloom_state_send(v.s), 96)::text);
            END LOOP;
            COMMIT;
        END IF;
    END LOOP;
END $$;

SELECT form, outcome, count(*) FROM outcomes GROUP BY form, outcome ORDER BY form, outcome;
DO $$
BEGIN
    ASSERT (SELECT count(*) > 25000 FROM outcomes), 'too few';
    ASSERT (SELECT bool_and(outcome IN ('valid', '22P02', '54000')) FROM outcomes), 'an outcome that must not be';
    ASSERT (SELECT count(*) > 100 FROM outcomes WHERE outcome = 'valid'), 'hardly any was valid';
END $$;
