#!/usr/bin/env bash
# Runs scripts/build/demo.sql on a throwaway cluster, showing each statement before its result.
. "$(dirname "$0")/../cluster.sh"

install_for_tests
cluster_start demo
say 'scripts/build/demo.sql'
cluster_psql demo -q -a -f scripts/build/demo.sql
say "This ran on a throwaway cluster, which is gone now. No server of yours was changed.
    To install the extension into one:  make deb PG=$PG_MAJOR   (the major version of your server)
    To go on:  the tour in README.md"
