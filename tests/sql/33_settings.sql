--
-- The settings take what PostgreSQL's own of three values take, and no other setting is called bloom_rs.
--
CREATE EXTENSION bloom_rs;

-- 1. Before the library is loaded, any name and any value is taken. What is wrong is then removed, with a WARNING.
\c -
SET bloom_rs.screen_joins = 'yes';
SET bloom_rs.skip_partitions = 'sometimes';
SET bloom_rs.screen_join = 'on';
LOAD 'bloom_rs';
SHOW bloom_rs.screen_joins;
SHOW bloom_rs.skip_partitions;
SHOW bloom_rs.screen_join;

-- 2. Each value of each setting, as it is written and as it is shown.
SELECT name, setting, enumvals, vartype, context, pg_settings_get_flags(name) AS flags FROM pg_settings WHERE name LIKE 'bloom\_rs.%' ORDER BY name;
SELECT name, string_agg(written || ' = ' || set_config(name, written, false), ', ' ORDER BY n) AS values
FROM pg_settings, unnest('{off,on,force,TRUE,false,Yes,no,1,0}'::text[]) WITH ORDINALITY AS v (written, n)
WHERE name LIKE 'bloom\_rs.%' GROUP BY name ORDER BY name;

-- 3. What is wrong.
SET bloom_rs.screen_joins = 2;
SET bloom_rs.screen_foreign_joins = 't';
SET bloom_rs.skip_partitions = '';
SET bloom_rs.screen_join = on;
SET bloom_rs.screen_joins.off = on;
ALTER DATABASE :DBNAME SET bloom_rs.screen_join = on;

DROP EXTENSION bloom_rs;
