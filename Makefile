# Every target first installs what the machine lacks (scripts/prepare.sh). Every target may be run again.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
# Targets share private servers and the CPU, so they run one after the other.
.NOTPARALLEL:
.PHONY: all install uninstall demo clean help test test-core test-pg test-sql test-e2e test-clients examples lint test-all \
	test-majors test-citus test-postgres installcheck interop fuzz portability campaign audit bench deb test-deb test-debian \
	test-fresh dist test-dist image test-image wheel test-wheel

# Major version of PostgreSQL to build for and to test with, on a private server of this checkout. By default the one of this
# machine's own Debian (12: 15, 13: 17), elsewhere the server of the pg_config on the PATH.
PG ?=
# An installed server to use instead. By default, `make` and `make install` use Debian's.
PG_CONFIG ?=
# `assert` or `valgrind` takes a build of that server that checks itself. It needs PG, not PG_CONFIG.
SERVER ?=
# Settings for every test cluster, as in SETTINGS="debug_discard_caches=1 work_mem=64kB".
SETTINGS ?=
# For packagers: DESTDIR is put before the directories of the server, and PKGLIBDIR and SHAREDIR replace them. PREPARE=no
# installs no packages and copies no server.
DESTDIR ?=
PKGLIBDIR ?=
SHAREDIR ?=
PREPARE ?= yes
export PG PG_CONFIG SERVER SETTINGS PKGLIBDIR SHAREDIR PREPARE
# For `make bench`: rows of its table, rounds of each query, sizes for the crawler benchmark, numbers of filters and of
# values in each for the matrix benchmark (MATRIX="1000x10000 100000x500"), work_mem and workers for the star benchmarks
# (STAR="4MB:0 64MB:2").
ROWS ?= 10000000
ROUNDS ?= 5
CRAWLER ?=
MATRIX ?=
STAR ?=
# For `make campaign`: statements of the project's generator, queries of sqlsmith, calls of each function, probes of
# filters, kills of servers, failovers, screened joins with remote and of local tables, rounds of questions, random
# programs, lookups that skip partitions, and the first seed. 0 leaves a part out.
STATEMENTS ?=
QUERIES ?=
CALLS ?=
PROBES ?=
KILLS ?=
FAILOVERS ?=
SCREENED ?=
JOINED ?=
QUESTIONS ?=
ATTACKS ?=
LOOKUPS ?=
SEED ?=
# Run the long tests too, which `make test`, `make test-core` and `make test-e2e` leave out otherwise: LONG=yes.
LONG ?=
export LONG
# For `make fuzz`: total seconds, most executions of each target, and the targets (all by default).
TIME ?= 60
RUNS ?=
TARGETS ?=
# For `make test-sql` and `make test-e2e`: files of tests/sql or tests/e2e (all by default).
TESTS ?=
# For `make interop`: parts among guava, spark and python. `make portability` and `make bench` have other parts. All by default.
PARTS ?=
# For `make test-fresh` and `make test-debian`: bookworm or trixie.
SUITE ?= bookworm
# For `make audit` and `make lint`: fail if the database of vulnerabilities or a tool is not available.
AUDIT_REQUIRED ?=
LINT_REQUIRED ?=

## Build and try

all: ## build the extension for the server that PG or PG_CONFIG names
	@scripts/build.sh

install: ## install it into that server, and build it first if necessary
	@DESTDIR='$(DESTDIR)' scripts/install.sh

uninstall: ## remove it from that server again
	@DESTDIR='$(DESTDIR)' scripts/uninstall.sh

demo: ## show what the extension does, on a throwaway cluster
	@scripts/prepare.sh server
	@scripts/demo.sh

clean: ## remove everything the other targets made in and outside the checkout
	@scripts/clean.sh

help: ## list the targets
	@awk -F ':.*## ' '/^## / { printf "\n%s\n", substr($$0, 4) } /^[a-z][a-z0-9-]*:.*## / { printf "  %-13s %s\n", $$1, $$2 }' Makefile

## Test

# Tests, and the end of a release build, leave a processor idle at times: so cargo-pgrx is built beside the tests of the core,
# and the extension for the next tests beside those in the server.
test: ## run the tests, with one server (LONG=yes: those that take long, too)
	@scripts/prepare.sh $(if $(filter no,$(PREPARE)),pgrx,server)
	@scripts/sql.sh
	@$(call beside,scripts/prepare.sh pgrx,test-core)
	@$(call beside,scripts/build.sh,test-pg)
	@$(MAKE) --no-print-directory test-sql test-e2e
# beside COMMAND,TARGET: makes the target while the command runs.
beside = $(1) >target/ahead.log 2>&1 & ahead=$$!; \
	$(MAKE) --no-print-directory $(2) || { kill $$ahead; exit 1; }; wait $$ahead || cat target/ahead.log

test-core: ## run the tests of the pure Rust crate
	@scripts/prepare.sh compilers
	@scripts/test.sh core

test-pg: ## run the #[pg_test]s, inside a server
	@scripts/prepare.sh pgrx
	@scripts/test.sh pg

test-sql: ## run tests/sql with pg_regress (TESTS="05_parallel.sql")
	@scripts/prepare.sh server
	@scripts/test.sh sql $(TESTS)

test-e2e: ## run the tests of tests/e2e (TESTS="windows.sql kill.sh")
	@scripts/prepare.sh server
	@scripts/test.sh e2e $(TESTS)

test-clients: ## run the tests of clients/python
	@scripts/prepare.sh server
	@scripts/test_clients.sh

examples: ## run the programs of examples/, and check what they did
	@scripts/prepare.sh server
	@scripts/examples.sh

lint: ## check formats, clippy, pages, spelling, scripts, workflows, packages, types (LINT_REQUIRED=1: skip nothing)
	@scripts/prepare.sh $(if $(LINT_REQUIRED),lint,server)
	@LINT_REQUIRED='$(LINT_REQUIRED)' scripts/lint.sh

## Test more, before a release

test-all: ## run every test with every supported server
	@scripts/test_all.sh

test-postgres: ## run PostgreSQL's own tests with every possible join screened (PARTS="fdw regress isolation")
	@scripts/prepare.sh server
	@PARTS='$(PARTS)' scripts/test_postgres.sh

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
		SCREENED='$(SCREENED)' JOINED='$(JOINED)' QUESTIONS='$(QUESTIONS)' ATTACKS='$(ATTACKS)' LOOKUPS='$(LOOKUPS)' SEED='$(SEED)' scripts/campaign.sh

audit: ## check the licenses and known vulnerabilities of all dependencies
	@scripts/prepare.sh compilers
	@AUDIT_REQUIRED='$(AUDIT_REQUIRED)' scripts/audit.sh

bench: ## measure: target/bench/report.md, and the plots of docs (ROWS=1000000 for a short run, PARTS=star for a part)
	@scripts/prepare.sh server
	@ROWS='$(ROWS)' ROUNDS='$(ROUNDS)' CRAWLER='$(CRAWLER)' MATRIX='$(MATRIX)' STAR='$(STAR)' PARTS='$(PARTS)' scripts/bench.sh

## Packages

deb: ## build the Debian packages for PG: target/postgresql-PG-bloom-rs_VERSION_ARCH.deb, and their sources in target/deb
	@scripts/deb.sh

test-deb: deb ## check them with lintian, install with apt, run the demo, remove them
	@scripts/test_deb.sh

test-debian: ## build without a network in a bare Debian, lintian, autopkgtest; as root (SUITE=trixie)
	@PG=19 scripts/prepare.sh server
	@SUITE='$(SUITE)' scripts/test_debian.sh

test-fresh: ## run the commands of README.md in a bare Debian, as root and as a user with sudo; as root (SUITE=trixie)
	@SUITE='$(SUITE)' scripts/test_fresh.sh

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
