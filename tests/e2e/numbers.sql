-- Numbers on the pages that follow from formulas, or from a filter that is built in a moment: each is found on its page
-- and computed. One that is no longer found is wrong too.
CREATE EXTENSION bloom_rs;
\set readme `cat README.md`
\set reference `cat docs/reference/*.md`
\set matrix `cat docs/MATRIX.md`
\set design `cat docs/DESIGN.md`
CREATE TABLE pages (page text, content text);
INSERT INTO pages
SELECT page, regexp_replace(content, '[\s\u00a0]+', ' ', 'g')
FROM (VALUES ('README', :'readme'), ('REFERENCE', :'reference'), ('MATRIX', :'matrix'), ('DESIGN', :'design')) AS p (page, content);

-- The rows of the table with that head, as arrays of numbers.
CREATE FUNCTION rows_of(content text, head text) RETURNS SETOF numeric[] LANGUAGE sql AS $$
    SELECT ARRAY(SELECT nullif(regexp_replace(cell, '[^0-9.]', '', 'g'), '')::numeric
                 FROM string_to_table(trim(BOTH '|' FROM line), '|') WITH ORDINALITY AS c (cell, i) ORDER BY i)
    FROM string_to_table(split_part(split_part(content, E'\n' || head, 2), E'\n\n', 1), E'\n') WITH ORDINALITY AS l (line, n)
    WHERE n > 2
$$;

CREATE TABLE claims (claim text, said text, is_now text);

-- What one value costs.
INSERT INTO claims
SELECT 'a value at ' || r[1], r[2] || ', ' || r[3] || ', ' || r[4],
       round(bits / 1e6, 2) || ', ' || hashes || ', ' || round(bytes / 1e6, 2)
FROM rows_of(:'reference', '| fpp | bits per value') AS r, bloom_params(1000000, r[1]::float8);
INSERT INTO claims SELECT 'rows of what one value costs', '6', count(*)::text FROM claims;

-- Which rate, for how many files.
INSERT INTO claims
SELECT format('%s files at %s', r[1], r[3]), format('%s wrong, %s bits', r[2], r[4]),
       format('%s wrong, %s bits', trim_scale(r[1] * r[3]), round(bits / 1e6, 1))
FROM rows_of(:'matrix', '| files | false positives') AS r, bloom_params(1000000, r[3]::float8);
INSERT INTO claims
SELECT format('%s files of 10,000 at %s', files, rate), size,
       CASE WHEN bytes < 1e9 THEN round(bytes / 1e6) || ' MB' ELSE round(bytes / 1e9, 1) || ' GB' END
FROM (SELECT replace(m[1], ',', '')::bigint, m[2]::float8, m[3]
      FROM regexp_matches(:'matrix', '\n\| ([0-9,]+) \| [0-9.]+ \| (0[0-9.]+) \| [0-9.]+ \| ([0-9.]+ [MG]B) \|', 'g') AS m) AS t (files, rate, size),
     LATERAL (SELECT files * bits / 8.0 AS bytes FROM bloom_params(10000, rate)) AS s;

-- How many filters a matrix: a header, a key for each column, a row of whole words for each bit.
CREATE FUNCTION matrix_bytes(bits bigint, columns bigint) RETURNS bigint LANGUAGE sql AS
    'SELECT 88 + 8 * columns + bits * 8 * ((columns + 63) / 64)';
INSERT INTO claims
SELECT 'a matrix of 16,384 filters of 500', matrix_bytes(bits, 16384)::text, (SELECT length(bloom_matrix_agg(bloom_empty(500, 0.0001), i)::bytea)::text FROM generate_series(1, 16384) AS i)
FROM bloom_params(500, 0.0001);
INSERT INTO claims
SELECT 'matrices of filters of ' || r[1], format('%s bytes, %s MB, at most %s', r[2], r[3], r[4]),
       format('%s bytes, %s MB, at most %s', bytes, CASE WHEN most >= 16384 THEN round(matrix_bytes(bits, 16384) / 1e6) END, most)
FROM rows_of(:'matrix', '| values per filter') AS r, bloom_params(r[1]::bigint, 0.0001),
     LATERAL (SELECT max(64 * words) AS most FROM generate_series(1, 20000) AS words WHERE matrix_bytes(bits, 64 * words) < 2 ^ 30 - 4) AS s;
INSERT INTO claims SELECT 'rows of matrices', '4', count(*)::text FROM claims WHERE claim LIKE 'matrices of %';
INSERT INTO claims
SELECT 'the largest filter of a matrix', substring(content FROM 'Filters of more than ([0-9.]+ MB) do not go into a matrix'),
       round((2 ^ 30 - 4 - 88 - 64 * 8)::numeric / 64 / 1e6, 1) || ' MB'
FROM pages WHERE page = 'MATRIX';

-- Folds: by the formula, and by the bits.
INSERT INTO claims
SELECT format('%s: a full filter of %s, folded to 1/%s', page, n, parts), regexp_replace(said, '\D', '', 'g'),
       round(100 * (1 - exp(-hashes * n / (bits / parts)::float8)) ^ hashes)::text
FROM (VALUES (500, 6), (1000, 6), (2000, 6), (3000, 7), (17500, 7), (1000000, 7), (100000000, 7)) AS v (n, k),
     LATERAL bloom_params(n, 0.01), pages,
     LATERAL (VALUES
         ('DESIGN', 6, 2, 'folded to half, have a rate of (\d+) to'), ('DESIGN', 7, 2, 'folded to half, have a rate of \d+ to (\d+) %'),
         ('DESIGN', 6, 4, 'to a quarter (\d+) to \d+ %'), ('DESIGN', 7, 4, 'to a quarter \d+ to (\d+) %')) AS c (on_page, of_k, parts, pattern),
     LATERAL (SELECT substring(content FROM pattern) AS said) AS s
WHERE page = on_page AND k = of_k AND NOT (n = 2000 AND parts = 4); -- 60 %
INSERT INTO claims
SELECT 'hashes of filters of ' || n, k::text, hashes::text FROM (VALUES (500, 6), (1000, 6), (2000, 6), (3000, 7), (100000, 7), (890000000, 7)) AS v (n, k), bloom_params(n, 0.01);
INSERT INTO claims
SELECT format('measured: a full filter of %s, folded to 1/%s', n, parts), said,
       CASE WHEN abs(rate - said::float8 / 100) < 0.012 THEN said ELSE rate::text END
FROM (VALUES (1000, 2, '13'), (17500, 2, '16'), (17500, 4, '68')) AS v (n, parts, said),
     LATERAL (SELECT bloom_agg(i, n, 0.01) AS f FROM generate_series(1, n) AS i) AS b,
     LATERAL bloom_header(f),
     -- Of a size that divides evenly: the filter of the same values with so many bits is what it folds to.
     LATERAL (SELECT bloom_current_fpp(bloom_add_all(bloom_sized(bits / parts, hashes), array_agg(i))) AS rate FROM generate_series(1, n) AS i) AS s;

CREATE FUNCTION blocks(rate float8, digits integer) RETURNS text LANGUAGE sql AS $$
    SELECT trim_scale(round((bloom_header(bloom_empty(1000000, rate, 'parquet'))).bits::numeric / bits, digits))::text
    FROM bloom_params(1000000, rate)
$$;
\set ON_ERROR_STOP off
SELECT bloom_params(2000000000, 0.01); -- fails, and says how large is too large
\set refusal :LAST_ERROR_MESSAGE
\set ON_ERROR_STOP on
-- One by one: a pattern on a page, and what the server says.
INSERT INTO claims
SELECT page || ': ' || pattern, substring(content FROM pattern), found
FROM pages, LATERAL (VALUES
    ('README', 'take ([0-9.]+ MB) at 0.01 ', (SELECT round(bytes / 1e6, 1) || ' MB' FROM bloom_params(1000000, 0.01))),
    ('README', 'and ([0-9.]+ MB) at 0.001 ', (SELECT round(bytes / 1e6, 1) || ' MB' FROM bloom_params(1000000, 0.001))),
    ('REFERENCE', '1,000 values at 1e-12 take ([0-9.]+ MB)', (SELECT round(bytes / 1e6, 1) || ' MB' FROM bloom_params(1000, 1e-12))),
    ('REFERENCE', '1,000 values at 1e-12 take [0-9.]+ MB and not ([0-9.]+ kB)', round(-1000 * ln(1e-12) / ln(2) ^ 2 / 8 / 1e3) || ' kB'),
    ('REFERENCE', 'a filter has at most ([0-9,]+) bits\.', to_char(substring(:'refusal' FROM 'size of (\d+) bits')::bigint, 'FM9,999,999,999')),
    ('REFERENCE', 'enough for about ([0-9]+) million values at 1 %', (SELECT max(n)::text FROM generate_series(10, 900, 10) AS n WHERE -n * 1e6 * ln(0.01) / ln(2) ^ 2 < 8589901760)),
    ('REFERENCE', 'filter takes ([0-9.]+) times the bits of a classic filter at 0.01', blocks(0.01, 1)),
    ('REFERENCE', ' ([0-9.]+) at 0.001 and', blocks(0.001, 2)),
    ('REFERENCE', 'at 0.001 and ([0-9.]+) at 0.0001', blocks(0.0001, 2)),
    ('REFERENCE', 'With a capacity of 17,500 that is (\d+) = 2⁶ · 41', (SELECT (bits / 64)::text FROM bloom_params(17500, 0.01) WHERE bits / 64 = 64 * 41)),
    ('REFERENCE', 'with 18,000 it is (\d+), a prime', (SELECT (bits / 64)::text FROM bloom_params(18000, 0.01) WHERE NOT EXISTS (SELECT FROM generate_series(2, 60) AS d WHERE bits / 64 % d = 0))),
    ('REFERENCE', 'the empty filter is the smallest one, of (\d+) bytes', (SELECT length(bloom_agg(v)::bytea)::text FROM generate_series(1, 0) AS v)),
    ('REFERENCE', '`bloom_hash_value` has (\d+) bytes', pg_column_size(bloom_hash(1))::text),
    ('REFERENCE', 'more than about (\d+) MB \(768 MiB\) has no text form', round(2 ^ 30 * 3 / 4 / 1e6)::text),
    ('REFERENCE', 'a call for each of the (\d+) columns', (SELECT count(*)::text FROM pg_proc, unnest(proargmodes) AS mode WHERE pg_proc.oid = 'bloom_info(bloom)'::regprocedure AND mode = 'o')),
    ('REFERENCE', 'probe, whose `procost` is (\d+)\.', (SELECT string_agg(DISTINCT procost::text, ' or ') FROM pg_proc WHERE proname IN ('bloom_contains', 'bloom_contained_by')))
) AS c (on_page, pattern, found) WHERE page = on_page;

-- How functions are declared.
CREATE VIEW functions AS
    SELECT p.* FROM pg_depend AS d JOIN pg_extension AS e ON refclassid = 'pg_extension'::regclass AND refobjid = e.oid
         JOIN pg_proc AS p ON classid = 'pg_proc'::regclass AND objid = p.oid
    WHERE extname = 'bloom_rs' AND deptype = 'e' AND prokind = 'f' AND obj_description(p.oid, 'pg_proc') NOT LIKE 'internal: %';
INSERT INTO claims
SELECT 'functions that ' || property, (
        SELECT string_agg(m[1], ', ' ORDER BY m[1])
        FROM pages, regexp_matches(substring(content FROM '- ([^.]+) ' || property || '\.'), '`(\w+)`', 'g') AS m
        WHERE page = 'REFERENCE'
    ), names
FROM (
    SELECT 'are stable', string_agg(DISTINCT proname, ', ') FROM functions WHERE provolatile = 's'
    UNION ALL
    SELECT 'are volatile', string_agg(DISTINCT proname, ', ') FROM functions WHERE provolatile = 'v'
    UNION ALL
    SELECT 'are parallel unsafe', (SELECT string_agg(DISTINCT proname, ', ') FROM functions
                                   WHERE provolatile = 'v' AND proparallel = 's' AND NOT EXISTS (SELECT FROM functions WHERE provolatile <> 'v' AND proparallel = 'u'))
    UNION ALL
    SELECT 'are parallel restricted', string_agg(DISTINCT proname, ', ') FROM functions WHERE proparallel = 'r'
    UNION ALL
    SELECT 'are not strict', string_agg(DISTINCT proname, ', ') FROM functions WHERE NOT proisstrict
) AS f (property, names);

SELECT count(*) AS claims FROM claims;
SELECT * FROM claims WHERE said IS DISTINCT FROM is_now;
DO $$
BEGIN
    ASSERT (SELECT count(*) > 60 FROM claims), 'hardly anything was compared';
    ASSERT NOT EXISTS (SELECT FROM claims WHERE said IS DISTINCT FROM is_now), 'a number on a page is not what the server says';
END $$;
