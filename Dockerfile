# bloom_rs for containers, for each major of PostgreSQL:
#   docker build --build-arg PG_MAJOR=17 -t postgres-bloom_rs:17 .                 PostgreSQL's official image with it
#   docker build --build-arg PG_MAJOR=18 --target extension -t bloom_rs:18 .       an extension image of CloudNativePG
# It was checked with hadolint but never built: no registry of images could be reached where it was written.
ARG PG_MAJOR=18

FROM postgres:${PG_MAJOR}-bookworm AS build
ARG PG_MAJOR
SHELL ["/bin/bash", "-euo", "pipefail", "-c"]
# The archive of apt.postgresql.org keeps the newest minor version only, so that none can be named here. rustc-web is the
# Rust that Debian keeps up to date for its browsers.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends \
        cargo-web ca-certificates clang gcc libc6-dev libclang-dev libicu-dev make "postgresql-server-dev-$PG_MAJOR" \
        rustc-web \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /bloom_rs
COPY . .
RUN PG_CONFIG=/usr/lib/postgresql/$PG_MAJOR/bin/pg_config \
    && make install PREPARE=no "PG_CONFIG=$PG_CONFIG" DESTDIR=/server \
    && make install PREPARE=no "PG_CONFIG=$PG_CONFIG" DESTDIR=/extension PKGLIBDIR=/lib SHAREDIR=/share \
    && install -D -m 644 -t /extension/licenses/bloom_rs LICENSE-APACHE LICENSE-MIT \
    && PREPARE=no PG_CONFIG=$PG_CONFIG scripts/package/copyright.sh >/extension/licenses/bloom_rs/copyright

# Nothing but the library, the control file and the SQL, for extension_control_path: PostgreSQL 18 and later.
FROM scratch AS extension
COPY --from=build /extension/ /
USER 65532:65532

# The same in the directories of the server.
FROM postgres:${PG_MAJOR}-bookworm
COPY --from=build /server/ /
