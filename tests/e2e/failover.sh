#!/usr/bin/env bash
# Filters on a synchronous standby that is promoted while four clients build, unite and count, when the primary is killed:
# all that was acknowledged is there, and every filter is byte by byte what the replicated plain rows make. So it is in a
# base backup that was taken meanwhile and is restored to points in time: each has exactly what there was at that point.
# The same with every server major: it rests on nothing that differs.
# Takes long, so only with LONG=yes, as in CI.
. "$(dirname "$0")/../../scripts/cluster.sh"

FAILOVERS=${FAILOVERS:-1}
CLIENTS=4
FILES=$(mktemp -d "$CLUSTERS/files.XXXXXX")
NAME=primary KILLED=actor
. tests/killing.bash
. tests/acts.bash

run() { cluster_psql "$NAME" -q "$@"; }

# Everything there is, as one line.
CONTENTS="SELECT md5(string_agg(line, ',' ORDER BY line COLLATE \"C\")) FROM (
    SELECT act || ' ' || n FROM acts UNION ALL SELECT act || ' ' || f::text FROM built UNION ALL
    SELECT target || ' ' || f::text FROM united UNION ALL SELECT target || ' ' || f::text FROM counted UNION ALL
    SELECT s::text FROM seen AS s UNION ALL SELECT l::text FROM seen_layers AS l UNION ALL
    SELECT key || ' ' || f::text FROM fresh UNION ALL SELECT target || ' ' || m::text FROM sealed UNION ALL
    SELECT part || ' ' || v FROM visits UNION ALL
    SELECT what || ' ' || target || ' ' || v FROM plain) AS s (line)"

acting=() first_act=0
act() {
    local i
    for ((i = 1; i <= CLIENTS; i++)); do
        : >"$FILES/acted.$i"
        actor "$i" $((first_act + i)) &
        acting+=($!)
    done
    first_act=$((first_act + 10000))
}
# something_done: until something was committed since they began.
something_done() {
    until acknowledged && [[ -s $FILES/acknowledged ]]; do sleep 0.1; done
}
stop_acting() {
    local pid
    for pid in "${acting[@]}"; do
        while kill -0 "$pid" 2>/dev/null; do # it may not be there yet
            run -c "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'actor'" >"$FILES/stopped"
        done
    done
    wait_for_actors
}
wait_for_actors() {
    local pid
    for pid in "${acting[@]}"; do wait "$pid" || true; done
    acting=()
}
check() {
    if grep -hE 'ERROR|PANIC' "$FILES"/errors.*; then die 'an actor failed'; fi
    run -Atc 'SELECT * FROM check_filters()' | awk -F '|' '{ print $1 " acts, " $2 " filters, " $3 " plain rows; as rebuilt" }'
}

as_postgres mkdir "$CLUSTERS/archive"
for ((ROUND = 1; ROUND <= FAILOVERS; ROUND++)); do
    rm -rf "$CLUSTERS"/{primary,standby,restored*}
    as_postgres find "$CLUSTERS/archive" -type f -delete
    NAME=primary
    cluster_start primary 'fsync = on' 'full_page_writes = on' 'wal_level = replica' 'archive_mode = on' \
        "archive_command = 'cp %p $CLUSTERS/archive/%f'" 'shared_buffers = 4MB' 'autovacuum_naptime = 1s'
    run -f tests/e2e/files/kill_filters.sql >"$FILES/created"

    say 'points in time'
    act
    sleep 0.5
    cluster_copy backup primary
    sleep 0.5
    points=(first second third)
    declare -A contents=() times=()
    for point in "${points[@]}"; do
        something_done
        sleep 0.3
        stop_acting
        # What there is now; a moment for the clock, as a transaction at the very time belongs to it.
        contents[$point]=$(run -Atc "$CONTENTS")
        sleep 0.05
        times[$point]=$(run -Atc 'SELECT clock_timestamp()')
        run -c "SELECT pg_create_restore_point('$point')" >"$FILES/point"
        sleep 0.05
        act
    done
    stop_acting
    wal=$(run -Atc 'SELECT pg_walfile_name(pg_switch_wal())')
    wait_until primary "last_archived_wal >= '$wal' FROM pg_stat_archiver"
    for point in "${points[@]}"; do
        cluster_directory "restored_$point"
        as_postgres cp -a "$CLUSTERS/backup/data" "$CLUSTERS/restored_$point/data"
        target="recovery_target_name = '$point'"
        [[ $point == first ]] || target="recovery_target_time = '${times[$point]}'"
        cluster_set "restored_$point" "unix_socket_directories = '$CLUSTERS/restored_$point'" 'archive_mode = off' \
            "restore_command = 'cp $CLUSTERS/archive/%f %p'" "$target" "recovery_target_action = 'promote'"
        as_postgres touch "$CLUSTERS/restored_$point/data/recovery.signal"
        cluster_start "restored_$point"
        wait_until "restored_$point" 'NOT pg_is_in_recovery()'
        [[ $(cluster_psql "restored_$point" -Atc "$CONTENTS") == "${contents[$point]}" ]] || die "something else at the point $point"
        NAME=restored_$point check
        cluster_stop "restored_$point"
    done
    [[ ${contents[first]} != "${contents[second]}" && ${contents[second]} != "${contents[third]}" ]] || die 'nothing happened between the points'
    rm -rf "$CLUSTERS/backup"

    say 'a standby is promoted'
    cluster_copy standby primary -R
    cluster_set standby "cluster_name = 'standby'" 'archive_mode = off'
    cluster_start standby
    cluster_set primary "synchronous_standby_names = 'standby'" 'synchronous_commit = on'
    run -c 'SELECT pg_reload_conf()' >"$FILES/point"
    wait_until primary "bool_or(sync_state = 'sync') FROM pg_stat_replication"
    act
    something_done
    sleep 1
    kill_one all
    rm "$CLUSTERS/primary/data/postmaster.pid" # by the time of the end another process may have the number
    wait_for_actors
    acknowledged
    NAME=standby
    as_postgres "$PG_BIN/pg_ctl" promote -s -D "$CLUSTERS/standby/data"
    wait_until standby 'NOT pg_is_in_recovery()'
    missing=$(lost)
    [[ ! $missing ]] || die "lost: $missing"
    wc -l <"$FILES/acknowledged"
    check
    # It goes on from there.
    cluster_set standby "synchronous_standby_names = ''"
    act
    something_done
    stop_acting
    check
    cluster_stop standby
done
