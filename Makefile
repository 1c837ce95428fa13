# Every target installs what it needs and the machine lacks (scripts/prepare.sh), and may be run again.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
# The targets share one private server and the CPU: parallel ones would only hinder each other.
.NOTPARALLEL:
.PHONY: all help demo test test-core test-pg test-sql test-e2e interop bench lint install clean

# The server to build for and to install into.
PG_CONFIG ?= /usr/lib/postgresql/15/bin/pg_config
# Put before the directories of that server, for who makes packages.
DESTDIR ?=
# Of `make bench`: rows of its table, rounds of each query, sizes of the crawler's question.
ROWS ?= 10000000
ROUNDS ?= 5
CRAWLER ?=
# Of `make interop`: which of guava, spark and python; by default all.
PARTS ?=

all: ## build the extension for the server that PG_CONFIG names
	@scripts/build.sh '$(PG_CONFIG)'

install: ## install it into that server; builds it first, if need be
	@DESTDIR='$(DESTDIR)' scripts/install.sh '$(PG_CONFIG)'

help: ## list the targets
	@sed -n 's/^\([a-z][a-z0-9-]*\):.*## /\1\t/p' Makefile | expand -t 12

demo: ## show what the extension does, on a throwaway cluster
	@scripts/prepare.sh server
	@scripts/demo.sh

test: test-core test-pg test-sql test-e2e ## run every test

test-core: ## run the tests of the pure Rust crate
	@scripts/prepare.sh compilers
	@scripts/test.sh core

test-pg: ## run the #[pg_test]s, inside a server
	@scripts/prepare.sh pgrx
	@scripts/test.sh pg

test-sql: ## run tests/sql with pg_regress
	@scripts/prepare.sh server
	@scripts/test.sh sql

test-e2e: ## run tests/e2e/*.sh
	@scripts/prepare.sh server
	@scripts/test.sh e2e

interop: ## compare with the real Guava and Spark, and a reader in Python (PARTS="guava spark python")
	@scripts/prepare.sh server
	@PARTS='$(PARTS)' scripts/interop.sh

bench: ## measure, and write docs/BENCHMARKS.md (ROWS=1000000 for a short run)
	@scripts/prepare.sh server
	@ROWS='$(ROWS)' ROUNDS='$(ROUNDS)' CRAWLER='$(CRAWLER)' scripts/bench.sh

lint: ## check the format, clippy (and the scripts, where shellcheck is installed)
	@scripts/prepare.sh server
	@scripts/lint.sh

clean: ## remove everything the other targets made in and outside the checkout
	@scripts/clean.sh
