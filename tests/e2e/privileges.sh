#!/usr/bin/env bash
# What a role that may not read some rows, or a column, learns of them by way of the extension: nothing from the
# planner's estimates, and nothing from errors, since no function of the extension sees such a row first. And what a role
# without rights may do: neither install nor change nor replace anything.
. "$(dirname "$0")/../../scripts/cluster.sh"

cluster_start privileges
cluster_psql privileges -q -f tests/e2e/privileges.sql
