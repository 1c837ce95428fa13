-- The table of README.md, and the filters that docs/reference/filters.md makes of it, for pages that go on from there.
CREATE TEMP TABLE visits (package text, url text, section text);
\copy visits FROM examples/data/visits.csv (FORMAT csv, HEADER)
ANALYZE visits;
CREATE TEMP TABLE part_filters AS SELECT section, bloom_agg(url, 17500) AS f FROM visits GROUP BY section;
