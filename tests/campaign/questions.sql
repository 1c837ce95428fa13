-- The same question, asked in several ways: of a filter in all forms and by EXISTS, of a matrix and of its filters, of a
-- live set and of a table, of partitions with and without skipping, by joins with and without a filter. Variables: rounds,
-- seed.

\ir values.sql

-- Raises an error unless two queries have the same rows, as many times.
CREATE PROCEDURE same_rows(one text, other text) LANGUAGE plpgsql AS $$
BEGIN
    CALL no_row(format('(SELECT s::text FROM (%1$s) AS s EXCEPT ALL SELECT s::text FROM (%2$s) AS s)
                      UNION ALL (SELECT s::text FROM (%2$s) AS s EXCEPT ALL SELECT s::text FROM (%1$s) AS s)', one, other));
END $$;

-- Adds a filter of `held` to `filters`, if there is one of this kind for the type.
CREATE PROCEDURE add_filter(expression text, source text DEFAULT 'held') LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('INSERT INTO filters SELECT %L, %s FROM %s', expression, expression, source);
EXCEPTION WHEN feature_not_supported OR datatype_mismatch OR numeric_value_out_of_range THEN
    NULL; -- not with this scheme
END $$;

CREATE PROCEDURE ask_filters(t types) LANGUAGE plpgsql AS $$
DECLARE
    size text := format('%s, %s', 1 + floor(random() * 2000)::integer, pick('0.3', '0.01', '0.0001'));
    forms text[] := '{f @> k, k <@ f, "bloom_contained_by(k, f)", "CASE how WHEN ''bloom_agg(k)'' THEN bloom_contains_hash(f, bloom_hash(k)) ELSE f @> k END"}';
    form text;
BEGIN
    CREATE TABLE filters (how text, f bloom);
    EXECUTE format('ALTER TABLE filters ALTER f SET STORAGE %s', pick('PLAIN', 'EXTERNAL', 'EXTENDED', 'MAIN'));
    CALL add_filter('bloom_agg(k)');
    CALL add_filter(format('bloom_agg(k, %s)', size));
    CALL add_filter(format('bloom_agg(k, %s, %L)', size, pick('mitz32', 'spark1', 'spark2', 'parquet', 'datasketches')));
    CALL add_filter('bloom_union_agg(f)', format('(SELECT bloom_agg(k, %s) AS f FROM held GROUP BY id %% 5) AS s', size));
    IF t.name NOT LIKE '%[]' THEN -- there are no arrays of arrays
        CALL add_filter('bloom_of(array_agg(k))');
        forms := forms || '{"bloom_contains_all(f, ARRAY[k])", "bloom_contains_any(f, ARRAY[k])", "(bloom_contains_each(f, ARRAY[k]))[1]"}'::text[];
    END IF;
    CALL no_row('SELECT how, k FROM filters, asked WHERE EXISTS (SELECT FROM held WHERE held.k = asked.k) AND NOT bloom_contains(f, k)');
    FOREACH form IN ARRAY forms LOOP
        CALL no_row(format('SELECT how, k, %L FROM filters, asked WHERE k IS NOT NULL AND bloom_contains(f, k) IS DISTINCT FROM (%s)', form, form));
    END LOOP;
    CALL no_row('SELECT how, k FROM filters, asked WHERE k IS NULL AND bloom_contains(f, k) IS NOT NULL');
END $$;

CREATE PROCEDURE ask_matrix() LANGUAGE plpgsql AS $$
DECLARE
    size text := format('%s, %s', 50 + floor(random() * 1000)::integer, pick('0.3', '0.01'));
BEGIN
    EXECUTE format('CREATE TABLE groups AS SELECT id %% 9 AS g, bloom_agg(k, %s) AS f FROM held GROUP BY 1', size);
    CREATE TABLE matrices AS SELECT bloom_matrix_agg(f, g) AS m FROM groups;
    CALL same_rows('SELECT a.id, g FROM asked AS a, groups WHERE bloom_contains(f, a.k)',
              'SELECT a.id, g::integer FROM asked AS a, matrices, bloom_matrix_search(m, a.k) AS g');
    CALL no_row('SELECT k FROM asked, matrices WHERE EXISTS (SELECT FROM held WHERE held.k = asked.k AND id % 9 NOT IN (SELECT bloom_matrix_search(m, asked.k)))');
END $$;

CREATE PROCEDURE ask_set(t types) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('SELECT bloom_set_create(''live'', %L, 1000, %s)', split_part(t.name, '(', 1), pick('0.3', '0.01'));
    EXECUTE pick('SELECT bloom_set_load(''live'', ''SELECT k FROM held WHERE k IS NOT NULL'')', 'SELECT count(*) FROM bloom_set_add_all(''live'', ARRAY(SELECT k FROM held))', 'SELECT count(bloom_set_add(''live'', k)) FROM held');
    IF random() < 0.5 THEN
        EXECUTE 'SELECT bloom_set_grow(''live'', 1000)';
    END IF;
    CALL no_row('SELECT k FROM asked WHERE EXISTS (SELECT FROM held WHERE held.k = asked.k) AND NOT bloom_set_contains(''live'', k)');
    -- New is what the set does not contain, once.
    EXECUTE 'CREATE TABLE new AS SELECT DISTINCT k FROM asked WHERE NOT bloom_set_contains(''live'', k)';
    IF random() < 0.5 THEN
        EXECUTE 'CREATE TABLE told AS SELECT k FROM bloom_set_add_all(''live'', ARRAY(SELECT k FROM asked)) AS k';
    ELSE
        EXECUTE 'CREATE TABLE told AS SELECT k FROM asked WHERE bloom_set_add(''live'', k)';
    END IF;
    CALL no_row('SELECT k FROM told GROUP BY k HAVING count(*) > 1');
    CALL no_row('SELECT k FROM told WHERE NOT EXISTS (SELECT FROM new WHERE new.k = told.k)');
    CALL no_row('SELECT k FROM asked WHERE NOT bloom_set_contains(''live'', k)');
    CALL no_row('SELECT k FROM asked WHERE bloom_set_add(''live'', k)');
END $$;

CREATE PROCEDURE ask_partitions(t types) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('CREATE TABLE whole (id integer, k %s) PARTITION BY RANGE (id)', t.name);
    FOR p IN 0..4 LOOP
        EXECUTE format('CREATE TABLE whole_%s PARTITION OF whole FOR VALUES FROM (%s) TO (%s)', p, p * 100, p * 100 + 100);
    END LOOP;
    EXECUTE 'INSERT INTO whole SELECT id, k FROM held WHERE id < 250';
    CREATE INDEX whole_k ON whole USING bloom_skip (k);
    EXECUTE 'INSERT INTO whole SELECT id, k FROM held WHERE id BETWEEN 250 AND 450';
    CALL same_rows('SELECT a.id, w.id AS w FROM asked AS a JOIN whole AS w USING (k)', 'SELECT a.id, w.id AS w FROM asked AS a JOIN whole AS w ON w.k = a.k AND w.tableoid IN (SELECT bloom_skip_candidates(''whole_k'', a.k))');
END $$;

CREATE PROCEDURE ask_joins() LANGUAGE plpgsql AS $$
DECLARE
    filter text := pick('(SELECT bloom_agg(k) FROM held)', '(SELECT bloom_agg(k, 100) FROM held)');
    kind text;
BEGIN
    FOREACH kind IN ARRAY '{JOIN, RIGHT JOIN}'::text[] LOOP
        CALL same_rows(format('SELECT a.id, h.id AS h FROM asked AS a %s held AS h USING (k)', kind),
                  format('SELECT a.id, h.id AS h FROM (SELECT * FROM asked WHERE bloom_contains(%s, k)) AS a %s held AS h USING (k)', filter, kind));
    END LOOP;
    CALL same_rows('SELECT id FROM asked WHERE k IN (SELECT k FROM held)', format('SELECT id FROM asked WHERE k IN (SELECT k FROM held) AND bloom_contains(%s, k)', filter));
    CALL same_rows('SELECT id FROM asked AS a WHERE NOT EXISTS (SELECT FROM held WHERE held.k = a.k)',
              format('SELECT id FROM asked AS a WHERE bloom_contains(%s, k) IS NOT TRUE OR NOT EXISTS (SELECT FROM held WHERE held.k = a.k)', filter));
END $$;

CREATE PROCEDURE ask(t types) LANGUAGE plpgsql AS $$
BEGIN
    CALL fill('held', t, 'random() * random() * 2000', 1 + floor(random() * 500)::integer);
    CALL fill('asked', t, 'random() * 2000', 200);
    CALL ask_filters(t);
    CALL ask_joins();
    CALL ask_matrix();
    IF t.name NOT LIKE '%[]' AND t.name <> 'mood' THEN -- these have no live sets
        CALL ask_set(t);
    END IF;
    IF t.name NOT LIKE '%pair%' THEN -- such columns have no index
        CALL ask_partitions(t);
    END IF;
END $$;
CALL ask_rounds(:rounds, :seed);
