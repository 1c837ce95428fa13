-- The triggers of a sealed partition, which mark its seal as stale; see skip.sql. src/skip/partitions.rs describes the arguments.
CREATE OR REPLACE TRIGGER @insert@ AFTER INSERT ON @partition@ FOR EACH ROW
EXECUTE FUNCTION @bloom@.bloom_skip_mark(@arguments@);

CREATE OR REPLACE TRIGGER @update@ AFTER UPDATE ON @partition@ FOR EACH ROW
WHEN (record_image_ne(ROW(@old@), ROW(@new@))) EXECUTE FUNCTION @bloom@.bloom_skip_mark(@arguments@);

ALTER TABLE @partition@ ENABLE ALWAYS TRIGGER @insert@, ENABLE ALWAYS TRIGGER @update@;
