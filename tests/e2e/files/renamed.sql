-- Views that use the names of 0.3.0, after dump.sql.
CREATE VIEW renamed AS
    SELECT md5(ARRAY[counting_bloom_add(c, 7)::text, counting_bloom_add_all(c, ARRAY[7, 8])::text, counting_bloom_remove(c, 42)::text,
                     counting_bloom_remove_all(c, ARRAY[42])::text, counting_bloom_union(c, c)::text, counting_bloom_subtract(c, c)::text,
                     counting_bloom_contains(c, 42)::text, counting_bloom_contained_by(42, c)::text,
                     counting_bloom_contains_any(c, ARRAY[0, 42])::text, counting_bloom_contains_all(c, ARRAY[42, 43])::text,
                     counting_bloom_count_of(c, 42)::text, counting_bloom_info(c)::text, counting_bloom_show(c),
                     ((SELECT c FROM filters WHERE name = 'texts') || 'a'::text)::text, ((SELECT c FROM filters WHERE name = 'chars1') || 'a'::"char")::text,
                     bloom_compatible(f, f)::text]::text) AS answers,
           bloom_new_key() AS key
    FROM filters WHERE name = 'integers';
CREATE VIEW renamed_aggregates AS SELECT counting_bloom_union_agg(d)::text AS u, counting_bloom_union_agg(d, 0.5)::text AS limited FROM counted;
