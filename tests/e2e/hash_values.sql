-- Hashes of values are compared, sorted and grouped like any other value.

CREATE EXTENSION bloom_rs;
CREATE TABLE hashes AS SELECT v, bloom_hash(v % 500) AS h FROM generate_series(1, 2000) AS v;
ANALYZE hashes;
DO $$
DECLARE
    way text;
    bad bigint;
BEGIN
    -- The same by sorting and by hashing.
    FOREACH way IN ARRAY ARRAY['enable_hashagg', 'enable_sort'] LOOP
        PERFORM set_config(way, 'off', true);
        ASSERT (SELECT count(*) = 500 FROM (SELECT DISTINCT h FROM hashes) AS s), 'DISTINCT';
        ASSERT (SELECT count(*) = 500 FROM (SELECT h FROM hashes WHERE v < 1000 UNION SELECT h FROM hashes) AS s), 'UNION';
        ASSERT (SELECT count(*) = 0 FROM (SELECT h FROM hashes EXCEPT SELECT h FROM hashes WHERE v <= 500) AS s), 'EXCEPT';
        ASSERT (SELECT count(*) = 2000 FROM (SELECT h FROM hashes INTERSECT ALL SELECT h FROM hashes) AS s), 'INTERSECT ALL';
        ASSERT (SELECT bool_and(n = 4) FROM (SELECT count(*) AS n FROM hashes GROUP BY h) AS s), 'GROUP BY';
        PERFORM set_config(way, 'on', true);
    END LOOP;
    FOREACH way IN ARRAY ARRAY['enable_hashjoin', 'enable_mergejoin', 'enable_nestloop'] LOOP
        SET LOCAL enable_hashjoin = off;
        SET LOCAL enable_mergejoin = off;
        SET LOCAL enable_nestloop = off;
        PERFORM set_config(way, 'on', true);
        ASSERT (SELECT count(*) = 8000 FROM hashes AS a JOIN hashes AS b USING (h)), way;
    END LOOP;

    -- An order of all, with which the operators agree.
    SELECT count(*) FROM (SELECT h, lag(h) OVER (ORDER BY h) AS before FROM hashes) AS s
    WHERE NOT (before <= h AND h >= before AND (before = h) = NOT before <> h AND (before < h) = NOT before >= h AND (h > before) = (before < h)) INTO bad;
    ASSERT bad = 0, 'the order';
    ASSERT (SELECT count(*) = 0 FROM hashes AS a, hashes AS b WHERE a.v <= 100 AND b.v <= 100 AND (a.h < b.h)::integer + (a.h = b.h)::integer + (a.h > b.h)::integer <> 1), 'one of <, =, >';
    ASSERT (SELECT bool_and((a.v = b.v) = (a.h = b.h)) FROM hashes AS a, hashes AS b WHERE a.v <= 100 AND b.v <= 100), 'equal values, equal hashes';
    -- Of the same bytes, but of another type.
    ASSERT bloom_hash('a'::text) <> bloom_hash('a'::"char") AND bloom_hash(1::smallint) = bloom_hash(1::bigint) AND bloom_hash('\x61'::bytea) <> bloom_hash('a'::text), 'the type';

    CREATE TABLE keyed (h bloom_hash_value PRIMARY KEY, v integer);
    INSERT INTO keyed SELECT DISTINCT ON (h) h, v FROM hashes;
    BEGIN
        INSERT INTO keyed VALUES (bloom_hash(7), 0);
        ASSERT false, 'not unique';
    EXCEPTION WHEN unique_violation THEN
        NULL;
    END;
    INSERT INTO keyed SELECT h, -v FROM hashes WHERE v <= 10 ON CONFLICT (h) DO UPDATE SET v = excluded.v;
    ASSERT (SELECT count(*) = 10 FROM keyed WHERE v < 0), 'ON CONFLICT';
    CREATE INDEX ON hashes USING hash (h);
    SET LOCAL enable_seqscan = off;
    ASSERT (SELECT count(*) = 4 FROM hashes WHERE h = bloom_hash(7)) AND (SELECT v = -7 FROM keyed WHERE h = bloom_hash(7)), 'an index';
    CREATE TABLE parts (h bloom_hash_value) PARTITION BY HASH (h);
    CREATE TABLE part_0 PARTITION OF parts FOR VALUES WITH (MODULUS 2, REMAINDER 0);
    CREATE TABLE part_1 PARTITION OF parts FOR VALUES WITH (MODULUS 2, REMAINDER 1);
    INSERT INTO parts SELECT h FROM hashes;
    ASSERT (SELECT count(*) > 100 FROM part_0) AND (SELECT count(*) > 100 FROM part_1) AND (SELECT count(*) = 4 FROM parts WHERE h = bloom_hash(7)), 'partitions';
    ASSERT ARRAY[bloom_hash(1)] = ARRAY[bloom_hash(1)] AND ROW(bloom_hash(1)) IS NOT DISTINCT FROM ROW(bloom_hash(1)) AND bloom_hash(1) IN (bloom_hash(2), bloom_hash(1)), 'within others';
END $$;
