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
