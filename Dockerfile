# PostgreSQL's official image with bloom_rs:
#   docker build --build-arg PG_MAJOR=17 -t postgres-bloom_rs:17 .
# It was checked with hadolint but never built: there was no Docker where it was written.
ARG PG_MAJOR=17

FROM postgres:${PG_MAJOR}-bookworm AS build
ARG PG_MAJOR
ARG RUST=1.95.0
SHELL ["/bin/bash", "-euo", "pipefail", "-c"]
# The archive of apt.postgresql.org keeps the newest minor version only, so that none can be named here.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends \
        ca-certificates clang curl gcc libc6-dev libclang-dev make "postgresql-server-dev-$PG_MAJOR" \
    && rm -rf /var/lib/apt/lists/*
ENV CARGO_HOME=/usr/local/cargo RUSTUP_HOME=/usr/local/rustup PATH=/usr/local/cargo/bin:$PATH
RUN curl --proto '=https' --tlsv1.2 --fail --silent --show-error https://sh.rustup.rs \
    | sh -s -- -y --profile minimal --default-toolchain "$RUST"
WORKDIR /bloom_rs
COPY . .
RUN make install DESTDIR=/out "PG_CONFIG=/usr/lib/postgresql/$PG_MAJOR/bin/pg_config"

# The library, the control file and the SQL, in the directories of the server.
FROM postgres:${PG_MAJOR}-bookworm
COPY --from=build /out/ /
