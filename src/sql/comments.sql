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
COMMENT ON FUNCTION bloom_count(bloom) IS 'estimated number of distinct values';
COMMENT ON FUNCTION bloom_params(bigint, double precision) IS 'size and rate of a filter for a capacity and a false-positive rate, as one row';
COMMENT ON FUNCTION bloom_optimal_bits(bigint, double precision) IS 'bits for n values at rate p: -n ln p / (ln 2)^2';
COMMENT ON FUNCTION bloom_optimal_hashes(bigint, bigint) IS 'best number of hashes: (bits / n) ln 2';
COMMENT ON FUNCTION bloom_expected_fpp(bigint, integer, bigint) IS 'false-positive rate with n values: (1 - e^(-hashes n / bits))^hashes';

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
