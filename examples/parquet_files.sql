-- The tables of parquet_files.py, in a schema of their own: DROP SCHEMA parquet_files CASCADE removes them.

\set ON_ERROR_STOP on

CREATE EXTENSION IF NOT EXISTS bloom_rs;
CREATE SCHEMA parquet_files;
SET search_path = parquet_files, public;

-- Each file has a number. The filter of a new file is a row of its own until it moves into the matrix of its segment.
CREATE TABLE files (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, path text NOT NULL UNIQUE);
CREATE TABLE filters (file bigint PRIMARY KEY REFERENCES files ON DELETE CASCADE, f bloom NOT NULL);
CREATE TABLE segments (segment bigint PRIMARY KEY, matrix bloom_matrix NOT NULL);

-- The files that may have a visitor: all files that have it, and each other file with a probability of 0.0001.
CREATE FUNCTION files_of(visitor text) RETURNS SETOF text LANGUAGE sql STABLE BEGIN ATOMIC
    SELECT path FROM segments, bloom_matrix_search(matrix, visitor) AS file JOIN files ON id = file
    UNION ALL
    SELECT path FROM filters JOIN files ON id = file WHERE bloom_contains(f, visitor);
END;

-- Moves the filters of new files into matrices. It is one statement, so a concurrent lookup finds every filter. Call it
-- once in a while, not after each file.
CREATE PROCEDURE seal() LANGUAGE sql BEGIN ATOMIC
    WITH moved AS (DELETE FROM filters RETURNING file, f)
    INSERT INTO segments AS s
    SELECT file / 16384, bloom_matrix_agg(f, file) FROM moved GROUP BY 1
    ON CONFLICT (segment) DO UPDATE SET matrix = bloom_matrix_merge(s.matrix, excluded.matrix);
END;
