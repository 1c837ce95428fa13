-- What tests/e2e/probes.sh has counted so far, in all rounds.
CREATE TABLE probed (
    kind text, form text, plan text, present bigint, missed bigint, absent bigint, found bigint, expected float8
);

CREATE VIEW by_plan AS
    SELECT plan, sum(present) AS present, sum(missed) AS missed, sum(absent) AS absent FROM probed GROUP BY plan ORDER BY plan;
CREATE VIEW by_kind AS
    SELECT kind, sum(present) AS present, sum(missed) AS missed, sum(absent) AS absent,
           round((sum(found) FILTER (WHERE expected IS NOT NULL) / nullif(sum(absent * expected), 0))::numeric, 4) AS of_expected
    FROM probed GROUP BY kind ORDER BY kind;

-- How far the absent values that were found are from what is expected, in standard deviations of a binomial distribution.
-- The double hash has some 0.5 / bits more than the bits tell; that matters for filters of few values only.
CREATE VIEW compared AS
    SELECT *, (found - absent * expected) / sqrt(absent * expected * (1 - expected) + 1) AS deviation
    FROM probed WHERE expected IS NOT NULL;
CREATE VIEW by_form AS
    SELECT form, sum(present) AS present, sum(missed) AS missed, sum(absent) AS absent,
           round((sum(found) FILTER (WHERE expected IS NOT NULL) / nullif(sum(absent * expected), 0))::numeric, 4) AS of_expected
    FROM probed GROUP BY form ORDER BY form;
CREATE VIEW rates AS
    SELECT count(*) AS comparisons, sum(absent) AS absent, sum(found) AS found, round(sum(absent * expected)) AS expected,
           round(max(abs(deviation))::numeric, 2) AS farthest,
           round(100.0 * count(*) FILTER (WHERE abs(deviation) > 2) / count(*), 2) AS percent_beyond_2,
           round(100.0 * count(*) FILTER (WHERE abs(deviation) > 3) / count(*), 2) AS percent_beyond_3
    FROM compared;

-- Several ways to ask the same filter of the same values have the same deviation: they are one finding.
CREATE VIEW far AS
    SELECT kind, absent, found, round((absent * expected)::numeric, 1) AS expected, round(deviation::numeric, 2) AS deviation,
           count(*) AS comparisons, string_agg(DISTINCT form, ', ') AS forms
    FROM compared WHERE abs(deviation) > 3 GROUP BY 1, 2, 3, 4, 5 ORDER BY max(abs(deviation)) DESC;

CREATE FUNCTION so_far(OUT present bigint, OUT missed bigint, OUT absent bigint) LANGUAGE sql AS
    'SELECT sum(present), sum(missed), sum(absent) FROM probed';

CREATE FUNCTION check_probes() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    ASSERT (SELECT sum(missed) = 0 FROM probed), 'false negatives';
    ASSERT (SELECT max(abs(deviation)) < 6 FROM compared), 'a rate is not what the bits tell';
END $$;
