# shellcheck shell=bash
# Sourced by tests of sessions that are told one thing after another; `run` runs psql, FILES is a directory:
#   session NAME            opens it
#   tell NAME SQL           does not wait
#   waits NAME              until it waits for a lock
#   says NAME OUTPUT        until it has done all, and has said this since it was asked last
#   sessions_end            closes all
# And of statements that must fail:
#   refuses SQLSTATE QUERY...
declare -A TO ASKED
session() {
    local to
    mkfifo "$FILES/$1"
    PGAPPNAME=$1 run -At -v ON_ERROR_STOP=0 -v VERBOSITY=sqlstate <"$FILES/$1" >"$FILES/$1.out" 2>&1 &
    exec {to}>"$FILES/$1"
    TO[$1]=$to ASKED[$1]=0
}
tell() { echo "$2" >&"${TO[$1]}"; }
waits() {
    for _ in {1..6000}; do
        [[ $(run -Atc "SELECT wait_event_type FROM pg_stat_activity WHERE application_name = '$1'") == Lock ]] && return
        sleep 0.05
    done
    die "$1 does not wait"
}
says() {
    local output
    tell "$1" "\\echo done $((++ASKED[$1]))"
    for _ in {1..6000}; do
        grep -q "^done ${ASKED[$1]}\$" "$FILES/$1.out" && break
        sleep 0.05
    done
    output=$(awk -v done="done ${ASKED[$1]}" -v before="done $((ASKED[$1] - 1))" \
        '$0 == done { exit } here || before == "done 0" { print } $0 == before { here = 1 }' "$FILES/$1.out" | paste -sd ' ')
    [[ $output == "$2" ]] || { printf '%s says "%s" and not "%s"\n' "$1" "$output" "$2" >&2; return 1; }
}
sessions_end() {
    local name to
    for name in "${!TO[@]}"; do to=${TO[$name]}; exec {to}>&-; rm "$FILES/$name"; done
    wait
    TO=() ASKED=()
}
refuses() {
    local queries=("${@:2}")
    if run -v VERBOSITY=sqlstate "${queries[@]/#/-c}" >"$FILES/refused" 2>&1; then die "accepted: ${*:2}"; fi
    grep -q "ERROR:  $1\$" "$FILES/refused" || { cat "$FILES/refused" >&2; return 1; }
}
