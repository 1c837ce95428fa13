\set ECHO none
-- What tests are written with; whoever includes this drops `raised`, `wrong` and `answer` at the end.

-- raised(sql): the SQLSTATE, message, DETAIL and HINT that a statement raises; 00000 if it succeeds.
CREATE FUNCTION raised(sql text) RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
    state text;
    message text;
    detail text;
    hint text;
BEGIN
    EXECUTE sql;
    RETURN ARRAY['00000', '', '', ''];
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
    RETURN ARRAY[state, message, detail, hint];
END $$;
-- wrong(sql, state, message): what a statement raises, if its SQLSTATE and message are not as expected.
CREATE FUNCTION wrong(sql text, state text, message text) RETURNS SETOF text[] LANGUAGE sql AS $$
    SELECT r FROM raised(sql) AS r WHERE (r[1] = state AND r[2] = message) IS NOT TRUE
$$;
-- answer(query): the only value of a query, as text.
CREATE FUNCTION answer(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    answer text;
BEGIN
    EXECUTE query INTO STRICT answer;
    RETURN answer;
END $$;
\set ECHO all
