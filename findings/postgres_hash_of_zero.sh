#!/usr/bin/env bash
# PostgreSQL 16.2 (pgserver 0.1.4): "extended" hash functions, which take a seed, do not mix it into the hash of zero and of what is
# empty.
# Usual guess: the k hashes of a Bloom filter are one such function with k seeds, as k independent ones, for every value of a type.
# Behavior: 0.0, the numeric NaN and the jsonb {} hash to the seed itself, numeric 0 to the seed less one, an empty array to 1, and a
# `timetz` that has as many microseconds as its zone has seconds to 0: there it is one hash XOR another. So an empty array sets one
# bit instead of k, and zeros the first k. 0 as an integer, '' and 0:00 as `time` do have another hash for each seed.
. "$(dirname "$0")/finding.bash"
pgserver_with 0.1.4
cluster data 5001
on 5001 >"$WORK/printed" <<'SQL'
SELECT seed, hashfloat8extended(0, seed), hash_numeric_extended(0, seed), hash_numeric_extended('NaN', seed),
       jsonb_hash_extended('{}', seed), hash_array_extended('{}'::text[], seed), hash_multirange_extended('{}'::int8multirange, seed),
       timetz_hash_extended('00:00+00', seed), timetz_hash_extended('00:00:00.0072-02', seed)
  FROM unnest(ARRAY[1, 2, 3, -1000000000000]) AS seed;
SELECT count(DISTINCT hashint4extended(0, seed)), count(DISTINCT hashtextextended('', seed)), count(DISTINCT time_hash_extended('0:0', seed)),
       count(DISTINCT hashfloat8extended(1, seed)), count(DISTINCT timetz_hash_extended('01:00+00', seed))
  FROM generate_series(1, 1000) AS seed;
SQL
seen <<'SEEN'
1|1|0|1|1|1|1|0|0
2|2|1|2|2|1|1|0|0
3|3|2|3|3|1|1|0|0
-1000000000000|-1000000000000|-1000000000001|-1000000000000|-1000000000000|1|1|0|0
1000|1000|1000|1000|1000
SEEN
