#!/usr/bin/env bash
# The trust campaign inside a server, see docs/TRUST.md: STATEMENTS of our own generator, QUERIES of sqlsmith, and the
# memory of a session over CALLS of each function; PROBES of filters; KILLS of servers under the live set and as many
# under other filters; FAILOVERS to a standby and to points in time; SCREENED joins with remote tables; JOINED local
# tables; LARGE_JOINS, of which those that lose most are shown; HIDDEN rows that EXPLAIN might tell of; QUESTIONS that are
# asked in several ways; ATTACKS by random programs; LOOKUPS by plain queries that skip partitions; from SEED on. A part of 0
# is left out.
. "$(dirname "$0")/cluster.sh"
export STATEMENTS=${STATEMENTS:-250000} QUERIES=${QUERIES:-150000} CALLS=${CALLS:-100000} SEED=${SEED:-1}
export PROBES=${PROBES:-250000000} KILLS=${KILLS:-250} FAILOVERS=${FAILOVERS:-5} SCREENED=${SCREENED:-100000}
export JOINED=${JOINED:-100000} LARGE_JOINS=${LARGE_JOINS:-1000} HIDDEN=${HIDDEN:-2000}
export QUESTIONS=${QUESTIONS:-1000} ATTACKS=${ATTACKS:-1000} LOOKUPS=${LOOKUPS:-100000}

install_for_tests
parts=()
if ((STATEMENTS)); then parts+=(tests/campaign/statements.sh); fi
if ((QUERIES)); then parts+=(tests/campaign/sqlsmith.sh); fi
if ((CALLS)); then parts+=(tests/e2e/memory.sh tests/e2e/executions.sh); fi
if ((PROBES)); then parts+=(tests/e2e/probes.sh); fi
if ((KILLS)); then parts+=(tests/e2e/kill.sh tests/e2e/kill_filters.sh); fi
if ((SCREENED)); then parts+=(tests/e2e/screen_random.sh); fi
if ((JOINED)); then parts+=(tests/e2e/join_random.sh); fi
if ((LARGE_JOINS)); then parts+=(tests/campaign/large_joins.sh); fi
if ((HIDDEN)); then parts+=(tests/campaign/hidden_rows.sh); fi
if ((QUESTIONS)); then parts+=(tests/campaign/questions.sh); fi
if ((ATTACKS)); then parts+=(tests/campaign/attacks.sh); fi
if ((LOOKUPS)); then parts+=(tests/campaign/skip_plain.sh); fi
if ((FAILOVERS)); then parts+=(tests/e2e/failover.sh); fi
for part in "${parts[@]}"; do
    say "$part, PostgreSQL $PG_MAJOR${SERVER:+ ($SERVER)}"
    seconds=$SECONDS
    "$part" || failed=1
    say "$((SECONDS - seconds)) s"
done
[[ -z ${failed-} ]]
