#!/usr/bin/env bash
# What pg_regress calls instead of psql: COMMAND... < TEST. Lines FROM to TO of the test run with debug_discard_caches = 1,
# but for CREATE and DROP EXTENSION, each of which would take a quarter of an hour. After LIMIT seconds it ends, and LATE is there.
set -o pipefail
awk -v from="$FROM" -v to="$TO" '
    function discard(on) { print "SET debug_discard_caches = " on ";" }
    NR == to { discard(0) }
    NR == from { discard(1) }
    /^(CREATE|DROP) EXTENSION / && NR >= from && NR < to { discard(0); print; discard(1); next }
    { print }
    /^\\c / && NR >= from && NR < to { discard(1) }' | timeout "$LIMIT" "$@" 2>&1 | grep -vxE 'SET debug_discard_caches = [01];'
if [[ ${PIPESTATUS[1]} -eq 124 ]]; then
    touch "$LATE"
    # Its process is still at work, in the way of the next test.
    "$1" -X -q -d postgres -c "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
fi
