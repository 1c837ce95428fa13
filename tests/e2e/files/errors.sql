-- A type whose hash function fails in several ways, one for each value. It is no composite type: those have an equality
-- of their own, which the type cache may prefer to the operator class here.
CREATE EXTENSION bloom_rs;
CREATE TYPE thing;
CREATE FUNCTION thing_in(cstring) RETURNS thing LANGUAGE internal IMMUTABLE STRICT AS 'textin';
CREATE FUNCTION thing_out(thing) RETURNS cstring LANGUAGE internal IMMUTABLE STRICT AS 'textout';
CREATE TYPE thing (INPUT = thing_in, OUTPUT = thing_out, LIKE = text);
CREATE FUNCTION equal(thing, thing) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT $1::text = $2::text';
CREATE FUNCTION hash(thing) RETURNS integer LANGUAGE sql IMMUTABLE AS 'SELECT 1';
CREATE FUNCTION hash(v thing, seed bigint) RETURNS bigint LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    CASE v::text
    WHEN 'all fields' THEN
        RAISE EXCEPTION 'a message: é' USING ERRCODE = 'U0001', DETAIL = 'a detail: é', HINT = 'a hint: é', SCHEMA = 's',
            TABLE = 't', COLUMN = 'c', DATATYPE = 'd', CONSTRAINT = 'k';
    WHEN 'message only' THEN
        RAISE EXCEPTION 'only a message';
    WHEN 'syntax' THEN
        EXECUTE 'SELECT no_column FROM pg_class';
    WHEN 'inner' THEN
        PERFORM 1 / (seed - seed);
    WHEN 'caught' THEN
        BEGIN
            PERFORM 1 / (seed - seed);
        EXCEPTION WHEN division_by_zero THEN
            RAISE EXCEPTION 'another message' USING ERRCODE = 'check_violation', CONSTRAINT = 'k';
        END;
    WHEN 'again' THEN
        BEGIN
            PERFORM 1 / (seed - seed);
        EXCEPTION WHEN division_by_zero THEN
            RAISE;
        END;
    WHEN 'earlier' THEN -- with another one in betweens in between
        BEGIN
            RAISE EXCEPTION 'the first' USING ERRCODE = 'U0002', COLUMN = 'c1';
        EXCEPTION WHEN SQLSTATE 'U0002' THEN
            FOR i IN 1 .. 5 LOOP
                BEGIN
                    PERFORM 1 / (seed - seed);
                EXCEPTION WHEN division_by_zero THEN
                    NULL;
                END;
            END LOOP;
            RAISE;
        END;
    WHEN 'domain' THEN
        PERFORM '-1'::positive;
    WHEN 'nested' THEN -- through the extension again
        PERFORM bloom_hash('syntax'::thing);
    WHEN 'notice' THEN
        RAISE NOTICE 'a notice';
        RAISE EXCEPTION 'after a notice';
    ELSE
        RETURN length(v::text);
    END CASE;
    RETURN 0;
END $$;
CREATE DOMAIN positive AS integer CONSTRAINT is_positive CHECK (VALUE > 0);
CREATE OPERATOR = (LEFTARG = thing, RIGHTARG = thing, FUNCTION = equal, HASHES);
CREATE OPERATOR CLASS things DEFAULT FOR TYPE thing USING hash AS
    OPERATOR 1 =, FUNCTION 1 hash(thing), FUNCTION 2 hash(thing, bigint);

CREATE TABLE things (v thing);
CREATE TABLE filters AS
    SELECT bloom_agg(v, 100) AS f, counting_bloom_agg(v, 100) AS c, bloom_matrix_agg(bloom_of(ARRAY[v]), 1) AS m
    FROM (SELECT 'fine'::thing AS v) AS s;
CREATE TABLE texts (a text COLLATE "C", b text COLLATE "POSIX");
INSERT INTO texts VALUES ('a', 'b');
-- A panic of Rust has no way to be seen here: src/tests/errors.rs has one.
