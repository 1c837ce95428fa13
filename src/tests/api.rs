//! The SQL surface as a whole.

#[pgrx::pg_schema]
mod tests {
    use crate::tests::one;
    use pgrx::prelude::*;

    /// All objects of the extension but the array types and the functions of these tests.
    const MEMBERS: &str = "
        SELECT d.classid, d.objid, d.objsubid, i.type, i.identity
          FROM pg_depend d, pg_identify_object(d.classid, d.objid, d.objsubid) i
         WHERE d.refclassid = 'pg_extension'::regclass AND d.deptype = 'e'
           AND d.refobjid = (SELECT oid FROM pg_extension WHERE extname = 'bloom_rs')
           AND i.schema IS DISTINCT FROM 'tests' AND i.identity <> 'tests'";

    #[pg_test]
    fn every_object_has_a_comment() {
        let without: Option<String> = Spi::get_one(&format!(
            "SELECT string_agg(type || ' ' || identity, E'\\n') FROM ({MEMBERS}) m
              WHERE obj_description(objid, classid::regclass::name) IS NULL AND identity NOT LIKE '%[]'"
        ))
        .unwrap();
        assert_eq!(without, None);
    }

    #[pg_test]
    fn the_surface_is_the_frozen_list() {
        let list: String = one(&format!(
            "SELECT string_agg(line, E'\\n' ORDER BY line COLLATE \"C\")
               FROM (SELECT type || ' ' || replace(replace(identity, 'public.', ''), 'pg_catalog.', '') AS line FROM ({MEMBERS}) m) l"
        ));
        let frozen = include_str!("api.txt");
        assert_eq!(list.trim(), frozen.trim(), "the list in src/tests/api.txt is what users rely on");
    }

    /// These read the catalogs.
    const STABLE: &str = "'bloom_contains_sel', 'bloom_contains_joinsel', 'bloom_suggest'";

    #[pg_test]
    fn functions_are_immutable_and_parallel_safe() {
        let others: Option<String> = Spi::get_one(&format!(
            "SELECT string_agg(oid::regprocedure::text, ', ') FROM pg_proc
              WHERE oid IN (SELECT objid FROM ({MEMBERS}) m WHERE classid = 'pg_proc'::regclass)
                AND (proparallel <> 's'
                     OR provolatile <> CASE WHEN proname IN ({STABLE}) THEN 's' ELSE 'i' END)"
        ))
        .unwrap();
        assert_eq!(others, None);
    }

    #[pg_test]
    fn other_expressions_mean_what_they_meant() {
        for (expression, value) in [
            ("'user-' || 5", "user-5"),
            ("5 || '-user'", "5-user"),
            ("'{1}' || 5::bigint", "{1}5"),
            ("'a' || 'b'::varchar", "ab"),
            ("'a' || 'b'::name", "ab"),
            ("ARRAY[1] || 5", "{1,5}"),
            ("'\\x01' || '\\x02'::bytea", "\\x0102"),
            ("'[1]'::jsonb || '[2]'", "[1, 2]"),
            ("ARRAY[1, 2] @> '{1}'", "true"),
            ("'[1,5)'::int4range @> 2", "true"),
            ("2 <@ '[1,5)'::int4range", "true"),
            ("5 | 2", "7"),
            ("B'101' & '100'", "100"),
        ] {
            let sql = format!("SELECT ({expression})::text");
            assert_eq!(one::<String>(&sql), value.replace("\\\\", "\\"), "{sql}");
        }
    }
}
