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
SELECT bloom_set_create('shop.seen', 'text', 1000) AS seen \gset
SELECT bloom_set_add('shop.seen', 'there') AS added \gset
RESET ROLE;

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
SELECT public.rows('SELECT public.bloom_set_contains(''shop.seen'', ''there'')::integer') AS there,
       public.rows('SELECT shop.seen_contains(name ''there'')::integer') AS as_name,
       public.fails('SELECT public.bloom_set_add(''shop.seen'', ''new'')') AS no_add \gset
SELECT public.fails('SELECT public.bloom_set_grow(''shop.seen'', 1000)') AS no_growth, public.fails('SELECT public.bloom_set_clear(''shop.seen'')') AS no_clear \gset
RESET ROLE;
SELECT format('%s %s', lpad(place::text, 2), what)
FROM (VALUES
    (0, 'nothing', true),
    (1, 'read it', :'privilege' = 'SELECT'),
    (2, 'run code as whoever uses it', EXISTS (SELECT FROM own.log WHERE who <> 'other_')),
    (3, 'lose values', :there = 0),
    (4, 'make lookups fail', :there < 0),
    (5, 'make additions fail', :'no_add'::boolean),
    (6, 'keep it from growing', :'no_growth'::boolean),
    (7, 'keep it from being cleared', :'no_clear'::boolean)
) AS effects (place, what, holds)
WHERE holds AND NOT :'failed'::boolean;
