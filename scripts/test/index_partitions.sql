-- The database of PostgreSQL's tests.
\ir index_columns.sql
CREATE DATABASE regression TEMPLATE template1;
ALTER DATABASE regression SET lc_messages = 'C';
ALTER DATABASE regression SET timezone_abbreviations = 'Default';
