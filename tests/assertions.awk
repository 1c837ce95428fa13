# What psql printed, with the source of each ASSERT that failed: PostgreSQL names its line in the block or function alone.
function source(file, last, name, number,   line, i, first, text) {
    for (i = 1; (getline line <file) > 0; i++) {
        text[i] = line
        if (name == "inline_code_block" ? i <= last && line ~ /^DO / : line ~ "(FUNCTION|PROCEDURE) " name "\\(") first = i
    }
    close(file)
    while (first && first < i && text[first] !~ /\$/) first++ # where the body begins
    if (first) print file ":" first + number - 1 ": " text[first + number - 1]
}
{ print }
/^psql:.*: ERROR: / { split($0, at, ":") }
match($0, /^CONTEXT:  PL\/pgSQL function [a-z_0-9.]+.* line [0-9]+ at ASSERT$/) {
    name = $4; sub(/\(.*/, "", name)
    number = $0; sub(/.* line /, "", number)
    source(at[2], at[3], name, number + 0)
}
