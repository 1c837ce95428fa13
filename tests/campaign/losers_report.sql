-- The ten queries that lose most time, and those that need most memory; fails if that is too much.
SELECT mode, count(*) AS queries, count(*) FILTER (WHERE is_used) AS used, round(exp(avg(ln(time)) FILTER (WHERE time > 0 AND is_used)), 3) AS mean FROM compared GROUP BY mode ORDER BY mode;
SELECT time, more_ms, is_used, shown AS query FROM compared WHERE mode = 'on' ORDER BY time DESC NULLS LAST LIMIT 10;
SELECT mode, memory, more_kb, shown AS query FROM compared WHERE is_used ORDER BY memory DESC LIMIT 10;
DO $$ BEGIN
    ASSERT (SELECT bool_and(is_same) AND count(*) FILTER (WHERE is_used) > count(*) / 3 FROM compared), 'other rows, or few queries that use it';
    ASSERT NOT EXISTS (SELECT FROM compared WHERE mode = 'on' AND time > 2 AND more_ms > 10), 'a query takes more than twice its time';
    ASSERT NOT EXISTS (SELECT FROM compared WHERE memory > 2 AND more_kb > 30000), 'a query takes more than twice its memory';
END $$;
