-- One case of granted.sh: `other_` has a privilege on one object, and runs one statement. Prints what that changes for the owner.
\set ON_ERROR_STOP off
\set QUIET on
SET client_min_messages = panic;
DROP OWNED BY owner_, other_ CASCADE;
CREATE SCHEMA shop AUTHORIZATION owner_;
CREATE SCHEMA own AUTHORIZATION other_;
GRANT USAGE ON SCHEMA shop TO other_;
GRANT USAGE ON SCHEMA own TO owner_;

SET ROLE owner_;
CREATE TABLE shop.ev (day integer, uid integer) PARTITION BY LIST (day);
DO $$
BEGIN
    FOR i IN 1..20 LOOP
        EXECUTE format('CREATE TABLE shop.ev_%1$s PARTITION OF shop.ev FOR VALUES IN (%1$s)', i);
    END LOOP;
END $$;
INSERT INTO shop.ev SELECT 1 + i % 20, i FROM generate_series(1, 400) AS i;
SELECT bloom_skip_create('shop.ev', 'uid') AS skip, bloom_set_create('shop.seen', 'text', 1000) AS seen \gset
SELECT shop.ev_uid_skip_seal() AS sealed, bloom_set_add('shop.seen', 'there') AS added \gset
INSERT INTO shop.ev VALUES (5, 9999); -- makes a partition stale
SELECT sum(sealed) AS sealed FROM shop.ev_uid_skip_info() \gset
RESET ROLE;

-- Seals are not secret: they are arguments of triggers.
SELECT seals[9] AS seal, seals AS seals, matrix AS matrix FROM shop.ev_uid_skip LIMIT 1 \gset
SELECT bloom_matrix_agg(f, s) AS forged
FROM unnest(:'seals'::bigint[]) AS s, (SELECT bloom_intersection(e, e) AS f FROM bloom_empty(100, 0.0005) AS e) AS f \gset

SET ROLE other_;
CREATE TABLE own.log (who name, command text);
GRANT INSERT ON own.log TO PUBLIC;
CREATE FUNCTION own.spy() RETURNS trigger LANGUAGE plpgsql
AS 'BEGIN INSERT INTO own.log VALUES (current_user, TG_OP); RETURN coalesce(NEW, OLD); END';
RESET ROLE;
SELECT CASE WHEN :'object' = 'shop' THEN format('GRANT %s ON SCHEMA shop TO other_', :'privilege')
            ELSE format('GRANT SELECT, %s ON %s TO other_', :'privilege', :'object') END \gexec
SET ROLE other_;
:statement
\set failed :ERROR
RESET ROLE;

-- What the owner then sees.
SET ROLE owner_;
SELECT public.rows('SELECT count(*) FROM generate_series(1, 400) AS i, shop.ev_by_uid(i)') AS found,
       public.rows('SELECT count(*) FROM shop.ev_by_uid(9999)') AS found_stale \gset
SELECT public.rows('SELECT sealed FROM shop.ev_uid_skip_info()') AS sealed_now \gset
SELECT public.fails('INSERT INTO shop.ev VALUES (7, 77777)') AS no_insert,
       public.rows('SELECT public.bloom_set_contains(''shop.seen'', ''there'')::integer') AS there,
       public.fails('SELECT public.bloom_set_add(''shop.seen'', ''new'')') AS no_add \gset
SELECT public.fails('SELECT shop.ev_uid_skip_seal()') AS no_seal \gset
SELECT public.fails('SELECT public.bloom_set_grow(''shop.seen'', 1000)') AS no_growth, public.fails('SELECT public.bloom_set_clear(''shop.seen'')') AS no_clear \gset
RESET ROLE;
SELECT format('%s %s', lpad(place::text, 2), what)
FROM (VALUES
    (0, 'nothing', true),
    (1, 'read it', :'privilege' = 'SELECT'),
    (2, 'run code as whoever uses it', EXISTS (SELECT FROM own.log WHERE who <> 'other_')),
    (3, 'have partitions read again', :sealed_now < :sealed),
    (4, 'make lookups miss rows', :found BETWEEN 0 AND 399 OR :found_stale = 0),
    (5, 'make sealing fail', :'no_seal'::boolean),
    (6, 'make inserts into the table fail', :'no_insert'::boolean),
    (7, 'lose values', :there = 0),
    (8, 'make lookups fail', :found < 0 OR :there < 0),
    (9, 'make additions fail', :'no_add'::boolean),
    (10, 'keep it from growing', :'no_growth'::boolean),
    (11, 'keep it from being cleared', :'no_clear'::boolean)
) AS effects (place, what, holds)
WHERE holds AND NOT :'failed'::boolean;
