# shellcheck shell=bash
# Sourced: pip_install ARGUMENT..., into a virtual environment below target/, which is made if need be.
. "$(dirname "${BASH_SOURCE[0]}")/packages.sh"

VENV=$BUILD/venv
PINNED=clients/python/requirements-dev.txt # of whatever tests here run in Python
export PYTHONDONTWRITEBYTECODE=1           # nothing of ours beside the sources

make_venv() { rm -rf "$VENV" && python3 -m venv "$VENV"; }

# pip_run ARGUMENT...: its pip, which may do what Debian's own refuses. One at a time.
pip_run() (
    flock 9
    if [[ ! -x $VENV/bin/pip ]] && ! make_venv >/dev/null; then
        # Debian's Python comes without.
        (install_packages python3 python3-venv) && make_venv || return 1
    fi
    "$VENV/bin/pip" --disable-pip-version-check "$@"
) 9>"$BUILD/venv.lock"
pip_install() { pip_run install --quiet "$@"; }

# pip_install_client: the package of clients/python, as its users have it.
pip_install_client() {
    pip_install -r "$PINNED" && pip_install --no-build-isolation --no-deps --force-reinstall ./clients/python
}
