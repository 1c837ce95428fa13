-- What only the upgrade from the last release runs, before the marked paragraphs: renames, and drops. A paragraph of another file
-- that such a statement leads to has the mark "Altered in".

-- A literal or a parameter without a type is taken for a bloom where a counting_bloom is possible too. ALTER TYPE cannot say so;
-- citext's own upgrade changed pg_type in this way.
UPDATE pg_catalog.pg_type SET typispreferred = true WHERE oid = 'bloom'::pg_catalog.regtype;

-- One verb for all types of filters.
ALTER FUNCTION counting_bloom_add(counting_bloom, anycompatible) RENAME TO bloom_add;
ALTER FUNCTION counting_bloom_add_all(counting_bloom, anyarray) RENAME TO bloom_add_all;
ALTER FUNCTION counting_bloom_add_text(counting_bloom, text) RENAME TO bloom_add_text;
ALTER FUNCTION counting_bloom_add_char(counting_bloom, "char") RENAME TO bloom_add_char;
ALTER FUNCTION counting_bloom_remove(counting_bloom, anycompatible) RENAME TO bloom_remove;
ALTER FUNCTION counting_bloom_remove_all(counting_bloom, anyarray) RENAME TO bloom_remove_all;
ALTER FUNCTION counting_bloom_contains(counting_bloom, anycompatible) RENAME TO bloom_contains;
ALTER FUNCTION counting_bloom_contained_by(anycompatible, counting_bloom) RENAME TO bloom_contained_by;
ALTER FUNCTION counting_bloom_contains_any(counting_bloom, anyarray) RENAME TO bloom_contains_any;
ALTER FUNCTION counting_bloom_contains_all(counting_bloom, anyarray) RENAME TO bloom_contains_all;
ALTER FUNCTION counting_bloom_count_of(counting_bloom, anycompatible) RENAME TO bloom_occurrences;
ALTER FUNCTION counting_bloom_union(counting_bloom, counting_bloom) RENAME TO bloom_union;
ALTER FUNCTION counting_bloom_subtract(counting_bloom, counting_bloom) RENAME TO bloom_subtract;
ALTER FUNCTION counting_bloom_info(counting_bloom) RENAME TO bloom_info;
ALTER FUNCTION counting_bloom_show(counting_bloom) RENAME TO bloom_show;
ALTER AGGREGATE counting_bloom_union_agg(counting_bloom) RENAME TO bloom_union_agg;
ALTER AGGREGATE counting_bloom_union_agg(counting_bloom, double precision) RENAME TO bloom_union_agg;

-- Names that say what they return.
ALTER FUNCTION bloom_new_key() RENAME TO bloom_keyed_scheme;
ALTER FUNCTION bloom_compatible(bloom, bloom) RENAME TO bloom_is_compatible;

-- Columns of bloom_info, bloom_count(a | b), and formulas of the textbook.
DROP FUNCTION bloom_bits_set(bloom), bloom_fill(bloom), bloom_union_count(bloom, bloom), bloom_optimal_bits(bigint, double precision),
    bloom_optimal_hashes(bigint, bigint), bloom_expected_fpp(bigint, integer, bigint);

-- States are not to be stored, so nothing compares them.
DROP OPERATOR CLASS bloom_state_ops USING hash;
DROP OPERATOR FAMILY bloom_state_ops USING hash;
DROP OPERATOR = (bloom_state, bloom_state), <> (bloom_state, bloom_state);
DROP FUNCTION bloom_state_eq(bloom_state, bloom_state), bloom_state_ne(bloom_state, bloom_state), bloom_state_hash(bloom_state),
    bloom_state_hash_extended(bloom_state, bigint);

-- Overloads: of counting_bloom_agg, the one for anyelement stays, and of bloom_agg all, but with one state each.
DO $$
DECLARE
    element text;
    arguments text;
BEGIN
    FOREACH element IN ARRAY ARRAY['smallint', 'integer', 'bigint', '"char"', 'text', 'character', 'bytea', 'uuid', 'boolean', 'date',
        'timestamp', 'timestamptz', 'real', 'double precision', 'numeric', 'inet', 'anyelement'] LOOP
        FOREACH arguments IN ARRAY ARRAY['', ', bigint', ', bigint, double precision'] LOOP
            IF element <> 'anyelement' THEN
                EXECUTE pg_catalog.format('DROP AGGREGATE counting_bloom_agg(%s%s)', element, arguments);
            END IF;
            EXECUTE pg_catalog.format('DROP FUNCTION counting_bloom_agg_step(bloom_state, %1$s%2$s),
                counting_bloom_agg_forget(bloom_state, %1$s%2$s)', element, arguments);
        END LOOP;
    END LOOP;
END $$;
DROP FUNCTION counting_bloom_agg_final(bloom_state), bloom_agg_step(bloom_state, anyelement),
    bloom_agg_step(bloom_state, anyelement, bigint), bloom_agg_step(bloom_state, anyelement, bigint, double precision),
    bloom_agg_step(bloom_state, anyelement, bigint, double precision, text);

-- Functions that the functions of live sets called.
DROP FUNCTION bloom_set_probe(regclass, regclass, anycompatible), bloom_set_newest(regclass, regclass),
    bloom_set_next(regclass, regclass, double precision, bigint, double precision), bloom_set_query(text), bloom_set_upgrade(regclass);

-- Indexes of the access method bloom_skip take the place of lookups. Whoever has lookups drops them, as an index is another's to make.
DO $$
DECLARE
    seals text;
    drops text;
BEGIN
    -- Of each set, the function that seals has the table and the columns in its body.
    SELECT pg_catalog.string_agg(function::pg_catalog.regproc::pg_catalog.text, ', '), pg_catalog.string_agg(pg_catalog.format('SELECT bloom_skip_drop(%s);',
        pg_catalog.substring(pg_catalog.pg_get_function_sqlbody(function), 'bloom_skip_seal\((.*?::regclass, .*?::name\[\]),')), ' ')
    INTO seals, drops
    FROM (SELECT DISTINCT objid AS function FROM pg_catalog.pg_depend
        WHERE classid = 'pg_catalog.pg_proc'::pg_catalog.regclass AND refclassid = 'pg_catalog.pg_proc'::pg_catalog.regclass
            AND refobjid = 'bloom_skip_seal(regclass, name[], regclass, regclass, regtype[], double precision, regclass[], boolean)'::pg_catalog.regprocedure) AS f;
    IF drops IS NOT NULL THEN
        RAISE dependent_objects_still_exist USING MESSAGE = 'cannot update bloom_rs, because bloom_skip_create made lookups in this database',
            DETAIL = pg_catalog.format('These functions seal the partitions of lookups: %s.', seals),
            HINT = pg_catalog.format('Drop them: %s After the update, create indexes: CREATE INDEX ON table USING bloom_skip (column).', drops);
    END IF;
END $$;
DROP FUNCTION bloom_skip_create(regclass, name, double precision), bloom_skip_create(regclass, name[], double precision),
    bloom_skip_drop(regclass, name), bloom_skip_drop(regclass, name[]), bloom_skip_upgrade(regclass, name, double precision),
    bloom_skip_upgrade(regclass, name[], double precision), bloom_skip_plain_queries(boolean), bloom_skip_mark(),
    bloom_skip_seal(regclass, name[], regclass, regclass, regtype[], double precision, regclass[], boolean),
    bloom_skip_info(regclass, name[], regclass, regclass), bloom_skip_partitions(regclass, name[], regclass, regclass),
    bloom_skip_look_up(anyelement, name[], regclass, regclass, anycompatible),
    bloom_skip_look_up_any(anyelement, name[], regclass, regclass, anycompatiblearray),
    bloom_skip_look_up_partitions(regclass, name[], regclass, regclass, anycompatible), bloom_skip_scan(anyelement, regclass[], "any"),
    bloom_skip_scan_support(internal), bloom_skip_candidates(regclass, regproc, bigint[], bigint[]),
    bloom_skip_rows(anyelement, regclass[], name, anycompatible);
