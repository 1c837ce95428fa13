\set ECHO none
-- result(query, mode): the number and a digest of the rows of a query, with this setting of screened joins.
CREATE FUNCTION result(query text, mode text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    answer text;
BEGIN
    PERFORM set_config('bloom_rs.screen_joins', mode, false);
    EXECUTE format('SELECT count(*) || '' '' || coalesce(md5(string_agg(q::text, '' '' ORDER BY q::text)), '''') FROM (%s) AS q', query) INTO answer;
    RETURN answer;
END $$;
\set ECHO all
