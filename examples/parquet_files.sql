-- The tables of parquet_files.py.

CREATE EXTENSION IF NOT EXISTS bloom_rs;

-- Files with a number each. The filter of a new file is a row, until it is sealed into the matrix of its segment.
CREATE TABLE files (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, path text NOT NULL UNIQUE);
CREATE TABLE filters (file bigint PRIMARY KEY REFERENCES files ON DELETE CASCADE, f bloom NOT NULL);
CREATE TABLE segments (segment bigint PRIMARY KEY, matrix bloom_matrix NOT NULL);

-- The files that may have a visitor: all that do, and each of the others with a probability of 0.0001.
CREATE FUNCTION files_of(visitor text) RETURNS SETOF text LANGUAGE sql STABLE AS $$
    SELECT path FROM segments, bloom_matrix_search(matrix, visitor) AS file JOIN files ON id = file
    UNION ALL
    SELECT path FROM filters JOIN files ON id = file WHERE bloom_contains(f, visitor)
$$;

-- One statement: whoever looks meanwhile finds each filter where it was. Once in a while, not after each file.
CREATE PROCEDURE seal() LANGUAGE sql AS $$
    WITH moved AS (DELETE FROM filters RETURNING file, f)
    INSERT INTO segments AS s
    SELECT file / 16384, bloom_matrix_agg(f, file) FROM moved GROUP BY 1
    ON CONFLICT (segment) DO UPDATE SET matrix = bloom_matrix_merge(s.matrix, excluded.matrix)
$$;
