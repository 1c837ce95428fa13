#!/usr/bin/env bash
# Builds the extension for the server that PG_CONFIG names.
. "$(dirname "$0")/../env.sh"

# One of Debian's is copied, so that tests can run with it; of another one the headers suffice.
if [[ $is_debian ]]; then
    scripts/build/prepare.sh server
else
    scripts/build/prepare.sh compilers
fi
build
say "built for $(built_for)"
