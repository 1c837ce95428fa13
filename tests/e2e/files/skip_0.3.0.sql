-- Lookups of two sets as bloom_skip_create of version 0.3.0 made and sealed them, as pg_dump wrote it, without rows and without some
-- functions of the second set.

CREATE SCHEMA "old ones";

CREATE TABLE "old ones"."My events" (
    day integer,
    "user's id" integer,
    what text
)
PARTITION BY LIST (day);

CREATE TABLE "old ones"."My events_user's id_skip" (
    number integer NOT NULL,
    capacity bigint NOT NULL,
    seals bigint[] NOT NULL,
    matrix public.bloom_matrix NOT NULL
);

CREATE TABLE "old ones"."My events_user's id_skip_stale" (
    seal bigint NOT NULL
);
ALTER TABLE ONLY "old ones"."My events_user's id_skip_stale" REPLICA IDENTITY FULL;

CREATE FUNCTION "old ones"."My events_by_user's id"(value bigint) RETURNS SETOF "old ones"."My events"
    LANGUAGE sql STABLE STRICT COST 10000 ROWS 10 PARALLEL RESTRICTED
    BEGIN ATOMIC
 SELECT public.bloom_skip_look_up(NULL::"old ones"."My events", '{"user''s id"}'::name[], '"old ones"."My events_user''s id_skip"'::regclass, '"old ones"."My events_user''s id_skip_stale"'::regclass, value) AS bloom_skip_look_up;
END;

CREATE FUNCTION "old ones"."My events_by_user's id_any"(vals bigint[]) RETURNS SETOF "old ones"."My events"
    LANGUAGE sql STABLE STRICT COST 10000 ROWS 10 PARALLEL RESTRICTED
    BEGIN ATOMIC
 SELECT public.bloom_skip_look_up_any(NULL::"old ones"."My events", '{"user''s id"}'::name[], '"old ones"."My events_user''s id_skip"'::regclass, '"old ones"."My events_user''s id_skip_stale"'::regclass, vals) AS bloom_skip_look_up_any;
END;

CREATE FUNCTION "old ones"."My events_by_user's id_partitions"(value bigint) RETURNS SETOF regclass
    LANGUAGE sql STABLE STRICT COST 10000 ROWS 10 PARALLEL RESTRICTED
    BEGIN ATOMIC
 SELECT public.bloom_skip_look_up_partitions('"old ones"."My events"'::regclass, '{"user''s id"}'::name[], '"old ones"."My events_user''s id_skip"'::regclass, '"old ones"."My events_user''s id_skip_stale"'::regclass, value) AS bloom_skip_look_up_partitions;
END;

CREATE TABLE "old ones"."My events_user's id_what_skip" (
    number integer NOT NULL,
    capacity bigint NOT NULL,
    seals bigint[] NOT NULL,
    matrix public.bloom_matrix NOT NULL
);

CREATE TABLE "old ones"."My events_user's id_what_skip_stale" (
    seal bigint NOT NULL
);
ALTER TABLE ONLY "old ones"."My events_user's id_what_skip_stale" REPLICA IDENTITY FULL;

CREATE FUNCTION "old ones"."My events_by_user's id_what"("user's id" bigint, what text) RETURNS SETOF "old ones"."My events"
    LANGUAGE sql STABLE STRICT COST 10000 ROWS 10 PARALLEL RESTRICTED
    BEGIN ATOMIC
 SELECT public.bloom_skip_look_up(NULL::"old ones"."My events", '{"user''s id",what}'::name[], '"old ones"."My events_user''s id_what_skip"'::regclass, '"old ones"."My events_user''s id_what_skip_stale"'::regclass, ROW("user's id", what)) AS bloom_skip_look_up;
END;

CREATE FUNCTION "old ones"."My events_user's id_skip_info"(OUT partitions bigint, OUT sealed bigint, OUT stale bigint, OUT bytes bigint, OUT false_candidates double precision) RETURNS record
    LANGUAGE sql STABLE PARALLEL RESTRICTED
    BEGIN ATOMIC
 SELECT bloom_skip_info.partitions,
     bloom_skip_info.sealed,
     bloom_skip_info.stale,
     bloom_skip_info.bytes,
     bloom_skip_info.false_candidates
    FROM public.bloom_skip_info('"old ones"."My events"'::regclass, '{"user''s id"}'::name[], '"old ones"."My events_user''s id_skip"'::regclass, '"old ones"."My events_user''s id_skip_stale"'::regclass) bloom_skip_info(partitions, sealed, stale, bytes, false_candidates);
END;

CREATE FUNCTION "old ones"."My events_user's id_skip_partitions"(OUT partition regclass, OUT sealed boolean, OUT stale boolean, OUT "values" bigint) RETURNS SETOF record
    LANGUAGE sql STABLE PARALLEL RESTRICTED
    BEGIN ATOMIC
 SELECT bloom_skip_partitions.partition,
     bloom_skip_partitions.sealed,
     bloom_skip_partitions.stale,
     bloom_skip_partitions."values"
    FROM public.bloom_skip_partitions('"old ones"."My events"'::regclass, '{"user''s id"}'::name[], '"old ones"."My events_user''s id_skip"'::regclass, '"old ones"."My events_user''s id_skip_stale"'::regclass) bloom_skip_partitions(partition, sealed, stale, "values");
END;

CREATE FUNCTION "old ones"."My events_user's id_skip_seal"(partitions regclass[] DEFAULT NULL::regclass[], unchanging boolean DEFAULT false) RETURNS bigint
    LANGUAGE sql
    BEGIN ATOMIC
 SELECT public.bloom_skip_seal('"old ones"."My events"'::regclass, '{"user''s id"}'::name[], '"old ones"."My events_user''s id_skip"'::regclass, '"old ones"."My events_user''s id_skip_stale"'::regclass, ARRAY['integer'::regtype], (0.001)::double precision, partitions, unchanging) AS bloom_skip_seal;
END;

CREATE FUNCTION "old ones"."My events_user's id_what_skip_seal"(partitions regclass[] DEFAULT NULL::regclass[], unchanging boolean DEFAULT false) RETURNS bigint
    LANGUAGE sql
    BEGIN ATOMIC
 SELECT public.bloom_skip_seal('"old ones"."My events"'::regclass, '{"user''s id",what}'::name[], '"old ones"."My events_user''s id_what_skip"'::regclass, '"old ones"."My events_user''s id_what_skip_stale"'::regclass, ARRAY['integer'::regtype, 'text'::regtype], (0.001)::double precision, partitions, unchanging) AS bloom_skip_seal;
END;

CREATE TABLE "old ones".e_1 (
    day integer,
    "user's id" integer,
    what text
);

CREATE TABLE "old ones".e_2 (
    day integer,
    "user's id" integer,
    what text
);
ALTER TABLE ONLY "old ones"."My events" ATTACH PARTITION "old ones".e_1 FOR VALUES IN (1);
ALTER TABLE ONLY "old ones"."My events" ATTACH PARTITION "old ones".e_2 FOR VALUES IN (2);
ALTER TABLE ONLY "old ones"."My events_user's id_skip"
    ADD CONSTRAINT "My events_user's id_skip_pkey" PRIMARY KEY (number);
ALTER TABLE ONLY "old ones"."My events_user's id_what_skip"
    ADD CONSTRAINT "My events_user's id_what_skip_pkey" PRIMARY KEY (number);

CREATE INDEX "My events_user's id_skip_stale_seal_idx" ON "old ones"."My events_user's id_skip_stale" USING btree (seal);

CREATE INDEX "My events_user's id_what_skip_stale_seal_idx" ON "old ones"."My events_user's id_what_skip_stale" USING btree (seal);

CREATE TRIGGER "My events_user's id_skip_insert" AFTER INSERT ON "old ones".e_1 FOR EACH ROW EXECUTE FUNCTION public.bloom_skip_mark('1', '17002', '7713/16384/733', '2', 'user''s id');
ALTER TABLE "old ones".e_1 ENABLE ALWAYS TRIGGER "My events_user's id_skip_insert";

CREATE TRIGGER "My events_user's id_skip_insert" AFTER INSERT ON "old ones".e_2 FOR EACH ROW EXECUTE FUNCTION public.bloom_skip_mark('2', '17002', '7713/16384/733', '2', 'user''s id');
ALTER TABLE "old ones".e_2 ENABLE ALWAYS TRIGGER "My events_user's id_skip_insert";

CREATE TRIGGER "My events_user's id_skip_update" AFTER UPDATE ON "old ones".e_1 FOR EACH ROW WHEN (record_image_ne(ROW(old."user's id"), ROW(new."user's id"))) EXECUTE FUNCTION public.bloom_skip_mark('1', '17002', '7713/16384/733', '2', 'user''s id');
ALTER TABLE "old ones".e_1 ENABLE ALWAYS TRIGGER "My events_user's id_skip_update";

CREATE TRIGGER "My events_user's id_skip_update" AFTER UPDATE ON "old ones".e_2 FOR EACH ROW WHEN (record_image_ne(ROW(old."user's id"), ROW(new."user's id"))) EXECUTE FUNCTION public.bloom_skip_mark('2', '17002', '7713/16384/733', '2', 'user''s id');
ALTER TABLE "old ones".e_2 ENABLE ALWAYS TRIGGER "My events_user's id_skip_update";

CREATE TRIGGER "My events_user's id_what_skip_insert" AFTER INSERT ON "old ones".e_1 FOR EACH ROW EXECUTE FUNCTION public.bloom_skip_mark('3', '17019', '7713/16384/734', '2', 'user''s id', '3', 'what');
ALTER TABLE "old ones".e_1 ENABLE ALWAYS TRIGGER "My events_user's id_what_skip_insert";

CREATE TRIGGER "My events_user's id_what_skip_insert" AFTER INSERT ON "old ones".e_2 FOR EACH ROW EXECUTE FUNCTION public.bloom_skip_mark('4', '17019', '7713/16384/734', '2', 'user''s id', '3', 'what');
ALTER TABLE "old ones".e_2 ENABLE ALWAYS TRIGGER "My events_user's id_what_skip_insert";

CREATE TRIGGER "My events_user's id_what_skip_update" AFTER UPDATE ON "old ones".e_1 FOR EACH ROW WHEN (record_image_ne(ROW(old."user's id", old.what), ROW(new."user's id", new.what))) EXECUTE FUNCTION public.bloom_skip_mark('3', '17019', '7713/16384/734', '2', 'user''s id', '3', 'what');
ALTER TABLE "old ones".e_1 ENABLE ALWAYS TRIGGER "My events_user's id_what_skip_update";

CREATE TRIGGER "My events_user's id_what_skip_update" AFTER UPDATE ON "old ones".e_2 FOR EACH ROW WHEN (record_image_ne(ROW(old."user's id", old.what), ROW(new."user's id", new.what))) EXECUTE FUNCTION public.bloom_skip_mark('4', '17019', '7713/16384/734', '2', 'user''s id', '3', 'what');
ALTER TABLE "old ones".e_2 ENABLE ALWAYS TRIGGER "My events_user's id_what_skip_update";
