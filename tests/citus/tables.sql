-- The tables of the test, a row for each of what a filter can hold; the same on one plain node and on the cluster.
CREATE EXTENSION IF NOT EXISTS bloom_rs;
CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
CREATE TYPE pair AS (a integer, b text);
CREATE DOMAIN positive AS integer CHECK (VALUE > 0);
CREATE DOMAIN day AS date;

CREATE TABLE events (
    k integer, grp integer, i2 smallint, i4 integer, i8 bigint, ch "char", t text, vc varchar(40), bp char(12), na name,
    b bytea, u uuid, bo boolean, d date, ts timestamp, tz timestamptz, f4 real, f8 double precision, n numeric, ip inet,
    ci cidr, dom positive, dday day,
    tm time, ttz timetz, iv interval, o oid, j jsonb, r int4range, mr int4multirange, a integer[], ta text[], rw pair,
    mo mood, mac macaddr
);
CREATE TABLE columnar_events (LIKE events);
CREATE TABLE reference_events (LIKE events);
CREATE TABLE local_events (LIKE events);

CREATE TABLE filters (name text PRIMARY KEY, f bloom, c counting_bloom); -- a reference table
CREATE TABLE screens (name text PRIMARY KEY, f bloom);                   -- a local one
CREATE TABLE by_key (k integer PRIMARY KEY, f bloom);                    -- a distributed one
CREATE TABLE urls (shard integer, url text);
CREATE TABLE seen (shard integer PRIMARY KEY, f bloom NOT NULL);

-- Joins, and partitions that an index skips.
CREATE TABLE visits (uid integer, page integer, v integer);
CREATE TABLE members (uid integer, grp integer);
CREATE TABLE labels (page integer, label text); -- a reference table
CREATE TABLE found (uid integer, n bigint);
CREATE TABLE logins (uid integer, day integer, v integer) PARTITION BY RANGE (day);
SELECT format('CREATE TABLE logins_%s PARTITION OF logins FOR VALUES FROM (%1$s) TO (%s)', i, i + 1)
FROM generate_series(0, 19) AS i \gexec

-- A filter, as what is compared.
CREATE FUNCTION shown(f bloom) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT concat_ws(' ', bloom_count(f), octet_length(f::bytea), md5(f::bytea))
$$;
CREATE FUNCTION shown(f counting_bloom) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT concat_ws(' ', octet_length(f::bytea), md5(f::bytea))
$$;
