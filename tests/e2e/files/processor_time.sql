-- The time that others on a busy machine do not add to.

CREATE FUNCTION processor_seconds(process integer DEFAULT pg_backend_pid(), OUT seconds float8) LANGUAGE plpgsql AS $$
DECLARE
    -- Behind the name come the fields from the third on.
    fields text[] := string_to_array(substring(pg_read_file(format('/proc/%s/stat', process), 0, 1000, true) FROM '\) (.*)'), ' ');
BEGIN
    seconds := (fields[12]::float8 + fields[13]::float8) / 100; -- in user and in system mode, in ticks
END $$;
COMMENT ON FUNCTION processor_seconds IS 'processor time of a process so far; NULL if it is gone';
