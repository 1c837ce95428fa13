-- 6,000 rows, some of whose values are NULL.
INSERT INTO local_events
SELECT i % 200, i % 7, i % 3000, i % 4000, i % 4500 * 4000000000, chr(33 + i % 90)::"char", 'url' || i % 5000,
       'varchar' || i % 2000, 'char' || i % 2500, 'name' || i % 900, int4send(i % 5500), md5((i % 4321)::text)::uuid,
       i % 40 = 0, date '2000-01-01' + i % 3650, timestamp '2000-01-01' + i % 5000 * interval '1 hour',
       timestamptz '2000-01-01 00:00+00' + i % 5001 * interval '1 minute', (i % 4000)::real / 7, i % 4100 / 3.0,
       (i % 4200 / 8.0)::numeric(10, 4), inet '10.0.0.0' + i % 3000,
       set_masklen(inet '10.0.0.0' + 256 * (i % 250), 24)::cidr, 1 + i % 700, date '2010-01-01' + i % 365,
       time '00:00' + i % 1440 * interval '1 minute', (time '00:00' + i % 1440 * interval '1 minute')::text::timetz,
       i % 2000 * interval '1 hour', 100000 + i % 3000, jsonb_build_object('a', i % 3000),
       int4range(i % 3000, i % 3000 + 5), int4multirange(int4range(i % 999, i % 999 + 5)), ARRAY[i % 3000, NULL],
       ARRAY['ü' || i % 3000], ROW(i % 3000, 'x' || i % 3000)::pair, (enum_range(NULL::mood))[1 + i % 3],
       ('08:00:2b:01:' || to_hex(10 + i % 90) || ':01')::macaddr
FROM generate_series(1, 6000) AS i;
UPDATE local_events SET i4 = NULL, t = NULL, d = NULL, n = NULL, j = NULL, rw = NULL WHERE i8 % 11 = 0;
INSERT INTO events SELECT * FROM local_events;
INSERT INTO columnar_events SELECT * FROM local_events;
INSERT INTO reference_events SELECT * FROM local_events;
INSERT INTO urls SELECT bloom_shard(url, 20), url
FROM (SELECT 'https://example.org/' || i AS url FROM generate_series(1, 20000) AS i) AS s;
INSERT INTO visits SELECT i % 2000, i % 503, i % 100 FROM generate_series(1, 40000) AS i;
INSERT INTO members SELECT i * 10, i % 5 FROM generate_series(1, 100) AS i;
INSERT INTO labels SELECT i * 10, 'label ' || i % 3 FROM generate_series(1, 50) AS i;
INSERT INTO logins SELECT i % 1000, i % 1000 % 19 + i / 1000 % 2, i FROM generate_series(1, 19999) AS i; -- a user on two days
CREATE INDEX ON logins USING bloom_skip (uid);
INSERT INTO logins VALUES (42, 11, -1);
CREATE TABLE logins_20 PARTITION OF logins FOR VALUES FROM (20) TO (21);
INSERT INTO logins VALUES (43, 20, -2);
ANALYZE;
