-- What the tables of a live set of 0.2.0 lack. The rows of all layers say whether there are older and newer ones, so that
-- a layer that was lost before is still missed.

ALTER TABLE @set_layers@ ADD COLUMN newer boolean NOT NULL DEFAULT false;

ALTER TABLE @set_layers@ ALTER COLUMN newer DROP DEFAULT;

UPDATE @set_layers@ AS l SET
    older = EXISTS (SELECT FROM @set@ AS s WHERE s.layer < l.layer),
    newer = EXISTS (SELECT FROM @set@ AS s WHERE s.layer > l.layer);
