# shellcheck shell=bash disable=SC2034 # others use it
# Sourced: the pages, in PAGES.
mapfile -t PAGES < <(printf '%s\n' README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md && find docs -name '*.md' | sort &&
    printf '%s\n' core/README.md examples/README.md clients/python/README.md)
