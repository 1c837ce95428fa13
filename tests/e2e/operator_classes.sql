-- A value that the server hashes is held only if the hash belongs to the `=` of its type, whatever the session has looked up
-- before. Else equal values would be missed, as here, where case is ignored by `=` only.

CREATE EXTENSION bloom_rs;
SET client_min_messages = warning;

-- A text, compared without case, with no hash of its own. It inherits that of text.
CREATE TYPE ci;
CREATE FUNCTION ci_in(cstring) RETURNS ci LANGUAGE internal IMMUTABLE STRICT AS 'textin';
CREATE FUNCTION ci_out(ci) RETURNS cstring LANGUAGE internal IMMUTABLE STRICT AS 'textout';
CREATE TYPE ci (INPUT = ci_in, OUTPUT = ci_out, LIKE = text, COLLATABLE = true);
CREATE CAST (ci AS text) WITHOUT FUNCTION AS IMPLICIT;
-- The same with an operator that belongs to no class.
CREATE TYPE loose;
CREATE FUNCTION loose_in(cstring) RETURNS loose LANGUAGE internal IMMUTABLE STRICT AS 'textin';
CREATE FUNCTION loose_out(loose) RETURNS cstring LANGUAGE internal IMMUTABLE STRICT AS 'textout';
CREATE TYPE loose (INPUT = loose_in, OUTPUT = loose_out, LIKE = text, COLLATABLE = true);
CREATE CAST (loose AS text) WITHOUT FUNCTION AS IMPLICIT;
CREATE FUNCTION loose_eq(a loose, b loose) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT lower(a::text) = lower(b::text)';
CREATE OPERATOR = (LEFTARG = loose, RIGHTARG = loose, FUNCTION = loose_eq);
CREATE TYPE en AS ENUM ('a', 'A', 'b');
CREATE TYPE comp AS (k integer, note text);
-- A default operator class of a type, whose values are compared by an expression of a and b.
CREATE PROCEDURE compare(type text, expression text) LANGUAGE plpgsql AS $$
DECLARE
    operator record;
BEGIN
    EXECUTE format('CREATE FUNCTION %s_cmp(a %1$s, b %1$s) RETURNS integer LANGUAGE sql IMMUTABLE AS %L', type, 'SELECT ' || expression);
    FOR operator IN SELECT * FROM (VALUES ('lt', '<'), ('le', '<='), ('eq', '='), ('ge', '>='), ('gt', '>')) AS o(name, symbol) LOOP
        EXECUTE format('CREATE FUNCTION %1$s_%2$s(a %1$s, b %1$s) RETURNS boolean LANGUAGE sql IMMUTABLE AS ''SELECT %1$s_cmp(a, b) %3$s 0''', type, operator.name, operator.symbol);
        EXECUTE format('CREATE OPERATOR %3$s (LEFTARG = %1$s, RIGHTARG = %1$s, FUNCTION = %1$s_%2$s)', type, operator.name, operator.symbol);
    END LOOP;
    EXECUTE format('CREATE OPERATOR CLASS %s_ops DEFAULT FOR TYPE %1$s USING btree AS OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >, FUNCTION 1 %1$s_cmp(%1$s, %1$s)', type);
END $$;
CALL compare('ci', 'bttextcmp(lower(a::text), lower(b::text))');
CALL compare('en', 'bttextcmp(lower(a::text), lower(b::text))');
CALL compare('comp', 'btint4cmp(a.k, b.k)');
CREATE TYPE ci_range AS RANGE (subtype = ci);
-- A range of texts whose own operator class ignores case.
CREATE FUNCTION lower_cmp(a text, b text) RETURNS integer LANGUAGE sql IMMUTABLE AS 'SELECT bttextcmp(lower(a), lower(b))';
CREATE FUNCTION lower_lt(a text, b text) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT lower_cmp(a, b) < 0';
CREATE FUNCTION lower_le(a text, b text) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT lower_cmp(a, b) <= 0';
CREATE FUNCTION lower_eq(a text, b text) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT lower_cmp(a, b) = 0';
CREATE FUNCTION lower_ge(a text, b text) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT lower_cmp(a, b) >= 0';
CREATE FUNCTION lower_gt(a text, b text) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT lower_cmp(a, b) > 0';
CREATE OPERATOR <# (LEFTARG = text, RIGHTARG = text, FUNCTION = lower_lt);
CREATE OPERATOR <=# (LEFTARG = text, RIGHTARG = text, FUNCTION = lower_le);
CREATE OPERATOR =# (LEFTARG = text, RIGHTARG = text, FUNCTION = lower_eq);
CREATE OPERATOR >=# (LEFTARG = text, RIGHTARG = text, FUNCTION = lower_ge);
CREATE OPERATOR ># (LEFTARG = text, RIGHTARG = text, FUNCTION = lower_gt);
CREATE OPERATOR CLASS lower_ops FOR TYPE text USING btree AS OPERATOR 1 <#, OPERATOR 2 <=#, OPERATOR 3 =#, OPERATOR 4 >=#, OPERATOR 5 >#, FUNCTION 1 lower_cmp(text, text);
CREATE TYPE lower_range AS RANGE (subtype = text, subtype_opclass = lower_ops, collation = "C", multirange_type_name = lower_multirange);
-- This one has the operator class that is also for LIKE, with the same `=` as text.
CREATE TYPE pattern_range AS RANGE (subtype = text, subtype_opclass = text_pattern_ops, collation = "C");
CREATE TYPE holder AS (n integer, c ci);

CREATE TABLE pairs (type text, a text, b text);
INSERT INTO pairs VALUES ('ci', 'A', 'a'), ('loose', 'A', 'a'), ('en', 'A', 'a'), ('comp', '(1,x)', '(1,y)'), ('ci[]', '{A}', '{a}'), ('holder', '(1,A)', '(1,a)'),
    ('ci_range', '[A,B]', '[a,b]'), ('lower_range', '[A,B]', '[a,b]'), ('lower_multirange', '{[A,B]}', '{[a,b]}'), ('lower_range[]', '{"[A,B]"}', '{"[a,b]"}');
CREATE PROCEDURE check_pairs() LANGUAGE plpgsql AS $$
DECLARE
    pair pairs;
    form text;
    equal boolean;
BEGIN
    FOR pair IN SELECT * FROM pairs LOOP
        EXECUTE format('SELECT %L::%s = %L::%2$s', pair.a, pair.type, pair.b) INTO equal;
        ASSERT equal, format('%s are not equal', pair);
        FOREACH form IN ARRAY '{"bloom_add(bloom_empty(10), %s) @> %s", "bloom_add_hash(bloom_empty(10), bloom_hash(%s)) @> %s", "(SELECT bloom_agg(v) FROM (VALUES (%s)) AS v(v)) @> %s",
                                "bloom_shard(%s, 1000000) = bloom_shard(%s, 1000000)"}'::text[] LOOP
            BEGIN
                EXECUTE 'SELECT ' || format(form, format('%L::%s', pair.a, pair.type), format('%L::%s', pair.b, pair.type)) INTO equal;
                ASSERT false, format('%s of %s is %s', form, pair, equal);
            EXCEPTION WHEN feature_not_supported OR ambiguous_function THEN
                NULL;
            END;
        END LOOP;
    END LOOP;
    ASSERT bloom_of(ARRAY['[a,b]'::pattern_range]) @> '[a,b]'::pattern_range, 'a range with the operator class for patterns is missed';
END $$;
CALL check_pairs();
-- The same in a session that has looked them up otherwise.
\c -
SELECT DISTINCT a::ci FROM pairs ORDER BY 1 LIMIT 1;
SELECT count(DISTINCT v) FROM unnest(enum_range(NULL::en)) AS v;
CALL check_pairs();
\c -
SET enable_sort = off;
SELECT count(*) FROM (SELECT DISTINCT '[a,b]'::ci_range UNION ALL SELECT '[a,b]') AS s;
CALL check_pairs();

-- Expressions of the columns of a table that fail with an SQLSTATE.
CREATE PROCEDURE refuses(expected text, relation text, VARIADIC forms text[]) LANGUAGE plpgsql AS $$
DECLARE
    form text;
BEGIN
    FOREACH form IN ARRAY forms LOOP
        BEGIN
            EXECUTE format('SELECT %s FROM %s', form, relation);
        EXCEPTION WHEN OTHERS THEN
            ASSERT SQLSTATE = expected, format('%s: %s %s', form, SQLSTATE, SQLERRM);
            CONTINUE;
        END;
        ASSERT false, format('%s is not refused', form);
    END LOOP;
END $$;

-- A domain with an `=` of its own. That of its arrays is the one of the base type.
CREATE DOMAIN word AS text;
CREATE FUNCTION word_eq(a word, b word) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT lower(a::text) = lower(b::text)';
CREATE OPERATOR = (LEFTARG = word, RIGHTARG = word, FUNCTION = word_eq);
CREATE TABLE words AS SELECT 'A'::word AS w;
DO $$
BEGIN
    ASSERT (SELECT w = 'a'::word AND ARRAY[w] <> ARRAY['a'::word] FROM words), 'the domain has no = of its own';
    ASSERT (SELECT bloom_add(bloom_empty(10), ARRAY[w]) @> ARRAY['A'::word] FROM words), 'an array is missed';
END $$;
CALL refuses('0A000', 'words', 'bloom_add(bloom_empty(10), w)', 'bloom_empty(10) || w', 'counting_bloom_empty(10) || w', 'bloom_of(ARRAY[w])', 'bloom_agg(w)', 'bloom_agg(w, 10)',
    'bloom_agg(w) OVER ()', 'counting_bloom_agg(w)', 'bloom_hash(w)', 'bloom_shard(w, 10)', 'bloom_of(ARRAY[''a'']) @> w', 'bloom_set_create(''of_words'', ''word'')');

-- Rows that have a hash function of their own are not taken for those of another type with the same columns.
CREATE TYPE own AS (k integer, note text);
CREATE TYPE other AS (k integer, note text);
CALL compare('own', 'btint4cmp(a.k, b.k)');
CREATE FUNCTION own_hash(v own) RETURNS integer LANGUAGE sql IMMUTABLE AS 'SELECT hashint4(v.k)';
CREATE FUNCTION own_hash(v own, seed bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS 'SELECT hashint4extended(v.k, seed)';
CREATE OPERATOR CLASS own_hash_ops DEFAULT FOR TYPE own USING hash AS OPERATOR 1 =, FUNCTION 1 own_hash(own), FUNCTION 2 own_hash(own, bigint);
CREATE TABLE of_own AS SELECT bloom_agg(v) AS f, bloom_agg(ARRAY[v]) AS in_array, bloom_agg(ROW(1, v)) AS in_row FROM (SELECT ROW(i, 'x')::own AS v FROM generate_series(1, 100) AS i) AS s;
DO $$
BEGIN
    ASSERT (SELECT bool_and(f @> ROW(i, 'y')::own AND in_array @> ARRAY[ROW(i, 'y')::own]) FROM of_own, generate_series(1, 100) AS i), 'equal rows are missed';
    ASSERT (SELECT bool_and(in_row @> ROW(1, ROW(i, 'x')::own)) FROM of_own, generate_series(1, 100) AS i), 'rows in rows are missed';
END $$;
CALL refuses('42804', 'of_own', 'f @> ROW(1, ''x'')::other', 'f @> ROW(1, ''x''::text)', 'in_row @> ROW(1, ROW(1, ''x'')::other)');

-- A type that is binary-coercible to a built-in one takes its operators. Its values stay its own, whatever they equal: shards and
-- filters of earlier releases do so. The messages tell it from the built-in type.
CREATE PROCEDURE make_like(base text, own text, collatable text) LANGUAGE plpgsql AS $$
DECLARE
    io record;
BEGIN
    SELECT typinput::regproc::text AS input, typoutput::regproc::text AS output INTO io FROM pg_type WHERE oid = to_regtype(base);
    EXECUTE format('CREATE TYPE %s', own);
    EXECUTE format('CREATE FUNCTION %s_in(cstring, oid, integer) RETURNS %1$s LANGUAGE internal IMMUTABLE STRICT AS %L', own, io.input);
    EXECUTE format('CREATE FUNCTION %s_out(%1$s) RETURNS cstring LANGUAGE internal IMMUTABLE STRICT AS %L', own, io.output);
    EXECUTE format('CREATE TYPE %s (INPUT = %1$s_in, OUTPUT = %1$s_out, LIKE = %s, COLLATABLE = %s)', own, base, collatable);
    EXECUTE format('CREATE CAST (%s AS %s) WITHOUT FUNCTION AS IMPLICIT', own, base);
END $$;
DO $$
DECLARE
    base record;
    got text;
    detail text;
    hint text;
    found boolean;
BEGIN
    FOR base IN
        SELECT type, value, collatable, format('like_%s%s', row_number() OVER (), CASE WHEN collatable THEN '_c' END) AS own
        FROM (VALUES
            ('bigint', '1', false), ('smallint', '1', false), ('integer', '1', false), ('bytea', 'a', false), ('oid', '1', false), ('real', '1', false),
            ('uuid', '6ecd8c99-4036-403d-bf84-cf8400f67836', false), ('double precision', '1', false), ('boolean', 't', false), ('"char"', 'a', false),
            ('date', '2000-01-01', false), ('time without time zone', '12:00', false), ('timestamp without time zone', '2000-01-01', false),
            ('timestamp with time zone', '2000-01-01', false), ('text', 'a ', false), ('text', 'a ', true), ('character', 'a ', false),
            ('character', 'a ', true), ('name', 'a', false), ('name', 'a', true)) AS b (type, value, collatable)
    LOOP
        CALL make_like(base.type, base.own, base.collatable::text);
        EXECUTE format('SELECT (bloom_info(f)).element, f @> %1$L::%2$s AND bloom_contains_any(f, ARRAY[%1$L::%2$s]) AND %1$L::%2$s = %1$L::%3$s
                        FROM bloom_of(ARRAY[%1$L::%2$s]) AS f', base.value, base.own, base.type) INTO got, found;
        ASSERT got = 'user-defined type' AND found, format('%s: element %s, %s', base, got, found);
        BEGIN
            EXECUTE format('SELECT bloom_of(ARRAY[%1$L::%2$s]) @> %1$L::%3$s', base.value, base.own, base.type);
            ASSERT false, format('a filter of %s is not refused', base);
        EXCEPTION WHEN datatype_mismatch THEN
            GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
            ASSERT detail = format('The filter holds values of a user-defined type, but the value is %s.', base.type), detail;
            ASSERT hint = format('Cast the value to the type that the filter was built from, or build the filter from values cast to %s.', base.type), hint;
        END;
        BEGIN
            EXECUTE format('SELECT bloom_of(ARRAY[%1$L::%3$s]) @> %1$L::%2$s', base.value, base.own, base.type);
            ASSERT false, format('a value of %s is not refused', base);
        EXCEPTION WHEN datatype_mismatch THEN
            GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL;
            ASSERT detail ~ format('^The filter holds .*, but the value is %s.$', base.own) AND detail !~ 'user-defined', detail;
        END;
    END LOOP;
END $$;
-- An operator = that is another name of the built-in one.
CREATE FUNCTION number_eq(like_1, like_1) RETURNS boolean LANGUAGE internal IMMUTABLE STRICT AS 'int8eq';
CREATE OPERATOR = (LEFTARG = like_1, RIGHTARG = like_1, FUNCTION = number_eq);
DO $$ BEGIN ASSERT bloom_of(ARRAY['7'::like_1]) @> '7'::like_1; END $$;

-- What the refusal of a type says it lacks.
CREATE TYPE short AS (a integer);
CALL compare('short', 'btint4cmp(a.a, b.a)');
CREATE FUNCTION short_hash(v short) RETURNS integer LANGUAGE sql IMMUTABLE AS 'SELECT hashint4(v.a)';
CREATE OPERATOR CLASS short_hash_ops DEFAULT FOR TYPE short USING hash AS OPERATOR 1 =, FUNCTION 1 short_hash(short);
CREATE FUNCTION lack(value text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    detail text;
BEGIN
    EXECUTE 'SELECT bloom_hash(' || value || ')';
EXCEPTION WHEN feature_not_supported THEN
    GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL;
    RETURN detail;
END $$;
DO $$
DECLARE
    value text;
BEGIN
    FOREACH value IN ARRAY '{"ROW(1)::short", "ARRAY[ROW(1)::short]", "ROW(1, ROW(1)::short)"}'::text[] LOOP
        ASSERT lack(value) = 'Its default hash operator class has a function of 32 bits only, and no extended one of 64 bits.', lack(value);
    END LOOP;
    FOREACH value IN ARRAY '{"''(1,2)''::point", "ARRAY[''1''::money]", "ROW(1, ''1''::xml)"}'::text[] LOOP
        ASSERT lack(value) = 'It has no default hash operator class.', lack(value);
    END LOOP;
    FOREACH value IN ARRAY '{"''a''::loose", "''a''::ci", "ARRAY[''a''::ci]"}'::text[] LOOP
        ASSERT lack(value) = 'Its = is not that of its default hash operator class, so equal values may hash differently.', lack(value);
    END LOOP;
END $$;
