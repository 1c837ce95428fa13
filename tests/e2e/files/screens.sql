-- Whether joins are screened, and have the same rows.

\ir plan.sql
CREATE FUNCTION plan(query text, mode text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('bloom_rs.screen_joins', mode, false);
    RETURN plan(query);
END $$;
\ir ../../sql/files/result.sql
\set ECHO none
-- It has this many filters, which screen these scans, and the rows are the same.
CREATE PROCEDURE screens(query text, scans text, filters integer DEFAULT 1) LANGUAGE plpgsql AS $$
DECLARE
    planned text := plan(query, 'force');
    found text := (SELECT string_agg(m[1], '; ') FROM regexp_matches(plan(query, 'force'), 'Screens: ([^\n]*)', 'g') AS m);
BEGIN
    IF found IS DISTINCT FROM scans OR filters <> (SELECT count(*) FROM regexp_matches(planned, 'Bloom Screen', 'g')) THEN
        RAISE E'% screens %:\n%', query, found, planned;
    END IF;
    IF result(query, 'off') IS DISTINCT FROM result(query, 'force') OR result(query, 'off') LIKE '0 %' THEN
        RAISE E'% has other rows, or none:\n%', query, planned;
    END IF;
    -- Without the nodes that build filters, the plan is the same.
    IF regexp_replace(regexp_replace(planned, ' *->  (Parallel )?Custom Scan \(Bloom Screen\)\n( *Disabled: true\n)? *Output:[^\n]*\n *Screens[^\n]*\n', '', 'g'), '^ *', '', 'gn') IS DISTINCT FROM regexp_replace(plan(query, 'off'), '^ *', '', 'gn') THEN
        RAISE E'% has another plan:\n%\n%', query, planned, plan(query, 'off');
    END IF;
END $$;
CREATE PROCEDURE refuses(query text) LANGUAGE plpgsql AS $$
BEGIN
    IF plan(query, 'off') !~ 'Hash' THEN
        RAISE E'% has no hash join:\n%', query, plan(query, 'off');
    END IF;
    IF plan(query, 'force') IS DISTINCT FROM plan(query, 'off') THEN
        RAISE E'% is screened:\n%', query, plan(query, 'force');
    END IF;
END $$;
-- What EXPLAIN ANALYZE says of the first filter.
CREATE FUNCTION said(query text, label text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    line text;
    value text;
BEGIN
    FOR line IN EXECUTE 'EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) ' || query LOOP
        value := coalesce(value, substring(line FROM '^ *' || label || ': (.+)'));
    END LOOP;
    RETURN value;
END $$;
CREATE FUNCTION shown(query text, label text) RETURNS bigint LANGUAGE sql AS $$ SELECT substring(said(query, label) FROM '^\d+')::bigint $$;
