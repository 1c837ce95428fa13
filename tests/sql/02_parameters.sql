--
-- How large is a filter, and how often is it wrong?
--
CREATE EXTENSION bloom_rs;
SET extra_float_digits = 0;

-- bloom_params tells before anything is built.
SELECT capacity, fpp, p.bits, p.hashes, p.bytes, round(p.expected_fpp::numeric, 6) AS expected_fpp
FROM (VALUES (10, 0.1), (1000, 0.01), (1000, 0.001), (1000000, 0.01), (1000000, 0.0001), (890000000, 0.01))
    AS t(capacity, fpp), bloom_params(capacity, fpp) AS p
ORDER BY 1, 2 DESC;

-- It is never more than asked for, and whole words of 64 bits.
SELECT count(*) AS cases, bool_and(expected_fpp <= fpp) AS kept, bool_and(bits % 64 = 0) AS words,
       bool_and(bytes = 60 + bits / 8) AS bytes
FROM unnest(ARRAY[1, 2, 10, 63, 1000, 12345, 1000000]) AS capacity,
     unnest(ARRAY[0.999999, 0.5, 0.1, 0.01, 0.0001, 1e-9]) AS fpp, bloom_params(capacity, fpp);

-- One million values at 1 % take at most 1.2 MB.
SELECT bytes <= 1200000 AS fits FROM bloom_params(1000000, 0.01);

-- An empty filter of a declared size, and one of your own bits and hashes. Both take any kind of
-- value first, and then only that kind.
SELECT * FROM bloom_info(bloom_empty(1000, 0.01)) \gx
SELECT * FROM bloom_info(bloom_sized(1000, 3)) \gx
SELECT element, bits_set, estimated_count
FROM bloom_info(bloom_add(bloom_add(bloom_sized(1000, 3), 'a'::text), 'b'::text));
SELECT bloom_add(bloom_add(bloom_empty(1000), 'a'::text), 1);

-- bloom_empty defaults to 1 %.
SELECT bloom_empty(500)::text = bloom_empty(500, 0.01)::text AS same;

-- bloom_info of what was built agrees with bloom_params.
SELECT count(*) AS cases,
       bool_and((i.bits, i.hashes, i.bytes) = (p.bits, p.hashes, p.bytes)) AS empty_agrees,
       bool_and((a.bits, a.hashes, a.bytes) = (p.bits, p.hashes, p.bytes)) AS agg_agrees,
       bool_and((a.capacity, a.fpp) = (c.capacity, r.fpp)) AS asked,
       bool_and(i.bytes = octet_length(bloom_empty(c.capacity, r.fpp)::bytea)) AS bytes_agree
FROM unnest(ARRAY[1, 10, 64, 1000, 77777]) AS c(capacity),
     unnest(ARRAY[0.9, 0.1, 0.01, 0.001, 1e-6]) AS r(fpp),
     LATERAL bloom_params(c.capacity, r.fpp) AS p,
     LATERAL bloom_info(bloom_empty(c.capacity, r.fpp)) AS i,
     LATERAL (SELECT bloom_agg(v, c.capacity, r.fpp) AS f FROM generate_series(1, 3) AS v) AS built,
     LATERAL bloom_info(built.f) AS a;

-- Without a capacity the size is that of the distinct values seen, or up to 1 % more, if that folds better.
SELECT bool_and(a.bits BETWEEN p.bits AND p.bits * 1.01 AND (a.hashes, a.capacity) = (p.hashes, n)) AS agrees
FROM unnest(ARRAY[1, 10, 127, 128, 129, 1000, 5000]) AS n,
     LATERAL (SELECT bloom_agg(v % n) AS f FROM generate_series(1, 2 * n) AS v) AS built,
     LATERAL bloom_info(built.f) AS a, LATERAL bloom_params(n, 0.01) AS p;

-- What the set bits tell: the rate now and the number of values, within 2 % at the designed load.
SELECT abs(estimated_count - 20000) <= 400 AS count_near, round(current_fpp::numeric, 3) AS current_fpp,
       round(fill::numeric, 1) AS fill, fill = bits_set::float8 / bits AS fill_is_share
FROM (SELECT bloom_agg(v, 20000, 0.01) AS f FROM generate_series(1, 20000) AS v) AS one, bloom_info(f);

-- Twice the values asked for: the filter still has no false negatives, but many more false positives.
SELECT current_fpp > 0.1 AS overfull, abs(estimated_count - 40000) <= 800 AS count_near
FROM (SELECT bloom_agg(v, 20000, 0.01) AS f FROM generate_series(1, 40000) AS v) AS one, bloom_info(f);

-- The extremes stay finite: a full filter, and so many hashes that the rate is next to 0.
SELECT fill, current_fpp, estimated_count
FROM (SELECT bloom_agg(v, 1, 0.5) AS f FROM generate_series(1, 1000) AS v) AS one, bloom_info(f);
SELECT bits_set BETWEEN 200 AND 255 AS about_255, estimated_count, current_fpp < 1e-6 AS tiny
FROM bloom_info(bloom_add(bloom_sized(1000000, 255), 1));
SELECT bloom_contains(bloom_add(bloom_sized(1, 1), 1), 1) AS one_word;

-- NULL in, NULL out; NULL is no filter.
SELECT bloom_empty(NULL) IS NULL, bloom_sized(64, NULL) IS NULL, bloom_add(NULL, 1) IS NULL,
       bloom_add(bloom_empty(1), NULL::integer) IS NULL, bloom_params(1, NULL) IS NULL;

-- Impossible parameters.
SELECT bloom_empty(0);
SELECT bloom_empty(-1);
SELECT bloom_empty(1, 0);
SELECT bloom_empty(1, 1);
SELECT bloom_empty(1, -0.5);
SELECT bloom_empty(1, 1.5);
SELECT bloom_empty(1, 'NaN');
SELECT bloom_empty(1, 'Infinity');
SELECT bloom_sized(0, 1);
SELECT bloom_sized(64, 0);
SELECT bloom_sized(64, 256);
SELECT bloom_sized(64, -1);
SELECT bloom_params(0, 0.01);
SELECT bloom_params(1, 'NaN');
SELECT bloom_agg(v, 0) FROM generate_series(1, 3) AS v;
SELECT bloom_agg(v, 10, 0) FROM generate_series(1, 3) AS v;
SELECT bloom_agg(v, NULL, 'NaN') FROM generate_series(1, 3) AS v;

-- More than PostgreSQL's largest value of 1 GB.
SELECT bloom_empty(1000000000);
SELECT bloom_empty(9223372036854775807);
SELECT bloom_empty(1, 1e-300);
SELECT bloom_sized(8589934592, 1);
SELECT bloom_sized(9223372036854775807, 255);
SELECT bloom_params(9223372036854775807, 0.01);
SELECT bloom_agg(v, 1000000000000) FROM generate_series(1, 3) AS v;

DROP EXTENSION bloom_rs;
