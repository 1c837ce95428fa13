-- On the cluster alone: which tables are where.
CREATE EXTENSION citus_columnar;
SET citus.shard_count = 8;
SELECT create_distributed_table('events', 'k'), create_reference_table('reference_events'),
       create_reference_table('filters'), create_distributed_table('by_key', 'k', colocate_with => 'events'),
       create_distributed_table('urls', 'shard', colocate_with => 'none'), create_distributed_table('seen', 'shard', colocate_with => 'urls');
SELECT create_distributed_table('visits', 'uid', colocate_with => 'none'), create_reference_table('labels'),
       create_distributed_table('members', 'uid', colocate_with => 'visits'),
       create_distributed_table('found', 'uid', colocate_with => 'visits'),
       create_distributed_table('logins', 'uid', colocate_with => 'visits');
SELECT alter_table_set_access_method('columnar_events', 'columnar');
SELECT create_distributed_table('columnar_events', 'k', colocate_with => 'events');
