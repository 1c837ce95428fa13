-- Tables with rows that a role does not see, and what compares all that it can read: for hidden_rows.sql and the campaign.

CREATE EXTENSION bloom_rs;
CREATE ROLE reader;
SET bloom_rs.skip_partitions = off;
CREATE TABLE badges (id integer, owner text, badge integer, name text, far uuid);
INSERT INTO badges SELECT i, CASE WHEN i % 1000 = 1 THEN 'reader' ELSE 'other' END, i * 7, 'name ' || i * 7, md5((i * 7)::text)::uuid FROM generate_series(1, 60000) AS i;
CREATE TABLE plain AS TABLE badges; -- hidden by views only
CREATE INDEX ON badges (id);
CREATE INDEX ON plain (id);
CREATE TABLE parts (LIKE badges) PARTITION BY RANGE (id);
CREATE TABLE parts1 PARTITION OF parts FOR VALUES FROM (0) TO (20000);
CREATE TABLE parts2 PARTITION OF parts DEFAULT;
INSERT INTO parts TABLE badges;
CREATE INDEX ON parts USING bloom_skip (badge); -- for joins; a scan by it tells as much as a B-tree
CREATE TABLE owners AS SELECT 'reader' AS owner UNION ALL SELECT 'nobody ' || i FROM generate_series(1, 20) AS i;
CREATE TABLE open AS SELECT id, badge FROM badges; -- without hidden rows
ALTER TABLE badges ENABLE ROW LEVEL SECURITY;
ALTER TABLE parts ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON badges USING (owner = current_user);
CREATE POLICY own ON parts USING (owner = current_user);
CREATE VIEW mine WITH (security_barrier) AS SELECT * FROM plain WHERE owner = current_user;
CREATE VIEW joined WITH (security_barrier) AS SELECT p.* FROM plain AS p JOIN owners AS o USING (owner) WHERE o.owner = current_user;
CREATE VIEW half WITH (security_barrier) AS SELECT p.* FROM plain AS p LEFT JOIN owners AS o USING (owner) WHERE o.owner IS NOT NULL;
CREATE VIEW nested AS SELECT * FROM joined WHERE id > 0;
CREATE FUNCTION mine_inlined() RETURNS SETOF plain LANGUAGE sql STABLE AS 'SELECT * FROM mine';
CREATE FUNCTION tells(text) RETURNS boolean LANGUAGE plpgsql COST 0.001 AS 'BEGIN RETURN true; END'; -- volatile
CREATE FUNCTION leaks(text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE COST 0.001 AS 'BEGIN RETURN true; END';
GRANT SELECT, UPDATE, DELETE ON badges, parts, mine, joined, half, nested, open, owners TO reader;
-- Two tables of the same name, of which one has the value of a hidden row. Both have one that the reader's row has.
CREATE SCHEMA hidden;
CREATE SCHEMA absent;
CREATE TABLE hidden.guess AS SELECT v AS badge, 'name ' || v AS name, md5(v::text)::uuid AS far FROM unnest('{7, 700}'::integer[]) AS v;
CREATE TABLE absent.guess AS SELECT v AS badge, 'name ' || v AS name, md5(v::text)::uuid AS far FROM unnest('{7, 701}'::integer[]) AS v;
GRANT USAGE ON SCHEMA hidden, absent TO reader;
GRANT SELECT ON hidden.guess, absent.guess TO reader;
VACUUM ANALYZE;

-- All that a role can read of a query: its plan in all formats, and what is counted.
CREATE FUNCTION counted() RETURNS bigint[] LANGUAGE sql AS $$
    SELECT array_agg(c ORDER BY relid, n) FROM pg_stat_xact_user_tables AS t, unnest(ARRAY[seq_scan, seq_tup_read, idx_scan, idx_tup_fetch]) WITH ORDINALITY AS c(c, n) WHERE schemaname = 'public'
$$;
CREATE FUNCTION seen(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    line text;
    told text := '';
    before bigint[];
BEGIN
    FOR i IN 1..4 LOOP
        before := counted();
        BEGIN
            FOR line IN EXECUTE format('EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, BUFFERS %s, VERBOSE, FORMAT %s) %s', CASE WHEN query ~ '^SELECT' THEN 'on' ELSE 'off' END, (ARRAY['text', 'xml', 'json', 'yaml'])[i], query) LOOP
                told := told || replace(replace(line, 'hidden', 'schema'), 'absent', 'schema') || E'\n';
            END LOOP;
            RAISE SQLSTATE 'RB000';
        EXCEPTION WHEN SQLSTATE 'RB000' THEN -- changed rows are as before
        END;
        told := told || (SELECT string_agg((a - b)::text, ' ') FROM unnest(counted(), before) AS c(a, b)) || E'\n';
    END LOOP;
    RETURN told;
END $$;
-- It looks the same for both values; or not, where no row is hidden. `screened` is NULL if that does not matter.
CREATE PROCEDURE looks(query text, same boolean DEFAULT true, screened boolean DEFAULT true) LANGUAGE plpgsql AS $$
DECLARE
    mode text;
    hidden text;
    absent text;
BEGIN
    FOREACH mode IN ARRAY ARRAY['off', 'on', 'force'] LOOP
        PERFORM set_config('bloom_rs.screen_joins', mode, false);
        PERFORM seen(query), seen(replace(query, 'hidden.', 'absent.')); -- fills the caches
        hidden := seen(query);
        absent := seen(replace(query, 'hidden.', 'absent.'));
        IF same <> (hidden = absent) THEN
            RAISE E'%, %: the value of a hidden row\n%and another one\n%', mode, query, hidden, absent;
        END IF;
        IF mode = 'force' AND screened <> (hidden ~ 'Screens: \w+ \((badge|name|far)') THEN
            RAISE E'%:\n%', query, hidden;
        END IF;
        IF (mode <> 'off' AND NOT same) <> (hidden ~ 'Rows (Tested|Screened Out|Not Tested)') THEN
            RAISE E'% by %:\n%', query, mode, hidden;
        END IF;
    END LOOP;
END $$;
