# Every target installs what it needs and the machine lacks (scripts/prepare.sh), and may be run again.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
# The targets share private servers and the CPU: parallel ones would only hinder each other.
.NOTPARALLEL:
.PHONY: all install demo clean help test test-core test-pg test-sql test-e2e test-clients examples lint test-all \
	test-majors test-citus test-fdw installcheck interop fuzz portability campaign audit bench deb test-deb test-debian dist \
	test-dist image test-image wheel test-wheel

# The major version of PostgreSQL to build for and to test with, on a private server of this checkout.
PG ?= 15
# A server that is there, instead. `make` and `make install` take Debian's unless they are told.
PG_CONFIG ?=
# `assert` or `valgrind`: a build of that server that checks itself; with PG.
SERVER ?=
# Of every cluster of the tests, as SETTINGS="debug_discard_caches=1 work_mem=64kB".
SETTINGS ?=
# For whoever makes packages: DESTDIR goes before the directories of that server, PKGLIBDIR and SHAREDIR replace them, and
# with PREPARE=no nothing is installed and no server copied.
DESTDIR ?=
PKGLIBDIR ?=
SHAREDIR ?=
PREPARE ?= yes
export PG PG_CONFIG SERVER SETTINGS PKGLIBDIR SHAREDIR PREPARE
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
# Of `make audit` and `make lint`: whether they fail where the database of vulnerabilities, or a tool, cannot be had.
AUDIT_REQUIRED ?=
LINT_REQUIRED ?=

## Build and try

all: ## build the extension for the server that PG or PG_CONFIG names
	@scripts/build.sh

install: ## install it into that server; builds it first, if need be
	@DESTDIR='$(DESTDIR)' scripts/install.sh

demo: ## show what the extension does, on a throwaway cluster
	@scripts/prepare.sh server
	@scripts/demo.sh

clean: ## remove everything the other targets made in and outside the checkout
	@scripts/clean.sh

help: ## list the targets
	@awk -F ':.*## ' '/^## / { printf "\n%s\n", substr($$0, 4) } /^[a-z][a-z0-9-]*:.*## / { printf "  %-13s %s\n", $$1, $$2 }' Makefile

## Test

# The tests of the core leave a processor free now and then: what the next ones take is built meanwhile.
test: ## run every test, with one server
	@scripts/prepare.sh server
	@(scripts/prepare.sh pgrx && scripts/build.sh) >target/ahead.log 2>&1 & ahead=$$!; \
		$(MAKE) --no-print-directory test-core || { kill $$ahead; exit 1; }; wait $$ahead || cat target/ahead.log
	@$(MAKE) --no-print-directory test-pg test-sql test-e2e

test-core: ## run the tests of the pure Rust crate
	@scripts/prepare.sh compilers
	@scripts/test.sh core

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

lint: ## check formats, clippy, scripts, workflows, Dockerfile, META.json, licenses, types (LINT_REQUIRED=1: all of these)
	@scripts/prepare.sh $(if $(LINT_REQUIRED),lint,server)
	@LINT_REQUIRED='$(LINT_REQUIRED)' scripts/lint.sh

## Test more, before a release

test-all: ## run every test with every supported server
	@scripts/test_all.sh

test-fdw: ## PostgreSQL's own tests of postgres_fdw, with every join screened that may be
	@scripts/prepare.sh server
	@scripts/test_fdw.sh

test-majors: ## upgrade, dump, replicate and connect between the supported servers (MAJORS="15 19" for some)
	@scripts/test.sh majors

test-citus: ## run tests/citus on a server that has Citus (PG_CONFIG=...)
	@scripts/prepare.sh server
	@scripts/test.sh citus

installcheck: ## run tests/sql on a throwaway cluster of the server that it was installed into
	@scripts/test.sh installed

interop: ## compare with the real Guava and Spark, and clients/python (PARTS="guava spark python")
	@scripts/prepare.sh server
	@PARTS='$(PARTS)' scripts/interop.sh

fuzz: ## fuzz the pure Rust crate (TIME=600, RUNS=1000000, TARGETS="decode_filter builds")
	@scripts/prepare.sh fuzz
	@TIME='$(TIME)' RUNS='$(RUNS)' TARGETS='$(TARGETS)' scripts/fuzz.sh

portability: ## test it on a big-endian machine, and more (PARTS="big-endian 32-bit minimal miri")
	@scripts/prepare.sh compilers
	@PARTS='$(PARTS)' scripts/portability.sh

campaign: ## random statements, probes and kills of the server; hours (STATEMENTS=2000 QUERIES=0 ... for a part)
	@scripts/prepare.sh server
	@STATEMENTS='$(STATEMENTS)' QUERIES='$(QUERIES)' CALLS='$(CALLS)' PROBES='$(PROBES)' KILLS='$(KILLS)' FAILOVERS='$(FAILOVERS)' \
		SCREENED='$(SCREENED)' SEED='$(SEED)' scripts/campaign.sh

audit: ## check the licences and known vulnerabilities of all dependencies
	@scripts/prepare.sh compilers
	@AUDIT_REQUIRED='$(AUDIT_REQUIRED)' scripts/audit.sh

bench: ## measure, and write docs/BENCHMARKS.md (ROWS=1000000 for a short run, PARTS=star for a part)
	@scripts/prepare.sh server
	@ROWS='$(ROWS)' ROUNDS='$(ROUNDS)' CRAWLER='$(CRAWLER)' MATRIX='$(MATRIX)' STAR='$(STAR)' PARTS='$(PARTS)' scripts/bench.sh

## Packages

deb: ## build the Debian packages for PG: target/postgresql-PG-bloom-rs_VERSION_ARCH.deb, and their sources in target/deb
	@scripts/deb.sh

test-deb: deb ## check them with lintian, install with apt, run the demo, remove them
	@scripts/test_deb.sh

test-debian: ## build for 15 and 19 without a network in a bare Debian 12, lintian, autopkgtest; as root
	@PG=19 scripts/prepare.sh server
	@scripts/test_debian.sh

dist: ## make source archives, target/bloom_rs-VERSION.tar.gz and .zip
	@scripts/dist.sh

test-dist: dist ## check META.json by pgxn_meta; build, install and test out of the archive, without git
	@scripts/prepare.sh pgxn
	@scripts/test_dist.sh

image: ## lay out an extension image for CloudNativePG, target/image/PG (PG=18 or later)
	@scripts/image.sh

test-image: image ## run the tour on a server that finds it by its two settings alone
	@scripts/test_image.sh

wheel: ## build clients/python as wheel and source archive, in target/wheel
	@scripts/wheel.sh

test-wheel: wheel ## check them with twine, and test the wheel with each Python from 3.10 on that is there
	@scripts/test_wheel.sh
