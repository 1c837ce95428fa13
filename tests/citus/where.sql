-- On the cluster alone: what is done on the servers, and what bloom_suggest says of tables whose rows are there.

\ir ../e2e/files/plan.sql
DO $$
DECLARE
    kind text;
    shown text;
BEGIN
    -- Partial aggregates of the kinds with overloads of their own; the rows of all others are fetched, and of all for a
    -- counting_bloom_agg, which has no overloads.
    FOREACH kind IN ARRAY '{i2,i4,i8,ch,t,vc,bp,na,b,u,bo,d,ts,tz,f4,f8,n,ip,ci,dom,dday}'::text[] LOOP
        shown := plan(format('SELECT bloom_agg(%I, 1000), bloom_agg(%1$I) FROM events', kind));
        ASSERT shown ~ 'worker_partial_agg.*worker_partial_agg', kind || E' is not aggregated on the servers:\n' || shown;
        shown := plan(format('SELECT counting_bloom_agg(%I) FROM events', kind));
        ASSERT shown !~ 'worker_partial_agg', kind || E' is expected to be fetched to count:\n' || shown;
    END LOOP;
    FOREACH kind IN ARRAY '{tm,ttz,iv,o,j,r,mr,a,ta,rw,mo,mac}'::text[] LOOP
        shown := plan(format('SELECT bloom_agg(%I, 1000) FROM events', kind));
        ASSERT shown !~ 'worker_partial_agg', kind || E' is expected to be fetched:\n' || shown;
        shown := plan(format('SELECT k, bloom_agg(%I, 1000) FROM events GROUP BY k', kind));
        ASSERT shown ~ 'Query: SELECT k, public.bloom_agg', kind || E' is not aggregated by group:\n' || shown;
    END LOOP;
    shown := plan('SELECT count(*) FROM events, filters WHERE name = ''t'' AND bloom_contains(f, t)');
    ASSERT shown ~ 'Query: [^\n]*bloom_contains', E'not asked on the servers:\n' || shown;
    shown := plan('SELECT f FROM seen WHERE shard = bloom_shard(''x'', 20)');
    ASSERT shown ~ 'Task Count: 1', E'not one server:\n' || shown;
    shown := plan('INSERT INTO seen SELECT shard, bloom_agg(url, 1100) FROM urls GROUP BY shard');
    ASSERT shown ~ 'Query: INSERT INTO', E'not built where it is kept:\n' || shown;
END $$;

ANALYZE;
DO $$
DECLARE
    tab text;
    state text;
    hint text;
    sum bigint;
BEGIN
    FOREACH tab IN ARRAY '{events,reference_events,columnar_events,by_key}'::text[] LOOP
        BEGIN
            PERFORM bloom_suggest(tab, 'k');
            RAISE 'bloom_suggest answers for %', tab;
        EXCEPTION WHEN object_not_in_prerequisite_state THEN
            GET STACKED DIAGNOSTICS hint = PG_EXCEPTION_HINT;
            ASSERT hint LIKE '%run_command_on_shards%', hint;
        END;
    END LOOP;
    ASSERT (SELECT capacity = 200 FROM bloom_suggest('local_events', 'k')), 'a local table';
    -- As the hint says.
    sum := sum(result::bigint) FROM run_command_on_shards('events', $c$ SELECT capacity FROM bloom_suggest('%s', 'k') $c$);
    ASSERT sum = 200, format('the shards of events say %s', sum);
    sum := max(result::bigint) FROM run_command_on_shards('reference_events', $c$ SELECT capacity FROM bloom_suggest('%s', 'k') $c$);
    ASSERT sum = 200, format('a reference table says %s', sum);
END $$;

-- A server does not see that what it aggregates was citext: the filter is one of text, and says so.
CREATE EXTENSION citext;
CREATE TABLE names (k integer, c citext);
SELECT create_distributed_table('names', 'k');
INSERT INTO names SELECT i, 'Name' || i FROM generate_series(1, 50) AS i;
DO $$
DECLARE
    f bloom := (SELECT bloom_agg(c, 50) FROM names);
BEGIN
    ASSERT f = (SELECT bloom_agg('Name' || i, 50) FROM generate_series(1, 50) AS i), 'not a filter of text';
    PERFORM f @> 'name1'::citext;
    RAISE 'it answers for citext';
EXCEPTION WHEN datatype_mismatch THEN
    NULL;
END $$;
