#!/usr/bin/env bash
# Tests clients/python: style, types, the format's vectors, and a server; with numpy and without.
. "$(dirname "$0")/cluster.sh"
. scripts/python.sh

say 'the package and what its tests need, into target/venv'
pip_install_client

install_for_tests
cluster_start clients
cd clients/python
say 'ruff and mypy'
"$VENV/bin/ruff" check --no-cache
"$VENV/bin/ruff" format --no-cache --check
"$VENV/bin/mypy" --cache-dir "$BUILD/mypy"
for numpy in 1 0; do
    say "pytest, PostgreSQL $PG_MAJOR, numpy: $numpy"
    NUMPY=$numpy cluster_run clients "$VENV/bin/pytest" -p no:cacheprovider
done
