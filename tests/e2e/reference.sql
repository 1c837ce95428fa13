-- The pages of docs/reference have every object of the extension as the catalog has it, and nothing else: arguments,
-- result, the columns of a record, when it was added. Of the descriptions only what a COMMENT promises is compared, as
-- they say more than the line of a COMMENT can.

\set page `cat docs/reference/*.md`

-- The pages: their tables of objects, row by row, then each name in their first column. What a row or the head of its table
-- does not mark with a release, such as "(0.5.0)", is in the first one that was published.
CREATE TABLE entries AS
WITH lines AS (
    SELECT n, line, lead(line) OVER (ORDER BY n) LIKE '|---%' AS is_head
    FROM string_to_table(:'page', E'\n') WITH ORDINALITY AS l (line, n)
), parts AS (
    SELECT *, count(*) FILTER (WHERE is_head OR line NOT LIKE '|%') OVER (ORDER BY n) AS part FROM lines
), rows AS (
    SELECT n, line, max(line) FILTER (WHERE is_head) OVER (PARTITION BY part) AS head,
           string_to_array(trim(BOTH '| ' FROM line), ' | ') AS cell
    FROM parts
)
SELECT n, substring(head FROM '^\| (Type|Cast|Function)\M') AS part, cell[1] AS names,
       regexp_replace(cell[2], ' \(\d+\.\d+\.\d+\)$', '') AS description,
       coalesce(substring(cell[2] FROM ' \((\d+\.\d+\.\d+)\)$'), substring(head FROM ' \((\d+\.\d+\.\d+)\)'), '0.4.0') AS added
FROM rows
WHERE head ~ '^\| (Type|Cast|Function)\M' AND line LIKE '| `%';

CREATE TABLE named AS
SELECT n, description, added, kind,
       -- In "`a = a → boolean`, `<>`" the second stands for itself between the operands of the first.
       CASE WHEN kind = 'operator' AND name NOT LIKE '%→%'
            THEN regexp_replace(max(name) FILTER (WHERE name LIKE '%→%') OVER (PARTITION BY n), ' \S+ ', ' ' || name || ' ')
            ELSE name END AS name
FROM (
    SELECT n, description, added, i, name,
           CASE WHEN part = 'Type' AND name ~ '^\w+$' THEN 'type' WHEN name ~ '^\w+::\w+$' THEN 'cast'
                WHEN name ~ '^\w+_agg\(' THEN 'aggregate' WHEN name ~ '^\w+\(' THEN 'function' ELSE 'operator' END AS kind
    FROM entries, regexp_matches(names, '`([^`]+)`', 'g') WITH ORDINALITY AS m (found, i), replace(found[1], '\', '') AS name
) AS s;

-- The catalog in the words of the pages. Overloads that differ in the type of their value are one line there. Functions that
-- nobody calls by hand are not there; their comments begin with "internal:".
CREATE VIEW catalog AS
WITH members AS (
    SELECT classid, objid, obj_description(objid, classid::regclass::name) AS comment
    FROM pg_depend AS d JOIN pg_extension AS e ON refclassid = 'pg_extension'::regclass AND refobjid = e.oid
    WHERE extname = 'bloom_rs' AND deptype = 'e'
), functions AS (
    SELECT p.oid, proname, prokind, comment, pg_get_function_result(p.oid) AS result,
           regexp_replace(pg_get_function_arguments(p.oid), ',? ?OUT .*', '') AS arguments,
           (SELECT string_agg(name, ', ' ORDER BY i) FROM unnest(proargnames, proargmodes) WITH ORDINALITY AS a (name, mode, i)
            WHERE mode = 'o') AS columns
    FROM members JOIN pg_proc AS p ON classid = 'pg_proc'::regclass AND objid = p.oid
    WHERE comment NOT LIKE 'internal: %'
)
SELECT 'type' AS kind, typname::text AS name, comment, NULL AS columns
FROM members JOIN pg_type AS t ON classid = 'pg_type'::regclass AND objid = t.oid WHERE typelem = 0
UNION ALL
SELECT 'cast', format('%s::%s', castsource::regtype, casttarget::regtype),
       CASE castcontext WHEN 'e' THEN 'explicit only' WHEN 'a' THEN 'implicit in assignments' END, NULL
FROM members JOIN pg_cast AS c ON classid = 'pg_cast'::regclass AND objid = c.oid
UNION ALL
SELECT DISTINCT 'operator', format('%s %s %s → %s',
           regexp_replace(oprleft::regtype::text, 'anycompatible', 'value'), oprname,
           CASE WHEN oprname = '||' THEN 'value' ELSE regexp_replace(oprright::regtype::text, 'anycompatible', 'value') END,
           oprresult::regtype), NULL, NULL
FROM members JOIN pg_operator AS o ON classid = 'pg_operator'::regclass AND objid = o.oid
UNION ALL
SELECT DISTINCT 'aggregate', format('%s(%s) → %s', proname, regexp_replace(arguments, '^value [^,]+', 'value'), result), NULL, NULL
FROM functions WHERE prokind = 'a'
UNION ALL
SELECT 'function', format('%s(%s) → %s', proname, replace(arguments, 'value anycompatible', 'value'), result), comment, columns
FROM functions WHERE prokind = 'f'
UNION ALL
SELECT DISTINCT 'class', opcname, NULL, NULL
FROM members JOIN pg_opclass AS c ON classid = 'pg_opclass'::regclass AND objid = c.oid
UNION ALL
SELECT DISTINCT 'overload', CASE t WHEN 'character' THEN 'char(n)' WHEN 'timestamp without time zone' THEN 'timestamp'
           WHEN 'timestamp with time zone' THEN 'timestamptz' ELSE t END, NULL, NULL
FROM functions, substring(arguments FROM '^value ([^,]+)') AS t WHERE prokind = 'a' AND t <> 'anyelement';

-- Named in the text: operator classes, and the types that the aggregates have overloads for.
INSERT INTO named (kind, name)
SELECT DISTINCT 'class', found[1] FROM regexp_matches(:'page', '`(\w+_ops)`', 'g') AS m (found)
UNION ALL
SELECT 'overload', found[1]
FROM substring(:'page' FROM '\n`bloom_agg` has (overloads for .*?), and one for all others') AS sentence,
     regexp_matches(sentence, '`([^`|]+)`', 'g') AS m (found);

-- The blocks of SQL on the pages, which tests/e2e/pages.sh runs.
CREATE TABLE examples AS
SELECT string_agg(found[1], E'\n') AS sql FROM regexp_matches(:'page', E'\n```sql\n(.*?)\n```', 'g') AS m (found);

-- One release after the other, from the first published one on: what is there since when.
CREATE TABLE since (kind text, name text, version text, PRIMARY KEY (kind, name));
DO $$
DECLARE
    release text;
BEGIN
    FOR release IN SELECT version FROM pg_available_extension_versions WHERE name = 'bloom_rs'
                   AND string_to_array(version, '.')::integer[] >= '{0,4,0}' ORDER BY string_to_array(version, '.')::integer[] LOOP
        IF EXISTS (SELECT FROM pg_extension WHERE extname = 'bloom_rs') THEN
            EXECUTE format('ALTER EXTENSION bloom_rs UPDATE TO %L', release);
        ELSE
            EXECUTE format('CREATE EXTENSION bloom_rs VERSION %L', release);
        END IF;
        INSERT INTO since SELECT kind, name, release FROM catalog ON CONFLICT DO NOTHING;
    END LOOP;
END $$;

CREATE TABLE wrong AS
SELECT coalesce(c.kind, p.kind) AS kind, coalesce(c.name, p.name) AS name,
       CASE WHEN p.name IS NULL THEN 'not on a page' WHEN c.name IS NULL THEN 'not in the catalog' END AS problem
FROM (SELECT DISTINCT kind, name FROM catalog) AS c FULL JOIN named AS p ON (c.kind, c.name) = (p.kind, p.name)
WHERE c.name IS NULL OR p.name IS NULL
UNION ALL
SELECT kind, name, 'on the pages twice' FROM named GROUP BY kind, name HAVING count(*) > 1
UNION ALL
SELECT kind, name, 'added in ' || version FROM named JOIN since USING (kind, name) WHERE n IS NOT NULL AND added IS DISTINCT FROM version
UNION ALL
SELECT kind, name, 'columns: ' || columns FROM named JOIN catalog AS c USING (kind, name)
WHERE columns IS NOT NULL AND description NOT LIKE '%: ' || columns
UNION ALL
SELECT kind, name, 'its COMMENT: ' || phrase
FROM named JOIN catalog USING (kind, name),
     unnest(ARRAY['false is certain', 'NULL elements are skipped', 'NULL for NULL', 'NULL if there is none',
                  'explicit only', 'implicit in assignments']) AS phrase
WHERE comment LIKE '%' || phrase || '%' AND description NOT LIKE '%' || phrase || '%'
UNION ALL
SELECT kind, name, 'no example' FROM named, examples
WHERE (kind IN ('aggregate', 'function') AND sql !~ ('\m' || split_part(name, '(', 1) || '\('))
   OR (kind = 'operator' AND split_part(name, ' ', 2) !~ '^(<>|<|<=|>|>=)$' AND strpos(sql, ' ' || split_part(name, ' ', 2) || ' ') = 0);

TABLE wrong ORDER BY kind, name;
DO $$
BEGIN
    ASSERT (SELECT count(*) > 100 AND count(DISTINCT kind) = 7 FROM catalog JOIN named USING (kind, name)), 'hardly anything was compared';
    ASSERT (SELECT count(*) = 0 FROM wrong), 'docs/reference is not as the catalog is';
END $$;
