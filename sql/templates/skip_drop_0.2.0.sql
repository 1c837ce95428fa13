-- Drops what bloom_skip_create of release 0.2.0 made, and the triggers of all partitions, including detached ones.

-- The lookups are dropped as they are: the column may have got another type, and the lookup of a column k_any may have the
-- same name as that of arrays of values of a column k.
DO $$
DECLARE
    look_up regprocedure;
BEGIN
    FOR look_up IN
        SELECT p.oid FROM pg_proc AS p JOIN pg_namespace AS n ON n.oid = p.pronamespace
        WHERE p.prorettype = @'parent'@::regtype AND n.nspname = @schema@ AND (p.proname::text, p.proargnames)
            IN ((@name@, '{value}'), (@name@ || '_any', '{vals}'))
    LOOP
        EXECUTE format('DROP FUNCTION %s', look_up);
    END LOOP;
END $$;

DROP FUNCTION @skip_mark@() CASCADE;

DROP FUNCTION @skip_filter@(regclass, bigint);
DROP FUNCTION @skip_seal@(regclass[], boolean);
DROP FUNCTION @skip_info@();
DROP TABLE @skip@, @skip_stale@;
