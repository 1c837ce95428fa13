#!/usr/bin/env bash
# The same questions asked in several ways (questions.sql): QUESTIONS rounds of random tables, from SEED on.
. "$(dirname "$0")/../../scripts/cluster.sh"

cluster_start questions
cluster_psql questions -q -v rounds="${QUESTIONS:-1000}" -v seed="${SEED:-1}" -f tests/campaign/questions.sql
say "${QUESTIONS:-1000} rounds: one answer to each question"
