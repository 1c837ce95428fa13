-- Skipped partitions, made by bloom_skip_create: tables and functions that belong to the caller. docs/SKIP.md explains
-- them. src/template.rs has the rules of a template; src/skip fills this one in, and says why no row is lost.
--
-- Bodies in BEGIN ATOMIC are stored parsed: tables and functions are known by OID, whatever is renamed later.

CREATE TABLE @skip@ (
    number integer PRIMARY KEY,
    capacity bigint NOT NULL,
    seals bigint[] NOT NULL,
    matrix @bloom@.bloom_matrix NOT NULL
);
COMMENT ON TABLE @skip@ IS 'skipping by bloom_skip_create: filters of sealed partitions; a seal is the key of a column of a matrix, and an argument of the triggers on its partition';

CREATE TABLE @skip_stale@ (seal bigint NOT NULL);
CREATE INDEX ON @skip_stale@ (seal);
ALTER TABLE @skip_stale@ REPLICA IDENTITY FULL; -- sealing deletes marks, also if the table is published
INSERT INTO @skip_stale@ VALUES (0);
COMMENT ON TABLE @skip_stale@ IS 'skipping by bloom_skip_create: seals of partitions that have changed since; without the 0, no partition is skipped';

CREATE FUNCTION @skip_seal@(partitions regclass[] DEFAULT NULL, unchanging boolean DEFAULT false) RETURNS bigint
LANGUAGE sql VOLATILE PARALLEL UNSAFE
BEGIN ATOMIC
    SELECT @bloom@.bloom_skip_seal(@'parent'@::regclass, @columns@::name[], @'skip'@::regclass, @'skip_stale'@::regclass, ARRAY[@declared@]::regtype[], @fpp@::double precision, partitions, unchanging);
END;
COMMENT ON FUNCTION @skip_seal@(regclass[], boolean) IS 'skipping by bloom_skip_create: seals partitions, by default all local ones that are unsealed or stale; returns how many';

CREATE FUNCTION @skip_info@(OUT partitions bigint, OUT sealed bigint, OUT stale bigint, OUT bytes bigint, OUT false_candidates float8)
LANGUAGE sql STABLE PARALLEL RESTRICTED
BEGIN ATOMIC
    SELECT * FROM @bloom@.bloom_skip_info(@'parent'@::regclass, @columns@::name[], @'skip'@::regclass, @'skip_stale'@::regclass);
END;
COMMENT ON FUNCTION @skip_info@() IS 'skipping by bloom_skip_create: numbers of partitions, sealed and stale ones, bytes, and how many partitions a lookup reads by mistake';

CREATE FUNCTION @skip_partitions@(OUT partition regclass, OUT sealed boolean, OUT stale boolean, OUT "values" bigint) RETURNS SETOF record
LANGUAGE sql STABLE PARALLEL RESTRICTED
BEGIN ATOMIC
    SELECT * FROM @bloom@.bloom_skip_partitions(@'parent'@::regclass, @columns@::name[], @'skip'@::regclass, @'skip_stale'@::regclass);
END;
COMMENT ON FUNCTION @skip_partitions@() IS 'skipping by bloom_skip_create: each partition, whether it is sealed, whether it is stale, and its number of values when it was sealed';
