#!/usr/bin/env bash
# Runs every test with every supported server, one after the other, and then what goes from one to the next.
. "$(dirname "$0")/../env.sh"
export LONG=yes

make --no-print-directory test-core
for major in "${SUPPORTED[@]}"; do
    env PG="$major" PG_CONFIG= make --no-print-directory test-pg test-sql test-e2e
done
make --no-print-directory test-majors SKIP_INSTALL=yes
if [[ $OWN_MAJOR ]]; then env PG="$OWN_MAJOR" PG_CONFIG= make --no-print-directory test-beside; fi
