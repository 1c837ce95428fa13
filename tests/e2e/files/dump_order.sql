-- Objects that need the order of filters, or the operator || of counting filters, wherever a dump must spell it out.
CREATE TABLE ordered (id integer, f bloom, c counting_bloom DEFAULT counting_bloom_empty(10) || 'b' || 5::text,
    d counting_bloom GENERATED ALWAYS AS (counting_bloom_empty(10) || id) STORED, CHECK (f >= bloom_empty(10) OR f < bloom_empty(10)));
INSERT INTO ordered SELECT i, bloom_of(ARRAY[i % 3]) FROM generate_series(1, 9) AS i;
CREATE INDEX ordered_f ON ordered (f DESC, d);
CREATE MATERIALIZED VIEW ordered_distinct AS SELECT count(DISTINCT f) AS n, array_agg(DISTINCT f) AS filters, array_agg(DISTINCT d) AS d FROM ordered;
-- As docs/FAQ.md says: IS DISTINCT FROM would not find the operator = of filters.
CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.id := -NEW.id; RETURN NEW; END';
CREATE TRIGGER changed BEFORE UPDATE ON ordered FOR EACH ROW
    WHEN (OLD.f::bytea IS DISTINCT FROM NEW.f::bytea) EXECUTE FUNCTION note_change();

-- Whether all that still holds.
CREATE FUNCTION check_order() RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    UPDATE ordered SET f = f;
    UPDATE ordered SET f = bloom_of(ARRAY[7]) WHERE id = 7;
    RETURN (SELECT bool_and(c @> 'b' AND c @> '5' AND d @> id AND (id < 0) = (f = bloom_of(ARRAY[7]))) FROM ordered)
        AND (SELECT n = 3 AND array_length(filters, 1) = 3 AND array_length(d, 1) = 9 FROM ordered_distinct);
END $$;
