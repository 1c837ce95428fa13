-- What tests/e2e/kill.sh checks after a crash. A plain table has what the writers were told, by the same transactions.
CREATE TABLE told (v text, new boolean);
CREATE INDEX told_v ON told (v);

-- Of what was acknowledged since the last crash (a temporary table).
CREATE FUNCTION check_acknowledged(OUT acknowledged bigint, OUT were_new bigint) LANGUAGE plpgsql AS $$
DECLARE
    wrong text := (SELECT string_agg(v, ', ') FROM acknowledged WHERE NOT bloom_set_contains('seen', v));
BEGIN
    ASSERT wrong IS NULL, 'lost: ' || wrong;
    wrong := (SELECT string_agg(v, ', ') FROM acknowledged AS a WHERE NOT EXISTS (
        SELECT FROM told WHERE (told.v, told.new) = (a.v, a.new)));
    ASSERT wrong IS NULL, 'lost from the plain table: ' || wrong;
    wrong := (SELECT string_agg(v, ', ') FROM (SELECT DISTINCT v FROM acknowledged) AS a
        WHERE (SELECT count(*) FILTER (WHERE new) FROM told WHERE told.v = a.v) > 1);
    ASSERT wrong IS NULL, 'new for two: ' || wrong;
    PERFORM bt_index_check('seen_pkey', true);
    wrong := (SELECT string_agg(format('(%s,%s) %s', blkno, offnum, msg), ', ') FROM verify_heapam('seen'));
    ASSERT wrong IS NULL, 'damaged: ' || wrong;
    SELECT count(*), count(*) FILTER (WHERE new) FROM acknowledged INTO acknowledged, were_new;
END $$;

-- Of all that was ever told.
CREATE FUNCTION check_all() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    wrong text := (SELECT string_agg(v, ', ') FROM told WHERE NOT bloom_set_contains('seen', v));
BEGIN
    ASSERT (SELECT count(*) > 0 FROM told), 'nothing was told';
    ASSERT wrong IS NULL, 'lost: ' || wrong;
    wrong := (SELECT string_agg(v, ', ') FROM (
        SELECT v FROM told WHERE new GROUP BY v HAVING count(*) > 1) AS twice);
    ASSERT wrong IS NULL, 'new for two: ' || wrong;
    -- Known, but added by nobody: false positives.
    ASSERT (SELECT count(*) FILTER (WHERE NOT new) < 0.02 * count(*)
            FROM (SELECT bool_or(new) AS new FROM told GROUP BY v) AS s), 'too much is known';
END $$;
