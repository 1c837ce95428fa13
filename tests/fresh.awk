# The commands that README.md prints, from the heading Installation to the end of the tour, as a script for bash: the blocks
# of sh as they are, and the blocks of SQL as what is typed into the psql before them.
/^## / { on = /^## (Installation|Five-minute tour)$/ }
on && /^```(sh|sql)$/ { kind = substr($0, 4); next }
/^```$/ { kind = ""; next }
kind == "sh" {
    end()
    if (/^psql [a-z]+$/) typing = $0; else print
    commands++
}
kind == "sql" {
    if (typing) { print typing " <<'END_OF_SQL'"; typed = 1; typing = "" }
    if (!typed) { print FILENAME ":" FNR ": SQL without a psql" >"/dev/stderr"; exit 1 }
    print
    statements += /;$/ || /^\\/
}
function end() { if (typed) print "END_OF_SQL"; typed = 0; typing = "" }
END {
    end()
    if (commands < 5 || statements < 5) { print FILENAME ": the commands are missing" >"/dev/stderr"; exit 1 }
}
