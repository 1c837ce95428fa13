#!/usr/bin/env bash
# Tests clients/python: style, types, the format's vectors, and a server; with numpy and without. Runs the programs of
# docs/DRIVERS.md.
. "$(dirname "$0")/../cluster.sh"
. scripts/python.sh

say 'the package and what its tests need, into target/venv'
pip_install_client
pip_install -r clients/python/requirements-drivers.txt || say 'without the drivers of clients/python/requirements-drivers.txt'
if command -v npm >/dev/null && npm install --silent --no-save --no-package-lock --prefix "$BUILD/node" pg@8.23.1 >/dev/null; then
    export NODE_PATH=$BUILD/node/node_modules
else
    say 'without node-postgres'
fi
if ! javac -version &>/dev/null; then (install_packages default-jdk-headless); fi
if [[ ! -e /usr/share/java/postgresql.jar ]]; then (install_packages libpostgresql-jdbc-java); fi
(install_packages libdbd-pg-perl php-cli php-pgsql ruby-pg odbc-postgresql libodbc2) || say 'without drivers of Perl, PHP, Ruby and ODBC'

install_for_tests
# JDBC knows no Unix sockets. The port is that of the socket as well.
PGPORT=$("$VENV/bin/python" -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
export PGPORT JDBC_PORT=$PGPORT
cluster_start clients "listen_addresses = '127.0.0.1'" "port = $PGPORT"
cd clients/python
say 'ruff and mypy'
"$VENV/bin/ruff" check --no-cache --config pyproject.toml . ../../scripts/pages/pictures.py
"$VENV/bin/ruff" format --no-cache --config pyproject.toml --check . ../../scripts/pages/pictures.py
"$VENV/bin/mypy" --cache-dir "$BUILD/mypy"
"$VENV/bin/mypy" --cache-dir "$BUILD/mypy" ../../scripts/pages/pictures.py
test_with_numpy() { # 1 OR 0 [OPTION...]
    say "pytest, PostgreSQL $PG_MAJOR, numpy: $1"
    NUMPY=$1 cluster_run clients "$VENV/bin/pytest" -p no:cacheprovider "${@:2}"
}
test_with_numpy 1
test_with_numpy 0 --ignore-glob 'tests/test_pa*.py' # pages and Parquet, which numpy does not change
