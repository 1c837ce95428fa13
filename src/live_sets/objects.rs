//! The objects of a live set, found in the catalogs.

use crate::error::Result;
use crate::pg::query;
use crate::pg::typed::TypedDatum;
use pgrx::pg_sys::Oid;
use std::ffi::CStr;

/// The objects of a live set, and what its functions know of it.
#[derive(Debug)]
pub struct Objects {
    pub contains: Oid,
    pub layers: Oid,
    pub element: Oid,
    pub fpp: f64,
    pub grows: bool,
    pub has_clear: bool,
    /// Whether layers say that there are newer ones.
    pub has_newer: bool,
}

/// Finds the objects of the set of a table whose name is given as a literal of SQL, by what they are and not by their names
/// alone. The function contains depends on both tables, and the names of the others begin as its own does. In a set of 0.2.0
/// nothing depends on the tables: there the names tell which functions they are, and contains must have the name of the table.
///
/// # Errors
/// XX000 if SPI fails.
pub fn find(table: Oid, named: &[u8]) -> Result<Option<Objects>> {
    let arguments = [TypedDatum::oid(table), TypedDatum::text(named)?];
    let found = query::in_own_path(|| query::first_row(FIND, arguments))?;
    let Some([Some(contains), Some(layers), Some(element), Some(fpp), Some(grows), Some(clear), Some(newer)]) =
        found
    else {
        return Ok(None);
    };
    let [contains, layers, element] = [contains, layers, element].map(|oid| Oid::from(oid.value() as u32));
    let [grows, has_clear, has_newer] = [grows, clear, newer].map(|is| is.value() != 0);
    let fpp = f64::from_bits(fpp.value() as u64);
    Ok(Some(Objects { contains, layers, element, fpp, grows, has_clear, has_newer }))
}

/// Returns whether there is a function of this name with exactly these types of arguments, given as SQL spells it.
///
/// # Errors
/// XX000 if SPI fails.
pub fn is_function(signature: &[u8]) -> Result<bool> {
    let arguments = [TypedDatum::text(signature)?];
    let sql = c"SELECT pg_catalog.to_regprocedure($1)::pg_catalog.oid";
    let found = query::in_own_path(|| query::first_row(sql, arguments))?;
    Ok(matches!(found, Some([Some(_)])))
}

/// Finds the objects of the set of table `$1`, whose name as a literal is `$2`: contains, the table of layers, the type of
/// the values, the rate of the set, whether it grows, whether there is clear, and whether layers
/// have the column `newer`.
const FIND: &CStr = c"
WITH candidates AS (
    SELECT p.oid, p.proname, p.pronamespace, p.proowner, p.proargtypes, pg_catalog.left(p.proname, -9) AS prefix,
           s.relname, b.layers
    FROM pg_catalog.pg_class AS s
    JOIN pg_catalog.pg_proc AS p ON p.proowner = s.relowner AND p.proname LIKE '%\\_contains' AND p.pronargs = 1
        AND p.prorettype = 'pg_catalog.bool'::pg_catalog.regtype
    CROSS JOIN LATERAL (
        SELECT d.refobjid AS layers FROM pg_catalog.pg_depend AS d, pg_catalog.pg_depend AS e
        WHERE d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass AND d.objid = p.oid
            AND d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.refobjid <> s.oid
            AND e.classid = d.classid AND e.objid = p.oid AND e.refclassid = d.refclassid AND e.refobjid = s.oid
        UNION ALL
        SELECT l.oid FROM pg_catalog.pg_class AS l
        WHERE p.prosqlbody IS NULL AND p.pronamespace = s.relnamespace AND p.proname = s.relname || '_contains'
            AND l.relname = s.relname || '_layers' AND l.relnamespace = s.relnamespace
            AND pg_catalog.strpos(p.prosrc, $2 || '::pg_catalog.regclass') > 0
    ) AS b
    WHERE s.oid = $1 AND s.relkind = 'r'
), parts AS (
    SELECT c.*, f.suffix, f.prosrc FROM candidates AS c JOIN LATERAL (
        SELECT n.suffix, q.prosrc FROM (VALUES
            ('_add', c.proargtypes::pg_catalog.oid[]),
            ('_add_all', ARRAY[(SELECT t.typarray FROM pg_catalog.pg_type AS t WHERE t.oid = c.proargtypes[0])]),
            ('_grow', '{bigint, double precision}'::pg_catalog.regtype[]::pg_catalog.oid[]),
            ('_load', '{text, bigint}'::pg_catalog.regtype[]::pg_catalog.oid[]),
            ('_forget', '{interval, interval}'::pg_catalog.regtype[]::pg_catalog.oid[]),
            ('_info', '{}'::pg_catalog.oid[]),
            ('_clear', '{bigint}'::pg_catalog.regtype[]::pg_catalog.oid[])
        ) AS n (suffix, arguments)
        JOIN pg_catalog.pg_proc AS q ON q.proname = c.prefix || n.suffix AND q.pronamespace = c.pronamespace
            AND q.proowner = c.proowner AND pg_catalog.array_to_string(q.proargtypes::pg_catalog.oid[], ' ')
                = pg_catalog.array_to_string(n.arguments, ' ')
            AND (pg_catalog.strpos(q.prosrc, '.bloom_') > 0 OR n.suffix = '_clear' AND pg_catalog.strpos(q.prosrc, 'fpp double') > 0)
    ) AS f ON true
), sets AS (
    SELECT p.oid, p.layers, p.proargtypes[0] AS element, p.proname = p.relname || '_contains' AS same,
           pg_catalog.max(p.prosrc) FILTER (WHERE p.suffix = '_clear') AS source,
           pg_catalog.max(p.prosrc) FILTER (WHERE p.suffix = '_grow') AS old
    FROM parts AS p GROUP BY 1, 2, 3, 4
    HAVING pg_catalog.count(*) FILTER (WHERE p.suffix <> '_clear') = 6
)
SELECT s.oid, s.layers, s.element,
       coalesce(pg_catalog.substring(s.source, 'fpp double precision := ([0-9.]+(?:e-?[0-9]+)?);'), pg_catalog.substring(s.old,
           '([0-9.]+(?:e-?[0-9]+)?)::double precision OPERATOR\\(pg_catalog\\.-\\) pg_catalog\\.sum'))::pg_catalog.float8,
       coalesce(pg_catalog.substring(s.source, 'grows boolean := (true|false);'),
           pg_catalog.substring(s.old, 'coalesce\\(newest\\.grows, (true|false)\\)'))::pg_catalog.bool,
       s.source IS NOT NULL,
       EXISTS (SELECT FROM pg_catalog.pg_attribute AS a WHERE a.attrelid = s.layers AND a.attname = 'newer' AND NOT a.attisdropped)
FROM sets AS s
WHERE (SELECT pg_catalog.count(*) FROM pg_catalog.pg_attribute AS a WHERE NOT a.attisdropped AND (
    a.attrelid = $1 AND a.attname IN ('layer', 'shard', 'f', 'open')
    OR a.attrelid = s.layers AND a.attname IN ('layer', 'shards', 'fpp', 'grows', 'older', 'since'))) = 10
ORDER BY s.same DESC, s.oid";
