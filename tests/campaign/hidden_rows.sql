-- Queries of hidden_rows.sh. Variables: queries, seed.
\ir ../e2e/files/hidden_rows.sql

CREATE FUNCTION pick(VARIADIC choices text[]) RETURNS text LANGUAGE sql VOLATILE
    AS 'SELECT choices[1 + floor(random() * cardinality(choices))::integer]';
CREATE FUNCTION random_query() RETURNS text LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    key text := pick('badge', 'badge', 'name', 'far');
    protected text := pick('badges', 'badges', 'parts', 'mine', 'joined', 'half', 'nested', 'mine_inlined()', '(SELECT * FROM badges UNION ALL SELECT * FROM parts)', '(SELECT * FROM mine OFFSET 0)');
    conditions text[] := ARRAY[]::text[];
    tables text;
    kind integer := floor(random() * 8);
BEGIN
    IF random() < 0.5 THEN
        conditions := conditions || pick('p.id < 40000', 'p.id % 3 = 1', 'leaks(p.name)', 'p.name LIKE ''name%''', 'p.owner <> ''nobody''', 'p.badge > 5', 'NOT EXISTS (SELECT FROM owners AS n WHERE n.owner = p.name)', 'p.id IN (SELECT id FROM open WHERE id % 7 < 5)');
    END IF;
    IF kind = 7 AND protected ~ '^(badges|parts|mine)$' THEN
        RETURN format(pick('UPDATE %s AS p SET name = p.name FROM hidden.guess AS g WHERE p.%s = g.%2$s%s', 'DELETE FROM %s AS p USING hidden.guess AS g WHERE p.%s = g.%2$s%s'), protected, key, (SELECT string_agg(' AND ' || c, '') FROM unnest(conditions) AS c));
    END IF;
    tables := protected || ' AS p';
    IF random() < 0.4 THEN
        tables := format('%s %s %s AS o ON %s', tables, pick('JOIN', 'LEFT JOIN'), pick('open', 'badges', 'mine', 'open'), pick('o.id = p.id', 'o.badge = p.badge', 'o.id = p.id AND o.badge < 100000'));
    END IF;
    IF kind < 5 THEN
        tables := format('%s JOIN %s AS g ON g.%s = p.%3$s', tables, pick('hidden.guess', '(SELECT * FROM hidden.guess OFFSET 0)', '(SELECT DISTINCT * FROM hidden.guess)'), key);
    ELSE
        conditions := conditions || format(pick('p.%s IN (SELECT g.%1$s FROM hidden.guess AS g)', 'EXISTS (SELECT FROM hidden.guess AS g WHERE g.%s = p.%1$s)'), key);
    END IF;
    RETURN format('SELECT %s FROM %s%s', pick('p.id, p.name', 'count(*)', 'p.*', 'DISTINCT p.owner'), tables, (SELECT ' WHERE ' || string_agg(c, ' AND ') FROM unnest(conditions) AS c HAVING count(*) > 0));
END $$;
CREATE TABLE asked (query text, is_screened boolean);
GRANT INSERT ON asked TO reader;
CREATE PROCEDURE ask(number integer, seed integer) LANGUAGE plpgsql AS $$
DECLARE
    setting text;
    query text;
BEGIN
    PERFORM setseed(hashint8extended(number, seed) / 9223372036854775808.0);
    FOREACH setting IN ARRAY ARRAY['enable_nestloop', 'enable_mergejoin', 'enable_seqscan', 'enable_indexscan', 'enable_bitmapscan', 'enable_hashagg', 'enable_material', 'enable_memoize'] LOOP
        PERFORM set_config(setting, (random() < CASE WHEN setting IN ('enable_nestloop', 'enable_mergejoin') THEN 0.1 ELSE 0.8 END)::text, false);
    END LOOP;
    query := random_query();
    PERFORM set_config('bloom_rs.screen_joins', 'off', false);
    PERFORM seen(query), seen(replace(query, 'hidden.', 'absent.'));
    IF seen(query) <> seen(replace(query, 'hidden.', 'absent.')) THEN
        RETURN; -- it joins the values with another table that shows them to everybody
    END IF;
    CALL looks(query, screened => NULL);
    PERFORM set_config('bloom_rs.screen_joins', 'force', false);
    INSERT INTO asked VALUES (query, seen(query) ~ 'Screens: \w+ \((badge|name|far)');
END $$;
-- Both schemas have the same statistics but for the values.
SET test.queries = :queries;
SET ROLE reader;
SET max_parallel_workers_per_gather = 0;
SELECT format('CALL ask(%s, %s)', i, :seed) FROM generate_series(1, :queries) AS i \gexec
RESET ROLE;
SELECT format('%s queries, %s of which screened a protected table', count(*), count(*) FILTER (WHERE is_screened)) FROM asked;
DO $$ BEGIN
    ASSERT (SELECT count(*) > current_setting('test.queries')::integer / 2 AND count(*) FILTER (WHERE is_screened) > count(*) / 3 FROM asked), 'the queries show little';
END $$;
