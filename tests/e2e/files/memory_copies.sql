-- The most memory that the server process ever had, before and after a statement on a filter of 240 MB.
DO $$
DECLARE
    size bigint := (bloom_params(200000000, 0.01)).bytes / 1024;
    before bigint := substring(pg_read_file('/proc/self/status') FROM 'VmHWM:\s*(\d+) kB');
    after bigint;
BEGIN
    :statement;
    after := substring(pg_read_file('/proc/self/status') FROM 'VmHWM:\s*(\d+) kB');
    ASSERT after - before < size * :most, format('%s kB more for a filter of %s kB', after - before, size);
    ASSERT after - before > size / 2, 'nothing was measured';
END $$;
