#!/usr/bin/env bash
# What writes a table anew while others write to it: REPACK (CONCURRENTLY) of 19, pg_repack, and pg_squeeze, where the server has them.
# An index of access method bloom_skip and a live set have every value after it, and the set's calls fail with 40001 at most.
. "$(dirname "$0")/../../scripts/cluster.sh"
. tests/skip_index.bash

settings=('wal_level = logical')
extensions=$("$PG_BIN/pg_config" --sharedir)/extension
if [[ -e $extensions/pg_squeeze.control ]]; then
    settings+=('shared_preload_libraries = pg_squeeze')
    # Minor releases since November 2026 ask whether a library may decode.
    if as_postgres "$PG_BIN/postgres" --describe-config | grep -q '^output_plugin_libraries'; then
        settings+=('output_plugin_libraries = pg_squeeze')
    fi
fi
cluster_start index "${settings[@]}"
run -o /dev/null <<'SQL'
CREATE EXTENSION bloom_rs;
CREATE TABLE packed (id serial PRIMARY KEY, k bigint);
CREATE INDEX packed_k ON packed USING bloom_skip (k);
CREATE TABLE done ();
SELECT bloom_set_create('seen', 'bigint', 1000);
INSERT INTO packed (k) SELECT generate_series(1, 10000);
SELECT count(*) FROM packed, bloom_set_add('seen', k);
VACUUM packed;
CREATE PROCEDURE write_until_done() LANGUAGE plpgsql AS $$
BEGIN
    FOR i IN (SELECT max(k) + 1 FROM packed) .. 10000000 LOOP
        INSERT INTO packed (k) VALUES (i);
        DELETE FROM packed WHERE k = i - 9000;
        COMMIT;
        LOOP
            BEGIN
                PERFORM bloom_set_add('seen', i::bigint);
                EXIT;
            EXCEPTION WHEN serialization_failure THEN
                NULL; -- a table of the set was rewritten: again
            END;
        END LOOP;
        COMMIT;
        EXIT WHEN EXISTS (SELECT FROM done);
    END LOOP;
END $$;
SQL
tables=(packed seen seen_layers)

# repacks NAME COMMAND...: runs the command beside a writer that has begun before it and ends after it.
repacks() {
    local before writer nodes
    say "$1, beside a writer"
    before=$(run -Atc 'SELECT max(k) FROM packed')
    nodes=$(run -Atc "SELECT string_agg(pg_relation_filenode(t::regclass)::text, ' ') FROM unnest('{packed,seen,seen_layers,packed_k}'::text[]) AS t")
    run -c 'TRUNCATE done' -c 'CALL write_until_done()' &
    writer=$!
    wait_until index "max(k) > $before + 10 FROM packed"
    "${@:2}" >"$FILES/command" 2>&1 || die "$(cat "$FILES/command")"
    run -c 'INSERT INTO done DEFAULT VALUES'
    wait "$writer"
    expect 0 "SELECT count(*) FROM unnest('{$nodes}'::text[], '{packed,seen,seen_layers,packed_k}'::text[]) AS t (node, name)
        WHERE pg_relation_filenode(name::regclass)::text = node"
    expect '' "SELECT k FROM packed WHERE NOT EXISTS (SELECT bloom_skip_candidates('packed_k', k))"
    expect '' "SELECT bloom_skip_candidates('packed_k', -1)"
    expect built "SELECT state FROM bloom_skip_info('packed_k')"
    expect '' "SELECT k FROM generate_series(1, (SELECT max(k) FROM packed)) AS k WHERE NOT bloom_set_contains('seen', k)"
    expect t "SELECT count(*) < 1000 FROM generate_series(-9999, 0) AS k WHERE bloom_set_contains('seen', k)"
}

tried=
if ((PG_MAJOR >= 19)); then
    repacks 'REPACK (CONCURRENTLY)' run "${tables[@]/#/-cREPACK (CONCURRENTLY) }"
    tried=yes
fi
if [[ -x $PG_BIN/pg_repack ]]; then # a package of its own
    run -c 'CREATE EXTENSION pg_repack'
    repacks pg_repack cluster_run index pg_repack -d postgres "${tables[@]/#/--table=}"
    run -c 'TRUNCATE done'
    cluster_run index pg_repack -d postgres --index packed_k 2>"$FILES/command" || die "$(cat "$FILES/command")"
    expect '' "SELECT k FROM packed WHERE NOT EXISTS (SELECT bloom_skip_candidates('packed_k', k))"
    tried=yes
fi
if [[ -e $extensions/pg_squeeze.control ]]; then
    squeeze() { # reports errors in a table
        run -c "SELECT squeeze.squeeze_table('public', t) FROM unnest('{packed,seen,seen_layers}'::name[]) AS t"
        expect '' 'SELECT tabname, err_msg FROM squeeze.errors'
    }
    run -c 'CREATE EXTENSION pg_squeeze'
    repacks pg_squeeze squeeze
    tried=yes
fi
[[ $tried ]] || say "skipped: $("$PG_BIN/pg_config" --version) has none of them"
