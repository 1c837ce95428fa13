-- Tables and functions of large_skips.sh.
\ir losers.sql
-- A value of `uid` is in one or two partitions, one of `item` in a tenth, one of `kind` in all.
CREATE PROCEDURE make(name text, parts integer, rows_of_part integer) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('CREATE TABLE %s (day integer, uid integer, item integer, kind integer, name text COLLATE "C", amount integer) PARTITION BY RANGE (day)', name);
    FOR day IN 0..parts - 1 LOOP
        EXECUTE format('CREATE TABLE %s_%s PARTITION OF %1$s FOR VALUES FROM (%2$s) TO (%2$s + 1)', name, day);
    END LOOP;
    EXECUTE format('INSERT INTO %s SELECT i / %s, i / 3 * 7919 %% 100000, (i / %2$s) %% 10 + 10 * (i %% 50), i %% 20, ''n'' || i / 3 * 7919 %% 100000, i FROM generate_series(0, %s) AS i', name, rows_of_part, parts * rows_of_part - 1);
    EXECUTE format('CREATE INDEX ON %s USING bloom_skip (uid); CREATE INDEX ON %1$s USING bloom_skip (item); CREATE INDEX ON %1$s USING bloom_skip (kind); CREATE INDEX ON %1$s USING bloom_skip (name)', name);
END $$;
CALL make('large', 12, 20000);
CALL make('medium', 50, 3000);
CALL make('small', 300, 300);
CALL make('tiny', 100, 20);
CALL make('indexed', 40, 5000);
CREATE INDEX ON indexed (uid);
CREATE INDEX ON indexed (item);
CREATE INDEX ON indexed (kind);
CREATE TABLE users AS SELECT i AS id, i % 20 AS kind, i % 500 AS item, ('n' || i) COLLATE "C" AS name FROM generate_series(0, 99999, 7) AS i;
CREATE INDEX ON users (id);
VACUUM ANALYZE;

CREATE FUNCTION query(number integer, OUT query text, OUT key integer) LANGUAGE plpgsql AS $$
DECLARE
    name text;
    col text;
    few text;
BEGIN
    PERFORM setseed(hashint8extended(number, (SELECT seed FROM settings)) / 9223372036854775808.0);
    name := pick('large', 'medium', 'small', 'tiny', 'indexed');
    col := pick('uid', 'uid', 'item', 'kind');
    key := floor(random() * CASE col WHEN 'uid' THEN 100000 WHEN 'item' THEN 500 ELSE 20 END);
    few := pick('10', '100', '1000', '10000');
    query := pick(
        format('SELECT count(*), sum(amount) FROM %s WHERE %s = $1', name, col),
        format('SELECT count(*), sum(amount) FROM %s WHERE %s = $1 AND day > 5', name, col),
        format('SELECT count(*), sum(amount) FROM %s WHERE %s IN ($1, $1 + 1, $1 + 2)', name, col),
        format('SELECT count(*), sum(amount) FROM %s WHERE name = ''n'' || $1', name),
        format('SELECT count(*) FROM (SELECT * FROM %s WHERE %s = $1 LIMIT %s) AS l', name, col, pick('1', '10', '1000')),
        format('SELECT max(day) FROM (SELECT * FROM %s WHERE %s = $1 ORDER BY day DESC LIMIT %s) AS l', name, col, pick('1', '10')),
        format('SELECT count(*), sum(amount) FROM users AS u JOIN %s AS e ON e.uid = u.id WHERE u.id < %s AND u.id <> $1', name, few),
        format('SELECT count(*) FROM users AS u JOIN %s AS e ON e.%s = u.%2$s WHERE u.id < %s AND e.amount > $1', name, pick('item', 'kind'), pick('50', '200')),
        format('SELECT count(*) FROM users AS u WHERE u.id < %s AND EXISTS (SELECT FROM %s AS e WHERE e.uid = u.id AND e.day <> $1)', few, name),
        format('SELECT count(l.day) FROM users AS u LEFT JOIN LATERAL (SELECT day FROM %s AS e WHERE e.uid = u.id AND e.kind <> $1 LIMIT 1) AS l ON true WHERE u.id < %s', name, pick('10', '100', '1000')));
END $$;
