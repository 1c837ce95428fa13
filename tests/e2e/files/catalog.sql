-- What tests of every function take from the catalog, so that a new one is tested too.
CREATE VIEW functions AS
    SELECT p.oid, prokind, proretset, proparallel, proname::text AS name,
           ARRAY(SELECT typname::text FROM unnest(proargtypes) WITH ORDINALITY AS a (t, n) JOIN pg_type ON pg_type.oid = t ORDER BY n) AS types
    FROM pg_proc AS p JOIN pg_depend AS d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid
    WHERE d.deptype = 'e' AND d.refclassid = 'pg_extension'::regclass AND d.refobjid = (SELECT oid FROM pg_extension WHERE extname = 'bloom_rs');
-- Its call with the sample of each parameter's type; NULL without a sample of one.
CREATE FUNCTION call_of(f functions, samples jsonb) RETURNS text LANGUAGE sql AS $$
    SELECT CASE WHEN bool_and(samples ? t) IS NOT FALSE THEN format('%s(%s)', f.name, string_agg(samples ->> t, ', ' ORDER BY n)) END
    FROM unnest(f.types) WITH ORDINALITY AS a (t, n)
$$;
