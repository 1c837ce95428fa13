-- What is asked of the one node and of the cluster; every answer is to be the same. Filters are shown by a hash of their
-- bits, so the same means bit for bit.
SET timezone = 'UTC';
\pset format unaligned
\pset tuples_only on
CREATE TEMP TABLE kinds AS
    SELECT attname AS name, attnum, format_type(atttypid, NULL) AS type FROM pg_attribute
    WHERE attrelid = 'local_events'::regclass AND attnum > 2 ORDER BY attnum;
CREATE TEMP TABLE of AS SELECT unnest('{events,columnar_events,reference_events,local_events}'::text[]) AS tab;

-- Each aggregate of each kind of value, over each kind of table; with filters, order, DISTINCT, and NULL as capacity.
\echo every kind of value
SELECT format('SELECT %1$L, %2$L, shown(bloom_agg(%2$I)), shown(bloom_agg(%2$I, 6000)),
                      shown(bloom_agg(%2$I, 6000, 0.001)), shown(counting_bloom_agg(%2$I)),
                      shown(counting_bloom_agg(%2$I, 6000)),
                      shown(counting_bloom_agg(%2$I, 6000, 0.05)),
                      shown(bloom_agg(%2$I, 3000) FILTER (WHERE grp < 3)), shown(bloom_agg(%2$I, NULL))
               FROM %1$I', tab, name) FROM of, kinds ORDER BY tab, attnum \gexec
SELECT format('SELECT %L, shown(bloom_agg(%1$I, 6000, 0.01, ''spark2'')) FROM events', name)
FROM kinds WHERE type IN ('text', 'bigint', 'bytea', 'character varying') \gexec
SELECT format('SELECT %L, shown(bloom_agg(DISTINCT %1$I)), shown(bloom_agg(%1$I ORDER BY %1$I))
               FROM events', name) FROM kinds WHERE name IN ('t', 'i8', 'd', 'n') \gexec

-- Groups: by the distribution column each server builds whole filters, by another one they are put together.
\echo groups
SELECT format('SELECT md5(string_agg(k || shown(f) || shown(c), '','' ORDER BY k))
               FROM (SELECT k, bloom_agg(%1$I, 100) AS f, counting_bloom_agg(%1$I, 100) AS c FROM %2$I GROUP BY k) AS s',
              name, tab) FROM of, kinds ORDER BY tab, attnum \gexec
SELECT format('SELECT grp, shown(bloom_agg(%1$I, 6000)), shown(counting_bloom_agg(%1$I, 900)),
                      shown(bloom_agg(%1$I))
               FROM events GROUP BY grp HAVING bloom_count(bloom_agg(%1$I, 6000)) > 1 ORDER BY grp', name)
FROM kinds ORDER BY attnum \gexec
SELECT k % 3, grp, shown(bloom_agg(d, 3000)), shown(bloom_agg(j, 3000)), count(*) FROM events
GROUP BY k % 3, grp ORDER BY 1, 2;

-- Filters where they may be: in a reference table, a local one, a constant, a variable of PL/pgSQL, a distributed one.
\echo probes
TRUNCATE filters, screens, by_key;
SELECT format('INSERT INTO filters SELECT %L, bloom_agg(%1$I, 2000), counting_bloom_agg(%1$I, 2000)
               FROM events WHERE grp = 1', name) FROM kinds ORDER BY attnum \gexec
INSERT INTO screens SELECT name, f FROM filters;
SELECT name, shown(f), shown(c) FROM filters ORDER BY name;
SELECT format('SELECT %L, count(*) FILTER (WHERE grp = 1 AND %1$I IS NOT NULL), count(*)
               FROM events, filters WHERE name = %1$L AND bloom_contains(f, %1$I)', name) FROM kinds ORDER BY attnum \gexec
SELECT format('SELECT %L, count(*), count(*) FILTER (WHERE f @> %1$I), count(*) FILTER (WHERE c @> %1$I),
                      count(*) FILTER (WHERE %1$I <@ c), count(*) FILTER (WHERE bloom_contains_hash(f, bloom_hash(%1$I)))
               FROM events JOIN filters ON name = %1$L', name) FROM kinds ORDER BY attnum \gexec
SELECT format('SELECT %L, count(*) FROM events WHERE bloom_contains((SELECT f FROM filters WHERE name = %1$L), %1$I)',
              name) FROM kinds ORDER BY attnum \gexec
SELECT format('SELECT %L, count(*) FROM events WHERE bloom_contains((SELECT f FROM screens WHERE name = %1$L), %1$I)',
              name) FROM kinds ORDER BY attnum \gexec
SELECT format('SELECT %L, count(*) FROM events WHERE %L::bloom @> %1$I', name, f)
FROM screens JOIN kinds USING (name) ORDER BY attnum \gexec
SELECT count(*) FROM events
WHERE bloom_contains((SELECT bloom_agg(d, 3000) FROM events WHERE grp = 1), d);
SELECT count(*) FROM events AS e
WHERE EXISTS (SELECT 1 FROM filters WHERE name = 't' AND bloom_contains(f, e.t));
DO $$
DECLARE
    screen bloom := (SELECT f FROM filters WHERE name = 't');
    found bigint;
BEGIN
    FOR i IN 1..7 LOOP -- a custom plan at first, later a generic one
        found := (SELECT count(*) FROM events WHERE bloom_contains(screen, t));
        IF found <> (SELECT count(*) FROM local_events WHERE bloom_contains(screen, t)) THEN
            RAISE 'round %: % found', i, found;
        END IF;
    END LOOP;
END $$;
PREPARE ask (date) AS SELECT count(*) FROM filters WHERE name = 'd' AND f @> $1;
EXECUTE ask('2000-01-02');
EXECUTE ask('2020-01-02');
PREPARE untyped AS SELECT count(*) FROM filters WHERE name = 't' AND f @> $1;
EXECUTE untyped('url1');
SELECT count(*) FROM filters WHERE name = 't' AND f @> 'url1';

-- Filters a row each, made on the servers and merged.
\echo merges
INSERT INTO by_key SELECT k, bloom_agg(t, 6000) FROM events GROUP BY k;
SELECT shown(bloom_union_agg(f)), shown(bloom_union_agg(f, 0.5)),
       shown(bloom_intersection_agg(f)), shown(bloom_union_agg(f) FILTER (WHERE k < 20)) FROM by_key;
SELECT k % 4, shown(bloom_union_agg(f)) FROM by_key GROUP BY k % 4 ORDER BY 1;
SELECT shown(bloom_agg(t, 6000)) FROM local_events;
SELECT shown(bloom_union_agg(f))
FROM (SELECT k, bloom_agg(j, 6000) AS f FROM events GROUP BY k) AS s;
SELECT shown(bloom_union_agg(c)), shown(bloom_union_agg(c, 0.5))
FROM (SELECT k, counting_bloom_agg(d, 6000) AS c FROM events GROUP BY k) AS s;
SELECT count(*), count(*) FILTER (WHERE f @> t) FROM events JOIN by_key USING (k) WHERE t IS NOT NULL;
SELECT bloom_contains(f, 'url7') FROM by_key WHERE k = 7;
UPDATE by_key SET f = f || 'new'::text WHERE k = 7;
UPDATE by_key SET f = bloom_union(f, f);
SELECT k FROM by_key WHERE f @> 'new' ORDER BY k;
SELECT count(*) FROM (SELECT f FROM by_key GROUP BY f) AS s;

\echo windows
SELECT md5(string_agg(x, ',' ORDER BY x))
FROM (SELECT k || shown(counting_bloom_agg(d, 50) OVER w) || shown(bloom_agg(j, 50) OVER w) AS x
      FROM events WHERE k < 5 WINDOW w AS (PARTITION BY k ORDER BY i8, i4, t ROWS BETWEEN 3 PRECEDING AND CURRENT ROW)) AS s;

\echo joins
SELECT count(*), sum(v) FROM visits JOIN members USING (uid) WHERE grp = 1;
SELECT count(*), sum(v) FROM visits JOIN labels USING (page) WHERE label = 'label 1';
SELECT count(*), sum(v) FROM visits JOIN members USING (uid) JOIN labels USING (page) WHERE grp = 1;
SELECT count(*), sum(v) FROM visits WHERE uid IN (SELECT uid FROM members WHERE grp = 2);
SELECT count(*), sum(v) FROM visits WHERE NOT EXISTS (SELECT FROM members AS m WHERE m.uid = visits.uid);
SELECT count(*), count(v), sum(v) FROM members LEFT JOIN visits USING (uid);
SELECT count(*), sum(n) FROM (SELECT uid, count(*) AS n FROM visits JOIN members USING (uid) WHERE grp = 1 GROUP BY uid OFFSET 0) AS s;
SELECT grp, count(*), sum(v) FROM visits JOIN members USING (uid) GROUP BY grp ORDER BY grp;
SELECT count(*), sum(v) FROM logins JOIN members USING (uid) WHERE grp = 1;
SELECT count(*), sum(v) FROM visits JOIN local_events ON uid = k WHERE grp = 1;
TRUNCATE found;
INSERT INTO found SELECT uid, count(*) FROM visits JOIN members USING (uid) WHERE grp = 1 GROUP BY uid;
SELECT count(*), sum(n), sum(uid) FROM found;

\echo partitions
SELECT count(*), min(v) FROM logins WHERE uid = 42;
SELECT count(*), min(v) FROM logins WHERE uid = 43 AND day > 11;
SELECT count(*), min(v) FROM logins WHERE uid IN (42, 43, 1000);
SELECT count(*), min(v) FROM logins WHERE uid = 42 OR uid = 7;
SELECT count(*), min(v) FROM logins WHERE uid = (SELECT min(uid) FROM members);
PREPARE logins_of (integer) AS SELECT count(*), min(v) FROM logins WHERE uid = $1;
EXECUTE logins_of(42);
EXECUTE logins_of(1000);

-- docs/SHARDING.md
\echo sets of any size
TRUNCATE seen;
INSERT INTO seen SELECT shard, bloom_agg(url, 1100) FROM urls GROUP BY shard;
SELECT shard, shown(f) FROM seen ORDER BY shard;
PREPARE look_up (text) AS SELECT bloom_contains(f, $1::text) FROM seen WHERE shard = bloom_shard($1::text, 20);
EXECUTE look_up('https://example.org/77');
EXECUTE look_up('https://example.org/none');
SELECT EXISTS (
    SELECT 1 FROM seen WHERE shard = bloom_shard('https://example.org/78', 20)
                         AND bloom_contains_hash(f, bloom_hash('https://example.org/78'))
);
SELECT count(*), count(*) FILTER (WHERE f @> url), count(*) FILTER (WHERE f @> (url || '!')) FROM urls JOIN seen USING (shard);

-- As on one node: a HINT and a SQLSTATE, or an error that names what cannot be.
\echo errors
\set ON_ERROR_STOP 0
\set VERBOSITY sqlstate
SELECT bloom_agg(t, 10) FROM events WHERE bloom_contains((SELECT f FROM filters WHERE name = 'd'), t);
SELECT count(*) FROM events, filters WHERE name = 'd' AND f @> t;
SELECT bloom_agg(t, 0) FROM events;
SELECT bloom_agg(t, grp + 1) FROM events;
SELECT bloom_agg(o::regclass) FROM events;
