# Reads what psql echoes and prints (statements.sh), counts, and fails if something must not be; where sessions with
# statements that took too long are written down (late), they are no failure yet.

function bad(what) { print what ": " statement; failed = 1 }
# Counts the time that came last.
function took() {
    if (time == "") return
    statements++
    if (time > slowest) { slowest = time; slow = timed }
    if (time > limit && late) {
        print time " ms: " timed
        print seed "\t" timed >>late
    } else if (time > limit) {
        statement = timed
        bad(time " ms")
    }
}
/^(psql:[^ ]* )?(ERROR|FATAL|PANIC):  [0-9A-Z]+:/ {
    match($0, /:  [0-9A-Z]+:/)
    state = substr($0, RSTART + 3, 5)
    states[state]++
    errors++
    if (state == "XX000") bad($0)
    next
}
/server closed the connection|connection to server was lost|^Lost: / { bad($0) }
/^Session: / { took(); time = statement = ""; sessions++; seed = $2 }
/^Memory: / {
    if ($2 > memory) memory = $2
    if ($2 > 1048576) bad($0)
}
/^Time: / { took(); time = statement ? $2 : ""; timed = statement; next } # what prepares the session is none
/^RESET / { time = "" } # that of the query that made the statements
/^(SELECT|UPDATE|DEALLOCATE|DECLARE|DO) / { statement = $0 }
END {
    took()
    printf "%d statements in %d sessions, %d of them errors; the slowest %d ms; bloom_rs has %d bytes at most\n", statements, sessions, errors, slowest, memory
    print "the slowest: " substr(slow, 1, 300)
    for (state in states) printf "  %s %d\n", state, states[state] | "sort -k2 -rn"
    close("sort -k2 -rn")
    exit failed || statements < wanted || !memory
}
