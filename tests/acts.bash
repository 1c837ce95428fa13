# shellcheck shell=bash
# Sourced by tests whose writers act as in tests/e2e/files/kill_filters.sql:
#   actor NUMBER FROM       acts from this number on, by a client of the cluster NAME, until that is gone; the acts that
#                           were committed go to FILES/acted.NUMBER
#   acknowledged            writes the acts of all actors that were committed to FILES/acknowledged
#   lost                    those of them that are not there: `run` asks
actor() {
    awk -v seed="$RANDOM$1" -v act="$2" -v step="$CLIENTS" '
        function next_act() { act += step; return act }
        function one(number,   kind, n) {
            kind = rand(); n = int(rand() * 1000) + 1
            if (kind < 0.2) return "build(" number ", " n ")"
            if (kind < 0.35) return "unite(" number ", " n ")"
            if (kind < 0.4) return "add_one(" number ")"
            if (kind < 0.5) return "count_up_and_down(" number ", " n ")"
            if (kind < 0.6) return "file(" number ", " n ")"
            if (kind < 0.65) return "seal(" number ")"
            if (kind < 0.75) return "see(" number ", " n % 50 + 1 ")"
            if (kind < 0.9) return "visit(" number ", " n % 200 + 1 ")"
            if (kind < 0.95) return "build_visits(" number ")"
            return "join_pairs(" number ")"
        }
        BEGIN {
            srand(seed)
            for (;;) {
                if (rand() < 0.9) print "SELECT " one(next_act()) ";"
                else if (rand() < 0.5) print "BEGIN;\nSELECT " one(-next_act()) ";\nROLLBACK;"
                else print "BEGIN;\nSAVEPOINT s;\nSELECT " one(-next_act()) ";\nROLLBACK TO s;\nCOMMIT;"
            }
        }' 2>"$FILES/awk" | PGAPPNAME=actor run -At >"$FILES/acted.$1" 2>"$FILES/errors.$1"
}

acknowledged() {
    cat "$FILES"/acted.* | grep -E '^[0-9]+$' >"$FILES/acknowledged" || true
}

lost() {
    run -At -c 'CREATE TEMP TABLE acknowledged (act bigint)' -c "\\copy acknowledged FROM '$FILES/acknowledged'" \
        -c 'SELECT act FROM acknowledged EXCEPT SELECT act FROM acts'
}
