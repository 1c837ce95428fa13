#!/usr/bin/env bash
# The tests of SQL, and random queries with and without screens and skipping, beside other extensions of Debian, whose hooks run
# before this one's and after them. They are unpacked into a copy of the private server; what this release of Debian lacks is left
# out. SQL that is theirs is in tests/e2e/files/beside.sql.
. "$(dirname "$0")/../cluster.sh"
. scripts/packages.sh
[[ $is_debian && $PG_MAJOR == "$OWN_MAJOR" ]] || die "needs the server of this release of Debian: PG=$OWN_MAJOR"

# Packages, and the libraries to preload, in the order that they ask for. pglogical 2.4 is not among them: beside its process, a
# command of these tests never ended, also without this library.
PACKAGES=(timescaledb age pgaudit pg-qualstats pg-stat-kcache pg-wait-sampling pg-hint-plan plpgsql-check hypopg partman repack)
declare -A PRELOAD=([timescaledb]=timescaledb [age]=age [pgaudit]=pgaudit [pg-qualstats]=pg_qualstats [pg-stat-kcache]=pg_stat_kcache
    [pg-wait-sampling]=pg_wait_sampling [pg-hint-plan]=pg_hint_plan)

install_for_tests
cp -a "$PG_HOME" "$CLUSTERS/server"
libraries=pg_stat_statements,auto_explain missing=()
for name in "${PACKAGES[@]}"; do
    package=postgresql-$PG_MAJOR-$name
    if ! apt-cache show "$package" >/dev/null 2>&1; then
        missing+=("$name")
        continue
    fi
    unpack_package "$package" "$CLUSTERS/server"
    libraries+=${PRELOAD[$name]:+,${PRELOAD[$name]}}
done
say "beside $libraries${missing[*]:+; Debian lacks ${missing[*]}}"
PG_BIN=$CLUSTERS/server/bin
export PG_CONFIG=$PG_BIN/pg_config

names=(tests/sql/*.sql)
names=("${names[@]##*/}")
names=("${names[@]/33_settings.sql/}") # loads the library itself
SETTINGS='compute_query_id=regress pg_stat_statements.track=all pg_qualstats.sample_rate=1 pgaudit.log=all'
explained='auto_explain.log_min_duration=0 auto_explain.log_analyze=on auto_explain.log_nested_statements=on'
for order in "before bloom_rs,$libraries" "after $libraries,bloom_rs"; do
    read -r cluster list <<<"$order"
    say "this library is loaded $cluster the others"
    cluster_start "$cluster" "shared_preload_libraries = '$list'"
    options=()
    if [[ $list == *,age* ]]; then # without it in the database, DROP TABLE fails
        options=(--load-extension=age)
        for database in postgres template1; do cluster_psql "$cluster" -d "$database" -q -c 'CREATE EXTENSION age'; done
    fi
    # shellcheck disable=SC2068 # without the empty one
    regress "$cluster" "${options[@]}" ${names[@]%.sql}
    cluster_psql "$cluster" -qAt -v libraries="$list" -f tests/e2e/files/beside.sql
    cluster_psql "$cluster" -q -c 'CREATE DATABASE random'
    PGOPTIONS="-c ${explained// / -c }" cluster_psql "$cluster" -d random -qAt -v queries="${JOINED:-300}" -v seed="${SEED:-1}" -v tables=1 \
        -f tests/e2e/files/joins_local_random.sql
    grep -q 'AUDIT: .*,READ,SELECT' "$CLUSTERS/$cluster/log" || die 'pgaudit has logged nothing'
    grep -q 'Custom Scan (Bloom Screen)' "$CLUSTERS/$cluster/log" || die 'auto_explain has logged no screened join'
    cluster_stop "$cluster"
    SETTINGS="$SETTINGS $explained shared_preload_libraries='${list/,age/}'" tests/e2e/skip_scan_random.sh
done
SETTINGS='' tests/e2e/repack.sh # by pg_repack
unpack_package pgcopydb "$CLUSTERS/server"
PATH=$CLUSTERS/server/usr/bin:$PATH SETTINGS='' tests/e2e/dump.sh # also by pgcopydb
