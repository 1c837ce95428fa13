#!/usr/bin/env bash
# Puts target/sql together: bloom_rs--VERSION.sql out of sql/, the control file with its version, and
# the upgrade scripts. The version is that of Cargo.toml.
. "$(dirname "$0")/env.sh"

# In the order in which they need each other.
files=(types equality planner build contains hash sets info exchange counting aggregates
    bloom_agg.template counting_bloom_agg.template)
# Each kind of value with its type in SQL, for the templates.
kinds=(int2=int2 int4=int4 int8=int8 char='"char"' text=text bpchar=bpchar bytea=bytea uuid=uuid any=anyelement)

extension_sql() {
    local file kind
    echo '\echo Use "CREATE EXTENSION bloom_rs" to load this file. \quit'
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

unlisted=$(ls sql/*.sql | grep -v -- -- | grep -Fxv "$(printf 'sql/%s.sql\n' "${files[@]}")") || true
[[ -z $unlisted ]] || die "missing from the list in scripts/sql.sh: $unlisted"

version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml)
rm -rf "$BUILD/sql"
mkdir -p "$BUILD/sql"
extension_sql >"$BUILD/sql/bloom_rs--$version.sql"
sed "s/@CARGO_VERSION@/$version/" bloom_rs.control >"$BUILD/sql/bloom_rs.control"
for file in sql/bloom_rs--*--*.sql; do
    if [[ -e $file ]]; then cp "$file" "$BUILD/sql"; fi
done
