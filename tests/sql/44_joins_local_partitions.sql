-- Partitions that a screened join does not read: which, and that the rows are the same. The first partition is read
-- up to its first row before the keys are known, if the planner expects that it pays.
\set VERBOSITY terse
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS bloom_rs;
SELECT bloom_screen_joins(true);
SET jit = off;
SET enable_nestloop = off;
SET enable_mergejoin = off;
SET max_parallel_workers_per_gather = 0;
CREATE SCHEMA parts;
SET search_path = parts, public;

\getenv tests PG_ABS_SRCDIR
\set result :tests '/sql/files/result.sql'
\i :result
-- What EXPLAIN ANALYZE says of the first filter: partitions skipped by bounds, by an index, and all; and how many nodes were never executed.
CREATE FUNCTION explained(query text, OUT by_bounds text, OUT by_index text, OUT parts text, OUT never bigint) LANGUAGE plpgsql AS $$
DECLARE
    plan jsonb;
    node jsonb;
BEGIN
    PERFORM set_config('bloom_rs.screen_joins', 'force', false);
    EXECUTE 'EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, FORMAT json) ' || query INTO plan;
    FOR node IN SELECT * FROM jsonb_path_query(plan, '$.** ? (@."Custom Plan Provider" == "Bloom Screen")') LOOP
        by_bounds := coalesce(by_bounds, node ->> 'Partitions Skipped');
        by_index := coalesce(by_index, node ->> 'Partitions Skipped by Index');
        parts := coalesce(parts, node ->> 'Partitions');
    END LOOP;
    never := (SELECT count(*) FROM jsonb_path_query(plan, 'strict $.** ? (@."Relation Name" like_regex ".")') AS n WHERE n -> 'Actual Loops' = '0');
END $$;
-- It skips this many partitions of all (some majors open the first one), '-' if nothing is said; the rows are the same, and are there.
CREATE PROCEDURE skips(query text, expected text, rows text DEFAULT '[1-9]') LANGUAGE plpgsql AS $$
DECLARE
    e record;
    found text;
BEGIN
    SELECT * INTO e FROM explained(query);
    found := coalesce(coalesce(e.by_bounds, '') || coalesce('+' || e.by_index, '') || '/' || e.parts, '-');
    IF found <> ALL (string_to_array(expected, ' or ')) OR e.never < coalesce(e.by_bounds::bigint, 0) + coalesce(e.by_index::bigint, 0) THEN
        RAISE WARNING '% skips %, % were never executed', query, found, e.never;
    END IF;
    IF result(query, 'off') IS DISTINCT FROM result(query, 'force') OR result(query, 'off') !~ ('^' || rows) THEN
        RAISE WARNING '% has % and not % rows', query, result(query, 'force'), result(query, 'off');
    END IF;
END $$;

-- RANGE, with a gap and a default partition.
CREATE TABLE r (k integer, x integer, t text) PARTITION BY RANGE (k);
CREATE TABLE r0 PARTITION OF r FOR VALUES FROM (MINVALUE) TO (0);
CREATE TABLE r1 PARTITION OF r FOR VALUES FROM (0) TO (100);
CREATE TABLE r2 PARTITION OF r FOR VALUES FROM (100) TO (200);
CREATE TABLE r4 PARTITION OF r FOR VALUES FROM (300) TO (400);
CREATE TABLE r5 PARTITION OF r FOR VALUES FROM (1000) TO (MAXVALUE);
CREATE TABLE rd PARTITION OF r DEFAULT;
INSERT INTO r SELECT i, i % 10, 't' || i FROM generate_series(-100, 1200) AS i;
INSERT INTO r SELECT NULL, i FROM generate_series(1, 10) AS i;
CREATE TABLE keys (k integer, k2 smallint, k8 bigint, x integer, t text);
INSERT INTO keys SELECT k, k, k, x, 't' || k FROM (VALUES (0, 1), (99, 1), (100, 2), (199, 2), (250, 3), (300, 4), (399, 4), (400, 5), (999, 5), (1000, 6), (-1, 7), (NULL, 1), (NULL, 8), (99, 1)) AS v (k, x);
ANALYZE r, keys;
CALL skips('SELECT * FROM r JOIN keys USING (k) WHERE keys.x = 1', '4/6');
CALL skips('SELECT * FROM r JOIN keys USING (k) WHERE keys.x = 2', '4/6');
CALL skips('SELECT * FROM r JOIN keys USING (k) WHERE keys.x = 3', '4/6');
CALL skips('SELECT * FROM r JOIN keys USING (k) WHERE keys.x = 4', '4/6');
CALL skips('SELECT * FROM r JOIN keys USING (k) WHERE keys.x = 5', '4/6');
CALL skips('SELECT * FROM r JOIN keys USING (k) WHERE keys.x = 6', '4/6');
CALL skips('SELECT * FROM r JOIN keys USING (k) WHERE keys.x = 7', '5/6');
CALL skips('SELECT * FROM r JOIN keys USING (k) WHERE keys.x = 8', '0/6', '0');
CALL skips('SELECT * FROM r JOIN keys USING (k)', '0/6');
-- Keys of other types, also beyond those of the column.
INSERT INTO keys (k8, k2, x) VALUES (4294967296 + 50, 150, 9), (-4294967296, NULL, 9), (150, NULL, 9);
CALL skips('SELECT * FROM r JOIN keys ON r.k = keys.k8 WHERE keys.x = 9', '3/6');
CALL skips('SELECT * FROM r JOIN keys ON r.k = keys.k2 WHERE keys.x = 9', '4/6');
-- Other kinds of joins, and other nodes.
CALL skips('SELECT * FROM r WHERE k IN (SELECT k FROM keys WHERE x = 2)', '4/6');
CALL skips('SELECT * FROM keys LEFT JOIN r USING (k) WHERE keys.x = 2', '5/6');
CALL skips('SELECT * FROM r JOIN keys AS a USING (k) JOIN keys AS b ON r.x = b.x WHERE a.x = 2', '3/6');
CALL skips('SELECT * FROM (SELECT k, x FROM r UNION ALL SELECT x, k FROM r) AS u JOIN keys USING (k) WHERE keys.x = 2', '4/6');
-- A partition that the query names is read below no parent; one that has another level is.
CALL skips('SELECT * FROM r2 JOIN keys USING (k) WHERE keys.x = 2', '-');
-- The key is not the column of the partitions.
CALL skips('SELECT * FROM r JOIN keys USING (x) WHERE keys.k = 250', '-');

-- LIST, with NULL and a default partition.
CREATE TABLE l (k text, x integer) PARTITION BY LIST (k);
CREATE TABLE l0 PARTITION OF l FOR VALUES IN ('z', NULL);
CREATE TABLE l1 PARTITION OF l FOR VALUES IN ('a', 'b');
CREATE TABLE l2 PARTITION OF l FOR VALUES IN ('c', 'A');
CREATE TABLE l3 PARTITION OF l FOR VALUES IN ('d');
CREATE TABLE ld PARTITION OF l DEFAULT;
INSERT INTO l SELECT k, i FROM unnest(ARRAY['z', 'a', 'b', 'c', 'A', 'd', 'e', NULL]) AS k, generate_series(1, 20) AS i;
CREATE TABLE letters (k text, x integer);
INSERT INTO letters VALUES ('a', 1), ('A', 2), ('e', 3), ('f', 4), (NULL, 4), ('z', 5), ('d', 5);
ANALYZE l, letters;
CALL skips('SELECT * FROM l JOIN letters USING (k) WHERE letters.x = 1', '3/5');
CALL skips('SELECT * FROM l JOIN letters USING (k) WHERE letters.x = 2', '4/5');
CALL skips('SELECT * FROM l JOIN letters USING (k) WHERE letters.x = 3', '3/5');
CALL skips('SELECT * FROM l JOIN letters USING (k) WHERE letters.x = 4', '3/5', '0');
CALL skips('SELECT * FROM l JOIN letters USING (k) WHERE letters.x = 5', '2/5');

-- HASH, without one of the remainders.
CREATE TABLE h (k bigint, u uuid, n numeric) PARTITION BY HASH (k);
SELECT format('CREATE TABLE h%s PARTITION OF h FOR VALUES WITH (MODULUS 8, REMAINDER %1$s)', i) FROM generate_series(0, 6) AS i \gexec
CREATE FUNCTION belongs(k bigint) RETURNS boolean LANGUAGE sql AS 'SELECT NOT satisfies_hash_partition(''h''::regclass, 8, 7, k)';
INSERT INTO h SELECT i FROM generate_series(1, 1000) AS i WHERE belongs(i);
ANALYZE h;
CREATE TABLE few (k integer, k2 smallint, t text);
INSERT INTO few SELECT i, i, 't' || i FROM generate_series(1, 1000) AS i WHERE satisfies_hash_partition('h'::regclass, 8, 5, i::bigint) LIMIT 3;
INSERT INTO few SELECT i, i, 't' || i FROM generate_series(1, 1000) AS i WHERE NOT belongs(i) LIMIT 3;
ANALYZE few;
CALL skips('SELECT * FROM h JOIN few USING (k)', '5/7');
CALL skips('SELECT * FROM h JOIN few ON h.k = few.k2', '5/7');
-- By several columns, of which the join has one.
CREATE TABLE hh (a integer, b integer) PARTITION BY HASH (a, b);
CREATE TABLE hh0 PARTITION OF hh FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE hh1 PARTITION OF hh FOR VALUES WITH (MODULUS 2, REMAINDER 1);
INSERT INTO hh SELECT i, i FROM generate_series(1, 100) AS i;
CALL skips('SELECT * FROM hh JOIN few ON hh.a = few.k', '-');

-- RANGE by several columns: bounds that begin with the same value.
CREATE TABLE m (a integer, b integer) PARTITION BY RANGE (a, b);
CREATE TABLE m0 PARTITION OF m FOR VALUES FROM (MINVALUE, MINVALUE) TO (10, 5);
CREATE TABLE m1 PARTITION OF m FOR VALUES FROM (10, 5) TO (10, 20);
CREATE TABLE m2 PARTITION OF m FOR VALUES FROM (10, 20) TO (10, MAXVALUE);
CREATE TABLE m3 PARTITION OF m FOR VALUES FROM (20, MINVALUE) TO (20, 10);
CREATE TABLE m4 PARTITION OF m FOR VALUES FROM (20, 50) TO (30, 0);
CREATE TABLE m5 PARTITION OF m FOR VALUES FROM (40, 0) TO (40, 10);
CREATE TABLE m6 PARTITION OF m FOR VALUES FROM (40, 10) TO (40, 20);
CREATE TABLE m7 PARTITION OF m FOR VALUES FROM (40, 20) TO (MAXVALUE, MAXVALUE);
CREATE TABLE md PARTITION OF m DEFAULT;
INSERT INTO m SELECT a, b FROM generate_series(0, 50) AS a, generate_series(0, 60, 5) AS b;
ANALYZE m;
CREATE TABLE as_ (a integer, x integer);
INSERT INTO as_ VALUES (10, 1), (20, 2), (9, 3), (35, 4), (40, 5), (15, 6), (30, 7);
ANALYZE as_;
CALL skips('SELECT * FROM m JOIN as_ USING (a) WHERE x = 1', '5/9');
CALL skips('SELECT * FROM m JOIN as_ USING (a) WHERE x = 2', '5/9');
CALL skips('SELECT * FROM m JOIN as_ USING (a) WHERE x = 3', '7/9');
CALL skips('SELECT * FROM m JOIN as_ USING (a) WHERE x = 4', '7/9');
CALL skips('SELECT * FROM m JOIN as_ USING (a) WHERE x = 5', '4/9');
CALL skips('SELECT * FROM m JOIN as_ USING (a) WHERE x = 6', '7/9');
CALL skips('SELECT * FROM m JOIN as_ USING (a) WHERE x = 7', '6/9');
CALL skips('SELECT * FROM m JOIN as_ ON m.b = as_.a', '-');

-- Several levels, whose tables have their columns in other places; keys of both.
CREATE TABLE s (day date, k integer, x integer) PARTITION BY RANGE (day);
CREATE TABLE s1 (x integer, gone text, k integer, day date) PARTITION BY HASH (k);
ALTER TABLE s1 DROP COLUMN gone;
CREATE TABLE s1a PARTITION OF s1 FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE s1b (k integer, gone text, x integer, day date);
ALTER TABLE s1b DROP COLUMN gone;
ALTER TABLE s1 ATTACH PARTITION s1b FOR VALUES WITH (MODULUS 2, REMAINDER 1);
ALTER TABLE s ATTACH PARTITION s1 FOR VALUES FROM ('2026-01-01') TO ('2026-02-01');
CREATE TABLE s2 PARTITION OF s FOR VALUES FROM ('2026-02-01') TO ('2026-03-01') PARTITION BY HASH (k);
CREATE TABLE s2a PARTITION OF s2 FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE s2b PARTITION OF s2 FOR VALUES WITH (MODULUS 2, REMAINDER 1);
CREATE TABLE s3 (k integer, day date, x integer);
ALTER TABLE s ATTACH PARTITION s3 FOR VALUES FROM ('2026-03-01') TO ('2026-04-01');
INSERT INTO s SELECT date '2026-01-01' + i % 90, i, i % 5 FROM generate_series(0, 899) AS i;
CREATE TABLE days (day date, k integer, at timestamp);
INSERT INTO days SELECT '2026-02-11', i, '2026-02-11' FROM generate_series(0, 900) AS i WHERE satisfies_hash_partition('s2'::regclass, 2, 1, i) AND i % 90 = 41;
ANALYZE s, days;
CALL skips('SELECT s.*, days.at FROM s JOIN days USING (day)', '2/5');
CALL skips('SELECT s.*, days.at FROM s JOIN days USING (k)', '1/4');
CALL skips('SELECT s.*, days.at FROM s JOIN days USING (day, k)', '3/5');
CALL skips('SELECT s2.*, days.at FROM s2 JOIN days USING (k)', '0/2');
-- One level, twice: each by its own keys.
CALL skips('SELECT a.* FROM s AS a JOIN s AS b USING (k) JOIN days ON a.day = days.day AND b.k = days.k', '3/5');

-- Texts: RANGE only where they are in the order of their bytes, which no library changes.
CREATE TABLE c (t text COLLATE "C", d text COLLATE "und-x-icu") PARTITION BY RANGE (t);
CREATE TABLE c1 PARTITION OF c FOR VALUES FROM ('a') TO ('m');
CREATE TABLE c2 PARTITION OF c FOR VALUES FROM ('m') TO ('zzz');
CREATE TABLE i (t text COLLATE "und-x-icu") PARTITION BY RANGE (t);
CREATE TABLE i1 PARTITION OF i FOR VALUES FROM ('a') TO ('m');
CREATE TABLE i2 PARTITION OF i FOR VALUES FROM ('m') TO ('zzz');
CREATE TABLE li (t text COLLATE "und-x-icu") PARTITION BY LIST (t);
CREATE TABLE li1 PARTITION OF li FOR VALUES IN ('a');
CREATE TABLE li2 PARTITION OF li FOR VALUES IN ('A');
CREATE TABLE li3 PARTITION OF li FOR VALUES IN ('n');
CREATE COLLATION loose (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
CREATE TABLE lo (t text COLLATE loose) PARTITION BY LIST (t);
CREATE TABLE lo1 PARTITION OF lo FOR VALUES IN ('a');
CREATE TABLE lo2 PARTITION OF lo FOR VALUES IN ('n');
INSERT INTO c (t) SELECT chr(97 + i % 25) FROM generate_series(0, 200) AS i;
INSERT INTO i (t) SELECT t FROM c;
INSERT INTO li SELECT t FROM (VALUES ('a'), ('A'), ('n')) AS v (t), generate_series(1, 10);
INSERT INTO lo SELECT t FROM (VALUES ('a'), ('A'), ('n')) AS v (t), generate_series(1, 10);
CREATE TABLE one (c text COLLATE "C", i text COLLATE "und-x-icu", lo text COLLATE loose);
INSERT INTO one VALUES ('n', 'n', 'N');
ANALYZE c, i, li, lo, one;
CALL skips('SELECT * FROM c JOIN one ON c.t = one.c', '0/2');
CALL skips('SELECT * FROM i JOIN one ON i.t = one.i', '-');
CALL skips('SELECT * FROM li JOIN one ON li.t = one.i', '1/3');
CALL skips('SELECT * FROM lo JOIN one ON lo.t = one.lo', '-');
-- Under another collation than that of the partitions: a and A are equal.
UPDATE one SET lo = 'A';
CALL skips('SELECT li.t AS a, one.lo FROM li JOIN (SELECT i, lo FROM one OFFSET 0) AS one ON li.t = one.lo COLLATE loose', '-');

-- An equality that is not that of the partitions: 1 and -1 are equal.
CREATE FUNCTION same(integer, integer) RETURNS boolean LANGUAGE plpgsql IMMUTABLE STRICT COST 0.001 AS 'BEGIN RETURN abs($1) = abs($2); END';
CREATE FUNCTION order_of(integer, integer) RETURNS integer LANGUAGE plpgsql IMMUTABLE STRICT COST 0.001 AS 'BEGIN RETURN sign(abs($1) - abs($2)); END';
CREATE FUNCTION hash_of(integer) RETURNS integer LANGUAGE plpgsql IMMUTABLE STRICT COST 0.001 AS 'BEGIN RETURN hashint4(abs($1)); END';
CREATE OPERATOR === (LEFTARG = integer, RIGHTARG = integer, FUNCTION = same, COMMUTATOR = ===, RESTRICT = eqsel, JOIN = eqjoinsel, HASHES);
CREATE OPERATOR CLASS same_ops FOR TYPE integer USING hash AS OPERATOR 1 ===, FUNCTION 1 hash_of(integer);
CREATE OPERATOR CLASS order_ops FOR TYPE integer USING btree AS OPERATOR 3 ===, FUNCTION 1 order_of(integer, integer);
CALL skips('SELECT * FROM r JOIN keys ON r.k === keys.k WHERE keys.x = 7', '-', '2');
-- A class that is not the server's own tells nothing, though its equality is the join's.
CREATE TABLE own (k integer) PARTITION BY LIST (k order_ops);
CREATE TABLE own1 PARTITION OF own FOR VALUES IN (1);
CREATE TABLE own2 PARTITION OF own FOR VALUES IN (2);
INSERT INTO own SELECT k FROM (VALUES (1), (-1), (2), (-2)) AS v (k), generate_series(1, 10);
ANALYZE own;
CALL skips('SELECT * FROM own JOIN keys ON own.k === keys.x WHERE keys.k = 0', '-');
CALL skips('SELECT * FROM own JOIN keys ON own.k = keys.x WHERE keys.k = 0', '-');

-- Other types.
CREATE TYPE mood AS ENUM ('sad', 'fine', 'happy');
CREATE TABLE e (m mood) PARTITION BY LIST (m);
CREATE TABLE e1 PARTITION OF e FOR VALUES IN ('sad');
CREATE TABLE e2 PARTITION OF e FOR VALUES IN ('fine');
CREATE TABLE e3 PARTITION OF e FOR VALUES IN ('happy');
INSERT INTO e SELECT m FROM unnest(enum_range(NULL::mood)) AS m, generate_series(1, 5);
CREATE TABLE moods AS SELECT 'happy'::mood AS m;
CREATE TABLE n (n numeric) PARTITION BY RANGE (n);
CREATE TABLE n1 PARTITION OF n FOR VALUES FROM (0) TO (1);
CREATE TABLE n2 PARTITION OF n FOR VALUES FROM (1) TO (2);
CREATE TABLE n3 PARTITION OF n FOR VALUES FROM (2) TO (3);
INSERT INTO n SELECT i / 10.0 FROM generate_series(0, 29) AS i;
CREATE TABLE numbers AS SELECT unnest(ARRAY[2.00, 2.0, 2]) AS n;
CREATE TABLE u (u uuid) PARTITION BY HASH (u);
SELECT format('CREATE TABLE u%s PARTITION OF u FOR VALUES WITH (MODULUS 4, REMAINDER %1$s)', i) FROM generate_series(0, 3) AS i \gexec
INSERT INTO u SELECT md5(i::text)::uuid FROM generate_series(1, 100) AS i;
CREATE TABLE uuids AS SELECT u FROM u WHERE tableoid = 'u2'::regclass LIMIT 3;
CREATE TABLE f (f double precision) PARTITION BY LIST (f);
CREATE TABLE f0 PARTITION OF f FOR VALUES IN (0);
CREATE TABLE f1 PARTITION OF f FOR VALUES IN ('NaN');
CREATE TABLE f2 PARTITION OF f FOR VALUES IN (2);
INSERT INTO f VALUES (0), ('-0'), ('NaN'), (2);
CREATE TABLE floats (f real);
INSERT INTO floats VALUES ('-0'), ('NaN');
CREATE TABLE ts (ts timestamptz) PARTITION BY RANGE (ts);
SELECT format('CREATE TABLE ts%s PARTITION OF ts FOR VALUES FROM (%L) TO (%L)', i, timestamptz '2026-01-01Z' + i * interval '1 day', timestamptz '2026-01-01Z' + (i + 1) * interval '1 day') FROM generate_series(0, 3) AS i \gexec
INSERT INTO ts SELECT timestamptz '2026-01-01Z' + i * interval '1 hour' FROM generate_series(0, 95) AS i;
CREATE TABLE j (j jsonb) PARTITION BY RANGE (j);
CREATE TABLE j1 PARTITION OF j FOR VALUES FROM ('1') TO ('2');
CREATE TABLE j2 PARTITION OF j FOR VALUES FROM ('2') TO ('3');
INSERT INTO j VALUES ('1'), ('2');
CREATE TABLE ar (k integer[]) PARTITION BY LIST (k);
CREATE TABLE ar1 PARTITION OF ar FOR VALUES IN ('{1}');
CREATE TABLE ar2 PARTITION OF ar FOR VALUES IN ('{2}');
INSERT INTO ar VALUES ('{1}'), ('{2}');
ANALYZE e, moods, n, numbers, u, uuids, f, floats, ts, j, ar;
CALL skips('SELECT * FROM e JOIN moods USING (m)', '1/3');
CALL skips('SELECT * FROM n JOIN numbers USING (n)', '1/3');
CALL skips('SELECT * FROM u JOIN uuids USING (u)', '2/4');
CALL skips('SELECT * FROM f JOIN floats ON f.f = floats.f', '1/3', '3');
CALL skips('SELECT a.* FROM ts AS a JOIN (SELECT * FROM ts WHERE extract(hour FROM ts) = 3 AND ts > ''2026-01-04Z'' OFFSET 0) AS b USING (ts)', '2/4');
CALL skips('SELECT a.* FROM j AS a JOIN j AS b USING (j) WHERE b.j = ''2''::jsonb OR b.j = ''5''', '-');
CALL skips('SELECT a.* FROM ar AS a JOIN (SELECT * FROM ar2 OFFSET 0) AS b USING (k)', '-');

-- Keys whose parameters change: an outer scan that was skipped is asked for before the new keys are read.
CREATE TABLE z AS SELECT g FROM generate_series(1, 4) AS g;
CREATE TABLE kk (g integer, k integer);
INSERT INTO kk VALUES (1, 250), (2, 150), (3, 5000), (4, 350), (4, 1100);
DELETE FROM r WHERE k = 250;
ANALYZE z, kk;
CALL skips('SELECT g, (SELECT count(*) FROM r JOIN (SELECT * FROM kk WHERE kk.g = z.g OFFSET 0) AS y ON r.k = y.k) FROM z', '1/6');
CALL skips('SELECT g, (SELECT count(*) FROM r JOIN (SELECT * FROM kk WHERE kk.g = z.g AND kk.g IN (1, 3, 4) OFFSET 0) AS y ON r.k = y.k) FROM (SELECT * FROM z, generate_series(1, 2) ORDER BY 1) AS z', '2/6');
CALL skips('SELECT z.g, q.k FROM z CROSS JOIN LATERAL (SELECT * FROM r JOIN kk USING (k) WHERE kk.g <= z.g OFFSET 0) AS q', '1/6');

-- A scan that begins again and again keeps nothing of what it looked up, whatever the hash function leaves.
CREATE TABLE decimals (id integer, k numeric) PARTITION BY RANGE (id);
SELECT format('CREATE TABLE decimals%s PARTITION OF decimals FOR VALUES FROM (%s) TO (%s)', i, i * 10, i * 10 + 10) FROM generate_series(0, 9) AS i \gexec
INSERT INTO decimals SELECT i % 100, i FROM generate_series(0, 999) AS i;
CREATE INDEX ON decimals USING bloom_skip (k);
CREATE TABLE hashed (k numeric) PARTITION BY HASH (k);
SELECT format('CREATE TABLE hashed%s PARTITION OF hashed FOR VALUES WITH (MODULUS 4, REMAINDER %1$s)', i) FROM generate_series(0, 3) AS i \gexec
INSERT INTO hashed SELECT k FROM decimals;
CREATE TABLE more AS SELECT g, g * 1000 + i + 0.5 AS k FROM generate_series(1, 4) AS g, generate_series(1, 300) AS i;
VACUUM ANALYZE decimals, hashed, more;
SET bloom_rs.screen_joins = force;
BEGIN;
DECLARE by_index CURSOR FOR SELECT (SELECT count(*) FROM decimals AS d JOIN (SELECT * FROM more WHERE g = z.g OFFSET 0) AS m ON d.k = m.k) FROM generate_series(1, 50), z;
MOVE 100 FROM by_index;
SELECT sum(total_bytes) AS before FROM pg_backend_memory_contexts \gset
MOVE 100 FROM by_index;
SELECT sum(total_bytes) - :before < 100000 AS keeps_little FROM pg_backend_memory_contexts;
DECLARE by_bounds CURSOR FOR SELECT (SELECT count(*) FROM hashed AS h JOIN (SELECT * FROM more WHERE g = z.g OFFSET 0) AS m ON h.k = m.k) FROM generate_series(1, 50), z;
MOVE 100 FROM by_bounds;
SELECT sum(total_bytes) AS before FROM pg_backend_memory_contexts \gset
MOVE 100 FROM by_bounds;
SELECT sum(total_bytes) - :before < 100000 AS keeps_little FROM pg_backend_memory_contexts;
ROLLBACK;

-- Many keys: the smallest and the largest remain, which say nothing of HASH.
CREATE TABLE big (k bigint, t text) PARTITION BY RANGE (k);
SELECT format('CREATE TABLE big%s PARTITION OF big FOR VALUES FROM (%s) TO (%s)', i, i * 10000, i * 10000 + 10000) FROM generate_series(0, 9) AS i \gexec
CREATE TABLE spread (LIKE big) PARTITION BY HASH (k);
SELECT format('CREATE TABLE spread%s PARTITION OF spread FOR VALUES WITH (MODULUS 4, REMAINDER %1$s)', i) FROM generate_series(0, 3) AS i \gexec
INSERT INTO big SELECT i * 50, 'text ' || i FROM generate_series(0, 1999) AS i, generate_series(1, 20);
INSERT INTO spread SELECT * FROM big;
CREATE TABLE many AS SELECT i::integer AS k FROM generate_series(35000, 52000) AS i;
ANALYZE big, spread, many;
CALL skips('SELECT * FROM big JOIN (SELECT * FROM many OFFSET 0) AS many USING (k)', '6/10');
CALL skips('SELECT * FROM spread JOIN (SELECT * FROM many OFFSET 0) AS many USING (k)', '0/4');
CALL skips('SELECT * FROM big JOIN (SELECT * FROM many WHERE k IN (0, 36000, 51000) OFFSET 0) AS many USING (k)', '7/10');
-- Numbers without a sign are not in the order of integers.
CREATE TABLE ids (k xid8, t text) PARTITION BY RANGE (k);
CREATE TABLE ids0 PARTITION OF ids FOR VALUES FROM (MINVALUE) TO ('1000000');
CREATE TABLE ids1 PARTITION OF ids FOR VALUES FROM ('1000000') TO (MAXVALUE);
INSERT INTO ids SELECT k::text::xid8, 'text ' || k FROM unnest(ARRAY[1, 11000, 99999999, 18446744073709551000]) AS k, generate_series(1, 5000);
CREATE TABLE many_ids AS SELECT k::text::xid8 AS k FROM generate_series(1, 11000) AS k;
INSERT INTO many_ids VALUES ('99999999'), ('18446744073709551000');
ANALYZE ids, many_ids;
CALL skips('SELECT * FROM ids JOIN (SELECT * FROM many_ids OFFSET 0) AS many USING (k)', '0/2', '20000');
-- Little memory for keys.
SET work_mem = '64kB';
SET hash_mem_multiplier = 1;
CALL skips('SELECT * FROM big JOIN (SELECT * FROM many WHERE k % 17 = 0 OFFSET 0) AS many USING (k)', '6/10');
RESET work_mem;
RESET hash_mem_multiplier;

-- Scans by an index.
CREATE INDEX ON r (k);
CREATE INDEX ON r (x);
VACUUM ANALYZE r;
SET enable_seqscan = off;
CALL skips('SELECT r.t, keys.* FROM r JOIN (SELECT * FROM keys WHERE x = 2 OFFSET 0) AS keys USING (k) WHERE r.k BETWEEN -1000 AND 5000', '4/6');
CALL skips('SELECT k, keys.x FROM r JOIN (SELECT * FROM keys WHERE x = 2 OFFSET 0) AS keys USING (k) WHERE r.k BETWEEN -1000 AND 5000', '4/6');
SET enable_indexscan = off;
SET enable_indexonlyscan = off;
DROP INDEX r_k_idx;
CALL skips('SELECT r.t, keys.* FROM r JOIN (SELECT * FROM keys WHERE x = 2 OFFSET 0) AS keys USING (k) WHERE r.x BETWEEN -1000 AND 5000', '4/6 or 5/6');
RESET enable_seqscan;
RESET enable_indexscan;
RESET enable_indexonlyscan;

-- Statements that write.
BEGIN;
SELECT * FROM explained('UPDATE r SET t = ''new'' FROM keys WHERE r.k = keys.k AND keys.x = 2');
SELECT k, t FROM r WHERE t = 'new' ORDER BY k;
ROLLBACK;

-- Cursors, and a LIMIT.
SET bloom_rs.screen_joins = force;
BEGIN;
DECLARE cursor SCROLL CURSOR FOR SELECT r.k, keys.x FROM r JOIN keys USING (k) WHERE keys.x IN (2, 6) ORDER BY r.k;
FETCH 2 FROM cursor;
FETCH BACKWARD 1 FROM cursor;
FETCH ALL FROM cursor;
MOVE ABSOLUTE 0 FROM cursor;
FETCH 1 FROM cursor;
COMMIT;
SELECT count(*) FROM (SELECT FROM r JOIN keys USING (k) WHERE keys.x = 2 LIMIT 1) AS q;

-- Plans that are kept, beside changes of the partitions.
SET plan_cache_mode = force_generic_plan;
PREPARE q (integer) AS SELECT r.k FROM r JOIN keys USING (k) WHERE keys.x = $1 ORDER BY 1;
EXECUTE q(3);
EXECUTE q(2);
INSERT INTO r SELECT 250, 1 FROM generate_series(1, 2);
EXECUTE q(3);
BEGIN;
CREATE TABLE r3 (LIKE r);
WITH moved AS (DELETE FROM rd WHERE k >= 200 AND k < 300 RETURNING *) INSERT INTO r3 TABLE moved;
ALTER TABLE r ATTACH PARTITION r3 FOR VALUES FROM (200) TO (300);
EXECUTE q(3);
COMMIT;
EXECUTE q(3);
ALTER TABLE r DETACH PARTITION r2;
EXECUTE q(2);
INSERT INTO r VALUES (150, 0), (100, 0); -- into the default partition
EXECUTE q(2);
DEALLOCATE q;
RESET plan_cache_mode;

-- Joins of partitions with partitions.
CREATE TABLE r_too (k integer, x integer) PARTITION BY RANGE (k);
CREATE TABLE r_too0 PARTITION OF r_too FOR VALUES FROM (0) TO (100);
CREATE TABLE r_too1 PARTITION OF r_too FOR VALUES FROM (100) TO (200);
CREATE TABLE r_mine (LIKE r_too) PARTITION BY RANGE (k);
CREATE TABLE r_mine0 PARTITION OF r_mine FOR VALUES FROM (0) TO (100);
CREATE TABLE r_mine1 PARTITION OF r_mine FOR VALUES FROM (100) TO (200);
INSERT INTO r_too SELECT i, i FROM generate_series(0, 199) AS i;
INSERT INTO r_mine SELECT i, i FROM generate_series(0, 199, 10) AS i;
ANALYZE r_too, r_mine;
SET enable_partitionwise_join = on;
CALL skips('SELECT * FROM r_too AS a JOIN r_mine AS b USING (k) WHERE b.x > 150', '0/1');
RESET enable_partitionwise_join;

-- An index of access method bloom_skip, for a column that the bounds do not tell.
CREATE TABLE ev (day integer, k integer, t text) PARTITION BY RANGE (day);
SELECT format('CREATE TABLE ev%s PARTITION OF ev FOR VALUES FROM (%s) TO (%s)', i, i, i + 1) FROM generate_series(0, 5) AS i \gexec
INSERT INTO ev SELECT i / 1000, i * 7, 'text ' || i FROM generate_series(0, 5999) AS i;
CREATE INDEX ev_k ON ev USING bloom_skip (k);
CREATE TABLE wanted (k integer, k8 bigint, t text, day integer);
INSERT INTO wanted VALUES (2500 * 7, 2500 * 7, 'text 2500', 2), (2501 * 7, 2501 * 7, 'text 2501', 2), (NULL, NULL, NULL, NULL);
ANALYZE ev, wanted;
CALL skips('SELECT * FROM ev JOIN wanted USING (k)', '+4/6');
CALL skips('SELECT * FROM ev JOIN wanted ON ev.k = wanted.k8', '+4/6');
CALL skips('SELECT * FROM ev JOIN wanted USING (k, day)', '4+0/6');
CALL skips('SELECT * FROM ev JOIN wanted USING (t)', '-');
-- Merge joins of two types, whose operator has the keys on its left.
CREATE TABLE measured (day integer, f8 double precision) PARTITION BY LIST (day);
SELECT format('CREATE TABLE measured%s PARTITION OF measured FOR VALUES IN (%s)', i, i) FROM generate_series(0, 2) AS i \gexec
INSERT INTO measured SELECT i / 100, i FROM generate_series(0, 299) AS i;
CREATE INDEX measured_f8 ON measured USING bloom_skip (f8);
ANALYZE measured;
BEGIN;
SET LOCAL enable_hashjoin = off;
SET LOCAL enable_mergejoin = on;
CALL skips('SELECT measured.* FROM (SELECT unnest(''{3, 150}''::real[]) AS f4 OFFSET 0) AS few JOIN measured ON f4 = f8', '+1/3', '2');
CALL skips('SELECT measured.* FROM (SELECT unnest(''{1, 4294967298}''::bigint[]) AS k8 OFFSET 0) AS few JOIN measured ON k8 = day', '2/3', '100');
ROLLBACK;
-- Indexes of partitions that are others now.
SELECT format('REINDEX INDEX CONCURRENTLY ev%s_k_idx', i) FROM generate_series(0, 5) AS i \gexec
CALL skips('SELECT * FROM ev JOIN wanted USING (k)', '+4/6');
-- A partition without the index, and an index that is not built, say nothing.
CREATE TABLE ev6 PARTITION OF ev FOR VALUES FROM (6) TO (7);
CREATE TABLE ev7 (LIKE ev);
CREATE INDEX ON ev7 USING bloom_skip (k) WITH (autobuild = later);
ALTER TABLE ev ATTACH PARTITION ev7 FOR VALUES FROM (7) TO (8);
INSERT INTO ev VALUES (6, 2500 * 7), (7, 2500 * 7);
CALL skips('SELECT * FROM ev JOIN wanted USING (k)', '+4/8');
DROP INDEX ev_k;
CALL skips('SELECT * FROM ev JOIN wanted USING (k)', '-');

-- Where a policy hides rows, bounds tell nothing of them, but indexes do; nothing is shown.
CREATE INDEX ev_k ON ev USING bloom_skip (k);
CREATE ROLE parts_reader;
GRANT USAGE ON SCHEMA parts TO parts_reader;
GRANT SELECT ON ALL TABLES IN SCHEMA parts TO parts_reader;
ALTER TABLE ev ENABLE ROW LEVEL SECURITY;
CREATE POLICY mine ON ev USING (t <> 'text 2501');
CREATE VIEW barrier WITH (security_barrier) AS SELECT r.* FROM r JOIN keys USING (k) WHERE keys.x < 3;
CREATE VIEW barrier_keys WITH (security_barrier) AS SELECT * FROM keys WHERE x < 3;
GRANT SELECT ON barrier, barrier_keys TO parts_reader;
SET ROLE parts_reader;
SELECT * FROM explained('SELECT * FROM ev JOIN wanted USING (k)');
SELECT * FROM explained('SELECT * FROM ev JOIN wanted USING (day)');
SELECT * FROM explained('SELECT * FROM r JOIN barrier_keys USING (k)');
RESET ROLE;
SELECT result('SELECT * FROM ev JOIN wanted USING (day)', 'off') = result('SELECT * FROM ev JOIN wanted USING (day)', 'force') AS same;

-- Parallel plans.
SET max_parallel_workers_per_gather = 2;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
CREATE FUNCTION in_parallel(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    line text;
    lines text := '';
BEGIN
    PERFORM set_config('bloom_rs.screen_joins', 'force', false);
    FOR line IN EXECUTE 'EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) ' || query LOOP
        lines := lines || line || E'\n';
    END LOOP;
    RETURN concat_ws(', ', substring(lines FROM 'Parallel Hash Join|Hash Join'), substring(lines FROM 'Parallel Append|Append'), CASE WHEN lines ~ 'Gather' THEN 'parallel' END,
        CASE WHEN lines ~ 'Partitions Skipped: [1-9]' THEN 'skips' END, CASE WHEN result(query, 'off') <> result(query, 'force') THEN 'other rows' END);
END $$;
CREATE TABLE thousands AS SELECT i::integer AS k, 'text ' || i / 50 AS t FROM generate_series(35000, 44000) AS i;
ANALYZE thousands;
SELECT in_parallel('SELECT * FROM big JOIN thousands USING (k)');
SELECT in_parallel('SELECT * FROM big JOIN many USING (k)');
SET enable_parallel_hash = off;
SELECT in_parallel('SELECT * FROM big JOIN thousands USING (k)');
SET enable_parallel_append = off;
SELECT in_parallel('SELECT * FROM big JOIN thousands USING (k)');
RESET enable_parallel_hash;
SELECT in_parallel('SELECT * FROM big JOIN thousands USING (k)');
SELECT in_parallel('SELECT * FROM n JOIN (SELECT i % 2 + 2.0 AS n FROM generate_series(1, 100) AS i) AS numbers USING (n)');
ALTER TABLE numbers SET (parallel_workers = 2);
SELECT in_parallel('SELECT * FROM n JOIN numbers USING (n)');

DROP SCHEMA parts CASCADE;
DROP ROLE parts_reader;
