#!/usr/bin/env bash
# Filters that travel, against the real libraries. What SQL builds, the library must make of the same values
# bit for bit, and answer alike; what the library builds, SQL must import and answer alike.
# Variables: PARTS (of guava, spark, python), COUNT (values in each filter, and as many that are not),
# SEED (of the random values), INTEROP_REQUIRED=1 (a part that cannot run is an error), PYSPARK (what pip installs).
. "$(dirname "$0")/cluster.sh"
. scripts/python.sh

read -ra parts <<<"${PARTS:-guava spark python}"
COUNT=${COUNT:-5000} SEED=${SEED:-0.$RANDOM}
PYSPARK=${PYSPARK:-pyspark==4.3.0}
OUT=target/interop
GOLDEN=core/tests/data/interop
GUAVA=/usr/share/java/guava.jar

# What the parts need. Each of these functions fails, and says in $lacking why, if it cannot be had.

lacking=
lack() {
    lacking=$*
    return 1
}

apt_install() {
    local sudo=()
    is_root || sudo=(sudo -n)
    command -v apt-get >/dev/null || return 1
    say "installing Debian packages: $*"
    "${sudo[@]}" apt-get update -qq || say 'going on with the package lists at hand'
    "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -qqy --no-install-recommends -o DPkg::Lock::Timeout=300 "$@"
}

has_java() { java -version && javac -version; } &>/dev/null

need_java() {
    has_java || apt_install default-jdk-headless || true
    has_java || lack 'there is no JDK (Debian package default-jdk-headless)'
}

need_guava() {
    need_java || return 1
    [[ -e $GUAVA ]] || apt_install libguava-java || true
    [[ -e $GUAVA ]] || lack "there is no $GUAVA (Debian package libguava-java)"
}

need_spark() {
    need_java || return 1
    pip_install "$PYSPARK" || lack "pip cannot install $PYSPARK"
}

need_python() { pip_install_client || lack 'pip cannot install clients/python and what its tests need'; }

# What the parts do.

sql() { cluster_psql interop -Atc "$1"; }

# The tools of the libraries: each runs the jobs of a file, see there.
guava_tool() { java -cp "$GUAVA" tests/interop/GuavaTool.java "$@"; }

spark_tool() {
    SPARK_LOCAL_IP=127.0.0.1 "$VENV/bin/python" tests/interop/spark_tool.py "$@" 2>"$FILES/log" || {
        cat "$FILES/log" >&2
        return 1
    }
}

python_tool() { cluster_run interop "$VENV/bin/python" tests/interop/reader_tool.py "$@"; }

# The values as files, one value a line: $FILES/ELEMENT.all, those in filters first, and .present.
write_values() {
    local element value
    say "values: seed $SEED, $COUNT in each filter"
    cluster_psql interop -q -v count="$COUNT" -v seed="$SEED" -f tests/interop/values.sql
    for element in text bigint integer bytea uuid; do
        case $element in
        text) value="encode(convert_to(v, 'UTF8'), 'hex')" ;;
        bytea) value="encode(v, 'hex')" ;;
        *) value=v ;;
        esac
        sql "SELECT $value FROM v_$element ORDER BY id" >"$FILES/$element.all"
        sql "SELECT $value FROM v_$element WHERE present ORDER BY id" >"$FILES/$element.present"
    done
}

# filters, answers, positives and wrong: counted by each part.
compare_bits() { # NAME FILE FILE
    filters=$((filters + 1))
    if ! cmp -s "$2" "$3"; then
        printf '%s: other bits\n' "$1" >&2
        wrong=$((wrong + 1))
    fi
}

# compare_answers NAME ELEMENT LIBRARY: what SQL answers of the filter NAME with what the library did.
compare_answers() {
    local present all positive bad
    sql "SELECT bloom_contains(f, v) FROM v_$2, filters WHERE name = '$1' ORDER BY id" >"$FILES/answers"
    present=$(wc -l <"$FILES/$2.present")
    paste -d ' ' "$FILES/answers" "$3" "$FILES/$2.all" |
        awk -v present="$present" -v name="$1" -v bad_ones="$FILES/bad" '
            { expected = NR <= present ? "t" : $1 }
            $1 !~ /^[tf]$/ || $1 != expected || $2 != expected {
                bad++
                if (bad <= 5) print name ": SQL " $1 ", library " $2 ", value " NR ": " $3 >bad_ones
            }
            NR > present && $1 == "t" { positive++ }
            END { print NR, positive + 0, bad + 0 }' >"$FILES/counts"
    read -r all positive bad <"$FILES/counts"
    [[ $all -eq $(wc -l <"$FILES/$2.all") && $present -ge $COUNT ]] || die "$1: $all answers"
    if [[ $bad -gt 0 ]]; then cat "$FILES/bad" >&2; fi
    answers=$((answers + all)) positives=$((positives + positive)) wrong=$((wrong + bad))
}

# The library makes the golden filters again.
check_golden() { # LIBRARY ELEMENTS SCHEME...
    local library=$1 elements=$2 scheme element kind kinds=()
    mkdir -p "$OUT/golden"
    for scheme in "${@:3}"; do
        for element in $elements; do
            golden_job "$scheme.$element"
            if [[ $scheme == spark2 ]]; then golden_job "$scheme-seed.$element" -7; fi
        done
    done >"$FILES/jobs"
    "${library}_tool" "$FILES/jobs"
    for kind in "${kinds[@]}"; do
        compare_bits "golden $kind" "$GOLDEN/$kind.filter" "$OUT/golden/$kind.filter"
    done
}

golden_job() { # KIND [SEED]
    local scheme=${1%%[-.]*} element=${1#*.}
    kinds+=("$1")
    echo "make $scheme $element 40 0.01 $GOLDEN/$element.values $OUT/golden/$1.filter ${2-}"
}

# Filters of each scheme and element, there and back.
check_travel() { # LIBRARY ELEMENTS SCHEME...
    local library=$1 elements=$2 scheme element kind kinds=() label file values seed
    for scheme in "${@:3}"; do
        for element in $elements; do
            kind=$scheme.$element file=$FILES/$scheme.$element values=$FILES/$element
            kinds+=("$kind")
            label=$scheme seed=
            if [[ $element == integer ]]; then label="$scheme int4"; fi
            if [[ $scheme == spark2 ]]; then seed=-12345; fi
            sql "INSERT INTO filters SELECT 'sql.$kind', bloom_agg(v, $COUNT, 0.03, '$label')
                FROM v_$element WHERE present" >/dev/null
            sql "SELECT encode(bloom_to_$library(f), 'hex') FROM filters
                WHERE name = 'sql.$kind'" >"$file.sql"
            {
                echo "like $file.sql $element $values.present $file.sql.again"
                echo "probe $file.sql $element $values.all $file.sql.answers"
                echo "make $scheme $element $COUNT 0.01 $values.present $file.library $seed"
                echo "probe $file.library $element $values.all $file.library.answers"
            } >>"$FILES/jobs.travel"
        done
    done
    "${library}_tool" "$FILES/jobs.travel"
    rm "$FILES/jobs.travel"

    for kind in "${kinds[@]}"; do
        element=${kind#*.} file=$FILES/$kind
        compare_bits "sql.$kind" "$file.sql" "$file.sql.again"
        compare_answers "sql.$kind" "$element" "$file.sql.answers"

        cluster_psql interop -q <<SQL
\\set stream \`cat $file.library\`
INSERT INTO filters VALUES
    ('library.$kind', bloom_from_$library(decode(:'stream', 'hex'), '$element'::regtype));
SQL
        sql "SELECT encode(bloom_to_$library(f), 'hex') FROM filters
            WHERE name = 'library.$kind'" >"$file.back"
        compare_bits "library.$kind" "$file.library" "$file.back"
        compare_answers "library.$kind" "$element" "$file.library.answers"
    done
}

run_guava() {
    check_golden guava 'text bigint integer bytea' mitz64 mitz32
    check_travel guava 'text bigint integer bytea' mitz64 mitz32
    # An integerFunnel filter holds whole numbers: any integer type may ask.
    wrong=$((wrong + $(sql "SELECT count(*) FROM v_integer, filters WHERE name LIKE '%.mitz__.integer'
        AND bloom_contains(f, v) IS DISTINCT FROM bloom_contains(f, v::bigint)")))
}

run_spark() {
    local version schemes
    read -r _ version schemes < <(spark_tool versions)
    say "Spark $version has $schemes"
    read -ra schemes <<<"$schemes"
    check_golden spark 'text bigint bytea' "${schemes[@]}"
    check_travel spark 'text bigint bytea' "${schemes[@]}"
}

run_python() {
    local element
    for element in text bigint bytea uuid; do
        sql "INSERT INTO filters
            SELECT 'python.$element', bloom_agg(v, $COUNT, 0.03) FROM v_$element WHERE present" >/dev/null
        filters=$((filters + 1))
        echo "probe python.$element $element $FILES/$element.all $FILES/python.$element.answers"
    done >"$FILES/jobs"
    python_tool "$FILES/jobs"
    for element in text bigint bytea uuid; do
        compare_answers "python.$element" "$element" "$FILES/python.$element.answers"
    done
}

mkdir -p "$OUT"
able=()
for part in "${parts[@]}"; do
    [[ $part =~ ^(guava|spark|python)$ ]] || die "no such part: $part"
    if "need_$part"; then
        able+=("$part")
    elif [[ ${INTEROP_REQUIRED:-} == 1 ]]; then
        die "$part: $lacking"
    else
        say "$part is skipped: $lacking"
    fi
done
[[ ${#able[@]} -gt 0 ]] || exit 0

install_for_tests
cluster_start interop
cluster_psql interop -q -c 'CREATE EXTENSION bloom_rs'
FILES=$(mktemp -d "$CLUSTERS/files.XXXXXX")
write_values

all_wrong=0
for part in "${able[@]}"; do
    say "$part"
    filters=0 answers=0 positives=0 wrong=0
    "run_$part"
    printf '%s: %d filters, %d answers, %d false positives alike, %d disagreements\n' \
        "$part" "$filters" "$answers" "$positives" "$wrong"
    all_wrong=$((all_wrong + wrong))
done
[[ $all_wrong -eq 0 ]]
