-- On the cluster alone, where joins are screened and partitions skipped: each task does so on the server of its shards.
SET citus.explain_all_tasks = on;
CREATE FUNCTION tasks(query text, node text) RETURNS bigint LANGUAGE sql AS $$
    SELECT count(*) FROM regexp_split_to_table(plan(query), '->  Task\n') WITH ORDINALITY AS t (task, number)
    WHERE number > 1 AND task LIKE '%Custom Scan (' || node || '%'
$$;
DO $$
DECLARE
    query text;
BEGIN
    FOREACH query IN ARRAY ARRAY[
        'SELECT count(*) FROM visits JOIN members USING (uid) WHERE grp = 1',
        'SELECT count(*) FROM visits JOIN labels USING (page) WHERE label = ''label 1''',
        'SELECT count(*) FROM visits WHERE uid IN (SELECT uid FROM members WHERE grp = 2)',
        'SELECT count(*) FROM (SELECT uid, count(*) FROM visits JOIN members USING (uid) WHERE grp = 1 GROUP BY uid OFFSET 0) AS s',
        'INSERT INTO found SELECT uid, count(*) FROM visits JOIN members USING (uid) WHERE grp = 1 GROUP BY uid'
    ] LOOP
        ASSERT tasks(query, 'Bloom Screen') = 8, E'not screened in all tasks:\n' || query || E'\n' || plan(query);
    END LOOP;
    query := 'SELECT count(*) FROM logins JOIN members USING (uid) WHERE grp = 1'; -- by a filter, or by the index for each member
    ASSERT tasks(query, 'Bloom S') = 8, E'neither screened nor skipping:\n' || plan(query);
    ASSERT tasks('SELECT count(*) FROM logins WHERE uid = 42', 'Bloom Skip') = 1, 'one shard';
    ASSERT tasks('SELECT count(*) FROM logins WHERE uid IN (42, 43, 1000)', 'Bloom Skip') BETWEEN 1 AND 3, 'some shards';
END $$;

-- The index is on each partition of each shard, also on those that moved and on the partition that came after it.
DO $$
DECLARE
    other text := (SELECT string_agg(DISTINCT result, '; ') FROM run_command_on_shards('logins', $c$
        SELECT count(*) FILTER (WHERE state = 'built') || ' of ' || count(*)
        FROM bloom_skip_info((SELECT indexrelid FROM pg_index WHERE indrelid = '%s'::regclass)) $c$)
        WHERE NOT success OR result <> '21 of 21');
BEGIN
    ASSERT other IS NULL, other || ' partitions have filters';
    ASSERT (SELECT count(DISTINCT nodename) = 3 FROM citus_shards WHERE table_name = 'logins'::regclass), 'not on all servers';
END $$;

-- User 42 is in three partitions. A filter that errs adds one.
DO $$
DECLARE
    line text;
    read integer;
BEGIN
    FOR line IN EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) SELECT * FROM logins WHERE uid = 42 LOOP
        read := coalesce(read, substring(line FROM 'Partitions Read: (\d+) of 21')::integer);
    END LOOP;
    ASSERT read BETWEEN 3 AND 5, format('%s partitions are read', read);
END $$;
