-- In new databases, each column of each partitioned table gets an index bloom_skip, if its type has an operator class.
CREATE EXTENSION bloom_rs;
CREATE SCHEMA skip_all;
CREATE FUNCTION skip_all.index_columns() RETURNS event_trigger LANGUAGE plpgsql AS $$
DECLARE
    made regclass;
    name text;
BEGIN
    FOR made, name IN
        SELECT c.oid, a.attname
        FROM pg_event_trigger_ddl_commands() d
        JOIN pg_class c ON c.oid = d.objid AND c.relkind = 'p' AND NOT c.relispartition
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
    LOOP
        BEGIN
            EXECUTE format('CREATE INDEX ON %s USING bloom_skip (%I)', made, name);
        EXCEPTION WHEN undefined_object OR feature_not_supported THEN
        END;
    END LOOP;
END $$;
CREATE EVENT TRIGGER skip_all ON ddl_command_end WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION skip_all.index_columns();
