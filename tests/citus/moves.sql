-- On the cluster alone, with rows in the tables: shards move, and a server joins that has never heard of the extension.
SELECT citus_add_node(:'third', 5432);
SELECT replicate_reference_tables('block_writes');
SELECT format('SELECT citus_move_shard_placement(%s, %L, %s, %L, 5432, shard_transfer_mode := %L)', shardid, nodename,
              nodeport, :'third', CASE WHEN table_name = 'by_key'::regclass THEN 'force_logical' ELSE 'block_writes' END)
FROM (SELECT DISTINCT ON (nodename, table_name) * FROM citus_shards
      WHERE table_name IN ('by_key'::regclass, 'seen'::regclass, 'visits'::regclass) ORDER BY nodename, table_name, shardid) AS s \gexec
DO $$
DECLARE
    without text := (SELECT string_agg(nodename, ', ') FROM run_command_on_all_nodes(
        'SELECT extversion FROM pg_extension WHERE extname = ''bloom_rs''') JOIN pg_dist_node USING (nodeid)
        WHERE NOT success OR result IS DISTINCT FROM (SELECT extversion FROM pg_extension WHERE extname = 'bloom_rs'));
BEGIN
    ASSERT without IS NULL, 'without the extension: ' || without;
    ASSERT (SELECT count(*) > 4 FROM citus_shards
            WHERE nodename = (SELECT nodename FROM pg_dist_node ORDER BY nodeid DESC LIMIT 1)), 'nothing has moved';
END $$;
