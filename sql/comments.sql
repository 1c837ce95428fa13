-- What each object is for, as \df+, \dT+ and \da+ show it.

COMMENT ON TYPE bloom IS 'Bloom filter: a set that answers "have I seen this?", never wrongly with no';
COMMENT ON TYPE bloom_state IS 'a Bloom filter being built; the state of bloom_agg';
COMMENT ON CAST (bytea AS bloom) IS 'checks the bytes of a filter';
COMMENT ON CAST (bloom AS bytea) IS 'the bytes of a filter, as docs/FORMAT.md specifies them';
COMMENT ON FUNCTION bloom(bytea) IS 'filter from its bytes, all of which are checked';
COMMENT ON FUNCTION bloom_in(cstring) IS 'I/O';
COMMENT ON FUNCTION bloom_out(bloom) IS 'I/O';
COMMENT ON FUNCTION bloom_recv(internal) IS 'I/O';
COMMENT ON FUNCTION bloom_send(bloom) IS 'I/O';
COMMENT ON FUNCTION bloom_state_in(cstring) IS 'I/O';
COMMENT ON FUNCTION bloom_state_out(bloom_state) IS 'I/O';
COMMENT ON FUNCTION bloom_state_recv(internal) IS 'I/O';
COMMENT ON FUNCTION bloom_state_send(bloom_state) IS 'I/O';

COMMENT ON FUNCTION bloom_empty(bigint, double precision) IS 'filter without values, sized for a capacity and a false-positive rate';
COMMENT ON FUNCTION bloom_sized(bigint, integer) IS 'filter without values, of so many bits and hashes';
COMMENT ON FUNCTION bloom_info(bloom) IS 'what a filter is and how well it is filled, as one row';
COMMENT ON FUNCTION bloom_header(bloom) IS 'the columns of bloom_info that do not need the bits';
COMMENT ON FUNCTION bloom_bits_set(bloom) IS 'number of bits set';
COMMENT ON FUNCTION bloom_fill(bloom) IS 'share of bits set';
COMMENT ON FUNCTION bloom_current_fpp(bloom) IS 'false-positive rate now: fill^hashes';
COMMENT ON FUNCTION bloom_count(bloom) IS 'estimated number of distinct values';
COMMENT ON FUNCTION bloom_params(bigint, double precision) IS 'size and rate of a filter for a capacity and a false-positive rate, as one row';
COMMENT ON FUNCTION bloom_optimal_bits(bigint, double precision) IS 'bits for n values at rate p: -n ln p / (ln 2)^2';
COMMENT ON FUNCTION bloom_optimal_hashes(bigint, bigint) IS 'best number of hashes: (bits / n) ln 2';
COMMENT ON FUNCTION bloom_expected_fpp(bigint, integer, bigint) IS 'false-positive rate with n values: (1 - e^(-hashes n / bits))^hashes';
COMMENT ON FUNCTION bloom_suggest(regclass, name, double precision) IS 'size of a filter for a column''s values, from the planner''s statistics, as one row';

COMMENT ON FUNCTION bloom_contains_support(internal) IS 'planner support for bloom_contains';
COMMENT ON FUNCTION bloom_contains_sel(internal, oid, internal, integer) IS 'restriction selectivity of @> and <@';
COMMENT ON FUNCTION bloom_contains_joinsel(internal, oid, internal, smallint, internal) IS 'join selectivity of @> and <@';

COMMENT ON FUNCTION bloom_agg_combine(bloom_state, bloom_state) IS 'aggregate combine function';
COMMENT ON FUNCTION bloom_agg_final(bloom_state) IS 'aggregate final function';

COMMENT ON FUNCTION bloom_add(bloom, int2) IS 'the filter with one more value';
COMMENT ON FUNCTION bloom_contains(bloom, int2) IS 'whether the filter may hold the value; false is certain';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int2) IS 'aggregate transition function';
COMMENT ON AGGREGATE bloom_agg(int2) IS 'filter of all values, sized for the distinct values seen';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int2, bigint) IS 'aggregate transition function';
COMMENT ON AGGREGATE bloom_agg(int2, bigint) IS 'filter of all values, sized for a capacity';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int2, bigint, double precision) IS 'aggregate transition function';
COMMENT ON AGGREGATE bloom_agg(int2, bigint, double precision) IS 'filter of all values, sized for a capacity and a false-positive rate';

COMMENT ON FUNCTION bloom_add(bloom, int4) IS 'the filter with one more value';
COMMENT ON FUNCTION bloom_contains(bloom, int4) IS 'whether the filter may hold the value; false is certain';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int4) IS 'aggregate transition function';
COMMENT ON AGGREGATE bloom_agg(int4) IS 'filter of all values, sized for the distinct values seen';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int4, bigint) IS 'aggregate transition function';
COMMENT ON AGGREGATE bloom_agg(int4, bigint) IS 'filter of all values, sized for a capacity';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int4, bigint, double precision) IS 'aggregate transition function';
COMMENT ON AGGREGATE bloom_agg(int4, bigint, double precision) IS 'filter of all values, sized for a capacity and a false-positive rate';

COMMENT ON FUNCTION bloom_add(bloom, int8) IS 'the filter with one more value';
COMMENT ON FUNCTION bloom_contains(bloom, int8) IS 'whether the filter may hold the value; false is certain';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int8) IS 'aggregate transition function';
COMMENT ON AGGREGATE bloom_agg(int8) IS 'filter of all values, sized for the distinct values seen';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int8, bigint) IS 'aggregate transition function';
COMMENT ON AGGREGATE bloom_agg(int8, bigint) IS 'filter of all values, sized for a capacity';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int8, bigint, double precision) IS 'aggregate transition function';
COMMENT ON AGGREGATE bloom_agg(int8, bigint, double precision) IS 'filter of all values, sized for a capacity and a false-positive rate';

COMMENT ON FUNCTION bloom_add(bloom, "char") IS 'the filter with one more value';
COMMENT ON FUNCTION bloom_contains(bloom, "char") IS 'whether the filter may hold the value; false is certain';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, "char") IS 'aggregate transition function';
COMMENT ON AGGREGATE bloom_agg("char") IS 'filter of all values, sized for the distinct values seen';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, "char", bigint) IS 'aggregate transition function';
COMMENT ON AGGREGATE bloom_agg("char", bigint) IS 'filter of all values, sized for a capacity';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, "char", bigint, double precision) IS 'aggregate transition function';
COMMENT ON AGGREGATE bloom_agg("char", bigint, double precision) IS 'filter of all values, sized for a capacity and a false-positive rate';

COMMENT ON FUNCTION bloom_add(bloom, text) IS 'the filter with one more value';
COMMENT ON FUNCTION bloom_contains(bloom, text) IS 'whether the filter may hold the value; false is certain';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, text) IS 'aggregate transition function';
COMMENT ON AGGREGATE bloom_agg(text) IS 'filter of all values, sized for the distinct values seen';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, text, bigint) IS 'aggregate transition function';
COMMENT ON AGGREGATE bloom_agg(text, bigint) IS 'filter of all values, sized for a capacity';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, text, bigint, double precision) IS 'aggregate transition function';
COMMENT ON AGGREGATE bloom_agg(text, bigint, double precision) IS 'filter of all values, sized for a capacity and a false-positive rate';

COMMENT ON FUNCTION bloom_add(bloom, bytea) IS 'the filter with one more value';
COMMENT ON FUNCTION bloom_contains(bloom, bytea) IS 'whether the filter may hold the value; false is certain';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, bytea) IS 'aggregate transition function';
COMMENT ON AGGREGATE bloom_agg(bytea) IS 'filter of all values, sized for the distinct values seen';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, bytea, bigint) IS 'aggregate transition function';
COMMENT ON AGGREGATE bloom_agg(bytea, bigint) IS 'filter of all values, sized for a capacity';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, bytea, bigint, double precision) IS 'aggregate transition function';
COMMENT ON AGGREGATE bloom_agg(bytea, bigint, double precision) IS 'filter of all values, sized for a capacity and a false-positive rate';

COMMENT ON FUNCTION bloom_add(bloom, uuid) IS 'the filter with one more value';
COMMENT ON FUNCTION bloom_contains(bloom, uuid) IS 'whether the filter may hold the value; false is certain';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, uuid) IS 'aggregate transition function';
COMMENT ON AGGREGATE bloom_agg(uuid) IS 'filter of all values, sized for the distinct values seen';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, uuid, bigint) IS 'aggregate transition function';
COMMENT ON AGGREGATE bloom_agg(uuid, bigint) IS 'filter of all values, sized for a capacity';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, uuid, bigint, double precision) IS 'aggregate transition function';
COMMENT ON AGGREGATE bloom_agg(uuid, bigint, double precision) IS 'filter of all values, sized for a capacity and a false-positive rate';

COMMENT ON FUNCTION bloom_add(bloom, anyelement) IS 'the filter with one more value';
COMMENT ON FUNCTION bloom_contains(bloom, anyelement) IS 'whether the filter may hold the value; false is certain';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, anyelement) IS 'aggregate transition function';
COMMENT ON AGGREGATE bloom_agg(anyelement) IS 'filter of all values, sized for the distinct values seen';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, anyelement, bigint) IS 'aggregate transition function';
COMMENT ON AGGREGATE bloom_agg(anyelement, bigint) IS 'filter of all values, sized for a capacity';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, anyelement, bigint, double precision) IS 'aggregate transition function';
COMMENT ON AGGREGATE bloom_agg(anyelement, bigint, double precision) IS 'filter of all values, sized for a capacity and a false-positive rate';

COMMENT ON FUNCTION bloom_union(bloom, bloom) IS 'filter of all values of both';
COMMENT ON FUNCTION bloom_intersection(bloom, bloom) IS 'filter that holds at least the values in both';
COMMENT ON FUNCTION bloom_compatible(bloom, bloom) IS 'whether two filters combine';
COMMENT ON FUNCTION bloom_fold(bloom, double precision) IS 'smallest fold of a filter at a false-positive rate';
COMMENT ON FUNCTION bloom_union_count(bloom, bloom) IS 'estimated number of distinct values in at least one of two filters';
COMMENT ON FUNCTION bloom_intersection_count(bloom, bloom) IS 'estimated number of distinct values in both of two filters';
COMMENT ON FUNCTION bloom_jaccard(bloom, bloom) IS 'estimated share of the values of two filters that both have';
COMMENT ON FUNCTION bloom_is_subset(bloom, bloom) IS 'whether all values of the first filter may be in the second; false is certain';
COMMENT ON FUNCTION bloom_eq(bloom, bloom) IS 'implementation of = operator';
COMMENT ON FUNCTION bloom_ne(bloom, bloom) IS 'implementation of <> operator';
COMMENT ON FUNCTION bloom_hash_filter(bloom) IS 'hash of a filter itself, for DISTINCT and GROUP BY';
COMMENT ON FUNCTION bloom_hash_filter_extended(bloom, bigint) IS 'hash of a filter itself, with a seed';
COMMENT ON OPERATOR |(bloom, bloom) IS 'filter of all values of both';
COMMENT ON OPERATOR &(bloom, bloom) IS 'filter that holds at least the values in both';
COMMENT ON OPERATOR =(bloom, bloom) IS 'same parameters, same bits';
COMMENT ON OPERATOR <>(bloom, bloom) IS 'other parameters or other bits';
COMMENT ON OPERATOR FAMILY bloom_ops USING hash IS 'equality of filters';
COMMENT ON OPERATOR CLASS bloom_ops USING hash IS 'equality of filters';

COMMENT ON FUNCTION bloom_union_step(bloom_state, bloom) IS 'aggregate transition function';
COMMENT ON FUNCTION bloom_union_step(bloom_state, bloom, double precision) IS 'aggregate transition function';
COMMENT ON FUNCTION bloom_intersection_step(bloom_state, bloom) IS 'aggregate transition function';
COMMENT ON FUNCTION bloom_merge_combine(bloom_state, bloom_state) IS 'aggregate combine function';
COMMENT ON FUNCTION bloom_union_final(bloom_state) IS 'aggregate final function';
COMMENT ON FUNCTION bloom_intersection_final(bloom_state) IS 'aggregate final function';
COMMENT ON AGGREGATE bloom_union_agg(bloom) IS 'filter of all values of all filters';
COMMENT ON AGGREGATE bloom_union_agg(bloom, double precision) IS 'filter of all values of all filters, if its false-positive rate stays within a limit';
COMMENT ON AGGREGATE bloom_intersection_agg(bloom) IS 'filter that holds at least the values in all filters';

COMMENT ON FUNCTION bloom_contains_any(bloom, anyarray) IS 'whether the filter may hold some element; NULL elements are skipped';
COMMENT ON FUNCTION bloom_contains_all(bloom, anyarray) IS 'whether the filter may hold every element; NULL elements are skipped';
COMMENT ON FUNCTION bloom_add_all(bloom, anyarray) IS 'the filter with all elements; NULL elements are skipped';
COMMENT ON FUNCTION bloom_of(anyarray, double precision) IS 'filter of the elements of an array; NULL elements are skipped';

COMMENT ON TYPE bloom_hash_value IS 'what a filter needs to know of a value: its kind and its hash';
COMMENT ON FUNCTION bloom_hash_value_in(cstring) IS 'I/O';
COMMENT ON FUNCTION bloom_hash_value_out(bloom_hash_value) IS 'I/O';
COMMENT ON FUNCTION bloom_hash_value_recv(internal) IS 'I/O';
COMMENT ON FUNCTION bloom_hash_value_send(bloom_hash_value) IS 'I/O';
COMMENT ON FUNCTION bloom_contains_hash(bloom, bloom_hash_value) IS 'whether the filter may hold the value with this hash; false is certain';
COMMENT ON FUNCTION bloom_add_hash(bloom, bloom_hash_value) IS 'the filter with the value with this hash';

COMMENT ON FUNCTION bloom_hash(int2) IS 'hash of a value, to probe many filters with';
COMMENT ON FUNCTION bloom_contained_by(int2, bloom) IS 'implementation of <@ operator';
COMMENT ON OPERATOR @>(bloom, int2) IS 'whether the filter may hold the value; false is certain';
COMMENT ON OPERATOR <@(int2, bloom) IS 'whether the filter may hold the value; false is certain';
COMMENT ON FUNCTION bloom_hash(int4) IS 'hash of a value, to probe many filters with';
COMMENT ON FUNCTION bloom_contained_by(int4, bloom) IS 'implementation of <@ operator';
COMMENT ON OPERATOR @>(bloom, int4) IS 'whether the filter may hold the value; false is certain';
COMMENT ON OPERATOR <@(int4, bloom) IS 'whether the filter may hold the value; false is certain';
COMMENT ON FUNCTION bloom_hash(int8) IS 'hash of a value, to probe many filters with';
COMMENT ON FUNCTION bloom_contained_by(int8, bloom) IS 'implementation of <@ operator';
COMMENT ON OPERATOR @>(bloom, int8) IS 'whether the filter may hold the value; false is certain';
COMMENT ON OPERATOR <@(int8, bloom) IS 'whether the filter may hold the value; false is certain';
COMMENT ON FUNCTION bloom_hash("char") IS 'hash of a value, to probe many filters with';
COMMENT ON FUNCTION bloom_contained_by("char", bloom) IS 'implementation of <@ operator';
COMMENT ON OPERATOR @>(bloom, "char") IS 'whether the filter may hold the value; false is certain';
COMMENT ON OPERATOR <@("char", bloom) IS 'whether the filter may hold the value; false is certain';
COMMENT ON FUNCTION bloom_hash(text) IS 'hash of a value, to probe many filters with';
COMMENT ON FUNCTION bloom_contained_by(text, bloom) IS 'implementation of <@ operator';
COMMENT ON OPERATOR @>(bloom, text) IS 'whether the filter may hold the value; false is certain';
COMMENT ON OPERATOR <@(text, bloom) IS 'whether the filter may hold the value; false is certain';
COMMENT ON OPERATOR ||(bloom, "char") IS 'the filter with one more value';
COMMENT ON OPERATOR ||(bloom, text) IS 'the filter with one more value';
COMMENT ON FUNCTION bloom_hash(bytea) IS 'hash of a value, to probe many filters with';
COMMENT ON FUNCTION bloom_contained_by(bytea, bloom) IS 'implementation of <@ operator';
COMMENT ON OPERATOR @>(bloom, bytea) IS 'whether the filter may hold the value; false is certain';
COMMENT ON OPERATOR <@(bytea, bloom) IS 'whether the filter may hold the value; false is certain';
COMMENT ON FUNCTION bloom_hash(uuid) IS 'hash of a value, to probe many filters with';
COMMENT ON FUNCTION bloom_contained_by(uuid, bloom) IS 'implementation of <@ operator';
COMMENT ON OPERATOR @>(bloom, uuid) IS 'whether the filter may hold the value; false is certain';
COMMENT ON OPERATOR <@(uuid, bloom) IS 'whether the filter may hold the value; false is certain';
COMMENT ON FUNCTION bloom_hash(anyelement) IS 'hash of a value, to probe many filters with';
COMMENT ON FUNCTION bloom_contained_by(anyelement, bloom) IS 'implementation of <@ operator';
COMMENT ON OPERATOR @>(bloom, anyelement) IS 'whether the filter may hold the value; false is certain';
COMMENT ON OPERATOR <@(anyelement, bloom) IS 'whether the filter may hold the value; false is certain';
COMMENT ON OPERATOR ||(bloom, anyelement) IS 'the filter with one more value';

COMMENT ON FUNCTION bloom_shard(int2, integer) IS 'which of so many filters a value belongs to, from 0; independent of the bits it sets';
COMMENT ON FUNCTION bloom_shard(int4, integer) IS 'which of so many filters a value belongs to, from 0; independent of the bits it sets';
COMMENT ON FUNCTION bloom_shard(int8, integer) IS 'which of so many filters a value belongs to, from 0; independent of the bits it sets';
COMMENT ON FUNCTION bloom_shard("char", integer) IS 'which of so many filters a value belongs to, from 0; independent of the bits it sets';
COMMENT ON FUNCTION bloom_shard(text, integer) IS 'which of so many filters a value belongs to, from 0; independent of the bits it sets';
COMMENT ON FUNCTION bloom_shard(bytea, integer) IS 'which of so many filters a value belongs to, from 0; independent of the bits it sets';
COMMENT ON FUNCTION bloom_shard(uuid, integer) IS 'which of so many filters a value belongs to, from 0; independent of the bits it sets';
COMMENT ON FUNCTION bloom_shard(anyelement, integer) IS 'which of so many filters a value belongs to, from 0; independent of the bits it sets';
