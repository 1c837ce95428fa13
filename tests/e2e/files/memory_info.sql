-- The most memory that the server process ever had, before and after a call.
DO $$
DECLARE
    f :type := :build; -- 48 MB
    size bigint := length(f::bytea) / 1024;
    before bigint := substring(pg_read_file('/proc/self/status') FROM 'VmHWM:\s*(\d+) kB');
    after bigint;
    r record;
BEGIN
    :call;
    after := substring(pg_read_file('/proc/self/status') FROM 'VmHWM:\s*(\d+) kB');
    RAISE NOTICE '% kB more for a filter of % kB', after - before, size;
    ASSERT after - before < size, 'copied';
END $$;
