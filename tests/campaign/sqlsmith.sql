-- sqlsmith takes its functions from pg_proc. It is shown a view in its place, with the extension's functions and few others,
-- or one query in twenty would call one; and with the polymorphic types that it knows.
CREATE SCHEMA smith;
CREATE VIEW smith.pg_proc AS
    SELECT p.oid, proname, pronamespace, prorettype, proretset, prokind, (
        SELECT array_to_string(array_agg(CASE t WHEN 'anycompatible'::regtype THEN 'anyelement'::regtype WHEN 'anycompatiblearray'::regtype THEN 'anyarray'::regtype ELSE t::regtype END::oid ORDER BY n), ' ')
        FROM unnest(proargtypes) WITH ORDINALITY AS a(t, n)
    )::oidvector AS proargtypes
    FROM pg_catalog.pg_proc AS p
    WHERE EXISTS (SELECT FROM campaign.callable AS c WHERE c.oid = p.oid)
        OR pronamespace = 'pg_catalog'::regnamespace AND proname IN ('length', 'count', 'max', 'array_append', 'array_agg', 'abs', 'upper', 'md5', 'current_timestamp', 'random', 'row_number');
-- Its operators come from pg_operator itself. Those of types that it does not understand would fail most of the queries.
SET allow_system_table_mods = on;
DELETE FROM pg_operator
WHERE oprnamespace = 'pg_catalog'::regnamespace AND oprname NOT IN ('=', '<>', '<', '<=', '>', '>=')
    AND NOT (oprleft::regtype::text IN ('integer', 'bigint', 'text', 'boolean') AND oprleft = oprright);
RESET allow_system_table_mods;

CREATE ROLE smith LOGIN;
ALTER ROLE smith SET search_path = smith, pg_catalog, public;
ALTER ROLE smith SET statement_timeout = 5000; -- sqlsmith reads the catalog with it, too
ALTER ROLE smith SET client_min_messages = error;
GRANT USAGE ON SCHEMA smith, campaign TO smith;
GRANT ALL ON ALL TABLES IN SCHEMA smith, campaign TO smith;
