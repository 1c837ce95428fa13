-- Drops what bloom_skip_create made, and the triggers of all partitions, including detached ones. All of it is found by OID, as
-- names may have changed: the functions depend on the table of matrices and on functions of the extension.

DO $$
DECLARE
    matrices CONSTANT regclass := @matrices@::oid;
    parent CONSTANT regclass := @parent@::oid;
    mark CONSTANT regprocedure := @'bloom'@ || '.bloom_skip_mark()';
    functions CONSTANT regprocedure[] := ARRAY(
        SELECT DISTINCT d.objid FROM pg_depend AS d JOIN pg_depend AS e USING (classid, objid)
        WHERE classid = 'pg_proc'::regclass AND d.refclassid = 'pg_class'::regclass AND d.refobjid = matrices
            AND e.refclassid = 'pg_proc'::regclass AND e.refobjid IN (
                SELECT m.objid FROM pg_depend AS m JOIN pg_depend AS o USING (classid, refclassid, refobjid, deptype)
                WHERE classid = 'pg_proc'::regclass AND deptype = 'e' AND o.objid = mark));
    marks CONSTANT regclass := (
        SELECT DISTINCT c.oid FROM pg_depend AS d JOIN pg_class AS c ON c.oid = d.refobjid
        WHERE d.classid = 'pg_proc'::regclass AND d.objid = ANY (functions::oid[]) AND d.refclassid = 'pg_class'::regclass
            AND c.relkind = 'r' AND c.oid <> matrices);
    names CONSTANT name[] := (
        SELECT ARRAY[relname || '_insert', relname || '_update'] FROM pg_class WHERE oid = matrices);
    fires record;
    made regprocedure;
BEGIN
    FOR fires IN
        SELECT tgname, tgrelid::regclass FROM pg_trigger
        WHERE tgfoid = mark AND (split_part(encode(tgargs, 'escape'), '\000', 2) = marks::oid::text
            -- Those of a dump name the table that it was made of.
            OR tgname = ANY (names) AND tgrelid IN (SELECT relid FROM pg_partition_tree(parent)))
    LOOP
        EXECUTE format('DROP TRIGGER %I ON %s', fires.tgname, fires.tgrelid);
    END LOOP;
    FOREACH made IN ARRAY functions LOOP
        EXECUTE format('DROP FUNCTION %s', made);
    END LOOP;
    EXECUTE format('DROP TABLE %s, %s', matrices, marks);
END $$;
