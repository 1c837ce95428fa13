-- A foreign partition of the table that tests/e2e/skip_scan_random.sh compares. It is on the same server, so nobody sees a deadlock
-- of both sessions: its locks end soon.
CREATE EXTENSION postgres_fdw;
SELECT current_setting('unix_socket_directories') AS host, current_setting('port') AS port \gset
CREATE SERVER far FOREIGN DATA WRAPPER postgres_fdw
    OPTIONS (host :'host', port :'port', dbname 'postgres', use_remote_estimate 'true', options '-c lock_timeout=200ms');
CREATE USER MAPPING FOR CURRENT_USER SERVER far;
CREATE TABLE far_14 (name text COLLATE "C", uid integer, day integer NOT NULL, amount integer);
INSERT INTO far_14 SELECT name, uid, day, amount FROM ev WHERE day = 14;
CREATE INDEX ON far_14 (uid);
DELETE FROM ev WHERE day = 14;
CREATE FOREIGN TABLE ev_14 (name text COLLATE "C", uid integer, day integer NOT NULL, amount integer) SERVER far OPTIONS (table_name 'far_14');
ALTER TABLE ev ATTACH PARTITION ev_14 FOR VALUES FROM (14) TO (15);
VACUUM ANALYZE;
