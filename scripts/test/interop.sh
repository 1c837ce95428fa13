#!/usr/bin/env bash
# Filters that travel, against the real libraries. What SQL builds, the library must make of the same values
# bit for bit, and answer alike; what the library builds, SQL must import and answer alike.
# Variables: PARTS (of guava, spark, parquet, datasketches, python), COUNT (values in each filter, and as many that are not),
# SEED (of the random values), INTEROP_REQUIRED=1 (a part that cannot run is an error), PYSPARK, DUCKDB and PYARROW (what
# pip installs). Other writers of Parquet are in tests/interop/requirements.txt; HYPARQUET is what npm installs.
. "$(dirname "$0")/../cluster.sh"
. scripts/python.sh

read -ra parts <<<"${PARTS:-guava spark parquet datasketches python}"
COUNT=${COUNT:-5000} SEED=${SEED:-0.$RANDOM}
PYSPARK=${PYSPARK:-pyspark==4.3.0} DUCKDB=${DUCKDB:-duckdb==2.0.0} PYARROW=${PYARROW:-pyarrow==26.0.1}
HYPARQUET=${HYPARQUET:-hyparquet-writer@0.17.0}
OUT=target/interop
NODE=$BUILD/interop/node
GOLDEN=core/tests/data/interop
GUAVA=/usr/share/java/guava.jar
RUST_TOOL=$BUILD/interop/rust/release/rust_tool

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
    "${sudo[@]}" apt-get update -qq || say 'continuing with the existing package lists'
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
    { pip_install_client && pip_install "$PYSPARK"; } || lack "pip cannot install $PYSPARK and clients/python"
}

# The crates, which are no part of the workspace: they would be built for each `make test`.
need_rust_tool() {
    (cd tests/interop/rust_tool && CARGO_TARGET_DIR=$BUILD/interop/rust cargo build --quiet --locked --release) ||
        lack 'cargo cannot build tests/interop/rust_tool'
}

need_parquet() {
    need_rust_tool || return 1
    { pip_install_client && pip_install "$DUCKDB" "$PYARROW" -r tests/interop/requirements.txt; } ||
        lack "pip cannot install clients/python, $DUCKDB, $PYARROW and tests/interop/requirements.txt" || return 1
    command -v npm >/dev/null || lack 'there is no npm (Debian package npm)' || return 1
    npm install --silent --no-save --no-package-lock --prefix "$NODE" "$HYPARQUET" >/dev/null ||
        lack "npm cannot install $HYPARQUET"
}

# On PyPI DataSketches' own package has no Bloom filters yet; its library in Java comes with PySpark.
need_datasketches() {
    need_rust_tool && need_spark || return 1
    SKETCH_JARS=$("$VENV/bin/python" -c 'import os, pyspark; print(os.path.dirname(pyspark.__file__) + "/jars")')
    compgen -G "$SKETCH_JARS/datasketches-java-*.jar" >/dev/null || lack "there is no datasketches-java in $SKETCH_JARS"
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

parquet_tool() { "$RUST_TOOL" parquet "$@"; }

file_tool() { "$VENV/bin/python" tests/interop/parquet_tool.py "$@"; }

rust_sketch_tool() { "$RUST_TOOL" datasketches "$@"; }

java_sketch_tool() { java -cp "$SKETCH_JARS/*" tests/interop/SketchTool.java "$@"; }

python_tool() { cluster_run interop "$VENV/bin/python" tests/interop/reader_tool.py "$@"; }

# The values as files, one value a line: $FILES/ELEMENT.all, those in filters first, and .present.
write_values() {
    local element value
    say "values: seed $SEED, $COUNT in each filter"
    cluster_psql interop -q -v count="$COUNT" -v seed="$SEED" -f tests/interop/values.sql
    for element in text bigint integer bytea uuid smallint real double date time timestamp timestamptz line bytes; do
        case $element in
        text | line) value="encode(convert_to(v, 'UTF8'), 'hex')" ;;
        bytea | bytes) value="encode(v, 'hex')" ;;
        date) value="CASE v WHEN 'infinity' THEN 2147483647 WHEN '-infinity' THEN -2147483647 ELSE v - '1970-01-01' END" ;;
        time) value='(extract(epoch FROM v) * 1000000)::bigint' ;;
        timestamp | timestamptz)
            value="CASE v WHEN 'infinity' THEN 9223372036854775807 WHEN '-infinity' THEN -9223372036854775807
                ELSE (extract(epoch FROM v) * 1000000)::bigint END"
            ;;
        *) value=v ;;
        esac
        sql "SELECT $value FROM v_$element ORDER BY id" >"$FILES/$element.all"
        sql "SELECT $value FROM v_$element WHERE present ORDER BY id" >"$FILES/$element.present"
    done
}

# The type in SQL of what is called so here.
type_of() {
    case $1 in
    line) echo text ;;
    bytes) echo bytea ;;
    double) echo 'double precision' ;;
    *) echo "$1" ;;
    esac
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
check_golden() { # TOOL ELEMENTS SCHEME...
    local tool=$1 elements=$2 scheme element kind kinds=()
    mkdir -p "$OUT/golden"
    for scheme in "${@:3}"; do
        for element in $elements; do
            golden_job "$scheme.$element"
            if [[ $scheme == spark2 ]]; then golden_job "$scheme-seed.$element" -7; fi
        done
    done >"$FILES/jobs"
    "${tool}_tool" "$FILES/jobs"
    for kind in "${kinds[@]}"; do
        compare_bits "golden $kind" <(bits_of "${kind%%.*}" "$GOLDEN/$kind.filter") <(bits_of "${kind%%.*}" "$OUT/golden/$kind.filter")
    done
}

golden_job() { # KIND [SEED]
    local scheme=${1%%[-.]*} element=${1#*.}
    local values=$GOLDEN/$element.values seed=${2-}
    case $element in
    line) values=$FILES/golden.line && grep . "$GOLDEN/text.values" >"$values" ;;
    bytes) values=$FILES/golden.bytes && grep . "$GOLDEN/bytea.values" >"$values" ;;
    esac
    if [[ $scheme == datasketches ]]; then seed=9001; fi
    kinds+=("$1")
    echo "make $scheme $element 40 0.01 $values $OUT/golden/$1.filter $seed"
}

# What must be the same: of an image of DataSketches, all but how long it says that its preamble is, and how many bits are
# set, which libraries need not count.
bits_of() { # LIBRARY FILE
    if [[ $1 == datasketches ]]; then sed -E 's/^..(.{46}).{16}/\1/' "$2"; else cat "$2"; fi
}

# Filters of each scheme and element, there and back.
check_travel() { # LIBRARY TOOL ELEMENTS SCHEME...
    local library=$1 tool=$2 elements=$3 scheme element kind kinds=() label file values seed
    for scheme in "${@:4}"; do
        for element in $elements; do
            kind=$tool.$scheme.$element file=$FILES/$tool.$scheme.$element values=$FILES/$element
            kinds+=("$kind")
            label=$scheme seed=
            if [[ $scheme.$element == mitz*.integer ]]; then label="$scheme int4"; fi
            if [[ $scheme == spark2 || $scheme == datasketches ]]; then seed=-12345; fi
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
    "${tool}_tool" "$FILES/jobs.travel"
    rm "$FILES/jobs.travel"

    for kind in "${kinds[@]}"; do
        element=${kind##*.} file=$FILES/$kind
        compare_bits "sql.$kind" <(bits_of "$library" "$file.sql") <(bits_of "$library" "$file.sql.again")
        compare_answers "sql.$kind" "$element" "$file.sql.answers"

        cluster_psql interop -q <<SQL
\\set stream \`cat $file.library\`
INSERT INTO filters VALUES
    ('library.$kind', bloom_from_$library(decode(:'stream', 'hex'), '$(type_of "$element")'::regtype));
SQL
        sql "SELECT encode(bloom_to_$library(f), 'hex') FROM filters
            WHERE name = 'library.$kind'" >"$file.back"
        compare_bits "library.$kind" <(bits_of "$library" "$file.library") <(bits_of "$library" "$file.back")
        compare_answers "library.$kind" "$element" "$file.library.answers"
    done
}

# check_file_of WRITER: the file that clients/python is tested with, as that library has just written it.
check_file_of() {
    (cd clients/python && PARQUET_DATA=$FILES "$VENV/bin/pytest" -p no:cacheprovider tests/test_parquet.py -k "$1 and writes")
}

run_guava() {
    check_golden guava 'text bigint integer bytea' mitz64 mitz32
    check_travel guava guava 'text bigint integer bytea' mitz64 mitz32
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
    check_travel spark spark 'text bigint bytea' "${schemes[@]}"
    SPARK_LOCAL_IP=127.0.0.1 "$VENV/bin/python" tests/interop/spark_file.py "$FILES" 2>"$FILES/log"
    check_file_of spark
}

PARQUET='text bytea uuid smallint integer bigint real double date time timestamp timestamptz'

run_parquet() {
    local element
    check_golden parquet 'text bigint integer bytea' parquet
    check_travel parquet parquet "$PARQUET" parquet
    # A file's INT32 may be asked for any integer.
    wrong=$((wrong + $(sql "SELECT count(*) FROM v_integer, filters WHERE name LIKE '%.parquet.integer'
        AND bloom_contains(f, v) IS DISTINCT FROM bloom_contains(f, v::bigint)")))
    for element in $PARQUET; do check_file "$element"; done
    echo "file $FILES/rust.parquet" >"$FILES/jobs"
    parquet_tool "$FILES/jobs"
    check_file_of rust
    check_union
    "$VENV/bin/python" tests/interop/parquet_writers.py docs/INTEROP.md "$NODE/node_modules"
}

# The filters of row groups of several sizes: their union finds all values. With all row groups, more values than its bits
# are for, the rate is at most twice that of a filter built with as many bits. With two, of 1,000 and 2,000 URLs, it is 0.32.
check_union() {
    local file=$FILES/groups.parquet rates
    echo "groups $file" >"$FILES/jobs"
    file_tool "$FILES/jobs"
    sql 'CREATE TABLE row_groups (file text, row_group integer, encoding text, f bloom)' >/dev/null
    "$VENV/bin/python" -m bloom_rs.parquet url "$file" | cluster_psql interop -qc 'COPY row_groups FROM STDIN (HEADER match)'
    rates=$(sql "WITH united AS (SELECT few, bloom_union_agg(f) AS f FROM row_groups, unnest(ARRAY[2, 9]) AS few
                WHERE row_group < few GROUP BY few),
            built AS (SELECT few, f, n, bloom_add_all(bloom_sized((bloom_info(f)).bits, 8, 'parquet'),
                ARRAY(SELECT 'https://example.org/' || i FROM generate_series(0, n - 1) AS i)) AS g
                FROM united, LATERAL (SELECT CASE few WHEN 2 THEN 3000 ELSE 100000 END) AS s(n))
        SELECT format('%s URLs, %s bytes: rate %s, built %s, missed %s', n, (bloom_info(f)).bits / 8, rate, built,
                (SELECT count(*) FROM generate_series(0, n - 1) AS i WHERE NOT bloom_contains(f, 'https://example.org/' || i))),
            rate < 0.4 OR n = 100000 AND rate < 1 AND rate <= 2 * built
        FROM built, LATERAL (SELECT avg(bloom_contains(f, -i || '.html')::integer)::numeric(4, 3) AS rate,
                avg(bloom_contains(g, -i || '.html')::integer)::numeric(4, 3) AS built FROM generate_series(1, 20000) AS i) AS rates
        ORDER BY n")
    say "unions of row groups: ${rates//$'\n'/; }"
    if [[ $(grep -c 'missed 0|t$' <<<"$rates") != 2 ]]; then wrong=$((wrong + 1)); fi
}

# Files that DuckDB and pyarrow write: their bitsets are what SQL makes of the values, and SQL answers alike. Then a file with a
# bitset of SQL's, of the values that were absent, is asked by DuckDB.
check_file() { # ELEMENT
    local element=$1 type values=$FILES/$1 file=$FILES/file.$1 writer name
    type=$(type_of "$element")
    for writer in duckdb pyarrow; do
        echo "write $writer $element $values.present $file.$writer $file.$writer.bits"
    done >"$FILES/jobs"
    file_tool "$FILES/jobs"
    for writer in duckdb pyarrow; do
        name=$writer.parquet.$element
        cluster_psql interop -q <<SQL
\\set bits \`cat $file.$writer.bits\`
INSERT INTO filters VALUES ('$name', bloom_from_parquet(decode(:'bits', 'hex'), '$type'));
INSERT INTO filters SELECT 'sql.$name', bloom_add_all(bloom_sized(length(:'bits') * 4, 8, 'parquet'), array_agg(v))
    FROM v_$element WHERE present;
INSERT INTO filters SELECT 'asked.$name', bloom_add_all(bloom_sized(length(:'bits') * 4, 8, 'parquet'), array_agg(v))
    FROM v_$element WHERE NOT present;
SQL
        sql "SELECT encode(bloom_to_parquet(f), 'hex') FROM filters WHERE name = 'sql.$name'" >"$file.$writer.sql"
        compare_bits "$name" "$file.$writer.bits" "$file.$writer.sql"
        wrong=$((wrong + $(sql "SELECT count(*) FROM v_$element, filters WHERE name = '$name' AND present AND NOT f @> v")))
        wrong=$((wrong + $(sql "SELECT count(*) FROM v_$element, filters AS a, filters AS b WHERE a.name = '$name'
            AND b.name = 'sql.$name' AND (a.f @> v) IS DISTINCT FROM (b.f @> v)")))
    done
    sql "SELECT encode(bloom_to_parquet(f), 'hex') FROM filters WHERE name = 'asked.duckdb.parquet.$element'" >"$file.asked"
    {
        echo "patch $file.duckdb $file.asked $file.patched"
        echo "ask $file.patched $element $values.all $file.answers"
    } >"$FILES/jobs"
    file_tool "$FILES/jobs"
    # Present and absent have changed places.
    sql "SELECT bloom_contains(f, v) FROM v_$element, filters WHERE name = 'asked.duckdb.parquet.$element'
        ORDER BY id" >"$file.expected"
    wrong=$((wrong + $(paste "$file.expected" "$file.answers" | awk '$1 != $2' | wc -l)))
    answers=$((answers + $(wc -l <"$file.answers")))
    wrong=$((wrong + $(sql "SELECT count(*) FROM v_$element, filters WHERE name = 'asked.duckdb.parquet.$element'
        AND NOT present AND NOT f @> v")))
}

run_datasketches() {
    local tool found
    for tool in java_sketch rust_sketch; do
        check_golden "$tool" 'line bigint bytes' datasketches
        check_travel datasketches "$tool" 'line bigint integer bytes double' datasketches
    done
    # To Java -0 is another value than 0. To SQL it is not, so a filter with the one has the other.
    echo -0.0 >"$FILES/minus_zero"
    echo "make datasketches double 100 0.01 $FILES/minus_zero $FILES/minus_zero.library 9001" >"$FILES/jobs"
    java_sketch_tool "$FILES/jobs"
    found=$(sql "SELECT f @> 0::float8 AND NOT f @> 1::float8
            AND (f & (bloom_sized(i.bits, i.hashes, 'datasketches') || 0::float8)) @> 0::float8
        FROM bloom_from_datasketches('\\x$(<"$FILES/minus_zero.library")', 'double precision') AS f, bloom_info(f) AS i")
    if [[ $found != t ]]; then
        echo 'the -0.0 of Java is not found as 0' >&2
        wrong=$((wrong + 1))
    fi
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
    [[ $part =~ ^(guava|spark|parquet|datasketches|python)$ ]] || die "no such part: $part"
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
