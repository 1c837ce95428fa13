CREATE VIEW compared AS
    SELECT round((f.seconds / nullif(o.seconds, 0))::numeric, 2) AS time, round((1000 * (f.seconds - o.seconds))::numeric, 1) AS more_ms, round(f.kilobytes::numeric / o.kilobytes, 2) AS memory,
           round(f.kilobytes - o.kilobytes) AS more_kb, f.mode, f.is_used, f.query, f.answer = o.answer AS is_same
      FROM found AS f JOIN found AS o USING (number) WHERE f.mode <> 'off' AND o.mode = 'off';
SELECT mode, count(*) AS queries, count(*) FILTER (WHERE is_used) AS used, round(exp(avg(ln(time)) FILTER (WHERE time > 0 AND is_used)), 3) AS mean FROM compared GROUP BY mode ORDER BY mode;
SELECT time, more_ms, query FROM compared WHERE mode = 'on' AND (is_used OR time > 2 AND more_ms > 10) ORDER BY time DESC NULLS LAST LIMIT 10;
SELECT mode, memory, more_kb, query FROM compared WHERE is_used ORDER BY memory DESC LIMIT 10;
DO $$ BEGIN
    ASSERT (SELECT bool_and(is_same) AND count(*) FILTER (WHERE is_used) > count(*) / 3 FROM compared), 'other rows, or few queries that use it';
    ASSERT NOT EXISTS (SELECT FROM compared WHERE mode = 'on' AND time > 2 AND more_ms > 10), 'a query takes more than twice its time';
    ASSERT NOT EXISTS (SELECT FROM compared WHERE memory > 2 AND more_kb > 30000), 'a query takes more than twice its memory';
END $$;
