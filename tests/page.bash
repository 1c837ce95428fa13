# shellcheck shell=bash
# Sourced by tests of a page of docs/: its SQL gives what the page says.
#   PAGE                              the page
#   part NAME [LANGUAGE]              the code blocks of a language in a part; without a language: the results
#   as_written PART [OPTION...]       runs the part's SQL, and compares what it gives with the page's results
# The test says how to `run` psql, and has a directory FILES.

part() {
    awk -v name="$1" -v fence="\`\`\`${2-}" '
        /^<!-- part: / { here = $3 == name; next }
        !/^```/ { if (wanted) print; next }
        inside { inside = wanted = 0; next }
        { inside = 1; wanted = here && $0 == fence }
    ' "$PAGE" >"$FILES/part"
    [[ -s $FILES/part ]] || die "$PAGE has no part $1${2:+ of $2}"
    cat "$FILES/part"
}

as_written() {
    part "$1" sql >"$FILES/sql"
    run "${@:2}" -f "$FILES/sql" | sed 's/ *$//; /^$/d' >"$FILES/results"
    part "$1" | sed '/^$/d' | diff - "$FILES/results"
}
