# Every target first installs what the machine lacks (scripts/build/prepare.sh). Every target may be run again.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
# Targets share private servers and the CPU, so they run one after the other.
.NOTPARALLEL:
.PHONY: all install uninstall demo clean help test test-core test-pg test-sql test-e2e test-clients examples lint test-all \
	test-majors test-citus test-beside test-postgres test-suites installcheck interop findings fuzz portability campaign audit bench \
	deb test-deb test-debian test-fresh dist test-dist image test-image wheel test-wheel begin-version pages pictures

# Variables, on the command line or in the environment, from which the scripts take them:
#   PG              major version of PostgreSQL to build for and to test with, on a private server of this checkout. By
#                   default the one of this machine's own Debian (12: 15, 13: 17), elsewhere that of the pg_config on the PATH
#   PG_CONFIG       an installed server to use instead. By default, `make` and `make install` use Debian's
#   SERVER          `assert` or `valgrind` takes a build of that server that checks itself. It needs PG, not PG_CONFIG
#   CHECKS=assert   builds a library that checks itself, for a server that does not
#   SETTINGS        of every test cluster, as in SETTINGS="debug_discard_caches=1 work_mem=64kB"
#   DESTDIR         for packagers: is put before the directories of the server, which PKGLIBDIR and SHAREDIR replace
#   PREPARE=no      installs no packages and copies no server
#   SKIP_INSTALL=yes  tests what was built and installed into the private server before
#   LONG=yes        runs the long tests too, which `make test`, `make test-core` and `make test-e2e` leave out otherwise
#   ACCEPT=yes      for `make test-sql`: copies results to tests/expected, and shows how much changed
#   TESTS           files of tests/sql or tests/e2e for `make test-sql` and `make test-e2e`. By default all
#   PARTS           of interop (guava, spark, python), of portability, of test-postgres and of bench. By default all
#   SUITE           bookworm or trixie, for `make test-fresh` and `make test-debian`
#   AUDIT_REQUIRED, LINT_REQUIRED   fail if the database of vulnerabilities or a tool is not available
#   VERSION         for `make begin-version`: the next version
#   TIME, RUNS, TARGETS   for `make fuzz`: seconds in all, most executions of each target, and the targets
# Those of `make bench` are in scripts/test/bench.sh, those of `make campaign` in scripts/test/campaign.sh.

## Build (scripts/build)

all: ## build the extension for the server that PG or PG_CONFIG names
	@scripts/build/build.sh

install: ## install it into that server, and build it first if necessary
	@scripts/build/install.sh

uninstall: ## remove it from that server again
	@scripts/build/uninstall.sh

demo: ## show what the extension does, on a throwaway cluster
	@scripts/build/prepare.sh server
	@scripts/build/demo.sh

clean: ## remove everything the other targets made in and outside the checkout
	@scripts/build/clean.sh

help: ## list the targets
	@awk -F ':.*## ' '/^## / { printf "\n%s\n", substr($$0, 4) } /^[a-z][a-z0-9-]*:.*## / { printf "  %-13s %s\n", $$1, $$2 }' Makefile

## Test (scripts/test)

# Tests, and the end of a release build, leave a processor idle at times: so what the next tests need is built beside those of
# the core and those in the server, and SQL tests run beside the others.
test: ## run the tests, with one server (LONG=yes: those that take long, too)
	@scripts/build/prepare.sh $(if $(filter no,$(PREPARE)),pgrx,server)
	@scripts/build/sql.sh
	@$(call beside,scripts/build/prepare.sh pgrx && scripts/build/build.sh,test-core test-pg)
	@scripts/test/run.sh install
	@$(call beside,$(MAKE) --no-print-directory SKIP_INSTALL=yes test-sql,SKIP_INSTALL=yes test-e2e)
# beside COMMAND,TARGETS: makes them while the command runs, and shows how that ended.
beside = { $(1); } >target/beside.log 2>&1 & beside=$$!; \
	$(MAKE) --no-print-directory $(2) || { kill $$beside 2>&-; exit 1; }; wait $$beside || { cat target/beside.log; exit 1; }; \
	grep -E 'built for|tests passed' target/beside.log || true

test-core: ## run the tests of the pure Rust crate
	@scripts/build/prepare.sh compilers
	@scripts/test/run.sh core

test-pg: ## run the #[pg_test]s, inside a server
	@scripts/build/prepare.sh pgrx
	@scripts/test/run.sh pg

test-sql: ## run tests/sql with pg_regress (TESTS="05_parallel.sql"; ACCEPT=yes: what they print is right)
	@scripts/build/prepare.sh server
	@scripts/test/run.sh sql $(TESTS)

test-e2e: ## run the tests of tests/e2e (TESTS="windows.sql kill.sh")
	@scripts/build/prepare.sh server
	@scripts/test/run.sh e2e $(TESTS)

test-clients: ## run the tests of clients/python
	@scripts/build/prepare.sh server
	@scripts/test/clients.sh

examples: ## run the programs of examples/, and check what they did
	@scripts/build/prepare.sh server
	@scripts/test/examples.sh

lint: ## check formats, clippy, pages, spelling, scripts, workflows, packages, types (LINT_REQUIRED=1: skip nothing)
	@scripts/build/prepare.sh $(if $(LINT_REQUIRED),lint,server)
	@scripts/test/lint.sh

## Test more, before a release

test-all: ## run every test with every supported server
	@scripts/test/all.sh

test-postgres: ## run PostgreSQL's own tests screened and skipping (PARTS="fdw regress isolation partitions")
	@scripts/build/prepare.sh server
	@scripts/test/postgres.sh

test-suites: ## run the tests of Django and others without the library, and screened and skipping (PARTS="django partman")
	@scripts/build/prepare.sh server
	@scripts/test/suites.sh

test-majors: ## upgrade, dump, replicate and connect between the supported servers (MAJORS="15 19" for some)
	@scripts/test/run.sh majors

test-citus: ## run tests/citus on a server that has Citus (PG_CONFIG=...)
	@scripts/build/prepare.sh server
	@scripts/test/run.sh citus

test-beside: ## run tests/sql and random queries beside other extensions of Debian
	@scripts/build/prepare.sh server
	@scripts/test/beside.sh

installcheck: ## run tests/sql on a throwaway cluster of the server that it was installed into
	@scripts/test/run.sh installed

interop: ## compare with the real Guava, Spark and Parquet, and clients/python (PARTS="guava spark parquet python")
	@scripts/build/prepare.sh server
	@scripts/test/interop.sh

findings: ## see whether other programs still surprise as findings/ says
	@failed=; for finding in findings/*.sh; do "$$finding" || failed=yes; done; [[ ! $$failed ]]

fuzz: ## fuzz the pure Rust crate (TIME=600, RUNS=1000000, TARGETS="decode_filter builds")
	@scripts/build/prepare.sh fuzz
	@scripts/test/fuzz.sh

portability: ## test it on a big-endian machine, and more (PARTS="big-endian 32-bit minimal miri")
	@scripts/build/prepare.sh compilers
	@scripts/test/portability.sh

campaign: ## random statements, probes and kills of the server; hours (STATEMENTS=2000 QUERIES=0 ... for a part)
	@scripts/build/prepare.sh server
	@scripts/test/campaign.sh

audit: ## check the licenses and known vulnerabilities of all dependencies
	@scripts/build/prepare.sh compilers
	@scripts/test/audit.sh

bench: ## measure: target/bench/report.md, and the plots of docs (ROWS=1000000 for a short run, PARTS=joins for a part)
	@scripts/build/prepare.sh server
	@scripts/test/bench.sh

## Package (scripts/package)

deb: ## build the Debian packages for PG: target/postgresql-PG-bloom-rs_VERSION_ARCH.deb, and their sources in target/deb
	@scripts/package/deb.sh

test-deb: ## build them, check them with lintian, and run the demo with their files
	@scripts/package/deb.sh test

test-debian: ## build without a network in a bare Debian, lintian, autopkgtest; as root (SUITE=trixie)
	@PG=19 scripts/build/prepare.sh server
	@scripts/package/debian.sh

test-fresh: ## run the commands of README.md in a bare Debian, as root and as a user with sudo; as root (SUITE=trixie)
	@scripts/package/fresh.sh

dist: ## make source archives, target/bloom_rs-VERSION.tar.gz and .zip
	@scripts/package/dist.sh

test-dist: ## make them, check META.json by pgxn_meta; build, install and test out of the archive, without git
	@scripts/build/prepare.sh pgxn
	@scripts/package/dist.sh test

image: ## lay out an extension image for CloudNativePG, target/image/PG (PG=18 or later)
	@scripts/package/image.sh

test-image: ## lay one out, and run the tour on a server that finds it by its two settings alone
	@scripts/package/image.sh test

wheel: ## build clients/python as wheel and source archive, in target/wheel
	@scripts/package/wheel.sh

begin-version: ## begin the next version, once one is released (VERSION=0.5.0)
	@scripts/package/begin_version.sh $(VERSION)

test-wheel: ## build them, check them with twine, and test the wheel with each Python from 3.10 on that is there
	@scripts/package/wheel.sh test

## Pages (scripts/pages)

pages: ## check the links and the words of all pages, run their SQL, and compare them with the catalog
	@scripts/build/prepare.sh server
	@scripts/pages/check.sh
	@scripts/test/run.sh e2e pages.sh reference.sql numbers.sql

pictures: ## draw docs/pictures
	@scripts/pages/pictures.py
