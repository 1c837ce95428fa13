--
-- Every function, aggregate and operator that takes a value, as the catalog has them: what no filter can hold, no way leads into
-- a filter, a counting filter, a matrix or a live set, and no way answers that it is absent.
--
CREATE EXTENSION bloom_rs;
\getenv tests PG_ABS_SRCDIR
\set expect :tests '/sql/files/expect.sql'
\i :expect
\set ways :tests '/sql/files/ways.sql'
\i :ways
SELECT bloom_set_create('seen');
SELECT bloom_set_add('seen', 'a');

-- 1. The ways. With a value that is there, each succeeds.
SELECT * FROM ways('''a''::text', '''a''::text') AS sql ORDER BY sql COLLATE "C";
SELECT sql, wrong FROM ways('''a''::text', '''a''::text') AS sql, wrong(sql, '00000', '');

-- 2. A nondeterministic collation, under which 'A' = 'a': 0A000. It is the collation of a constant, a column, a domain, or what a
-- function returns.
CREATE COLLATION caseless (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
CREATE DOMAIN caseless_text AS text COLLATE caseless;
CREATE TABLE t (k text COLLATE caseless, d caseless_text);
INSERT INTO t VALUES ('A', 'A');
SELECT sql, wrong
FROM unnest(ARRAY['''A''::text COLLATE caseless', '(SELECT k FROM t)', '(SELECT d FROM t)', '''A''::caseless_text', 'lower(''A'' COLLATE caseless)']) AS value,
     ways(value, '''a''::text') AS sql, wrong(sql, '0A000', 'nondeterministic collations are not supported for Bloom filters');
-- COLLATE "C" takes the bytes.
SELECT sql, wrong FROM ways('(SELECT k COLLATE "C" FROM t)', '''a''::text') AS sql, wrong(sql, '00000', '');
SELECT bloom_set_contains('seen', k COLLATE "C") AS added, bloom_set_contains('seen', 'a') AS before, bloom_set_contains('seen', 'B') AS absent FROM t;

-- 3. The message names the type of the value, not that of another argument.
SELECT sql, raised
FROM ways('7', '''a''::text') AS sql, raised(sql)
WHERE sql ~ 'bloom_of|bloom_matrix|bloom_set_' AND sql !~ '_of\(ARRAY\[7|_text|_load'
      AND (raised[1] = '42804' AND raised[3] ~ '^(The filter holds|Live set public.seen holds values of type) text, but the value is integer.$') IS NOT TRUE;

SELECT bloom_set_drop('seen');
DROP TABLE t;
DROP FUNCTION ways, raised, wrong, answer;
DROP DOMAIN caseless_text;
DROP COLLATION caseless;
DROP EXTENSION bloom_rs;
