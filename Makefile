# Every target installs what it needs and the machine lacks (scripts/prepare.sh), and may be run again.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
# The targets share private servers and the CPU: parallel ones would only hinder each other.
.NOTPARALLEL:
.PHONY: all help demo test test-all test-core fuzz portability test-pg test-sql test-e2e test-clients examples test-citus test-fdw test-majors \
	installcheck campaign interop bench lint audit install deb test-deb dist test-dist clean

# The major version of PostgreSQL to build for and to test with, on a private server of this checkout.
PG ?= 15
# A server that is there, instead. `make` and `make install` take Debian's unless they are told.
PG_CONFIG ?=
# `assert` or `valgrind`: a build of that server that checks itself; with PG.
SERVER ?=
# Of every cluster of the tests, as SETTINGS="debug_discard_caches=1 work_mem=64kB".
SETTINGS ?=
export PG PG_CONFIG SERVER SETTINGS
# Put before the directories of that server, for who makes packages.
DESTDIR ?=
# Of `make bench`: rows of its table, rounds of each query, sizes of the crawler's question, numbers of filters and of
# values in each for the question which of them may hold one (MATRIX="1000x10000 100000x500"), work_mem and workers for
# the star benchmarks (STAR="4MB:0 64MB:2").
ROWS ?= 10000000
ROUNDS ?= 5
CRAWLER ?=
MATRIX ?=
STAR ?=
# Of `make campaign`: statements of our generator, queries of sqlsmith, calls of each function, probes of filters, kills of
# servers, failovers, screened joins, and where to begin; 0 leaves a part out.
STATEMENTS ?=
QUERIES ?=
CALLS ?=
PROBES ?=
KILLS ?=
FAILOVERS ?=
SCREENED ?=
SEED ?=
# Of `make fuzz`: seconds in all, and at most so many executions of each target; which targets, by default all.
TIME ?= 60
RUNS ?=
TARGETS ?=
# Of `make test-e2e`: which of tests/e2e, by default all.
TESTS ?=
# Of `make interop`: which of guava, spark and python; of `make portability` and `make bench` see there; by default all.
PARTS ?=
# Of `make audit`: whether it fails where the database of vulnerabilities cannot be had.
AUDIT_REQUIRED ?=

all: ## build the extension for the server that PG or PG_CONFIG names
	@scripts/build.sh

install: ## install it into that server; builds it first, if need be
	@DESTDIR='$(DESTDIR)' scripts/install.sh

help: ## list the targets
	@sed -n 's/^\([a-z][a-z0-9-]*\):.*## /\1\t/p' Makefile | expand -t 14

demo: ## show what the extension does, on a throwaway cluster
	@scripts/prepare.sh server
	@scripts/demo.sh

# The tests of the core leave a processor free now and then: what the next ones take is built meanwhile.
test: ## run every test, with one server
	@scripts/prepare.sh server
	@(scripts/prepare.sh pgrx && scripts/build.sh) >target/ahead.log 2>&1 & ahead=$$!; \
		$(MAKE) --no-print-directory test-core || { kill $$ahead; exit 1; }; wait $$ahead || cat target/ahead.log
	@$(MAKE) --no-print-directory test-pg test-sql test-e2e

test-all: ## run every test with every supported server
	@scripts/test_all.sh

test-core: ## run the tests of the pure Rust crate
	@scripts/prepare.sh compilers
	@scripts/test.sh core

fuzz: ## fuzz the pure Rust crate (TIME=600, RUNS=1000000, TARGETS="decode_filter builds")
	@scripts/prepare.sh fuzz
	@TIME='$(TIME)' RUNS='$(RUNS)' TARGETS='$(TARGETS)' scripts/fuzz.sh

portability: ## test it on a big-endian machine, and more (PARTS="big-endian 32-bit minimal miri")
	@scripts/prepare.sh compilers
	@PARTS='$(PARTS)' scripts/portability.sh

test-pg: ## run the #[pg_test]s, inside a server
	@scripts/prepare.sh pgrx
	@scripts/test.sh pg

test-sql: ## run tests/sql with pg_regress
	@scripts/prepare.sh server
	@scripts/test.sh sql

test-e2e: ## run the tests of tests/e2e (TESTS="windows.sql kill.sh")
	@scripts/prepare.sh server
	@scripts/test.sh e2e $(TESTS)

test-clients: ## run the tests of clients/python
	@scripts/prepare.sh server
	@scripts/test_clients.sh

examples: ## run the programs of examples/, and check what they did
	@scripts/prepare.sh server
	@scripts/examples.sh

test-citus: ## run tests/citus on a server that has Citus (PG_CONFIG=...)
	@scripts/prepare.sh server
	@scripts/test.sh citus

test-fdw: ## PostgreSQL's own tests of postgres_fdw, with every join screened that may be
	@scripts/prepare.sh server
	@scripts/test_fdw.sh

test-majors: ## upgrade, dump, replicate and connect between the supported servers (MAJORS="15 19" for some)
	@scripts/test.sh majors

installcheck: ## run tests/sql on a throwaway cluster of the server that it was installed into
	@scripts/test.sh installed

campaign: ## random statements, probes and kills of the server; hours (STATEMENTS=2000 QUERIES=0 ... for a part)
	@scripts/prepare.sh server
	@STATEMENTS='$(STATEMENTS)' QUERIES='$(QUERIES)' CALLS='$(CALLS)' PROBES='$(PROBES)' KILLS='$(KILLS)' FAILOVERS='$(FAILOVERS)' \
		SCREENED='$(SCREENED)' SEED='$(SEED)' scripts/campaign.sh

interop: ## compare with the real Guava and Spark, and clients/python (PARTS="guava spark python")
	@scripts/prepare.sh server
	@PARTS='$(PARTS)' scripts/interop.sh

bench: ## measure, and write docs/BENCHMARKS.md (ROWS=1000000 for a short run, PARTS=star for a part)
	@scripts/prepare.sh server
	@ROWS='$(ROWS)' ROUNDS='$(ROUNDS)' CRAWLER='$(CRAWLER)' MATRIX='$(MATRIX)' STAR='$(STAR)' PARTS='$(PARTS)' scripts/bench.sh

deb: ## make a Debian package, target/postgresql-PG-bloom-rs_VERSION_ARCH.deb
	@scripts/deb.sh

test-deb: deb ## check it with lintian, install it with apt, run the demo, remove it
	@scripts/test_deb.sh

dist: ## make source archives, target/bloom_rs-VERSION.tar.gz and .zip
	@scripts/dist.sh

test-dist: dist ## check META.json; build, install and test out of the archive, without git
	@scripts/prepare.sh pgxn
	@scripts/test_dist.sh

lint: ## check the format, clippy, META.json (and more, where shellcheck and hadolint are installed)
	@scripts/prepare.sh server
	@scripts/lint.sh

audit: ## check the licences and known vulnerabilities of all dependencies
	@scripts/prepare.sh compilers
	@AUDIT_REQUIRED='$(AUDIT_REQUIRED)' scripts/audit.sh

clean: ## remove everything the other targets made in and outside the checkout
	@scripts/clean.sh
