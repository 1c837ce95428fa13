#!/usr/bin/env bash
# A value has one hash, whatever the major of the server: else a filter would miss after an upgrade what it holds. For
# types that the server hashes itself (family 255) that rests on its extended hash functions.
. "$(dirname "$0")/../../scripts/cluster.sh"
read -ra majors <<<"${MAJORS:-$PG_MAJOR}"

for major in "${majors[@]}"; do
    PG_BIN=$(bin_of "$major") cluster_start "$major"
    cluster_psql "$major" -q -At -f tests/e2e/files/hashes.sql >"$CLUSTERS/hashes.$major"
    [[ $(wc -l <"$CLUSTERS/hashes.$major") -ge 70 ]]
    diff "$CLUSTERS/hashes.${majors[0]}" "$CLUSTERS/hashes.$major"
done
