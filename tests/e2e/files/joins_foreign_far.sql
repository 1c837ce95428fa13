-- The other server: tables whose keys are of many types, with NULL, duplicates, and values that are equal in spite of
-- their looks; and a large one.

CREATE TABLE facts AS
    SELECT i AS id, (i % 300)::smallint AS i2, (i % 300)::integer AS i4, (i % 300)::bigint AS i8, 'Ünit ' || i % 300 AS t, (CASE i % 2 WHEN 0 THEN 'v' ELSE 'w' END || i % 300)::varchar(20) AS v,
           ('c' || i % 300)::char(6) AS c, (CASE i % 300 WHEN 7 THEN 'NaN' ELSE (i % 300)::text || CASE i % 3 WHEN 0 THEN '' WHEN 1 THEN '.0' ELSE '.000' END END)::numeric AS n,
           (CASE i % 300 WHEN 7 THEN 'NaN' WHEN 0 THEN CASE i % 2 WHEN 0 THEN '-0' ELSE '0' END ELSE (i % 300 / 10.0)::text END)::real AS f4,
           (CASE i % 300 WHEN 7 THEN 'NaN' WHEN 0 THEN CASE i % 2 WHEN 0 THEN '-0' ELSE '0' END ELSE (i % 300 / 10.0)::text END)::double precision AS f8,
           md5((i % 300)::text)::uuid AS u, date '2020-01-01' + i % 300 AS d, timestamp '2020-01-01' + i % 300 * interval '1 hour' AS ts, timestamptz '2020-01-01 00:00+02' + i % 300 * interval '1 hour' AS tz,
           int4send(i % 300) AS b, i % 5 AS x
    FROM generate_series(1, 1500) AS i;
UPDATE facts SET i2 = NULL, i4 = NULL, i8 = NULL, t = NULL, v = NULL, c = NULL, n = NULL, f4 = NULL, f8 = NULL, u = NULL, d = NULL, ts = NULL, tz = NULL, b = NULL WHERE id % 50 = 0;
CREATE TABLE small AS SELECT * FROM facts WHERE id % 40 = 3;
CREATE TABLE large AS SELECT i AS id, i % 20000 AS k, 'key ' || i % 20000 AS t, repeat('x', 40) AS pad FROM generate_series(1, 200000) AS i;
ANALYZE;

-- Few rows, of which one has a key that is not ASCII
CREATE TABLE halves_far AS SELECT i AS id, CASE i WHEN 2 THEN 'é' ELSE 'o' || i END AS t, 1 AS x FROM generate_series(2, 1000) AS i;
CREATE TABLE few AS SELECT unnest('{a,é}'::text[]) AS t;
