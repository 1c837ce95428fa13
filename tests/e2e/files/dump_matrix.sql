-- Beside dump.sql: a matrix of each of its filters, an index by it, and views that search it.
CREATE TABLE sealed AS SELECT name, bloom_matrix_agg(f, 7) AS matrix FROM filters GROUP BY name;
CREATE INDEX sealed_matrix ON sealed USING hash (matrix);
CREATE VIEW sealed_view AS SELECT name, i.*, bloom_matrix_keys(matrix) AS keys FROM sealed, bloom_matrix_info(matrix) AS i;
CREATE VIEW searched AS SELECT k FROM sealed, bloom_matrix_search(matrix, 42) AS k WHERE name = 'integers';

-- Whether each answers, or refuses to, as its filter does, and is what it was.
CREATE FUNCTION check_matrices() RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    checked record;
    outcome text;
BEGIN
    FOR checked IN SELECT * FROM check_filters() LOOP
        BEGIN
            EXECUTE format('SELECT count(*) FROM data, sealed WHERE name = %L AND NOT EXISTS (SELECT FROM bloom_matrix_search(matrix, %I) AS k WHERE k = 7)',
                           checked.name, checked.name) INTO outcome;
        EXCEPTION WHEN OTHERS THEN
            outcome := SQLSTATE;
        END;
        ASSERT outcome = checked.outcome, format('%s: %s instead of %s', checked.name, outcome, checked.outcome);
    END LOOP;
    RETURN (SELECT k = 7 FROM searched)
       AND (SELECT count(*) = count(*) FILTER (WHERE keys = '{7}') AND count(*) > 10 FROM sealed_view)
       AND (SELECT bool_and(bloom_matrix_filter(matrix, 7) = f) FROM sealed JOIN filters USING (name));
END $$;
