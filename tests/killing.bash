# shellcheck shell=bash
# Sourced by tests that kill a server: the cluster NAME, whose clients connect as application KILLED.
#   postmaster      its process id, or nothing: after a crash the file names one that is gone, or by now another process
#   kill_one KIND   by signal 9: a backend of that application, an auxiliary process, the postmaster, all processes
#   up              starts the server, unless it does so by itself; does not wait for its recovery
#   answers         waits until it does
#   COUNT           how many of each kind were killed
#   kills           KILLS of them, under CLIENTS clients at a time; ROUND is how many there were. The test's own are
#                       client NUMBER   works until the server is gone; what it is told goes to FILES/errors.NUMBER
#                       beside          may do something beside them just before the kill; its processes go to `pids`
#                       check           what must hold once the server answers again

postmaster() {
    local pid
    pid=$(head -n 1 "$CLUSTERS/$NAME/data/postmaster.pid" 2>/dev/null)
    if { tr '\0' ' ' <"/proc/$pid/cmdline"; } 2>/dev/null | grep -q -- "-D $CLUSTERS/$NAME/data "; then echo "$pid"; fi
}

# stops PID: by a signal; fails if it has ended, or is about to.
stops() {
    local state
    kill -STOP "$1" 2>/dev/null || return 1
    while { read -r _ _ state _ <"/proc/$1/stat"; } 2>/dev/null && [[ $state != Z ]]; do
        [[ $state != T ]] || return 0
        sleep 0.01
    done
    return 1
}

# The ids of the server's processes, without zombies, which do no harm.
processes() { find /proc/[0-9]*/cwd -maxdepth 0 -lname "$CLUSTERS/$NAME/data" 2>/dev/null | cut -d/ -f3; }

gone() { while kill -0 "$1" 2>/dev/null; do sleep 0.01; done; }

# shellcheck disable=SC2034 # of scripts/cluster.sh
CRASH='PANIC:|panicked at|was terminated by signal [^9]|TRAP:'
declare -A COUNT=()
kill_one() {
    local pid pids
    pid=$(postmaster)
    [[ $pid ]] || die 'the server is gone, and nobody here has killed it'
    case $1 in
    backend | auxiliary)
        local like="application_name = '$KILLED'"
        [[ $1 == backend ]] || like="backend_type IN ('checkpointer', 'walwriter', 'background writer', 'autovacuum worker')"
        pid=
        # The first client may not be there yet, and a worker may be about to end: what is stopped cannot.
        until [[ $pid ]] && stops "$pid"; do
            pid=$(run -Atc "SELECT pid FROM pg_stat_activity WHERE $like ORDER BY random() LIMIT 1")
        done
        kill -9 "$pid"
        gone "$pid"
        ;;
    postmaster)
        kill -9 "$pid"
        gone "$pid"
        while [[ $(processes) ]]; do sleep 0.01; done # the others notice, and end
        # The leader of a parallel query fails this assertion of PostgreSQL's then, without the extension, too (18.6). With a
        # postmaster, its log would say that a process was terminated by a signal.
        sed -i '/^TRAP: .*"!IsTransactionOrTransactionBlock()".*"pgstat.c"/s/^TRAP:/without a postmaster:/' "$CLUSTERS/$NAME/log"
        ;;
    all | recovery)
        # Until none is left, as one that is forked meanwhile may wait for a lock of the dead for ever.
        while mapfile -t pids < <(processes) && ((${#pids[@]})); do
            kill -9 "${pids[@]}" 2>/dev/null || true # one may have ended by itself
        done
        gone "$pid"
        ;;
    esac
    COUNT[$1]=$((${COUNT[$1]:-0} + 1))
}

up() {
    [[ ! $(postmaster) ]] || return 0
    # Not by pg_ctl: a postmaster without a parent stays a zombie for a while, and in the way of the next one.
    as_postgres "$PG_BIN/postgres" -D "$CLUSTERS/$NAME/data" >>"$CLUSTERS/$NAME/log" 2>&1 &
    until [[ $(postmaster) ]]; do
        kill -0 $! 2>/dev/null || die "the server does not start: $(tail -n 3 "$CLUSTERS/$NAME/log")"
        sleep 0.01
    done
}

answers() {
    for _ in {1..12000}; do
        if run -c 'SELECT' >"$FILES/answer" 2>&1; then return; fi
        sleep 0.05
    done
    cat "$FILES/answer" "$CLUSTERS/$NAME/log" >&2
    die 'the server does not come up again'
}

beside() { :; }

kills() {
    local kinds=(backend backend auxiliary postmaster all all) pids i pid
    RANDOM=${SEED:-$$}
    for ((ROUND = 0; ROUND < KILLS; )); do
        pids=()
        for ((i = 1; i <= CLIENTS; i++)); do
            client "$i" &
            pids+=($!)
        done
        sleep 0.$((RANDOM % 5))$((RANDOM % 10))
        ((RANDOM % 5)) || run -c 'CHECKPOINT' >"$FILES/checkpoint" 2>&1 & # pages are written whole after it
        pids+=($!)
        beside
        sleep 0.0$((RANDOM % 10))
        kill_one "${kinds[RANDOM % ${#kinds[@]}]}"
        ROUND=$((ROUND + 1))
        for pid in "${pids[@]}"; do wait "$pid" || true; done # the server is gone for all of them
        up
        while ((ROUND < KILLS && RANDOM % 6 == 0)); do
            sleep 0.0$((RANDOM % 10))
            kill_one recovery
            ROUND=$((ROUND + 1))
            up
        done
        answers
        # A leader may say that its worker was killed before it is ended itself.
        if grep -hE 'ERROR|PANIC' "$FILES"/errors.* | grep -v 'lost connection to parallel worker'; then
            die 'a client failed for another reason'
        fi
        check
    done
    for i in "${!COUNT[@]}"; do printf '%s: %d\n' "$i" "${COUNT[$i]}"; done
}
