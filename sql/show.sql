-- Filters as a line for people, where their text would fill the screen.

CREATE FUNCTION bloom_show(filter bloom) RETURNS text
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_show';
COMMENT ON FUNCTION bloom_show(bloom) IS 'how full a filter is and what it holds, as one line for people';
CREATE FUNCTION counting_bloom_show(filter counting_bloom) RETURNS text
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_show';
COMMENT ON FUNCTION counting_bloom_show(counting_bloom)
    IS 'how full a counting filter is and what it holds, as one line for people';
