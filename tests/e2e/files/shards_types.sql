-- The SQL of docs/SHARDING.md, and a live set, for each type here, with values of every type for which PostgreSQL says that they are
-- equal to the one in the set: it is found, or an error says why not. There is no silent no.

CREATE EXTENSION bloom_rs;
CREATE EXTENSION citext;
SET TimeZone = 'Europe/Berlin';
CREATE DOMAIN small AS integer CHECK (VALUE < 100);
CREATE DOMAIN word AS citext;

CREATE FUNCTION outcome(query text, OUT result text) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE query INTO result;
    result := coalesce(result, 'null');
EXCEPTION WHEN OTHERS THEN
    result := SQLSTATE;
END $$;

-- `parameter` is the type that the page gives the function of a set that holds such values; of those without one there is no set.
CREATE TABLE samples (id integer GENERATED ALWAYS AS IDENTITY, parameter text, value text);
INSERT INTO samples (parameter, value) VALUES
    ('smallint', '3::smallint'), ('integer', '3'), ('bigint', '3::bigint'), ('integer', '3::small'), ('numeric', '3.0'), ('numeric', '3::numeric(9,4)'),
    ('real', '3::real'), ('double precision', '3::float8'), ('oid', '3::oid'), (NULL, '3::regclass'), ('xid', '''3''::xid'), ('xid8', '''3''::xid8'),
    ('integer', '-1'), ('bigint', '-1::bigint'), ('numeric', '-1.0'), ('oid', '4294967295::oid'), ('xid', '''4294967295''::xid'),
    ('bigint', '4294967295'), ('numeric', '4294967295.0'), ('real', '0.1::real'), ('double precision', '0.1::float8'), ('numeric', '0.1'),
    ('bigint', '9007199254740993'), ('numeric', '9007199254740993.0'), ('double precision', '9007199254740993::float8'), ('real', '9007199254740993::real'),
    ('date', '''2026-01-02''::date'), ('timestamp', '''2026-01-02''::timestamp'), ('timestamptz', '''2026-01-02''::timestamptz'), ('timestamp', '''2026-01-02''::timestamp(0)'),
    ('time', '''01:00''::time'), ('timetz', '''01:00''::time::timetz'), ('interval', '''1 hour''::interval'),
    (NULL, '''a'''), ('text', '''a''::text'), ('text', '''A''::text'), ('varchar', '''a''::varchar(2)'), ('bpchar', '''a''::char(3)'), ('bpchar', '''a''::bpchar'), ('name', '''a''::name'),
    ('"char"', '''a''::"char"'), ('citext', '''a''::citext'), ('citext', '''A''::citext'), ('citext', '''A''::word'),
    ('inet', '''10.0.0.0/8''::inet'), ('cidr', '''10.0.0.0/8''::cidr'), ('macaddr', '''08:00:2b:01:02:03''::macaddr'), ('macaddr8', '''08:00:2b:ff:fe:01:02:03''::macaddr8'),
    ('integer[]', 'ARRAY[3]'), ('bigint[]', 'ARRAY[3::bigint]'), ('numeric[]', 'ARRAY[3.0]'), ('text[]', 'ARRAY[''a''::text]'), ('varchar[]', 'ARRAY[''a''::varchar]'), ('citext[]', 'ARRAY[''a''::citext]');
ALTER TABLE samples ADD type text;
UPDATE samples SET type = outcome(format('SELECT pg_typeof(%s)', value));
UPDATE samples SET type = 'text' WHERE type = 'unknown';

-- A set of each, by either page: one value, and an empty filter in every other shard.
CREATE PROCEDURE make_sets(function text) LANGUAGE plpgsql AS $$
DECLARE
    s samples;
BEGIN
    FOR s IN SELECT * FROM samples LOOP
        EXECUTE format('CREATE TABLE of%s (url %s); INSERT INTO of%1$s VALUES (%3$s)', s.id, s.type, s.value);
        CONTINUE WHEN s.parameter IS NULL;
        EXECUTE replace(replace(function, 'known', 'set' || s.id), 'text', s.parameter);
        IF s.parameter NOT LIKE '%[]' THEN -- an array of arrays is one of their elements
            PERFORM bloom_set_create('live' || s.id, s.parameter::regtype, 20 * 370);
            EXECUTE format('SELECT bloom_set_add(%L, %s)', 'live' || s.id, s.value);
        END IF;
        EXECUTE format('CREATE TABLE set%s (shard integer PRIMARY KEY, f bloom NOT NULL);
            INSERT INTO set%1$s SELECT set%1$s_shard(%2$s), bloom_add(bloom_empty(51000), %2$s);
            INSERT INTO set%1$s SELECT shard, bloom_empty(51000) FROM generate_series(0, 19) AS shard ON CONFLICT DO NOTHING', s.id, s.value);
    END LOOP;
END $$;
CALL make_sets(:'function');

CREATE TABLE equal AS
    SELECT h.id AS set, h.type AS held, h.value, v.id AS table, v.type AS probed, v.value AS probe
    FROM samples AS h, samples AS v
    WHERE h.parameter IS NOT NULL AND outcome(format('SELECT %s = %s', h.value, v.value)) = 'true';

-- The page's statement, of this set and with the value: as it stands, or prepared, or followed by a lookup of what the
-- set holds, and undone.
CREATE FUNCTION answer(e equal, form text, statement text, look_up text DEFAULT NULL) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    answer text;
BEGIN
    statement := replace(replace(replace(rtrim(statement, E'; \n'), 'known', CASE WHEN form LIKE 'live%' THEN 'live' ELSE 'set' END || e.set), 'FROM links', 'FROM of' || e.table), 'new_pages', 'of' || e.table);
    IF look_up IS NOT NULL THEN
        BEGIN
            EXECUTE statement;
            RAISE EXCEPTION SQLSTATE 'UNDO0' USING MESSAGE = outcome(replace(replace(rtrim(look_up, E'; \n'), 'known', 'set' || e.set), '$1', e.value));
        EXCEPTION
            WHEN SQLSTATE 'UNDO0' THEN RETURN SQLERRM;
            WHEN OTHERS THEN RETURN SQLSTATE;
        END;
    ELSIF form ~ 'prepared' THEN
        PERFORM set_config('plan_cache_mode', CASE WHEN form ~ 'once' THEN 'force_generic_plan' ELSE 'force_custom_plan' END, true);
        BEGIN
            EXECUTE format('PREPARE q (%s) AS %s', e.probed, statement);
        EXCEPTION WHEN OTHERS THEN
            RETURN SQLSTATE;
        END;
        answer := outcome(format('EXECUTE q(%s)', e.probe));
        DEALLOCATE q;
        RETURN answer;
    END IF;
    RETURN outcome(replace(statement, '$1', CASE WHEN form ~ 'column' THEN format('(SELECT url FROM of%s)', e.table) ELSE e.probe END));
END $$;
CREATE TABLE answers AS
    SELECT e.*, form, answer(e, form, statement) AS answer
    FROM equal AS e, (VALUES ('look_up', :'look_up'), ('look_up, column', :'look_up'), ('look_up, prepared', :'look_up'), ('look_up, prepared once', :'look_up'),
                             ('far', :'far'), ('far, column', :'far'), ('far, prepared', :'far'), ('far, prepared once', :'far'),
                             ('many', format('SELECT coalesce(bool_or(maybe), false) FROM (%s) AS m', rtrim(:'many', E'; \n'))),
                             ('many, values', format('SELECT coalesce(bool_or(maybe), false) FROM (%s) AS m', replace(rtrim(:'many', E'; \n'), 'FROM links', 'FROM (VALUES ($1)) AS links (url)'))),
                             ('live', 'SELECT bloom_set_contains(''known'', $1)'), ('live, column', 'SELECT bloom_set_contains(''known'', $1)'), ('live, prepared', 'SELECT bloom_set_contains(''known'', $1)'), ('live, prepared once', 'SELECT bloom_set_contains(''known'', $1)'),
                             ('live, add', 'SELECT NOT bloom_set_add(''known'', $1)'), ('live, add, prepared', 'SELECT NOT bloom_set_add(''known'', $1)'),
                             ('live, add all', 'SELECT count(*) = 0 FROM bloom_set_add_all(''known'', ARRAY[$1])'), ('live, add all, prepared', 'SELECT count(*) = 0 FROM bloom_set_add_all(''known'', ARRAY[$1])'),
                             -- What everyone would write, and the page warns of.
                             ('unsafe', replace(:'look_up', 'known_shard($1)', 'bloom_shard($1, 20)'))) AS s (form, statement)
    WHERE form NOT LIKE 'live%' OR held NOT LIKE '%[]';

-- New values of another type are refused, or make an empty filter one of theirs, which is an error from then on.
INSERT INTO answers SELECT e.*, 'add', answer(e, 'add', :'add', :'look_up') FROM equal AS e;

SELECT form, count(*), count(*) FILTER (WHERE answer = 'true') AS found, count(*) FILTER (WHERE answer = 'false') AS "silent no",
       string_agg(DISTINCT answer, ' ' ORDER BY answer) FILTER (WHERE answer NOT IN ('true', 'false')) AS refused FROM answers GROUP BY form ORDER BY form;
CREATE VIEW wrong AS
    SELECT * FROM answers WHERE form <> 'unsafe' AND answer <> 'true' AND (
        -- An aggregate takes no citext, in any set.
        held = probed AND NOT (form = 'add' AND answer = '0A000') OR
        -- No such function; another element type, or none; out of the range of the set's type.
        answer NOT IN ('42883', '42804', '0A000', '22003') AND NOT (form = 'add' AND answer = '22000'));
SELECT * FROM wrong;

-- The types that the page lists: where bloom_shard alone says no.
CREATE FUNCTION element(type text) RETURNS text IMMUTABLE LANGUAGE sql
    RETURN CASE WHEN type IN ('smallint', 'bigint', 'small') THEN 'integer' WHEN type IN ('real', 'double precision') THEN 'float' WHEN type = 'word' THEN 'citext'
                ELSE replace(replace(type, ' without time zone', ''), ' with time zone', 'tz') END;
CREATE VIEW clashes AS
    SELECT DISTINCT least(element(held), element(probed)) || ', ' || greatest(element(held), element(probed)) AS types FROM answers WHERE form = 'unsafe' AND answer = 'false';
SELECT * FROM clashes ORDER BY types;
DO $$
BEGIN
    ASSERT (SELECT bool_and(n > 200) FROM (SELECT count(*) AS n FROM answers GROUP BY form) AS s), 'hardly anything was asked';
    ASSERT NOT EXISTS (SELECT FROM wrong), 'a silent no, or an error that says nothing';
    ASSERT ARRAY(SELECT types FROM clashes ORDER BY types COLLATE "C") = ARRAY[
        'citext, text', 'date, timestamp', 'date, timestamptz', 'float, integer', 'float, numeric', 'integer, numeric', 'integer, oid', 'integer, xid',
        'interval, time', 'time, timetz', 'timestamp, timestamptz'], 'say so on the page';
END $$;
