#!/usr/bin/env bash
# What a role with one privilege on one of the tables that the extension makes for others can do to them: the table in
# docs/reference/limits.md, computed. Without an argument it is compared with the page; with `print` it is written. Of two
# privileges, those that allow more than each of them.
. "$(dirname "$0")/../../scripts/cluster.sh"

PAGE=docs/reference/limits.md
cluster_start granted
cluster_psql granted -q <<'EOF'
CREATE EXTENSION bloom_rs;
CREATE ROLE owner_;
CREATE ROLE other_;
CREATE FUNCTION fails(query text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE query;
    RETURN false;
EXCEPTION WHEN OTHERS THEN
    RETURN true;
END $$;
-- -1 for an error.
CREATE FUNCTION rows(query text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    found bigint;
BEGIN
    EXECUTE query INTO found;
    RETURN found;
EXCEPTION WHEN OTHERS THEN
    RETURN -1;
END $$;
EOF

# try OBJECT PRIVILEGE STATEMENT: lines with what this statement of the role changes; none if it cannot run it.
try() {
    cluster_run granted psql -XqAt -d postgres -v object="$1" -v privilege="$2" -v statement="${3//@/$1}" \
        -f tests/e2e/files/granted.sql 2>/dev/null | grep -E '^[ 0-9]{2} '
}

spies=
for event in INSERT UPDATE DELETE TRUNCATE; do
    for level in ROW STATEMENT; do
        if [[ $event-$level == TRUNCATE-ROW ]]; then continue; fi
        spies+="CREATE TRIGGER a_${event}_$level BEFORE $event ON @ FOR EACH $level EXECUTE FUNCTION own.spy();"
    done
done

# statements OBJECT PRIVILEGE: what to try, one in each line; @ is the table.
statements() {
    case $2 in
    SELECT) echo 'SELECT count(*) FROM @;' ;;
    DELETE) printf '%s\n' 'DELETE FROM @;' "DELETE FROM @ WHERE ctid <> '(0,1)';" ;;
    TRUNCATE) echo 'TRUNCATE @;' ;;
    TRIGGER) echo "$spies" ;;
    esac
    case $1-$2 in
    shop-CREATE) echo "CREATE FUNCTION shop.seen_contains(v name) RETURNS boolean LANGUAGE sql AS 'INSERT INTO own.log VALUES (current_user, ''SELECT''); SELECT true';" ;;
    seen-INSERT) printf '%s\n' "INSERT INTO @ VALUES (0, 7, bloom_of(ARRAY['x']), true), (5, 0, bloom_of(ARRAY['x']), true);" \
        'INSERT INTO @ SELECT layer + 1, shard, f, open FROM @;' ;;
    seen-UPDATE) printf '%s\n' "UPDATE @ SET f = bloom_of(ARRAY['x']);" 'UPDATE @ SET open = false;' 'UPDATE @ SET layer = layer + 1;' ;;
    seen-REFERENCES) echo 'CREATE TABLE own.ref (layer integer, shard integer, FOREIGN KEY (layer, shard) REFERENCES @); INSERT INTO own.ref VALUES (1, 0);' ;;
    *_layers-INSERT) printf '%s\n' 'INSERT INTO @ VALUES (9, 1, 0.01, true, false, now(), false, 0.01);' ;;
    *_layers-UPDATE) printf '%s\n' 'UPDATE @ SET shards = 1;' 'UPDATE @ SET layer = layer + 5;' 'UPDATE @ SET fpp = 0.9;' \
        'UPDATE @ SET newer = NOT newer;' 'UPDATE @ SET older = NOT older;' 'UPDATE @ SET set_fpp = 0.5;' ;;
    *_layers-REFERENCES) echo 'CREATE TABLE own.ref (layer integer REFERENCES @); INSERT INTO own.ref VALUES (1);' ;;
    esac
}

qualified() { if [[ $1 == shop ]]; then echo shop; else echo "shop.$1"; fi; }

table() {
    local object privilege statement effect
    printf '| on | privilege, with SELECT | what it allows |\n|---|---|---|\n'
    for object in shop seen seen_layers; do
        for privilege in CREATE SELECT INSERT UPDATE DELETE TRUNCATE REFERENCES TRIGGER; do
            if [[ $object == shop && $privilege != CREATE || $object != shop && $privilege == CREATE ]]; then continue; fi
            effect=$(statements "$object" "$privilege" | while IFS= read -r statement; do
                try "$(qualified "$object")" "$privilege" "$statement" || echo "99 failed: $statement"
            done | sort -u | cut -c 4- | sed '1{/^nothing$/d}' | paste -sd ';' | sed 's/;/; /g')
            printf '%s\t%s\t%s\n' "$object" "$privilege" "${effect:-nothing}"
        done
    done | awk -F '\t' '
        { key = $1 FS $3 }
        !(key in privileges) { order[++n] = key; object[key] = $1; effect[key] = $3 }
        { privileges[key] = privileges[key] (privileges[key] == "" ? "" : ", ") $2 }
        END {
            for (i = 1; i <= n; i++)
                printf "| `%s` | %s | %s |\n", object[order[i]], privileges[order[i]], effect[order[i]]
        }'
}

if [[ ${1-} == print ]]; then table; exit; fi
computed=$(table)
diff <(sed -n '/^| on | privilege/,/^$/p' "$PAGE" | sed '/^$/d') - <<<"$computed" ||
    die "the table of privileges in $PAGE is not what was computed: tests/e2e/granted.sh print"

# INSERT, and a privilege to remove rows, replace them as UPDATE does.
for removal in 'DELETE FROM' TRUNCATE; do
    for row in "seen layer, shard, bloom_of(ARRAY['x']), open" 'seen_layers layer, 1, fpp, grows, older, since, newer, set_fpp, element'; do
        try "shop.${row%% *}" "INSERT, ${removal% FROM}" \
            "CREATE TABLE own.copy AS TABLE @; $removal @; INSERT INTO @ SELECT ${row#* } FROM own.copy;" |
            grep -q 'lose values' || die "INSERT and $removal on ${row%% *} lose no values"
    done
done
