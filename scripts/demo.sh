#!/usr/bin/env bash
# Runs scripts/demo.sql on a throwaway cluster, showing each statement before its result.
. "$(dirname "$0")/cluster.sh"

install_for_tests
cluster_start demo
say 'scripts/demo.sql'
cluster_psql demo -q -a -f scripts/demo.sql
