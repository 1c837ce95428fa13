#!/usr/bin/env bash
# The SQL tests, or those that are named, on a server that forgets its caches whenever it may (debug_discard_caches = 1),
# where a query of a second takes minutes. So the setting holds for a few paragraphs of a file at a time (PIECE), and the
# rest of the file runs without it. A piece of more than LIMIT seconds is run again by single paragraphs, and what still
# takes longer is skipped: tests/campaign/discard_caches.sh 18_matrix.sql
. "$(dirname "$0")/../../scripts/cluster.sh"
size=${PIECE:-4} passed=0 failed=0 skipped=0
export LIMIT=${LIMIT:-600} LATE=$CLUSTERS/late

# paragraphs FILE: the lines at which they begin, and the one behind the last. The first one begins behind CREATE EXTENSION, the
# others at comments between statements.
paragraphs() {
    awk '
        !begun && /^CREATE EXTENSION (IF NOT EXISTS )?bloom_rs/ { begun = 1; print NR + 1 }
        begun && !quoted && /^-- / && before !~ /^-- / && before ~ /^(\\.*|.*;|)$/ { print NR }
        { if (gsub(/\$[a-z]*\$/, "&") % 2) quoted = !quoted; before = $0 }
        END { print NR + 1 }' "$1"
}

# piece NAME FROM TO...: passes, fails, or is late if lines FROM to TO of a test are.
piece() {
    rm -f "$LATE"
    if regress discard --launcher="env FROM=$2 TO=$3 tests/campaign/discard_caches.bash" "$1" >"$CLUSTERS/out" 2>&1; then
        passed=$((passed + 1))
        return
    fi
    # It may not have come to the end, where it drops its roles, which would be in the way of the next one.
    cluster_psql discard -qAt <<'SQL'
DROP DATABASE IF EXISTS bloom_rs_regress;
SELECT format('DROP ROLE %I', rolname) FROM pg_roles WHERE rolname ~ '^regress_' \gexec
SQL
    [[ ! -e $LATE ]] || return 1
    failed=$((failed + 1))
    cat "$CLUSTERS/out"
}

cluster_start discard
files=(tests/sql/*.sql)
if (($#)); then files=("${@/#/tests/sql/}"); fi
for file in "${files[@]}"; do
    name=$(basename "$file" .sql) seconds=$SECONDS
    mapfile -t starts < <(paragraphs "$file")
    ((${#starts[@]} > 1)) || die "$file: nothing to run"
    for ((i = 0; i < ${#starts[@]} - 1; i += size)); do
        end=$((i + size < ${#starts[@]} ? i + size : ${#starts[@]} - 1))
        if piece "$name" "${starts[i]}" "${starts[end]}"; then continue; fi
        for ((j = i; j < end; j++)); do
            if piece "$name" "${starts[j]}" "${starts[j + 1]}"; then continue; fi
            skipped=$((skipped + 1))
            say "$file:${starts[j]}: skipped, as it takes longer than $LIMIT s"
        done
    done
    say "$file: $((SECONDS - seconds)) s"
done
printf '%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
((failed == 0 && passed > 0))
