-- Drops what bloom_skip_create made, and the triggers of all partitions, including detached ones.

SET LOCAL client_min_messages = warning;

DROP FUNCTION @skip_mark@ CASCADE;

DROP FUNCTION @skip_filter@;
DROP FUNCTION @skip_seal@;
DROP FUNCTION @skip_info@;
DROP FUNCTION @by@;
DROP FUNCTION IF EXISTS @by_any@;
DROP TABLE @skip@, @skip_stale@;
