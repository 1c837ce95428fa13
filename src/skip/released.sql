-- Drops what bloom_skip_create of 0.3.0 made for columns of a table, and the triggers of all partitions, including detached ones. All
-- of it is found by OID, as names may have changed: the functions depend on the two tables, and call functions of the extension.

DO $$
DECLARE
    parent CONSTANT regclass := @parent@::oid;
    columns CONSTANT text := ARRAY[@columns@]::name[];
    mark CONSTANT regprocedure := @'mark'@;
    -- Of the set, that which seals: it depends on the parent, and has the columns in its body.
    seal CONSTANT regprocedure := (
        SELECT min(d.objid) FROM pg_depend AS d
            JOIN pg_depend AS e USING (classid, objid) JOIN pg_proc AS p ON p.oid = e.refobjid
        WHERE d.classid = 'pg_proc'::regclass AND d.refclassid = 'pg_class'::regclass AND d.refobjid = parent
            AND e.refclassid = 'pg_proc'::regclass AND p.proname = 'bloom_skip_seal'
            AND p.pronamespace = (SELECT pronamespace FROM pg_proc WHERE oid = mark)
            AND strpos(pg_get_function_sqlbody(d.objid), format('''%s''::name[]', replace(columns, '''', ''''''))) > 0);
    -- That of matrices, and that of marks.
    tables CONSTANT regclass[] := ARRAY(
        SELECT DISTINCT c.oid FROM pg_depend AS d JOIN pg_class AS c ON c.oid = d.refobjid
        WHERE d.classid = 'pg_proc'::regclass AND d.objid = seal AND d.refclassid = 'pg_class'::regclass AND c.relkind = 'r');
    old record;
BEGIN
    IF seal IS NULL THEN
        RAISE undefined_object USING MESSAGE = format('there are no lookups of %s by %s', parent, columns);
    END IF;
    FOR old IN
        SELECT tgname, tgrelid::regclass FROM pg_trigger
        WHERE tgfoid = mark AND (split_part(encode(tgargs, 'escape'), '\000', 2) = ANY (tables::oid[]::text[])
            -- Those of a dump name the table that it was made of.
            OR tgrelid IN (SELECT relid FROM pg_partition_tree(parent))
                AND tgname IN (SELECT relname || event FROM pg_class, unnest('{_insert, _update}'::text[]) AS event WHERE oid = ANY (tables)))
    LOOP
        EXECUTE format('DROP TRIGGER %I ON %s', old.tgname, old.tgrelid);
    END LOOP;
    FOR old IN
        SELECT DISTINCT d.objid::regprocedure AS made FROM pg_depend AS d
            JOIN pg_depend AS e USING (classid, objid) JOIN pg_proc AS p ON p.oid = e.refobjid
        WHERE d.classid = 'pg_proc'::regclass AND d.refclassid = 'pg_class'::regclass AND d.refobjid = ANY (tables)
            AND e.refclassid = 'pg_proc'::regclass AND p.proname ~ '^bloom_skip_' AND p.pronamespace = (SELECT pronamespace FROM pg_proc WHERE oid = mark)
    LOOP
        EXECUTE format('DROP FUNCTION %s', old.made);
    END LOOP;
    EXECUTE format('DROP TABLE %s', array_to_string(tables, ', '));
END $$;
