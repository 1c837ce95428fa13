\echo Use "ALTER EXTENSION bloom_rs UPDATE TO '0.4.0'" to load this file. \quit

-- What only the upgrade from the last release runs, before the marked paragraphs: renames, and drops. A paragraph of another file
-- that such a statement leads to has the mark "Altered in".

-- A literal or a parameter without a type is taken for a bloom where a counting_bloom is possible too. ALTER TYPE cannot say so;
-- citext's own upgrade changed pg_type in this way.
UPDATE pg_catalog.pg_type SET typispreferred = true WHERE oid = 'bloom'::pg_catalog.regtype;

-- One verb for all types of filters.
ALTER FUNCTION counting_bloom_add(counting_bloom, anycompatible) RENAME TO bloom_add;
ALTER FUNCTION counting_bloom_add_all(counting_bloom, anyarray) RENAME TO bloom_add_all;
ALTER FUNCTION counting_bloom_add_text(counting_bloom, text) RENAME TO bloom_add_text;
ALTER FUNCTION counting_bloom_add_char(counting_bloom, "char") RENAME TO bloom_add_char;
ALTER FUNCTION counting_bloom_remove(counting_bloom, anycompatible) RENAME TO bloom_remove;
ALTER FUNCTION counting_bloom_remove_all(counting_bloom, anyarray) RENAME TO bloom_remove_all;
ALTER FUNCTION counting_bloom_contains(counting_bloom, anycompatible) RENAME TO bloom_contains;
ALTER FUNCTION counting_bloom_contained_by(anycompatible, counting_bloom) RENAME TO bloom_contained_by;
ALTER FUNCTION counting_bloom_contains_any(counting_bloom, anyarray) RENAME TO bloom_contains_any;
ALTER FUNCTION counting_bloom_contains_all(counting_bloom, anyarray) RENAME TO bloom_contains_all;
ALTER FUNCTION counting_bloom_count_of(counting_bloom, anycompatible) RENAME TO bloom_occurrences;
ALTER FUNCTION counting_bloom_union(counting_bloom, counting_bloom) RENAME TO bloom_union;
ALTER FUNCTION counting_bloom_subtract(counting_bloom, counting_bloom) RENAME TO bloom_subtract;
ALTER FUNCTION counting_bloom_info(counting_bloom) RENAME TO bloom_info;
ALTER FUNCTION counting_bloom_show(counting_bloom) RENAME TO bloom_show;
ALTER AGGREGATE counting_bloom_union_agg(counting_bloom) RENAME TO bloom_union_agg;
ALTER AGGREGATE counting_bloom_union_agg(counting_bloom, double precision) RENAME TO bloom_union_agg;

-- Names that say what they return.
ALTER FUNCTION bloom_new_key() RENAME TO bloom_keyed_scheme;
ALTER FUNCTION bloom_compatible(bloom, bloom) RENAME TO bloom_is_compatible;

-- Columns of bloom_info, bloom_count(a | b), and formulas of the textbook.
DROP FUNCTION bloom_bits_set(bloom), bloom_fill(bloom), bloom_union_count(bloom, bloom), bloom_optimal_bits(bigint, double precision),
    bloom_optimal_hashes(bigint, bigint), bloom_expected_fpp(bigint, integer, bigint);

-- States are not to be stored, so nothing compares them.
DROP OPERATOR CLASS bloom_state_ops USING hash;
DROP OPERATOR FAMILY bloom_state_ops USING hash;
DROP OPERATOR = (bloom_state, bloom_state), <> (bloom_state, bloom_state);
DROP FUNCTION bloom_state_eq(bloom_state, bloom_state), bloom_state_ne(bloom_state, bloom_state), bloom_state_hash(bloom_state),
    bloom_state_hash_extended(bloom_state, bigint);

-- Overloads: of counting_bloom_agg, the one for anyelement stays, and of bloom_agg all, but with one state each.
DO $$
DECLARE
    element text;
    arguments text;
BEGIN
    FOREACH element IN ARRAY ARRAY['smallint', 'integer', 'bigint', '"char"', 'text', 'character', 'bytea', 'uuid', 'boolean', 'date',
        'timestamp', 'timestamptz', 'real', 'double precision', 'numeric', 'inet', 'anyelement'] LOOP
        FOREACH arguments IN ARRAY ARRAY['', ', bigint', ', bigint, double precision'] LOOP
            IF element <> 'anyelement' THEN
                EXECUTE pg_catalog.format('DROP AGGREGATE counting_bloom_agg(%s%s)', element, arguments);
            END IF;
            EXECUTE pg_catalog.format('DROP FUNCTION counting_bloom_agg_step(bloom_state, %1$s%2$s),
                counting_bloom_agg_forget(bloom_state, %1$s%2$s)', element, arguments);
        END LOOP;
    END LOOP;
END $$;
DROP FUNCTION counting_bloom_agg_final(bloom_state), bloom_agg_step(bloom_state, anyelement),
    bloom_agg_step(bloom_state, anyelement, bigint), bloom_agg_step(bloom_state, anyelement, bigint, double precision),
    bloom_agg_step(bloom_state, anyelement, bigint, double precision, text);

-- Functions that the functions of live sets called.
DROP FUNCTION bloom_set_probe(regclass, regclass, anycompatible), bloom_set_newest(regclass, regclass),
    bloom_set_next(regclass, regclass, double precision, bigint, double precision), bloom_set_query(text), bloom_set_upgrade(regclass);

-- Indexes of the access method bloom_skip take the place of lookups. Whoever has lookups drops them, as an index is another's to make.
DO $$
DECLARE
    seals text;
    drops text;
BEGIN
    -- Of each set, the function that seals has the table and the columns in its body.
    SELECT pg_catalog.string_agg(function::pg_catalog.regproc::pg_catalog.text, ', '), pg_catalog.string_agg(pg_catalog.format('SELECT bloom_skip_drop(%s);',
        pg_catalog.substring(pg_catalog.pg_get_function_sqlbody(function), 'bloom_skip_seal\((.*?::regclass, .*?::name\[\]),')), ' ')
    INTO seals, drops
    FROM (SELECT DISTINCT objid AS function FROM pg_catalog.pg_depend
        WHERE classid = 'pg_catalog.pg_proc'::pg_catalog.regclass AND refclassid = 'pg_catalog.pg_proc'::pg_catalog.regclass
            AND refobjid = 'bloom_skip_seal(regclass, name[], regclass, regclass, regtype[], double precision, regclass[], boolean)'::pg_catalog.regprocedure) AS f;
    IF drops IS NOT NULL THEN
        RAISE dependent_objects_still_exist USING MESSAGE = 'cannot update bloom_rs, because bloom_skip_create made lookups in this database',
            DETAIL = pg_catalog.format('These functions seal the partitions of lookups: %s.', seals),
            HINT = pg_catalog.format('Drop them: %s After the update, create indexes: CREATE INDEX ON table USING bloom_skip (column).', drops);
    END IF;
END $$;
DROP FUNCTION bloom_skip_create(regclass, name, double precision), bloom_skip_create(regclass, name[], double precision),
    bloom_skip_drop(regclass, name), bloom_skip_drop(regclass, name[]), bloom_skip_upgrade(regclass, name, double precision),
    bloom_skip_upgrade(regclass, name[], double precision), bloom_skip_plain_queries(boolean), bloom_skip_mark(),
    bloom_skip_seal(regclass, name[], regclass, regclass, regtype[], double precision, regclass[], boolean),
    bloom_skip_info(regclass, name[], regclass, regclass), bloom_skip_partitions(regclass, name[], regclass, regclass),
    bloom_skip_look_up(anyelement, name[], regclass, regclass, anycompatible),
    bloom_skip_look_up_any(anyelement, name[], regclass, regclass, anycompatiblearray),
    bloom_skip_look_up_partitions(regclass, name[], regclass, regclass, anycompatible), bloom_skip_scan(anyelement, regclass[], "any"),
    bloom_skip_scan_support(internal), bloom_skip_candidates(regclass, regproc, bigint[], bigint[]),
    bloom_skip_rows(anyelement, regclass[], name, anycompatible);

-- Changed in 0.4.0.
CREATE OR REPLACE FUNCTION bloom_params(
    capacity bigint, fpp double precision DEFAULT 0.01,
    OUT bits bigint, OUT hashes integer, OUT bytes bigint, OUT expected_fpp double precision
) LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_params';
COMMENT ON FUNCTION bloom_params(bigint, double precision)
    IS 'size and rate of a filter for a capacity and a false-positive rate, as one row';

-- Added in 0.4.0.
CREATE FUNCTION bloom_set_contains("set" regclass, value anycompatible) RETURNS boolean
    LANGUAGE c STABLE STRICT PARALLEL SAFE COST 400 AS 'MODULE_PATHNAME', 'bloom_set_contains_value';
COMMENT ON FUNCTION bloom_set_contains(regclass, anycompatible)
    IS 'whether a live set may contain the value; false is certain';
CREATE FUNCTION bloom_set_add("set" regclass, value anycompatible) RETURNS boolean
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE COST 2000 AS 'MODULE_PATHNAME', 'bloom_set_add';
COMMENT ON FUNCTION bloom_set_add(regclass, anycompatible) IS 'adds a value to a live set; returns whether it was new';
CREATE FUNCTION bloom_set_add_all("set" regclass, "values" anycompatiblearray) RETURNS SETOF anycompatible
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE COST 100000 ROWS 100 AS 'MODULE_PATHNAME', 'bloom_set_add_all';
COMMENT ON FUNCTION bloom_set_add_all(regclass, anycompatiblearray)
    IS 'adds the elements of an array to a live set; returns those that were new';
CREATE FUNCTION bloom_set_grow(
    "set" regclass, capacity bigint DEFAULT NULL, fpp double precision DEFAULT NULL
) RETURNS integer
    LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100000 AS 'MODULE_PATHNAME', 'bloom_set_grow';
COMMENT ON FUNCTION bloom_set_grow(regclass, bigint, double precision)
    IS 'gives a live set room for more values, by default if it is full; returns the number of the new layer';
CREATE FUNCTION bloom_set_load("set" regclass, query text, capacity bigint DEFAULT NULL) RETURNS integer
    LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100000 AS 'MODULE_PATHNAME', 'bloom_set_load';
COMMENT ON FUNCTION bloom_set_load(regclass, text, bigint)
    IS 'adds the values that a query returns to a live set; returns the number of their layer';
CREATE FUNCTION bloom_set_expire("set" regclass, older_than interval, every interval DEFAULT NULL) RETURNS integer
    LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100000 AS 'MODULE_PATHNAME', 'bloom_set_expire';
COMMENT ON FUNCTION bloom_set_expire(regclass, interval, interval)
    IS 'deletes the layers of a live set that have only older values; returns how many it deleted';
CREATE FUNCTION bloom_set_clear("set" regclass, capacity bigint DEFAULT NULL) RETURNS integer
    LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100000 AS 'MODULE_PATHNAME', 'bloom_set_clear';
COMMENT ON FUNCTION bloom_set_clear(regclass, bigint)
    IS 'empties a live set, and repairs one that has lost rows; returns the number of the new layer';
CREATE FUNCTION bloom_set_info(
    "set" regclass,
    OUT element regtype, OUT layers integer, OUT "values" bigint, OUT capacity bigint, OUT fpp double precision,
    OUT current_fpp double precision, OUT grows boolean, OUT bytes bigint
)
    LANGUAGE c STABLE STRICT PARALLEL SAFE COST 100000 AS 'MODULE_PATHNAME', 'bloom_set_info';
COMMENT ON FUNCTION bloom_set_info(regclass)
    IS 'type, number of layers and values, capacity, false-positive rates and bytes of a live set';

-- Added in 0.4.0.
CREATE FUNCTION bloom_skip_handler(internal) RETURNS index_am_handler
    LANGUAGE c STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_skip_handler';
COMMENT ON FUNCTION bloom_skip_handler(internal) IS 'internal: handler of the access method bloom_skip';
CREATE ACCESS METHOD bloom_skip TYPE INDEX HANDLER bloom_skip_handler;
COMMENT ON ACCESS METHOD bloom_skip IS 'says which partitions may have a value';

-- Added in 0.4.0.
CREATE FUNCTION bloom_skip_candidates(index regclass, value anycompatible) RETURNS SETOF regclass
    LANGUAGE c STABLE STRICT PARALLEL RESTRICTED COST 1000 ROWS 10 AS 'MODULE_PATHNAME', 'bloom_skip_index_candidates';
COMMENT ON FUNCTION bloom_skip_candidates(regclass, anycompatible)
    IS 'partitions that may have this value in the column of an index, for the snapshot of the statement';
CREATE FUNCTION bloom_skip_info(
    index regclass, OUT partition regclass, OUT state text, OUT "values" bigint, OUT capacity bigint,
    OUT fpp double precision, OUT bytes bigint
) RETURNS SETOF record
    LANGUAGE c STABLE STRICT PARALLEL RESTRICTED COST 100000 ROWS 100 AS 'MODULE_PATHNAME', 'bloom_skip_index_info';
COMMENT ON FUNCTION bloom_skip_info(regclass)
    IS 'each partition of an index: its state, number of values, capacity, false-positive rate and bytes';
CREATE FUNCTION bloom_skip_build(index regclass) RETURNS bigint
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE COST 1000000 AS 'MODULE_PATHNAME', 'bloom_skip_build';
COMMENT ON FUNCTION bloom_skip_build(regclass)
    IS 'builds the filters that partitions lack or have outgrown; returns how many';

-- Added in 0.4.0.
CREATE OPERATOR FAMILY integer_ops USING bloom_skip;
COMMENT ON OPERATOR FAMILY integer_ops USING bloom_skip IS 'equal values of smallint, integer and bigint';
CREATE OPERATOR CLASS int2_ops DEFAULT FOR TYPE smallint USING bloom_skip FAMILY integer_ops AS
    OPERATOR 1 =, FUNCTION 1 hashint2extended(smallint, bigint);
COMMENT ON OPERATOR CLASS int2_ops USING bloom_skip IS 'values of smallint';
CREATE OPERATOR CLASS int4_ops DEFAULT FOR TYPE integer USING bloom_skip FAMILY integer_ops AS
    OPERATOR 1 =, FUNCTION 1 hashint4extended(integer, bigint);
COMMENT ON OPERATOR CLASS int4_ops USING bloom_skip IS 'values of integer';
CREATE OPERATOR CLASS int8_ops DEFAULT FOR TYPE bigint USING bloom_skip FAMILY integer_ops AS
    OPERATOR 1 =, FUNCTION 1 hashint8extended(bigint, bigint);
COMMENT ON OPERATOR CLASS int8_ops USING bloom_skip IS 'values of bigint';
ALTER OPERATOR FAMILY integer_ops USING bloom_skip ADD
    OPERATOR 1 = (smallint, integer),
    OPERATOR 1 = (smallint, bigint),
    OPERATOR 1 = (integer, smallint),
    OPERATOR 1 = (integer, bigint),
    OPERATOR 1 = (bigint, smallint),
    OPERATOR 1 = (bigint, integer);

-- Added in 0.4.0.
CREATE OPERATOR FAMILY float_ops USING bloom_skip;
COMMENT ON OPERATOR FAMILY float_ops USING bloom_skip IS 'equal values of real and double precision';
CREATE OPERATOR CLASS float4_ops DEFAULT FOR TYPE real USING bloom_skip FAMILY float_ops AS
    OPERATOR 1 =, FUNCTION 1 hashfloat4extended(real, bigint);
COMMENT ON OPERATOR CLASS float4_ops USING bloom_skip IS 'values of real';
CREATE OPERATOR CLASS float8_ops DEFAULT FOR TYPE double precision USING bloom_skip FAMILY float_ops AS
    OPERATOR 1 =, FUNCTION 1 hashfloat8extended(double precision, bigint);
COMMENT ON OPERATOR CLASS float8_ops USING bloom_skip IS 'values of double precision';
ALTER OPERATOR FAMILY float_ops USING bloom_skip ADD
    OPERATOR 1 = (real, double precision),
    OPERATOR 1 = (double precision, real);

-- Added in 0.4.0.
CREATE OPERATOR FAMILY text_ops USING bloom_skip;
COMMENT ON OPERATOR FAMILY text_ops USING bloom_skip IS 'equal values of text and name';
CREATE OPERATOR CLASS text_ops DEFAULT FOR TYPE text USING bloom_skip FAMILY text_ops AS
    OPERATOR 1 =, FUNCTION 1 hashtextextended(text, bigint);
COMMENT ON OPERATOR CLASS text_ops USING bloom_skip IS 'values of text';
CREATE OPERATOR CLASS name_ops DEFAULT FOR TYPE name USING bloom_skip FAMILY text_ops AS
    OPERATOR 1 =, FUNCTION 1 hashnameextended(name, bigint);
COMMENT ON OPERATOR CLASS name_ops USING bloom_skip IS 'values of name';
ALTER OPERATOR FAMILY text_ops USING bloom_skip ADD
    OPERATOR 1 = (text, name),
    OPERATOR 1 = (name, text);

-- Added in 0.4.0.
CREATE OPERATOR CLASS bpchar_ops DEFAULT FOR TYPE character USING bloom_skip AS OPERATOR 1 =, FUNCTION 1 hashbpcharextended(character, bigint);
COMMENT ON OPERATOR CLASS bpchar_ops USING bloom_skip IS 'values of character';
COMMENT ON OPERATOR FAMILY bpchar_ops USING bloom_skip IS 'equal values of character';
CREATE OPERATOR CLASS bytea_ops DEFAULT FOR TYPE bytea USING bloom_skip AS OPERATOR 1 =, FUNCTION 1 hashvarlenaextended(internal, bigint);
COMMENT ON OPERATOR CLASS bytea_ops USING bloom_skip IS 'values of bytea';
COMMENT ON OPERATOR FAMILY bytea_ops USING bloom_skip IS 'equal values of bytea';
CREATE OPERATOR CLASS bool_ops DEFAULT FOR TYPE boolean USING bloom_skip AS OPERATOR 1 =, FUNCTION 1 hashcharextended("char", bigint);
COMMENT ON OPERATOR CLASS bool_ops USING bloom_skip IS 'values of boolean';
COMMENT ON OPERATOR FAMILY bool_ops USING bloom_skip IS 'equal values of boolean';
CREATE OPERATOR CLASS char_ops DEFAULT FOR TYPE "char" USING bloom_skip AS OPERATOR 1 =, FUNCTION 1 hashcharextended("char", bigint);
COMMENT ON OPERATOR CLASS char_ops USING bloom_skip IS 'values of "char"';
COMMENT ON OPERATOR FAMILY char_ops USING bloom_skip IS 'equal values of "char"';
CREATE OPERATOR CLASS date_ops DEFAULT FOR TYPE date USING bloom_skip AS OPERATOR 1 =, FUNCTION 1 hashint4extended(integer, bigint);
COMMENT ON OPERATOR CLASS date_ops USING bloom_skip IS 'values of date';
COMMENT ON OPERATOR FAMILY date_ops USING bloom_skip IS 'equal values of date';
CREATE OPERATOR CLASS time_ops DEFAULT FOR TYPE time USING bloom_skip AS OPERATOR 1 =, FUNCTION 1 time_hash_extended(time, bigint);
COMMENT ON OPERATOR CLASS time_ops USING bloom_skip IS 'values of time';
COMMENT ON OPERATOR FAMILY time_ops USING bloom_skip IS 'equal values of time';
CREATE OPERATOR CLASS timetz_ops DEFAULT FOR TYPE timetz USING bloom_skip AS OPERATOR 1 =, FUNCTION 1 timetz_hash_extended(timetz, bigint);
COMMENT ON OPERATOR CLASS timetz_ops USING bloom_skip IS 'values of timetz';
COMMENT ON OPERATOR FAMILY timetz_ops USING bloom_skip IS 'equal values of timetz';
CREATE OPERATOR CLASS timestamp_ops DEFAULT FOR TYPE timestamp USING bloom_skip AS OPERATOR 1 =, FUNCTION 1 timestamp_hash_extended(timestamp, bigint);
COMMENT ON OPERATOR CLASS timestamp_ops USING bloom_skip IS 'values of timestamp';
COMMENT ON OPERATOR FAMILY timestamp_ops USING bloom_skip IS 'equal values of timestamp';
CREATE OPERATOR CLASS timestamptz_ops DEFAULT FOR TYPE timestamptz USING bloom_skip AS OPERATOR 1 =, FUNCTION 1 timestamp_hash_extended(timestamp, bigint);
COMMENT ON OPERATOR CLASS timestamptz_ops USING bloom_skip IS 'values of timestamptz';
COMMENT ON OPERATOR FAMILY timestamptz_ops USING bloom_skip IS 'equal values of timestamptz';
CREATE OPERATOR CLASS interval_ops DEFAULT FOR TYPE interval USING bloom_skip AS OPERATOR 1 =, FUNCTION 1 interval_hash_extended(interval, bigint);
COMMENT ON OPERATOR CLASS interval_ops USING bloom_skip IS 'values of interval';
COMMENT ON OPERATOR FAMILY interval_ops USING bloom_skip IS 'equal values of interval';
CREATE OPERATOR CLASS numeric_ops DEFAULT FOR TYPE numeric USING bloom_skip AS OPERATOR 1 =, FUNCTION 1 hash_numeric_extended(numeric, bigint);
COMMENT ON OPERATOR CLASS numeric_ops USING bloom_skip IS 'values of numeric';
COMMENT ON OPERATOR FAMILY numeric_ops USING bloom_skip IS 'equal values of numeric';
CREATE OPERATOR CLASS uuid_ops DEFAULT FOR TYPE uuid USING bloom_skip AS OPERATOR 1 =, FUNCTION 1 uuid_hash_extended(uuid, bigint);
COMMENT ON OPERATOR CLASS uuid_ops USING bloom_skip IS 'values of uuid';
COMMENT ON OPERATOR FAMILY uuid_ops USING bloom_skip IS 'equal values of uuid';
CREATE OPERATOR CLASS inet_ops DEFAULT FOR TYPE inet USING bloom_skip AS OPERATOR 1 =, FUNCTION 1 hashinetextended(inet, bigint);
COMMENT ON OPERATOR CLASS inet_ops USING bloom_skip IS 'values of inet';
COMMENT ON OPERATOR FAMILY inet_ops USING bloom_skip IS 'equal values of inet';
CREATE OPERATOR CLASS macaddr_ops DEFAULT FOR TYPE macaddr USING bloom_skip AS OPERATOR 1 =, FUNCTION 1 hashmacaddrextended(macaddr, bigint);
COMMENT ON OPERATOR CLASS macaddr_ops USING bloom_skip IS 'values of macaddr';
COMMENT ON OPERATOR FAMILY macaddr_ops USING bloom_skip IS 'equal values of macaddr';
CREATE OPERATOR CLASS macaddr8_ops DEFAULT FOR TYPE macaddr8 USING bloom_skip AS OPERATOR 1 =, FUNCTION 1 hashmacaddr8extended(macaddr8, bigint);
COMMENT ON OPERATOR CLASS macaddr8_ops USING bloom_skip IS 'values of macaddr8';
COMMENT ON OPERATOR FAMILY macaddr8_ops USING bloom_skip IS 'equal values of macaddr8';
CREATE OPERATOR CLASS oid_ops DEFAULT FOR TYPE oid USING bloom_skip AS OPERATOR 1 =, FUNCTION 1 hashoidextended(oid, bigint);
COMMENT ON OPERATOR CLASS oid_ops USING bloom_skip IS 'values of oid';
COMMENT ON OPERATOR FAMILY oid_ops USING bloom_skip IS 'equal values of oid';
CREATE OPERATOR CLASS xid8_ops DEFAULT FOR TYPE xid8 USING bloom_skip AS OPERATOR 1 =, FUNCTION 1 hashint8extended(bigint, bigint);
COMMENT ON OPERATOR CLASS xid8_ops USING bloom_skip IS 'values of xid8';
COMMENT ON OPERATOR FAMILY xid8_ops USING bloom_skip IS 'equal values of xid8';
CREATE OPERATOR CLASS pg_lsn_ops DEFAULT FOR TYPE pg_lsn USING bloom_skip AS OPERATOR 1 =, FUNCTION 1 pg_lsn_hash_extended(pg_lsn, bigint);
COMMENT ON OPERATOR CLASS pg_lsn_ops USING bloom_skip IS 'values of pg_lsn';
COMMENT ON OPERATOR FAMILY pg_lsn_ops USING bloom_skip IS 'equal values of pg_lsn';
CREATE OPERATOR CLASS jsonb_ops DEFAULT FOR TYPE jsonb USING bloom_skip AS OPERATOR 1 =, FUNCTION 1 jsonb_hash_extended(jsonb, bigint);
COMMENT ON OPERATOR CLASS jsonb_ops USING bloom_skip IS 'values of jsonb';
COMMENT ON OPERATOR FAMILY jsonb_ops USING bloom_skip IS 'equal values of jsonb';
CREATE OPERATOR CLASS enum_ops DEFAULT FOR TYPE anyenum USING bloom_skip AS OPERATOR 1 =, FUNCTION 1 hashenumextended(anyenum, bigint);
COMMENT ON OPERATOR CLASS enum_ops USING bloom_skip IS 'values of anyenum';
COMMENT ON OPERATOR FAMILY enum_ops USING bloom_skip IS 'equal values of anyenum';
CREATE OPERATOR CLASS array_ops DEFAULT FOR TYPE anyarray USING bloom_skip AS OPERATOR 1 =, FUNCTION 1 hash_array_extended(anyarray, bigint);
COMMENT ON OPERATOR CLASS array_ops USING bloom_skip IS 'values of anyarray';
COMMENT ON OPERATOR FAMILY array_ops USING bloom_skip IS 'equal values of anyarray';
CREATE OPERATOR CLASS range_ops DEFAULT FOR TYPE anyrange USING bloom_skip AS OPERATOR 1 =, FUNCTION 1 hash_range_extended(anyrange, bigint);
COMMENT ON OPERATOR CLASS range_ops USING bloom_skip IS 'values of anyrange';
COMMENT ON OPERATOR FAMILY range_ops USING bloom_skip IS 'equal values of anyrange';
CREATE OPERATOR CLASS multirange_ops DEFAULT FOR TYPE anymultirange USING bloom_skip AS OPERATOR 1 =, FUNCTION 1 hash_multirange_extended(anymultirange, bigint);
COMMENT ON OPERATOR CLASS multirange_ops USING bloom_skip IS 'values of anymultirange';
COMMENT ON OPERATOR FAMILY multirange_ops USING bloom_skip IS 'equal values of anymultirange';

-- Comments.
COMMENT ON AGGREGATE bloom_agg("char", bigint, double precision) IS 'filter of all values, with a rate, as bloom_agg(x, NULL, 0.001)';
COMMENT ON AGGREGATE bloom_agg(anyelement, bigint, double precision) IS 'filter of all values, with a rate, as bloom_agg(x, NULL, 0.001)';
COMMENT ON AGGREGATE bloom_agg(boolean, bigint, double precision) IS 'filter of all values, with a rate, as bloom_agg(x, NULL, 0.001)';
COMMENT ON AGGREGATE bloom_agg(bpchar, bigint, double precision) IS 'filter of all values, with a rate, as bloom_agg(x, NULL, 0.001)';
COMMENT ON AGGREGATE bloom_agg(bytea, bigint, double precision) IS 'filter of all values, with a rate, as bloom_agg(x, NULL, 0.001)';
COMMENT ON AGGREGATE bloom_agg(date, bigint, double precision) IS 'filter of all values, with a rate, as bloom_agg(x, NULL, 0.001)';
COMMENT ON AGGREGATE bloom_agg(double precision, bigint, double precision) IS 'filter of all values, with a rate, as bloom_agg(x, NULL, 0.001)';
COMMENT ON AGGREGATE bloom_agg(inet, bigint, double precision) IS 'filter of all values, with a rate, as bloom_agg(x, NULL, 0.001)';
COMMENT ON AGGREGATE bloom_agg(int2, bigint, double precision) IS 'filter of all values, with a rate, as bloom_agg(x, NULL, 0.001)';
COMMENT ON AGGREGATE bloom_agg(int4, bigint, double precision) IS 'filter of all values, with a rate, as bloom_agg(x, NULL, 0.001)';
COMMENT ON AGGREGATE bloom_agg(int8, bigint, double precision) IS 'filter of all values, with a rate, as bloom_agg(x, NULL, 0.001)';
COMMENT ON AGGREGATE bloom_agg(numeric, bigint, double precision) IS 'filter of all values, with a rate, as bloom_agg(x, NULL, 0.001)';
COMMENT ON AGGREGATE bloom_agg(real, bigint, double precision) IS 'filter of all values, with a rate, as bloom_agg(x, NULL, 0.001)';
COMMENT ON AGGREGATE bloom_agg(text, bigint, double precision) IS 'filter of all values, with a rate, as bloom_agg(x, NULL, 0.001)';
COMMENT ON AGGREGATE bloom_agg(timestamp, bigint, double precision) IS 'filter of all values, with a rate, as bloom_agg(x, NULL, 0.001)';
COMMENT ON AGGREGATE bloom_agg(timestamptz, bigint, double precision) IS 'filter of all values, with a rate, as bloom_agg(x, NULL, 0.001)';
COMMENT ON AGGREGATE bloom_agg(uuid, bigint, double precision) IS 'filter of all values, with a rate, as bloom_agg(x, NULL, 0.001)';
COMMENT ON AGGREGATE bloom_union_agg(counting_bloom) IS 'union of all counting filters; counts are added up';
COMMENT ON AGGREGATE bloom_union_agg(counting_bloom, double precision) IS 'union of all counting filters; an error if its false-positive rate exceeds a limit';
COMMENT ON AGGREGATE counting_bloom_agg(anyelement, bigint, double precision) IS 'counting filter of all values, with a rate, as counting_bloom_agg(x, NULL, 0.001)';
COMMENT ON FUNCTION bloom_add(counting_bloom, anycompatible) IS 'adds a value to a counting filter';
COMMENT ON FUNCTION bloom_add_all(counting_bloom, anyarray) IS 'adds all elements of an array to a counting filter; NULL elements are skipped';
COMMENT ON FUNCTION bloom_add_char(bloom, "char") IS 'internal: implementation of || operator';
COMMENT ON FUNCTION bloom_add_char(counting_bloom, "char") IS 'internal: implementation of || operator';
COMMENT ON FUNCTION bloom_add_support(internal) IS 'internal: planner support for bloom_add; lets PL/pgSQL change a variable in place';
COMMENT ON FUNCTION bloom_add_text(bloom, text) IS 'internal: implementation of || operator';
COMMENT ON FUNCTION bloom_add_text(counting_bloom, text) IS 'internal: implementation of || operator';
COMMENT ON FUNCTION bloom_agg_any_combine(internal, internal) IS 'internal: aggregate combine function';
COMMENT ON FUNCTION bloom_agg_any_deserialize(bytea, internal) IS 'internal: aggregate deserialization function';
COMMENT ON FUNCTION bloom_agg_any_final(internal) IS 'internal: aggregate final function';
COMMENT ON FUNCTION bloom_agg_any_serialize(internal) IS 'internal: aggregate serialization function';
COMMENT ON FUNCTION bloom_agg_any_step(internal, anyelement) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_any_step(internal, anyelement, bigint) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_any_step(internal, anyelement, bigint, double precision) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_any_step(internal, anyelement, bigint, double precision, text) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_combine(bloom_state, bloom_state) IS 'internal: aggregate combine function';
COMMENT ON FUNCTION bloom_agg_final(bloom_state) IS 'internal: aggregate final function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, "char") IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, "char", bigint) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, "char", bigint, double precision) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, "char", bigint, double precision, text) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, boolean) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, boolean, bigint) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, boolean, bigint, double precision) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, boolean, bigint, double precision, text) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, bpchar) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, bpchar, bigint) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, bpchar, bigint, double precision) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, bpchar, bigint, double precision, text) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, bytea) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, bytea, bigint) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, bytea, bigint, double precision) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, bytea, bigint, double precision, text) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, date) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, date, bigint) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, date, bigint, double precision) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, date, bigint, double precision, text) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, double precision) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, double precision, bigint) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, double precision, bigint, double precision) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, double precision, bigint, double precision, text) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, inet) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, inet, bigint) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, inet, bigint, double precision) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, inet, bigint, double precision, text) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int2) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int2, bigint) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int2, bigint, double precision) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int2, bigint, double precision, text) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int4) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int4, bigint) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int4, bigint, double precision) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int4, bigint, double precision, text) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int8) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int8, bigint) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int8, bigint, double precision) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int8, bigint, double precision, text) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, numeric) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, numeric, bigint) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, numeric, bigint, double precision) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, numeric, bigint, double precision, text) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, real) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, real, bigint) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, real, bigint, double precision) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, real, bigint, double precision, text) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, text) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, text, bigint) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, text, bigint, double precision) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, text, bigint, double precision, text) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, timestamp) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, timestamp, bigint) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, timestamp, bigint, double precision) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, timestamp, bigint, double precision, text) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, timestamptz) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, timestamptz, bigint) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, timestamptz, bigint, double precision) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, timestamptz, bigint, double precision, text) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, uuid) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, uuid, bigint) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, uuid, bigint, double precision) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, uuid, bigint, double precision, text) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_cmp(bloom, bloom) IS 'internal: less-equal-greater';
COMMENT ON FUNCTION bloom_contained_by(anycompatible, bloom) IS 'internal: implementation of <@ operator';
COMMENT ON FUNCTION bloom_contained_by(anycompatible, counting_bloom) IS 'internal: implementation of <@ operator';
COMMENT ON FUNCTION bloom_contains(counting_bloom, anycompatible) IS 'whether the filter may hold the value; false is certain';
COMMENT ON FUNCTION bloom_contains_all(counting_bloom, anyarray) IS 'whether the filter may hold every element; NULL elements are skipped';
COMMENT ON FUNCTION bloom_contains_any(counting_bloom, anyarray) IS 'whether the filter may hold at least one element; NULL elements are skipped';
COMMENT ON FUNCTION bloom_contains_joinsel(internal, oid, internal, smallint, internal) IS 'internal: join selectivity of @> and <@';
COMMENT ON FUNCTION bloom_contains_sel(internal, oid, internal, integer) IS 'internal: restriction selectivity of @> and <@';
COMMENT ON FUNCTION bloom_contains_support(internal) IS 'internal: planner support for bloom_contains';
COMMENT ON FUNCTION bloom_eq(bloom, bloom) IS 'internal: implementation of = operator';
COMMENT ON FUNCTION bloom_ge(bloom, bloom) IS 'internal: implementation of >= operator';
COMMENT ON FUNCTION bloom_gt(bloom, bloom) IS 'internal: implementation of > operator';
COMMENT ON FUNCTION bloom_hash_filter(bloom) IS 'internal: hash of a filter itself, for DISTINCT and GROUP BY';
COMMENT ON FUNCTION bloom_hash_filter_extended(bloom, bigint) IS 'internal: hash of a filter itself, with a seed';
COMMENT ON FUNCTION bloom_hash_value_cmp(bloom_hash_value, bloom_hash_value) IS 'internal: less-equal-greater';
COMMENT ON FUNCTION bloom_hash_value_eq(bloom_hash_value, bloom_hash_value) IS 'internal: implementation of = operator';
COMMENT ON FUNCTION bloom_hash_value_ge(bloom_hash_value, bloom_hash_value) IS 'internal: implementation of >= operator';
COMMENT ON FUNCTION bloom_hash_value_gt(bloom_hash_value, bloom_hash_value) IS 'internal: implementation of > operator';
COMMENT ON FUNCTION bloom_hash_value_hash(bloom_hash_value) IS 'internal: hash';
COMMENT ON FUNCTION bloom_hash_value_hash_extended(bloom_hash_value, bigint) IS 'internal: hash, with a seed';
COMMENT ON FUNCTION bloom_hash_value_in(cstring) IS 'internal: I/O';
COMMENT ON FUNCTION bloom_hash_value_le(bloom_hash_value, bloom_hash_value) IS 'internal: implementation of <= operator';
COMMENT ON FUNCTION bloom_hash_value_lt(bloom_hash_value, bloom_hash_value) IS 'internal: implementation of < operator';
COMMENT ON FUNCTION bloom_hash_value_ne(bloom_hash_value, bloom_hash_value) IS 'internal: implementation of <> operator';
COMMENT ON FUNCTION bloom_hash_value_out(bloom_hash_value) IS 'internal: I/O';
COMMENT ON FUNCTION bloom_hash_value_recv(internal) IS 'internal: I/O';
COMMENT ON FUNCTION bloom_hash_value_send(bloom_hash_value) IS 'internal: I/O';
COMMENT ON FUNCTION bloom_in(cstring) IS 'internal: I/O';
COMMENT ON FUNCTION bloom_info(counting_bloom) IS 'parameters and fill of a counting filter, as one row';
COMMENT ON FUNCTION bloom_intersection_final(bloom_state) IS 'internal: aggregate final function';
COMMENT ON FUNCTION bloom_intersection_step(bloom_state, bloom) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_is_compatible(bloom, bloom) IS 'whether two filters can be combined';
COMMENT ON FUNCTION bloom_keyed_scheme() IS 'hash scheme with a new random key';
COMMENT ON FUNCTION bloom_le(bloom, bloom) IS 'internal: implementation of <= operator';
COMMENT ON FUNCTION bloom_lt(bloom, bloom) IS 'internal: implementation of < operator';
COMMENT ON FUNCTION bloom_matrix_combine(bloom_state, bloom_state) IS 'internal: aggregate combine function';
COMMENT ON FUNCTION bloom_matrix_eq(bloom_matrix, bloom_matrix) IS 'internal: implementation of = operator';
COMMENT ON FUNCTION bloom_matrix_final(bloom_state) IS 'internal: aggregate final function';
COMMENT ON FUNCTION bloom_matrix_hash(bloom_matrix) IS 'internal: hash of a matrix itself, for DISTINCT and GROUP BY';
COMMENT ON FUNCTION bloom_matrix_hash_extended(bloom_matrix, bigint) IS 'internal: hash of a matrix itself, with a seed';
COMMENT ON FUNCTION bloom_matrix_in(cstring) IS 'internal: I/O';
COMMENT ON FUNCTION bloom_matrix_ne(bloom_matrix, bloom_matrix) IS 'internal: implementation of <> operator';
COMMENT ON FUNCTION bloom_matrix_out(bloom_matrix) IS 'internal: I/O';
COMMENT ON FUNCTION bloom_matrix_recv(internal) IS 'internal: I/O';
COMMENT ON FUNCTION bloom_matrix_search_support(internal) IS 'internal: planner support for bloom_matrix_search';
COMMENT ON FUNCTION bloom_matrix_send(bloom_matrix) IS 'internal: I/O';
COMMENT ON FUNCTION bloom_matrix_step(bloom_state, bloom, bigint) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_merge_combine(bloom_state, bloom_state) IS 'internal: aggregate combine function';
COMMENT ON FUNCTION bloom_ne(bloom, bloom) IS 'internal: implementation of <> operator';
COMMENT ON FUNCTION bloom_occurrences(counting_bloom, anycompatible) IS 'upper bound of how often the value was added; 15 means 15 or more';
COMMENT ON FUNCTION bloom_out(bloom) IS 'internal: I/O';
COMMENT ON FUNCTION bloom_progress(text, bigint, double precision) IS 'internal: always true; counts the rows of a long statement, and sends a NOTICE now and then';
COMMENT ON FUNCTION bloom_recv(internal) IS 'internal: I/O';
COMMENT ON FUNCTION bloom_remove(counting_bloom, anycompatible) IS 'removes a value from a counting filter; a notice if it is certainly absent';
COMMENT ON FUNCTION bloom_remove_all(counting_bloom, anyarray) IS 'removes all elements of an array from a counting filter; a notice if some are certainly absent';
COMMENT ON FUNCTION bloom_screen_foreign_joins(boolean) IS 'sets bloom_rs.screen_foreign_joins for the session; on lets keys travel to the remote servers';
COMMENT ON FUNCTION bloom_screen_joins(boolean) IS 'sets bloom_rs.screen_joins for the session';
COMMENT ON FUNCTION bloom_send(bloom) IS 'internal: I/O';
COMMENT ON FUNCTION bloom_set_contains(regclass, regclass, anycompatible) IS 'internal: whether a live set may contain the value, for functions that 0.3.0 made';
COMMENT ON FUNCTION bloom_set_create(text, regtype, bigint, double precision, boolean) IS 'creates a live set: two tables to which many sessions add values; adopts those of an older version';
COMMENT ON FUNCTION bloom_show(counting_bloom) IS 'one-line summary of a counting filter for people to read';
COMMENT ON FUNCTION bloom_state_in(cstring) IS 'internal: I/O';
COMMENT ON FUNCTION bloom_state_out(bloom_state) IS 'internal: I/O';
COMMENT ON FUNCTION bloom_state_recv(internal) IS 'internal: I/O';
COMMENT ON FUNCTION bloom_state_send(bloom_state) IS 'internal: I/O';
COMMENT ON FUNCTION bloom_subtract(counting_bloom, counting_bloom) IS 'removes the values of the second filter from the first, which must contain them all';
COMMENT ON FUNCTION bloom_union(counting_bloom, counting_bloom) IS 'union of two counting filters; counts are added up';
COMMENT ON FUNCTION bloom_union_final(bloom_state) IS 'internal: aggregate final function';
COMMENT ON FUNCTION bloom_union_step(bloom_state, bloom) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION bloom_union_step(bloom_state, bloom, double precision) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION counting_bloom_agg_any_final(internal) IS 'internal: aggregate final function';
COMMENT ON FUNCTION counting_bloom_agg_any_forget(internal, anyelement) IS 'internal: aggregate inverse transition function';
COMMENT ON FUNCTION counting_bloom_agg_any_forget(internal, anyelement, bigint) IS 'internal: aggregate inverse transition function';
COMMENT ON FUNCTION counting_bloom_agg_any_forget(internal, anyelement, bigint, double precision) IS 'internal: aggregate inverse transition function';
COMMENT ON FUNCTION counting_bloom_agg_any_step(internal, anyelement) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION counting_bloom_agg_any_step(internal, anyelement, bigint) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION counting_bloom_agg_any_step(internal, anyelement, bigint, double precision) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION counting_bloom_cmp(counting_bloom, counting_bloom) IS 'internal: less-equal-greater';
COMMENT ON FUNCTION counting_bloom_eq(counting_bloom, counting_bloom) IS 'internal: implementation of = operator';
COMMENT ON FUNCTION counting_bloom_ge(counting_bloom, counting_bloom) IS 'internal: implementation of >= operator';
COMMENT ON FUNCTION counting_bloom_gt(counting_bloom, counting_bloom) IS 'internal: implementation of > operator';
COMMENT ON FUNCTION counting_bloom_hash_filter(counting_bloom) IS 'internal: hash of a counting filter itself, for DISTINCT and GROUP BY';
COMMENT ON FUNCTION counting_bloom_hash_filter_extended(counting_bloom, bigint) IS 'internal: hash of a counting filter itself, with a seed';
COMMENT ON FUNCTION counting_bloom_in(cstring) IS 'internal: I/O';
COMMENT ON FUNCTION counting_bloom_le(counting_bloom, counting_bloom) IS 'internal: implementation of <= operator';
COMMENT ON FUNCTION counting_bloom_lt(counting_bloom, counting_bloom) IS 'internal: implementation of < operator';
COMMENT ON FUNCTION counting_bloom_ne(counting_bloom, counting_bloom) IS 'internal: implementation of <> operator';
COMMENT ON FUNCTION counting_bloom_of(anyarray, double precision) IS 'counting filter of the elements of an array; NULL elements are skipped';
COMMENT ON FUNCTION counting_bloom_out(counting_bloom) IS 'internal: I/O';
COMMENT ON FUNCTION counting_bloom_recv(internal) IS 'internal: I/O';
COMMENT ON FUNCTION counting_bloom_send(counting_bloom) IS 'internal: I/O';
COMMENT ON FUNCTION counting_bloom_union_final(bloom_state) IS 'internal: aggregate final function';
COMMENT ON FUNCTION counting_bloom_union_step(bloom_state, counting_bloom) IS 'internal: aggregate transition function';
COMMENT ON FUNCTION counting_bloom_union_step(bloom_state, counting_bloom, double precision) IS 'internal: aggregate transition function';
COMMENT ON OPERATOR <>(bloom, bloom) IS 'not equal';
COMMENT ON OPERATOR =(bloom, bloom) IS 'equal, byte for byte';
