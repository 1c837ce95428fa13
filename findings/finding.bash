# shellcheck shell=bash
# Sourced by each finding: packages in a temporary folder, and a comparison of what they print with what was seen.
set -euo pipefail
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT

# pip_with PACKAGE==VERSION...: a virtual environment with these packages.
pip_with() {
    python3 -m venv "$WORK/venv"
    "$WORK/venv/bin/pip" install --quiet --disable-pip-version-check "$@"
}

# npm_with PACKAGE@VERSION...: the packages, for `require` and `import` in a file below $WORK.
npm_with() { npm install --silent --no-save --no-package-lock --prefix "$WORK" "$@" >/dev/null; }

# python_prints: runs a program of standard input, in $WORK.
python_prints() { (cd "$WORK" && "$WORK/venv/bin/python" -) >"$WORK/printed"; }

# seen: standard input is what was printed when the finding was made.
seen() {
    if diff - "$WORK/printed"; then
        echo "$(basename "$0" .sh): as it was"
    else
        echo "$(basename "$0" .sh): this changed (< seen, > now)"
        exit 1
    fi
}
