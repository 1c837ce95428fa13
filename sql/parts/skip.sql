-- An index that says which partitions may have a value: the access method bloom_skip, and its operator classes for the types
-- whose values have a stable extended hash function. Rows have none, as theirs changes with their type.

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
