#!/usr/bin/env bash
# Writes to target/sql what CREATE EXTENSION and ALTER EXTENSION read, from sql/parts:
#   bloom_rs.sql                    the whole, to be installed as bloom_rs--VERSION.sql
#   bloom_rs--PREVIOUS--VERSION.sql the upgrade from the release before: upgrade.sql, the paragraphs that are "Added in" or
#                                   "Changed in" this version, and every other COMMENT that differs from the release's
#   bloom_rs.control                the control file with this version, which is that of Cargo.toml
# A mark is a comment in a paragraph, which ends at a blank line: "-- Added in 0.4.0.", "-- Changed in 0.4.0." or, if
# upgrade.sql has what leads to it, "-- Altered in 0.4.0."
. "$(dirname "$0")/../env.sh"
shopt -s extglob

# In the order in which they need each other.
files=(types equality planner build contains hash sets info exchange counting aggregates
    bloom_agg.template bloom_agg_any.template counting_bloom_agg.template matrix live_sets skip)
# Each element type with overloads of its own, as symbols and SQL call it.
elements=(int2=int2 int4=int4 int8=int8 char='"char"' text=text bpchar=bpchar bytea=bytea uuid=uuid bool=boolean date=date
    timestamp=timestamp timestamptz=timestamptz float4=real float8='double precision' numeric=numeric inet=inet)
# Each list of arguments after the value, with the end of the aggregate's comment.
overloads=(
    '=, sized for the distinct values seen'
    ', capacity bigint=, sized for a capacity'
    ', capacity bigint, fpp double precision=, with a rate, as @aggregate@(x, NULL, 0.001)'
    ', capacity bigint, fpp double precision, scheme text=, with the named hash scheme'
)

# template FILE ELEMENT...: the template for each of these types and each overload; counting filters have no scheme.
template() {
    local text item element type overload arguments description
    text=$(sed '/^-- /d' "sql/parts/$1.sql")
    for item in "${@:2}"; do
        IFS='=' read -r element type <<<"$item"
        for overload in "${overloads[@]}"; do
            IFS='=' read -r arguments description <<<"$overload"
            [[ $1 != counting_* || $arguments != *scheme* ]] || continue
            printf '\n%s\n' "$text" |
                sed "s/@element@/$element/g; s/@parameters@/value $type$arguments/g; s/@description@/$description/g
                    s/@types@/$type${arguments//, +([a-z]) /, }/g; s/@aggregate@/${1%%@(_any|).template}/g"
        done
    done
}

install_sql() {
    local file
    printf '%s\n' '\echo Use "CREATE EXTENSION bloom_rs" to load this file. \quit'
    for file in "${files[@]}"; do
        case $file in
        bloom_agg.template) template "$file" "${elements[@]}" ;;
        *.template) template "$file" any=anyelement ;;
        *) echo && cat "sql/parts/$file.sql" ;;
        esac
    done
}

# paragraphs MARKS: those of the whole with one of these marks of this version, a regular expression.
paragraphs() {
    awk -v RS= -v mark="-- ($1) in $VERSION." '$0 ~ mark { print "\n" $0 }' "$BUILD/sql/bloom_rs.sql"
}

upgrade_sql() {
    printf '%s\n\n' "\\echo Use \"ALTER EXTENSION bloom_rs UPDATE TO '$VERSION'\" to load this file. \\quit"
    cat sql/parts/upgrade.sql
    paragraphs 'Added|Changed'
    printf '\n-- Comments.\n'
    comm -23 <(comments "$BUILD/sql/bloom_rs.sql") <(comments "$released" <(paragraphs 'Added|Changed'))
}

# statements FILE...: theirs, one a line and sorted. OR REPLACE makes no difference.
statements() {
    awk -v RS=';\n' '{ sub(/^(\n|(--|\\)[^\n]*\n)+/, ""); gsub(/[ \n]+/, " "); sub(/^CREATE OR REPLACE /, "CREATE ") }
        NF { print $0 ";" }' "$@" | sort
}
comments() { statements "$@" | grep '^COMMENT ON '; }

# put NAME: writes what it reads to target/sql, unless that is there already; else cargo would build the tests again.
put() {
    local file=$BUILD/sql/$1 new=$BUILD/sql/$1.$$ # as another build may run
    cat >"$new"
    if cmp -s "$new" "$file"; then rm "$new"; else mv "$new" "$file"; fi
}

# check_frozen NAME RELEASED: dies if target/sql/NAME differs from sql/released/RELEASED, once that is there.
check_frozen() {
    [[ ! -e sql/released/$2 ]] || cmp -s "$BUILD/sql/$1" "sql/released/$2" ||
        die "sql/released/$2 is released, and must not change: scripts/package/begin_version.sh begins the next version"
}

for file in sql/parts/*.sql; do
    name=$(basename "$file" .sql)
    [[ " ${files[*]} upgrade " == *" $name "* ]] || die "$file is not in the list of scripts/build/sql.sh"
done
previous=$(releases | tail -n 1)
released=sql/released/bloom_rs--$previous.sql
upgrade=bloom_rs--$previous--$VERSION.sql

mkdir -p "$BUILD/sql"
install_sql | put bloom_rs.sql
upgrade_sql | put "$upgrade"
sed "s/@CARGO_VERSION@/$VERSION/" bloom_rs.control | put bloom_rs.control

check_frozen bloom_rs.sql "bloom_rs--$VERSION.sql"
check_frozen "$upgrade" "$upgrade"
# A statement that is in neither would be missing after an upgrade; that upgrade.sql makes what it says is left to tests.
missing=$(comm -23 <(statements "$BUILD/sql/bloom_rs.sql") <(statements "$released" <(paragraphs 'Added|Changed|Altered')) |
    grep -v '^COMMENT ON ' || true)
[[ -z $missing ]] || die "not in $released, and without a mark of $VERSION:"$'\n'"$missing"
