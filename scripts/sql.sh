#!/usr/bin/env bash
# Puts together what CREATE EXTENSION reads: target/sql/bloom_rs.sql out of sql/, to be installed as
# bloom_rs--VERSION.sql, and the control file with its version, that of Cargo.toml; and what ALTER EXTENSION reads, the
# scripts of sql/ with what they have in common with it.
. "$(dirname "$0")/env.sh"

# In the order in which they need each other.
files=(types equality planner build contains hash sets info exchange schemes counting aggregates
    bloom_agg.template counting_bloom_agg.template any show matrix)
# Each kind of value with its type in SQL, for the templates.
kinds=(int2=int2 int4=int4 int8=int8 char='"char"' text=text bpchar=bpchar bytea=bytea uuid=uuid any=anyelement
    bool=boolean date=date timestamp=timestamp timestamptz=timestamptz float4=real float8='double precision'
    numeric=numeric inet=inet)

# of_kinds TEMPLATE KIND...: the template for each of them.
of_kinds() {
    local kind
    for kind in "${kinds[@]}"; do
        [[ " ${*:2} " != *" ${kind%%=*} "* ]] || sed "/^--/d; s/@kind@/${kind%%=*}/g; s/@type@/${kind#*=}/g" "sql/$1.sql"
    done
}

extension_sql() {
    local file
    printf '%s\n' '\echo Use "CREATE EXTENSION bloom_rs" to load this file. \quit'
    for file in "${files[@]}"; do
        printf '\n'
        if [[ $file == *.template ]]; then
            of_kinds "$file" "${kinds[@]%%=*}"
        else
            cat "sql/$file.sql"
        fi
    done
}

# update_sql SCRIPT: with what its lines @template TEMPLATE KIND...@ and @file FILE@ stand for.
update_sql() {
    local line what names
    while IFS= read -r line; do
        if [[ $line =~ ^@(template|file)\ (.*)@$ ]]; then
            what=${BASH_REMATCH[1]}
            read -ra names <<<"${BASH_REMATCH[2]}"
            if [[ $what == file ]]; then cat "sql/${names[0]}.sql"; else of_kinds "${names[0]}.template" "${names[@]:1}"; fi
        else
            printf '%s\n' "$line"
        fi
    done <"$1"
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
for file in sql/bloom_rs--*--*.sql; do
    update_sql "$file" | put "$BUILD/$file"
done
sed "s/@CARGO_VERSION@/$VERSION/" bloom_rs.control | put "$BUILD/sql/bloom_rs.control"
