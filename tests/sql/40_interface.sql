--
-- All SQL objects of the extension, as they are declared. What was released must stay as it is.
--
CREATE EXTENSION bloom_rs;

-- 1. The objects. Array types are members of an extension since PostgreSQL 18 only.
CREATE VIEW members AS
    SELECT d.classid, d.objid, d.objsubid, i.type, replace(replace(i.identity, 'public.', ''), 'pg_catalog.', '') AS identity,
           obj_description(d.objid, d.classid::regclass::name) AS comment
    FROM pg_depend AS d, pg_identify_object(d.classid, d.objid, d.objsubid) AS i
    WHERE d.refclassid = 'pg_extension'::regclass AND d.deptype = 'e' AND d.refobjid = (SELECT oid FROM pg_extension WHERE extname = 'bloom_rs')
      AND i.identity NOT LIKE '%[]';
SELECT count(*) > 300 AS many FROM members;

-- 2. Each has a comment: one phrase, which fits into the columns of psql's \dT+, \df+ and \da.
SELECT type, identity FROM members WHERE comment IS NULL;
SELECT identity, comment FROM members WHERE length(comment) > 100 OR comment ~ '[.\n]$';

-- 3. A line for each object, with what a function, an aggregate or an operator is declared with. Most of what is the default is left out.
\t on
\pset format unaligned
SELECT line
FROM members,
     LATERAL (SELECT (SELECT format('%s(%s) → %s', proname, pg_get_function_arguments(oid), pg_get_function_result(oid))
                      FROM pg_proc WHERE classid = 'pg_proc'::regclass AND oid = objid)) AS s (signature),
     LATERAL (SELECT
         (SELECT concat_ws(', ', signature, CASE provolatile WHEN 'i' THEN 'immutable' WHEN 's' THEN 'stable' ELSE 'volatile' END,
                           CASE WHEN proisstrict THEN 'strict' END, CASE proparallel WHEN 's' THEN 'parallel safe' WHEN 'r' THEN 'parallel restricted' END,
                           'cost ' || procost, 'support ' || NULLIF(prosupport::text, '-'))
          FROM pg_proc WHERE prokind <> 'a' AND classid = 'pg_proc'::regclass AND oid = objid),
         (SELECT concat_ws(', ', signature,
                           'transition ' || aggtransfn, 'state ' || aggtranstype::regtype, 'space ' || NULLIF(aggtransspace, 0),
                           'final ' || aggfinalfn, 'combine ' || aggcombinefn,
                           'serialize ' || NULLIF(aggserialfn::text, '-'), 'deserialize ' || NULLIF(aggdeserialfn::text, '-'),
                           'inverse ' || NULLIF(aggminvtransfn::text, '-'),
                           -- Nothing else should differ in a moving frame.
                           CASE WHEN aggmtransfn <> 0 AND (aggmtranstype, aggmtransfn, aggmfinalfn, aggmtransspace)
                                                          IS DISTINCT FROM (aggtranstype, aggtransfn, aggfinalfn, aggtransspace)
                                THEN format('moving %s %s %s %s', aggmtranstype::regtype, aggmtransfn, aggmfinalfn, aggmtransspace) END,
                           CASE WHEN aggkind <> 'n' OR aggfinalmodify <> 'r' OR aggmfinalmodify <> 'r'
                                THEN format('kind %s %s %s', aggkind, aggfinalmodify, aggmfinalmodify) END,
                           CASE proparallel WHEN 's' THEN 'parallel safe' WHEN 'r' THEN 'parallel restricted' END)
          FROM pg_aggregate JOIN pg_proc ON oid = aggfnoid WHERE classid = 'pg_proc'::regclass AND oid = objid),
         (SELECT concat_ws(', ', identity || ' → ' || oprresult::regtype, oprcode,
                           'commutator ' || (SELECT oprname FROM pg_operator AS c WHERE c.oid = o.oprcom),
                           'negator ' || (SELECT oprname FROM pg_operator AS n WHERE n.oid = o.oprnegate),
                           'restrict ' || NULLIF(oprrest::text, '-'), 'join ' || NULLIF(oprjoin::text, '-'),
                           CASE WHEN oprcanhash THEN 'hashes' END, CASE WHEN oprcanmerge THEN 'merges' END)
          FROM pg_operator AS o WHERE classid = 'pg_operator'::regclass AND oid = objid)) AS d (function, aggregate, operator),
     replace(type || ' ' || coalesce(function, aggregate, operator, identity), 'public.', '') AS line
ORDER BY line COLLATE "C";
\pset format aligned
\t off

DROP VIEW members;
DROP EXTENSION bloom_rs;
