-- A role that may set the setting sends no keys of rows that only another role may read, and none to a server of another
-- role. After joins_foreign.sql.

CREATE ROLE keeper;
CREATE ROLE spy;
CREATE ROLE deputy;
GRANT USAGE ON SCHEMA far0 TO keeper, spy, deputy;
GRANT SELECT ON far0.facts, far0.large TO keeper, spy, deputy;
CREATE TABLE secret AS SELECT i4, id FROM small;
CREATE TABLE known AS TABLE secret;
ALTER TABLE secret OWNER TO keeper;
GRANT SELECT ON known TO PUBLIC;
CREATE VIEW told AS SELECT f.id FROM far0.facts AS f JOIN secret AS s USING (i4);
CREATE VIEW keys_told AS SELECT i4 FROM secret;
CREATE VIEW told_again AS SELECT * FROM told;
CREATE VIEW far_told AS SELECT * FROM far0.facts;
CREATE VIEW invoked WITH (security_invoker) AS SELECT f.id FROM far0.facts AS f JOIN known AS s USING (i4);
ALTER VIEW told OWNER TO keeper;
ALTER VIEW keys_told OWNER TO keeper;
ALTER VIEW told_again OWNER TO keeper;
ALTER VIEW far_told OWNER TO keeper;
GRANT SELECT ON told, keys_told, told_again, far_told, invoked TO spy;
CREATE PROCEDURE screened_for(role name, query text, expected boolean) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('SET LOCAL ROLE %I', role);
    IF (plan(query, 'force') ~ 'InitPlan') <> expected THEN
        RAISE E'% for % is screened: %\n%', query, role, NOT expected, plan(query, 'force');
    END IF;
    RESET ROLE;
END $$;
-- The tables of a view are read with its owner's rights, unless it says otherwise.
CALL screened_for('keeper', 'SELECT * FROM told', true);
CALL screened_for('spy', 'SELECT * FROM told', false);
CALL screened_for('postgres', 'SELECT * FROM told', false);
CALL screened_for('spy', 'SELECT * FROM told_again', false);
CALL screened_for('spy', 'SELECT f.id FROM far0.facts AS f JOIN keys_told AS s USING (i4)', false);
CALL screened_for('spy', 'SELECT f.id FROM far0.facts AS f WHERE i4 IN (SELECT i4 FROM keys_told)', false);
CALL screened_for('spy', 'SELECT f.id FROM far0.facts AS f WHERE EXISTS (SELECT FROM keys_told AS s WHERE s.i4 = f.i4)', false);
CALL screened_for('spy', 'SELECT f.id FROM far0.facts AS f JOIN known AS s USING (i4)', true);
CALL screened_for('spy', 'SELECT f.id FROM far_told AS f JOIN known AS s USING (i4)', true);
CALL screened_for('spy', 'SELECT * FROM invoked', true);

-- In a function of another role everything is read with that role's rights.
CREATE FUNCTION plan_of_owner(query text) RETURNS text SECURITY DEFINER LANGUAGE plpgsql AS 'BEGIN RETURN plan(query); END';
ALTER FUNCTION plan_of_owner OWNER TO keeper;
CREATE PROCEDURE is_unscreened_inside(role name, query text) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('SET LOCAL ROLE %I', role);
    PERFORM set_config('bloom_rs.screen_foreign_joins', 'force', false);
    ASSERT plan_of_owner(query) !~ 'InitPlan', query;
    RESET ROLE;
END $$;
CALL is_unscreened_inside('spy', 'SELECT f.id FROM far0.facts AS f JOIN secret AS s USING (i4)');
CALL is_unscreened_inside('spy', 'SELECT f.id FROM far0.facts AS f JOIN known AS s USING (i4)');
CALL is_unscreened_inside('postgres', 'SELECT f.id FROM far0.facts AS f JOIN secret AS s USING (i4)');
SET ROLE keeper;
DO $$ BEGIN ASSERT plan_of_owner('SELECT f.id FROM far0.facts AS f JOIN secret AS s USING (i4)') ~ 'InitPlan', 'the owner calls'; END $$;
RESET ROLE;
-- A plan that a role made is not executed with another role's rights.
SET plan_cache_mode = force_generic_plan;
SET bloom_rs.screen_foreign_joins = force;
SET ROLE spy;
PREPARE stolen AS SELECT f.id FROM far0.facts AS f JOIN secret AS s USING (i4);
DO $$
BEGIN
    EXECUTE 'EXECUTE stolen';
    RAISE 'a table without rights was read';
EXCEPTION
    WHEN insufficient_privilege THEN NULL;
END $$;
DO $$ BEGIN ASSERT plan_of_owner('EXECUTE stolen') !~ 'InitPlan', plan_of_owner('EXECUTE stolen'); END $$;
RESET ROLE;
RESET plan_cache_mode;

-- Whoever owns a server sees what is sent to it.
GRANT USAGE ON FOREIGN DATA WRAPPER postgres_fdw TO spy;
CREATE SERVER spied FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host :'far', dbname 'postgres', extensions 'bloom_rs');
CREATE USER MAPPING FOR PUBLIC SERVER spied OPTIONS (user 'postgres', password_required 'false');
CREATE FOREIGN TABLE spied_facts (id integer, i4 integer) SERVER spied OPTIONS (table_name 'facts');
CREATE TABLE partly_spied (LIKE spied_facts) PARTITION BY LIST (id);
CREATE FOREIGN TABLE partly_spied1 PARTITION OF partly_spied FOR VALUES IN (1) SERVER spied OPTIONS (table_name 'facts');
CREATE FOREIGN TABLE partly_spied2 PARTITION OF partly_spied DEFAULT SERVER far0 OPTIONS (table_name 'facts');
CREATE FOREIGN TABLE above_spied (id integer, i4 integer) SERVER far0 OPTIONS (table_name 'facts');
CREATE FOREIGN TABLE below_spied () INHERITS (above_spied) SERVER spied OPTIONS (table_name 'facts');
GRANT SELECT ON spied_facts, partly_spied, above_spied TO PUBLIC;
CALL screened_for('keeper', 'SELECT f.id FROM spied_facts AS f JOIN known AS s USING (i4)', true);
ALTER SERVER spied OWNER TO spy;
CALL screened_for('spy', 'SELECT f.id FROM spied_facts AS f JOIN known AS s USING (i4)', true);
CALL screened_for('keeper', 'SELECT f.id FROM spied_facts AS f JOIN known AS s USING (i4)', false);
CALL screened_for('keeper', 'SELECT f.id FROM partly_spied AS f JOIN known AS s USING (i4)', false);
CALL screened_for('keeper', 'SELECT f.id FROM above_spied AS f JOIN known AS s USING (i4)', false);
CALL screened_for('keeper', 'SELECT f.id FROM ONLY above_spied AS f JOIN known AS s USING (i4)', true);
CALL screened_for('postgres', 'SELECT f.id FROM spied_facts AS f JOIN known AS s USING (i4)', false);
CALL screened_for('deputy', 'SELECT f.id FROM spied_facts AS f JOIN known AS s USING (i4)', false);
GRANT spy TO deputy;
CALL screened_for('deputy', 'SELECT f.id FROM spied_facts AS f JOIN known AS s USING (i4)', true);
