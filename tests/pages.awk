# A page as a script for psql, and what psql is to print, block by block. Of `-v` it takes:
#   major     of the server
#   expected  the file for what is printed; the script goes to standard output
# Blocks of `sql` run one after the other. A block without a language right behind one is what it prints; one that begins
# with "=> " has both. Comments say what a reader does not need to see, each of the next block:
#   <!-- not run: WHY -->     its statements, or the results of none
#   <!-- $1: VALUE -->        what stands for a parameter
#   <!-- PostgreSQL 15 -->    the results are of this major, and only compared there
#   <!-- run:                 SQL up to `-->`, which only this test runs; results may follow here too
function fail(why) { print FILENAME ":" FNR ": " why >"/dev/stderr"; failed = 1 }
function finish() { # what was gathered of the last statements and their results
    if (line) {
        printf "\\echo @@ %d %s\n%s", line, compared ? "compare" : "run", statements
        printf "@@ %d %s\n%s", line, compared ? "compare" : "run", compared ? results : "" >expected
    }
    line = 0
}
function forget() { skip = parameter = only = "" }

setup { if (/^-->$/) { setup = 0; adjacent = 1 } else statements = statements $0 "\n"; next }
/^<!-- run:$/ { finish(); setup = 1; line = FNR; compared = 0; statements = ""; next }
/^<!-- not run: .* -->$/ { skip = 1; next }
/^<!-- \$1: .* -->$/ { parameter = substr($0, 10, length($0) - 13); next }
/^<!-- PostgreSQL [0-9]+ -->$/ { only = $3; next }
/^ +```/ { fail("a block that is indented is not seen") }
!inside && /^```/ {
    inside = FNR
    language = substr($0, 4)
    if (skip || language !~ /^(sql|)$/) { finish(); kind = "none" }
    else if (language == "sql") {
        finish(); kind = "sql"; line = FNR; compared = 0; statements = ""
    } else if (line && adjacent) {
        kind = "results"; results = ""; compared = !only || only == major
    } else { finish(); kind = "session" }
    next
}
inside && /^```/ {
    if (kind == "session" && !line) fail("results of nothing: they need a block of sql before them, or a comment")
    adjacent = kind == "sql"
    inside = 0
    forget()
    next
}
!inside { if (!/^$/ && !/^<!--/) adjacent = 0; next }
kind == "sql" { if (parameter) gsub(/\$1/, parameter); statements = statements $0 "\n" }
kind == "results" && !/^ *$/ { sub(/ +$/, ""); results = results $0 "\n" }
kind == "session" && inside == FNR - 1 && /^=> / {
    line = FNR; statements = substr($0, 4) "\n"; results = ""; compared = !only || only == major
    typing = !/; *$/
    next
}
kind == "session" && line && typing { statements = statements $0 "\n"; typing = !/; *$/; next }
kind == "session" && line && !/^ *$/ { sub(/ +$/, ""); results = results $0 "\n" }
END {
    finish()
    if (inside || setup) fail("a block without an end")
    exit failed
}
