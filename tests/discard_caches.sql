-- For SETTINGS=debug_discard_caches=1: it holds between CREATE EXTENSION and DROP EXTENSION, each of which would take a
-- quarter of an hour with it.
CREATE FUNCTION discard_caches() RETURNS event_trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('debug_discard_caches', CASE TG_EVENT WHEN 'ddl_command_end' THEN '1' ELSE '0' END, false);
END $$;
CREATE EVENT TRIGGER discard_caches ON ddl_command_end WHEN TAG IN ('CREATE EXTENSION') EXECUTE FUNCTION discard_caches();
CREATE EVENT TRIGGER keep_caches ON ddl_command_start WHEN TAG IN ('DROP EXTENSION') EXECUTE FUNCTION discard_caches();
