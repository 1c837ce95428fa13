#!/usr/bin/env bash
# Builds the package of clients/python, wheel and source archive, into target/wheel. `scripts/package/wheel.sh test` then
# checks them with twine, and tests them with each Python from 3.10 on that the machine has: types, and the tests that
# need no server, with numpy and without. PYTHONS names others. make test-clients has the server.
. "$(dirname "$0")/../env.sh"
. scripts/python.sh

pip_install -r "$PINNED"
rm -rf "$BUILD/wheel"
# Its time is that of the commit, so that the same sources make the same files.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || stat -c %Y clients/python/pyproject.toml)
export SOURCE_DATE_EPOCH
# Links to the licenses lead out of it, and would lead nowhere in the archive.
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp -rL clients/python/. "$copy"
(cd "$copy" && "$VENV/bin/hatchling" build --directory "$BUILD/wheel" >"$BUILD/wheel.log" 2>&1) || { cat "$BUILD/wheel.log" >&2; exit 1; }
say "made $(cd "$BUILD" && echo wheel/*), in target"
[[ ${1-} == test ]] || exit 0

pip_install -r "$PINNED" -r scripts/test/requirements-lint.txt
say 'twine check'
"$VENV/bin/twine" check --strict "$BUILD"/wheel/*

# A source archive that leaves something out makes another wheel.
rm -rf "$BUILD/wheels"
mkdir "$BUILD/wheels"
"$VENV/bin/pip" --quiet wheel --no-deps --no-build-isolation --wheel-dir "$BUILD/wheels/of_sdist" "$BUILD"/wheel/*.tar.gz
for wheel in "$BUILD"/wheel/*.whl "$BUILD"/wheels/of_sdist/*.whl; do unzip -Z1 "$wheel" | sort >"$wheel.list"; done
diff "$BUILD"/wheel/*.list "$BUILD"/wheels/of_sdist/*.list
rm "$BUILD"/wheel/*.list

# test_with PYTHON: in a virtual environment of its own, as its users have the package.
test_with() {
    local venv numpy
    venv=$BUILD/wheels/$("$1" -c 'import sys; print("python%d.%d" % sys.version_info[:2])')
    "$1" -m venv "$venv"
    "$venv/bin/pip" --quiet --disable-pip-version-check install "$(echo "$BUILD"/wheel/*.whl)[psycopg,numpy,parquet]" psycopg-binary pytest \
        duckdb sqlalchemy asyncpg \
        "$(grep '^mypy==' "$PINNED")"
    (cd clients/python && "$venv/bin/mypy" --cache-dir "$venv/mypy")
    for numpy in 1 0; do
        say "$("$1" --version), numpy: $numpy"
        (cd clients/python && NUMPY=$numpy "$venv/bin/pytest" -p no:cacheprovider -m 'not server')
    done
}
tested=0
for python in ${PYTHONS:-python3.10 python3.11 python3.12 python3.13 python3.14}; do
    if "$python" -c 'import venv' 2>/dev/null; then
        test_with "$python"
        tested=$((tested + 1))
    elif [[ ${PYTHONS-} ]]; then
        die "$python cannot be run"
    else
        say "skipped: $python is not installed"
    fi
done
((tested)) || die 'no Python 3.10 or later is installed'
