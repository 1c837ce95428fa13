#!/usr/bin/env bash
# Writes to target/sql what CREATE EXTENSION and ALTER EXTENSION read, from sql/parts:
#   bloom_rs.sql                    the whole, to be installed as bloom_rs--VERSION.sql
#   bloom_rs--PREVIOUS--VERSION.sql the upgrade from the release before: the paragraphs with a mark of this version, and
#                                   every other COMMENT that differs from the release's
#   bloom_rs.control                the control file with this version, which is that of Cargo.toml
# A mark is a comment in a paragraph, which ends at a blank line: "-- Added in 0.2.0." or "-- Changed in 0.2.0."
. "$(dirname "$0")/../env.sh"
shopt -s extglob

# In the order in which they need each other.
files=(types equality planner build contains hash sets info exchange counting aggregates
    bloom_agg.template counting_bloom_agg.template bloom_agg_any.template counting_bloom_agg_any.template matrix live_sets skip)
# For the templates: each element type, as symbols and SQL call it, and the release that added it, if after 0.1.0.
elements=(int2=int2 int4=int4 int8=int8 char='"char"' text=text bpchar=bpchar bytea=bytea uuid=uuid any=anyelement
    bool=boolean=0.2.0 date=date=0.2.0 timestamp=timestamp=0.2.0 timestamptz=timestamptz=0.2.0 float4=real=0.2.0
    float8='double precision=0.2.0' numeric=numeric=0.2.0 inet=inet=0.2.0)
# And each list of arguments after the value, with the end of the aggregate's comment.
overloads=(
    '=, sized for the distinct values seen'
    ', capacity bigint=, sized for a capacity'
    ', capacity bigint, fpp double precision=, sized for a capacity and a false-positive rate'
    ', capacity bigint, fpp double precision, scheme text=, with the named hash scheme'
)

# template FILE ELEMENT...: the template for each of these types and each overload; counting filters have no scheme.
template() {
    local text item element type release overload arguments description parameters types mark
    text=$(sed -E '/^--/{/^-- (Added|Changed) in /!d}' "sql/parts/$1.sql")
    for item in "${@:2}"; do
        IFS='=' read -r element type release <<<"$item"
        mark=${release:+"-- Added in $release."$'\n'}
        for overload in "${overloads[@]}"; do
            IFS='=' read -r arguments description <<<"$overload"
            [[ $1 != counting_* || $arguments != *scheme* ]] || continue
            parameters="value $type$arguments"
            types=$type${arguments//, +([a-z]) /, }
            printf '\n%s\n' "$mark${text//$'\n\n'/$'\n\n'"$mark"}" |
                sed "s/@element@/$element/g; s/@parameters@/$parameters/g; s/@types@/$types/g
                    s/@description@/$description/g"
        done
    done
}

install_sql() {
    local file
    printf '%s\n' '\echo Use "CREATE EXTENSION bloom_rs" to load this file. \quit'
    for file in "${files[@]}"; do
        case $file in
        *_any.template) template "$file" any=anyelement ;;
        *.template) template "$file" "${elements[@]}" ;;
        *) echo && cat "sql/parts/$file.sql" ;;
        esac
    done
}

upgrade_sql() {
    printf '%s\n' "\\echo Use \"ALTER EXTENSION bloom_rs UPDATE TO '$VERSION'\" to load this file. \\quit"
    awk -v RS= -v release="$VERSION." '
        index($0, "-- Added in " release) || index($0, "-- Changed in " release) { print "\n" $0 }
    ' "$BUILD/sql/bloom_rs.sql" | tee "$BUILD/sql/marked.$$"
    printf '\n-- Comments.\n'
    comm -23 <(comments "$BUILD/sql/bloom_rs.sql") <(comments "$released" "$BUILD/sql/marked.$$")
    rm "$BUILD/sql/marked.$$"
}

# comments FILE...: their COMMENT statements, one a line and sorted.
comments() {
    awk -v RS=';\n' '{ sub(/^(\n|(--|\\)[^\n]*\n)+/, "") } /^COMMENT ON / { gsub(/[ \n]+/, " "); print $0 ";" }' "$@" | sort
}

# statements FILE...: theirs, one a line and sorted, without comments.
statements() { sed '/^--/d; /^\\/d' "$@" | tr -s ' \n' ' ' | sed 's/^ //; s/; /;\n/g' | sort; }

# put NAME: writes what it reads to target/sql, unless that is there already; else cargo would build the tests again.
put() {
    local file=$BUILD/sql/$1 new=$BUILD/sql/$1.$$ # as another build may run
    cat >"$new"
    if cmp -s "$new" "$file"; then rm "$new"; else mv "$new" "$file"; fi
}

# check_frozen NAME RELEASED: dies if target/sql/NAME differs from sql/released/RELEASED, once that is there.
check_frozen() {
    [[ ! -e sql/released/$2 ]] || cmp -s "$BUILD/sql/$1" "sql/released/$2" ||
        die "sql/released/$2 is released, and must not change: see docs/RELEASING.md"
}

for file in sql/parts/*.sql; do
    name=$(basename "$file" .sql)
    [[ " ${files[*]} " == *" $name "* ]] || die "$file is not in the list of scripts/build/sql.sh"
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
# A statement that is in neither would be missing after an upgrade.
missing=$(comm -23 <(statements "$BUILD/sql/bloom_rs.sql") <(statements "$released" "$BUILD/sql/$upgrade"))
[[ -z $missing ]] || die "not in $released, and without a mark of $VERSION:"$'\n'"$missing"
