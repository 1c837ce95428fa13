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
