# Every target prepares the machine first (scripts/prepare.sh) and may be run again.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
# The targets share one private server and the CPU: parallel ones would only hinder each other.
.NOTPARALLEL:
.PHONY: help prepare demo test test-core test-pg test-sql test-e2e interop bench lint install clean

PG_CONFIG ?= /usr/lib/postgresql/15/bin/pg_config
# Of `make bench`: rows of its table, rounds of each query, sizes of the crawler's question.
ROWS ?= 10000000
ROUNDS ?= 5
CRAWLER ?=
# Of `make interop`: which of guava, spark and python; by default all.
PARTS ?=

help: ## list the targets
	@sed -n 's/^\([a-z][a-z0-9-]*\):.*## /\1\t/p' Makefile | expand -t 12

demo: prepare ## show what the extension does, on a throwaway cluster
	@scripts/demo.sh

test: test-core test-pg test-sql test-e2e ## run every test

test-core: prepare ## run the tests of the pure Rust crate
	@scripts/test.sh core

test-pg: prepare ## run the #[pg_test]s, inside a server
	@scripts/test.sh pg

test-sql: prepare ## run tests/sql with pg_regress
	@scripts/test.sh sql

test-e2e: prepare ## run tests/e2e/*.sh
	@scripts/test.sh e2e

interop: prepare ## compare with the real Guava and Spark, and a reader in Python (PARTS="guava spark python")
	@PARTS='$(PARTS)' scripts/interop.sh

bench: prepare ## measure, and write docs/BENCHMARKS.md (ROWS=1000000 for a short run)
	@ROWS='$(ROWS)' ROUNDS='$(ROUNDS)' CRAWLER='$(CRAWLER)' scripts/bench.sh

lint: prepare ## check the format, clippy (and the scripts, where shellcheck is installed)
	@scripts/lint.sh

install: prepare ## install into the server that PG_CONFIG names
	@scripts/install.sh '$(PG_CONFIG)'

prepare: ## install what the build needs and is missing
	@scripts/prepare.sh

clean: ## remove everything the other targets made in and outside the checkout
	@scripts/clean.sh
