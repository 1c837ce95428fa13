#!/usr/bin/env bash
# Puts together what CREATE EXTENSION reads: target/sql/bloom_rs.sql out of sql/, to be installed as
# bloom_rs--VERSION.sql, and the control file with its version, that of Cargo.toml.
. "$(dirname "$0")/env.sh"

# In the order in which they need each other.
files=(types equality planner build contains hash sets info exchange counting aggregates
    bloom_agg.template counting_bloom_agg.template)
# Each kind of value with its type in SQL, for the templates.
kinds=(int2=int2 int4=int4 int8=int8 char='"char"' text=text bpchar=bpchar bytea=bytea uuid=uuid any=anyelement)

extension_sql() {
    local file kind
    printf '%s\n' '\echo Use "CREATE EXTENSION bloom_rs" to load this file. \quit'
    for file in "${files[@]}"; do
        printf '\n'
        if [[ $file == *.template ]]; then
            for kind in "${kinds[@]}"; do
                sed "/^--/d; s/@kind@/${kind%%=*}/g; s/@type@/${kind#*=}/g" "sql/$file.sql"
            done
        else
            cat "sql/$file.sql"
        fi
    done
}

# put FILE: writes what it reads, unless that is there already; else cargo would build the tests again.
put() {
    cat >"$1.new"
    if cmp -s "$1.new" "$1"; then rm "$1.new"; else mv "$1.new" "$1"; fi
}

for file in sql/*.sql; do
    name=$(basename "$file" .sql)
    [[ $name == *--* || " ${files[*]} " == *" $name "* ]] || die "$file is not in the list of scripts/sql.sh"
done

mkdir -p "$BUILD/sql"
extension_sql | put "$BUILD/sql/bloom_rs.sql"
if [[ -e sql/bloom_rs--$VERSION.sql ]]; then
    cmp -s "sql/bloom_rs--$VERSION.sql" "$BUILD/sql/bloom_rs.sql" ||
        die "$VERSION is released, and must not change: see docs/RELEASING.md"
fi
sed "s/@CARGO_VERSION@/$VERSION/" bloom_rs.control | put "$BUILD/sql/bloom_rs.control"
